from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate import write_report
from models.photo_evaluation import calibration_pairs, confusions, evaluate_photos, summary, table
from models.photo_labels import LabelledPhoto
from vision.detections import Detections
from vision.labels import INDEX_OF

HALF, UP = np.array([8, 20]), np.array([0, 10])


def upright(codes: list[str], sure: float = 0.99) -> Detections:
    """One upright corner a code, far apart from each other."""
    n = len(codes)
    probs = np.full((n, 54), (1 - sure) / 53)
    probs[np.arange(n), [INDEX_OF[code] for code in codes]] = sure
    middle = np.stack([np.arange(n) * 260.0 + 60, np.full(n, 60.0)], axis=1)
    boxes = np.concatenate([middle - HALF, middle + HALF], axis=1)
    return Detections(boxes, middle - UP, middle + UP, np.full(n, 0.8), probs, np.full(n, 0.01))


class Scripted:
    """Answers each picture with the next of the given detections."""

    def __init__(self, answers: list[Detections]) -> None:
        self.answers = iter(answers)

    def detect(self, _image: np.ndarray, _regions: object = None) -> Detections:
        return next(self.answers)


def photos(folder: Path, cards: list[str], tags: tuple[str, ...] = ()) -> list[LabelledPhoto]:
    listed = []
    for k, codes in enumerate(cards):
        path = folder / f"{k}.png"
        cv2.imwrite(str(path), np.full((200, 900, 3), 120, np.uint8))
        listed.append(LabelledPhoto(path, "source", Counter(codes.split()), 0, frozenset(tags)))
    return listed


def test_hits_misses_and_mistakes_are_counted(tmp_path: Path) -> None:
    listed = photos(tmp_path, ["As Kd", "5c", "7h"])
    answers = [upright(["As", "Kd"]), upright(["5s"]), Detections.empty()]
    results = list(evaluate_photos(Scripted(answers), listed))
    row = summary(results)["source"]
    assert (row["pictures"], row["hits"], row["wrong"], row["missed"]) == (3, 2, 1, 2)
    assert row["precision"].startswith("0.667")
    assert confusions(results) == Counter({("As", "As"): 1, ("Kd", "Kd"): 1, ("5c", "5s"): 1})
    stated, right = calibration_pairs(results)
    assert right.tolist() == [True, True, False]
    assert (stated > 0.9).all()
    assert len(table(summary(results))) == 3


def test_unsure_cards_are_not_reported(tmp_path: Path) -> None:
    results = list(evaluate_photos(Scripted([upright(["As"], sure=0.5)]), photos(tmp_path, ["As"])))
    assert results[0].reported == Counter()
    assert summary(results)["source"]["recall_with_unsure"].startswith("1.000")


def test_derived_copies_are_left_out(tmp_path: Path) -> None:
    listed = photos(tmp_path, ["As"], tags=("derived",))
    assert summary(list(evaluate_photos(Scripted([upright(["As"])]), listed))) == {}


def test_a_picture_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    missing = LabelledPhoto(tmp_path / "gone.jpg", "source", Counter(), 0, frozenset())
    with pytest.raises(FileNotFoundError, match=r"gone\.jpg"):
        list(evaluate_photos(Scripted([]), [missing]))


def test_report_holds_something_to_look_at(tmp_path: Path) -> None:
    results = list(
        evaluate_photos(Scripted([upright(["As"]), upright(["5s"])]), photos(tmp_path, ["As", "5c"]))
    )
    write_report(tmp_path / "out", results, summary(results))
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"figures.json", "errors.txt", "worst.jpg", "overlays"}
    assert [path.name for path in (tmp_path / "out" / "overlays").iterdir()] == ["source_1.jpg"]
