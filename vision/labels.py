"""The vocabulary that the eye and the rules share: 54 card codes as text.

A code is a rank `2 3 4 5 6 7 8 9 T J Q K A` followed by a suit `s h d c`, or `BJ` (little, black joker) or
`RJ` (big, red joker). The order below is the class order of every model and must never change.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "shdc"
LITTLE_JOKER = "BJ"
BIG_JOKER = "RJ"
JOKERS = (LITTLE_JOKER, BIG_JOKER)
CODES: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), *JOKERS)
INDEX_OF: dict[str, int] = {code: i for i, code in enumerate(CODES)}


def is_code(text: str) -> bool:
    """Whether `text` names one of the 54 cards."""
    return text in INDEX_OF


def rank_of(code: str) -> str:
    """The rank letter of a code; a joker is its own rank (`BJ`, `RJ`)."""
    return code if code in JOKERS else code[0]


def suit_of(code: str) -> str:
    """The suit letter of a code; a joker has none (`""`)."""
    return "" if code in JOKERS else code[1]
