"""Legal plays of Gandengyan from counts of ranks, made for speed: what `engine.quick_deal` chooses from.

The rules are the engine's own: shapes from `recognise`, the follow law from `compare`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .cards import pack
from .combos import ACE, BIG, CHAINS, LITTLE, PLACE, TWO, WIDTH, Combo, Shape
from .compare import beats
from .gandengyan_profile import GandengyanProfile
from .plays import chain_fillings
from .recognise import chain_spans, group_shape

Cards = tuple[str, ...]
Spent = tuple[tuple[int, int], ...]
"""Natural cards of a play: how many of each place."""
Option = tuple[Combo, Spent]
Groups = tuple[tuple[int, tuple[Combo, ...]], ...]
"""For a count of one rank: natural cards used, and the combination of each place."""

PLACE_OF: dict[str, int] = {card: PLACE[card if card in PLACE else card[0]] for card in pack()}


class Tables:
    """What a profile allows, by count of one rank and number of jokers at hand."""

    def __init__(self, profile: GandengyanProfile) -> None:
        self.profile = profile
        self.most_wilds = profile.jokers.per_combination if profile.jokers.wild else 0
        self.groups = [[self._groups(count, wilds) for wilds in range(3)] for count in range(5)]
        self.bombs = [[self._only(row, Shape.BOMB) for row in rows] for rows in self.groups]
        self.of_shape = {
            shape: [[self._only(row, shape) for row in rows] for rows in self.groups]
            for shape in (Shape.SINGLE, Shape.PAIR, Shape.PLANE)
        }
        self.spans = chain_spans(profile)
        self.chains = dict(self._natural_chains())
        self.rocket = Combo(Shape.ROCKET, LITTLE, 2)
        self.joker_singles = tuple(Combo(Shape.SINGLE, place, 1) for place in (LITTLE, BIG))

    def _groups(self, count: int, wilds: int) -> Groups:
        found = []
        for naturals in range(1, count + 1):
            for jokers in range(min(wilds, self.most_wilds) + 1):
                shape = group_shape(naturals + jokers, naturals, self.profile)
                if shape is not Shape.NONE:
                    size = naturals + jokers
                    found.append((naturals, tuple(Combo(shape, place, size, jokers) for place in range(13))))
        return tuple(found)

    def _natural_chains(self) -> Iterator[tuple[tuple[int, int, int], Option]]:
        for width, fewest, most in self.spans:
            for length in range(fewest, most + 1):
                for low in range(ACE - length + 2):
                    spent = tuple((place, width) for place in range(low, low + length))
                    yield (width, low, length), (Combo(CHAINS[width], low, width * length), spent)

    @staticmethod
    def _only(groups: Groups, shape: Shape) -> Groups:
        return tuple(group for group in groups if group[1][0].shape is shape)


@cache
def tables(profile: GandengyanProfile) -> Tables:
    """The tables of a profile, made once."""
    return Tables(profile)


class Holder:
    """A hand by place of rank."""

    __slots__ = ("by_place", "count", "size")

    def __init__(self, cards: Cards) -> None:
        self.by_place: list[list[str]] = [[] for _ in range(15)]
        self.count = [0] * 15
        self.size = 0
        for card in cards:
            self.add(card)

    def add(self, card: str) -> None:
        """Take a card up."""
        place = PLACE_OF[card]
        self.by_place[place].append(card)
        self.count[place] += 1
        self.size += 1

    def take(self, combo: Combo, spent: Spent) -> Cards:
        """Lay a combination down: its natural cards, then jokers."""
        cards: list[str] = []
        for place, number in spent:
            held = self.by_place[place]
            cards += held[-number:]
            del held[-number:]
            self.count[place] -= number
        for place in (LITTLE, BIG):
            if len(cards) < combo.size and self.count[place]:
                cards.append(self.by_place[place].pop())
                self.count[place] = 0
        self.size -= len(cards)
        return tuple(cards)

    def cards(self) -> Cards:
        """All cards, low to high."""
        return tuple(card for held in self.by_place for card in held)


def options(rules: Tables, holder: Holder, current: Combo | None) -> list[Option]:
    """All plays of a hand on `current`, or as a lead: each with the natural cards it spends."""
    count = holder.count
    jokers = count[LITTLE] + count[BIG]
    found: list[Option] = []
    if jokers:
        _add_joker_plays(rules, count, current, found)
    if current is None:
        groups = rules.groups
        for place in range(13):
            if count[place]:
                for naturals, combos in groups[count[place]][jokers]:
                    found.append((combos[place], ((place, naturals),)))
        for width, fewest, most in rules.spans:
            if not jokers:
                _add_natural_chains(rules, count, width, fewest, most, found)
                continue
            for length in range(fewest, min(most, holder.size // width) + 1):
                _add_chains(rules, count, jokers, width, length, range(ACE - length + 2), found)
        return found
    if current.shape in rules.of_shape:
        _add_answers(rules, count, jokers, current, found)
    elif current.shape is not Shape.BOMB and current.shape is not Shape.ROCKET:
        width = WIDTH[current.shape]
        length = current.size // width
        last = ACE - length + 1
        higher = rules.profile.follow.law == "higher"
        lows = range(current.rank + 1, (last if higher else min(last, current.rank + 1)) + 1)
        _add_chains(rules, count, jokers, width, length, lows, found)
    _add_bombs(rules, count, jokers, current, found)
    return found


def _add_joker_plays(rules: Tables, count: list[int], current: Combo | None, found: list[Option]) -> None:
    profile = rules.profile
    if profile.bombs.rocket and count[LITTLE] and count[BIG]:
        found.append((rules.rocket, ()))
    if not profile.jokers.alone:
        return
    for combo in rules.joker_singles:
        if count[combo.rank] and (current is None or beats(combo, current, profile)):
            found.append((combo, ((combo.rank, 1),)))


def _add_answers(rules: Tables, count: list[int], jokers: int, current: Combo, found: list[Option]) -> None:
    profile = rules.profile
    if profile.follow.law == "higher":
        places: tuple[int, ...] | range = range(current.rank + 1, TWO + 1)
    else:
        places = (current.rank + 1, TWO) if current.rank < ACE else (current.rank + 1,)
    by_count = rules.of_shape[current.shape]
    for place in places:
        if place <= TWO and count[place]:
            for naturals, combos in by_count[count[place]][jokers]:
                if beats(combos[place], current, profile):
                    found.append((combos[place], ((place, naturals),)))
    if current.shape is Shape.SINGLE and profile.follow.single_beaten_by != "single":
        for place in range(13):
            for naturals, combos in rules.of_shape[Shape.PAIR][count[place]][jokers]:
                if beats(combos[place], current, profile):
                    found.append((combos[place], ((place, naturals),)))


def _add_bombs(rules: Tables, count: list[int], jokers: int, current: Combo, found: list[Option]) -> None:
    if current.shape is Shape.ROCKET:
        return
    bombs = rules.bombs
    if not jokers and max(count) < 3:
        return
    for place in range(13):
        if count[place]:
            for naturals, combos in bombs[count[place]][jokers]:
                if current.shape is not Shape.BOMB or beats(combos[place], current, rules.profile):
                    found.append((combos[place], ((place, naturals),)))


def _add_natural_chains(
    rules: Tables, count: list[int], width: int, fewest: int, most: int, found: list[Option]
) -> None:
    """All chains of one width without jokers: every part of every run of ranks."""
    run = 0
    for place in range(ACE + 1):
        if count[place] < width:
            run = 0
            continue
        run += 1
        for length in range(fewest, min(most, run) + 1):
            found.append(rules.chains[width, place - length + 1, length])


def _add_chains(
    rules: Tables,
    count: list[int],
    jokers: int,
    width: int,
    length: int,
    lows: range,
    found: list[Option],
) -> None:
    wilds = min(jokers, rules.most_wilds)
    for low in lows:
        missing = 0
        for held in count[low : low + length]:
            if held < width:
                missing += width - held
                if missing > wilds:
                    break
        else:
            if not wilds:
                found.append(rules.chains[width, low, length])
                continue
            for used, filled in chain_fillings(count, wilds, width, low, length):
                found.append((Combo(CHAINS[width], low, width * length, used), filled))
