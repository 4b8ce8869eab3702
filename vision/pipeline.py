"""The whole line from frames to observations: gate, attention, detector, association, table, plays."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from .alignment import Matrix, move_points
from .association import associate
from .attention import Attention, Region
from .card_geometry import CardGeometry, estimate_geometry
from .departures import Departures
from .detections import Detections
from .detector import Detector
from .frames import Capture, Frame, FrameSource
from .layout import TableLayout
from .motion import GateView, Motion, MotionGate
from .observations import CameraState, CardsAppeared, CardsReread, Observation, SeenCard, TableCleared
from .picture_check import PictureAdvice, check_picture
from .plays import Group, PlayBuilder, best
from .sightings import CardSighting
from .snapshots import Snapshot, Snapshots
from .table import Look, TableState
from .tracks import Track, Where
from .unread import unread_share

REST = 0.075
"""While nothing moves on the table and nothing is waiting, frames that follow sooner than this many seconds
are let pass.
"""
_CUT = 3.0
_ADVICE_EVERY = 20.0


@dataclass(slots=True)
class Effort:
    """What watching cost: `frames` fed, `looks` made, `seconds` spent in the detector are for the caller to
    measure.
    """

    frames: int = 0
    looks: int = 0
    pixels: int = 0


class Watcher:
    """Feed it frames, it gives observations.

    `layout` may be of another size than the frames, it is scaled to the first one. One thread may feed;
    `look_again`, `recalibrate` and `new_deal` may be called from others, they take effect with the next
    frame.
    """

    def __init__(self, layout: TableLayout, detector: Detector, packs: int = 1) -> None:
        if packs < 1:
            raise ValueError(f"{packs} packs: a game needs at least one")
        self.layout = layout
        self.effort = Effort()
        self._detector, self._packs = detector, packs
        self._geometry = CardGeometry()
        self._orders: deque[tuple[str, object]] = deque()
        self._next_id = 1
        self._shown: dict[int, tuple[SeenCard, ...]] = {}
        self._latest: Frame | None = None
        self._gate: MotionGate | None = None

    # -- for the outside

    def feed(self, frame: Frame) -> list[Observation]:
        """Everything that the next frame tells, in order."""
        if self._gate is None or frame.size != (self.layout.width, self.layout.height):
            self._set_up(frame)
        self._latest = frame
        self.effort.frames += 1
        if self._resting and not self._orders and 0 <= frame.at - self._fed_at < REST:
            return []
        self._fed_at = frame.at
        self._follow_orders()
        view = self._gate.feed(frame.image, frame.at)
        observations: list[Observation] = list(view.states)
        if view.renewed:
            self._attention.request_all()
        if view.live:
            observations += self._read(frame, view)
        self._resting = view.motion is Motion.SETTLED and not view.arms.present and not self._busy
        return observations

    def close(self) -> list[Observation]:
        """The source has ended: plays that were still waiting are told."""
        if self._gate is None or self._latest is None:
            return []
        view = self._last_view
        return [self._tell(group, view) for group in self._plays.flush()] if view is not None else []

    def look_again(self, region: Region | CardsAppeared) -> None:
        """Read a place once more, at full resolution; a `CardsReread` follows even when nothing is new."""
        self._orders.append(("look", region))

    def recalibrate(self, layout: TableLayout | None = None) -> None:
        """Take the next frame as the reference, with another layout if given; cards on the table stay
        known.
        """
        self._orders.append(("calibrate", layout))

    def new_deal(self) -> None:
        """Cards played before may be played again."""
        self._orders.append(("deal", None))

    @property
    def latest(self) -> Frame | None:
        """The newest frame, for drawing."""
        return self._latest

    @property
    def cards(self) -> tuple[SeenCard, ...]:
        """The cards lying visible now, reference px."""
        if self._gate is None:
            return ()
        return tuple(
            track.seen_card()
            for track in self._table.tracks
            if track.where is Where.VISIBLE and track.believed
        )

    # -- set-up and orders

    def _set_up(self, frame: Frame) -> None:
        self.layout = self.layout.scaled(*frame.size)
        self._gate = MotionGate(self.layout)
        self._attention = Attention(self._gate, *frame.size)
        self._snapshots = Snapshots()
        self._table = TableState(self._gate, self._snapshots, self._packs, self.layout)
        self._plays = PlayBuilder(self._gate, self.layout)
        self._departures = Departures(self._gate, self.layout)
        self._watched: dict[int, int] = {}
        self._resting = self._busy = False
        self._fed_at = self._advised = -1e9
        self._advice: PictureAdvice | None = None
        self._last_view: GateView | None = None
        self._last_snapshot: Snapshot | None = None

    def _follow_orders(self) -> None:
        while self._orders:
            order, value = self._orders.popleft()
            if order == "deal":
                self._table.spent.clear()
                self._table.past.clear()
            elif order == "look":
                self._order_look(value)
            elif order == "calibrate":
                if isinstance(value, TableLayout):
                    self._new_layout(value)
                self._gate.recalibrate()

    def _order_look(self, value: object) -> None:
        group = value if isinstance(value, CardsAppeared) else None
        region = value.region if isinstance(value, CardsAppeared) else value
        self._attention.request(region)
        for track in self._table.tracks:
            if track.play is None:
                continue
            named = group is not None and track.play in (group.id, group.joins)
            if named or (group is None and _reaches_into(track, region)):
                self._watched[track.play] = track.votes.count + 2

    def _new_layout(self, layout: TableLayout) -> None:
        """Other zones, the same cards."""
        self.layout = layout.scaled(self.layout.width, self.layout.height)
        self._gate = MotionGate(self.layout)
        self._attention = Attention(self._gate, self.layout.width, self.layout.height)
        self._table = replace(self._table, gate=self._gate, layout=self.layout)
        self._plays = PlayBuilder(self._gate, self.layout)
        self._departures = Departures(self._gate, self.layout)

    # -- reading

    def _read(self, frame: Frame, view: GateView) -> list[Observation]:
        self._last_view = view
        wanted = self._attention.wanted(view)
        regions = self._attention.regions(view, wanted)
        self._busy = bool(wanted.any()) or self._plays.waiting
        observations: list[Observation] = []
        self._last_snapshot = None
        if regions:
            observations += self._look(frame, view, wanted, regions)
        ready = self._plays.feed(view, self._table)
        left = self._departures.feed(view, self._table, hurry=bool(ready))
        if any(isinstance(each, TableCleared) for each in left):
            self._plays.swept()
        observations += left
        observations += [self._tell(group, view) for group in ready]
        if regions:
            observations += self._reread(view)
        self._keep(frame, view)
        return observations

    def _look(
        self, frame: Frame, view: GateView, wanted: np.ndarray, regions: list[Region]
    ) -> list[Observation]:
        found = self._detector.detect(frame.image, regions)
        found = found.select(~_cut(found, regions, frame.size))
        self.effort.looks += 1
        self.effort.pixels += sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in regions)
        here = in_reference(found, view.pose)
        self._geometry = self._geometry.blended(estimate_geometry(here, CardGeometry(evidence=0.0)))
        snapshot = self._snapshot(frame, view)
        sightings = [card for card in associate(here, self._packs, self._geometry) if self._bare(card, view)]
        self._table.update(Look(view, snapshot, regions, sightings))
        self._attention.looked(view, wanted, self._undecided())
        self._gate.cards = self._card_mask()
        return self._advise(frame, view, here)

    def _bare(self, card: CardSighting, view: GateView) -> bool:
        """Whether an index of it lies clear of every arm: sleeves and hands have been read as cards."""
        height, width = self._gate.shape
        for rank, pip in card.index_points:
            x, y = (round((a + b) / 2 * self._gate.scale) for a, b in zip(rank, pip, strict=True))
            if not view.arms.mask[min(max(y, 0), height - 1), min(max(x, 0), width - 1)]:
                return True
        return False

    def _undecided(self) -> np.ndarray:
        """Places of cards that need more looks."""
        mask = np.zeros(self._gate.shape, bool)
        for track in self._table.tracks:
            if track.wants_looks:
                mask |= self._gate.small_mask(track.outline, grow=2)
        return mask

    def _card_mask(self) -> np.ndarray:
        """Where cards are seen to lie, a little wider."""
        mask = np.zeros(self._gate.shape, bool)
        for track in self._table.tracks:
            if track.where is Where.VISIBLE:
                mask |= self._gate.small_mask(track.outline, grow=3)
        return mask

    def _snapshot(self, frame: Frame, view: GateView) -> Snapshot:
        if self._last_snapshot is None:
            self._last_snapshot = Snapshot.take(frame.image, view.pose, frame.at)
        return self._last_snapshot

    def _keep(self, frame: Frame, view: GateView) -> None:
        """Pictures for later, when the gate says they are worth keeping."""
        quiet = view.motion is Motion.SETTLED and not view.arms.present
        lying = any(track.where is not Where.GONE for track in self._table.tracks)
        self._snapshots.keep(frame.image, view.pose, frame.at, quiet=quiet, empty=quiet and not lying)

    def _advise(self, frame: Frame, view: GateView, found: Detections) -> list[Observation]:
        """Now and then: is the picture good enough?"""
        if frame.at - self._advised < _ADVICE_EVERY or not len(found):
            return []
        self._advised = frame.at
        advice = check_picture(frame.image, found)
        worse = advice is not None and (self._advice is None or advice.code != self._advice.code)
        better = advice is None and self._advice is not None
        self._advice = advice
        if worse and advice is not None:
            return [CameraState(view.at, self._gate.camera, advice.code, advice.params)]
        return [CameraState(view.at, self._gate.camera, "ok")] if better else []

    # -- telling

    def _tell(self, group: Group, view: GateView) -> CardsAppeared:
        votes, evidence = self._plays.seat_votes(group)
        seat = best(votes)
        group.joins = self._plays.joined(group, seat)
        seen = CardsAppeared(
            id=self._next_id,
            at=view.at,
            settled_at=min(group.settled_at or view.at, view.at),
            cards=tuple(track.seen_card() for track in group.tracks),
            zone=group.zone,
            seat_votes=votes,
            evidence=evidence,
            joins=group.joins,
        )
        earlier, latest = self._snapshots_of(group)
        before = earlier.jpeg(seen.region) if earlier is not None else b""
        after, view = latest.cut(seen.region) if latest is not None else (b"", np.eye(3))
        unread = 0.0
        if group.zone == "play" and earlier is not None and latest is not None:
            known = [track for track in self._table.tracks if track.where is not Where.GONE]
            unread = unread_share(earlier, latest, group.tracks, known)
        self._plays.told(group, seen.id, seat)
        self._next_id += 1
        for track, card in zip(group.tracks, seen.cards, strict=True):
            track.told = _summary(card)
        return replace(seen, before=before, after=after, unread=unread, view=_rows(view))

    def _snapshots_of(self, group: Group) -> tuple[Snapshot | None, Snapshot | None]:
        """The table before the hand came that laid a group, and now."""
        arrived = min(track.came_at for track in group.tracks)
        first = min((arm.first_at for arm in group.arms.values()), default=arrived)
        before = self._snapshots.before(min(arrived - 0.3, first))
        after = self._last_snapshot
        if after is None and self._latest is not None and self._last_view is not None:
            after = self._snapshot(self._latest, self._last_view)
        return before, after

    def _reread(self, view: GateView) -> list[Observation]:
        """Plays whose reading changed since they were told, or that somebody wanted read again."""
        due: dict[int, bool] = {}
        for track in self._table.tracks:
            if track.play is None or track.discarded or track.where is not Where.VISIBLE:
                continue
            asked = self._watched.get(track.play)
            if asked is not None and track.votes.count >= asked:
                due[track.play] = True
            elif track.votes.decided and _is_news(track.told, track.seen_card()):
                due.setdefault(track.play, False)
        return [self._reread_play(play, view) for play in sorted(due)]

    def _reread_play(self, play: int, view: GateView) -> CardsReread:
        self._watched.pop(play, None)
        tracks = [track for track in self._table.tracks if track.play == play]
        for track in tracks:
            track.told = _summary(track.seen_card())
        return CardsReread(play, view.at, tuple(track.seen_card() for track in tracks))


def watch(source: FrameSource, watcher: Watcher, *, live: bool = True) -> Iterator[Observation]:
    """All observations of a source. `live` drops frames when reading is slower than the source; otherwise
    every frame is fed.
    """
    if not live:
        yield from _observations(source, watcher)
        return
    with Capture(source) as capture:
        yield from _observations(capture, watcher)


def _observations(frames: FrameSource | Capture, watcher: Watcher) -> Iterator[Observation]:
    for item in frames:
        if isinstance(item, CameraState):
            yield item
        else:
            yield from watcher.feed(item)
    yield from watcher.close()


def in_reference(found: Detections, pose: Matrix) -> Detections:
    """Detections of a picture in reference px."""
    if not len(found):
        return found
    corners = move_points(found.boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2), pose)
    boxes = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
    rank, pip = move_points(found.rank_points, pose), move_points(found.pip_points, pose)
    return Detections(boxes, rank, pip, found.scores, found.class_probs, found.not_index, found.embeddings)


def _reaches_into(track: Track, region: Region) -> bool:
    """Whether a card lies in a rectangle, at least with a part of its seen outline's box."""
    points = np.asarray(track.polygon)
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return bool(x0 <= region[2] and x1 >= region[0] and y0 <= region[3] and y1 >= region[1])


