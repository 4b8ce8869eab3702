"""What fills the middle of a drawn face: court figures, jesters, aces, emblems, and the backs.

Figures are ornaments with the look of court cards (stripes, robes, crowns, small letter-like shapes) and not
portraits: they teach a detector that the middle of a card is no index.
"""

from __future__ import annotations

import cv2
import numpy as np

from .canvas import Colour, blank, lay, polygon, resized
from .deck_style import DeckStyle
from .fonts import text_mask
from .pips import pip_mask

ROBES: tuple[Colour, ...] = (
    (200, 30, 40), (240, 200, 50), (30, 60, 150), (20, 20, 25), (235, 235, 225), (40, 110, 70),
    (230, 140, 40),
)  # fmt: skip
SKIN: Colour = (245, 222, 200)
DARK: Colour = (25, 22, 28)


def court_figure(style: DeckStyle, code: str, width: int, height: int) -> np.ndarray:
    """A double-ended figure (H, W, 3) float32 for a jack, queen or king."""
    rng = np.random.default_rng([style.seed, ord(code[0]), ord(code[1]), 11])
    half = blank(width, (height + 1) // 2, style.stock)
    _robe(half, rng)
    _head(half, rng, crown="KQJ".index(code[0]))
    _regalia(half, rng)
    return np.concatenate([half, half[::-1, ::-1]])[:height]


def jester(style: DeckStyle, big: bool, width: int, height: int) -> np.ndarray:
    """A single figure for a joker, in colour for the big one and mostly grey for the little one."""
    rng = np.random.default_rng([style.seed, 77])
    canvas = blank(width, height, style.stock)
    lower = canvas[height // 3 :]
    _robe(lower, rng)
    _head(canvas[: height * 2 // 3], rng, crown=int(rng.integers(3)), cap=True)
    _regalia(canvas, rng)
    if not big and np.random.default_rng([style.seed, 78]).random() < 0.8:
        canvas[:] = canvas.mean(axis=2, keepdims=True)
    return canvas


def emblem(style: DeckStyle, code: str, width: int, height: int) -> np.ndarray:
    """A single large pip with rings and rays, for courts without figures."""
    rng = np.random.default_rng([style.seed, ord(code[0]), 13])
    canvas = blank(width, height, style.stock)
    centre = (width / 2, height / 2)
    for k in range(int(rng.integers(2, 5))):
        radius = (0.46 - 0.07 * k) * min(width, height)
        cv2.circle(
            canvas,
            (int(centre[0]), int(centre[1])),
            int(radius),
            ROBES[int(rng.integers(7))],
            2 + k,
            cv2.LINE_AA,
        )
    lay(canvas, pip_mask(style.pips, code[1], int(0.3 * height)), centre, style.colours[code[1]])
    return canvas


def big_letter(style: DeckStyle, code: str, width: int, height: int) -> np.ndarray:
    """A large letter in place of a court figure."""
    canvas = blank(width, height, style.stock)
    mask = text_mask(style.rank_face, code[0], int(0.45 * height))
    if mask.shape[1] > 0.9 * width:
        mask = resized(mask, int(0.9 * width), mask.shape[0])
    lay(canvas, mask, (width / 2, height / 2), style.colours[code[1]])
    return canvas


def ornate_pip(style: DeckStyle, suit: str, height: int) -> tuple[np.ndarray, np.ndarray]:
    """A big ace pip: coverage and colours, with a lighter pattern inside."""
    mask = pip_mask(style.pips, suit, height)
    rng = np.random.default_rng([style.seed, 17])
    colours = np.empty((*mask.shape, 3), np.float32)
    colours[:] = style.colours[suit]
    inner = cv2.erode(mask, np.ones((max(3, height // 14),) * 2))
    waves = np.sin(np.indices(mask.shape).sum(axis=0) / rng.uniform(2, 8)) * np.cos(
        np.subtract(*np.indices(mask.shape)) / rng.uniform(2, 8)
    )
    pattern = (inner > 0.5) & (waves > rng.uniform(-0.2, 0.5))
    colours[pattern] = style.stock
    return mask, colours


def back_picture(style: DeckStyle) -> np.ndarray:
    """The back as float32 RGB: a lattice, dots or scrolls in one or two colours inside a white margin."""
    rng = np.random.default_rng(style.back)
    height, width = style.height, style.width
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    ink = np.array(
        rng.choice([(170, 25, 35), (25, 50, 140), (20, 20, 30), (20, 90, 60), (110, 60, 20)]), np.float32
    )
    pitch = rng.uniform(8, 34)
    kind = int(rng.integers(4))
    u, v = (xs + ys) / pitch, (xs - ys) / pitch
    if kind == 0:
        cover = np.abs(np.sin(u * np.pi / 2) * np.sin(v * np.pi / 2)) ** 0.4
    elif kind == 1:
        cover = 0.5 + 0.5 * np.sign(np.sin(u * 2) * np.sin(v * 2))
    elif kind == 2:
        wave = np.hypot(xs - width / 2, ys - height / 2) / pitch
        cover = 0.5 + 0.5 * np.sin(wave * 3 + 4 * np.sin(np.arctan2(ys - height / 2, xs - width / 2) * 6))
    else:
        cover = np.clip(np.sin(xs / pitch * 3) + np.sin(ys / pitch * 3) + np.sin(u * 4), 0, 1)
    margin = rng.uniform(0.0, 0.06) * width
    edge = np.minimum(np.minimum(xs, width - xs), np.minimum(ys, height - ys)) < margin
    cover[edge] = 0
    return np.array(style.stock, np.float32) * (1 - cover[..., None]) + ink * cover[..., None]


def _robe(canvas: np.ndarray, rng: np.random.Generator) -> None:
    """Bands, lozenges and stripes that fan out below the shoulders."""
    height, width = canvas.shape[:2]
    neck = np.array([width / 2, 0.42 * height])
    for _ in range(int(rng.integers(6, 12))):
        a, b = np.sort(rng.uniform(-0.1, 1.1, 2)) * width
        bottom = np.array([[a, height], [b, height]])
        top = neck + rng.uniform(-0.16, 0.16, (2, 2)) * width
        polygon(canvas, np.concatenate([bottom, top]), ROBES[int(rng.integers(7))], DARK)
    colour = ROBES[int(rng.integers(7))]
    for _ in range(int(rng.integers(8, 26))):
        x, y = rng.uniform(0.05, 0.95) * width, rng.uniform(0.5, 1.0) * height
        if rng.random() < 0.5:
            cv2.circle(canvas, (int(x), int(y)), int(rng.integers(2, 8)), colour, -1, cv2.LINE_AA)
        else:
            dx, dy = rng.uniform(-30, 30, 2)
            cv2.line(
                canvas,
                (int(x), int(y)),
                (int(x + dx), int(y + dy)),
                colour,
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )


def _head(canvas: np.ndarray, rng: np.random.Generator, crown: int, cap: bool = False) -> None:
    height, width = canvas.shape[:2]
    x, y = width * rng.uniform(0.42, 0.58), height * 0.36
    radius = int(0.105 * width + 0.05 * height)
    hair = ROBES[int(rng.choice([1, 3, 6]))]
    cv2.ellipse(
        canvas,
        (int(x), int(y + radius * 0.2)),
        (int(radius * 1.2), int(radius * 1.4)),
        0,
        0,
        360,
        hair,
        -1,
        cv2.LINE_AA,
    )
    cv2.ellipse(canvas, (int(x), int(y)), (int(radius * 0.8), radius), 0, 0, 360, SKIN, -1, cv2.LINE_AA)
    cv2.ellipse(canvas, (int(x), int(y)), (int(radius * 0.8), radius), 0, 0, 360, DARK, 1, cv2.LINE_AA)
    for side in (-1, 1):
        cv2.circle(canvas, (int(x + side * radius * 0.35), int(y - radius * 0.15)), 2, DARK, -1, cv2.LINE_AA)
    cv2.line(
        canvas,
        (int(x - radius * 0.25), int(y + radius * 0.5)),
        (int(x + radius * 0.25), int(y + radius * 0.5)),
        (180, 40, 40),
        2,
    )
    spikes = 3 + 2 * crown
    xs = np.linspace(x - radius, x + radius, spikes)
    ys = y - radius * np.where(np.arange(spikes) % 2 == 0, 1.9 if not cap else 1.3, 1.25 if not cap else 2.1)
    base = np.array([[x + radius * 0.8, y - radius * 0.7], [x - radius * 0.8, y - radius * 0.7]])
    polygon(
        canvas, np.concatenate([np.stack([xs, ys], axis=1), base]), ROBES[int(rng.choice([0, 1, 2]))], DARK
    )


def _regalia(canvas: np.ndarray, rng: np.random.Generator) -> None:
    """A sceptre, sword or flower, and a few strokes that could pass for letters."""
    height, width = canvas.shape[:2]
    x = width * (0.1 if rng.random() < 0.5 else 0.9)
    cv2.line(
        canvas, (int(x), int(0.15 * height)), (int(x + rng.uniform(-30, 30)), height), DARK, 4, cv2.LINE_AA
    )
    cv2.circle(
        canvas,
        (int(x), int(0.15 * height)),
        int(rng.integers(6, 16)),
        ROBES[int(rng.integers(7))],
        -1,
        cv2.LINE_AA,
    )
    for _ in range(int(rng.integers(2, 9))):
        cx, cy = rng.uniform(0.1, 0.9) * width, rng.uniform(0.3, 0.95) * height
        size = int(rng.integers(5, 18))
        start, sweep = rng.uniform(0, 360), rng.uniform(90, 330)
        cv2.ellipse(canvas, (int(cx), int(cy)), (size, size), start, 0, sweep, DARK, 2, cv2.LINE_AA)
