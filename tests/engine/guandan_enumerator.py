"""A slow, independent reading of the Guandan rules, to check the engine against. It shares no code with it.

Everything is a lookup: all natural combinations are written out as sorted strings of ranks, with their class
and value; a wild is tried as every rank in turn; what a hand allows is found by trying every subset of it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement

FACES = "23456789TJQKA"
CIRCLE = "A23456789TJQKA"
CLASS_OF_BOMB = {4: 1, 5: 2, 6: 4, 7: 5, 8: 6, 9: 7, 10: 8}
FLUSH_CLASS, JOKERS_CLASS = 3, 9

# A reading is (class, name, value, ranks as a sorted string of one letter a card); b and r are the jokers.
Found = tuple[int, str, int, str]


def letters(ranks: str) -> str:
    return "".join(sorted(ranks))


@cache
def value_of(rank: str, level: str) -> int:
    order = [face for face in FACES if face != level] + [level, "b", "r"]
    return order.index(rank)


@cache
def table(level: str) -> dict[str, tuple[tuple[int, str, int], ...]]:
    """All natural combinations at a level by their ranks; straights are told from flushes elsewhere."""
    rows: dict[str, list[tuple[int, str, int]]] = {}

    def row(ranks: str, strength: int, name: str, value: int) -> None:
        rows.setdefault(letters(ranks), []).append((strength, name, value))

    for face in FACES + "br":
        row(face, 0, "single", value_of(face, level))
        row(face * 2, 0, "pair", value_of(face, level))
    for face in FACES:
        row(face * 3, 0, "triple", value_of(face, level))
        for other in FACES + "br":
            if other != face:
                row(face * 3 + other * 2, 0, "full-house", value_of(face, level))
        for size in range(4, 11):
            row(face * size, CLASS_OF_BOMB[size], "bomb", value_of(face, level))
    for start in range(10):
        row(CIRCLE[start : start + 5], 0, "straight", start)
    for start in range(12):
        row("".join(face * 2 for face in CIRCLE[start : start + 3]), 0, "tube", start)
    for start in range(13):
        row("".join(face * 3 for face in CIRCLE[start : start + 2]), 0, "plate", start)
    row("bbrr", JOKERS_CLASS, "four-jokers", 0)
    return {ranks: tuple(found) for ranks, found in rows.items()}


def letter(card: str) -> str:
    return {"BJ": "b", "RJ": "r"}.get(card, card[0])


def all_readings(cards: list[str], level: str) -> set[Found]:
    wild = level + "h"
    naturals = [card for card in cards if card != wild]
    wilds = len(cards) - len(naturals)
    suits = {card[1] for card in naturals if card not in ("BJ", "RJ")}
    if not naturals:
        return set(lookup(level * wilds, level, flush=False, plain=True)) if wilds else set()
    found: set[Found] = set()
    base = "".join(letter(card) for card in naturals)
    for ranks in combinations_with_replacement(FACES, wilds):
        found.update(
            lookup(base + "".join(ranks), level, flush=len(suits) == 1, plain=wilds > 0 or len(suits) > 1)
        )
    return found


def lookup(ranks: str, level: str, *, flush: bool, plain: bool) -> list[Found]:
    key = letters(ranks)
    out: list[Found] = []
    for strength, name, value in table(level).get(key, ()):
        if name == "straight":
            if flush:
                out.append((FLUSH_CLASS, "straight-flush", value, key))
            if not plain:
                continue
        out.append((strength, name, value, key))
    return out


def wins(new: Found, old: Found) -> bool:
    if new[0] != old[0]:
        return new[0] > old[0]
    return new[1] == old[1] and new[2] > old[2]


def strongest(found: set[Found]) -> tuple[int, str, int]:
    """The reading in force when none is declared, without the ranks (two wild cards as a pair are all
    alike)."""
    best = max(found, key=lambda one: (one[0], max(Counter(one[3]).values()), one[2]))
    return best[:3]


def is_legal(on: list[str] | None, play: list[str], level: str) -> bool:
    found = all_readings(play, level)
    if on is None:
        return bool(found)
    return any(wins(one, (*strongest(all_readings(on, level)), "")) for one in found)


def plays_from(
    hand: list[str], level: str, on: tuple[int, str, int] | None
) -> set[tuple[str, str, int, str]]:
    """Every legal play: its name, value, the ranks laid down (`*` a wild), and of a straight flush its
    suit."""
    wild = level + "h"
    out: set[tuple[str, str, int, str]] = set()
    for size in range(1, min(10, len(hand)) + 1):
        for chosen in combinations(hand, size):
            for one in all_readings(list(chosen), level):
                if on is None or wins(one, (*on, "")):
                    laid = "".join(sorted("*" if card == wild else letter(card) for card in chosen))
                    naturals = [card for card in chosen if card != wild]
                    out.add((one[1], naturals[0][1] if one[1] == "straight-flush" else "", one[2], laid))
    return out
