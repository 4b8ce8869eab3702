"""The table's state: which cards lie where, kept true from look to look.

A sighting is an old card when it lies where one lay and the print is the same, or shows a code that only
one card can have. A card that is no longer read is still there when its picture is unchanged, hidden when
another card came to lie over it or something unknown is there, gone when the place looks as it did before
the card came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .alignment import move_points
from .attention import Region
from .labels import CODES, INDEX_OF
from .layout import TableLayout
from .motion import GateView, MotionGate
from .sightings import CardSighting, agreement
from .snapshots import Snapshot, Snapshots, alike, resemblance
from .tracks import Spot, Track, Where, distance, spots_of
from .voting import LOOKS

Mask = NDArray[np.bool_]

NEAR = 0.75
"""Index to index, in units: the same place."""
PAST_SECONDS, PAST_SOON = 60.0, 0.6
"""How long swept cards are remembered; seen again at once, or where the same hand left them, they are
discards.
"""
_USED, _SPENT = -4.0, -1.5
_PUSHED = 1.4
_APART = 1.1
"""In diagonals of a card: two indices further from each other are not of one card that lies still."""
_STAYS, _EXACT = 0.4, 0.5
_SECOND_CHOICE = 0.15
"""With two packs, of equal cards that share a place a sighting is rather the one with a single index."""
_UNMOVED = 2.5
"""A card found where nothing has moved for so long was overlooked before, or is none."""
_JUST_GONE = 6.0
_NEW_HAND = 0.3
"""An arm that came no sooner than this before a card was missed isn't the one that took it."""
_RESTLESS = 10
"""Percentile of a card's px that tells when it came: white laid on white moves few of them."""
_SAME, _SURELY_SAME = 0.72, 0.92
"""Correlation of an index's pictures above which it is still there; above which even another reading is a
misreading.
"""
_REVEALED = 1.5


@dataclass(slots=True)
class Look:
    """One look at some regions: the gate's view, the picture kept, and what was read there (reference px)."""

    view: GateView
    snapshot: Snapshot
    regions: Sequence[Region]
    sightings: list[CardSighting]


