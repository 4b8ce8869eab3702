"""Where to look: places that changed and lie still, as few rectangles of the picture, each a few times
over.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .alignment import Matrix, move_points
from .motion import GateView, MotionGate

Mask = NDArray[np.bool_]
Region = tuple[int, int, int, int]

STILL = 0.12
"""A place is looked at once it has been still this many seconds and no arm is over it."""
LOOKS, MOST_LOOKS = 3, 9
LOOK_EVERY = 0.07
MARGIN = 0.05
_GRID = 64
_MOST_REGIONS = 3


@dataclass(slots=True)
class _Request:
    """A place that somebody wants looked at again: `left` looks to go."""

    place: Mask
    left: int


class Attention:
    """Keeps, for each small px, how often a change there was looked at; works with one gate."""

    def __init__(self, gate: MotionGate, width: int, height: int) -> None:
        self._gate = gate
        self._width, self._height = width, height
        self._looks = np.zeros(gate.shape, np.int16)
        self._requests: deque[_Request] = deque()
        self._last_look = -1e9

    def request(self, region: Region, looks: int = LOOKS) -> None:
        """Look at a rectangle of the reference picture `looks` times, changed or not."""
        x0, y0, x1, y1 = region
        place = self._gate.small_mask([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        self._requests.append(_Request(place, looks))

    def request_all(self, looks: int = LOOKS) -> None:
        """Look at the whole table."""
        self._requests.append(_Request(self._gate.arms.table.copy(), looks))

    def wanted(self, view: GateView) -> Mask:
        """What should be looked at now, (h, w) small px."""
        self._looks[view.moving] = 0
        still = (view.still_for >= STILL) & ~view.arms.mask
        wanted = view.changed & still & (self._looks < MOST_LOOKS) & self._gate.arms.table
        for request in self._requests:
            wanted |= request.place & still
        return wanted

    def regions(self, view: GateView, wanted: Mask) -> list[Region]:
        """Rectangles of this picture that hold what is wanted; none while it is too early for a look."""
        if view.at - self._last_look < LOOK_EVERY - 1e-6 or not wanted.any():
            return []
        boxes = _merged(_boxes(wanted, round(MARGIN * wanted.shape[1])))
        back = np.linalg.inv(view.pose)
        regions = [self._in_picture(box, back) for box in boxes]
        return [each for each in regions if each[2] > each[0] and each[3] > each[1]]

    def looked(self, view: GateView, wanted: Mask, undecided: Mask) -> None:
        """Note a look; places looked at often enough with nothing `undecided` left there are taken into the
        reference.
        """
        self._last_look = view.at
        self._looks[wanted] += 1
        for request in self._requests:
            request.left -= bool((request.place & wanted).any())
        while self._requests and self._requests[0].left <= 0:
            self._requests.popleft()
        needed = np.where(undecided, MOST_LOOKS, LOOKS)
        done = wanted & view.changed & (self._looks >= needed)
        self._gate.absorb(done)

    def _in_picture(self, box: Region, back: Matrix) -> Region:
        """A box in small px of the reference as a rectangle of the picture, its size on a coarse grid."""
        x0, y0, x1, y1 = (value / self._gate.scale for value in box)
        corners = move_points(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]), back)
        low, high = corners.min(axis=0), corners.max(axis=0)
        left, right = _on_grid(low[0], high[0], self._width)
        top, bottom = _on_grid(low[1], high[1], self._height)
        return left, top, right, bottom


def _boxes(wanted: Mask, margin: int) -> list[Region]:
    """Boxes round the pieces of a mask, `margin` wider on each side."""
    near = cv2.dilate(wanted.astype(np.uint8), np.ones((9, 9), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
    boxes = []
    for x, y, w, h, _area in stats[1:count]:
        boxes.append((int(x) - margin, int(y) - margin, int(x + w) + margin, int(y + h) + margin))
    return boxes


def _merged(boxes: list[Region]) -> list[Region]:
    """Fewer boxes: pairs are joined while that hardly costs area or there are too many."""
    boxes = list(boxes)
    while len(boxes) > 1:
        pairs = [(i, j) for i in range(len(boxes)) for j in range(i)]
        waste, i, j = min((_waste(boxes[i], boxes[j]), i, j) for i, j in pairs)
        if waste > 1.25 and len(boxes) <= _MOST_REGIONS:
            break
        joined = _joined(boxes[i], boxes[j])
        boxes = [box for k, box in enumerate(boxes) if k not in (i, j)] + [joined]
    return boxes


def _waste(a: Region, b: Region) -> float:
    return _area(_joined(a, b)) / max(_area(a) + _area(b), 1)


def _joined(a: Region, b: Region) -> Region:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _area(box: Region) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _on_grid(low: float, high: float, limit: int) -> tuple[int, int]:
    """An interval widened to a multiple of the grid, moved inside the picture: few sizes keep compiled
    networks warm.
    """
    size = min(limit, -(-int(np.ceil(high - low)) // _GRID) * _GRID)
    start = round((low + high - size) / 2)
    start = max(0, min(start, limit - size))
    return start, start + size
