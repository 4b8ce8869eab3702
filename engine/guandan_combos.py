"""Shapes of Guandan and one reading of a set of cards (RULES.md, "Shapes" and "Order")."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from .guandan_order import ACE_LOW, JOKERS, RANK_AT, strength


class Shape(StrEnum):
    """What a set of cards is played as; the value is the `kind` of a verdict."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    FULL_HOUSE = "full-house"
    STRAIGHT = "straight"
    TUBE = "tube"
    PLATE = "plate"
    BOMB = "bomb"
    STRAIGHT_FLUSH = "straight-flush"
    FOUR_JOKERS = "four-jokers"


RUN_WIDTH: Final[dict[Shape, int]] = {Shape.STRAIGHT: 1, Shape.TUBE: 2, Shape.PLATE: 3}
"""Cards of each rank in a run."""
RUN_LENGTH: Final[dict[Shape, int]] = {Shape.STRAIGHT: 5, Shape.TUBE: 3, Shape.PLATE: 2}
"""Ranks in a run, exactly."""

SMALLEST_BOMB: Final = 4
LARGEST_BOMB: Final = 10
_TIER_OF_SIZE: Final[dict[int, int]] = {4: 1, 5: 2, 6: 4, 7: 5, 8: 6, 9: 7, 10: 8}
_TIER_STRAIGHT_FLUSH: Final = 3
_TIER_FOUR_JOKERS: Final = 9


@dataclass(frozen=True, slots=True)
class Combo:
    """One reading: the shape, the ranks the cards stand for, and what it compares by.

    `ranks` lists the rank of every card, runs from the low end, a full house with its triple first. `tier` is
    the bomb class: 0 for anything that is no bomb, higher beats any lower. `key` compares inside a shape and
    tier: the strength of the rank (a full house: of its triple), or the natural place of a run's lowest rank.
    """

    shape: Shape
    ranks: tuple[str, ...]
    tier: int
    key: int

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.ranks)

    @property
    def is_bomb(self) -> bool:
        """True for bombs, straight flushes and the four jokers."""
        return self.tier > 0

    @property
    def most_of_one_rank(self) -> int:
        """Cards of the most frequent rank; decides between readings."""
        return max(Counter(self.ranks).values())


_GROUP_SHAPE: Final[dict[int, Shape]] = {1: Shape.SINGLE, 2: Shape.PAIR, 3: Shape.TRIPLE}


@cache
def group(rank: str, size: int, level: str) -> Combo:
    """`size` cards of one rank: a single, pair, triple or a bomb of 4 to 10."""
    shape = _GROUP_SHAPE.get(size, Shape.BOMB)
    return Combo(shape, (rank,) * size, _TIER_OF_SIZE.get(size, 0), strength(rank, level))


@cache
def full_house(triple: str, pair: str, level: str) -> Combo:
    """Three of `triple` with two of `pair`; compares by the triple alone."""
    return Combo(Shape.FULL_HOUSE, (triple,) * 3 + (pair,) * 2, 0, strength(triple, level))


@cache
def run(shape: Shape, low: int) -> Combo:
    """A straight, tube or plate whose lowest rank stands at natural place `low` (1 is the low ace)."""
    width = RUN_WIDTH[shape]
    ranks = tuple(RANK_AT[place] for place in run_places(shape, low) for _ in range(width))
    return Combo(shape, ranks, 0, low)


@cache
def straight_flush(low: int) -> Combo:
    """Five of one suit in a row from natural place `low`; suits never compare."""
    return Combo(Shape.STRAIGHT_FLUSH, run(Shape.STRAIGHT, low).ranks, _TIER_STRAIGHT_FLUSH, low)


FOUR_JOKERS: Final = Combo(Shape.FOUR_JOKERS, (JOKERS[0],) * 2 + (JOKERS[1],) * 2, _TIER_FOUR_JOKERS, 0)


def run_places(shape: Shape, low: int) -> range:
    """Natural places a run covers."""
    return range(low, low + RUN_LENGTH[shape])


def run_starts(shape: Shape) -> range:
    """Every natural place a run of this shape may start at, the low ace first."""
    return range(ACE_LOW, len(RANK_AT) - RUN_LENGTH[shape] + 1)


@cache
def combo_of(shape: str, ranks: tuple[str, ...], level: str) -> Combo:
    """The reading that a shape and its ranks (in the order of `Combo.ranks`) name."""
    kind = Shape(shape)
    if kind is Shape.FOUR_JOKERS:
        return FOUR_JOKERS
    if kind is Shape.FULL_HOUSE:
        return full_house(ranks[0], ranks[-1], level)
    if kind in RUN_WIDTH or kind is Shape.STRAIGHT_FLUSH:
        low = RANK_AT.index(ranks[0])
        return straight_flush(low) if kind is Shape.STRAIGHT_FLUSH else run(kind, low)
    return group(ranks[0], len(ranks), level)
