"""Cards, ranks and declarations as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from .cards import JOKERS, RANKS, check_cards, parse
from .errors import CardError, RecordError

_SUIT_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_JOKER_NAMES = {"en": {"BJ": "little joker", "RJ": "big joker"}, "zh": {"BJ": "小王", "RJ": "大王"}}


def show_rank(rank: str, lang: str = "en") -> str:
    """A rank as people write it: `T` is `10`, the jokers have names."""
    return _JOKER_NAMES[lang][rank] if rank in JOKERS else rank.replace("T", "10")


def show_ranks(ranks: Iterable[str], lang: str = "en") -> str:
    """Ranks in a row: `7 8 9`."""
    return " ".join(show_rank(rank, lang) for rank in ranks)


def show_card(card: str, lang: str = "en") -> str:
    """A card with its suit sign: `10♥`."""
    return _JOKER_NAMES[lang][card] if card in JOKERS else show_rank(card[0]) + _SUIT_SIGNS[card[1]]


def show_cards(cards: Iterable[str], lang: str = "en") -> str:
    """Cards in a row."""
    return " ".join(show_card(card, lang) for card in cards)


def read_ranks(value: Any) -> tuple[str, ...]:
    """Declared ranks from a list (`["3", "4", "10"]`) or a text (`345`, `9 10 J`, `TJQ`).

    Raises:
        RecordError: if something in it is no rank.
    """
    if isinstance(value, str):
        value = re.findall(r"10|BJ|RJ|[^\s,，]", value.strip(), re.IGNORECASE)
    if not isinstance(value, list | tuple):
        raise RecordError(f"declared must be a list of ranks or a text such as 345, not {value!r}")
    return tuple(_read_rank(word) for word in value)


def _read_rank(word: Any) -> str:
    name = str(word).strip().upper().replace("10", "T")
    if name not in RANKS and name not in JOKERS:
        raise RecordError(f"{word!r} is no rank: use 2 3 4 5 6 7 8 9 T J Q K A")
    return name


def read_cards(value: Any, field: str) -> tuple[str, ...]:
    """Cards from a list of codes or a text (`6s 7s 8s`); `field` names them in errors.

    Raises:
        RecordError: if it is neither.
        CardError: if a code names no card.
    """
    if isinstance(value, str):
        return parse(value)
    if not isinstance(value, list | tuple):
        raise RecordError(f"{field} must be a list of cards or a text, not {value!r}")
    try:
        return check_cards(value)
    except CardError:
        return tuple(card for word in value for card in parse(str(word)))
