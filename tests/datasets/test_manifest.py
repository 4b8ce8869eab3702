"""A set's manifest comes back as it was saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets.manifest import Manifest, digest, load_manifest


def test_round_trip(tmp_path: Path) -> None:
    manifest = Manifest(
        "detector", "train", 7, 100, 416, {"bidly": "MIT"}, ("DejaVu Sans", "Lato"), 12, "ab", "cd", {"As": 3}
    )
    manifest.save(tmp_path)
    assert load_manifest(tmp_path) == manifest


def test_a_folder_without_one_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_manifest(tmp_path)


def test_digest_ignores_order_and_sees_change() -> None:
    assert digest(["a", "b"]) == digest(["b", "a"])
    assert digest(["a", "b"]) != digest(["a", "c"])
