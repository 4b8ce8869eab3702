"""Surfaces made of noise: wood, felt, printed cloth and floors for the table of a film.

Pictures are uint8 BGR; noise fields are float32 with mean 0 and standard deviation about 1.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

import cv2
import numpy as np

T = TypeVar("T")


class Surface(StrEnum):
    """What the table top is made of."""

    WOOD = "wood"
    FELT = "felt"
    CLOTH = "cloth"
    PLASTIC = "plastic"
    LEATHER = "leather"


def fine_noise(rng: np.random.Generator, shape: tuple[int, int], sigma: float) -> np.ndarray:
    """Smooth noise with features about `sigma` px wide; made small and enlarged when sigma is large."""
    step = max(1, int(sigma / 1.5))
    small = (max(2, shape[0] // step + 2), max(2, shape[1] // step + 2))
    noise = rng.standard_normal(small, dtype=np.float32)
    noise = cv2.GaussianBlur(noise, (0, 0), max(0.6, sigma / step))
    if step > 1:
        noise = cv2.resize(noise, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    noise = noise[: shape[0], : shape[1]]
    return (noise - noise.mean()) / max(float(noise.std()), 1e-6)


def cloth_relief(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Wrinkles of a sleeve, in mm, running mostly across the arm."""
    stretched = fine_noise(rng, (shape[0] * 2, shape[1]), 20)
    across = cv2.resize(stretched, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    return across * 1.6 + fine_noise(rng, shape, 7) * 0.35


def draw_surface(kind: Surface, width: int, height: int, rng: np.random.Generator) -> np.ndarray:
    """A table top of `width` × `height` px. Same generator state, same picture."""
    return _MAKERS[kind](width, height, rng)


def draw_floor(width: int, height: int, rng: np.random.Generator) -> np.ndarray:
    """What lies below the table: dark tiles, boards or carpet."""
    base = np.array(_pick(rng, ((60, 66, 74), (92, 98, 104), (52, 62, 84), (74, 70, 66))), np.float32)
    field = 1 + 0.10 * fine_noise(rng, (height, width), 2.0) + 0.08 * fine_noise(rng, (height, width), 60)
    image = field[..., None] * base
    if rng.random() < 0.5:
        step = int(rng.integers(140, 260))
        offset = int(rng.integers(step))
        image[:, offset::step] *= 0.6
        image[offset::step, :] *= 0.6
    return _u8(cv2.GaussianBlur(image, (0, 0), 1.6))


def _wood(width: int, height: int, rng: np.random.Generator) -> np.ndarray:
    light, dark = _pick(
        rng,
        (
            ((120, 165, 205), (70, 112, 158)),
            ((86, 124, 168), (44, 74, 112)),
            ((150, 190, 218), (112, 154, 190)),
            ((58, 84, 124), (30, 46, 76)),
            ((128, 150, 168), (84, 104, 124)),
        ),
    )
    plank = int(rng.integers(110, 260))
    image = np.empty((height, width, 3), np.float32)
    for top in range(0, height, plank):
        rows = slice(top, min(height, top + plank))
        image[rows] = _plank(width, rows.stop - rows.start, rng, np.array(light), np.array(dark))
        if top:
            image[top : top + 2] *= 0.62
    return _u8(image)


def _plank(
    width: int, height: int, rng: np.random.Generator, light: np.ndarray, dark: np.ndarray
) -> np.ndarray:
    """Rings of a log cut lengthwise: bands along x, bent by slow noise."""
    y = np.linspace(0, height / 90, height, dtype=np.float32)[:, None]
    warp = fine_noise(rng, (height, width // 18 + 1), 16)
    warp = cv2.resize(warp, (width, height), interpolation=cv2.INTER_CUBIC) * 0.16
    rings = 0.5 + 0.5 * np.sin((y + warp) * float(rng.uniform(9, 16)) + float(rng.uniform(0, 6)))
    pores = fine_noise(rng, (height, width // 14 + 2), 0.8)
    pores = cv2.resize(pores, (width, height), interpolation=cv2.INTER_LINEAR)
    mix = np.clip(0.28 * rings + 0.10 * pores + 0.24 + float(rng.uniform(-0.12, 0.12)), 0, 1)[..., None]
    return light * (1 - mix) + dark * mix


def _felt(width: int, height: int, rng: np.random.Generator) -> np.ndarray:
    colour = _pick(
        rng,
        (
            (70, 112, 34),
            (58, 92, 22),
            (118, 78, 34),
            (44, 38, 126),
            (96, 92, 88),
            (88, 62, 84),
            (104, 118, 40),
        ),
    )
    field = 1 + 0.07 * fine_noise(rng, (height, width), 0.8) + 0.035 * fine_noise(rng, (height, width), 6)
    field += 0.03 * fine_noise(rng, (height, width), 120)
    return _u8(field[..., None] * np.array(colour, np.float32))


def _cloth(width: int, height: int, rng: np.random.Generator) -> np.ndarray:
    """A woven table cloth: plaid, stripes or dots, with thread texture and a few soft folds."""
    rows, columns = np.indices((height, width), dtype=np.float32)
    ground = np.array(
        _pick(rng, ((214, 220, 224), (196, 206, 214), (176, 190, 170), (150, 170, 196))), np.float32
    )
    ink = np.array(_pick(rng, ((60, 60, 168), (140, 92, 52), (76, 116, 66), (110, 100, 96))), np.float32)
    period = float(rng.uniform(48, 120))
    style = rng.integers(3)
    if style == 0:
        mix = 0.36 * (columns % period < period / 2) + 0.36 * (rows % period < period / 2)
    elif style == 1:
        mix = 0.6 * (columns % period < period * 0.35)
    else:
        u, v = (columns % period) / period - 0.5, (rows % period) / period - 0.5
        mix = 0.7 * (u**2 + v**2 < 0.03)
    image = ground * (1 - mix[..., None]) + ink * mix[..., None]
    threads = (
        1 + 0.035 * np.sin(columns * 2.2) * np.sin(rows * 2.2) + 0.03 * fine_noise(rng, (height, width), 0.7)
    )
    folds = 1 + 0.04 * fine_noise(rng, (height, width), 90)
    return _u8(cv2.GaussianBlur(image, (0, 0), 0.8) * (threads * folds)[..., None])


def _plastic(width: int, height: int, rng: np.random.Generator) -> np.ndarray:
    colour = np.array(
        _pick(rng, ((190, 194, 196), (108, 106, 104), (206, 214, 214), (70, 72, 74))), np.float32
    )
    field = 1 + 0.012 * fine_noise(rng, (height, width), 0.8) + 0.03 * fine_noise(rng, (height, width), 200)
    image = field[..., None] * colour
    speckle = fine_noise(rng, (height, width), 1.4) > 2.3
    image[speckle] *= 0.82
    return _u8(image)


def _leather(width: int, height: int, rng: np.random.Generator) -> np.ndarray:
    colour = np.array(_pick(rng, ((46, 62, 96), (40, 40, 44), (44, 70, 58), (60, 84, 128))), np.float32)
    grain = fine_noise(rng, (height, width), 2.2)
    shade = (
        1 + 0.10 * cv2.Sobel(grain, cv2.CV_32F, 1, 1, ksize=3) + 0.05 * fine_noise(rng, (height, width), 50)
    )
    return _u8(shade[..., None] * colour)


_MAKERS: dict[Surface, Callable[[int, int, np.random.Generator], np.ndarray]] = {
    Surface.WOOD: _wood,
    Surface.FELT: _felt,
    Surface.CLOTH: _cloth,
    Surface.PLASTIC: _plastic,
    Surface.LEATHER: _leather,
}


def _pick(rng: np.random.Generator, options: tuple[T, ...]) -> T:
    return options[int(rng.integers(len(options)))]


def _u8(image: np.ndarray) -> np.ndarray:
    return np.clip(image, 0, 255).round().astype(np.uint8)
