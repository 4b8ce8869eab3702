"""Whole random deals of Gandengyan in a fraction of a millisecond each: cards and tricks alone, no events.

For films, statistics and measurements. The rules are the engine's own: shapes and readings from `recognise`,
the follow law from `compare`, the reckoning from `scoring`; only the book-keeping is leaner than `decide` and
`evolve`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from .cards import pack
from .combos import ACE, BIG, CHAINS, LITTLE, PLACE, TWO, WIDTH, Combo, Shape
from .compare import beats
from .events import Settled
from .gandengyan_deal import low_key, lowest_must_lead
from .gandengyan_play import bomb_doubling
from .gandengyan_profile import GandengyanProfile
from .gandengyan_state import GandengyanState
from .payment import Doubling
from .plays import chain_fillings
from .recognise import chain_spans, group_shape
from .scoring import settle
from .state import Phase, Seat

Cards = tuple[str, ...]
Spent = tuple[tuple[int, int], ...]
"""Natural cards of a play: how many of each place."""
Option = tuple[Combo, Spent]
Groups = tuple[tuple[int, tuple[Combo, ...]], ...]
"""For a count of one rank: natural cards used, and the combination of each place."""

_PLACE_OF: dict[str, int] = {card: PLACE[card if card in PLACE else card[0]] for card in pack()}
_PASS_LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class QuickDeal:
    """A deal played by random legal plays.

    `plays` are `(seat, cards, reading)`, `leads` the indices of those that led a trick; `hands` and `stock`
    as dealt, `left` the hands at the end; `winner` None and `settled` None for a void deal.
    """

    dealer: int
    leader: int
    hands: tuple[Cards, ...]
    stock: Cards
    plays: tuple[tuple[int, Cards, Combo], ...]
    leads: tuple[int, ...]
    left: tuple[Cards, ...]
    winner: int | None
    settled: Settled | None


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
        place = _PLACE_OF[card]
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


def random_deal(
    profile: GandengyanProfile, rng: Random, players: int, *, dealer: int | None = None, stake: int = 1
) -> QuickDeal:
    """A shuffled deal played out by random legal plays, passing counted as one of them, and reckoned."""
    return _Table(
        profile, rng, players, rng.randrange(players) if dealer is None else dealer, stake
    ).play_out()


class _Table:
    def __init__(
        self, profile: GandengyanProfile, rng: Random, players: int, dealer: int, stake: int
    ) -> None:
        self.profile, self.rules, self.rng = profile, tables(profile), rng
        self.players, self.dealer, self.stake = players, dealer, stake
        cards = list(pack())
        rng.shuffle(cards)
        self.hands: list[Cards] = []
        for seat in range(players):
            size = profile.deal.dealer_cards if seat == dealer else profile.deal.other_cards
            self.hands.append(tuple(cards[:size]))
            del cards[:size]
        self.dealt_stock = tuple(cards)
        self.stock = cards[::-1]
        self.holders = [Holder(hand) for hand in self.hands]
        self.plays: list[tuple[int, Cards, Combo]] = []
        self.leads: list[int] = []
        self.pile: list[str] = []
        self.made = [0] * players
        self.doublings: list[Doubling] = []
        self.leader = self._leader()

    def _leader(self) -> int:
        if not lowest_must_lead(self.profile, 0):
            return self.dealer
        return min(range(self.players), key=self._lowest)

    def _lowest(self, seat: int) -> tuple[int, int]:
        keys = [low_key(self.profile, card) for card in self.hands[seat] if _PLACE_OF[card] <= TWO]
        return min(keys, default=(99, 0))

    def play_out(self) -> QuickDeal:
        """Play tricks until someone is out, or nobody can lead."""
        leader: int | None = self.leader
        while leader is not None:
            leader = self._trick(leader)
            if self.made and self.holders[self.plays[-1][0]].size == 0:
                return self._result(self.plays[-1][0])
            if len(self.plays) > _PASS_LIMIT:
                break
        return self._result(None)

    def _trick(self, leader: int) -> int | None:
        """One trick; the next leader, None if nobody can lead."""
        seat = leader
        found = options(self.rules, self.holders[seat], None)
        if not self.plays and lowest_must_lead(self.profile, 0):
            low = self._lowest(seat)[0]
            found = [option for option in found if any(place == low for place, _ in option[1])]
        while not found:
            seat = (seat + 1) % self.players
            if seat == leader:
                return None
            found = options(self.rules, self.holders[seat], None)
        owner, current = seat, self._lay(seat, found[int(self.rng.random() * len(found))], None)
        if self.holders[seat].size == 0:
            return owner
        seat = (seat + 1) % self.players
        while seat != owner:
            found = options(self.rules, self.holders[seat], current)
            choice = int(self.rng.random() * (len(found) + 1)) if found else 0
            if found and choice < len(found):
                owner, current = seat, self._lay(seat, found[choice], current)
                if self.holders[seat].size == 0:
                    return owner
            elif self.profile.drawing.who == "on-the-spot":
                self._draw(seat)
            seat = (seat + 1) % self.players
        self._draw_after(owner)
        return owner

    def _lay(self, seat: int, option: Option, current: Combo | None) -> Combo:
        combo, spent = option
        cards = self.holders[seat].take(combo, spent)
        if current is None:
            self.leads.append(len(self.plays))
        self.plays.append((seat, cards, combo))
        self.pile += cards
        self.made[seat] += 1
        if combo.is_bomb:
            self._double(seat, combo, current is None)
        return combo

    def _double(self, seat: int, combo: Combo, lead: bool) -> None:
        score = self.profile.score
        doubling = bomb_doubling(self.profile, combo.shape.value, combo.size, len(self.plays) - 1, seat)
        last = self.holders[seat].size == 0 and not score.last_play_counts
        led = score.bombs_count == "beating" and lead
        if doubling and not last and not led and not (score.bombs_once and self.doublings):
            self.doublings.append(doubling)

    def _draw_after(self, winner: int) -> None:
        who = self.profile.drawing.who
        if who == "everyone":
            for step in range(self.players):
                if not self.stock:
                    return
                self._draw((winner + step) % self.players)
        elif who == "winner":
            self._draw(winner)

    def _draw(self, seat: int) -> None:
        if not self.stock and self.profile.drawing.when_empty == "reshuffle":
            lying = len(self.plays[-1][1])
            self.stock, self.pile = self.pile[:-lying], self.pile[-lying:]
            self.rng.shuffle(self.stock)
        for _ in range(self.profile.drawing.count):
            if self.stock:
                self.holders[seat].add(self.stock.pop())

    def _result(self, winner: int | None) -> QuickDeal:
        left = tuple(holder.cards() for holder in self.holders)
        return QuickDeal(
            self.dealer,
            self.leader,
            tuple(self.hands),
            self.dealt_stock,
            tuple(self.plays),
            tuple(self.leads),
            left,
            winner,
            None if winner is None else self._settle(winner, left),
        )

    def _settle(self, winner: int, left: tuple[Cards, ...]) -> Settled:
        losers_played = any(made for seat, made in enumerate(self.made) if seat != winner)
        if self.profile.score.no_loser_played > 1 and not losers_played:
            self.doublings.append(Doubling("no-loser-played", self.profile.score.no_loser_played))
        state = GandengyanState(
            game=self.profile.game,
            profile=self.profile.name,
            players=self.players,
            stake=self.stake,
            phase=Phase.SHOWING,
            deal=1,
            dealer=self.leader if self.profile.deal.lead_lowest != "never" else self.dealer,
            seats=tuple(
                Seat(count=len(hand), plays=made, hand=hand)
                for hand, made in zip(left, self.made, strict=True)
            ),
            doublings=tuple(self.doublings),
            winner=winner,
            order=(winner,),
            ended="out",
        )
        return settle(self.profile, state)
