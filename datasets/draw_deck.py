"""Decks of our own, drawn from fonts and shapes: any number of index styles, faces whole.

`draw_deck(seed)` is lazy: a face is drawn when it is first asked for. Same seed, fonts and figures give
the same pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import cv2
import numpy as np

from vision.labels import BIG_JOKER, CODES, JOKERS

from .art import rounded_alpha, sign_index
from .canvas import Box, Colour, beside, blank, index_from, lay, resized, stacked
from .deck import Deck, Face, FaceIndex
from .deck_style import DeckStyle, TypeCase, draw_style, type_case
from .figures import back_picture, big_letter, court_figure, emblem, jester, ornate_pip
from .fonts import Typeface, find_typefaces, text_mask
from .pips import pip_mask

LICENCE = "drawn by datasets/draw_deck.py (AGPL-3.0-or-later); typefaces under their own licences"
Figures = Mapping[str, tuple[np.ndarray, ...]]
"""Court and joker pictures (uint8 RGB) by code, taken from art decks, that drawn decks may borrow."""

ROWS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((0, 0), (0, 1)),
    "3": ((0, 0), (0, 0.5), (0, 1)),
    "4": ((-1, 0), (1, 0), (-1, 1), (1, 1)),
    "5": ((-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)),
    "6": ((-1, 0), (1, 0), (-1, 0.5), (1, 0.5), (-1, 1), (1, 1)),
    "7": ((-1, 0), (1, 0), (0, 0.25), (-1, 0.5), (1, 0.5), (-1, 1), (1, 1)),
    "8": ((-1, 0), (1, 0), (0, 0.25), (-1, 0.5), (1, 0.5), (0, 0.75), (-1, 1), (1, 1)),
    "9": ((-1, 0), (1, 0), (-1, 1 / 3), (1, 1 / 3), (0, 0.5), (-1, 2 / 3), (1, 2 / 3), (-1, 1), (1, 1)),
    "T": (
        (-1, 0),
        (1, 0),
        (0, 1 / 6),
        (-1, 1 / 3),
        (1, 1 / 3),
        (-1, 2 / 3),
        (1, 2 / 3),
        (0, 5 / 6),
        (-1, 1),
        (1, 1),
    ),
}
"""Places of the body pips: column −1, 0 or 1, and row from top (0) to bottom (1); lower halves are turned."""


class DrawnFaces(Mapping[str, Face]):
    """The 54 faces of one style, each drawn on first use."""

    def __init__(self, style: DeckStyle, case: TypeCase, figures: Figures) -> None:
        self._style, self._case, self._figures = style, case, figures
        self._drawn: dict[str, Face] = {}

    def __getitem__(self, code: str) -> Face:
        if code not in self._drawn:
            if code not in CODES:
                raise KeyError(code)
            self._drawn[code] = draw_face(self._style, self._case, code, self._figures)
        return self._drawn[code]

    def __iter__(self) -> Iterator[str]:
        return iter(CODES)

    def __len__(self) -> int:
        return len(CODES)


def draw_deck(
    seed: int, typefaces: tuple[Typeface, ...] | None = None, figures: Figures | None = None
) -> Deck:
    """Deck number `seed` with all 54 codes; without `typefaces`, every font of this machine is used."""
    case = type_case(typefaces) if typefaces else _own_case()
    return deck_of(seed, case, figures or {})


def deck_of(seed: int, case: TypeCase, figures: Figures) -> Deck:
    """As `draw_deck`, with the fonts already sorted."""
    style = draw_style(seed, case)
    back = _rgba(back_picture(style), style)
    return Deck(f"drawn-{seed}", DrawnFaces(style, case, figures), back, LICENCE)


def draw_face(style: DeckStyle, case: TypeCase, code: str, figures: Figures) -> Face:
    """One face of a style."""
    canvas = blank(style.width, style.height, style.stock)
    if code in JOKERS:
        _joker_middle(canvas, style, code, figures)
        indices = _signs(canvas, style, case, code)
    else:
        _middle(canvas, style, code, figures)
        indices = _corners(canvas, style, code)
    if style.edge_line:
        width = int(style.edge_line)
        canvas[:width] = canvas[-width:] = canvas[:, :width] = canvas[:, -width:] = 60
    return Face(code, _rgba(canvas, style), indices)


@lru_cache(maxsize=1)
def _own_case() -> TypeCase:
    return type_case(find_typefaces())


def _rgba(canvas: np.ndarray, style: DeckStyle) -> np.ndarray:
    alpha = rounded_alpha(style.width, style.height, style.radius)
    return cv2.merge([*cv2.split(cv2.convertScaleAbs(canvas)), alpha])


def rank_mask(style: DeckStyle, rank: str) -> np.ndarray:
    """Coverage of a rank glyph; the 10 is two digits, set tight and squashed to fit."""
    height = round(style.rank_height * style.height)
    squash = style.rank_squash
    if rank == "T":
        digits = [text_mask(style.rank_face, d, height, style.rank_stroke) for d in "10"]
        mask = beside(digits, round(style.ten_gap * height) + 1)
        squash *= 0.9
    else:
        mask = text_mask(style.rank_face, rank, height, style.rank_stroke)
    room = 1.7 * style.column * style.width
    width = min(round(mask.shape[1] * squash), round(room if rank != "T" else 1.15 * room))
    return resized(mask, max(4, width), height)


def _corners(canvas: np.ndarray, style: DeckStyle, code: str) -> tuple[FaceIndex, ...]:
    height, width = canvas.shape[:2]
    rank = rank_mask(style, code[0])
    pip = pip_mask(style.pips, code[1], round(style.pip_ratio * style.rank_height * height))
    colour = style.colours[code[1]]
    x = max(style.column * width, rank.shape[1] / 2 + 7, pip.shape[1] / 2 + 7)
    y = style.top * height + rank.shape[0] / 2
    below = y + rank.shape[0] / 2 + style.pip_gap * rank.shape[0] + pip.shape[0] / 2
    found: list[FaceIndex] = []
    for side in (x, width - x)[: style.corners // 2]:
        for way in (canvas, canvas[::-1, ::-1]):
            _clear(way, side, below + pip.shape[0] / 2, rank, pip, style.stock)
            index = index_from(lay(way, rank, (side, y), colour), lay(way, pip, (side, below), colour))
            found.append(index if way is canvas else index.turned(width, height))
    return tuple(found)


def _clear(
    canvas: np.ndarray, x: float, bottom: float, rank: np.ndarray, pip: np.ndarray, stock: Colour
) -> None:
    """Leave the stock bare where an index will stand, as printers do."""
    half = max(rank.shape[1], pip.shape[1]) / 2 + 3
    canvas[0 : int(bottom + 4), max(0, int(x - half)) : int(x + half)] = stock


def _middle(canvas: np.ndarray, style: DeckStyle, code: str, figures: Figures) -> None:
    if code[0] == "A":
        _ace(canvas, style, code[1])
    elif code[0] in "JQK":
        _court(canvas, style, code, figures)
    else:
        _body_pips(canvas, style, code)


def _body_pips(canvas: np.ndarray, style: DeckStyle, code: str) -> None:
    height, width = canvas.shape[:2]
    pip = pip_mask(style.pips, code[1], round(style.body_pip * height))
    first = 0.10 + style.body_pip / 2
    for column, row in ROWS[code[0]]:
        centre = (width * (0.5 + column * style.body_spread), height * (first + row * (1 - 2 * first)))
        lay(canvas, pip if row <= 0.5 else pip[::-1, ::-1], centre, style.colours[code[1]])


def _ace(canvas: np.ndarray, style: DeckStyle, suit: str) -> None:
    height, width = canvas.shape[:2]
    centre = (width / 2, height / 2)
    if style.ace == "ornate" and suit == "s":
        mask, colours = ornate_pip(style, suit, round(0.46 * height))
        lay(canvas, mask, centre, colours)
        return
    size = {"plain": 0.2, "big": 0.4, "ring": 0.24, "ornate": 0.24}[style.ace]
    lay(canvas, pip_mask(style.pips, suit, round(size * height)), centre, style.colours[suit])
    if style.ace == "ring":
        at = (int(centre[0]), int(centre[1]))
        cv2.circle(canvas, at, int(0.23 * height), style.colours[suit], 2, cv2.LINE_AA)


def _court(canvas: np.ndarray, style: DeckStyle, code: str, figures: Figures) -> None:
    height, width = canvas.shape[:2]
    inset_x, inset_y = (
        round(style.frame_inset * width),
        round(0.4 * style.frame_inset * width + 0.02 * height),
    )
    w, h = width - 2 * inset_x, height - 2 * inset_y
    borrowed = figures.get(code, ())
    if style.court == "figure" and borrowed and style.seed % 4:
        picture = resized(borrowed[style.seed % len(borrowed)].astype(np.float32), w, h)
    else:
        picture = {"figure": court_figure, "letter": big_letter, "emblem": emblem}[style.court](
            style, code, w, h
        )
        if style.court == "figure":
            pip = pip_mask(style.pips, code[1], round(0.13 * height))
            for way in (picture, picture[::-1, ::-1]):
                lay(way, pip, (0.17 * w, 0.13 * h), style.colours[code[1]])
    canvas[inset_y : inset_y + h, inset_x : inset_x + w] = picture
    _frame(canvas, (inset_x, inset_y, inset_x + w, inset_y + h), style)


def _frame(canvas: np.ndarray, box: Box, style: DeckStyle) -> None:
    width = round(style.frame)
    if not width:
        return
    x0, y0, x1, y1 = (round(v) for v in box)
    dark = style.colours["s"]
    canvas[y0 : y0 + width, x0:x1] = canvas[y1 - width : y1, x0:x1] = dark
    canvas[y0:y1, x0 : x0 + width] = canvas[y0:y1, x1 - width : x1] = dark


def _joker_middle(canvas: np.ndarray, style: DeckStyle, code: str, figures: Figures) -> None:
    height, width = canvas.shape[:2]
    w, h = round(0.58 * width), round(0.72 * height)
    borrowed = figures.get(code, ())
    if borrowed and style.seed % 3:
        picture = resized(borrowed[style.seed % len(borrowed)].astype(np.float32), w, h)
    else:
        picture = jester(style, code == BIG_JOKER, w, h)
    x, y = (width - w) // 2, (height - h) // 2
    canvas[y : y + h, x : x + w] = picture


def sign_mask(style: DeckStyle, case: TypeCase, code: str) -> np.ndarray:
    """Coverage of a joker's word or sign, upright as it stands in the top left corner."""
    length = round(style.joker_length * style.height)
    kind = style.joker_kind
    if kind.startswith("chinese") and case.chinese:
        face = case.chinese[style.seed % len(case.chinese)]
        text = "大王" if code == BIG_JOKER else "小王"
        size = round(0.4 * length) if kind == "chinese" else round(0.26 * length)
        masks = [text_mask(face, character, size) for character in text]
        if kind == "chinese+joker":
            masks.append(_word_down(style, round(0.62 * length)))
        return stacked(masks, round(0.03 * length) + 1)
    if kind in ("star", "disc"):
        return _star(round(0.42 * length), disc=kind == "disc")
    if kind == "wheel":
        return _wheel(round(0.42 * length), 5 + style.seed % 5, hollow=style.seed % 2 == 0)
    if kind == "star+down":
        return stacked(
            [_star(round(0.24 * length), disc=False), _word_down(style, length)], round(0.05 * length)
        )
    word = beside(
        _letters(style, round(0.22 * length)), round((0.03 + 0.1 * (style.joker_spacing - 0.18)) * length) + 1
    )
    if kind == "along":
        return resized(word, min(length, word.shape[1]), word.shape[0])
    if kind == "turned":
        fitted = resized(word, length, max(8, round(word.shape[0] * min(1.0, length / word.shape[1]))))
        return np.ascontiguousarray(np.rot90(fitted, 1 if style.seed % 2 else -1))
    return _word_down(style, length)


