"""A float canvas on which decks are drawn: colour is laid down through coverage masks."""

from __future__ import annotations

import cv2
import numpy as np

from .deck import FaceIndex

Colour = tuple[float, float, float]
Box = tuple[float, float, float, float]


def blank(width: int, height: int, colour: Colour) -> np.ndarray:
    """A canvas (H, W, 3) float32 RGB 0..255 of one colour."""
    return np.full((height, width, 3), colour, np.float32)


def lay(
    canvas: np.ndarray, mask: np.ndarray, centre: tuple[float, float], colour: Colour | np.ndarray
) -> Box:
    """Lay `colour` (one, or a picture of the mask's size) through `mask`, centred; returns the inked box."""
    height, width = mask.shape
    x0, y0 = round(centre[0] - width / 2), round(centre[1] - height / 2)
    left, top = max(0, -x0), max(0, -y0)
    right, bottom = min(width, canvas.shape[1] - x0), min(height, canvas.shape[0] - y0)
    if right > left and bottom > top:
        cover = mask[top:bottom, left:right, None]
        area = canvas[y0 + top : y0 + bottom, x0 + left : x0 + right]
        paint = (
            colour[top:bottom, left:right] if isinstance(colour, np.ndarray) else np.array(colour, np.float32)
        )
        area += (paint - area) * cover
    return (float(x0), float(y0), float(x0 + width), float(y0 + height))


def resized(mask: np.ndarray, width: int, height: int) -> np.ndarray:
    """A mask or picture at another size, area-sampled when smaller."""
    smaller = width * height < mask.shape[0] * mask.shape[1]
    how = cv2.INTER_AREA if smaller else cv2.INTER_LINEAR
    return cv2.resize(mask, (max(1, width), max(1, height)), interpolation=how)


def beside(masks: list[np.ndarray], gap: int) -> np.ndarray:
    """Masks in a row, centred on one line, `gap` px apart; a negative gap lets them overlap."""
    return stacked([m.T for m in masks], gap).T


def stacked(masks: list[np.ndarray], gap: int) -> np.ndarray:
    """Masks below each other, centred on one column, `gap` px apart."""
    width = max(m.shape[1] for m in masks)
    height = sum(m.shape[0] for m in masks) + gap * (len(masks) - 1)
    out = np.zeros((max(1, height), width), np.float32)
    y = 0
    for m in masks:
        x = (width - m.shape[1]) // 2
        area = out[y : y + m.shape[0], x : x + m.shape[1]]
        np.maximum(area, m[: area.shape[0]], out=area)
        y += m.shape[0] + gap
    return out


def polygon(canvas: np.ndarray, points: np.ndarray, colour: Colour, outline: Colour | None = None) -> None:
    """A filled polygon, antialiased, with an outline 2 px wide if wanted."""
    fixed = np.round(points * 16).astype(np.int32)
    cv2.fillPoly(canvas, [fixed], colour, cv2.LINE_AA, shift=4)
    if outline is not None:
        cv2.polylines(canvas, [fixed], True, outline, 2, cv2.LINE_AA, shift=4)


def union(a: Box, b: Box) -> Box:
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))


def middle(box: Box) -> tuple[float, float]:
    return ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)


def index_from(rank: Box, pip: Box) -> FaceIndex:
    """The index that a rank glyph and a pip make."""
    return FaceIndex(union(rank, pip), middle(rank), middle(pip))
