"""Arms that reach over the table: where each came in, which places it covered, and so which seat laid a
card there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from .layout import Point, TableLayout

Mask = NDArray[np.bool_]

MEMORY, EDGE_MEMORY = 1.2, 3.0
"""A resting arm is one for so many seconds after its last motion, and while its entry moved lately: discards
that lie on the table's edge are none, though new cards be laid beside them.
"""
_PUSHED = 0.3
"""What was pushed to the edge is no arm once it has lain still for so long."""
_KEEP_SECONDS = 30.0
_SAME_ENTRY = 0.09
_GONE_AFTER = 0.4
_MIN_AREA = 0.0025
_MIN_REACH = 0.045
_ENTRY = 4.5


@dataclass(slots=True)
class Arm:
    """One visit of an arm. `entry` where it crosses the table's edge, picture px, smoothed over time, and
    `last_entry` where it did so last; `seats` how much the former speaks for each seat. `attached`: it was
    first seen as part of a blob with an arm that was there before, so it may be no arm, but what that arm
    pushed to the edge.
    """

    id: int
    entry: Point
    seats: Mapping[int, float]
    first_at: float
    last_at: float
    reach: float = 0.0
    attached: bool = False
    last_entry: Point | None = None


@dataclass(frozen=True, slots=True)
class ArmsNow:
    """Arms over the table in one picture: `mask` (h, w) of what they cover, small px."""

    mask: Mask
    present: tuple[Arm, ...] = ()


@dataclass(slots=True)
class _Cover:
    """Per small pixel: which arm covered it last, and when."""

    arm: NDArray[np.int32] = field(repr=False)
    at: NDArray[np.float32] = field(repr=False)


class ArmTracker:
    """Follows arms in masks of what differs from the reference; works in small px, `scale` small px per
    picture px.
    """

    def __init__(self, layout: TableLayout, shape: tuple[int, int], scale: float) -> None:
        self._layout, self._scale = layout, scale
        table = np.zeros(shape, np.uint8)
        corners = np.asarray(layout.quad) * scale
        cv2.fillConvexPoly(table, np.int32(np.round(np.clip(corners, 0, (shape[1] - 1, shape[0] - 1)))), 1)
        self.table: Mask = table.astype(bool)
        self._ring = _rim(self.table)
        self._cover = _Cover(np.full(shape, -1, np.int32), np.full(shape, -1e9, np.float32))
        self._arms: dict[int, Arm] = {}
        self._next = 0

    def see_only(self, valid: Mask) -> None:
        """The camera was moved and sees only this part of the reference: arms come over its rim, too."""
        self._ring = _rim(self.table & valid)

    def feed(
        self, changed: Mask, rested: NDArray[np.floating], at: float, cards: Mask | None = None
    ) -> ArmsNow:
        """`changed` differs from the reference, `rested` says for how many seconds nothing moved there: only
        parts that moved lately can be arms, and they must have come over the table's edge not long ago.

        `cards` is where cards are known to lie: one that reaches over the table's edge is no arm.
        """
        mask = np.zeros_like(changed)
        moved_lately = rested < MEMORY
        ring = self._ring & (rested < EDGE_MEMORY)
        if cards is not None:
            ring &= ~cards
        present = []
        count, labels, stats, _ = cv2.connectedComponentsWithStats(
            (changed & self.table).astype(np.uint8), connectivity=8
        )
        for label in range(1, count):
            if stats[label, cv2.CC_STAT_AREA] < _MIN_AREA * changed.size:
                continue
            part = labels == label
            touching = part & ring
            if touching.sum() < 3 or not (part & moved_lately).any():
                continue
            arms = self._entries(part, touching, rested, at)
            if not arms:
                continue
            mask |= part
            present += arms
            self._covered(part, arms, at)
        self._forget(at)
        return ArmsNow(mask, tuple(present))

    def _entries(self, part: Mask, touching: Mask, rested: NDArray[np.floating], at: float) -> list[Arm]:
        """The arms of one blob: one for each stretch of the table's edge that it crosses."""
        ys, xs = np.nonzero(part)
        stretches = []
        count, labels, stats, centres = cv2.connectedComponentsWithStats(
            touching.astype(np.uint8), connectivity=8
        )
        diagonal = math.hypot(*part.shape)
        for label in range(1, count):
            if stats[label, cv2.CC_STAT_AREA] < 3:
                continue
            x, y = centres[label]
            reach = float(np.hypot(xs - x, ys - y).max()) / diagonal
            if reach >= _MIN_REACH:
                place = (float(x) / self._scale, float(y) / self._scale)
                resting = float(rested[labels == label].min())
                stretches.append((place, reach, resting, self._known(place, at)))
        before = any(arm is not None and not arm.attached for *_, arm in stretches)
        arms = []
        for place, reach, resting, known in stretches:
            arm = known if known is not None else self._new(place, at, attached=before)
            self._seen_at(arm, place, reach, at)
            if not arm.attached or resting < _PUSHED:
                arms.append(arm)
        return arms

    def _known(self, place: Point, at: float) -> Arm | None:
        """The arm that came in there a moment ago."""
        allowed = _SAME_ENTRY * math.hypot(self._layout.width, self._layout.height)
        for arm in reversed(self._arms.values()):
            # An arm that sweeps along the edge is ahead of its smoothed entry.
            apart = min(math.dist(place, arm.entry), math.dist(place, arm.last_entry or arm.entry))
            if apart < allowed and at - arm.last_at < _GONE_AFTER:
                return arm
        return None

    def _new(self, place: Point, at: float, attached: bool) -> Arm:
        arm = Arm(self._next, place, _entry_seats(self._layout, place), at, at, attached=attached)
        self._arms[arm.id] = arm
        self._next += 1
        return arm

    def _seen_at(self, arm: Arm, place: Point, reach: float, at: float) -> None:
        arm.last_at, arm.last_entry = at, place
        arm.entry = (0.8 * arm.entry[0] + 0.2 * place[0], 0.8 * arm.entry[1] + 0.2 * place[1])
        arm.seats = _entry_seats(self._layout, arm.entry)
        arm.reach = max(arm.reach, reach)

    def _covered(self, part: Mask, arms: Sequence[Arm], at: float) -> None:
        """Note who covers what; in a blob of several arms each pixel goes to the nearest entry."""
        self._cover.at[part] = at
        if len(arms) == 1:
            self._cover.arm[part] = arms[0].id
            return
        ys, xs = np.nonzero(part)
        entries = np.array([arm.entry for arm in arms]) * self._scale
        distance = np.hypot(xs[:, None] - entries[:, 0], ys[:, None] - entries[:, 1])
        self._cover.arm[ys, xs] = np.array([arm.id for arm in arms])[distance.argmin(axis=1)]

    def _forget(self, at: float) -> None:
        for arm in [arm for arm in self._arms.values() if at - arm.last_at > _KEEP_SECONDS]:
            del self._arms[arm.id]

    def who_covered(self, place: Mask, since: float) -> Arm | None:
        """The arm that covered most of a place (h, w, small px) last, if that was after `since`."""
        ids = self._cover.arm[place & (self._cover.at > since)]
        ids = ids[ids >= 0]
        if ids.size < 0.15 * place.sum():
            return None
        return self._arms.get(int(np.bincount(ids).argmax()))

    def last_over(self, place: Mask, since: float) -> Arm | None:
        """The arm that was over a place last, if that was after `since`."""
        at = np.where(place, self._cover.at, -1e9)
        where = np.unravel_index(int(at.argmax()), at.shape)
        return self._arms.get(int(self._cover.arm[where])) if at[where] > since else None

    def covered_at(self, place: Mask) -> float:
        """When an arm last covered any of a place."""
        return float(self._cover.at[place].max(initial=-1e9))

    def near(self, place: Mask, at: float, within: float) -> tuple[Arm, ...]:
        """Arms that covered part of a place in the last `within` seconds."""
        ids = np.unique(self._cover.arm[place & (self._cover.at > at - within)])
        return tuple(self._arms[int(i)] for i in ids if int(i) in self._arms)


def _rim(area: Mask) -> Mask:
    inner = cv2.erode(
        area.astype(np.uint8), np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0
    )
    return area & ~inner.astype(bool)


def _entry_seats(layout: TableLayout, entry: Point) -> dict[int, float]:
    """Sums to 1: seats whose home is near the entry, in parts of the distance between neighbours."""
    homes = [zone.home for zone in layout.seats]
    apart = min(math.hypot(ax - bx, ay - by) for i, (ax, ay) in enumerate(homes) for bx, by in homes[:i])
    around = min(apart, 2 * (layout.width + layout.height) / layout.players)
    scores = [math.exp(-_ENTRY * math.hypot(entry[0] - x, entry[1] - y) / around) for x, y in homes]
    total = sum(scores)
    return {seat: score / total for seat, score in enumerate(scores)}
