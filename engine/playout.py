"""Whole deals with known hands, played at random by the rules: for films, tests and measurements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from .actions import Action, ChooseColour, Draw, EndDeal, Pass, Play, Settle, ShowHand, StartDeal
from .cards import pack
from .colour_state import ColourState
from .events import Event
from .game import Game, legal_plays
from .guandan import Guandan
from .guandan_playout import tribute_action
from .guandan_state import GuandanState
from .profile import AnyProfile
from .state import Phase, State
from .verdict import LegalPlay

Choice = Callable[[State, Sequence[LegalPlay], Random], LegalPlay | None]
"""Chooses one of the legal plays, or None to pass (never asked to pass a lead)."""


def shuffled_deal(profile: AnyProfile, state: State, rng: Random, dealer: int | None = None) -> StartDeal:
    """A shuffled pack dealt by the profile: `StartDeal` with all hands and the stock.

    `dealer` None: the next dealer by the profile's rule, else anyone.
    """
    if dealer is None:
        dealer = state.next_dealer if state.next_dealer is not None else rng.randrange(state.players)
    cards = list(pack(profile.packs, jokers=profile.game != "colour-match"))
    rng.shuffle(cards)
    hands = []
    for size in _sizes(profile, state.players, dealer):
        hands.append(tuple(cards[:size]))
        del cards[:size]
    return StartDeal(dealer=dealer, hands=tuple(hands), stock=tuple(cards))


def _sizes(profile: AnyProfile, players: int, dealer: int) -> list[int]:
    deal = getattr(profile, "deal", None)
    if deal is None:
        return [54 * profile.packs // players] * players
    return [deal.dealer_cards if seat == dealer else deal.other_cards for seat in range(players)]


def choose_at_random(pass_rate: float = 0.3) -> Choice:
    """Any legal play, all alike; an answer is declined with this probability."""

    def choose(state: State, plays: Sequence[LegalPlay], rng: Random) -> LegalPlay | None:
        if state.current is not None and rng.random() < pass_rate:
            return None
        return rng.choice(plays)

    return choose


def play_out(
    game: Game, state: State, rng: Random, choose: Choice | None = None, *, most_plays: int = 100_000
) -> tuple[State, list[Event], list[Action]]:
    """Play a started deal with known hands to its settlement.

    Returns the state, the events and the actions that made them, passes said aloud.
    """
    choose = choose or choose_at_random()
    log: list[Event] = []
    actions: list[Action] = []

    def act(action: Action) -> None:
        nonlocal state
        actions.append(action)
        for event in game.decide(state, action):
            state = game.evolve(state, event)
            log.append(event)

    while state.phase is Phase.PLAYING and state.plays < most_plays:
        act(_next_action(game, state, rng, choose))
    if state.phase is Phase.PLAYING:
        act(EndDeal("void"))
    for number, seat in enumerate(state.seats):
        if seat.place is None and seat.hand is not None:
            act(ShowHand(number, seat.hand))
    act(Settle())
    return state, log, actions


def _next_action(game: Game, state: State, rng: Random, choose: Choice) -> Action:
    """What the seat on turn does, or the next step of tribute."""
    if isinstance(state, GuandanState) and isinstance(game, Guandan) and state.in_tribute:
        return tribute_action(game, state, rng)
    seat = state.turn
    if seat is None:
        raise ValueError("a deal with known hands always has a turn")
    if isinstance(state, ColourState):
        return _colour_action(game, state, seat, rng)
    play = _chosen(game, state, seat, rng, choose)
    return Play(seat, play.cards, play.declared) if play is not None else Pass(seat)


def _colour_action(game: Game, state: ColourState, seat: int, rng: Random) -> Action:
    """Colour-match: the colour is named at once; who can play does, who cannot draws."""
    top = state.current
    if top is not None and top.combination == "choose" and top.stands_for[1] == "any" and top.seat >= 0:
        return ChooseColour(top.seat, rng.choice(("red", "black")))
    plays = legal_plays(game.profile, state.seats[seat].hand or (), state.current)
    if state.skip_due:
        plays = tuple(play for play in plays if play.kind == "skip")
    if plays:
        return Play(seat, rng.choice(plays).cards)
    return Draw(seat) if state.stock and not state.skip_due else Pass(seat)


def _chosen(game: Game, state: State, seat: int, rng: Random, choose: Choice) -> LegalPlay | None:
    hand = state.seats[seat].hand
    if hand is None or state.seats[seat].place is not None:
        return None
    level = state.level if isinstance(state, GuandanState) else None
    plays = legal_plays(game.profile, hand, state.current, level=level)
    if state.plays == 0 and state.current is None:
        plays = _first_leads(game, state, seat, plays)
    return choose(state, plays, rng) if plays else None


def _first_leads(game: Game, state: State, seat: int, plays: Sequence[LegalPlay]) -> tuple[LegalPlay, ...]:
    """The leads that the first lead of a deal allows (a lowest-card rule may forbid some)."""
    return tuple(
        play
        for play in plays
        if any(event.kind == "played" for event in game.decide(state, Play(seat, play.cards, play.declared)))
    )
