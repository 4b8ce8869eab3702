"""What light, lens, sensor and codec do to a picture. All amounts are drawn first and returned as data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np


@dataclass(frozen=True, slots=True)
class Light:
    """Light on the table: a smooth field, hard shadows (polygons) and gloss (bright ellipses).

    `field` is a 3 × 3 grid of factors; `shadows` are ((x, y) corners, strength, softness px);
    `gloss` are (x, y, long, short, angle°, strength 0..1).
    """

    field: tuple[float, ...]
    shadows: tuple[tuple[tuple[tuple[float, float], ...], float, float], ...]
    gloss: tuple[tuple[float, float, float, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Effects:
    """Camera and codec: exposure and colour, blur (px), noise (grey levels), sharpening, JPEG passes."""

    gain: tuple[float, float, float]
    gamma: float
    black: float
    saturation: float
    blur: float
    motion: float
    motion_angle: float
    shrink: float
    noise: float
    noise_seed: int
    sharpen: float
    jpeg: tuple[int, ...]


def sample_light(rng: np.random.Generator, size: int) -> Light:
    """Light on a picture `size` px large."""
    uneven = rng.choice([0.04, 0.12, 0.28], p=[0.4, 0.4, 0.2])
    field = tuple(float(v) for v in np.clip(rng.normal(1, uneven, 9), 0.4, 1.5))
    shadows = tuple(
        _sample_shadow(rng, size) for _ in range(int(rng.choice([0, 1, 2], p=[0.66, 0.25, 0.09])))
    )
    gloss = tuple(_sample_gloss(rng, size) for _ in range(int(rng.choice([0, 1, 2], p=[0.78, 0.16, 0.06]))))
    return Light(field, shadows, gloss)


def sample_effects(rng: np.random.Generator, glyph: float) -> Effects:
    """Effects for a picture whose rank glyphs are about `glyph` px high: blur stays in proportion to them."""
    exposure = float(np.exp(rng.normal(-0.05, 0.16))) * (
        rng.uniform(0.35, 0.7) if rng.random() < 0.1 else 1.0
    )
    drift = np.exp(rng.normal(0, rng.choice([0.02, 0.07]), 3))
    gain = exposure * drift / drift.mean()
    blurred = rng.random()
    blur = 0.0 if blurred < 0.35 else float(rng.uniform(0.25, 0.055 * glyph + 0.25))
    motion = float(rng.uniform(0.08, 0.28) * glyph) if rng.random() < 0.1 else 0.0
    passes = tuple(int(q) for q in rng.integers(28, 96, int(rng.choice([1, 2], p=[0.7, 0.3]))))
    return Effects(
        gain=(float(gain[0]), float(gain[1]), float(gain[2])),
        gamma=float(np.exp(rng.normal(0, 0.16))),
        black=float(rng.uniform(0, 45)) if rng.random() < 0.2 else 0.0,
        saturation=float(rng.uniform(0.6, 1.35)) if rng.random() < 0.5 else 1.0,
        blur=blur, motion=motion, motion_angle=float(rng.uniform(0, np.pi)),
        shrink=float(rng.uniform(0.72, 0.98)) if rng.random() < 0.25 and glyph > 13 else 1.0,
        noise=float(abs(rng.normal(0, 6))) if rng.random() < 0.75 else 0.0,
        noise_seed=int(rng.integers(1 << 20)),
        sharpen=float(rng.uniform(0.2, 1.1)) if rng.random() < 0.3 else 0.0,
        jpeg=passes if glyph > 13 else tuple(max(q, 45) for q in passes),
    )  # fmt: skip


def shine(picture: np.ndarray, light: Light) -> np.ndarray:
    """Light a uint8 RGB picture; returns float32 (H, W, 3), 0..255 and above."""
    height, width = picture.shape[:2]
    grid = np.array(light.field, np.float32).reshape(3, 3)
    factor = cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
    for corners, strength, soft in light.shadows:
        mask = np.zeros((height, width), np.float32)
        cv2.fillPoly(mask, [np.round(np.array(corners)).astype(np.int32)], 1.0)
        factor = factor * (1 - strength * cv2.blur(mask, (max(1, int(soft)),) * 2))
    out = cv2.multiply(picture, cv2.merge([factor] * 3), dtype=cv2.CV_32F)
    for x, y, long, short, angle, strength in light.gloss:
        small = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
        axes = (max(1, int(long / 4)), max(1, int(short / 4)))
        cv2.ellipse(small, (int(x / 4), int(y / 4)), axes, angle, 0, 360, strength, -1)
        small = cv2.GaussianBlur(small, (0, 0), max(1.0, short / 10))
        cover = cv2.merge([cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)] * 3)
        out += (250 - np.minimum(out, 250)) * cover
    return out


def expose(picture: np.ndarray, effects: Effects) -> np.ndarray:
    """Run camera and codec on a float32 picture; returns uint8 RGB."""
    out = picture
    if effects.shrink < 1:
        small = cv2.resize(out, None, fx=effects.shrink, fy=effects.shrink, interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, (out.shape[1], out.shape[0]), interpolation=cv2.INTER_LINEAR)
    if effects.blur > 0.2:
        out = cv2.GaussianBlur(out, (0, 0), effects.blur)
    if effects.motion >= 1.5:
        out = cv2.filter2D(out, -1, _motion_kernel(effects.motion, effects.motion_angle))
    out = cv2.transform(out, _colour_matrix(effects))
    if effects.noise > 0:
        out = cv2.addWeighted(
            out, 1.0, _noise(effects.noise_seed, out.shape[0], out.shape[1]), effects.noise, 0
        )
    if effects.sharpen > 0:
        out = cv2.addWeighted(
            out, 1 + effects.sharpen, cv2.GaussianBlur(out, (0, 0), 1.0), -effects.sharpen, 0
        )
    result = cv2.LUT(np.clip(out, 0, 255).astype(np.uint8), _curve(effects.gamma, effects.black))
    for quality in effects.jpeg:
        result = jpeg(result, quality)
    return result


def jpeg(picture: np.ndarray, quality: int) -> np.ndarray:
    """The picture after one JPEG round trip."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def _sample_shadow(
    rng: np.random.Generator, size: int
) -> tuple[tuple[tuple[float, float], ...], float, float]:
    centre = rng.uniform(0, size, 2)
    angle = rng.uniform(0, np.pi) + np.sort(rng.uniform(0, 2 * np.pi, 4))
    reach = rng.uniform(0.3, 1.2, 4) * size
    corners = tuple(
        (float(centre[0] + r * np.cos(a)), float(centre[1] + r * np.sin(a)))
        for a, r in zip(angle, reach, strict=True)
    )
    return corners, float(rng.uniform(0.15, 0.55)), float(rng.uniform(2, 0.15 * size))


