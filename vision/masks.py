"""Small helpers on pictures and masks of the motion gate, (h, w)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Array = NDArray[np.float32]


def largest(difference: NDArray[np.generic]) -> NDArray[np.generic]:
    """Of a difference (h, w, 3) the channel that differs most, (h, w)."""
    blue, green, red = cv2.split(difference)
    return cv2.max(cv2.max(blue, green), red)


def solid(mask: Mask) -> Mask:
    """Without specks: a pixel stays when three of its neighbourhood are set."""
    count = cv2.boxFilter(mask.astype(np.uint8), -1, (3, 3), normalize=False)
    return mask & (count >= 3)


def closed(mask: Mask) -> Mask:
    """Small gaps filled, so that an arm with the table's colour here and there is one piece."""
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)).astype(bool)


def to_grey(picture: Array) -> NDArray[np.uint8]:
    """uint8 grey of a float32 BGR picture."""
    return cv2.cvtColor(np.clip(picture, 0, 255).astype(np.uint8), cv2.COLOR_BGR2GRAY)