def _cut(found: Detections, regions: list[Region], size: tuple[int, int]) -> np.ndarray:
    """Detections at the rim of a region, where the rest of the index may be outside; the picture's own rim
    doesn't count.
    """
    width, height = size
    boxes = found.boxes
    whole = np.zeros(len(found), bool)
    for x0, y0, x1, y1 in regions:
        whole |= (
            ((boxes[:, 0] > x0 + _CUT) | (x0 <= 0))
            & ((boxes[:, 1] > y0 + _CUT) | (y0 <= 0))
            & ((boxes[:, 2] < x1 - _CUT) | (x1 >= width))
            & ((boxes[:, 3] < y1 - _CUT) | (y1 >= height))
            & (boxes[:, 0] < x1)
            & (boxes[:, 2] > x0)
            & (boxes[:, 1] < y1)
            & (boxes[:, 3] > y0)
        )
    return ~whole


def _rows(matrix: Matrix) -> tuple[float, ...]:
    return tuple(round(float(value), 6) for value in np.ravel(matrix))


def _is_news(told: str, card: SeenCard) -> bool:
    """Whether a card reads otherwise than told, or became sure; that it became doubtful again is no news."""
    now = _summary(card)
    return now != told and (card.sure or told.rstrip("?") != card.code)


def _summary(card: SeenCard) -> str:
    """What matters of a card for telling it anew."""
    return f"{card.code}{'' if card.sure else '?'}"
