"""Cards as text codes, and packs of them.

A card is its code: a rank `2 3 4 5 6 7 8 9 T J Q K A` and a suit `s h d c`, or `BJ` (small, 小王), or
`RJ` (big, 大王). Hands and plays are multisets: with two packs the same code may occur twice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from .errors import CardError

RANKS = "3456789TJQKA2"
"""The thirteen ranks in the order of Gandengyan, lowest first. Other games order them for themselves."""
SUITS = "dchs"
"""The four suits, lowest first, where a tie is broken by suit: diamonds, clubs, hearts, spades."""
LITTLE_JOKER = "BJ"
BIG_JOKER = "RJ"
JOKERS = (LITTLE_JOKER, BIG_JOKER)
NATURALS: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
CODES: tuple[str, ...] = (*NATURALS, *JOKERS)
"""All 54 codes, sorted by rank, then suit, jokers last."""

_PLACE = {code: place for place, code in enumerate(CODES)}
_RED = frozenset("hd")


def is_card(code: object) -> bool:
    """Whether `code` is one of the 54 codes."""
    return isinstance(code, str) and code in _PLACE


def is_joker(card: str) -> bool:
    """Whether the card is one of the two jokers."""
    return card in JOKERS


def rank(card: str) -> str:
    """The rank letter of a card; a joker is its own rank (`BJ`, `RJ`)."""
    return card if card in JOKERS else card[0]


def suit(card: str) -> str:
    """The suit letter of a card; a joker has none (`""`)."""
    return "" if card in JOKERS else card[1]


def is_red(card: str) -> bool:
    """Whether the card is red: hearts, diamonds and the big joker."""
    return card == BIG_JOKER or (card not in JOKERS and card[1] in _RED)


def sort_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards from low to high (Gandengyan order), suits diamonds to spades, jokers last."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def pack(packs: int = 1, *, jokers: bool = True) -> tuple[str, ...]:
    """All cards of so many packs, in order: 54 a pack, or 52 without jokers."""
    return (CODES if jokers else NATURALS) * packs


def check_cards(cards: Iterable[object]) -> tuple[str, ...]:
    """The same cards as a tuple.

    Raises:
        CardError: if one of them is not one of the 54 codes.
    """
    checked = []
    for card in cards:
        if not isinstance(card, str) or card not in _PLACE:
            raise CardError(card)
        checked.append(card)
    return tuple(checked)


def parse(text: str) -> tuple[str, ...]:
    """The cards named in a text, separated by blanks or commas, in the order written.

    Ranks and suits are read in either case, `10` is `T`, suits may be the signs ♠♥♦♣, and the jokers may be
    written `BJ`/`小王` and `RJ`/`大王`.

    Raises:
        CardError: naming the first word that is no card.
    """
    return tuple(_parse_word(word) for word in re.split(r"[\s,，、]+", text.strip()) if word)


def _parse_word(word: str) -> str:
    code = word.upper().translate(_SIGNS)
    if code in _JOKER_NAMES:
        return _JOKER_NAMES[code]
    code = code.replace("10", "T")
    if len(code) == 2 and code[0] in "SHDC" and code[1] in RANKS:
        code = code[1] + code[0]
    code = code[:-1] + code[-1:].lower()
    if code not in _PLACE:
        raise CardError(word)
    return code


_SIGNS = str.maketrans(
    {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C", "️": ""}
)
_JOKER_NAMES = {
    "BJ": LITTLE_JOKER,
    "小王": LITTLE_JOKER,
    "小鬼": LITTLE_JOKER,
    "RJ": BIG_JOKER,
    "大王": BIG_JOKER,
    "大鬼": BIG_JOKER,
}


def missing_from(cards: Iterable[str], held: Iterable[str]) -> tuple[str, ...]:
    """The cards of the first multiset that the second does not hold."""
    return tuple((Counter(cards) - Counter(held)).elements())


def without(held: Iterable[str], cards: Iterable[str]) -> tuple[str, ...]:
    """The held multiset less the given cards, in its own order; cards not held are ignored."""
    leaving = Counter(cards)
    kept = []
    for card in held:
        if leaving[card] > 0:
            leaving[card] -= 1
        else:
            kept.append(card)
    return tuple(kept)
