"""A phone as the camera: its page sends pictures, this source hands them to the eye."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator

import cv2
import numpy as np

from vision.frames import Frame
from vision.observations import CameraState

from .problems import UserError

MAX_PICTURE = 8 * 1024 * 1024
"""Bytes of one picture."""
_WAITING = 2


class PhoneSource:
    """Pictures that were pushed in, as a live source. The newest are kept when the eye is slower than
    the phone.
    """

    live = True
    name = "phone"

    def __init__(self) -> None:
        self._pictures: queue.Queue[np.ndarray | None] = queue.Queue()
        self._started = time.monotonic()
        self._closed = False

    def push(self, jpeg: bytes) -> None:
        """One picture from the phone. Raises UserError when it is too large or no picture."""
        if len(jpeg) > MAX_PICTURE:
            raise UserError("picture-too-large", "The picture is too large: send at most 8 MB.")
        image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
        if image is None:
            raise UserError("not-a-picture", "That is no picture that can be read: send a JPEG.")
        while self._pictures.qsize() >= _WAITING:
            self._pictures.get_nowait()
        self._pictures.put(np.asarray(image, np.uint8))

    def __iter__(self) -> Iterator[Frame | CameraState]:
        number = 0
        while not self._closed:
            image = self._pictures.get()
            if image is None:
                break
            yield Frame(image, time.monotonic() - self._started, number)
            number += 1

    def close(self) -> None:
        """No more pictures."""
        self._closed = True
        self._pictures.put(None)
