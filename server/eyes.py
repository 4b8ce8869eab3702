"""Opening an eye on a source: the detector is loaded once, the watcher follows the table's set-up."""

from __future__ import annotations

from vision.detections import Detections
from vision.detector import Detector, load_detector
from vision.frames import FrameSource
from vision.layout import TableLayout
from vision.pipeline import Watcher
from vision.sources import open_source

from .eye import Eye, Image, Watching
from .phone import PhoneSource
from .session import Session
from .table import Table
from .watching import layout_for

PHONE = "phone"


class EyeMaker:
    """Opens eyes for a session. `open` may take seconds (a camera, weights) and runs outside the
    event loop.
    """

    def __init__(self, session: Session, detector: Detector | None = None) -> None:
        self._session = session
        self._detector = detector
        self._made_for: object = None

    def open(self, source: str | FrameSource, number: int) -> Eye:
        """An eye on a camera number, stream, film, folder, or `phone`; not started yet.

        Raises SourceError when nothing can be read from it, ModelFileError when the weights can't be used.
        """
        frames = self._frames(source)
        try:
            if self._detector is None:
                self._detector = load_detector()
        except BaseException:
            frames.close()
            raise
        return Eye(number, frames, self._watcher)

    def indices(self, image: Image) -> Detections | None:
        """Index corners in a BGR picture, None before an eye was opened."""
        return None if self._detector is None else self._detector.detect(image)

    @staticmethod
    def _frames(source: str | FrameSource) -> FrameSource:
        if not isinstance(source, str):
            return source
        return PhoneSource() if source == PHONE else open_source(source)

    def _watcher(self, width: int, height: int) -> tuple[Watching, TableLayout]:
        table, detector = self._session.table, self._detector
        assert table is not None
        assert detector is not None
        layout = layout_for(table, width, height)
        self._made_for = _needs(table)
        return Watcher(layout, detector, table.game().profile.packs), layout

    @property
    def outdated(self) -> bool:
        """Whether the table now has other seats, another turn or other packs than the last watcher was made
        for.
        """
        table = self._session.table
        return table is not None and self._made_for not in (None, _needs(table))


def _needs(table: Table) -> object:
    profile = table.game().profile
    return table.players, profile.direction, profile.packs
