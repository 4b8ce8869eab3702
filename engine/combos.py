"""Combinations of Gandengyan: the shapes, and one reading of a set of cards as a shape."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .cards import BIG_JOKER, JOKERS, LITTLE_JOKER, RANKS, rank, sort_cards

TWO = 12
"""Place of the 2, the highest natural rank; chains end at the ace below it."""
ACE = 11
LITTLE, BIG = 13, 14
RANK_NAMES = (*RANKS, LITTLE_JOKER, BIG_JOKER)
PLACE: dict[str, int] = {name: place for place, name in enumerate(RANK_NAMES)}


class Shape(StrEnum):
    """The shapes; the value is the stable code used in files and messages."""

    SINGLE = "single"
    PAIR = "pair"
    PLANE = "plane"
    STRAIGHT = "straight"
    PAIR_CHAIN = "pair-chain"
    PLANE_CHAIN = "plane-chain"
    BOMB = "bomb"
    ROCKET = "rocket"
    NONE = "none"
    """No shape at all: only a refused play that the table let stand."""


WIDTH: dict[Shape, int] = {
    Shape.SINGLE: 1,
    Shape.PAIR: 2,
    Shape.PLANE: 3,
    Shape.STRAIGHT: 1,
    Shape.PAIR_CHAIN: 2,
    Shape.PLANE_CHAIN: 3,
}
CHAINS: dict[int, Shape] = {1: Shape.STRAIGHT, 2: Shape.PAIR_CHAIN, 3: Shape.PLANE_CHAIN}


@dataclass(frozen=True, slots=True)
class Combo:
    """One reading of some cards.

    `rank` is the place of its rank (3 is 0 … A 11, 2 12, jokers 13 and 14), for a chain of its lowest; `size`
    counts cards, `wilds` the jokers among them that stand for another rank.
    """

    shape: Shape
    rank: int
    size: int
    wilds: int = 0

    @property
    def is_bomb(self) -> bool:
        """Whether it beats any plain shape."""
        return self.shape is Shape.BOMB or self.shape is Shape.ROCKET

    @property
    def stands_for(self) -> tuple[str, ...]:
        """The rank of each card as read, low to high."""
        if self.shape is Shape.ROCKET:
            return JOKERS
        if self.shape is Shape.BOMB:
            return (RANK_NAMES[self.rank],) * self.size
        if self.shape is Shape.NONE:
            return ()
        width = WIDTH[self.shape]
        places = range(self.rank, self.rank + self.size // width)
        return tuple(RANK_NAMES[place] for place in places for _ in range(width))

    @property
    def most_of_a_rank(self) -> int:
        """How many cards of one rank it holds as read."""
        return self.size if self.is_bomb else WIDTH[self.shape]


def ranks_of(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The ranks of the cards as they are, low to high, jokers last."""
    return tuple(rank(card) for card in sort_cards(cards))