def _letters(style: DeckStyle, height: int, stroke: float = 0.0) -> list[np.ndarray]:
    """The letters of the word JOKER or Joker, standing on one line; `height` px is that of the capital."""
    masks = [text_mask(style.joker_face, letter, height, stroke) for letter in style.joker_word]
    if style.joker_word.isupper():
        return masks
    small = round(0.72 * height)
    low = [resized(m, max(3, round(m.shape[1] * small / m.shape[0])), small) for m in masks]
    chosen = [m if c in "Jk" else short for c, m, short in zip(style.joker_word, masks, low, strict=True)]
    tallest = max(m.shape[0] for m in chosen)
    return [cv2.copyMakeBorder(m, tallest - m.shape[0], 0, 0, 0, cv2.BORDER_CONSTANT) for m in chosen]


def _word_down(style: DeckStyle, length: int) -> np.ndarray:
    size = max(5, round(length / 5 * (1 - style.joker_spacing)))
    letters = [text_mask(style.joker_face, c, size, style.rank_stroke) for c in "JOKER"]
    widest = max(m.shape[1] for m in letters)
    limit = max(6, round(min(widest, 1.25 * size) * style.rank_squash))
    fitted = [resized(m, max(3, round(m.shape[1] * limit / widest)), m.shape[0]) for m in letters]
    return stacked(fitted, max(1, round(length / 5 * style.joker_spacing)))


