"""Every reading of a set of cards in Gandengyan, wild jokers included."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .combos import ACE, BIG, CHAINS, LITTLE, PLACE, Combo, Shape
from .gandengyan_profile import GandengyanProfile

Key = tuple[int, ...]


def key_of(cards: tuple[str, ...]) -> Key:
    """The ranks of the cards as sorted places: all that matters about them, since suits never compare."""
    return tuple(sorted(PLACE[card if card in PLACE else card[0]] for card in cards))


def readings(cards: tuple[str, ...], profile: GandengyanProfile) -> tuple[Combo, ...]:
    """Every valid reading, the one that holds undeclared first; empty when the cards are no combination."""
    return readings_of_key(key_of(cards), profile)


@lru_cache(maxsize=1 << 17)
def readings_of_key(key: Key, profile: GandengyanProfile) -> tuple[Combo, ...]:
    """The readings of a sorted tuple of places (see `key_of`)."""
    naturals = tuple(place for place in key if place < LITTLE)
    jokers = len(key) - len(naturals)
    if not key:
        return ()
    if jokers == len(key):
        return tuple(_jokers_only(key, profile))
    if jokers and (not profile.jokers.wild or jokers > profile.jokers.per_combination):
        return ()
    found = [*_groups(naturals, jokers, profile), *_chains(naturals, jokers, profile)]
    return tuple(sorted(found, key=lambda combo: preference(combo, profile)))


def preference(combo: Combo, profile: GandengyanProfile) -> tuple[int, int, int]:
    """Sort key of readings, the one in force first: most cards of one rank, then the lowest."""
    if profile.follow.default_reading == "lowest":
        return combo.rank, -combo.most_of_a_rank, 0
    return -combo.most_of_a_rank, combo.rank, 0


def _jokers_only(key: Key, profile: GandengyanProfile) -> Iterator[Combo]:
    if len(key) == 1 and profile.jokers.alone:
        yield Combo(Shape.SINGLE, key[0], 1)
    if key == (LITTLE, BIG) and profile.bombs.rocket:
        yield Combo(Shape.ROCKET, LITTLE, 2)


def _groups(naturals: Key, jokers: int, profile: GandengyanProfile) -> Iterator[Combo]:
    if naturals[0] != naturals[-1]:
        return
    shape = group_shape(len(naturals) + jokers, len(naturals), profile)
    if shape is not Shape.NONE:
        yield Combo(shape, naturals[0], len(naturals) + jokers, jokers)


def group_shape(size: int, naturals: int, profile: GandengyanProfile) -> Shape:
    """The shape of `size` cards of one rank, `naturals` of them natural; `NONE` if the profile has no such
    shape.
    """
    if size == 1:
        return Shape.SINGLE
    if size == 2:
        return Shape.PAIR
    if size == 3 and profile.shapes.plane:
        return Shape.PLANE
    low, high = profile.bombs.sizes
    return Shape.BOMB if low <= size <= high and naturals >= profile.bombs.naturals else Shape.NONE


def chain_spans(profile: GandengyanProfile) -> tuple[tuple[int, int, int], ...]:
    """`(width, fewest ranks, most ranks)` of the chains that the profile has."""
    shapes = profile.shapes
    spans = ((1, shapes.straight), (2, shapes.pair_chain), (3, shapes.plane_chain))
    return tuple((width, *span) for width, span in spans if span)


def _chains(naturals: Key, jokers: int, profile: GandengyanProfile) -> Iterator[Combo]:
    for width, fewest, most in chain_spans(profile):
        length, rest = divmod(len(naturals) + jokers, width)
        if not rest and fewest <= length <= most:
            for low in chain_lows(naturals, width, length):
                yield Combo(CHAINS[width], low, length * width, jokers)


def chain_lows(naturals: Key, width: int, length: int) -> range:
    """The lowest ranks of all chains of `length` ranks, `width` cards each, that hold these naturals."""
    fits = naturals[-1] <= ACE and all(naturals.count(place) <= width for place in set(naturals))
    if not fits:
        return range(0)
    return range(max(0, naturals[-1] - length + 1), min(naturals[0], ACE - length + 1) + 1)
