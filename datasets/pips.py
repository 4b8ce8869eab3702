"""Suit pips as vector shapes with a few free parameters each, and as glyphs of fonts that have them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from .fonts import Typeface, text_mask

SUIT_GLYPHS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
OVERSAMPLING = 4


@dataclass(frozen=True, slots=True)
class PipShape:
    """How a deck draws its suits; every number is 0..1 inside the range a printer would use.

    `typeface` set: the font's own suit glyphs instead of the drawn shapes.
    """

    lobe: float
    waist: float
    stem: float
    hollow: float
    width: float
    typeface: Typeface | None = None


def draw_pip_shape(rng: np.random.Generator, suited: tuple[Typeface, ...]) -> PipShape:
    """A shape at random; about a quarter of the decks take the glyphs of one of the `suited` typefaces."""
    numbers = [float(v) for v in rng.random(5)]
    from_font = bool(suited) and rng.random() < 0.25
    typeface = suited[int(rng.integers(len(suited)))] if from_font else None
    return PipShape(*numbers, typeface)


@lru_cache(maxsize=4096)
def pip_mask(shape: PipShape, suit: str, height: int) -> np.ndarray:
    """Coverage (H, W) float32 of an upright pip `height` px high, cut to its ink."""
    height = max(4, height)
    if shape.typeface is not None:
        return text_mask(shape.typeface, SUIT_GLYPHS[suit], height)
    big = height * OVERSAMPLING
    outlines = {"h": _heart, "d": _diamond, "s": _spade, "c": _club}[suit](shape)
    points = [np.asarray(o, np.float64) for o in outlines]
    low = np.min([p.min(axis=0) for p in points], axis=0)
    high = np.max([p.max(axis=0) for p in points], axis=0)
    scale = big / (high[1] - low[1])
    width = round((high[0] - low[0]) * scale / OVERSAMPLING)
    canvas = np.zeros((big, width * OVERSAMPLING), np.uint8)
    for p in points:
        cv2.fillPoly(canvas, [np.round((p - low) * scale * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)
    return cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def _bezier(*points: tuple[float, float]) -> np.ndarray:
    a, b, c, d = (np.array(p) for p in points)
    t = np.linspace(0, 1, 24)[:, None]
    return a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t**2 * (1 - t) + d * t**3


def _mirrored(right: np.ndarray) -> np.ndarray:
    return np.concatenate([right, right[::-1] * (-1, 1)])


def _heart_outline(shape: PipShape) -> np.ndarray:
    """Notch at the top, tip at (0, 1)."""
    wide = 0.82 + 0.2 * shape.width
    notch = -0.62 + 0.3 * shape.lobe
    upper = _bezier((0, notch), (0.12, -1.08), (wide * 1.02, -1.12), (wide, -0.42))
    lower = _bezier(
        (wide, -0.42), (wide * 0.99, 0.05 + 0.15 * shape.waist), (0.30 - 0.2 * shape.waist, 0.5), (0, 1)
    )
    return _mirrored(np.concatenate([upper, lower]))


def _heart(shape: PipShape) -> list[np.ndarray]:
    return [_heart_outline(shape)]


def _diamond(shape: PipShape) -> list[np.ndarray]:
    wide = 0.62 + 0.28 * shape.width
    pull = 0.5 - 0.22 * shape.hollow * (shape.waist > 0.3)
    upper = _bezier((0, -1), (wide * pull * 0.75, -pull * 1.1), (wide * pull * 1.4, -pull * 0.55), (wide, 0))
    lower = upper[::-1] * (1, -1)
    return [_mirrored(np.concatenate([upper, lower]))]


def _stem(shape: PipShape, top: float, bottom: float) -> np.ndarray:
    foot = 0.22 + 0.26 * shape.stem
    neck = 0.03 + 0.06 * shape.waist
    side = _bezier((neck, top), (neck, (top + bottom) / 2), (neck + 0.06, bottom - 0.08), (foot, bottom))
    return _mirrored(side)


def _spade(shape: PipShape) -> list[np.ndarray]:
    body = _heart_outline(shape) * (1, -0.86)
    return [body, _stem(shape, 0.3, 1.08)]


def _circle(x: float, y: float, radius: float) -> np.ndarray:
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1)


def _club(shape: PipShape) -> list[np.ndarray]:
    radius = 0.40 + 0.09 * shape.lobe
    apart = 0.47 + 0.10 * shape.width
    lower = 0.14 + 0.12 * shape.hollow
    heart = _circle(0, 0.02, 0.2 + 0.08 * shape.waist)
    lobes = [_circle(0, -0.52, radius), _circle(-apart, lower, radius), _circle(apart, lower, radius)]
    return [*lobes, heart, _stem(shape, 0.0, 0.98)]
