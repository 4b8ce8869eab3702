"""A recorded source through the whole line without a server: frames to observations to events."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from vision.detector import Detector
from vision.frames import Frame, FrameSource
from vision.layout import TableLayout
from vision.observations import CameraState
from vision.pipeline import Watcher

from .evidence import DEFAULT_QUOTA, EvidenceShelf
from .facts import DEAL_BEGUN
from .records import Record
from .second_looks import SecondLooks, Seen
from .session import Session
from .store import Store
from .table import Table

Listener = Callable[[tuple[Record, ...]], None]


@contextmanager
def open_session(folder: Path | None = None, quota: int = DEFAULT_QUOTA) -> Iterator[Session]:
    """A session on a log in `folder`, or on one that is thrown away after; `quota`: bytes of pictures."""
    with tempfile.TemporaryDirectory(prefix="paiyan-") as scratch:
        where = folder or Path(scratch)
        with Store.open(where) as store:
            yield Session(store, EvidenceShelf(where / "evidence", store, quota))


def layout_for(table: Table, width: int, height: int) -> TableLayout:
    """The table's own layout, else zones for a table that fills the picture."""
    if table.layout is not None:
        return TableLayout.from_dict(table.layout).scaled(width, height)
    turn = table.game().profile.direction
    return TableLayout.default(table.players, width, height, "cw" if turn == "cw" else "ccw")


class Screening:
    """Shows a source to the referee, every frame of it, and lets the session decide."""

    def __init__(self, session: Session, detector: Detector, eye: int = 0) -> None:
        self._session = session
        self._detector = detector
        self._looks = SecondLooks(eye, lambda group: self._require_watcher().look_again(group))
        self._watcher: Watcher | None = None
        self._at = 0.0
        session.listeners.append(self._new_deal)

    def show(self, source: FrameSource, seen: Callable[[float], None] | None = None) -> None:
        """Run the source to its end; `seen` is told the source's time after each frame."""
        for item in source:
            if isinstance(item, CameraState):
                self._take(self._looks.sort((item,)))
                continue
            self._frame(item)
            if seen is not None:
                seen(item.at)
        if self._watcher is not None:
            self._take(self._looks.sort(self._watcher.close()))
        self._take(self._looks.overdue())
        self._session.source_ended()

    def _frame(self, frame: Frame) -> None:
        self._at = frame.at
        if self._watcher is None:
            assert self._session.table is not None
            layout = layout_for(self._session.table, *frame.size)
            packs = self._session.table.game().profile.packs
            self._watcher = Watcher(layout, self._detector, packs)
        self._take(self._looks.sort(self._watcher.feed(frame)))
        self._take(self._looks.overdue(frame.at))

    def _take(self, reports: Iterator[Seen]) -> None:
        for report in reports:
            if report.look is not None:
                self._session.looked_again(report.look, report.cards)
            elif report.observation is not None:
                self._session.observe(report.observation, report.eye)
            while self._session.looks:
                self._looks.request(self._session.looks.pop(0), self._at)

    def _require_watcher(self) -> Watcher:
        assert self._watcher is not None
        return self._watcher

    def _new_deal(self, records: tuple[Record, ...]) -> None:
        if self._watcher is not None and any(record.kind == DEAL_BEGUN for record in records):
            self._watcher.new_deal()
