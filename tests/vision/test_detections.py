from __future__ import annotations

import numpy as np
import pytest

from vision.detections import Detections
from vision.labels import CODES, INDEX_OF


def some(codes: list[str]) -> Detections:
    n = len(codes)
    probs = np.full((n, 54), 0.1 / 53)
    probs[np.arange(n), [INDEX_OF[code] for code in codes]] = 0.9
    points = np.arange(2 * n, dtype=float).reshape(n, 2) * 10
    boxes = np.concatenate([points - 5, points + 25], axis=1)
    return Detections(
        boxes, points, points + np.array([0, 20]), np.full(n, 0.8), probs, np.full(n, 0.1), np.eye(n, 8)
    )


def test_reads_codes_units_and_confidences() -> None:
    found = some(["As", "RJ", "6d"])
    assert found.codes == ("As", "RJ", "6d")
    assert found.units.tolist() == [20, 20, 20]
    assert found.angles == pytest.approx([0, 0, 0])
    assert found.confidences == pytest.approx([0.81, 0.81, 0.81])


def test_angle_is_clockwise_from_up() -> None:
    rank, pip = np.array([[10.0, 0.0], [0.0, 10.0]]), np.zeros((2, 2))
    found = Detections(np.zeros((2, 4)), rank, pip, np.ones(2), np.full((2, 54), 1 / 54), np.zeros(2))
    assert np.degrees(found.angles) == pytest.approx([90, 180])


def test_select_shift_and_concat_keep_rows_together() -> None:
    found = some(["As", "RJ", "6d"])
    moved = found.select(np.array([2, 0])).shifted(100, -1)
    assert moved.codes == ("6d", "As")
    assert moved.boxes[1].tolist() == [95, 4, 125, 34]
    assert Detections.concat([moved, Detections.empty(), found]).codes == ("6d", "As", "As", "RJ", "6d")
    assert len(Detections.concat([])) == 0


def test_concat_drops_embeddings_that_one_part_lacks() -> None:
    found = some(["As"])
    bare = Detections(
        *(
            getattr(found, f)
            for f in ("boxes", "rank_points", "pip_points", "scores", "class_probs", "not_index")
        )
    )
    assert Detections.concat([found, found]).embeddings is not None
    assert Detections.concat([found, bare]).embeddings is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("boxes", np.zeros((1, 3)), id="box of three"),
        pytest.param("scores", np.zeros(2), id="one score too many"),
        pytest.param("class_probs", np.zeros((1, 52)), id="52 cards"),
        pytest.param("rank_points", np.full((1, 2), np.nan), id="no number"),
        pytest.param("embeddings", np.zeros(1), id="embedding without width"),
    ],
)
def test_refuses_what_does_not_fit(name: str, value: np.ndarray) -> None:
    good = some(["As"])
    columns = {f: getattr(good, f) for f in Detections.__dataclass_fields__}
    with pytest.raises(ValueError, match=name):
        Detections(**(columns | {name: value}))


def test_arrays_cannot_be_changed() -> None:
    found = some(["As"])
    with pytest.raises(ValueError, match="read-only"):
        found.scores[0] = 0.1
    assert len(CODES) == found.class_probs.shape[1]
