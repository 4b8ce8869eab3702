"""Whole random Guandan deals with known hands: for films, tests and measurements.

`random_deal` is the quick way, cards and tricks alone; `play_out` goes through `decide` and `evolve`, tribute
included. `engine.playout` plays deals of any game that were dealt already.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .actions import Action, Pass, Play, StartDeal
from .events import Event
from .guandan import Guandan
from .guandan_combos import Combo
from .guandan_holding import Holding
from .guandan_legal import Option, legal_plays
from .guandan_order import TWO_PACKS
from .guandan_profile import SEATS
from .guandan_state import GuandanState
from .state import Phase
from .tribute import PayTribute, ReturnCard, may_return, partner, tribute_strength


@dataclass(frozen=True, slots=True)
class RandomDeal:
    """A deal played by random legal plays: the hands, `(seat, cards, reading)` in order, who went out in
    order."""

    level: str
    leader: int
    hands: tuple[tuple[str, ...], ...]
    plays: tuple[tuple[int, tuple[str, ...], Combo], ...]
    out: tuple[int, ...]


def deal_hands(rng: Random) -> tuple[tuple[str, ...], ...]:
    """Two packs, shuffled, 27 cards a seat."""
    cards = list(TWO_PACKS)
    rng.shuffle(cards)
    return tuple(tuple(cards[seat::SEATS]) for seat in range(SEATS))


def random_deal(rng: Random, level: str, leader: int = 0) -> RandomDeal:
    """Deal and play to the end; whoever may answer passes as likely as it makes any one of its plays."""
    hands = deal_hands(rng)
    holdings = [Holding(hand, level) for hand in hands]
    left = [len(hand) for hand in hands]
    plays: list[tuple[int, tuple[str, ...], Combo]] = []
    out: list[int] = []
    seat, owner, on = leader, leader, None
    while True:
        chosen = choose(legal_plays(holdings[seat], level, on), on, rng) if left[seat] else None
        if chosen is not None:
            cards, on = chosen
            owner = seat
            plays.append((seat, cards, on))
            holdings[seat].remove(cards)
            left[seat] -= len(cards)
            if not left[seat]:
                out.append(seat)
                if not left[partner(seat)]:
                    return RandomDeal(level, leader, hands, tuple(plays), tuple(out))
        seat = (seat + 1) % SEATS
        if seat == owner:
            on = None
            seat = owner if left[owner] else partner(owner)


def choose(options: list[Option], on: Combo | None, rng: Random) -> Option | None:
    """Any option, or None for a pass where something is to be answered, all alike."""
    index = int(rng.random() * (len(options) + (on is not None)))
    return options[index] if index < len(options) else None


def play_out(
    game: Guandan, state: GuandanState, rng: Random, leader: int | None = None
) -> tuple[GuandanState, list[Event], list[Action]]:
    """Deal at random and play the deal to its settlement; the state, the events, and the actions that made
    them.

    `leader` leads unless tribute says who does. Passes are said aloud.
    """
    log: list[Event] = []
    actions: list[Action] = []

    def act(action: Action) -> None:
        nonlocal state
        actions.append(action)
        for event in game.decide(state, action):
            state = game.evolve(state, event)
            log.append(event)

    first = None if state.previous_order else (0 if leader is None else leader)
    act(StartDeal(dealer=first, hands=deal_hands(rng)))
    while state.in_tribute:
        act(tribute_action(game, state, rng))
    holdings = [Holding(seat.hand or (), state.level) for seat in state.seats]
    while state.phase is Phase.PLAYING:
        assert state.turn is not None
        on = state.to_beat
        chosen = choose(legal_plays(holdings[state.turn], state.level, on), on, rng)
        if chosen is None:
            act(Pass(state.turn))
            continue
        cards, combo = chosen
        holdings[state.turn].remove(cards)
        act(Play(state.turn, cards, (combo.shape.value, *combo.ranks)))
    return state, log, actions


def tribute_action(game: Guandan, state: GuandanState, rng: Random) -> Action:
    """The next payment, of a highest card; else the next return, of any card that the profile allows."""
    tribute = state.tribute
    assert tribute is not None
    for payer, card in zip(tribute.payers, tribute.paid, strict=True):
        if card is None:
            hand = state.seats[payer].hand or ()
            return PayTribute(payer, max(hand, key=lambda held: tribute_strength(held, state.level)))
    receiver = next(
        seat for seat, card in zip(tribute.receivers, tribute.returned, strict=True) if card is None
    )
    hand = state.seats[receiver].hand or ()
    allowed = [card for card in hand if may_return(card, game.profile.return_at_most)]
    return ReturnCard(receiver, rng.choice(allowed or list(hand)))
