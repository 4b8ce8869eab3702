"""Cards that came to rest together become one play: grouped by place, arrival and arm, told once the hand
is gone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .arms import Arm
from .layout import TableLayout
from .motion import GateView, MotionGate
from .observations import Zone
from .table import TableState
from .tracks import Track, Where

Mask = NDArray[np.bool_]
Votes = dict[int, float]

CALM = 0.34
"""A play is told when nothing has moved over it, and its player's hand has been gone, for this many
seconds: a hand that fetches the rest of the play comes back sooner.
"""
PATIENCE = 1.0
"""How long a play waits for doubtful cards once it lies still."""
UNREAD = 0.4
"""A doubtful card that hasn't been read for this long won't be read any more."""
RETURN_WAIT = 1.8
"""How long it waits for the same player's hand that is on its way back."""
LINGER = 4.0
"""How long it waits for a hand that rests on it."""
JOIN_SECONDS = 1.4
TOGETHER = 0.8
"""Cards that nobody was seen to bring belong together if they came within so many seconds."""
_ADJACENT = 0.7
_ARM_FLOOR, _FACING_FLOOR = 0.04, 0.35


@dataclass(slots=True)
class Group:
    """A play on its way: cards that belong together."""

    tracks: list[Track]
    zone: Zone
    zone_seat: int | None
    arms: dict[int, Arm] = field(default_factory=dict)
    changed_at: float = 0.0
    calm_since: float | None = None
    settled_at: float = 0.0
    joins: int | None = None

    @property
    def came_at(self) -> float:
        """When its first card came, s."""
        return min(track.came_at for track in self.tracks)

    @property
    def region(self) -> tuple[float, float, float, float]:
        """Box round the cards, reference px."""
        points = np.concatenate([np.asarray(track.outline) for track in self.tracks])
        (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
        return float(x0), float(y0), float(x1), float(y1)


@dataclass(slots=True)
class _Told:
    """What is remembered of a play that was told."""

    id: int
    seat: int | None
    outlines: list[NDArray[np.float64]]
    settled_at: float


class PlayBuilder:
    """Collects newly believed cards and says which groups are complete."""

    def __init__(self, gate: MotionGate, layout: TableLayout) -> None:
        self._gate, self._layout = gate, layout
        self.groups: list[Group] = []
        self._last: _Told | None = None

    def feed(self, view: GateView, table: TableState) -> list[Group]:
        """One step; returns the groups that are complete, oldest first. They are no longer kept."""
        self._drop_gone(table)
        for track in table.tracks:
            if self._is_new(track):
                self._place(track, view.at)
        ready = [group for group in self.groups if self._ready(group, view, table)]
        self.groups = [group for group in self.groups if group not in ready]
        return sorted(ready, key=lambda group: (group.settled_at, group.came_at))

    def told(self, group: Group, id: int, seat: int | None) -> None:
        """Note that a group was reported as observation `id`."""
        outlines = [np.asarray(track.outline) for track in group.tracks]
        if group.joins is not None and self._last is not None:
            outlines += self._last.outlines
        self._last = _Told(group.joins or id, seat, outlines, group.settled_at)
        for track in group.tracks:
            track.play, track.anchor = group.joins or id, track.centre

    def flush(self) -> list[Group]:
        """Whatever is waiting, when the source ends."""
        ready, self.groups = self.groups, []
        return [group for group in ready if group.tracks]

    @property
    def waiting(self) -> bool:
        """Whether a play is on its way."""
        return bool(self.groups)

    # -- grouping

    def _is_new(self, track: Track) -> bool:
        known = any(track is each for group in self.groups for each in group.tracks)
        fresh = track.play is None and not track.discarded and track.believed
        return fresh and not known and track.where is Where.VISIBLE

    def _place(self, track: Track, at: float) -> None:
        zone, seat = self._layout.zone_at(track.centre)
        kind: Zone = "hand" if zone == "hand" else "play"
        zone_seat = seat if kind == "hand" else None
        near = [group for group in self.groups if self._belongs(track, kind, zone_seat, group)]
        group = near[0] if near else Group([], kind, zone_seat)
        group.tracks.append(track)
        if track.arm is not None:
            group.arms[track.arm.id] = track.arm
        for other in near[1:]:
            if _same_hand(group, other):
                group.tracks += other.tracks
                group.arms |= other.arms
                self.groups.remove(other)
        if not near:
            self.groups.append(group)
        group.changed_at, group.calm_since = at, None
        _settle_zone(group, self._layout)

    def _belongs(self, track: Track, zone: Zone, seat: int | None, group: Group) -> bool:
        if zone == "hand" and group.zone == "hand" and seat != group.zone_seat:
            return False
        if not any(adjacent(track.outline, other.outline) for other in group.tracks):
            return False
        if track.arm is None or not group.arms:
            return any(abs(track.came_at - other.came_at) < TOGETHER for other in group.tracks)
        if track.arm.id in group.arms:
            return True
        return any(best(track.arm.seats) == best(arm.seats) for arm in group.arms.values())

    def _drop_gone(self, table: TableState) -> None:
        alive = set(map(id, table.tracks))
        for group in self.groups:
            group.tracks = [
                track for track in group.tracks if id(track) in alive and track.where is not Where.GONE
            ]
        self.groups = [group for group in self.groups if group.tracks]

    # -- readiness

    def _ready(self, group: Group, view: GateView, table: TableState) -> bool:
        mask = self._mask(group)
        busy_own, busy_other = self._busy(group, mask, view)
        if busy_own or busy_other:
            if group.calm_since is None:
                group.settled_at = max(group.changed_at, group.settled_at)
            group.calm_since = None
        elif group.calm_since is None:
            group.calm_since = view.at - float(np.minimum(view.still_for[mask].min(initial=9.0), 0.1))
            group.settled_at = group.calm_since
        decided = all(track.votes.decided or view.at - track.seen_at > UNREAD for track in group.tracks)
        if group.calm_since is None:
            rested = view.at - group.changed_at
            return decided and (rested > LINGER or (busy_other and not busy_own and rested > 0.3))
        calm = view.at - group.calm_since
        gone = view.at - max((arm.last_at for arm in group.arms.values()), default=-1e9)
        if min(calm, gone) < CALM or (self._hand_returns(group, view) and calm < RETURN_WAIT):
            return False
        return calm > PATIENCE or (decided and not self._unfinished(group, mask, view, table))

    def _mask(self, group: Group) -> Mask:
        mask = np.zeros(self._gate.shape, bool)
        for track in group.tracks:
            mask |= self._gate.small_mask(track.outline, grow=2)
        return mask

    def _busy(self, group: Group, mask: Mask, view: GateView) -> tuple[bool, bool]:
        """Whether the arm that laid the cards, or another one, is still over them."""
        if not (view.moving & mask).any() and (view.arms.mask & mask).sum() <= 0.01 * mask.sum():
            return False, False
        over = [arm for arm in self._gate.arms.near(mask, view.at, 0.05) if arm.last_at >= view.at - 0.05]
        own = [arm for arm in over if self._is_own(arm, group)]
        return bool(own) or not over, len(over) > len(own)

    def _is_own(self, arm: Arm, group: Group) -> bool:
        return not group.arms or arm.id in group.arms or best(arm.seats) in map(best, _seats(group))

    def _hand_returns(self, group: Group, view: GateView) -> bool:
        """Whether an arm of the same seat is over the table again: the rest of the play may be coming."""
        return bool(group.arms) and any(
            best(arm.seats) in map(best, _seats(group)) for arm in view.arms.present
        )

    def _unfinished(self, group: Group, mask: Mask, view: GateView, table: TableState) -> bool:
        """Whether there may be more cards to it: unread changes beside it, or cards seen too seldom yet."""
        pending = view.changed & mask & ~view.arms.mask & (view.still_for < 0.3)
        if pending.sum() > 0.02 * mask.sum():
            return True
        known = set(map(id, group.tracks))
        return any(
            not track.presence.confirmed
            and not track.presence.empty
            and view.at - track.seen_at < 0.3
            and id(track) not in known
            and any(adjacent(track.outline, other.outline) for other in group.tracks)
            for track in table.tracks
        )

    # -- whose

    def seat_votes(self, group: Group) -> tuple[Votes, dict[str, Votes]]:
        """Votes of all evidence together (sum 1), and of each kind."""
        evidence = {"place": self._place_votes(group)}
        if group.arms:
            evidence["arm"] = mean_votes([arm.seats for arm in group.arms.values()])
        evidence["facing"] = self._facing_votes(group)
        if group.zone == "hand" and group.zone_seat is not None:
            return {group.zone_seat: 1.0}, evidence
        floors = {"place": 0.02, "arm": _ARM_FLOOR, "facing": _FACING_FLOOR}
        scores = {
            seat: math.prod(votes[seat] + floors[name] for name, votes in evidence.items())
            for seat in range(self._layout.players)
        }
        total = sum(scores.values())
        return {seat: score / total for seat, score in scores.items()}, evidence

    def _place_votes(self, group: Group) -> Votes:
        x0, y0, x1, y1 = group.region
        return self._layout.seat_weights(((x0 + x1) / 2, (y0 + y1) / 2))

    def _facing_votes(self, group: Group) -> Votes:
        """A card lies towards its player or head over: both ways of each card count, the better one of each
        seat.
        """
        every = []
        for track in group.tracks:
            down = (-float(track.up[0]) * 100, -float(track.up[1]) * 100)
            ahead = self._layout.direction_weights(down)
            behind = self._layout.direction_weights((-down[0], -down[1]))
            every.append({seat: max(ahead[seat], behind[seat]) for seat in ahead})
        votes = mean_votes(every)
        total = sum(votes.values())
        return {seat: vote / total for seat, vote in votes.items()}

    def joined(self, group: Group, seat: int | None) -> int | None:
        """The earlier play that this one completes: same seat, beside it, a moment later."""
        last = self._last
        if last is None or group.zone != "play" or last.seat != seat:
            return None
        near = any(adjacent(track.outline, outline) for track in group.tracks for outline in last.outlines)
        return last.id if near and self._soon_after(group, last) else None

    def _soon_after(self, group: Group, last: _Told) -> bool:
        """Whether cards came, or the hand that rested on them came in, a moment after the last play."""
        came = min(track.came_at for track in group.tracks) - last.settled_at
        entered = min((arm.first_at for arm in group.arms.values()), default=math.inf) - last.settled_at
        if came < -JOIN_SECONDS:
            return False
        return came < JOIN_SECONDS or (entered < JOIN_SECONDS / 2 and came < 2 * JOIN_SECONDS)

    def swept(self) -> None:
        """The table was cleared: nothing joins what lay there."""
        self._last = None


def _same_hand(a: Group, b: Group) -> bool:
    """Whether two groups were brought by the same player, as far as their arms tell, to the same zone."""
    if (a.zone, a.zone_seat) != (b.zone, b.zone_seat):
        return False
    seats = {best(votes) for votes in _seats(a)}, {best(votes) for votes in _seats(b)}
    return not all(seats) or bool(seats[0] & seats[1])


def _seats(group: Group) -> list[Mapping[int, float]]:
    return [arm.seats for arm in group.arms.values()]


def _settle_zone(group: Group, layout: TableLayout) -> None:
    """The zone of most of its cards."""
    zones = [layout.zone_at(track.centre) for track in group.tracks]
    hands = [seat for zone, seat in zones if zone == "hand"]
    if len(hands) * 2 > len(zones):
        group.zone, group.zone_seat = "hand", max(set(hands), key=hands.count)
    else:
        group.zone, group.zone_seat = "play", None


def adjacent(
    a: Sequence[Sequence[float]] | NDArray[np.float64], b: Sequence[Sequence[float]] | NDArray[np.float64]
) -> bool:
    """Whether two card outlines touch or nearly do: their boxes, a part of a card's width apart at most."""
    p, q = np.asarray(a, np.float64), np.asarray(b, np.float64)
    slack = _ADJACENT * float(np.linalg.norm(p[1] - p[0]))
    apart = np.maximum(p.min(axis=0) - q.max(axis=0), q.min(axis=0) - p.max(axis=0))
    return bool((apart < slack).all())


def mean_votes(every: Sequence[Mapping[int, float]]) -> Votes:
    """The average of several votes."""
    return {seat: sum(votes[seat] for votes in every) / len(every) for seat in every[0]}


def best(votes: Mapping[int, float]) -> int:
    """The seat with the most votes."""
    return max(votes, key=lambda seat: votes[seat])
