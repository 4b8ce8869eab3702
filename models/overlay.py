"""Pictures to look at: what was read, drawn into the photograph; galleries of the worst."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections
from vision.sightings import CardSighting

Image = NDArray[np.uint8]

GREEN, RED, AMBER, GREY = (60, 200, 60), (50, 50, 235), (30, 170, 250), (150, 150, 150)


def draw(
    image: Image, sightings: Sequence[CardSighting], detections: Detections, truth: Counter[str]
) -> Image:
    """The photograph with each sighting's code: green right, red wrong, amber unsure; grey dots are raw
    corners."""
    canvas = image.copy()
    size = max(image.shape[:2]) / 1000
    left = Counter(truth)
    for rank, pip in zip(detections.rank_points, detections.pip_points, strict=True):
        cv2.line(canvas, _at(pip), _at(rank), GREY, max(1, round(size)))
        cv2.circle(canvas, _at(rank), max(2, round(2 * size)), GREY, -1)
    for sighting in sightings:
        colour = _colour(sighting, left)
        for rank, _ in sighting.index_points:
            cv2.circle(canvas, _at(rank), max(4, round(sighting.unit)), colour, max(1, round(1.5 * size)))
        text = f"{sighting.code} {sighting.score:.2f}"
        _label(canvas, text, _at(sighting.index_points[0][0]), colour, 0.55 * size)
    missed = " ".join((left - Counter()).elements())
    if missed:
        _label(canvas, f"missed: {missed}", (round(8 * size), round(28 * size)), RED, 0.7 * size)
    return canvas


def _colour(sighting: CardSighting, left: Counter[str]) -> tuple[int, int, int]:
    if not sighting.sure:
        return AMBER
    if left[sighting.code] > 0:
        left[sighting.code] -= 1
        return GREEN
    return RED


def _label(canvas: Image, text: str, at: tuple[int, int], colour: tuple[int, int, int], size: float) -> None:
    thick = max(1, round(size * 2.5))
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), thick * 3, cv2.LINE_AA)
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA)


def _at(point: Sequence[float] | NDArray[np.float32]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def gallery(tiles: Sequence[tuple[str, Image]], side: int = 420, columns: int = 4) -> Image:
    """Titled tiles in a grid, each fitted into a square of `side` px."""
    rows = -(-max(1, len(tiles)) // columns)
    sheet = np.full((rows * (side + 24), columns * side, 3), 245, np.uint8)
    for k, (title, tile) in enumerate(tiles):
        y, x = (k // columns) * (side + 24), (k % columns) * side
        scale = (side - 4) / max(tile.shape[:2])
        small = cv2.resize(tile, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        sheet[y + 24 : y + 24 + small.shape[0], x : x + small.shape[1]] = small
        cv2.putText(
            sheet, title[:58], (x + 4, y + 17), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (20, 20, 20), 1, cv2.LINE_AA
        )
    return sheet
