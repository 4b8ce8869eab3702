"""A set's manifest comes back as it was saved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from datasets.manifest import Manifest, digest, load_manifest

MADE = Manifest(
    "detector", "train", 7, 100, 416, {"bidly": "MIT"}, ("DejaVu Sans", "Lato"), 12, "ab", ("cd",), {"As": 3}
)


def test_round_trip(tmp_path: Path) -> None:
    MADE.save(tmp_path)
    assert load_manifest(tmp_path) == MADE


def test_an_extended_set_adds_up_and_names_both_generators() -> None:
    more = replace(MADE, count=150, generator_sha256=("ef",), counts={"As": 2, "BJ": 4})
    whole = more.extending(MADE)
    assert whole.counts == {"As": 5, "BJ": 4}
    assert whole.generator_sha256 == ("cd", "ef")
    assert whole.count == 150


def test_a_set_of_another_seed_is_no_extension() -> None:
    with pytest.raises(ValueError, match="seed"):
        replace(MADE, seed=8).extending(MADE)


def test_a_folder_without_one_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_manifest(tmp_path)


def test_digest_ignores_order_and_sees_change() -> None:
    assert digest(["a", "b"]) == digest(["b", "a"])
    assert digest(["a", "b"]) != digest(["a", "c"])
