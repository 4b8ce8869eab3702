"""Every legal play from a known Guandan hand.

Suits matter to straight flushes alone, so plays that differ only in the suits of their natural cards are
listed once, with one choice of cards; how many wilds a play spends always tells plays apart, and so does what
they stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TypeAlias

from .guandan_combos import (
    FOUR_JOKERS,
    LARGEST_BOMB,
    RUN_WIDTH,
    SMALLEST_BOMB,
    Combo,
    Shape,
    full_house,
    group,
    run,
    run_places,
    run_starts,
    straight_flush,
)
from .guandan_compare import beats
from .guandan_holding import Holding
from .guandan_order import JOKERS, LEVELS, RANK_AT

Option: TypeAlias = tuple[tuple[str, ...], Combo]
"""Cards to lay down and what they are played as."""

_GROUP_SIZE = {Shape.SINGLE: 1, Shape.PAIR: 2, Shape.TRIPLE: 3}
_PLAIN = (Shape.SINGLE, Shape.PAIR, Shape.TRIPLE, Shape.FULL_HOUSE, *RUN_WIDTH)


def legal_plays(hand: Iterable[str] | Holding, level: str, on: Combo | None = None) -> list[Option]:
    """All plays `hand` allows on the combination `on`, or as a lead when it is None.

    A set of cards with several legal readings appears once for each. Bombs and straight flushes come last.
    """
    holding = hand if isinstance(hand, Holding) else Holding(hand, level)
    if on is None:
        plain = (_of_shape(holding, shape) for shape in _PLAIN)
        return [option for options in (*plain, bombs(holding)) for option in options]
    answers: list[Option] = []
    if not on.tier:
        above = on.key
        answers = [option for option in _of_shape(holding, on.shape) if option[1].key > above]
    return answers + [option for option in bombs(holding) if beats(option[1], on)]


def _of_shape(holding: Holding, shape: Shape) -> list[Option]:
    """All plays of one plain shape."""
    found = holding.memo.get(shape)
    if found is None:
        if shape in _GROUP_SIZE:
            found = _groups(holding, _GROUP_SIZE[shape])
        elif shape is Shape.FULL_HOUSE:
            found = _full_houses(holding)
        else:
            found = _runs(holding, shape)
        holding.memo[shape] = found
    return found


def _groups(holding: Holding, size: int) -> list[Option]:
    """`size` cards of one rank, wilds filling in; the wilds alone are level cards."""
    level, wilds = holding.level, holding.wilds
    found: list[Option] = []
    for rank, cards in holding.by_rank.items():
        held = len(cards)
        joker = rank in JOKERS
        if held + len(wilds) < size or (joker and size > 2):
            continue
        for spent in range(0 if joker else min(len(wilds), size - 1), -1, -1):
            if held >= size - spent:
                found.append(((*cards[: size - spent], *wilds[:spent]), group(rank, size, level)))
    if len(wilds) >= size:
        found.append((wilds[:size], group(level, size, level)))
    return found


def _full_houses(holding: Holding) -> list[Option]:
    level, wilds = holding.level, holding.wilds
    pairs = _of_shape(holding, Shape.PAIR)
    found: list[Option] = []
    for three, combo in _of_shape(holding, Shape.TRIPLE):
        rank = combo.ranks[0]
        left = len(wilds) - three.count(wilds[0]) if wilds else 0
        for two, pair in pairs:
            pair_rank = pair.ranks[0]
            if wilds:
                spent = two.count(wilds[0])
                if spent > left:
                    continue
                if spent == 2 and rank == level:
                    pair_rank = _other_than(rank)
            if pair_rank != rank:
                found.append((three + two, full_house(rank, pair_rank, level)))
    return found


def _other_than(rank: str) -> str:
    """The highest rank a pair of two wilds can stand for beside a triple of `rank`."""
    return next(other for other in reversed(LEVELS) if other != rank)


def _runs(holding: Holding, shape: Shape) -> list[Option]:
    """Straights, tubes and plates."""
    width = RUN_WIDTH[shape]
    found: list[Option] = []
    for low in _starts(holding, shape):
        combo = run(shape, low)
        ranks = [RANK_AT[place] for place in run_places(shape, low)]
        for spent in _spendings(holding, ranks, width):
            cards = _pick(holding, ranks, width, spent)
            if cards:
                found.append((cards, combo))
    return found


def _starts(holding: Holding, shape: Shape) -> Iterable[int]:
    """Places where a run may start; without wilds every rank must be there, which a mask tells at once."""
    if holding.wilds:
        return run_starts(shape)
    mask = holding.rank_masks()[RUN_WIDTH[shape] - 1]
    return _starts_in_mask(mask, len(run_places(shape, 1)))


def _starts_in_mask(mask: int, length: int) -> list[int]:
    starts = mask
    for step in range(1, length):
        starts &= mask >> step
    return [place for place in range(1, 14) if starts >> place & 1] if starts else []


def _spendings(holding: Holding, ranks: list[str], width: int) -> Iterator[tuple[int, ...]]:
    """Every way to share the wilds out over the ranks of a run: how many stand in at each."""
    wilds = len(holding.wilds)
    if not wilds:
        yield (0,) * len(ranks)
        return
    lacking = [max(0, width - len(holding.by_rank.get(rank, ()))) for rank in ranks]
    if sum(lacking) > wilds:
        return
    for spent in product(*(range(least, min(width, wilds) + 1) for least in lacking)):
        if sum(spent) <= wilds:
            yield spent


def _pick(holding: Holding, ranks: list[str], width: int, spent: tuple[int, ...]) -> tuple[str, ...]:
    """Cards for a run; empty when a straight could only be laid in one suit, which is a straight flush."""
    by_rank = holding.by_rank
    cards = [
        card
        for rank, wild in zip(ranks, spent, strict=True)
        if width > wild
        for card in by_rank[rank][: width - wild]
    ]
    wilds = sum(spent)
    if width == 1 and not wilds and len({card[1] for card in cards}) == 1:
        return _off_suit(holding, ranks, cards)
    return (*cards, *holding.wilds[:wilds])


def _off_suit(holding: Holding, ranks: list[str], cards: list[str]) -> tuple[str, ...]:
    suit = cards[0][1]
    for index, rank in enumerate(ranks):
        for card in holding.by_rank[rank]:
            if card[1] != suit:
                return (*cards[:index], card, *cards[index + 1 :])
    return ()


def bombs(holding: Holding) -> list[Option]:
    """Bombs of 4 to 10, straight flushes and the four jokers."""
    found = holding.memo.get("bombs")
    if found is None:
        found = holding.memo["bombs"] = _bombs(holding)
    return found


def _bombs(holding: Holding) -> list[Option]:
    found: list[Option] = []
    by_rank, wilds = holding.by_rank, holding.wilds
    longest = max(map(len, by_rank.values()), default=0) + len(wilds)
    for size in range(SMALLEST_BOMB, min(longest, LARGEST_BOMB) + 1):
        found += _groups(holding, size)
    found += _straight_flushes(holding)
    if all(len(by_rank.get(joker, ())) == 2 for joker in JOKERS):
        found.append(((*by_rank[JOKERS[0]], *by_rank[JOKERS[1]]), FOUR_JOKERS))
    return found


def _straight_flushes(holding: Holding) -> list[Option]:
    found: list[Option] = []
    wilds = holding.wilds
    for suit, mask in holding.suit_masks().items():
        if mask.bit_count() + len(wilds) < 5:
            continue
        for low in run_starts(Shape.STRAIGHT) if wilds else _starts_in_mask(mask, 5):
            found += _flushes_from(mask, suit, low, wilds)
    return found


def _flushes_from(mask: int, suit: str, low: int, wilds: tuple[str, ...]) -> Iterator[Option]:
    """Straight flushes of one suit from one place, for every choice of ranks the wilds stand in for."""
    places = run_places(Shape.STRAIGHT, low)
    held = [place for place in places if mask >> place & 1]
    lacking = len(places) - len(held)
    if lacking > len(wilds):
        return
    for kept in _keep(held, len(wilds) - lacking):
        naturals = tuple(RANK_AT[place] + suit for place in kept)
        yield naturals + wilds[: 5 - len(naturals)], straight_flush(low)


def _keep(held: list[int], spare: int) -> Iterator[list[int]]:
    """The places filled by natural cards when up to `spare` of them are left to wilds."""
    yield held
    if spare >= 1:
        for out in held:
            yield [place for place in held if place != out]
    if spare >= 2:
        for index, out in enumerate(held):
            for second in held[index + 1 :]:
                yield [place for place in held if place not in (out, second)]
