"""Arms that reach over the table: hand, wrist and sleeve as pictures, modelled from capsules, lit from above.

A sprite lies in its own frame, in millimetres: the origin is the point between the finger tips where cards
are held, +y runs back along the arm to the elbow, +x to the right. Sprites are drawn once per player and
pose.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import cv2
import numpy as np

from .film_texture import cloth_relief, fine_noise

SPRITE_SCALE = 2.0
"""Sprite pixels per millimetre."""
HALF_WIDTH = 85.0
ARM_LENGTH = 600.0
SHOULDER = 340.0
"""Millimetres of sleeve beyond that."""
AHEAD = 45.0
"""Millimetres of the sprite that lie beyond the origin (a finger may reach past the held cards' edge)."""


class Pose(StrEnum):
    """What a hand does."""

    CARRY = "carry"
    SWEEP = "sweep"
    PINCH = "pinch"
    KNOCK = "knock"


@dataclass(frozen=True, slots=True)
class ArmStyle:
    """How one player's arm looks. Colours are BGR, 0 to 255."""

    skin: tuple[int, int, int]
    sleeve: tuple[int, int, int]
    pattern: str
    cuff: float
    slim: float
    left_handed: bool
    watch: bool
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class ArmSprite:
    """`image` is premultiplied uint8 BGRA, `shadow` a blurred uint8 mask of the same size; `origin` in px."""

    image: np.ndarray
    shadow: np.ndarray
    origin: tuple[float, float]


Capsule = tuple[float, float, float, float, float, float, float]
"""x0, y0, r0, x1, y1, r1 and the height of its axis above the table, all in mm, y forward from the wrist."""

SKINS = ((150, 178, 222), (135, 168, 214), (120, 150, 200), (98, 128, 176), (70, 94, 140), (160, 190, 232))
SLEEVES = (
    (60, 52, 46),
    (120, 84, 52),
    (64, 72, 128),
    (196, 198, 200),
    (84, 104, 76),
    (44, 44, 44),
    (150, 128, 98),
    (72, 60, 140),
    (164, 152, 132),
    (70, 110, 158),
)
PATTERNS = ("plain", "stripes", "check", "knit", "plain")


def draw_style(rng: np.random.Generator) -> ArmStyle:
    """A random player's arm."""
    return ArmStyle(
        skin=SKINS[rng.integers(len(SKINS))],
        sleeve=SLEEVES[rng.integers(len(SLEEVES))],
        pattern=PATTERNS[rng.integers(len(PATTERNS))],
        cuff=float(rng.uniform(25, 95)),
        slim=float(rng.uniform(0.86, 1.02)),
        left_handed=bool(rng.random() < 0.12),
        watch=bool(rng.random() < 0.3),
        seed=int(rng.integers(2**31)),
    )


def draw_arm(style: ArmStyle, pose: Pose) -> ArmSprite:
    """The sprite of one arm in one pose."""
    grid = _Grid()
    wrist = _REACH[pose]
    hand = _relief(grid, _hand(pose, style.slim), wrist)
    arm = _relief(grid, _forearm(style.slim), wrist)
    skin_height = np.maximum(hand, arm)
    bare = round((AHEAD + wrist + style.cuff + 30) * SPRITE_SCALE)
    skin_height[bare:] = -1
    skin_height[:bare] = _smooth(skin_height[:bare], 1.6)
    sleeve_height, cuff_mask = _sleeve(grid, style, wrist)
    image = np.zeros((*grid.shape, 3), np.float32)
    image[:bare] = _paint_skin(skin_height[:bare], style, grid, _nails(pose, style.slim), wrist)
    alpha = _coverage(skin_height)
    if style.watch and style.cuff > 45:
        _paint_watch(image, grid, wrist)
    image, alpha = _over(image, alpha, *_paint_sleeve(sleeve_height, cuff_mask, style))
    return _finish(image, alpha, grid, style.left_handed)


_REACH = {Pose.CARRY: 148.0, Pose.SWEEP: 160.0, Pose.PINCH: 152.0, Pose.KNOCK: 96.0}
"""Distance from the sprite's origin back to the wrist, in mm."""


class _Grid:
    """Millimetre coordinates of every sprite pixel."""

    def __init__(self) -> None:
        width = round(2 * HALF_WIDTH * SPRITE_SCALE)
        height = round((AHEAD + ARM_LENGTH) * SPRITE_SCALE)
        self.x = ((np.arange(width, dtype=np.float32) + 0.5) / SPRITE_SCALE - HALF_WIDTH)[None, :]
        self.y = ((np.arange(height, dtype=np.float32) + 0.5) / SPRITE_SCALE - AHEAD)[:, None]
        self.shape = (height, width)
        self.origin = (HALF_WIDTH * SPRITE_SCALE, AHEAD * SPRITE_SCALE)

    def window(self, at: tuple[float, float], reach: float) -> tuple[slice, slice]:
        """Rows and columns of the pixels within `reach` mm of a point."""
        row, column = (at[1] + AHEAD) * SPRITE_SCALE, (at[0] + HALF_WIDTH) * SPRITE_SCALE
        pad = reach * SPRITE_SCALE
        return (
            slice(max(0, int(row - pad)), max(0, int(row + pad))),
            slice(max(0, int(column - pad)), max(0, int(column + pad))),
        )


def _fingers(pose: Pose) -> list[list[tuple[float, float, float, float]]]:
    """Joints of the four fingers, index first, and the thumb: x, y, radius, height; y forward of wrist."""
    if pose is Pose.SWEEP:
        return [
            [(-27, 88, 9.6, 14), (-37, 128, 8.6, 12), (-43, 158, 7.2, 8)],
            [(-9, 93, 9.8, 15), (-13, 138, 8.8, 13), (-16, 172, 7.3, 8)],
            [(9, 90, 9.4, 14), (11, 132, 8.4, 12), (12, 164, 7.0, 8)],
            [(26, 80, 8.4, 12), (34, 112, 7.4, 10), (40, 136, 6.3, 7)],
            [(-24, 24, 13.5, 12), (-48, 56, 10.5, 10), (-68, 84, 8.6, 8)],
        ]
    if pose is Pose.PINCH:
        return [
            [(-24, 88, 9.6, 20), (-24, 126, 8.6, 24), (-8, 152, 7.0, 10)],
            [(-7, 92, 9.8, 22), (-2, 132, 8.8, 26), (2, 156, 7.1, 9)],
            [(10, 88, 9.4, 20), (16, 118, 8.6, 26), (15, 136, 7.4, 14)],
            [(25, 78, 8.4, 16), (33, 100, 7.6, 22), (31, 116, 6.8, 14)],
            [(-24, 26, 13.5, 14), (-40, 66, 10.4, 14), (-18, 110, 8.4, 8)],
        ]
    if pose is Pose.KNOCK:
        return [
            [(-24, 84, 11.2, 30), (-22, 104, 10.6, 26), (-18, 88, 9, 12)],
            [(-7, 88, 11.6, 33), (-6, 108, 11.0, 28), (-4, 92, 9, 12)],
            [(9, 86, 11.0, 31), (9, 104, 10.4, 26), (9, 90, 9, 12)],
            [(24, 78, 9.8, 26), (23, 94, 9.2, 22), (21, 82, 8, 12)],
            [(-24, 30, 13.5, 16), (-36, 62, 10.8, 22), (-20, 88, 9.6, 30)],
        ]
    return [
        [(-25, 88, 9.6, 20), (-25, 128, 8.7, 20), (-20, 152, 7.2, 9)],
        [(-8, 93, 9.8, 22), (-7, 136, 8.9, 21), (-5, 162, 7.3, 9)],
        [(9, 90, 9.4, 21), (10, 130, 8.5, 20), (9, 156, 7.0, 9)],
        [(25, 80, 8.4, 18), (26, 112, 7.5, 17), (23, 134, 6.4, 8)],
        [(-24, 26, 13.5, 14), (-43, 66, 10.6, 12), (-46, 98, 8.8, 7)],
    ]


def _hand(pose: Pose, slim: float) -> list[Capsule]:
    fingers = _fingers(pose)
    capsules: list[Capsule] = []
    for finger in fingers[:4]:
        x, y, radius, height = finger[0]
        capsules.append((x * 0.42, 4, 17, x, y, radius + 3.5, height * 0.8))
    for finger in fingers:
        for (x0, y0, r0, z0), (x1, y1, r1, z1) in pairwise(finger):
            capsules.append((x0, y0, r0, x1, y1, r1, (z0 + z1) / 2))
    capsules.append((-8, 12, 19, -20, 52, 17, 9))
    return [(x0 * slim, y0, r0 * slim, x1 * slim, y1, r1 * slim, z) for x0, y0, r0, x1, y1, r1, z in capsules]


def _forearm(slim: float) -> list[Capsule]:
    return [(0, 10, 24 * slim, 0, -60, 27 * slim, 12), (0, -60, 27 * slim, 6, -260, 42 * slim, 14)]


def _nails(pose: Pose, slim: float) -> list[tuple[float, float, float, float]]:
    """Nail centres and directions (x, y, dx, dy) of the fingers whose tips are seen from above."""
    if pose is Pose.KNOCK:
        return []
    nails = []
    for finger in _fingers(pose):
        (x0, y0, _, _), (x1, y1, _, _) = finger[-2:]
        length = float(np.hypot(x1 - x0, y1 - y0))
        nails.append((x1 * slim, y1 + 1.5, (x1 - x0) / length, (y1 - y0) / length))
    return nails


def _relief(grid: _Grid, capsules: list[Capsule], wrist: float) -> np.ndarray:
    """Height above the table of a union of capsules, −1 outside; only the touched window is computed."""
    relief = np.full(grid.shape, -1.0, np.float32)
    for x0, y0, r0, x1, y1, r1, height in capsules:
        top, bottom = wrist - max(y0, y1), wrist - min(y0, y1)
        reach = max(r0, r1) + 2
        rows = slice(
            max(0, int((top - reach + AHEAD) * SPRITE_SCALE)),
            max(0, int((bottom + reach + AHEAD) * SPRITE_SCALE)),
        )
        dx, dy = x1 - x0, (wrist - y1) - (wrist - y0)
        px, py = grid.x - x0, grid.y[rows] - (wrist - y0)
        along = np.clip((px * dx + py * dy) / (dx * dx + dy * dy + 1e-6), 0, 1)
        distance2 = (px - along * dx) ** 2 + (py - along * dy) ** 2
        radius = r0 + along * (r1 - r0)
        dome = np.where(distance2 < radius**2, height + np.sqrt(np.maximum(radius**2 - distance2, 0)), -1)
        np.maximum(relief[rows], dome, out=relief[rows])
    return relief


def _smooth(relief: np.ndarray, sigma: float) -> np.ndarray:
    """Round the creases between capsules but keep the outline."""
    inside = relief >= 0
    filled = np.where(inside, relief, 0).astype(np.float32)
    weight = cv2.GaussianBlur(inside.astype(np.float32), (0, 0), sigma * SPRITE_SCALE)
    blurred = cv2.GaussianBlur(filled, (0, 0), sigma * SPRITE_SCALE) / np.maximum(weight, 1e-3)
    return np.where(inside, 0.45 * filled + 0.55 * blurred, -1).astype(np.float32)


def _coverage(relief: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur((relief >= 0).astype(np.float32), (0, 0), 0.9)


def _shade(relief: np.ndarray, ambient: float = 0.62) -> np.ndarray:
    """Soft light from the upper left, 0 to about 1.1."""
    solid = np.where(relief >= 0, relief, 0).astype(np.float32)
    solid = cv2.GaussianBlur(solid, (0, 0), 1.2)
    gx = cv2.Sobel(solid, cv2.CV_32F, 1, 0, ksize=3) * (SPRITE_SCALE / 8)
    gy = cv2.Sobel(solid, cv2.CV_32F, 0, 1, ksize=3) * (SPRITE_SCALE / 8)
    norm = np.sqrt(gx**2 + gy**2 + 1)
    light = np.maximum((0.34 * gx + 0.26 * gy + 0.9) / norm, 0)
    return np.clip(ambient + (1.02 - ambient) * light, 0.25, 1.1)


def _paint_skin(
    relief: np.ndarray,
    style: ArmStyle,
    grid: _Grid,
    nails: list[tuple[float, float, float, float]],
    wrist: float,
) -> np.ndarray:
    rng = np.random.default_rng(style.seed)
    shade = _shade(relief, 0.5)
    mottle = 1 + 0.05 * fine_noise(rng, relief.shape, 9) + 0.03 * fine_noise(rng, relief.shape, 1.2)
    colour = np.array(style.skin, np.float32)
    image = (shade * mottle)[..., None] * colour
    # blood near the skin: shaded parts and finger ends are redder than lit ones
    redness = np.clip(1.02 - shade, 0, 0.5)[..., None] * np.array([-26, -22, 22], np.float32)
    image += redness
    for x, y, dx, dy in nails:
        _paint_nail(image, grid, (x, wrist - y), (dx, -dy))
    return np.clip(image, 0, 255)


def _paint_nail(image: np.ndarray, grid: _Grid, at: tuple[float, float], along: tuple[float, float]) -> None:
    rows, columns = grid.window(at, 12)
    window = image[rows, columns]
    px, py = grid.x[:, columns] - at[0], grid.y[rows] - at[1]
    u = px * along[0] + py * along[1]
    v = -px * along[1] + py * along[0]
    distance = (u / 6.2) ** 4 + (v / 4.4) ** 2
    mask = np.clip((1.0 - distance) * 3, 0, 1)[..., None] * 0.55
    rim = np.exp(-((np.sqrt(distance) - 1.05) ** 2) / 0.012)[..., None] * 0.22
    pink = window * 0.35 + np.array([188, 186, 226], np.float32) * 0.65
    window *= 1 - rim
    window[:] = window * (1 - mask) + pink * mask


def _paint_watch(image: np.ndarray, grid: _Grid, wrist: float) -> None:
    strap = np.abs(grid.y - (wrist + 26)) < 9
    across = np.clip(1 - (grid.x / 34) ** 2, 0.1, 1)
    band = np.where(strap, across, 0)[..., None]
    image[:] = np.where(band > 0, np.array([38, 40, 46], np.float32) * (0.5 + band), image)
    dial = np.hypot(grid.x, grid.y - (wrist + 26))
    image[:] = np.where((dial < 17)[..., None], np.array([120, 124, 128], np.float32), image)
    image[:] = np.where((dial < 14.5)[..., None], np.array([222, 226, 228], np.float32), image)
    hand = (np.abs(grid.x + 0.6 * (grid.y - wrist - 26)) < 0.9) & (dial < 11)
    image[:] = np.where(hand[..., None], np.array([40, 40, 40], np.float32), image)


def _sleeve(grid: _Grid, style: ArmStyle, wrist: float) -> tuple[np.ndarray, np.ndarray]:
    """Height of the cloth (−1 where there is none) and the mask of the cuff."""
    rng = np.random.default_rng(style.seed + 1)
    start = wrist + style.cuff
    y = np.broadcast_to(grid.y, grid.shape)
    back = np.clip((y - start) / 240, 0, 1.6)
    folds = fine_noise(rng, grid.shape, 26) * 2.4
    radius = (34 + 17 * back) * style.slim + folds * np.clip(back * 3, 0.15, 1)
    centre = 6 * np.clip((y - wrist) / 260, 0, 1)
    inside = ((grid.x - centre) ** 2 < radius**2) & (y > start)
    dome = 22 + np.sqrt(np.maximum(radius**2 - (grid.x - centre) ** 2, 0)) * 0.8
    wrinkle = cloth_relief(rng, grid.shape) * np.clip(back * 2.5, 0.2, 1)
    return np.where(inside, dome + wrinkle, -1).astype(np.float32), inside & (y < start + 22)


def _paint_sleeve(relief: np.ndarray, cuff: np.ndarray, style: ArmStyle) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(style.seed + 2)
    shade = _shade(_smooth(relief, 0.9), 0.42)
    weave = 1 + 0.06 * fine_noise(rng, relief.shape, 0.7)
    image = (shade * weave)[..., None] * np.array(style.sleeve, np.float32)
    rows, columns = np.indices(relief.shape, dtype=np.float32)
    if style.pattern == "stripes":
        image *= np.where(np.sin(columns / 5.2) > 0.45, 0.72, 1.0)[..., None]
    elif style.pattern == "check":
        image *= (np.where(columns % 34 < 15, 0.82, 1.0) * np.where(rows % 34 < 15, 0.82, 1.0))[..., None]
    elif style.pattern == "knit":
        image *= (1 + 0.14 * np.sin(columns / 2.3) * np.sin(rows / 3.1 + np.cos(columns / 2.3)))[..., None]
    image[cuff] *= 0.9
    edge = cuff & ~cv2.erode(cuff.astype(np.uint8), np.ones((7, 1), np.uint8)).astype(bool)
    image[edge] *= 0.72
    return np.clip(image, 0, 255), _coverage(relief)


def _over(
    low: np.ndarray, low_alpha: np.ndarray, high: np.ndarray, high_alpha: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    cover = high_alpha[..., None]
    return low * (1 - cover) + high * cover, np.maximum(low_alpha, high_alpha)


def _finish(image: np.ndarray, alpha: np.ndarray, grid: _Grid, left_handed: bool) -> ArmSprite:
    premultiplied = np.dstack([image * alpha[..., None], alpha * 255]).round().astype(np.uint8)
    if left_handed:
        premultiplied = np.ascontiguousarray(premultiplied[:, ::-1])
    # the sleeve goes on to the shoulder, which is never seen
    more = round(SHOULDER * SPRITE_SCALE)
    premultiplied = cv2.copyMakeBorder(premultiplied, 0, more, 0, 0, cv2.BORDER_REFLECT)
    shadow = cv2.GaussianBlur(premultiplied[..., 3], (0, 0), 7.0 * SPRITE_SCALE)
    return ArmSprite(premultiplied, shadow, grid.origin)
