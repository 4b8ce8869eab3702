"""Pictures with a time, and what can go wrong in getting them."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import cv2
import numpy as np

from .observations import Camera, CameraState

IMAGE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: `image` uint8 BGR `(height, width, 3)`, `at` in seconds on the source's clock, `number`
    counting from 0.
    """

    image: np.ndarray = field(repr=False)
    at: float
    number: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.shape[1], self.image.shape[0]


class SourceError(Exception):
    """A source that gives no pictures. `code` is stable (`no_camera`, `no_stream`, `no_file`, `empty_file`,
    `not_image`, `not_video`, `empty_folder`), `params` its details; the message says what to do.
    """

    def __init__(self, code: str, message: str, **params: Any) -> None:
        super().__init__(message)
        self.code = code
        self.params: Mapping[str, Any] = params


class FrameSource(Protocol):
    """Anything that gives frames: iterate it once. Between frames it may report a `CameraState` (lost, live
    again).

    `live` sources go on for ever and have their own clock; the others end.
    """

    name: str
    live: bool

    def __iter__(self) -> Iterator[Frame | CameraState]: ...

    def close(self) -> None: ...


def read_image(path: str | Path) -> np.ndarray:
    """A picture file as uint8 BGR, turned as its EXIF says. Raises `SourceError`: missing, empty or not a
    picture.
    """
    path = Path(path)
    if not path.is_file():
        raise SourceError("no_file", f"{path}: no such file", path=str(path))
    data = np.fromfile(path, dtype=np.uint8)
    if data.size == 0:
        raise SourceError(
            "empty_file", f"{path}: the file is empty; copy or take the picture again", path=str(path)
        )
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        known = ", ".join(sorted(suffix[1:] for suffix in IMAGE_SUFFIXES))
        raise SourceError(
            "not_image",
            f"{path}: not a picture that can be read, or broken; known kinds: {known}",
            path=str(path),
        )
    return image


class Capture:
    """Runs a source in its own thread and hands over the newest frame: frames are dropped when the reader
    is slow, states never.

    Iterating gives `Frame | CameraState`, with a `stale` state when nothing has come for `stale_after`
    seconds, and ends with the source; its errors are raised here. Use it as a context manager.
    """

    def __init__(self, source: FrameSource, stale_after: float = 2.0) -> None:
        self._source = source
        self._stale_after = stale_after
        self._changed = threading.Condition()
        self._states: deque[CameraState] = deque()
        self._frame: Frame | None = None
        self._error: BaseException | None = None
        self._ended = False
        self._closing = threading.Event()
        self.dropped = 0
        self._thread = threading.Thread(target=self._run, name=f"capture {source.name}", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            for item in self._source:
                if self._closing.is_set():
                    break
                self._put(item)
        except BaseException as error:
            self._error = error
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _put(self, item: Frame | CameraState) -> None:
        with self._changed:
            if isinstance(item, CameraState):
                self._states.append(item)
            else:
                self.dropped += self._frame is not None
                self._frame = item
            self._changed.notify_all()

    def __iter__(self) -> Iterator[Frame | CameraState]:
        last_at, last_seen, stale = 0.0, time.monotonic(), False
        while True:
            item = self._take(timeout=0.1)
            if item is not None:
                last_seen, last_at = time.monotonic(), item.at
                stale = isinstance(item, CameraState) and item.state in (Camera.LOST, Camera.STALE)
                yield item
            elif self._ended:
                break
            elif not stale and (silent := time.monotonic() - last_seen) > self._stale_after:
                stale = True
                yield CameraState(
                    last_at + silent, Camera.STALE, "camera_stale", {"seconds": round(silent, 1)}
                )
        if self._error is not None:
            raise self._error

    def _take(self, timeout: float) -> Frame | CameraState | None:
        with self._changed:
            if not self._states and self._frame is None and not self._ended:
                self._changed.wait(timeout)
            if self._states:
                return self._states.popleft()
            frame, self._frame = self._frame, None
            return frame

    def close(self) -> None:
        """Stop the thread and release the source."""
        self._closing.set()
        self._source.close()
        self._thread.join(timeout=5)

    def __enter__(self) -> Capture:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