def _star(size: int, disc: bool) -> np.ndarray:
    big = size * 4
    mask = np.zeros((big, big), np.uint8)
    angle = np.arange(10) * np.pi / 5 - np.pi / 2
    radius = np.where(np.arange(10) % 2 == 0, 0.5, 0.2) * big * (0.72 if disc else 1.0)
    points = np.stack([big / 2 + radius * np.cos(angle), big / 2 + radius * np.sin(angle)], axis=1)
    if disc:
        cv2.circle(mask, (big // 2, big // 2), big // 2 - 2, 255, -1)
    cv2.fillPoly(mask, [points.astype(np.int32)], 0 if disc else 255)
    return cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def _wheel(size: int, spokes: int, hollow: bool) -> np.ndarray:
    """A ring with dots round a hub, or their negative on a full disc."""
    big = size * 4
    middle = (big // 2, big // 2)
    mask = np.zeros((big, big), np.uint8)
    cv2.circle(mask, middle, big // 2 - 2, 255, -1)
    if hollow:
        cv2.circle(mask, middle, round(0.42 * big), 0, -1)
    ink = 255 if hollow else 0
    cv2.circle(mask, middle, round(0.1 * big), ink, -1)
    for angle in np.arange(spokes) * 2 * np.pi / spokes - np.pi / 2:
        at = (round(big * (0.5 + 0.27 * np.cos(angle))), round(big * (0.5 + 0.27 * np.sin(angle))))
        cv2.circle(mask, at, round(0.4 / spokes * big), ink, -1)
    return cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def _signs(canvas: np.ndarray, style: DeckStyle, case: TypeCase, code: str) -> tuple[FaceIndex, ...]:
    height, width = canvas.shape[:2]
    mask = sign_mask(style, case, code)
    colour = style.joker_colours[code == BIG_JOKER]
    if style.joker_kind.startswith("chinese") and style.seed % 7 == 0:
        colour = style.joker_colours[0]
    x = max(0.075 * width, mask.shape[1] / 2 + 0.025 * width)
    if style.joker_kind == "along" and style.joker_middle:
        x = width / 2
    y = style.top * height + mask.shape[0] / 2
    found: list[FaceIndex] = []
    for side in (x, width - x)[: style.corners // 2 if style.joker_kind != "along" else 1]:
        for way in (canvas, canvas[::-1, ::-1]):
            _clear(way, side, y + mask.shape[0] / 2, mask, mask, style.stock)
            index = sign_index(lay(way, mask, (side, y), colour))
            found.append(index if way is canvas else index.turned(width, height))
    return tuple(found)
