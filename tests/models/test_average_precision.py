from __future__ import annotations

import numpy as np
import pytest

from models.average_precision import Scored, average_precision, judge, overlaps

UNIT = np.array([0.0, 0.0, 10.0, 10.0])


def box(x: float) -> np.ndarray:
    return UNIT + np.array([x, 0, x, 0])


def scored(found: list[tuple[float, float]], truth: list[float], counts: list[bool] | None = None) -> Scored:
    """Boxes of 10 × 10 px at these places along x; `found` are (x, score)."""
    return Scored(
        np.array([box(x) for x, _ in found]).reshape(-1, 4),
        np.array([score for _, score in found], float),
        np.array([box(x) for x in truth]).reshape(-1, 4),
        np.array(counts if counts is not None else [True] * len(truth), bool),
    )


def test_overlaps() -> None:
    assert overlaps(UNIT, np.stack([UNIT, box(5), UNIT + 20])) == pytest.approx(np.array([[1, 1 / 3, 0]]))


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        pytest.param(scored([(0, 0.9), (30, 0.8)], [0, 30]), 1.0, id="all found"),
        pytest.param(scored([(0, 0.9)], [0, 30]), 51 / 101, id="half of them found"),
        pytest.param(scored([(60, 0.9), (0, 0.8), (30, 0.7)], [0, 30]), 2 / 3, id="a false one first"),
        pytest.param(scored([(0, 0.9), (30, 0.8), (60, 0.1)], [0, 30]), 1.0, id="a false one last"),
        pytest.param(
            scored([(0, 0.9), (1, 0.8), (30, 0.7)], [0, 30]), (51 + 50 * 2 / 3) / 101, id="found twice"
        ),
        pytest.param(scored([(0, 0.9)], [30]), 0.0, id="elsewhere"),
        pytest.param(scored([], [30]), 0.0, id="nothing found"),
        pytest.param(
            scored([(60, 0.9), (0, 0.8), (30, 0.7)], [0, 30, 60], [True, True, False]), 1.0,
            id="on one that doesn't count",
        ),
        pytest.param(scored([(0, 0.9)], [0, 30], [True, False]), 1.0, id="what doesn't count is not missed"),
    ],
)  # fmt: skip
def test_average_precision(picture: Scored, expected: float) -> None:
    assert average_precision([picture]).average == pytest.approx(expected, abs=0.006)


def test_scores_of_all_pictures_are_ranked_together() -> None:
    good, bad = scored([(0, 0.5)], [0]), scored([(0, 0.9)], [])
    both = average_precision([good, bad])
    assert both.average == pytest.approx(0.5)
    assert (both.recall, both.count) == (1.0, 1)


def test_a_better_finding_takes_the_box_first() -> None:
    scores, hits = judge(scored([(2, 0.6), (0, 0.9)], [0]), 0.5)
    assert scores.tolist() == [0.9, 0.6]
    assert hits.tolist() == [True, False]
