"""All readings of a set of cards in Guandan, one or two wild level hearts included (RULES.md, "Readings with
wilds")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from .guandan_combos import (
    FOUR_JOKERS,
    LARGEST_BOMB,
    RUN_WIDTH,
    Combo,
    Shape,
    full_house,
    group,
    run,
    run_places,
    run_starts,
    straight_flush,
)
from .guandan_compare import preference
from .guandan_order import JOKERS, LEVELS, RANK_AT, RANK_OF, wild_card


def readings(cards: Iterable[str], level: str) -> tuple[Combo, ...]:
    """Every valid reading of `cards` at `level`, the strongest first; empty when they are no combination.

    `cards` are codes in any order, the hearts of `level` wild. Copies are not counted here: whether a third
    7♠ can exist is the judge's question.
    """
    held = tuple(cards)
    wild = wild_card(level)
    naturals = [card for card in held if card != wild]
    wilds = len(held) - len(naturals)
    ranks = sorted(RANK_OF[card] for card in naturals)
    suits = {card[1] for card in naturals if card not in JOKERS}
    return _readings(tuple(ranks), wilds, len(suits) == 1, level)


@lru_cache(maxsize=1 << 16)
def _readings(ranks: tuple[str, ...], wilds: int, one_suit: bool, level: str) -> tuple[Combo, ...]:
    if not 0 < len(ranks) + wilds <= LARGEST_BOMB:
        return ()
    counts = Counter(ranks)
    found = {
        *_groups(counts, wilds, level),
        *_full_houses(counts, wilds, level),
        *_runs(counts, wilds, one_suit),
        *_four_jokers(counts, wilds),
    }
    return tuple(sorted(found, key=lambda combo: preference(combo, level), reverse=True))


def _groups(counts: Counter[str], wilds: int, level: str) -> Iterator[Combo]:
    """Single, pair, triple, bomb. Wilds alone are level cards; a joker takes no wild and makes no triple."""
    size = counts.total() + wilds
    if not counts:
        yield group(level, size, level)
    elif len(counts) == 1:
        (rank,) = counts
        if rank not in JOKERS or (not wilds and size <= 2):
            yield group(rank, size, level)


def _full_houses(counts: Counter[str], wilds: int, level: str) -> Iterator[Combo]:
    """Three and two of different ranks; the pair may be two equal jokers. Both wilds may be the pair, of any
    rank."""
    if counts.total() + wilds != 5 or len(counts) > 2:
        return
    for triple in counts:
        if triple in JOKERS:
            continue
        pairs = [rank for rank in counts if rank != triple] or [rank for rank in LEVELS if rank != triple]
        for pair in pairs:
            missing = (3 - counts[triple], 2 - counts[pair])
            if min(missing) >= 0 and sum(missing) == wilds and (pair not in JOKERS or missing[1] == 0):
                yield full_house(triple, pair, level)


def _runs(counts: Counter[str], wilds: int, one_suit: bool) -> Iterator[Combo]:
    """Straight, straight flush, tube, plate: the level rank at its natural place, the ace low or high."""
    if any(joker in counts for joker in JOKERS):
        return
    for shape, width in RUN_WIDTH.items():
        for low in run_starts(shape):
            places = run_places(shape, low)
            inside = [counts[RANK_AT[place]] for place in places]
            if (
                sum(inside) != counts.total()
                or max(inside) > width
                or len(places) * width != sum(inside) + wilds
            ):
                continue
            if shape is Shape.STRAIGHT and one_suit:
                yield straight_flush(low)
                if not wilds:
                    continue
            yield run(shape, low)


def _four_jokers(counts: Counter[str], wilds: int) -> Iterator[Combo]:
    """天王炸: all four jokers, no wild among them."""
    if not wilds and all(counts[joker] == 2 for joker in JOKERS) and counts.total() == 4:
        yield FOUR_JOKERS
