"""Random Guandan tables: cards that are nearly or really combinations, with wilds, at every level."""

from __future__ import annotations

from random import Random

from .guandan_enumerator import FACES, all_readings, table

SUITS = "shdc"
JOKER_OF = {"b": "BJ", "r": "RJ"}


def random_cards(rng: Random, level: str) -> list[str] | None:
    """Cards of a random natural combination, up to two of them wild, sometimes one too few, too many or
    changed."""
    ranks = list(rng.choice(patterns()))
    wilds = min(rng.choice((0, 0, 1, 2)), len(ranks))
    flush = rng.choice(SUITS) if rng.random() < 0.3 else None
    cards = [level + "h"] * wilds
    for rank in ranks[wilds:]:
        card = JOKER_OF.get(rank) or rank + (flush or rng.choice(SUITS))
        while card == level + "h" or cards.count(card) == 2:
            if rank in JOKER_OF or flush:
                return None
            card = rank + rng.choice(SUITS)
            if all(cards.count(rank + suit) == 2 or rank + suit == level + "h" for suit in SUITS):
                return None
        cards.append(card)
    return spoil(rng, cards) if rng.random() < 0.25 else cards


def spoil(rng: Random, cards: list[str]) -> list[str] | None:
    changed = list(cards)
    kind = rng.randrange(3)
    if kind == 0 and len(changed) > 1:
        changed.pop(rng.randrange(len(changed)))
    else:
        extra = rng.choice([face + suit for face in FACES for suit in SUITS] + ["BJ", "RJ"])
        if kind == 1:
            changed[rng.randrange(len(changed))] = extra
        else:
            changed.append(extra)
    return changed if max(map(changed.count, changed)) <= 2 else None


def patterns() -> list[str]:
    """Rank patterns by name first, so that rare shapes come up as often as common ones."""
    if not _PATTERNS:
        by_name: dict[str, list[str]] = {}
        for ranks, found in table("2").items():
            by_name.setdefault(found[0][1], []).append(ranks)
        longest = max(map(len, by_name.values()))
        for rows in by_name.values():
            _PATTERNS.extend(rows * (longest // len(rows)))
    return _PATTERNS


_PATTERNS: list[str] = []


def random_table(rng: Random, level: str) -> tuple[list[str] | None, list[str]]:
    """What lies there (None: a lead) and what is laid on it, never three of one card."""
    while True:
        on = random_cards(rng, level) if rng.random() < 0.85 else None
        play = random_cards(rng, level)
        if play is None or (on is not None and not all_readings(on, level)):
            continue
        both = (on or []) + play
        if max(map(both.count, both)) <= 2:
            return on, play


def random_hand(rng: Random, level: str, size: int) -> list[str]:
    """A hand in which combinations are likely: few ranks, sometimes one suit, wilds now and then."""
    first = rng.randrange(len(FACES))
    faces = [FACES[(first + step) % len(FACES)] for step in range(rng.randint(2, 6))]
    suits = rng.choice(("shdc", "sh", "d"))
    pack = [face + suit for face in faces for suit in suits] * 2 + ["BJ", "BJ", "RJ", "RJ"]
    pack = [card for card in pack if card != level + "h"]
    wilds = rng.choice((0, 0, 1, 1, 2))
    rest = rng.sample(pack, min(size - wilds, len(pack)))
    return [level + "h"] * wilds + rest