@dataclass(slots=True)
class TableState:
    """All cards known, and those that lately left. `spent` are codes played earlier in the deal; with a
    `layout`, a card that a new hand lays in the play area is a new one though it was swept before.
    """

    gate: MotionGate
    snapshots: Snapshots
    packs: int = 1
    layout: TableLayout | None = None
    tracks: list[Track] = field(default_factory=list)
    past: list[Track] = field(default_factory=list)
    spent: Counter[str] = field(default_factory=Counter)
    next_id: int = 1
    first_look_at: float = -1.0

    def update(self, look: Look) -> None:
        """Bring the state up to date with one look."""
        at = look.view.at
        if self.first_look_at < 0:
            self.first_look_at = at
        self.past = [t for t in self.past if at - t.gone_at < PAST_SECONDS]
        pairs = [(sighting, spots_of(sighting, look.snapshot)) for sighting in look.sightings]
        matched: dict[int, Track] = {}
        self._match_places(pairs, look, matched)
        self._match_codes(pairs, look, matched)
        for i, (sighting, spots) in enumerate(pairs):
            known = matched.get(i)
            moved = known is not None and self._moved(known, spots, look)
            if known is not None and moved and known.play is None and not known.discarded:
                track, moved = self._arrive_again(known, sighting, spots, look), False
            else:
                track = known or self._arrive(sighting, spots, look)
            self._take_up_again(track)
            track.see(sighting, spots, at, moved)
            matched[i] = track
        self._miss(look, set(map(id, matched.values())))
        if self.packs == 1:
            self._merge_doubles()
            self._merge_moved(at)
        else:
            self._merge_halves(pairs, matched)
        self._weigh()

    # -- old or new

    def _match_places(
        self, pairs: list[tuple[CardSighting, list[Spot]]], look: Look, matched: dict[int, Track]
    ) -> None:
        """Sightings that lie where a known card lies."""
        candidates = []
        for i, (sighting, spots) in enumerate(pairs):
            for track in self.tracks:
                if track.where is Where.GONE:
                    continue
                compatible = float(agreement(track.votes.pooled, sighting.probs))
                far = distance(track, spots)
                if self.packs > 1:
                    far += _SECOND_CHOICE * (len(track.spots) - 1)
                if far < NEAR and (compatible > -1.0 or self._still_there(track, look, _SURELY_SAME)):
                    candidates.append((far - 0.2 * compatible, i, track))
                elif far < _EXACT and self._shows_elsewhere(track, spots, look):
                    candidates.append((far, i, track))
                elif compatible > 1.0 and _same_outline(track, sighting):
                    candidates.append((0.5 - 0.2 * compatible, i, track))
        _assign(candidates, matched)

    def _match_codes(
        self, pairs: list[tuple[CardSighting, list[Spot]]], look: Look, matched: dict[int, Track]
    ) -> None:
        """Sightings of a card that was pushed, uncovered or swept aside."""
        taken = set(map(id, matched.values()))
        candidates = []
        for i, (sighting, spots) in enumerate(pairs):
            if i in matched:
                continue
            for track in self.tracks:
                if id(track) in taken or track.code != sighting.code or sighting.score < 0.5:
                    continue
                if self._laid_anew(track, sighting):
                    continue
                if self._may_have_moved(track, spots, look):
                    candidates.append((distance_between(track, sighting), i, track))
            for track in self.past:
                if track.code == sighting.code and self._swept_here(track, sighting, look.view.at):
                    candidates.append((1e6 + distance_between(track, sighting), i, track))
        _assign(candidates, matched)

    def _laid_anew(self, track: Track, sighting: CardSighting | Track) -> bool:
        """Whether a card that is gone was brought again by another hand than took it: then it is played
        once more.
        """
        if track.where is not Where.GONE:
            return False
        arm = self.gate.arms.last_over(self.gate.small_mask(sighting.outline), since=track.gone_at - 2.0)
        return arm is not None and arm.first_at > track.gone_at - _NEW_HAND

    def _left_its_place(self, track: Track, look: Look) -> bool:
        """Whether the place where a card lay is bare to the eye and shows it no more."""
        if track.where is Where.GONE:
            return look.view.at - track.gone_at < _JUST_GONE
        if not any(self._calm(spot, look.view) for spot in track.spots):
            return False
        visible = track.where is Where.VISIBLE and not self._still_there(track, look)
        return visible or self._reverted(track, look)

    def _swept_here(self, track: Track, sighting: CardSighting, at: float) -> bool:
        """Whether a card that was swept is seen again because the sweeping hand left it there."""
        if at - track.gone_at < PAST_SOON:
            return True
        arm = self.gate.arms.last_over(self.gate.small_mask(sighting.outline), since=track.gone_at - 2.0)
        swept = arm is not None and arm.first_at < track.gone_at - _NEW_HAND
        return swept or (track.swept_for_good and (arm is None or not self._in_play(sighting)))

    def _in_play(self, sighting: CardSighting) -> bool:
        return self.layout is None or self.layout.zone_at(sighting.centre)[0] == "play"

    def retire(self, track: Track, at: float, for_good: bool = False) -> None:
        """A card that was swept: no longer on the table, though it may turn up among the discards.

        `for_good`: it can't be played again in this deal.
        """
        track.swept_for_good = for_good and self.packs == 1
        if track.where is not Where.GONE:
            self._leave(track, at)
        self.tracks = [each for each in self.tracks if each is not track]
        self.past.append(track)

    def _may_have_moved(self, track: Track, spots: list[Spot], look: Look) -> bool:
        """Whether this card can be the one now seen elsewhere: not while it still lies at its place."""
        if self.packs == 1:
            beside = float(np.linalg.norm(spots[0].middle - track.spots[0].middle)) < _PUSHED * track.size[1]
            return beside or self._left_its_place(track, look)
        far = distance(track, spots)
        if track.where is Where.HIDDEN:
            return far < _REVEALED
        pushed = float(np.linalg.norm(spots[0].middle - track.spots[0].middle)) < _PUSHED * track.size[1]
        seen_empty = self._looked_at(track, look) and not self._still_there(track, look)
        return pushed and (track.where is Where.GONE or seen_empty)

    def _moved(self, track: Track, spots: list[Spot], look: Look) -> bool:
        """Whether a known card lies elsewhere now, rather than showing another of its indices."""
        far = float(np.linalg.norm(spots[0].middle - track.spots[0].middle)) > _APART * float(
            np.hypot(*track.size)
        )
        return far or (distance(track, spots) > _STAYS and not self._still_there(track, look))

    def _arrive(self, sighting: CardSighting, spots: list[Spot], look: Look) -> Track:
        """A card not known before."""
        at = look.view.at
        place = self.gate.small_mask(sighting.outline)
        still = look.view.still_for[place]
        came_at = at - min(float(np.percentile(still, _RESTLESS)) if still.size else 0.0, 10.0)
        unmoved = at - came_at > _UNMOVED and at - self.first_look_at > _UNMOVED
        track = Track(self.next_id, came_at, came_at, at, spots, sighting.outline, sighting.polygon)
        track.arm = self.gate.arms.who_covered(place, since=came_at - 0.8)
        track.before = self.snapshots.before(
            min(came_at - 0.5, track.arm.first_at if track.arm else came_at) - 0.05
        )
        track.unmoved = unmoved and track.arm is None
        self.next_id += 1
        self.tracks.append(track)
        return track

    def _arrive_again(self, track: Track, sighting: CardSighting, spots: list[Spot], look: Look) -> Track:
        """A card not told yet that lies elsewhere now: its votes begin anew, but whose it is and when it came
        were seen before it was pushed, or the camera knocked.
        """
        self.tracks = [each for each in self.tracks if each is not track]
        again = self._arrive(sighting, spots, look)
        if track.arm is not None and track.code == sighting.code:
            again.arm, again.came_at = track.arm, min(track.came_at, again.came_at)
        return again

    def _take_up_again(self, track: Track) -> None:
        """A swept card that is seen again lies among the discards."""
        if any(track is each for each in self.past):
            self.past = [each for each in self.past if each is not track]
            track.discarded = True
            self.tracks.append(track)

    def _merge_doubles(self) -> None:
        """With one pack, two tracks of one code side by side are one card, whose indices were taken for
        two.
        """
        lying = [track for track in self.tracks if track.where is not Where.GONE and track.presence.confirmed]
        for younger in lying:
            if younger.play is not None:
                continue
            older = next((each for each in lying if self._same_card(each, younger)), None)
            if older is not None:
                older.spots = [*older.spots, *younger.spots]
                self.tracks = [each for each in self.tracks if each is not younger]
                lying = [each for each in lying if each is not younger]

    def _merge_halves(self, pairs: list[tuple[CardSighting, list[Spot]]], matched: dict[int, Track]) -> None:
        """Two indices that were taken for two cards, and are seen to be one card's now: one track goes.

        With two packs a card of the same code beside it is another card; so its own index must be the one
        that was read as the other half.
        """
        seen = set(map(id, matched.values()))
        for i, (_, spots) in enumerate(pairs):
            whole = matched[i]
            if len(spots) < 2 or len(whole.spots) > len(spots):
                continue
            self.tracks = [
                track
                for track in self.tracks
                if id(track) in seen
                or track.play is not None
                or track.code != whole.code
                or len(track.spots) > 1
                or distance(track, spots) > _EXACT
            ]

    def _merge_moved(self, at: float) -> None:
        """A card that was read at its new place before its old one could be seen to be bare."""
        for younger in list(self.tracks):
            if younger.play is not None or younger.discarded or not younger.votes.sure:
                continue
            for older in self.tracks:
                gone = older.where is Where.GONE and older.play is not None and older.code == younger.code
                if gone and at - older.gone_at < _JUST_GONE and not self._laid_anew(older, younger):
                    older.take_place_of(younger)
                    self.tracks = [each for each in self.tracks if each is not younger]
                    break

    def _same_card(self, older: Track, younger: Track) -> bool:
        if older.id >= younger.id or older.code != younger.code:
            return False
        apart = float(np.linalg.norm(older.spots[0].middle - younger.spots[0].middle))
        return apart < _PUSHED * max(older.size[1], younger.size[1])

    # -- still there, hidden or gone

    def _miss(self, look: Look, seen: set[int]) -> None:
        for track in list(self.tracks):
            if id(track) in seen or track.where is Where.GONE or not self._looked_at(track, look):
                continue
            if track.where is Where.VISIBLE:
                self._miss_visible(track, look)
            elif self._reverted(track, look) and not self._cover(track):
                track.reverted += 1
                if track.reverted >= LOOKS:
                    self._leave(track, look.view.at)
            else:
                track.reverted = 0

    def _miss_visible(self, track: Track, look: Look) -> None:
        track.missed += 1
        if self._still_there(track, look):
            return
        track.presence.miss()
        if self._reverted(track, look):
            track.presence.miss()
        if not track.presence.empty:
            return
        if not track.presence.confirmed:
            self.tracks.remove(track)
        elif self._cover(track) or not self._reverted(track, look):
            track.where = Where.HIDDEN
        else:
            self._leave(track, look.view.at)

    def _leave(self, track: Track, at: float) -> None:
        track.where, track.gone_at = Where.GONE, at

    def _looked_at(self, track: Track, look: Look) -> bool:
        """Whether this look could have shown the card: one of its indices in a region, still and under no
        arm.
        """
        middles = move_points(np.stack([spot.middle for spot in track.spots]), np.linalg.inv(look.view.pose))
        for spot, (x, y) in zip(track.spots, middles, strict=True):
            edge = 1.5 * spot.unit
            inside = any(
                x0 + edge <= x <= x1 - edge and y0 + edge <= y <= y1 - edge for x0, y0, x1, y1 in look.regions
            )
            if inside and self._calm(spot, look.view):
                return True
        return False

    def _calm(self, spot: Spot, view: GateView) -> bool:
        x, y = (int(v) for v in spot.middle * self.gate.scale)
        height, width = self.gate.shape
        part = (slice(max(0, y - 1), y + 2), slice(max(0, x - 1), x + 2))
        if not (0 <= x < width and 0 <= y < height):
            return False
        return not view.arms.mask[part].any() and bool((view.still_for[part] > 0.08).all())

    def _still_there(self, track: Track, look: Look, least: float = _SAME) -> bool:
        """Whether one of its indices looks as it did when it was read."""
        return self._unchanged(track.spots, look, least)

    def _unchanged(self, spots: Sequence[Spot], look: Look, least: float) -> bool:
        return any(
            resemblance(spot.seen, look.snapshot.patch(spot.middle, spot.up, spot.unit)) > least
            for spot in spots
        )

    def _shows_elsewhere(self, track: Track, spots: list[Spot], look: Look) -> bool:
        """Whether a card still shows an index other than those: then a new reading at its place is a
        misreading.
        """
        others = [spot for spot in track.spots if all(not _beside(spot, new) for new in spots)]
        return bool(others) and self._unchanged(others, look, _SAME)

    def _reverted(self, track: Track, look: Look) -> bool:
        """Whether all its places look as before it came, or as the empty table."""
        for spot in track.spots:
            now = look.snapshot.patch(spot.middle, spot.up, spot.unit)
            earlier = [each for each in (track.before, self.snapshots.empty) if each is not None]
            if not any(alike(now, each.patch(spot.middle, spot.up, spot.unit)) for each in earlier):
                return False
        return True

    def _cover(self, track: Track) -> bool:
        """Whether cards that came after it was last seen lie over all its indices."""
        later = [
            other
            for other in self.tracks
            if other is not track and other.where is Where.VISIBLE and other.lies_since > track.seen_at - 0.05
        ]
        return all(any(other.covers(spot.middle) for other in later) for spot in track.spots)

    # -- inventory

    def _weigh(self) -> None:
        """Codes that other sure cards show, or that were played before, count less for cards not yet
        reported.
        """
        used = Counter(
            t.code for t in self.tracks if t.where is not Where.GONE and t.believed and t.votes.sure
        )
        for track in self.tracks:
            if track.play is not None or track.discarded:
                continue
            own = Counter([track.code]) if track.believed and track.votes.sure else Counter()
            prior = np.zeros(len(CODES))
            for code, count in used.items():
                if count - own[code] >= self.packs:
                    prior[INDEX_OF[code]] += _USED
            for code, count in self.spent.items():
                if count >= self.packs:
                    prior[INDEX_OF[code]] += _SPENT
            track.votes.weigh(prior if prior.any() else None)


def _assign(candidates: list[tuple[float, int, Track]], matched: dict[int, Track]) -> None:
    """Best first, each sighting and each track once."""
    taken = set(map(id, matched.values()))
    for _, i, track in sorted(candidates, key=lambda each: each[0]):
        if i not in matched and id(track) not in taken:
            matched[i] = track
            taken.add(id(track))


def distance_between(track: Track, sighting: CardSighting) -> float:
    """From middle to middle, px."""
    (ax, ay), (bx, by) = track.centre, sighting.centre
    return float(np.hypot(ax - bx, ay - by))


def _beside(a: Spot, b: Spot) -> bool:
    return float(np.linalg.norm(a.middle - b.middle)) < a.unit


def _same_outline(track: Track, sighting: CardSighting) -> bool:
    """Whether two outlines are one card, either way up."""
    turn = np.cos(2 * (np.arctan2(track.up[0], -track.up[1]) - sighting.angle))
    return bool(turn > 0.9) and distance_between(track, sighting) < 0.25 * track.size[0]
