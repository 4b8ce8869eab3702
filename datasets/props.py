"""Things on a table that are no cards: print, chips, keys, papers, coins. They look like indices on purpose.

A prop is data; `paint_prop` is pure. Props lie under the cards, a few on top of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from .art import rounded_alpha
from .canvas import Colour, lay, stacked
from .fonts import Typeface, text_mask
from .pips import PipShape, pip_mask

WORDS = (
    "POKER", "CASINO", "DEALER", "NO 7", "10", "A", "K", "Q", "J", "8", "6", "9", "25", "100", "500",
    "JACK", "ACE", "KING", "HOME", "5", "3", "2", "ENTER", "Shift", "BLACKJACK PAYS 3 TO 2", "Big Blind",
    "WELCOME", "4711", "Q4 2024", "Page 10", "No. 52", "TEA", "Coffee", "SALE 50%", "4K", "A4",
    "7UP", "OK", "INSURANCE", "TEXAS HOLD'EM",
)  # fmt: skip
KINDS = (
    "text", "text", "suit", "pair", "chip", "keys", "paper", "coin", "ring", "box", "stack", "stack", "note",
    "music",
    "bars", "blank",
)  # fmt: skip
CHIPS = (
    (190, 30, 40),
    (30, 60, 160),
    (25, 110, 60),
    (30, 30, 35),
    (230, 230, 225),
    (120, 50, 130),
    (225, 140, 40),
)


@dataclass(frozen=True, slots=True)
class Prop:
    """A thing at (x, y) px, turned by `angle` radians, about `size` px large; `seed` fixes its details."""

    kind: str
    x: float
    y: float
    angle: float
    size: float
    seed: int
    typeface: Typeface

    @property
    def radius(self) -> float:
        """Half the extent that hides what lies below, when the prop lies on top."""
        return {"chip": 1.2, "coin": 0.8}.get(self.kind, 0.5) * self.size


def paint_prop(canvas: np.ndarray, prop: Prop) -> None:
    """Paint one prop onto a uint8 RGB canvas."""
    rng = np.random.default_rng(prop.seed)
    size = max(8, round(prop.size))
    mask, colours = _PAINTERS[prop.kind](rng, size, prop.typeface)
    _paste(canvas, mask, colours, prop)


def _paste(canvas: np.ndarray, mask: np.ndarray, colours: np.ndarray, prop: Prop) -> None:
    """Turn a picture with its coverage, and lay it onto the canvas."""
    height, width = mask.shape
    side = int(np.ceil(np.hypot(height, width))) + 2
    c, s = np.cos(prop.angle), np.sin(prop.angle)
    matrix = np.array(
        [
            [c, -s, side / 2 - c * width / 2 + s * height / 2],
            [s, c, side / 2 - s * width / 2 - c * height / 2],
        ]
    )
    turned = cv2.warpAffine(mask, matrix, (side, side))
    paint = cv2.warpAffine(colours, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    x0, y0 = round(prop.x - side / 2), round(prop.y - side / 2)
    left, top = max(0, -x0), max(0, -y0)
    right, bottom = min(side, canvas.shape[1] - x0), min(side, canvas.shape[0] - y0)
    if right <= left or bottom <= top:
        return
    cover = turned[top:bottom, left:right, None]
    area = canvas[y0 + top : y0 + bottom, x0 + left : x0 + right]
    area[:] = area + (paint[top:bottom, left:right] - area) * cover


def _filled(mask: np.ndarray, colour: Colour | np.ndarray) -> np.ndarray:
    out = np.empty((*mask.shape, 3), np.float32)
    out[:] = colour
    return out


def _ink_colour(rng: np.random.Generator) -> np.ndarray:
    choices = [(15, 15, 18), (200, 25, 35), (240, 240, 235), (230, 190, 60), (30, 50, 140), (60, 60, 60)]
    return np.array(choices[int(rng.choice(6, p=[0.3, 0.25, 0.2, 0.1, 0.1, 0.05]))], np.float32)


@lru_cache(maxsize=2048)
def _word_mask(face: Typeface, word: str, height: int) -> np.ndarray:
    return text_mask(face, word, height)


def _word(rng: np.random.Generator) -> str:
    """A phrase, or letters and digits at random; never the word on a joker."""
    if rng.random() < 0.45:
        return WORDS[int(rng.integers(len(WORDS)))]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2 + "0123456789" + "aeioulnrst"
    word = "".join(letters[int(k)] for k in rng.integers(0, len(letters), int(rng.integers(1, 9))))
    return "POKER" if word.upper() == "JOKER" else word


def _text(rng: np.random.Generator, size: int, face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    word = _word(rng)
    mask = _word_mask(face, word, min(90, size))
    return mask * np.float32(rng.uniform(0.5, 1)), _filled(mask, _ink_colour(rng))


def _shape(rng: np.random.Generator) -> PipShape:
    return PipShape(*(round(float(v), 1) for v in rng.random(5)))


def _suit(rng: np.random.Generator, size: int, _face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    mask = pip_mask(_shape(rng), "shdc"[int(rng.integers(4))], min(160, int(size * rng.uniform(0.7, 2.5))))
    return mask * np.float32(rng.uniform(0.35, 1)), _filled(mask, _ink_colour(rng))


def _pair(rng: np.random.Generator, size: int, face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    """Rows of suits or digits beside each other: like an index, but never rank over pip."""
    parts = []
    for _ in range(int(rng.integers(2, 5))):
        if rng.random() < 0.5:
            parts.append(pip_mask(_shape(rng), "shdc"[int(rng.integers(4))], min(90, size)))
        else:
            parts.append(_word_mask(face, "0123456789JQKA"[int(rng.integers(14))], min(90, size)))
    width = sum(p.shape[1] for p in parts) + size // 4 * len(parts)
    canvas = np.zeros((max(p.shape[0] for p in parts), width, 1), np.float32)
    x = 0
    for p in parts:
        lay(canvas, p, (x + p.shape[1] / 2, p.shape[0] / 2), (1.0, 1.0, 1.0)[:1])  # type: ignore[arg-type]
        x += p.shape[1] + size // 4
    return canvas[..., 0], _filled(canvas[..., 0], _ink_colour(rng))


def _chip(rng: np.random.Generator, size: int, face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    side = min(240, max(16, int(2.4 * size)))
    base, edge = (np.array(CHIPS[int(rng.integers(7))], np.float32) for _ in range(2))
    colours = np.empty((side, side, 3), np.float32)
    colours[:] = base
    mask = np.zeros((side, side), np.float32)
    middle, radius = (side // 2, side // 2), side // 2 - 1
    cv2.circle(mask, middle, radius, 1.0, -1)
    stripes = int(rng.integers(4, 9))
    for k in range(stripes):
        start = 360 / stripes * k
        cv2.ellipse(
            colours,
            middle,
            (radius, radius),
            0,
            start,
            start + 180 / stripes,
            edge.tolist(),
            max(2, side // 6),
        )
    cv2.circle(colours, middle, int(radius * 0.62), (edge * 0.5 + 110).clip(0, 250).tolist(), -1)
    word = str(rng.choice(["1", "5", "10", "25", "50", "100", "A", "K", "8", "7", ""]))
    if word:
        lay(colours, _word_mask(face, word, max(6, side // 4)), (side / 2, side / 2), (30, 30, 30))
    else:
        lay(
            colours,
            pip_mask(_shape(rng), "shdc"[int(rng.integers(4))], max(6, side // 3)),
            (side / 2, side / 2),
            (30, 30, 30),
        )
    return cv2.blur(mask, (2, 2)), colours


def _keys(rng: np.random.Generator, size: int, face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    """A patch of a keyboard."""
    key = min(60, max(12, int(size * rng.uniform(1.2, 2.2))))
    rows, columns = int(rng.integers(2, 5)), int(rng.integers(3, 9))
    light = rng.random() < 0.4
    base, ink = (205.0, 40.0) if light else (38.0, 215.0)
    colours = np.full((rows * key, columns * key, 3), base * 0.75, np.float32)
    for r in range(rows):
        for c in range(columns):
            colours[r * key + 2 : (r + 1) * key - 1, c * key + 2 : (c + 1) * key - 1] = base
            letter = "QWERTYUIOPASDFGHJKLZXCVBNM1234567890"[int(rng.integers(36))]
            lay(
                colours,
                _word_mask(face, letter, max(6, int(key * 0.36))),
                ((c + 0.4) * key, (r + 0.4) * key),
                (ink,) * 3,
            )
    return np.ones(colours.shape[:2], np.float32), colours


def _paper(rng: np.random.Generator, size: int, face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    """A sheet, a leaflet or a card-like rectangle with lines of print."""
    height, width = int(size * rng.uniform(3, 9)), int(size * rng.uniform(3, 7))
    height, width = min(height, 420), min(width, 420)
    colours = np.empty((height, width, 3), np.float32)
    colours[:] = rng.uniform(150, 255) + rng.normal(0, 12, 3)
    ink = _ink_colour(rng)
    y = int(size * 0.7)
    while y < height - size // 2:
        mask = _word_mask(face, _word(rng), max(6, int(size * rng.choice([0.4, 0.7, 1.2]))))
        lay(colours, mask, (mask.shape[1] / 2 + size * 0.4, y), (float(ink[0]), float(ink[1]), float(ink[2])))
        y += int(size * rng.uniform(0.8, 2.2)) + 4
    return np.ones((height, width), np.float32), np.clip(colours, 0, 255)


def _coin(rng: np.random.Generator, size: int, face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    side = min(160, max(10, int(1.6 * size)))
    mask = np.zeros((side, side), np.float32)
    cv2.circle(mask, (side // 2, side // 2), side // 2 - 1, 1.0, -1)
    ramp = np.linspace(0.75, 1.2, side, dtype=np.float32)
    tone = np.array([(190, 160, 90), (185, 185, 190), (150, 90, 50)][int(rng.integers(3))], np.float32)
    colours = tone * np.outer(ramp, ramp)[..., None]
    cv2.circle(colours, (side // 2, side // 2), int(side * 0.42), (tone * 0.7).tolist(), 1)
    lay(
        colours,
        _word_mask(face, str(rng.choice(["1", "2", "5", "10", "50"])), max(5, side // 2)),
        (side / 2, side / 2),
        tuple((tone * 0.6).tolist()),
    )
    return mask, np.clip(colours, 0, 255)


def _ring(rng: np.random.Generator, size: int, _face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    """A printed line: an arc or a frame, as on mats."""
    side = min(500, int(size * rng.uniform(4, 20)))
    mask = np.zeros((side, side), np.float32)
    width = max(1, int(side * rng.uniform(0.005, 0.03)))
    if rng.random() < 0.5:
        cv2.ellipse(
            mask,
            (side // 2, side // 2),
            (side // 2 - width, int(side * rng.uniform(0.2, 0.5)) - width),
            0,
            0,
            360,
            1.0,
            width,
            cv2.LINE_AA,
        )
    else:
        cv2.rectangle(mask, (width, width), (side - width, int(side * rng.uniform(0.4, 0.95))), 1.0, width)
    return mask * np.float32(rng.uniform(0.4, 1)), _filled(mask, _ink_colour(rng))


def _box(rng: np.random.Generator, size: int, _face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    """A dark or bright thing with rounded corners: a phone, a cup, a case."""
    height, width = int(size * rng.uniform(2, 8)), int(size * rng.uniform(2, 8))
    height, width = min(400, height), min(400, width)
    mask = np.zeros((height, width), np.float32)
    if rng.random() < 0.3:
        cv2.ellipse(mask, (width // 2, height // 2), (width // 2 - 1, height // 2 - 1), 0, 0, 360, 1.0, -1)
    else:
        mask[:] = 1
    ramp = np.linspace(rng.uniform(0.7, 1), 1, height, dtype=np.float32)[:, None, None]
    return mask, np.clip(_filled(mask, rng.uniform(5, 230) + rng.normal(0, 20, 3)) * ramp, 0, 255)


def _stack(rng: np.random.Generator, size: int, face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    """Letters one below the other, as a joker's word stands, but another word."""
    letters = [c for c in _word(rng)[:7] if c != " "]
    height = max(6, min(70, int(size * rng.uniform(0.5, 1.1))))
    mask = stacked([_word_mask(face, c, height) for c in letters], max(1, int(0.2 * height)))
    return mask, _filled(mask, _ink_colour(rng))


