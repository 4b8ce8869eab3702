"""Cards that left the table: a take-back while others stay, or the whole table swept."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .layout import TableLayout
from .motion import GateView, MotionGate
from .observations import CardsVanished, TableCleared
from .table import TableState
from .tracks import Track, Where

Mask = NDArray[np.bool_]

QUIET = 0.3
"""Nothing is decided before the play area has been without hands for this long."""
UNSEEN = 1.2
"""When cards are merely out of sight, not seen to be gone, the table counts as swept only after this long."""
SETTLE = 0.35
"""A take-back waits this long for the rest of its cards."""
AWAY = 1.0
"""A card moved by more than this many of its heights was swept aside."""


@dataclass(slots=True)
class Departures:
    """Decides what the cards that are gone mean."""

    gate: MotionGate
    layout: TableLayout
    _quiet_since: float | None = None
    _area: Mask = field(init=False)

    def __post_init__(self) -> None:
        self._area = self.gate.small_mask(self.layout.play_area)

    def feed(
        self, view: GateView, table: TableState, hurry: bool = False
    ) -> list[CardsVanished | TableCleared]:
        """One step; `hurry` when a new play is about to be told: what left before it comes first."""
        busy = bool((view.arms.mask & self._area).sum() > 0.002 * self._area.sum())
        busy = busy or bool((view.moving & self._area).sum() > 0.002 * self._area.sum())
        if busy:
            self._quiet_since = None
        elif self._quiet_since is None:
            self._quiet_since = view.at
        quiet = 0.0 if self._quiet_since is None else view.at - self._quiet_since
        if not hurry and quiet < QUIET:
            return self._early_take_back(view, table)
        return self._decide(view.at, table, hurry, quiet)

    def _decide(
        self, at: float, table: TableState, hurry: bool, quiet: float
    ) -> list[CardsVanished | TableCleared]:
        lying = [t for t in table.tracks if t.play is not None and not t.discarded and self._in_play(t)]
        gone = [t for t in lying if t.where is Where.GONE]
        staying = [t for t in lying if t.where is Where.VISIBLE and t.moved < AWAY]
        aside = [t for t in lying if t.where is Where.VISIBLE and t.moved >= AWAY]
        self._forget_others(at, table)
        if not lying:
            return []
        if not staying:
            swept = gone or aside
            if swept or (quiet >= UNSEEN and not hurry):
                return [self._clear(at, table, lying)]
            return []
        if not hurry:
            gone += _unseen(lying, table, patient=quiet >= UNSEEN)
        return self._taken_back(at, table, lying, gone, hurry)

    def _early_take_back(self, view: GateView, table: TableState) -> list[CardsVanished | TableCleared]:
        """Hands are over the table, but not over the cards in question: what was taken back can be told
        already.
        """
        lying = [t for t in table.tracks if t.play is not None and not t.discarded and self._in_play(t)]
        gone = [t for t in lying if t.where is Where.GONE]
        staying = [t for t in lying if t.where is Where.VISIBLE and t.moved < AWAY]
        gone += _unseen(lying, table, patient=False)
        if not gone or not staying:
            return []
        for track in (*gone, *staying):
            place = self.gate.small_mask(track.outline)
            if (view.arms.mask & place).any() or (view.moving & place).any():
                return []
        return self._taken_back(view.at, table, lying, gone, hurry=False)

    def _in_play(self, track: Track) -> bool:
        return self.layout.zone_at(track.anchor or track.centre)[0] != "hand"

    def _clear(self, at: float, table: TableState, lying: list[Track]) -> TableCleared:
        # A single play that goes may be taken back, so its cards may be played again.
        when = max([t.gone_at for t in lying if t.where is Where.GONE], default=at)
        plays = tuple(sorted({t.play for t in lying if t.play is not None}))
        for_good = len(plays) > 1
        for track in lying:
            if for_good:
                table.spent[track.code] += 1
            if track.where is Where.VISIBLE:
                track.discarded = True
            else:
                table.retire(track, at, for_good)
        return TableCleared(min(when, at), plays)

    def _taken_back(
        self, at: float, table: TableState, lying: list[Track], gone: list[Track], hurry: bool
    ) -> list[CardsVanished | TableCleared]:
        """The cards of the last play, or plays, are gone: a take-back. Older ones going first is a sweep
        under way.
        """
        if not gone:
            return []
        stay = [t.play for t in lying if t.where is Where.VISIBLE and t.play is not None]
        newest = max(stay, default=0)
        back = [t for t in gone if t.play is not None and t.play >= newest]
        if len(back) < len(gone) or (not hurry and at - max(t.gone_at for t in back) < SETTLE):
            return []
        for track in back:
            table.tracks = [each for each in table.tracks if each is not track]
        cards = tuple(track.seen_card() for track in back)
        plays = tuple(sorted({t.play for t in back if t.play is not None}))
        return [CardsVanished(at, tuple(t.id for t in back), cards, plays)]

    def _forget_others(self, at: float, table: TableState) -> None:
        """Cards that were never told, or lay in hand zones or among the discards, may go silently."""
        for track in list(table.tracks):
            told = track.play is not None and not track.discarded and self._in_play(track)
            if track.where is Where.GONE and not told:
                table.retire(track, at)


def _unseen(lying: list[Track], table: TableState, patient: bool) -> list[Track]:
    """Hidden cards of plays of which nothing is seen any more, though nothing known lies over them: they
    went.

    Their places need not look as before, since the cards under them may have been pushed. Where no card of
    a play is known to be gone, it takes patience.
    """
    missing: list[Track] = []
    for play in {track.play for track in lying}:
        cards = [track for track in lying if track.play == play]
        hidden = [track for track in cards if track.where is Where.HIDDEN and not _covered(track, table)]
        gone = sum(track.where is Where.GONE for track in cards)
        if hidden and gone + len(hidden) == len(cards) and (gone or patient):
            missing += hidden
    return missing


def _covered(track: Track, table: TableState) -> bool:
    """Whether cards that came with it or later lie over all its indices; older ones never do."""
    above = [
        other
        for other in table.tracks
        if other is not track
        and other.where is Where.VISIBLE
        and (other.play == track.play or other.came_at > track.came_at)
    ]
    return all(any(other.covers(spot.middle) for other in above) for spot in track.spots)
