"""How one drawn deck looks: every choice is made here, once, and returned as data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .canvas import Colour
from .fonts import Typeface, covers, families
from .pips import PipShape, draw_pip_shape

SUITED_TEXT = "♠♥♦♣"
CHINESE_TEXT = "大小王"
JOKER_LETTERS = "JOKERoker"
JOKER_KINDS = (
    "down", "down", "down", "down", "turned", "star+down", "star", "disc", "wheel", "along", "along",
    "chinese", "chinese+joker",
)  # fmt: skip
FOUR_COLOUR_PACKS = (
    {"s": (20, 20, 24), "h": (205, 20, 30), "d": (25, 70, 190), "c": (20, 120, 45)},
    {"s": (40, 60, 150), "h": (205, 30, 40), "d": (225, 160, 30), "c": (30, 120, 60)},
    {"s": (20, 20, 24), "h": (205, 20, 30), "d": (225, 110, 20), "c": (20, 100, 60)},
)


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """Sizes are parts of the card's height (500 px) unless said otherwise; colours are RGB 0..255.

    `joker_spacing`: the gap between letters that stand one below the other, part of a letter's share of the
    word. `joker_middle`: a word along the upper edge stands in its middle, not in the corner.
    """

    seed: int
    width: int
    height: int
    stock: Colour
    colours: dict[str, Colour]
    pips: PipShape
    rank_face: Typeface
    rank_height: float
    rank_squash: float
    rank_stroke: float
    ten_gap: float
    pip_ratio: float
    pip_gap: float
    column: float
    top: float
    corners: int
    body_pip: float
    body_spread: float
    frame: float
    frame_inset: float
    court: str
    ace: str
    edge_line: float
    joker_kind: str
    joker_face: Typeface
    joker_colours: tuple[Colour, Colour]
    joker_length: float
    radius: float
    back: int
    joker_spacing: float
    joker_word: str
    joker_middle: bool


@dataclass(frozen=True, slots=True)
class TypeCase:
    """The fonts a style may draw from: all families, those with suit glyphs, those with Chinese ones."""

    families: tuple[tuple[Typeface, ...], ...]
    suited: tuple[Typeface, ...]
    chinese: tuple[Typeface, ...]


def type_case(typefaces: tuple[Typeface, ...]) -> TypeCase:
    """Sort typefaces by what they can draw."""
    groups = tuple(families(typefaces).values())
    suited = tuple(g[0] for g in groups if covers(g[0], SUITED_TEXT))
    chinese = tuple(f for g in groups for f in g if covers(f, CHINESE_TEXT))
    return TypeCase(groups, suited, chinese)


def draw_style(seed: int, case: TypeCase) -> DeckStyle:
    """The style of deck number `seed`; the same seed and fonts give the same style."""
    rng = np.random.default_rng([seed, 5407])
    height = 500
    width = round(height * rng.choice([0.648, 0.655, 0.70, 0.716, 0.716]) + rng.integers(-4, 5))
    size = str(rng.choice(["standard", "free", "jumbo"], p=[0.5, 0.27, 0.23]))
    jumbo = size == "jumbo"
    spans = {"standard": (0.062, 0.09), "free": (0.07, 0.118), "jumbo": (0.125, 0.19)}[size]
    rank_height = rng.uniform(*spans)
    squash = rng.uniform(0.58, 0.95) if rng.random() < 0.7 else 1.0
    column = rng.uniform(0.075, 0.105) + 0.42 * rank_height * (0.6 + 0.3 * squash) - 0.02
    colours = _colours(rng)
    return DeckStyle(
        seed=seed, width=width, height=height, stock=_stock(rng), colours=colours,
        pips=draw_pip_shape(rng, case.suited), rank_face=_pick_face(rng, case),
        rank_height=rank_height, rank_squash=squash,
        rank_stroke=float(rng.choice([0, 0, 0, 0.012, 0.03])), ten_gap=rng.uniform(-0.06, 0.06),
        pip_ratio=rng.uniform(0.5, 0.75) if size == "standard" else rng.uniform(0.6, 1.1),
        pip_gap=rng.uniform(0.06, 0.34), column=column, top=rng.uniform(0.022, 0.06),
        corners=4 if rng.random() < 0.16 else 2,
        body_pip=rng.uniform(0.09, 0.13) if jumbo else rng.uniform(0.12, 0.19),
        body_spread=rng.uniform(0.12, 0.16) if jumbo else rng.uniform(0.17, 0.22),
        frame=float(rng.choice([0, 1, 1.5, 2, 3])), frame_inset=rng.uniform(0.16, 0.21),
        court=str(rng.choice(["figure", "figure", "figure", "letter", "emblem"])),
        ace=str(rng.choice(["plain", "big", "ring", "ornate", "ornate"])),
        edge_line=float(rng.choice([0, 0, 0, 0, 1, 2])),
        joker_kind=_joker_kind(rng, case), joker_face=_joker_face(rng, case),
        joker_colours=_joker_colours(rng, colours), joker_length=rng.uniform(0.2, 0.36),
        radius=rng.uniform(0.035, 0.065) * width if rng.random() < 0.93 else 3.0,
        back=int(rng.integers(1 << 30)),
        joker_spacing=float(rng.choice([0.18, 0.18, rng.uniform(0.05, 0.18), rng.uniform(0.18, 0.5)])),
        joker_word="Joker" if rng.random() < 0.2 else "JOKER", joker_middle=bool(rng.random() < 0.3),
    )  # fmt: skip


def _pick_face(rng: np.random.Generator, case: TypeCase) -> Typeface:
    group = case.families[int(rng.integers(len(case.families)))]
    return group[int(rng.integers(len(group)))]


def _joker_kind(rng: np.random.Generator, case: TypeCase) -> str:
    kind = str(rng.choice(JOKER_KINDS))
    return "down" if kind.startswith("chinese") and not case.chinese else kind


def _joker_face(rng: np.random.Generator, case: TypeCase) -> Typeface:
    for _ in range(20):
        face = _pick_face(rng, case)
        if covers(face, JOKER_LETTERS):
            return face
    return next(f for g in case.families for f in g if covers(f, JOKER_LETTERS))


def _joker_colours(rng: np.random.Generator, colours: dict[str, Colour]) -> tuple[Colour, Colour]:
    """Little joker, big joker. Black or dark blue-grey against red; rarely green against red."""
    if rng.random() < 0.06:
        return (20, 110, 60), colours["h"]
    return colours["s"], colours["h"]


def _stock(rng: np.random.Generator) -> Colour:
    base = rng.uniform(236, 255)
    tint = rng.choice([0, 0, 1]) * rng.uniform(0, 16)
    return (base, base - 0.25 * tint, base - tint)


def _colours(rng: np.random.Generator) -> dict[str, Colour]:
    if rng.random() < 0.06:
        return dict(FOUR_COLOUR_PACKS[int(rng.integers(len(FOUR_COLOUR_PACKS)))])
    dark = rng.uniform(5, 50)
    black = (dark, dark + rng.uniform(-2, 4), dark + rng.uniform(0, 14))
    red = (rng.uniform(170, 238), rng.uniform(8, 60), rng.uniform(18, 62))
    return {"s": black, "c": black, "h": red, "d": red}
