"""The matching game: the state after an event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .cards import without
from .colour_profile import ColourProfile
from .colour_rules import follow_key, special_kind
from .colour_state import ColourChosen, ColourState, Penalised, Skipped, StartCardChanged, Turned
from .events import (
    Contradiction,
    DealEnded,
    DealStarted,
    Drew,
    Event,
    HandShown,
    MatchStarted,
    Passed,
    Played,
    Refused,
    Retracted,
    Settled,
    Stood,
    WentOut,
)
from .state import OnTable, Pending, Phase, Seat, Settlement

State = ColourState


def evolve(profile: ColourProfile, state: State, event: Event) -> State:
    """The state after `event`.

    Raises:
        TypeError: if the event belongs to another game.
    """
    apply = _APPLY.get(type(event))
    if apply is None:
        raise TypeError(f"{event.kind} is no event of {profile.game}")
    return apply(profile, state, event)


def _next(state: State, seat: int) -> int:
    return (seat + state.step) % state.players


def _deal_started(profile: ColourProfile, state: State, event: DealStarted) -> State:
    hands = event.hands or (None,) * state.players
    card = event.start_card
    return replace(
        state,
        phase=Phase.PLAYING,
        deal=event.deal,
        dealer=event.dealer,
        leader=event.leader,
        turn=event.leader,
        seats=tuple(Seat(count=count, hand=hand) for count, hand in zip(event.counts, hands, strict=True)),
        current=_start_card(profile, card),
        plays=0,
        stock=event.stock,
        stock_cards=event.stock_cards,
        used=(card,) if card else (),
        pending=(),
        order=(),
        winner=None,
        ended=None,
        awaiting=(),
        next_dealer=None,
        step=1,
        draw_due=0,
        skip_due=0,
        stuck=0,
        penalties=(0,) * state.players,
        start_changed=False,
    )


def _start_card(profile: ColourProfile, card: str | None) -> OnTable | None:
    if card is None:
        return None
    return OnTable(-1, (card,), special_kind(profile, card[0]), follow_key(profile, card), play=-1)


def _start_changed(profile: ColourProfile, state: State, event: StartCardChanged) -> State:
    old = state.current.cards if state.current else ()
    stock = state.stock_cards[1:] + old if state.stock_cards is not None else None
    return replace(
        state,
        current=_start_card(profile, event.card),
        used=(event.card,) if event.card else (),
        stock_cards=stock,
        start_changed=True,
    )


def _drew(_: ColourProfile, state: State, event: Drew) -> State:
    seat = state.seats[event.seat]
    hand = seat.hand + event.cards if seat.hand is not None and event.cards is not None else seat.hand
    state = state.with_seat(
        event.seat, count=seat.count + event.count, drawn=seat.drawn + event.count, hand=hand
    )
    stock_cards = state.stock_cards[event.count :] if state.stock_cards is not None else None
    due = 0 if event.seat == state.turn else state.draw_due
    return replace(state, stock=max(0, state.stock - event.count), stock_cards=stock_cards, draw_due=due)


def _passed(_: ColourProfile, state: State, event: Passed) -> State:
    stuck = state.stuck + 1 if not state.stock else 0
    return replace(state, turn=_next(state, event.seat), draw_due=0, stuck=stuck)


def _skipped(_: ColourProfile, state: State, event: Skipped) -> State:
    return replace(state, turn=_next(state, event.seat), skip_due=state.skip_due - 1)


def _played(_: ColourProfile, state: State, event: Played) -> State:
    seat = state.seats[event.seat]
    state = state.with_seat(
        event.seat,
        count=max(0, seat.count - len(event.cards)),
        shown=seat.shown + event.cards,
        plays=seat.plays + 1,
        hand=without(seat.hand, event.cards) if seat.hand is not None else None,
    )
    top = OnTable(event.seat, event.cards, event.combination, event.stands_for, play=event.play)
    return replace(
        state,
        current=top,
        plays=state.plays + 1,
        used=state.used + event.cards,
        leader=event.seat if state.leader is None else state.leader,
        turn=_next(state, event.seat),
        draw_due=state.draw_due + 2 * (event.combination == "draw-two"),
        skip_due=state.skip_due + 1 if event.combination == "skip" else 0,
        stuck=0,
    )


def _turned(_: ColourProfile, state: State, event: Turned) -> State:
    state = replace(state, step=event.step)
    player = state.current.seat if state.current else 0
    return replace(state, turn=_next(state, player))


def _chosen(_: ColourProfile, state: State, event: ColourChosen) -> State:
    if state.current is None:
        return state
    asks = (state.current.stands_for[0], event.colour)
    return replace(state, current=replace(state.current, stands_for=asks))


def _refused(_: ColourProfile, state: State, event: Refused) -> State:
    pending = Pending(event.seat, event.cards, event.code, event.params, event.declared)
    others = tuple(other for other in state.pending if other.seat != event.seat)
    return replace(state, pending=(*others, pending))


def _penalised(_: ColourProfile, state: State, event: Penalised) -> State:
    counts = list(state.penalties)
    counts[event.seat] += 1
    return replace(state, penalties=tuple(counts))


def _resolved(_: ColourProfile, state: State, event: Retracted | Stood) -> State:
    return replace(state, pending=tuple(other for other in state.pending if other.seat != event.seat))


def _went_out(_: ColourProfile, state: State, event: WentOut) -> State:
    return replace(state.with_seat(event.seat, place=event.place), order=(*state.order, event.seat))


def _deal_ended(_: ColourProfile, state: State, event: DealEnded) -> State:
    return replace(
        state,
        phase=Phase.SHOWING,
        turn=None,
        winner=event.winner,
        ended=event.reason,
        awaiting=event.awaiting,
        pending=(),
    )


def _hand_shown(_: ColourProfile, state: State, event: HandShown) -> State:
    state = state.with_seat(event.seat, laid_open=event.cards)
    return replace(state, awaiting=tuple(seat for seat in state.awaiting if seat != event.seat))


def _settled(_: ColourProfile, state: State, event: Settled) -> State:
    totals = tuple(
        total + payment.amount for total, payment in zip(state.totals, event.payments, strict=True)
    )
    return replace(
        state,
        phase=Phase.IDLE,
        settlement=Settlement(event.deal, event.winner, 1, event.payments, event.order),
        totals=totals,
        deals_counted=state.deals_counted + (state.ended != "void"),
        last_winner=event.winner if event.winner is not None else state.last_winner,
        next_dealer=event.next_dealer,
        awaiting=(),
    )


def _match_started(_: ColourProfile, state: State, __: MatchStarted) -> State:
    return replace(state, totals=(0,) * state.players, deals_counted=0)


def _unchanged(_: ColourProfile, state: State, __: Contradiction) -> State:
    return state


_APPLY: dict[type[Event], Callable[[ColourProfile, State, Any], State]] = {
    DealStarted: _deal_started,
    StartCardChanged: _start_changed,
    Drew: _drew,
    Passed: _passed,
    Skipped: _skipped,
    Played: _played,
    Turned: _turned,
    ColourChosen: _chosen,
    Refused: _refused,
    Penalised: _penalised,
    Retracted: _resolved,
    Stood: _resolved,
    WentOut: _went_out,
    DealEnded: _deal_ended,
    HandShown: _hand_shown,
    Contradiction: _unchanged,
    Settled: _settled,
    MatchStarted: _match_started,
}