def _sample_gloss(rng: np.random.Generator, size: int) -> tuple[float, float, float, float, float, float]:
    x, y = rng.uniform(0, size, 2)
    long, short = rng.uniform(0.06, 0.4) * size, rng.uniform(0.03, 0.15) * size
    return (
        float(x),
        float(y),
        float(long),
        float(short),
        float(rng.uniform(0, 180)),
        float(rng.uniform(0.25, 0.85)),
    )


def _motion_kernel(length: float, angle: float) -> np.ndarray:
    side = int(np.ceil(length)) | 1
    kernel = np.zeros((side, side), np.float32)
    middle = side // 2
    dx, dy = np.cos(angle) * length / 2, np.sin(angle) * length / 2
    cv2.line(
        kernel,
        (round(middle - dx), round(middle - dy)),
        (round(middle + dx), round(middle + dy)),
        1.0,
        1,
        cv2.LINE_AA,
    )
    return kernel / max(1e-6, float(kernel.sum()))


def _colour_matrix(effects: Effects) -> np.ndarray:
    s = effects.saturation
    grey = np.array([0.299, 0.587, 0.114])
    mix = s * np.eye(3) + (1 - s) * np.tile(grey, (3, 1))
    return (np.diag(effects.gain) @ mix).astype(np.float32)


@lru_cache(maxsize=1)
def _noise_sheet() -> np.ndarray:
    """A sheet of sensor noise: fine luma noise and coarser colour noise, standard deviation about 1."""
    rng = np.random.default_rng(5)
    luma = rng.standard_normal((1400, 1400, 1)).astype(np.float32)
    chroma = rng.standard_normal((700, 700, 3)).astype(np.float32)
    return np.ascontiguousarray(
        0.8 * luma + 0.5 * cv2.resize(chroma, (1400, 1400), interpolation=cv2.INTER_LINEAR)
    )


def _noise(seed: int, height: int, width: int) -> np.ndarray:
    sheet = _noise_sheet()
    if height > sheet.shape[0] or width > sheet.shape[1]:
        sheet = np.tile(sheet, (height // sheet.shape[0] + 1, width // sheet.shape[1] + 1, 1))
    y, x = seed % (sheet.shape[0] - height + 1), (seed // 1031) % (sheet.shape[1] - width + 1)
    return sheet[y : y + height, x : x + width]


def _curve(gamma: float, black: float) -> np.ndarray:
    levels = np.linspace(0, 1, 256) ** gamma * (255 - black) + black
    return np.clip(levels + 0.5, 0, 255).astype(np.uint8)
