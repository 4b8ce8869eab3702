"""Whole random deals of Gandengyan in a fraction of a millisecond each: cards and tricks alone, no events.

For films, statistics and measurements. The rules are the engine's own: shapes and readings from `recognise`,
the follow law from `compare`, the reckoning from `scoring`; only the book-keeping is leaner than `decide` and
`evolve`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .cards import pack
from .combos import TWO, Combo
from .events import Settled
from .gandengyan_deal import low_key, lowest_must_lead
from .gandengyan_play import bomb_doubling
from .gandengyan_profile import GandengyanProfile
from .gandengyan_state import GandengyanState
from .payment import Doubling
from .quick_options import PLACE_OF, Cards, Holder, Option, options, tables
from .scoring import settle
from .state import Phase, Seat

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
        keys = [low_key(self.profile, card) for card in self.hands[seat] if PLACE_OF[card] <= TWO]
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
