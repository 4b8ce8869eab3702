"""Rank order and natural places of Guandan (RULES.md, section Guandan, "Two packs").

Two orders live side by side. *Strength* compares single cards, groups and full houses: big joker > small
joker > level rank > A > K > … > 2. *Place* orders the ranks inside straights, tubes and plates: there the
level rank stands where its face says, and the ace is either the lowest (1) or the highest (14).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LEVELS: Final[tuple[str, ...]] = tuple("23456789TJQKA")
SMALL_JOKER: Final = "BJ"
BIG_JOKER: Final = "RJ"
JOKERS: Final[tuple[str, str]] = (SMALL_JOKER, BIG_JOKER)

ACE_LOW: Final = 1
ACE_HIGH: Final = 14
LEVEL_STRENGTH: Final = 15
RANK_AT: Final[tuple[str, ...]] = ("", "A", *LEVELS)
"""Rank at each natural place 1…14; index 0 is unused."""

_STRENGTH: Final[dict[str, int]] = {rank: place for place, rank in enumerate(LEVELS, start=2)} | {
    SMALL_JOKER: 16,
    BIG_JOKER: 17,
}
_SUITS: Final = "shdc"
RANK_OF: Final[dict[str, str]] = {rank + suit: rank for rank in LEVELS for suit in _SUITS} | {
    j: j for j in JOKERS
}
"""Rank of each of the 54 card codes; a joker is a rank of its own."""

TWO_PACKS: Final[tuple[str, ...]] = tuple(RANK_OF) * 2
"""The 108 cards on the table."""
COPIES: Final = 2
"""How often each card exists."""


def wild_card(level: str) -> str:
    """Code of the wild card (逢人配): the heart of the level rank, there are two of them."""
    return level + "h"


def strength(rank: str, level: str) -> int:
    """Strength of a rank or joker when `level` is played: 2…14 by face, 15 the level rank, 16 and 17 the
    jokers."""
    return LEVEL_STRENGTH if rank == level else _STRENGTH[rank]


def by_strength(ranks: Iterable[str], level: str) -> list[str]:
    """Ranks from the weakest to the strongest."""
    return sorted(ranks, key=lambda rank: strength(rank, level))


def climb(level: str, steps: int) -> str:
    """Level after climbing `steps`; the climb stops at A ("A必打")."""
    return LEVELS[min(LEVELS.index(level) + steps, len(LEVELS) - 1)]


def fall(level: str, steps: int) -> tuple[str, int]:
    """Level after being taken back `steps`, and what could not be taken because 2 is the bottom."""
    index = LEVELS.index(level) - steps
    return LEVELS[max(index, 0)], max(-index, 0)
