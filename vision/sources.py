"""Where frames come from: a camera number, a stream's address, a video file, or a folder of pictures as a
slow camera.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from .frames import IMAGE_SUFFIXES, Frame, FrameSource, SourceError, read_image
from .observations import Camera, CameraState

_OPEN_TIMEOUT_MS = 8000
_READ_TIMEOUT_MS = 5000
_RETRY_SECONDS = (0.5, 1.0, 2.0, 5.0)
HOLD_SECONDS = 2.0
"""How long each picture of a folder lies before the camera, in source seconds."""
_FOLDER_FPS = 5.0


def open_source(text: str, *, realtime: bool = True, follow: bool = False) -> FrameSource:
    """The source that `text` names: `0` (camera number), `rtsp://…` or `http://…`, a video file, or a
    folder of pictures.

    `realtime` paces files by their own clock, otherwise they run as fast as they can be read. With `follow`
    a folder is watched for new pictures and never ends. Raises `SourceError` when nothing can be read from
    it.
    """
    if re.fullmatch(r"\d+", text):
        return LiveSource(f"camera {text}", lambda: _open_camera(int(text)), _no_camera(text))
    if re.match(r"^[a-z][a-z0-9+.-]+://", text, re.IGNORECASE):
        return LiveSource(text, lambda: _open_stream(text), _no_stream(text))
    path = Path(text).expanduser()
    if path.is_dir():
        return FolderSource(path, realtime=realtime, follow=follow)
    if not path.exists():
        raise SourceError("no_file", f"{text}: no such file, folder or camera", path=text)
    if path.suffix.lower() in IMAGE_SUFFIXES:
        return FolderSource(path, realtime=realtime, follow=False)
    return VideoSource(path, realtime=realtime)


class LiveSource:
    """A camera or a stream: reconnects by itself when it is lost, and says so."""

    live = True

    def __init__(self, name: str, connect: Callable[[], cv2.VideoCapture], error: SourceError) -> None:
        self.name = name
        self._connect = connect
        self._closing = threading.Event()
        self._started = time.monotonic()
        self._device = connect()
        ok, self._first = self._device.read() if self._device.isOpened() else (False, None)
        if not ok:
            self._device.release()
            raise error

    def __iter__(self) -> Iterator[Frame | CameraState]:
        number = 0
        image: np.ndarray | None = self._first
        while not self._closing.is_set():
            if image is None:
                yield CameraState(self._clock(), Camera.LOST, "camera_lost", {"source": self.name})
                image = self._reconnect()
                if image is None:
                    break
                yield CameraState(self._clock(), Camera.CALIBRATING, "camera_back", {"source": self.name})
            yield Frame(image, self._clock(), number)
            number += 1
            image = self._read()
        self._device.release()

    def _clock(self) -> float:
        return time.monotonic() - self._started

    def _read(self) -> np.ndarray | None:
        try:
            ok, image = self._device.read()
        except cv2.error:
            return None
        return image if ok else None

    def _reconnect(self) -> np.ndarray | None:
        attempt = 0
        while not self._closing.is_set():
            self._device.release()
            self._closing.wait(_RETRY_SECONDS[min(attempt, len(_RETRY_SECONDS) - 1)])
            attempt += 1
            self._device = self._connect()
            if self._device.isOpened() and (image := self._read()) is not None:
                return image
        return None

    def close(self) -> None:
        """Stop; a read that is under way ends by its own timeout."""
        self._closing.set()


class VideoSource:
    """A video file, every frame in order; `realtime` waits until each frame is due."""

    live = False

    def __init__(self, path: Path, *, realtime: bool) -> None:
        self.name = path.name
        self._realtime = realtime
        self._closing = threading.Event()
        if path.stat().st_size == 0:
            raise SourceError(
                "empty_file", f"{path}: the file is empty; copy or record the film again", path=str(path)
            )
        self._video = cv2.VideoCapture(str(path))
        ok, self._first = self._video.read() if self._video.isOpened() else (False, None)
        if not ok:
            self._video.release()
            raise SourceError("not_video", f"{path}: not a film that can be read, or broken", path=str(path))
        self.fps = self._video.get(cv2.CAP_PROP_FPS) or 25.0
        self.frames = int(self._video.get(cv2.CAP_PROP_FRAME_COUNT))

    @property
    def duration(self) -> float:
        """Length in seconds, 0 where the file doesn't say."""
        return max(self.frames, 0) / self.fps

    def __iter__(self) -> Iterator[Frame | CameraState]:
        started, number, at = time.monotonic(), 0, 0.0
        image: np.ndarray | None = self._first
        while image is not None and not self._closing.is_set():
            if self._realtime:
                self._closing.wait(max(0.0, started + at - time.monotonic()))
            yield Frame(image, at, number)
            number += 1
            ok, image = self._video.read()
            stamp = self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000
            at = stamp if at < stamp < at + 5 else number / self.fps
            image = image if ok else None
        self._video.release()

    def close(self) -> None:
        """Stop after the frame under way."""
        self._closing.set()


