"""Stop-motion sequences from photographs (drawn here: the test needs no photographs)."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.stop_motion import STILLS, find_photos, growing_pairs, main, same_scene, write_sequence


def scene(seed: int, cards: int) -> np.ndarray:
    """A table with a pattern of its own and some white cards."""
    rng = np.random.default_rng(seed)
    image = cv2.resize(
        rng.integers(40, 200, (60, 80, 3), dtype=np.uint8), (640, 480), interpolation=cv2.INTER_NEAREST
    )
    for number in range(cards):
        cv2.rectangle(image, (80 + 150 * number, 180), (180 + 150 * number, 320), (250, 250, 250), -1)
    return image


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos" / "one"
    folder.mkdir(parents=True)
    entries = []
    for name, seed, cards in (
        ("a.png", 1, ["5s"]),
        ("b.png", 1, ["5s", "6h"]),
        ("c.png", 2, ["5s", "6h", "7d"]),
    ):
        cv2.imwrite(str(folder / name), scene(seed, len(cards)))
        entries.append({"file": name, "cards": cards, "tags": []})
    entries.append({"file": "a.png", "cards": ["5s"], "tags": ["derived"]})
    (folder / "labels.json").write_text(json.dumps(entries), encoding="utf-8")
    return tmp_path / "photos"


def test_derived_copies_are_left_out(photos: Path) -> None:
    assert [photo.path.name for photo in find_photos(photos)] == ["a.png", "b.png", "c.png"]


def test_a_scene_grows_only_in_the_same_place(photos: Path) -> None:
    (pair,) = growing_pairs(find_photos(photos))
    assert [photo.path.name for photo in pair.photos] == ["a.png", "b.png"]
    assert not same_scene(photos / "one" / "a.png", photos / "one" / "c.png")


def test_a_sequence_is_a_folder_of_pictures_with_its_truth(photos: Path, tmp_path: Path) -> None:
    (pair,) = growing_pairs(find_photos(photos))
    folder = write_sequence(pair, tmp_path / "out")
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    assert len(list(folder.glob("*.jpg"))) == 2 * STILLS
    assert truth["states"] == [{"from": 0, "cards": ["5s"]}, {"from": STILLS, "cards": ["5s", "6h"]}]
    first, later = (cv2.imread(str(folder / f"{n:04d}.jpg")).astype(int) for n in (0, STILLS))
    assert np.abs(first - later)[200:300, 260:300].mean() > 40


def test_the_command_makes_them_all(photos: Path, tmp_path: Path) -> None:
    assert main([str(photos), "--out", str(tmp_path / "out"), "--only-make"]) == 0
    assert len([path for path in (tmp_path / "out").iterdir() if path.is_dir()]) == 4


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    assert main([str(tmp_path), "--out", str(tmp_path / "out")]) == 2
