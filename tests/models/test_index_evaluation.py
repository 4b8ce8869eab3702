from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.index_evaluation import IndexPicture, figures, load_truth, main, read_pictures
from vision.detections import Detections
from vision.labels import INDEX_OF


def found(rows: list[tuple[str, float, float, float]]) -> Detections:
    """Upright indices 20 × 40 px large: (code, x, detector's score, not_index)."""
    n = len(rows)
    probs = np.full((n, 54), 0.04 / 53)
    probs[np.arange(n), [INDEX_OF[code] for code, *_ in rows]] = 0.96
    x = np.array([row[1] for row in rows])
    top, low = np.stack([x + 10, np.full(n, 10.0)], 1), np.stack([x + 10, np.full(n, 30.0)], 1)
    boxes = np.stack([x, np.zeros(n), x + 20, np.full(n, 40.0)], 1)
    return Detections(boxes, top, low, [row[2] for row in rows], probs, [row[3] for row in rows])


def picture(
    rows: list[tuple[str, float, float, float]], truth: list[tuple[str, float, bool]]
) -> IndexPicture:
    boxes = np.array([[x, 0, x + 20, 40] for _, x, _ in truth], float).reshape(-1, 4)
    legible = np.array([clear for *_, clear in truth], bool)
    codes = tuple(code for code, *_ in truth)
    return IndexPicture(found(rows), boxes, codes, np.where(legible, 30.0, 10.0), legible)


def test_what_is_refused_spoils_stage_1_alone_and_a_misreading_the_codes() -> None:
    rows = [("As", 0, 0.5, 0.01), ("Kd", 100, 0.9, 0.99), ("7h", 200, 0.8, 0.02)]
    result = figures([picture(rows, [("As", 0, True), ("7d", 200, True)])])["all"]
    assert result["both stages"]["mAP50"] == 1.0
    assert result["stage 1"]["mAP50"] < 0.9
    assert result["54 codes"] == pytest.approx(0.5)


def test_what_nobody_can_read_is_neither_hit_nor_miss() -> None:
    rows = [("As", 0, 0.9, 0.01), ("Kd", 100, 0.95, 0.01)]
    result = figures([picture(rows, [("As", 0, True), ("Qd", 100, False), ("2c", 200, False)])])
    assert result["legible"]["both stages"] == {"mAP50": 1.0, "recall": 1.0, "indices": 1}
    assert result["all"]["both stages"]["indices"] == 3
    assert (
        result["recall by height"] | {"8-14 px": "1 of 2", "28-40 px": "1 of 1"} == result["recall by height"]
    )


def test_a_drawn_set_is_read_with_its_truth(tmp_path: Path) -> None:
    folder = tmp_path / "images" / "val"
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "0.jpg"), np.full((50, 300, 3), 90, np.uint8))
    index = {"code": "As", "box": [0, 0, 20, 40], "height": 30, "legible": True}
    (folder / "labels.json").write_text(json.dumps([{"file": "0.jpg", "indices": [index]}]))

    class Scripted:
        def detect(self, _image: np.ndarray) -> Detections:
            return found([("As", 0, 0.9, 0.01)])

    (read,) = read_pictures(Scripted(), tmp_path)  # type: ignore[arg-type]
    assert figures([read])["all"]["54 codes"] == 1.0


def test_sets_without_truth_say_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "datasets.synth detector" in capsys.readouterr().err
    (tmp_path / "images" / "val").mkdir(parents=True)
    (tmp_path / "images" / "val" / "labels.json").write_text('[{"file": "0.jpg", "cards": []}]')
    with pytest.raises(ValueError, match="make the set again"):
        load_truth(tmp_path)
