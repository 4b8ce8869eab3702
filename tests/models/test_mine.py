from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from models.mine import NONE, codes_by_box, jittered, mine, write_pictures
from models.photo_labels import LabelledPhoto
from vision.detections import Detections
from vision.labels import INDEX_OF

HALF, UP = np.array([8, 20]), np.array([0, 10])


def detections(rows: list[tuple[str, float, float, float, float]]) -> Detections:
    """Upright corners from (code, x, y, not_index, score), 20 px between the points."""
    n = len(rows)
    probs = np.full((n, 54), 0.05 / 53)
    probs[np.arange(n), [INDEX_OF[row[0]] for row in rows]] = 0.95
    middle = np.array([row[1:3] for row in rows], float).reshape(n, 2)
    boxes = np.concatenate([middle - HALF, middle + HALF], axis=1)
    rank, pip = middle - UP, middle + UP
    columns = np.array([row[3:5] for row in rows], float).reshape(n, 2)
    return Detections(boxes, rank, pip, columns[:, 1], probs, columns[:, 0])


def photo(path: Path, cards: str, boxes: tuple = (), unreadable: int = 0) -> LabelledPhoto:
    return LabelledPhoto(path, "here", Counter(cards.split()), unreadable, frozenset(), boxes)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param(("Kh", 50, 50, 0.02, 0.8), "Kh", id="agrees with its box"),
        pytest.param(("Ks", 50, 50, 0.02, 0.8), "", id="contradicts its box"),
        pytest.param(("Kh", 300, 300, 0.02, 0.8), "", id="in no box"),
        pytest.param(("Kh", 50, 50, 0.97, 0.3), NONE, id="refused"),
        pytest.param(("Kh", 50, 50, 0.6, 0.3), "", id="in doubt"),
    ],
)
def test_codes_by_box(row: tuple[str, float, float, float, float], expected: str) -> None:
    boxes = [("Kh", (0, 0, 100, 100)), ("9d", (120, 0, 220, 100))]
    assert codes_by_box(detections([row]), boxes) == (expected,)


class FakeDetector:
    def __init__(self, found: Detections) -> None:
        self.found = found

    def detect(self, _image: np.ndarray, _regions: object = None) -> Detections:
        return self.found


def write_photo(folder: Path) -> Path:
    import cv2

    path = folder / "table.png"
    cv2.imwrite(str(path), np.full((400, 600, 3), 90, np.uint8))
    return path


def test_a_joker_that_is_not_there_becomes_a_negative(tmp_path: Path) -> None:
    found = detections([("Kh", 50, 50, 0.02, 0.8), ("BJ", 300, 200, 0.2, 0.7), ("3c", 400, 200, 0.2, 0.7)])
    labelled = photo(write_photo(tmp_path), "Kh", (("Kh", (0, 0, 100, 100)),))
    (item,) = mine(FakeDetector(found), [labelled])
    assert item.codes == ("Kh", NONE, "")
    assert not item.complete


def test_a_cut_card_beside_it_leaves_the_doubt(tmp_path: Path) -> None:
    found = detections([("Kh", 50, 50, 0.02, 0.8), ("BJ", 300, 200, 0.2, 0.7)])
    labelled = photo(write_photo(tmp_path), "Kh", (("Kh", (0, 0, 100, 100)),), unreadable=1)
    (item,) = mine(FakeDetector(found), [labelled])
    assert item.codes == ("Kh", "")


def test_windows_of_known_photographs_carry_labels_inside_them(tmp_path: Path) -> None:
    found = detections([("Kh", 150, 150, 0.02, 0.8), ("9d", 400, 220, 0.02, 0.8)])
    boxes = (("Kh", (100, 100, 200, 200)), ("9d", (350, 150, 450, 300)))
    items = list(mine(FakeDetector(found), [photo(write_photo(tmp_path), "Kh 9d", boxes)]))
    assert items[0].complete
    assert write_pictures(tmp_path / "out", items, np.random.default_rng(0), 5) == 5
    lines = [
        line.split()
        for p in (tmp_path / "out" / "labels" / "train").iterdir()
        for line in p.read_text().splitlines()
    ]
    assert lines
    assert all(0 <= float(v) <= 1 for line in lines for k, v in enumerate(line) if k not in (0, 7, 10))
    assert all(float(line[6]) < float(line[9]) for line in lines), "the rank stays above its pip"


def test_jitter_is_small() -> None:
    rank, pip = np.tile(np.float32([[50, 40]]), (500, 1)), np.tile(np.float32([[50, 60]]), (500, 1))
    moved_rank, moved_pip = jittered(rank, pip, np.random.default_rng(0))
    unit = np.linalg.norm(moved_rank - moved_pip, axis=1)
    assert 19 < unit.mean() < 21
    assert np.abs(moved_rank - rank).max() < 8
    assert np.abs(moved_rank - rank).mean() > 0.3