class FolderSource:
    """Pictures in the order of their names, each held still for a while, as from a slow camera; or a single
    picture.
    """

    live = False

    def __init__(self, path: Path, *, realtime: bool, follow: bool, hold: float = HOLD_SECONDS) -> None:
        self.name = path.name
        self._path = path
        self._realtime = realtime
        self._follow = follow
        self._hold = hold
        self._closing = threading.Event()
        pictures = self.pictures()
        if not pictures:
            raise SourceError("empty_folder", f"{path}: no pictures in this folder", path=str(path))
        read_image(pictures[0])

    def pictures(self) -> list[Path]:
        """The picture files there now, in natural order (2 before 10)."""
        if self._path.is_file():
            return [self._path]
        found = (
            path for path in self._path.iterdir() if path.suffix.lower() in IMAGE_SUFFIXES and path.is_file()
        )
        return sorted(found, key=_natural)

    def __iter__(self) -> Iterator[Frame | CameraState]:
        started, at, number, shown = time.monotonic(), 0.0, 0, set[Path]()
        while not self._closing.is_set():
            waiting = [path for path in self.pictures() if path not in shown]
            if not waiting and not self._follow:
                break
            for path in waiting:
                shown.add(path)
                image = self._read(path)
                for _ in range(max(1, round(self._hold * _FOLDER_FPS))):
                    if self._closing.is_set():
                        return
                    if self._realtime:
                        self._closing.wait(max(0.0, started + at - time.monotonic()))
                    yield Frame(image, at, number)
                    at, number = at + 1 / _FOLDER_FPS, number + 1
            if not waiting:
                self._closing.wait(0.5)
                at = max(at, time.monotonic() - started)

    def _read(self, path: Path) -> np.ndarray:
        """The picture; a watched folder's file may still be on its way, so it gets a second and a third
        chance.
        """
        for _ in range(3 if self._follow else 1):
            try:
                return read_image(path)
            except SourceError as error:
                failure = error
                self._closing.wait(0.5 if self._follow else 0.0)
        raise failure

    def close(self) -> None:
        """Stop after the frame under way."""
        self._closing.set()


def _open_camera(number: int) -> cv2.VideoCapture:
    device = cv2.VideoCapture(number)
    if device.isOpened():
        device.set(cv2.CAP_PROP_FRAME_WIDTH, 1920)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, 1080)
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return device


def _open_stream(address: str) -> cv2.VideoCapture:
    timeouts = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        _OPEN_TIMEOUT_MS,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        _READ_TIMEOUT_MS,
    ]
    return cv2.VideoCapture(address, cv2.CAP_FFMPEG, timeouts)


def _no_camera(text: str) -> SourceError:
    return SourceError(
        "no_camera",
        f"camera {text} gives no picture: plug it in, close other programs that use it or try another",
        camera=text,
    )


def _no_stream(address: str) -> SourceError:
    return SourceError(
        "no_stream",
        f"{address} gives no picture: check the address, and that the camera is on",
        address=address,
    )


def _natural(path: Path) -> list[tuple[int, int | str]]:
    parts = re.split(r"(\d+)", path.name.lower())
    return [(0, int(part)) if part.isdigit() else (1, part) for part in parts if part]
