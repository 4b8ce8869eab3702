"""One physical card on the table over time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from .arms import Arm
from .labels import CODES
from .observations import Polygon, SeenCard
from .sightings import CardSighting
from .snapshots import Image, Snapshot
from .voting import ENOUGH, CardVotes, Presence

Points = NDArray[np.float64]


STEADY = 0.5
"""A card is read in at least this part of the looks at its place; what flickers is none."""


class Where(StrEnum):
    """What became of a card."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    GONE = "gone"


@dataclass(slots=True, eq=False)
class Spot:
    """Where one of its indices lies: `middle` and `up` in reference px; what it looked like when read, and
    before the card came.
    """

    middle: Points
    up: Points
    unit: float
    seen: Image | None = None
    before: tuple[Image, ...] = ()


@dataclass(slots=True, eq=False)
class Track:
    """A card.

    `outline` where the whole card lies; `came_at` when it came to rest on the table, `lies_since` when it
    was last moved, `seen_at` when it was last read; `before` the table before it came; `arm` who brought
    it; `play` the observation it was reported with; `anchor` where it lay then; `discarded`: swept aside;
    `unmoved`: found where nothing had moved.
    """

    id: int
    came_at: float
    lies_since: float
    seen_at: float
    spots: list[Spot]
    outline: Polygon
    polygon: Polygon
    votes: CardVotes = field(default_factory=CardVotes)
    presence: Presence = field(default_factory=Presence)
    where: Where = Where.VISIBLE
    before: Snapshot | None = None
    arm: Arm | None = None
    play: int | None = None
    anchor: tuple[float, float] | None = None
    discarded: bool = False
    swept_for_good: bool = False
    unmoved: bool = False
    missed: int = 0
    reverted: int = 0
    gone_at: float = 0.0
    told: str = ""

    @property
    def code(self) -> str:
        """The likeliest card."""
        return self.votes.code

    @property
    def unit(self) -> float:
        """Size of its index, px."""
        return self.spots[0].unit

    @property
    def centre(self) -> tuple[float, float]:
        """The card's middle."""
        points = np.asarray(self.outline)
        return float(points[:, 0].mean()), float(points[:, 1].mean())

    @property
    def size(self) -> tuple[float, float]:
        """The card's width and height, px."""
        (ax, ay), (bx, by), (cx, cy), _ = self.outline
        return math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by)

    @property
    def up(self) -> Points:
        """Direction from the player it faces to the middle, as its first index shows it."""
        return self.spots[0].up

    @property
    def moved(self) -> float:
        """How far it lies from where it was reported, in its own heights."""
        if self.anchor is None:
            return 0.0
        x, y = self.centre
        return math.hypot(x - self.anchor[0], y - self.anchor[1]) / max(self.size[1], 1.0)

    def covers(self, point: Points) -> bool:
        """Whether the card lies over a point."""
        contour = np.asarray(self.outline, np.float32).reshape(-1, 1, 2)
        return cv2.pointPolygonTest(contour, (float(point[0]), float(point[1])), False) >= 0

    @property
    def believed(self) -> bool:
        """Whether it is taken for a card: seen in most looks, and it reads like one."""
        steady = self.votes.count >= STEADY * (self.votes.count + self.missed)
        if self.unexplained and self.votes.count < ENOUGH:
            return False
        return self.presence.confirmed and self.votes.plausible and (steady or self.play is not None)

    @property
    def unexplained(self) -> bool:
        """Whether nothing tells how it came there: such a card needs more looks than others."""
        return self.unmoved or (self.arm is None and not self.votes.sure)

    @property
    def wants_looks(self) -> bool:
        """Whether it is not told yet and more looks may decide what it is."""
        if self.where is not Where.VISIBLE or self.play is not None:
            return False
        return not self.votes.decided or (self.unexplained and self.votes.count < ENOUGH)

    def see(self, sighting: CardSighting, spots: Sequence[Spot], at: float, moved: bool = False) -> None:
        """One more look that shows it; `moved`: it is known to lie elsewhere than before."""
        is_index = min(1.0, sighting.score / max(float(sighting.probs.max()), 1e-6))
        self.votes.add(is_index * sighting.probs + (1 - is_index) / len(CODES))
        kept = [old for old in self.spots if not any(_near(old, new, 1.5) for new in spots)]
        self.spots = list(spots) if moved else [*spots, *kept]
        if moved:
            self.lies_since = at
        whole = self.polygon == self.outline
        if len(sighting.rows) > 1 or moved or not whole:
            self.outline, self.polygon = sighting.outline, sighting.polygon
        self.presence.hit()
        self.where, self.seen_at, self.reverted = Where.VISIBLE, at, 0

    def take_place_of(self, other: Track) -> None:
        """It is the card that was taken for another one: from here on it lies there."""
        self.spots, self.outline, self.polygon = other.spots, other.outline, other.polygon
        self.presence, self.where, self.reverted = other.presence, Where.VISIBLE, 0
        self.lies_since, self.seen_at = other.came_at, other.seen_at

    def seen_card(self) -> SeenCard:
        """As reported to the outside."""
        votes = self.votes
        return SeenCard(
            self.id, votes.code, votes.score, votes.alternatives, votes.votes, self.polygon, votes.sure
        )


def spots_of(sighting: CardSighting, now: Snapshot) -> list[Spot]:
    """A sighting's indices with their pictures."""
    spots = []
    for rank, pip in sighting.index_points:
        top, bottom = np.asarray(rank, np.float64), np.asarray(pip, np.float64)
        unit = max(float(np.linalg.norm(top - bottom)), 1e-3)
        middle, up = (top + bottom) / 2, (top - bottom) / unit
        spots.append(Spot(middle, up, unit, now.patch(middle, up, unit)))
    return spots


def distance(track: Track, spots: Sequence[Spot]) -> float:
    """From the nearest of its indices to the nearest of some spots that lie the same way, in units;
    infinite without any.
    """
    best = math.inf
    for old in track.spots:
        for new in spots:
            if float(old.up @ new.up) > 0.9:
                best = min(best, float(np.linalg.norm(old.middle - new.middle)) / new.unit)
    return best


def _near(a: Spot, b: Spot, units: float) -> bool:
    return float(np.linalg.norm(a.middle - b.middle)) < units * b.unit
