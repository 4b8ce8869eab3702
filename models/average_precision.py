"""Average precision of found boxes where some of the true ones are neither hit nor miss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """One picture: found `boxes` (n, 4) xyxy with `scores` (n,), true ones `truth` (m, 4), `counts` (m,).

    A finding on a true box that doesn't count is left out of the reckoning.
    """

    boxes: Array
    scores: Array
    truth: Array
    counts: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Precision:
    """`average` precision over 101 recalls, `recall` of all findings, and `count` true boxes that count."""

    average: float
    recall: float
    count: int


def average_precision(pictures: Sequence[Scored], iou: float = 0.5) -> Precision:
    """Of all pictures together, as COCO reckons it at one overlap `iou`."""
    judged = [judge(picture, iou) for picture in pictures]
    count = int(sum(picture.counts.sum() for picture in pictures))
    scores = np.concatenate([scores for scores, _ in judged]) if judged else np.zeros(0)
    hits = np.concatenate([hits for _, hits in judged]) if judged else np.zeros(0, bool)
    if not count or not len(scores):
        return Precision(0.0, 0.0, count)
    hits = np.cumsum(hits[np.argsort(-scores, kind="stable")])
    recall, precision = hits / count, hits / np.arange(1, len(hits) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    places = np.searchsorted(recall, np.linspace(0, 1, 101) - 1e-9)
    reached = places < len(recall)
    average = float(np.where(reached, precision[np.minimum(places, len(recall) - 1)], 0.0).mean())
    return Precision(average, float(recall[-1]), count)


def judge(picture: Scored, iou: float) -> tuple[Array, NDArray[np.bool_]]:
    """Scores of the findings that count, and which are hits. The best finding takes its box first, one that
    counts before one that doesn't."""
    overlap = overlaps(picture.boxes, picture.truth)
    free = np.ones(len(picture.truth), bool)
    scores, hits = [], []
    for row in np.argsort(-picture.scores, kind="stable"):
        near = overlap[row] >= iou
        for wanted in (near & free & picture.counts, near & ~picture.counts):
            if wanted.any():
                taken = int(np.where(wanted, overlap[row], -1.0).argmax())
                free[taken] = False
                break
        else:
            taken = -1
        if taken < 0 or picture.counts[taken]:
            scores.append(float(picture.scores[row]))
            hits.append(taken >= 0)
    return np.array(scores, np.float64), np.array(hits, bool)


def overlaps(boxes: Array, others: Array) -> Array:
    """(n, m) intersection over union of boxes xyxy."""
    boxes, others = boxes.reshape(-1, 1, 4), others.reshape(1, -1, 4)
    low, high = np.maximum(boxes[..., :2], others[..., :2]), np.minimum(boxes[..., 2:], others[..., 2:])
    common = np.prod(np.clip(high - low, 0, None), axis=2)
    areas = np.prod(boxes[..., 2:] - boxes[..., :2], axis=2) + np.prod(
        others[..., 2:] - others[..., :2], axis=2
    )
    return np.asarray(common / np.maximum(areas - common, 1e-9))
