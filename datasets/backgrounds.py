"""What the cards lie on: photographs of surfaces and painted wood, felt, cloth and mats."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from .pool import held_out

PAINTED = ("felt", "wood", "plain", "cloth", "speckle")
FELTS = (
    (20, 95, 55),
    (15, 75, 45),
    (30, 120, 90),
    (25, 50, 120),
    (110, 20, 30),
    (60, 60, 65),
    (20, 110, 100),
)
TABLES = (
    (150, 105, 65),
    (95, 60, 35),
    (190, 150, 105),
    (60, 40, 30),
    (215, 185, 145),
    (120, 45, 25),
    (200, 170, 120),
)


@dataclass(frozen=True, slots=True)
class Background:
    """A surface: a photograph by path, or a painted kind; `seed` fixes crop and painting."""

    kind: str
    path: str
    seed: int
    zoom: float
    angle: float
    gain: tuple[float, float, float]


def find_backgrounds(folder: Path | None, split: str) -> tuple[str, ...]:
    """Pictures below `folder` that belong to the split (one in eight is held out, by name)."""
    if folder is None:
        return ()
    paths = sorted(p for p in folder.rglob("*") if p.suffix.lower() in (".jpg", ".jpeg", ".png"))
    return tuple(str(p) for p in paths if held_out(p.stem, 8) == (split == "val"))


def sample_background(rng: np.random.Generator, paths: tuple[str, ...]) -> Background:
    """A surface at random: a photograph in two of three pictures when there are any."""
    photo = bool(paths) and rng.random() < 0.68
    path = paths[int(rng.integers(len(paths)))] if photo else ""
    kind = "photo" if photo else str(rng.choice(PAINTED, p=[0.3, 0.27, 0.2, 0.15, 0.08]))
    gain = rng.uniform(0.55, 1.25) * rng.uniform(0.88, 1.12, 3)
    return Background(
        kind, path, int(rng.integers(1 << 31)), float(np.exp(rng.uniform(np.log(0.35), np.log(2.2)))),
        float(rng.uniform(0, 2 * np.pi)), (float(gain[0]), float(gain[1]), float(gain[2])),
    )  # fmt: skip


def paint_background(spec: Background, width: int, height: int) -> np.ndarray:
    """The surface as uint8 RGB (height, width, 3)."""
    rng = np.random.default_rng(spec.seed)
    if spec.kind == "photo":
        picture = _photo(spec, rng, width, height)
    else:
        painter = {"felt": _felt, "wood": _wood, "plain": _plain, "cloth": _cloth, "speckle": _speckle}[
            spec.kind
        ]
        picture = painter(rng, width, height, spec.zoom)
    return cv2.multiply(picture, np.array([*spec.gain, 1.0]))


@lru_cache(maxsize=700)
def _picture(path: str) -> np.ndarray:
    image = cv2.imread(path, cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"{path} is not a readable picture")
    largest = max(image.shape[:2])
    if largest > 800:
        image = cv2.resize(image, None, fx=800 / largest, fy=800 / largest, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(image, cv2.COLOR_BGR2RGB)


def _photo(spec: Background, rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    source = _picture(spec.path)
    scale = spec.zoom * max(0.6, max(width, height) / 700)
    if scale < 0.6:
        source = cv2.resize(source, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        scale = 1.0
    c, s = np.cos(spec.angle) / scale, np.sin(spec.angle) / scale
    x, y = rng.uniform(0, source.shape[1]), rng.uniform(0, source.shape[0])
    matrix = np.array(
        [[c, -s, x - c * width / 2 + s * height / 2], [s, c, y - s * width / 2 - c * height / 2]]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(source, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REFLECT_101)


def _noise(rng: np.random.Generator, width: int, height: int, cell: float) -> np.ndarray:
    """Smooth noise (H, W) float32, about −1..1, with features `cell` px wide."""
    small = (max(2, round(height / cell)), max(2, round(width / cell)))
    grid = rng.uniform(-1, 1, small).astype(np.float32)
    return cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)


def _coloured(base: np.ndarray | tuple[float, ...], pattern: np.ndarray, strength: float) -> np.ndarray:
    shade = 1 + strength * pattern[..., None]
    return np.clip(np.array(base, np.float32) * shade, 0, 255).astype(np.uint8)


def _felt(rng: np.random.Generator, width: int, height: int, zoom: float) -> np.ndarray:
    base = np.array(FELTS[int(rng.integers(len(FELTS)))]) * rng.uniform(0.7, 1.5)
    grain = rng.standard_normal((height, width)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 0.5 + 0.6 * zoom)
    return _coloured(
        base, grain / (grain.std() + 1e-6) + 0.6 * _noise(rng, width, height, 90), rng.uniform(0.02, 0.09)
    )


def _wood(rng: np.random.Generator, width: int, height: int, zoom: float) -> np.ndarray:
    base = np.array(TABLES[int(rng.integers(len(TABLES)))]) * rng.uniform(0.7, 1.2)
    xs, ys = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    angle = rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)])
    across = xs * np.cos(angle) + ys * np.sin(angle)
    bent = across + 14 * zoom * _noise(rng, width, height, 120 * zoom)
    grain = np.sin(bent / rng.uniform(2, 9) / zoom) * _noise(rng, width, height, 60) + 0.5 * _noise(
        rng, width, height, 3
    )
    picture = _coloured(base, grain, rng.uniform(0.05, 0.22))
    plank = rng.uniform(60, 260) * zoom
    if rng.random() < 0.5:
        picture[np.mod(across, plank) < 1.5] = (base * 0.45).astype(np.uint8)
    return picture


def _plain(rng: np.random.Generator, width: int, height: int, zoom: float) -> np.ndarray:
    level = rng.choice([rng.uniform(8, 60), rng.uniform(60, 180), rng.uniform(180, 250)])
    base = np.clip(level + rng.normal(0, 14, 3), 0, 255)
    return _coloured(base, _noise(rng, width, height, 150 * zoom), rng.uniform(0.01, 0.08))


def _cloth(rng: np.random.Generator, width: int, height: int, zoom: float) -> np.ndarray:
    xs, ys = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    pitch = rng.uniform(3, 60) * zoom + 2
    a, b = rng.uniform(20, 240, 3), rng.uniform(20, 240, 3)
    weave = np.sin(xs * 2 * np.pi / pitch) * np.sin(ys * 2 * np.pi / pitch)
    if rng.random() < 0.5:
        weave = np.sign(np.sin(xs * 2 * np.pi / pitch)) + np.sign(np.sin(ys * 2 * np.pi / pitch))
    mix = np.clip(0.5 + 0.5 * weave + 0.1 * _noise(rng, width, height, 40), 0, 1)[..., None].astype(
        np.float32
    )
    return np.clip(a * mix + b * (1 - mix), 0, 255).astype(np.uint8)


def _speckle(rng: np.random.Generator, width: int, height: int, zoom: float) -> np.ndarray:
    base = rng.uniform(40, 220) + rng.normal(0, 12, 3)
    fine = _noise(rng, width, height, 1.5 + 2 * zoom) + 0.8 * _noise(rng, width, height, 5 + 6 * zoom)
    return _coloured(np.clip(base, 10, 250), fine, rng.uniform(0.1, 0.3))
