"""One physical card as one picture shows it, and how the probabilities of several looks are put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from .labels import CODES
from .observations import Alternatives, Polygon

Array = NDArray[np.float64]

SURE = 0.8
"""A reading below this probability is unsure: a person should look."""
PLAUSIBLE = 0.04
"""Alternatives below this probability aren't worth naming."""
_FLOOR = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class CardSighting:
    """One physical card in one picture.

    `code` and `score` are the likeliest card and its pooled probability, `alternatives` the other
    candidates, `polygon` the card's outline (from two indices) or that of its index (only one seen),
    `index_points` a (rank point, pip point) pair for each index seen, px; `unit` the distance between the
    two, px; `angle` in radians clockwise from picture-up; `probs` (54,) in the order of `CODES`; `rows` the
    indices' positions in the `Detections`; `outline` where the whole card should lie.
    """

    code: str
    score: float
    alternatives: Alternatives
    polygon: Polygon
    index_points: tuple[tuple[tuple[float, float], tuple[float, float]], ...]
    unit: float
    angle: float
    probs: Array = field(repr=False)
    sure: bool = True
    rows: tuple[int, ...] = ()
    outline: Polygon = ()

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the card's outline."""
        points = np.asarray(self.outline or self.polygon, dtype=np.float64)
        return float(points[:, 0].mean()), float(points[:, 1].mean())

    def doubted(self) -> CardSighting:
        """The same sighting, marked as unsure."""
        return replace(self, sure=False)


def pool(rows: Sequence[Array] | Array, weight: float) -> Array:
    """Log-opinion pool: (n, 54) probabilities into (54,); `weight` is what one more row is worth beside the
    first (0…1).

    Looks at the same print share their mistakes, so two of them are worth less than two independent
    witnesses.
    """
    logs = np.log(np.maximum(np.asarray(rows, dtype=np.float64), _FLOOR))
    pooled = logs.mean(axis=0) * (1 + weight * (len(logs) - 1))
    pooled = np.exp(pooled - pooled.max())
    return pooled / pooled.sum()


def agreement(a: Array, b: Array, flat: float = 0.05) -> Array:
    """Log likelihood ratio that two readings (…, 54) show the same code rather than two independent ones."""
    n = len(CODES)
    p, q = (1 - flat) * a + flat / n, (1 - flat) * b + flat / n
    return np.log(n * (p * q).sum(axis=-1))


def ranked(probs: Array, least: float = PLAUSIBLE) -> Alternatives:
    """Codes with a probability of at least `least`, best first; always at least one."""
    order = np.argsort(-probs, kind="stable")
    kept = [i for i in order[:5] if probs[i] >= least] or [order[0]]
    return tuple((CODES[i], float(probs[i])) for i in kept)
