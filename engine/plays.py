"""Every legal play from a known Gandengyan hand.

Suits never matter, so plays that differ in suits alone are listed once, with the lowest suits; which joker is
spent does not matter either, but how many are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement

from .cards import is_joker, sort_cards
from .combos import ACE, BIG, CHAINS, LITTLE, PLACE, TWO, WIDTH, Combo, Shape
from .compare import beats
from .gandengyan_profile import GandengyanProfile
from .recognise import chain_spans, group_shape, key_of, readings_of_key
from .verdict import LegalPlay

Count = list[int]
Found = tuple[dict[int, int], Combo]
"""Natural cards spent by place of rank, and the reading; the rest of the reading's cards are jokers."""


class Hand:
    """A known hand, sorted by rank."""

    def __init__(self, cards: Iterable[str]) -> None:
        self.by_place: list[list[str]] = [[] for _ in range(BIG + 1)]
        for card in sort_cards(cards):
            self.by_place[PLACE[card if is_joker(card) else card[0]]].append(card)
        self.count: Count = [len(cards) for cards in self.by_place]
        self.jokers = [*self.by_place[LITTLE], *self.by_place[BIG]]

    def take(self, spent: dict[int, int], jokers: int) -> tuple[str, ...]:
        """Cards for a play: so many of each rank, and so many jokers."""
        cards = [card for place, number in sorted(spent.items()) for card in self.by_place[place][:number]]
        return (*cards, *self.jokers[:jokers])


def legal_plays(
    profile: GandengyanProfile, hand: Iterable[str], current: Combo | None = None
) -> tuple[LegalPlay, ...]:
    """All plays that `hand` allows on the reading in force `current`, or as a lead when it is None.

    A set of cards with several legal readings appears once for each; `declared` is None for the one that
    holds undeclared.
    """
    held = Hand(hand)
    seen: set[tuple[tuple[str, ...], Combo]] = set()
    plays: list[LegalPlay] = []
    for spent, combo in _candidates(profile, held, current):
        if current is not None and not beats(combo, current, profile):
            continue
        cards = _cards(held, spent, combo)
        if (cards, combo) not in seen:
            seen.add((cards, combo))
            plays.append(_legal_play(profile, cards, combo, current))
    return tuple(plays)


def _cards(held: Hand, spent: dict[int, int], combo: Combo) -> tuple[str, ...]:
    if combo.shape is Shape.SINGLE and combo.rank >= LITTLE:
        return tuple(held.by_place[combo.rank][:1])
    jokers = 2 if combo.shape is Shape.ROCKET else combo.wilds
    return held.take(spent, jokers)


def _legal_play(
    profile: GandengyanProfile, cards: tuple[str, ...], combo: Combo, current: Combo | None
) -> LegalPlay:
    found = readings_of_key(key_of(cards), profile)
    in_force = next(other for other in found if current is None or beats(other, current, profile))
    ranks = combo.stands_for
    return LegalPlay(cards, combo.shape.value, ranks, None if combo == in_force else ranks, combo)


def _candidates(profile: GandengyanProfile, held: Hand, current: Combo | None) -> Iterator[Found]:
    """Everything that might answer:

    for a lead all, else the same shape and size, and what beats any shape.
    """
    yield from _joker_plays(profile, held)
    if current is None:
        for size in range(1, max(3, profile.bombs.sizes[1]) + 1):
            yield from _groups(profile, held, size)
        for width, fewest, most in chain_spans(profile):
            for length in range(fewest, most + 1):
                yield from _chains(profile, held, width, length)
        return
    for size in {
        current.size if current.shape not in CHAINS.values() else 0,
        2,
        *range(3, profile.bombs.sizes[1] + 1),
    }:
        yield from _groups(profile, held, size)
    if current.shape in CHAINS.values():
        width = WIDTH[current.shape]
        yield from _chains(profile, held, width, current.size // width)


def _joker_plays(profile: GandengyanProfile, held: Hand) -> Iterator[Found]:
    if profile.jokers.alone:
        for place in (LITTLE, BIG):
            if held.count[place]:
                yield {}, Combo(Shape.SINGLE, place, 1)
    if profile.bombs.rocket and held.count[LITTLE] and held.count[BIG]:
        yield {}, Combo(Shape.ROCKET, LITTLE, 2)


def _wilds(profile: GandengyanProfile, held: Hand) -> int:
    return min(len(held.jokers), profile.jokers.per_combination) if profile.jokers.wild else 0


def _groups(profile: GandengyanProfile, held: Hand, size: int) -> Iterator[Found]:
    """`size` cards of one rank, at least one of them natural."""
    if size < 1:
        return
    wilds = _wilds(profile, held)
    for place in range(TWO + 1):
        for jokers in range(min(wilds, size - 1) + 1):
            naturals = size - jokers
            if naturals > held.count[place]:
                continue
            shape = group_shape(size, naturals, profile)
            if shape is not Shape.NONE:
                yield {place: naturals}, Combo(shape, place, size, jokers)


def _chains(profile: GandengyanProfile, held: Hand, width: int, length: int) -> Iterator[Found]:
    """Chains of `length` ranks, jokers in any of their places, at least one card natural."""
    for low in range(ACE - length + 2):
        for jokers, spent in chain_fillings(held.count, _wilds(profile, held), width, low, length):
            yield dict(spent), Combo(CHAINS[width], low, width * length, jokers)


def chain_fillings(
    count: Sequence[int], wilds: int, width: int, low: int, length: int
) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """All ways to fill a chain from `low`: jokers used, and natural cards spent of each place.

    `count` is how many cards of each place the hand holds, `wilds` how many jokers one combination may hold.
    At least one card is natural.
    """
    places = range(low, low + length)
    missing = sum(max(0, width - count[place]) for place in places)
    for jokers in range(missing, min(wilds, width * length - 1) + 1):
        for gaps in combinations_with_replacement(places, jokers):
            spent = tuple((place, width - gaps.count(place)) for place in places)
            if all(0 <= number <= count[place] for place, number in spent):
                yield jokers, tuple(pair for pair in spent if pair[1])
