"""Decks of cards as pictures: what a scene, a film or a training crop is made of.

All coordinates are face pixels, x to the right and y down, in an upright face. Images are uint8 RGBA
(H, W, 4); alpha 0 lies outside the rounded card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.labels import is_code

FACE_HEIGHT = 500
"""Faces are about this many pixels high."""


@dataclass(frozen=True, slots=True)
class FaceIndex:
    """One index corner of a face.

    `box_xyxy` is the tight box round rank glyph and small pip, `rank_point` and `pip_point` their centres.
    For a joker the points are the centres of the upper and the lower half of its word or sign. The direction
    pip → rank is the index's own "up", so it points down in the index of the bottom corner.
    """

    box_xyxy: tuple[float, float, float, float]
    rank_point: tuple[float, float]
    pip_point: tuple[float, float]

    @property
    def unit(self) -> float:
        """Distance between the two points, in face pixels."""
        return float(np.hypot(self.rank_point[0] - self.pip_point[0], self.rank_point[1] - self.pip_point[1]))

    def turned(self, width: int, height: int) -> FaceIndex:
        """The same index after the face (width × height px) was turned by 180°."""
        x0, y0, x1, y1 = self.box_xyxy
        return FaceIndex(
            (width - x1, height - y1, width - x0, height - y0),
            (width - self.rank_point[0], height - self.rank_point[1]),
            (width - self.pip_point[0], height - self.pip_point[1]),
        )

    def mirrored(self, width: int) -> FaceIndex:
        """The place of the same index in the other upper (or lower) corner of a face `width` px wide."""
        x0, y0, x1, y1 = self.box_xyxy
        return FaceIndex(
            (width - x1, y0, width - x0, y1),
            (width - self.rank_point[0], self.rank_point[1]),
            (width - self.pip_point[0], self.pip_point[1]),
        )

    def scaled(self, factor: float) -> FaceIndex:
        """The same index in a face resized by `factor`."""
        x0, y0, x1, y1 = (value * factor for value in self.box_xyxy)
        rank_x, rank_y = (value * factor for value in self.rank_point)
        pip_x, pip_y = (value * factor for value in self.pip_point)
        return FaceIndex((x0, y0, x1, y1), (rank_x, rank_y), (pip_x, pip_y))


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """The front of one card: its code, its picture (RGBA) and where its indices are."""

    code: str
    image: np.ndarray
    indices: tuple[FaceIndex, ...]

    def __post_init__(self) -> None:
        if not is_code(self.code):
            raise ValueError(f"{self.code!r} is not one of the 54 card codes")
        if self.image.dtype != np.uint8 or self.image.ndim != 3 or self.image.shape[2] != 4:
            raise ValueError(f"the face of {self.code} must be uint8 RGBA (H, W, 4)")

    @property
    def width(self) -> int:
        return int(self.image.shape[1])

    @property
    def height(self) -> int:
        return int(self.image.shape[0])


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """A named set of faces (52 to 54 of them, fewer in a broken folder) with one back (RGBA) or none."""

    name: str
    faces: Mapping[str, Face]
    back: np.ndarray | None
    licence: str
