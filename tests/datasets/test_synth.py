"""The generator's command line on a handful of pictures."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.formats import read_pictures
from datasets.manifest import load_manifest
from datasets.synth import main


def test_detector_set_is_complete_and_repeatable(tmp_path: Path) -> None:
    for name in ("one", "two"):
        arguments = [
            "detector",
            "--out",
            str(tmp_path / name),
            "--count",
            "4",
            "--seed",
            "9",
            "--size",
            "256",
        ]
        assert main(arguments) == 0
    one, two = (list(read_pictures(tmp_path / name, "train")) for name in ("one", "two"))
    assert len(one) == 4
    assert all((a == b).all() and la == lb for (a, la), (b, lb) in zip(one, two, strict=True))
    assert sum(len(labels) for _, labels in one) == sum(
        n for key, n in load_manifest(tmp_path / "one").counts.items() if key != "pictures"
    )
    assert "kpt_shape: [2, 3]" in (tmp_path / "one" / "data.yaml").read_text()
    records = json.loads((tmp_path / "one" / "images" / "train" / "labels.json").read_text())
    assert len(records) == 4
    assert all(
        len(r["cards"]) == len(r["decks"]) <= len(labels) for r, (_, labels) in zip(records, one, strict=True)
    )
    assert cv2.imread(str(tmp_path / "one" / "sheet-train.jpg")) is not None


def test_reader_set_has_as_many_crops_as_asked(tmp_path: Path) -> None:
    assert main(["reader", "--out", str(tmp_path), "--count", "60", "--seed", "9"]) == 0
    shard = np.load(tmp_path / "crops-00000.npz")
    assert shard["crops"].shape == (60, 64, 64, 3)
    assert len(shard["ranks"]) == len(shard["suits"]) == 60
    assert (shard["ranks"][shard["suits"] == 4] >= 13).all(), "only jokers and nothing have no suit"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--count", "0"], "at least 1"),
        (["--count", "5", "--art", "/nowhere/at/all"], "no folder"),
        (["--count", "5", "--start", "7"], "multiple"),
    ],
    ids=["count", "art", "start"],
)
def test_bad_options_say_what_to_do(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reader", "--out", str(tmp_path), *arguments]) == 2
    assert says in capsys.readouterr().err
