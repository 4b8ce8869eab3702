"""Pictures kept for a while: what a place looked like before, and the evidence before and after a play."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from .alignment import Matrix, move_points, scaled

Image = NDArray[np.uint8]
Points = NDArray[np.float64]
Box = tuple[int, int, int, int]

WIDEST = 1280
KEEP_EVERY, KEPT = 0.3, 14
PATCH = 20
"""Side of a patch, px."""
_ACROSS, _ALONG = 2.2, 2.9
_FLAT = 7.0
_LIKE = 15.0
QUALITY = 85


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A picture at most `WIDEST` wide; `pose` maps its px to reference px of the same size; `factor` its px
    per full px.
    """

    image: Image = field(repr=False)
    pose: Matrix = field(repr=False)
    factor: float
    at: float

    @classmethod
    def take(cls, image: Image, pose: Matrix, at: float) -> Snapshot:
        """Of a full-size picture and its pose."""
        factor = min(1.0, WIDEST / image.shape[1])
        if factor < 1:
            size = (WIDEST, round(image.shape[0] * factor))
            return cls(
                cv2.resize(image, size, interpolation=cv2.INTER_AREA), scaled(pose, factor), factor, at
            )
        return cls(image, pose, 1.0, at)

    def patch(self, middle: Points, up: Points, unit: float) -> Image:
        """(PATCH, PATCH, 3): the surroundings of an index given in full-size reference px, upright."""
        right = np.array([-up[1], up[0]])
        corners = np.stack(
            [
                middle - right * _ACROSS / 2 * unit + up * _ALONG / 2 * unit,
                middle + right * _ACROSS / 2 * unit + up * _ALONG / 2 * unit,
                middle - right * _ACROSS / 2 * unit - up * _ALONG / 2 * unit,
            ]
        )
        here = move_points(corners * self.factor, np.linalg.inv(self.pose)).astype(np.float32)
        target = np.array([[0, 0], [PATCH, 0], [0, PATCH]], np.float32)
        matrix = cv2.getAffineTransform(here, target)
        return cv2.warpAffine(
            self.image, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )

    def jpeg(self, region: Box, margin: float = 0.35) -> bytes:
        """The region (full-size reference px) with some of its surroundings, as JPEG."""
        return self.cut(region, margin)[0]

    def cut(self, region: Box, margin: float = 0.35) -> tuple[bytes, Matrix]:
        """The same, with the 3×3 map from full-size reference px to px of the cut-out picture."""
        x0, y0, x1, y1 = region
        wide, high = max(x1 - x0, 200) * margin, max(y1 - y0, 200) * margin
        corners = np.array([[x0 - wide, y0 - high], [x1 + wide, y1 + high]], np.float64) * self.factor
        (left, top), (right, bottom) = move_points(corners, np.linalg.inv(self.pose))
        height, width = self.image.shape[:2]
        left, right = int(np.clip(left, 0, width - 16)), int(np.clip(right, 16, width))
        top, bottom = int(np.clip(top, 0, height - 16)), int(np.clip(bottom, 16, height))
        part = self.image[top : max(bottom, top + 16), left : max(right, left + 16)]
        ok, data = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
        view = shift @ np.linalg.inv(self.pose) @ np.diag([self.factor, self.factor, 1.0])
        return (data.tobytes() if ok else b""), view


class Snapshots:
    """The last few seconds, thinned out, and the last time the table was quiet and empty."""

    def __init__(self) -> None:
        self._recent: deque[Snapshot] = deque(maxlen=KEPT)
        self.quiet: Snapshot | None = None
        self.empty: Snapshot | None = None

    def keep(self, image: Image, pose: Matrix, at: float, *, quiet: bool, empty: bool) -> None:
        """Offer a picture; `quiet`: nothing moves on it, `empty`: and no card lies on the table."""
        if self._recent and at - self._recent[-1].at < KEEP_EVERY:
            return
        snapshot = Snapshot.take(image, pose, at)
        self._recent.append(snapshot)
        if quiet:
            self.quiet = snapshot
            if empty:
                self.empty = snapshot

    def before(self, at: float) -> Snapshot | None:
        """The newest picture older than `at`, else the oldest there is."""
        older = [each for each in self._recent if each.at < at]
        if older:
            return older[-1]
        if self.quiet is not None and self.quiet.at < at:
            return self.quiet
        return self._recent[0] if self._recent else None

    def clear(self) -> None:
        """Forget everything."""
        self._recent.clear()
        self.quiet = self.empty = None


def resemblance(a: Image, b: Image) -> float:
    """How much two patches show the same print, whatever the light: their correlation, −1…1; without
    structure 1 or 0.
    """
    x, y = (cv2.cvtColor(each, cv2.COLOR_BGR2GRAY).astype(np.float32) for each in (a, b))
    if min(x.std(), y.std()) < _FLAT:
        close = abs(float(x.mean() - y.mean())) < _LIKE and abs(float(x.std() - y.std())) < _FLAT
        return float(close)
    x, y = x - x.mean(), y - y.mean()
    return float((x * y).sum() / np.sqrt((x * x).sum() * (y * y).sum()))


def alike(a: Image, b: Image) -> bool:
    """Whether two patches show the same background: colours close, a little shift and light allowed."""
    x, y = (cv2.blur(each, (5, 5)).astype(np.float32) for each in (a, b))
    light = float(np.clip((x.mean() + 1) / (y.mean() + 1), 0.75, 1.33))
    return float(np.abs(x - light * y).mean()) < _LIKE
