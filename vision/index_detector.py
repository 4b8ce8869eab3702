"""Stage 1: finds index corners and which way up they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from .model_files import ModelFile, find_model
from .runtime import Session, load_session

Image = NDArray[np.uint8]
Array = NDArray[np.float32]

STRIDE = 32
GREY = 114
TILE = 1920
OVERLAP = 192


@dataclass(frozen=True, slots=True, eq=False)
class Corners:
    """n found corners: `boxes` (n, 4) xyxy, `rank_points` and `pip_points` (n, 2), all px; `scores` (n,) 0…1,
    falling."""

    boxes: Array
    rank_points: Array
    pip_points: Array
    scores: Array

    def __len__(self) -> int:
        return len(self.scores)

    def select(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> Corners:
        """The rows that a mask or a list of positions picks."""
        return Corners(
            self.boxes[chosen], self.rank_points[chosen], self.pip_points[chosen], self.scores[chosen]
        )

    def mapped(self, scale: float, dx: float, dy: float) -> Corners:
        """Coordinates of a picture that was enlarged by `scale` and cut out at (dx, dy), brought back."""
        move = np.array([dx, dy], np.float32)
        return Corners(
            self.boxes / scale + np.tile(move, 2),
            self.rank_points / scale + move,
            self.pip_points / scale + move,
            self.scores,
        )

    @staticmethod
    def concat(parts: Sequence[Corners]) -> Corners:
        """All parts, best score first."""
        if not parts:
            pairs = np.zeros((0, 2), np.float32)
            return Corners(np.zeros((0, 4), np.float32), pairs, pairs, np.zeros(0, np.float32))
        boxes, rank, pip, scores = (
            np.concatenate([getattr(p, name) for p in parts])
            for name in ("boxes", "rank_points", "pip_points", "scores")
        )
        return Corners(boxes, rank, pip, scores).select(np.argsort(-scores, kind="stable"))


class IndexDetector:
    """The pose network: one class `index`, two keypoints (rank point, pip point)."""

    def __init__(self, session: Session, *, threshold: float = 0.2) -> None:
        self._session = session
        self.threshold = threshold

    @classmethod
    def load(
        cls, model: ModelFile | None = None, *, threads: int = 0, runtime: str | None = None
    ) -> IndexDetector:
        """The detector of the weights folder. Raises ModelFileError where it cannot be used."""
        model = model or find_model("index_detector")
        session = load_session(Path(model.path), (1, 3, 640, 640), threads=threads, choice=runtime)
        return cls(session, threshold=float(model.meta.get("threshold", 0.2)))

    @property
    def runtime(self) -> str:
        """Name of the inference runtime in use."""
        return self._session.name

    def find(self, image: Image, scales: Sequence[float] = (1.0,)) -> Corners:
        """Corners in a BGR picture (h, w, 3), looked for at each of the `scales` and merged; coordinates of
        `image`."""
        parts = []
        for scale in scales:
            resized = _resized(image, scale)
            for x, y, tile in _tiles(resized):
                parts.append(self._find_once(tile).mapped(1.0, x, y).mapped(scale, 0, 0))
        return merge(Corners.concat(parts))

    def _find_once(self, image: Image) -> Corners:
        raw = self._session.run(to_input(image))[0][0].T
        raw = raw[raw[:, 4] >= self.threshold]
        centre, size = raw[:, 0:2], raw[:, 2:4]
        boxes = np.concatenate([centre - size / 2, centre + size / 2], axis=1)
        found = Corners(boxes, raw[:, 5:7], raw[:, 8:10], raw[:, 4])
        return merge(Corners.concat([found]))


def to_input(image: Image) -> Array:
    """(1, 3, H, W) float32 RGB 0…1 of a BGR picture, padded with grey to multiples of 32 at the right and the
    bottom."""
    height, width = image.shape[:2]
    padded = cv2.copyMakeBorder(
        image, 0, -height % STRIDE, 0, -width % STRIDE, cv2.BORDER_CONSTANT, value=(GREY, GREY, GREY)
    )
    return cv2.dnn.blobFromImage(padded, 1 / 255.0, swapRB=True)


def merge(corners: Corners, iou: float = 0.6, near: float = 0.5) -> Corners:
    """Drops a corner that overlaps a better one by more than `iou`, or whose middle lies within `near` units
    of its middle."""
    middles = (corners.rank_points + corners.pip_points) / 2
    units = np.linalg.norm(corners.rank_points - corners.pip_points, axis=1)
    areas = np.prod(corners.boxes[:, 2:] - corners.boxes[:, :2], axis=1)
    alive = np.ones(len(corners), bool)
    for i in range(len(corners)):
        if not alive[i]:
            continue
        distance = np.linalg.norm(middles - middles[i], axis=1)
        same = (distance < near * np.minimum(units, units[i])) | (_iou(corners.boxes, areas, i) > iou)
        same[: i + 1] = False
        alive &= ~same
    return corners.select(alive)


def _iou(boxes: Array, areas: Array, i: int) -> Array:
    low = np.maximum(boxes[:, :2], boxes[i, :2])
    high = np.minimum(boxes[:, 2:], boxes[i, 2:])
    common = np.prod(np.clip(high - low, 0, None), axis=1)
    return common / np.maximum(areas + areas[i] - common, 1e-6)


def _resized(image: Image, scale: float) -> Image:
    if scale == 1.0:
        return image
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=how)


def _tiles(image: Image) -> list[tuple[int, int, Image]]:
    """(x, y, part) of overlapping parts no side of which is much longer than TILE; the whole picture where it
    fits."""
    height, width = image.shape[:2]
    return [(x0, y0, image[y0:y1, x0:x1]) for y0, y1 in cuts(height) for x0, x1 in cuts(width)]


def cuts(length: int) -> list[tuple[int, int]]:
    """Where to cut a side of `length` px: (start, end) of equal parts that overlap by at least OVERLAP."""
    if length <= TILE * 1.1:
        return [(0, length)]
    count = -(-(length - OVERLAP) // (TILE - OVERLAP))
    size = -(-(length + (count - 1) * OVERLAP) // count)
    return [
        (min(i * (size - OVERLAP), length - size), min(i * (size - OVERLAP), length - size) + size)
        for i in range(count)
    ]