def _note(rng: np.random.Generator, size: int, face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    """A banknote or ticket: fine waves, a seal, numerals in the corners, a word down the edge."""
    height, width = min(260, int(size * rng.uniform(4, 8))), min(420, int(size * rng.uniform(7, 14)))
    base = rng.uniform(120, 235, 3).astype(np.float32)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    waves = np.sin(ys / rng.uniform(1.5, 6) + 4 * np.sin(xs / rng.uniform(8, 40))) + np.sin(
        xs / rng.uniform(2, 9)
    )
    colours = base * (1 + 0.09 * waves[..., None])
    ink = tuple((base * rng.uniform(0.2, 0.6)).tolist())
    numeral = _word_mask(
        face, str(rng.choice(["100", "50", "20", "500", "10", "5", "200", "1"])), max(8, int(size * 1.1))
    )
    for x, y in ((0.16, 0.2), (0.84, 0.8), (0.84, 0.2)):
        lay(colours, numeral, (x * width, y * height), ink)  # type: ignore[arg-type]
    cv2.ellipse(
        colours, (width // 2, height // 2), (height // 3, int(height * 0.4)), 0, 0, 360, ink, 2, cv2.LINE_AA
    )
    down = stacked([_word_mask(face, c, max(6, int(0.5 * size))) for c in _word(rng)[:8] if c != " "], 2)
    lay(colours, down, (0.07 * width, height / 2), ink)  # type: ignore[arg-type]
    along = np.rot90(_word_mask(face, _word(rng), max(6, int(0.6 * size))), int(rng.choice([1, 3])))
    lay(colours, along, (0.93 * width, height / 2), ink)  # type: ignore[arg-type]
    return np.ones((height, width), np.float32), np.clip(colours, 0, 255)


def _music(rng: np.random.Generator, size: int, _face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    """Sheet music: staves, stems and heads."""
    height, width = min(300, int(size * rng.uniform(5, 10))), min(400, int(size * rng.uniform(6, 12)))
    colours = np.full((height, width, 3), rng.uniform(190, 250), np.float32)
    gap = max(3, int(size * rng.uniform(0.18, 0.35)))
    for top in range(gap * 2, height - 6 * gap, gap * 9):
        for line in range(5):
            colours[top + line * gap, gap:-gap] = 60
        x = 2 * gap
        while x < width - 2 * gap:
            y = top + int(rng.integers(0, 5)) * gap
            cv2.ellipse(
                colours, (x, y), (max(2, int(gap * 0.6)), max(1, int(gap * 0.45))), -20, 0, 360, (20,) * 3, -1
            )
            cv2.line(colours, (x + gap // 2, y), (x + gap // 2, y - 3 * gap), (20,) * 3, max(1, gap // 5))
            x += int(gap * rng.uniform(1.6, 4))
    return np.ones((height, width), np.float32), colours


def _bars(rng: np.random.Generator, size: int, face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    """A barcode with its number."""
    height, width = min(120, int(size * rng.uniform(1.5, 3))), min(260, int(size * rng.uniform(3, 6)))
    colours = np.full((height, width, 3), 245, np.float32)
    x = 4
    while x < width - 6:
        thick = int(rng.integers(1, max(2, size // 5) + 1))
        colours[3 : int(height * 0.75), x : x + thick] = 15
        x += thick + int(rng.integers(1, max(2, size // 4) + 1))
    digits = "".join(str(int(d)) for d in rng.integers(0, 10, 9))
    lay(
        colours,
        _word_mask(face, digits, max(5, int(height * 0.16))),
        (width / 2, height * 0.87),
        (15, 15, 15),
    )
    return np.ones((height, width), np.float32), colours


def _blank(rng: np.random.Generator, size: int, face: Typeface) -> tuple[np.ndarray, np.ndarray]:
    """A white card that is no playing card: a word or a number in its corners, no pip below it."""
    height = min(420, int(size * rng.uniform(8, 14)))
    width = int(height * rng.uniform(0.6, 0.75))
    stock = rng.uniform(225, 255)
    colours = np.full((height, width, 3), stock, np.float32)
    ink = tuple(_ink_colour(rng).tolist()) if rng.random() < 0.8 else (20.0, 20.0, 24.0)
    tall = max(6, int(size * rng.uniform(0.6, 1.2)))
    corner = _word_mask(face, _word(rng)[:3], tall)
    if rng.random() < 0.6:
        corner = stacked(
            [_word_mask(face, c, max(6, int(0.7 * tall))) for c in _word(rng)[:6] if c != " "] or [corner], 2
        )
    for way in (colours, colours[::-1, ::-1]):
        lay(way, corner, (corner.shape[1] / 2 + 0.05 * width, corner.shape[0] / 2 + 0.04 * height), ink)  # type: ignore[arg-type]
    middle = _word_mask(face, _word(rng)[:6], max(8, int(0.14 * width)))
    lay(colours, middle, (width / 2, height / 2), ink)  # type: ignore[arg-type]
    return rounded_alpha(width, height, 0.05 * width).astype(np.float32) / 255, colours


_PAINTERS = {
    "text": _text, "suit": _suit, "pair": _pair, "chip": _chip, "keys": _keys, "paper": _paper, "coin": _coin,
    "ring": _ring, "box": _box, "stack": _stack, "note": _note, "music": _music, "bars": _bars,
    "blank": _blank,
}  # fmt: skip
