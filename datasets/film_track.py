"""What moves in a film, as data: where each card and each arm is at any time.

Places are millimetres on the table (origin in its middle, x to the right, y towards seat 0), angles radians
clockwise as seen from above, times seconds. A card at angle 0 reads upright for seat 0.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .film_arm import Pose

CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where something lies: `lift` is its height above the table in mm, `turn` 0 face up … 1 face down."""

    x: float
    y: float
    angle: float = 0.0
    lift: float = 0.0
    turn: float = 0.0

    def ahead(self, right: float, up: float, angle: float = 0.0) -> Place:
        """The place `right` and `up` mm away in this place's own directions."""
        sin, cos = math.sin(self.angle), math.cos(self.angle)
        return replace(
            self,
            x=self.x + right * cos + up * sin,
            y=self.y + right * sin - up * cos,
            angle=self.angle + angle,
        )

    def seen_from(self, origin: Place) -> Place:
        """This place in the frame of `origin`: `origin.carrying(place.seen_from(origin)) == place`."""
        dx, dy = self.x - origin.x, self.y - origin.y
        sin, cos = math.sin(-origin.angle), math.cos(-origin.angle)
        return replace(
            self,
            x=dx * cos - dy * sin,
            y=dx * sin + dy * cos,
            angle=self.angle - origin.angle,
            lift=self.lift - origin.lift,
        )

    def carrying(self, load: Place) -> Place:
        """Where something is that lies at `load` in this place's frame."""
        sin, cos = math.sin(self.angle), math.cos(self.angle)
        return Place(
            self.x + load.x * cos - load.y * sin,
            self.y + load.x * sin + load.y * cos,
            self.angle + load.angle,
            max(0.0, self.lift + load.lift),
            load.turn,
        )


def between(a: Place, b: Place, part: float) -> Place:
    """A place on the way from `a` to `b`, starting and stopping softly (minimum jerk)."""
    s = min(1.0, max(0.0, part))
    s = s * s * s * (10 - 15 * s + 6 * s * s)
    return Place(
        a.x + (b.x - a.x) * s,
        a.y + (b.y - a.y) * s,
        a.angle + (b.angle - a.angle) * s,
        a.lift + (b.lift - a.lift) * s,
        a.turn + (b.turn - a.turn) * s,
    )


@dataclass(frozen=True, slots=True)
class ArmTrack:
    """One visit of an arm: the tip of its hand moves from stop to stop; outside its times it isn't there."""

    seat: int
    pose: Pose
    times: tuple[float, ...]
    stops: tuple[Place, ...]

    @property
    def start(self) -> float:
        return self.times[0]

    @property
    def end(self) -> float:
        return self.times[-1]

    def at(self, time: float) -> Place | None:
        """The hand's place, its angle pointing forward, or None while the arm is away."""
        if not self.start <= time <= self.end:
            return None
        i = min(bisect.bisect_right(self.times, time), len(self.times) - 1)
        before, after = self.times[i - 1], self.times[i]
        part = 1.0 if after <= before else (time - before) / (after - before)
        return between(self.stops[i - 1], self.stops[i], part)


@dataclass(frozen=True, slots=True)
class CardMove:
    """One motion of a card from `start` to `end`.

    It ends at `to`, which is None when it leaves the table. While `arm` (a number in the cast) carries it,
    it keeps the place in the hand that it had at the start, or gets by the end (`grip`).
    """

    start: float
    end: float
    to: Place | None
    z: int
    arm: int | None = None
    grip: Place | None = None


@dataclass(slots=True)
class CardTrack:
    """All motions of one physical card, in order of time."""

    code: str
    moves: list[CardMove] = field(default_factory=list)

    def last_place(self) -> Place | None:
        """Where it ends up."""
        return self.moves[-1].to if self.moves else None


@dataclass(frozen=True, slots=True)
class Seen:
    """A card at one moment: its place, its layer and whether it is moving."""

    card: int
    code: str
    place: Place
    z: int
    moving: bool


@dataclass(frozen=True, slots=True)
class Cast:
    """Everything that moves in the film."""

    cards: tuple[CardTrack, ...]
    arms: tuple[ArmTrack, ...]
    duration: float

    def cards_at(self, time: float) -> list[Seen]:
        """All cards on or above the table, lowest layer first."""
        seen = [one for i in range(len(self.cards)) if (one := self._card_at(i, time)) is not None]
        return sorted(seen, key=lambda one: (one.moving, one.z))

    def arms_at(self, time: float) -> list[tuple[ArmTrack, Place]]:
        """All arms in the picture."""
        return [(arm, place) for arm in self.arms if (place := arm.at(time)) is not None]

    def _card_at(self, number: int, time: float) -> Seen | None:
        track = self.cards[number]
        i = bisect.bisect_right(track.moves, time, key=lambda move: move.start) - 1
        if i < 0:
            return None
        move = track.moves[i]
        if time >= move.end:
            return None if move.to is None else Seen(number, track.code, move.to, move.z, False)
        before = track.moves[i - 1].to if i else None
        place = self._on_the_way(move, before, time)
        return None if place is None else Seen(number, track.code, place, move.z, True)

    def _on_the_way(self, move: CardMove, before: Place | None, time: float) -> Place | None:
        part = (time - move.start) / (move.end - move.start)
        if move.arm is None:
            return None if before is None or move.to is None else between(before, move.to, part)
        arm = self.arms[move.arm]
        hand = arm.at(time)
        if hand is None:
            return None
        return hand.carrying(self._load(move, before, arm, part))

    def _load(self, move: CardMove, before: Place | None, arm: ArmTrack, part: float) -> Place:
        """The card's place in the hand: from how it was gripped to how it will be let go."""
        first = _in_hand(arm, before, move.start) if before is not None else None
        last = move.grip if move.grip is not None else None
        if last is None and move.to is not None:
            last = _in_hand(arm, move.to, move.end)
        if first is None:
            first = last
        if last is None:
            last = first
        if first is None or last is None:
            raise ValueError("a carried card needs a place at the start or at the end")
        return between(first, last, part)


def _in_hand(arm: ArmTrack, place: Place, time: float) -> Place:
    hand = arm.at(min(max(time, arm.start), arm.end))
    assert hand is not None
    return place.seen_from(hand)


def fan(middle: Place, count: int, step: float, curl: float, reverse: bool = False) -> list[Place]:
    """Places of `count` overlapping cards, `step` mm apart, each `curl` radians further round, left to right.

    With `reverse` the first card lies at the right, so that the lower right indices stay open.
    """
    places = []
    for i in range(count):
        offset = i - (count - 1) / 2
        sag = abs(curl) * step * offset * offset / 2
        places.append(
            middle.ahead(offset * step * (-1 if reverse else 1), -sag, offset * curl * (-1 if reverse else 1))
        )
    return places


def centroid(places: Sequence[Place]) -> Place:
    """The mean position (angle 0)."""
    n = max(1, len(places))
    return Place(sum(p.x for p in places) / n, sum(p.y for p in places) / n)
