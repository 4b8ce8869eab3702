"""Proposes a table layout from one picture: the table is what looks like the picture's middle and has four
sides.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .layout import LayoutError, Point, TableLayout, Turn

_WIDTH = 320
_LEAST, _MOST = 0.2, 0.93
_SOLID = 0.9


def propose_layout(image: NDArray[np.uint8], players: int, turn: Turn = "ccw") -> TableLayout:
    """A layout for a BGR picture: on the table's four corners where they are seen, else over the whole
    picture.

    Raises `LayoutError` for an impossible number of players.
    """
    height, width = image.shape[:2]
    quad = find_table(image)
    if quad is None:
        return TableLayout.default(players, width, height, turn)
    try:
        return TableLayout.from_quad(players, width, height, quad, turn)
    except LayoutError:
        return TableLayout.default(players, width, height, turn)


def find_table(image: NDArray[np.uint8]) -> tuple[Point, ...] | None:
    """The table's corners (top left, top right, bottom right, bottom left), `None` when it fills the
    picture or isn't clear.
    """
    scale = _WIDTH / image.shape[1]
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    outline = _outline(_like_the_middle(small))
    if outline is None:
        return None
    part = cv2.contourArea(outline) / (small.shape[0] * small.shape[1])
    if not _LEAST < part < _MOST:
        return None
    corners = _four_corners(outline)
    return None if corners is None else tuple((float(x) / scale, float(y) / scale) for x, y in corners)


def _like_the_middle(small: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """0/1 mask of what has the colours of the picture's middle."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 2), cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = small.shape[:2]
    middle = lab[height * 3 // 8 : height * 5 // 8, width * 3 // 8 : width * 5 // 8].reshape(-1, 3)
    usual = np.median(middle, axis=0)
    spread = np.maximum(np.median(np.abs(middle - usual), axis=0) * 1.5, (9.0, 4.0, 4.0))
    distance = np.sqrt((((lab - usual) / spread) ** 2).sum(axis=2))
    mask = (distance < 4.0).astype(np.uint8)
    return cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))


def _outline(mask: NDArray[np.uint8]) -> NDArray[np.int32] | None:
    """Hull of the piece that holds most of the middle; `None` when it is ragged."""
    _, labels = cv2.connectedComponents(mask)
    height, width = mask.shape
    middle = labels[height * 3 // 8 : height * 5 // 8, width * 3 // 8 : width * 5 // 8]
    counts = np.bincount(middle[middle > 0])
    if not counts.size:
        return None
    label = int(counts.argmax())
    contours, _ = cv2.findContours(
        (labels == label).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    largest = max(contours, key=cv2.contourArea)
    hull = cv2.convexHull(largest)
    return hull if cv2.contourArea(largest) > _SOLID * cv2.contourArea(hull) else None


def _four_corners(hull: NDArray[np.int32]) -> NDArray[np.float64] | None:
    """The hull as four corners, clockwise from the top left; `None` when four don't describe it."""
    length = cv2.arcLength(hull, True)
    for part in (0.02, 0.03, 0.045, 0.06, 0.08):
        corners = cv2.approxPolyDP(hull, part * length, True).reshape(-1, 2)
        if len(corners) == 4:
            break
    else:
        return None
    if cv2.contourArea(corners) < _SOLID * cv2.contourArea(hull):
        return None
    middle = corners.mean(axis=0)
    order = np.argsort(np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0]))
    return corners[order].astype(np.float64)
