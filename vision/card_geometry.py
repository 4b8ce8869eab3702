"""How two indices of one card lie to each other, in units of the index, and where the whole card lies round
them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .detections import Detections
from .observations import Polygon
from .sightings import agreement

Array = NDArray[np.float64]

_SIDE_MARGIN = 0.65
_ASPECT = 0.70
_SPREAD = 0.6
_SHORTEST, _LONGEST = 3.0, 24.0
"""Units between the two indices of a card: some decks have very large or very small indices."""


@dataclass(frozen=True, slots=True)
class CardGeometry:
    """Offset from an index's middle to that of the opposite one, in units, in its own upright frame:
    `right` and `down`.

    A poker card has about (6.1, 7.4), one with jumbo indices about (3.1, 3.5). `sigma` is the tolerance in
    units, `evidence` how many pairs speak for it.
    """

    right: float = 6.1
    down: float = 7.4
    sigma: float = 1.1
    evidence: float = 0.0

    @property
    def length(self) -> float:
        """Distance between the two indices, units."""
        return float(np.hypot(self.right, self.down))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the card, units."""
        width = self.right + 2 * _SIDE_MARGIN
        margin = float(np.clip((width / _ASPECT - self.down) / 2, 0.8, 2.2))
        return width, self.down + 2 * margin

    def outline(self, middle: Array, up: Array, unit: float) -> Polygon:
        """The card whose index has this middle (2,), up direction (2,) and unit in px: its four corners,
        clockwise.
        """
        width, height = self.size
        right = np.array([-up[1], up[0]])
        left, top = (width - self.right) / 2, (height - self.down) / 2
        corner = middle - right * left * unit + up * top * unit
        across, along = right * width * unit, -up * height * unit
        corners = (corner, corner + across, corner + across + along, corner + along)
        return tuple((float(x), float(y)) for x, y in corners)

    def blended(self, other: CardGeometry, keep: float = 20.0) -> CardGeometry:
        """This estimate corrected by a newer one, each weighed by its evidence."""
        total = self.evidence + other.evidence
        if other.evidence <= 0:
            return self
        share = other.evidence / total
        return CardGeometry(
            self.right + share * (other.right - self.right),
            self.down + share * (other.down - self.down),
            min(self.sigma, other.sigma),
            min(total, keep),
        )


@dataclass(frozen=True, slots=True, eq=False)
class PairFrame:
    """All ordered pairs of n indices: `right`, `down` (n, n) offset of j in the frame of i, units;
    `opposite` (n, n) cosine between i's up and j's reversed up; `ratio` (n, n) of their units.
    """

    right: Array
    down: Array
    opposite: Array
    ratio: Array


def pair_frame(detections: Detections) -> PairFrame:
    """Measures every pair; a pair's axes and unit are the mean of both, so that perspective cancels at
    first order.
    """
    middles = (detections.rank_points + detections.pip_points).astype(np.float64) / 2
    vectors = (detections.rank_points - detections.pip_points).astype(np.float64)
    units = np.maximum(np.linalg.norm(vectors, axis=1), 1e-6)
    ups = vectors / units[:, None]
    opposite = -(ups @ ups.T)
    sign = np.where(opposite >= 0, -1.0, 1.0)
    mean = ups[:, None, :] + sign[:, :, None] * ups[None, :, :]
    mean /= np.maximum(np.linalg.norm(mean, axis=2, keepdims=True), 1e-6)
    unit = (units[:, None] + units[None, :]) / 2
    offset = (middles[None, :, :] - middles[:, None, :]) / unit[:, :, None]
    right = -mean[:, :, 1] * offset[:, :, 0] + mean[:, :, 0] * offset[:, :, 1]
    down = -(mean * offset).sum(axis=2)
    return PairFrame(right, down, opposite, units[:, None] / units[None, :])


def estimate_geometry(detections: Detections, prior: CardGeometry | None = None) -> CardGeometry:
    """The deck's geometry from one picture: the offset on which most pairs of equal readings agree; else
    `prior`.
    """
    prior = prior or CardGeometry()
    if len(detections) < 2:
        return prior
    frame = pair_frame(detections)
    probs = detections.class_probs.astype(np.float64)
    same = agreement(probs[:, None, :], probs[None, :, :])
    length = np.hypot(frame.right, frame.down)
    shape = frame.right / np.maximum(frame.down, 1e-6)
    good = (frame.opposite > 0.9) & (frame.right > 1.5) & (frame.down > 1.5) & (same > 2.0)
    good &= (length > _SHORTEST) & (length < _LONGEST) & (shape > 0.45) & (shape < 1.45)
    good &= (frame.ratio > 0.7) & (frame.ratio < 1.43) & np.triu(np.ones_like(good), 1).astype(bool)
    if not good.any():
        return prior
    points = np.stack([frame.right[good], frame.down[good]], axis=1)
    return _mode(points, prior)


def _mode(points: Array, prior: CardGeometry) -> CardGeometry:
    """The densest of the candidate offsets (n, 2), averaged with those near it."""
    distance = np.linalg.norm(points[:, None, :] - points[None, :, :], axis=2)
    density = np.exp(-((distance / _SPREAD) ** 2) / 2).sum(axis=1)
    pull = np.log(np.linalg.norm(points, axis=1) / prior.length)
    near = distance[np.argmax(density - 0.5 * pull**2)] < 2 * _SPREAD
    right, down = points[near].mean(axis=0)
    spread = float(points[near].std(axis=0).max()) if near.sum() > 2 else 0.4
    sigma = float(np.clip(spread, 0.35, 0.7))
    return CardGeometry(float(right), float(down), sigma, float(near.sum()))
