"""The eye's thread: source, watcher, second looks. Observations go out through one callback and are
never dropped.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Capture, Frame, FrameSource, SourceError
from vision.layout import TableLayout
from vision.observations import Camera, CameraState, CardsAppeared, Observation, SeenCard

from .second_looks import SecondLooks, Seen
from .session import Look

Image = NDArray[np.uint8]
PREVIEW_WIDTH = 1280
PREVIEW_EVERY = 0.2
COUNT_EVERY = 2.0
_JPEG = (int(cv2.IMWRITE_JPEG_QUALITY), 80)


class Watching(Protocol):
    """What the eye needs of a watcher."""

    @property
    def cards(self) -> tuple[SeenCard, ...]:
        """The cards lying visible now."""

    def feed(self, frame: Frame) -> Sequence[Observation]:
        """Observations that this frame brought."""

    def close(self) -> Sequence[Observation]:
        """Observations that were still open when the source ended."""

    def look_again(self, region: CardsAppeared) -> None:
        """Read a group once more; a `CardsReread` follows."""

    def new_deal(self) -> None:
        """Cards played before may be played again."""


MakeWatcher = Callable[[int, int], tuple[Watching, TableLayout]]
"""From a frame's width and height to a watcher and the layout it works with."""


class Eye:
    """Runs one source through one watcher. `number` tells runs of the eye apart in the log.

    `make_watcher` is called with the first frame's layout, and again when the layout is changed.
    """

    def __init__(
        self,
        number: int,
        source: FrameSource,
        make_watcher: MakeWatcher,
    ) -> None:
        self.number = number
        self.source = source
        self.fps: float | None = None
        self.size: tuple[int | None, int | None] = (None, None)
        self.frames = 0
        self.layout: TableLayout | None = None
        self.advice: CameraState | None = None
        self.ended = threading.Event()
        self._make_watcher = make_watcher
        self._watcher: Watching | None = None
        self._orders: queue.SimpleQueue[Look | None] = queue.SimpleQueue()
        self._second_looks = SecondLooks(number, self._look_at)
        self.newest: Frame | None = None
        self._preview: bytes | None = None
        self._preview_at = 0.0
        self._counted, self._counted_at = 0, time.monotonic()
        self._closing = threading.Event()
        self._failed = False
        self._thread: threading.Thread | None = None
        self._report: Callable[[Seen], object] = _nobody

    def start(self, report: Callable[[Seen], object]) -> None:
        """Begin; `report` is called from the eye's own thread."""
        self._report = report
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)
        self._thread.start()

    def look_again(self, look: Look) -> bool:
        """Ask for a second look. False when this eye can't give it."""
        alive = self._thread is not None and self._thread.is_alive() and not self.ended.is_set()
        if not alive or look.eye != self.number:
            return False
        self._orders.put(look)
        return True

    def new_deal(self) -> None:
        """Cards played before may be played again."""
        self._orders.put(None)

    def relayout(self) -> None:
        """The layout was changed: begin with a new watcher at the next frame."""
        self._watcher = None

    def preview(self) -> bytes | None:
        """The newest picture as JPEG."""
        return self._preview

    @property
    def preview_scale(self) -> float:
        """Pixels of the newest picture per pixel of the camera's."""
        return min(1.0, PREVIEW_WIDTH / (self.size[0] or PREVIEW_WIDTH))

    def lying(self) -> tuple[SeenCard, ...]:
        """Cards that lie visible now, for boxes on the operator's picture."""
        return self._watcher.cards if self._watcher is not None else ()

    def close(self) -> None:
        """Stop, and wait until the thread is gone."""
        self._closing.set()
        self.source.close()
        if self._thread is not None:
            self._thread.join(timeout=10)

    # ---------------------------------------------------------------- the thread

    def _run(self) -> None:
        try:
            if self.source.live:
                with Capture(self.source) as newest:
                    self._watch(newest)
            else:
                self._watch(self.source)
        except SourceError as fault:
            self._failed = True
            self._tell((CameraState(0.0, Camera.LOST, fault.code, dict(fault.params)),))
        finally:
            self._finish()

    def _watch(self, frames: Iterable[Frame | CameraState]) -> None:
        """A live source drops frames when reading is slow; a film waits for us instead."""
        for item in frames:
            if self._closing.is_set():
                break
            self._take(item)

    def _take(self, item: Frame | CameraState) -> None:
        if isinstance(item, CameraState):
            self._tell((item,))
            return
        self._measure(item)
        if self._watcher is None:
            self._watcher, self.layout = self._make_watcher(*item.size)
        self._follow_orders(item.at)
        self._tell(self._watcher.feed(item))
        for seen in self._second_looks.overdue(item.at):
            self._report(seen)

    def _follow_orders(self, at: float) -> None:
        while True:
            try:
                order = self._orders.get_nowait()
            except queue.Empty:
                return
            if isinstance(order, Look):
                self._second_looks.request(order, at)
            elif self._watcher is not None:
                self._watcher.new_deal()

    def _look_at(self, group: CardsAppeared) -> None:
        if self._watcher is not None:
            self._watcher.look_again(group)

    def _finish(self) -> None:
        if self._watcher is not None:
            self._tell(self._watcher.close())
        for seen in self._second_looks.overdue():
            self._report(seen)
        self.ended.set()
        if not self._closing.is_set():
            if not self._failed:
                self._tell((CameraState(time.monotonic(), Camera.LOST, "source_ended"),))
            self._report(Seen(self.number, ended=True))

    def _tell(self, observations: Sequence[Observation]) -> None:
        for seen in observations:
            if isinstance(seen, CameraState):
                self.advice = seen
        for report in self._second_looks.sort(observations):
            self._report(report)

    def _measure(self, frame: Frame) -> None:
        now = time.monotonic()
        self.frames += 1
        self.size, self.newest = frame.size, frame
        if now - self._preview_at >= PREVIEW_EVERY:
            self._preview_at = now
            self._preview = encode_preview(frame.image)
        if now - self._counted_at >= COUNT_EVERY:
            self.fps = round((self.frames - self._counted) / (now - self._counted_at), 1)
            self._counted, self._counted_at = self.frames, now


def encode_preview(image: Any) -> bytes | None:
    """A picture (uint8 BGR) as JPEG, not wider than `PREVIEW_WIDTH`."""
    height, width = image.shape[:2]
    if width > PREVIEW_WIDTH:
        size = (PREVIEW_WIDTH, round(height * PREVIEW_WIDTH / width))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", image, _JPEG)
    return data.tobytes() if done else None


def _nobody(_: Seen) -> None:
    """Nobody listens yet."""
