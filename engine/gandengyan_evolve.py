"""Gandengyan: the state after an event. Applies what was decided, judges nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .cards import without
from .events import (
    Called,
    CallMissed,
    Contradiction,
    DealEnded,
    DealerFound,
    DealStarted,
    Doubled,
    Drew,
    Event,
    HandShown,
    LaidDown,
    LeadMoved,
    MatchStarted,
    Passed,
    Played,
    Refused,
    Reshuffled,
    Retracted,
    Settled,
    Stood,
    TrickWon,
    WentOut,
)
from .gandengyan_profile import GandengyanProfile
from .gandengyan_state import GandengyanState, Lead, LeadSkipped
from .state import OnTable, Pending, Phase, Seat, Settlement

State = GandengyanState


def evolve(profile: GandengyanProfile, state: State, event: Event) -> State:
    """The state after `event`.

    Raises:
        TypeError: if the event belongs to another game.
    """
    apply = _APPLY.get(type(event))
    if apply is None:
        raise TypeError(f"{event.kind} is no event of {profile.game}")
    return apply(profile, state, event)


def next_seat(state: State, seat: int) -> int:
    """The next seat in turn direction that is still in."""
    for step in range(1, state.players + 1):
        candidate = (seat + step) % state.players
        if state.seats[candidate].place is None:
            return candidate
    return seat


def next_turn(profile: GandengyanProfile, state: State, seat: int) -> int:
    """Whose turn it is after `seat`: the next seat still in, and still in the trick where passes bind."""
    candidate = next_seat(state, seat)
    while profile.follow.passes_bind and candidate in state.passed and candidate != seat:
        candidate = next_seat(state, candidate)
    return candidate


def _deal_started(_: GandengyanProfile, state: State, event: DealStarted) -> State:
    hands = event.hands or (None,) * state.players
    return replace(
        state,
        phase=Phase.PLAYING,
        deal=event.deal,
        dealer=event.dealer,
        leader=event.leader,
        turn=event.leader,
        seats=tuple(Seat(count=count, hand=hand) for count, hand in zip(event.counts, hands, strict=True)),
        current=None,
        passed=(),
        plays=0,
        tricks=0,
        stock=event.stock,
        stock_cards=event.stock_cards,
        used=(),
        pending=(),
        doublings=(),
        order=(),
        winner=None,
        ended=None,
        awaiting=(),
        next_dealer=None,
        first_lead=None,
        skipped=(),
        stuck=(),
        laid_down=(),
        reshuffles=0,
    )


def _dealer_found(_: GandengyanProfile, state: State, event: DealerFound) -> State:
    seat = state.seats[event.seat]
    state = state.with_seat(event.seat, count=seat.count + event.extra)
    return replace(
        state, dealer=event.seat, leader=event.seat, turn=event.seat, stock=state.stock - event.extra
    )


def _match_started(_: GandengyanProfile, state: State, __: MatchStarted) -> State:
    return replace(state, totals=(0,) * state.players, deals_counted=0)


def _passed(profile: GandengyanProfile, state: State, event: Passed) -> State:
    state = replace(state, passed=(*state.passed, event.seat))
    return replace(state, turn=next_turn(profile, state, event.seat))


def _lead_moved(_: GandengyanProfile, state: State, event: LeadMoved) -> State:
    seat = state.seats[event.seat]
    skip = LeadSkipped(event.seat, state.plays, seat.count, len(seat.shown), seat.drawn)
    return replace(
        state,
        leader=event.to,
        turn=event.to,
        skipped=(*state.skipped, skip),
        stuck=(*state.stuck, event.seat),
    )


def _trick_won(_: GandengyanProfile, state: State, event: TrickWon) -> State:
    return replace(
        state,
        current=None,
        passed=(),
        stuck=(),
        leader=event.leader,
        turn=event.leader,
        tricks=state.tricks + 1,
    )


def _drew(_: GandengyanProfile, state: State, event: Drew) -> State:
    seat = state.seats[event.seat]
    changes: dict[str, Any] = {
        "count": seat.count + event.count,
        "drawn": seat.drawn + event.count,
        "called": None,
    }
    if event.cards is not None and seat.hand is not None:
        changes["hand"] = seat.hand + event.cards
    stock_cards = state.stock_cards[event.count :] if state.stock_cards is not None else None
    state = state.with_seat(event.seat, **changes)
    return replace(state, stock=max(0, state.stock - event.count), stock_cards=stock_cards)


def _reshuffled(_: GandengyanProfile, state: State, event: Reshuffled) -> State:
    lying = state.current.cards if state.current else ()
    return replace(
        state,
        stock=event.count,
        stock_cards=event.cards,
        used=lying,
        reshuffles=state.reshuffles + 1,
    )


def _played(profile: GandengyanProfile, state: State, event: Played) -> State:
    seat = state.seats[event.seat]
    seats = list(state.seats)
    seats[event.seat] = replace(
        seat,
        count=max(0, seat.count - len(event.cards)),
        shown=seat.shown + event.cards,
        plays=seat.plays + 1,
        hand=without(seat.hand, event.cards) if seat.hand is not None else None,
    )
    on_table = OnTable(
        event.seat,
        event.cards,
        event.combination,
        event.stands_for,
        event.wilds,
        event.declared,
        event.play,
        event.alternatives,
    )
    return replace(
        state,
        seats=tuple(seats),
        current=on_table,
        leader=event.seat if event.lead else state.leader,
        passed=state.passed if profile.follow.passes_bind else (),
        plays=state.plays + 1,
        used=state.used + event.cards,
        stuck=(),
        first_lead=Lead(event.seat, event.cards) if state.plays == 0 else state.first_lead,
        turn=next_turn(profile, state, event.seat),
    )


def _doubled(_: GandengyanProfile, state: State, event: Doubled) -> State:
    return replace(state, doublings=(*state.doublings, event.doubling))


def _refused(_: GandengyanProfile, state: State, event: Refused) -> State:
    pending = Pending(event.seat, event.cards, event.code, event.params, event.declared)
    others = tuple(other for other in state.pending if other.seat != event.seat)
    return replace(state, pending=(*others, pending))


def _resolved(_: GandengyanProfile, state: State, event: Retracted | Stood) -> State:
    return replace(state, pending=tuple(other for other in state.pending if other.seat != event.seat))


def _called(_: GandengyanProfile, state: State, event: Called) -> State:
    return state.with_seat(event.seat, called=event.count, missed_call=False)


def _call_missed(_: GandengyanProfile, state: State, event: CallMissed) -> State:
    return state.with_seat(event.seat, missed_call=True)


def _laid_down(_: GandengyanProfile, state: State, event: LaidDown) -> State:
    state = state.with_seat(event.seat, laid_open=event.cards)
    return replace(
        state,
        laid_down=(*state.laid_down, event.seat),
        awaiting=tuple(seat for seat in state.awaiting if seat != event.seat),
    )


def _went_out(profile: GandengyanProfile, state: State, event: WentOut) -> State:
    state = replace(state.with_seat(event.seat, place=event.place), order=(*state.order, event.seat))
    return replace(state, turn=next_turn(profile, state, event.seat))


def _deal_ended(_: GandengyanProfile, state: State, event: DealEnded) -> State:
    return replace(
        state,
        phase=Phase.SHOWING,
        turn=None,
        winner=event.winner,
        ended=event.reason,
        awaiting=event.awaiting,
        pending=(),
    )


def _hand_shown(_: GandengyanProfile, state: State, event: HandShown) -> State:
    state = state.with_seat(event.seat, laid_open=event.cards)
    return replace(state, awaiting=tuple(seat for seat in state.awaiting if seat != event.seat))


def _contradiction(_: GandengyanProfile, state: State, __: Contradiction) -> State:
    return state


def _settled(_: GandengyanProfile, state: State, event: Settled) -> State:
    totals = tuple(
        total + payment.amount for total, payment in zip(state.totals, event.payments, strict=True)
    )
    return replace(
        state,
        phase=Phase.IDLE,
        settlement=Settlement(event.deal, event.winner, event.multiplier, event.payments, event.order),
        totals=totals,
        deals_counted=state.deals_counted + (state.ended != "void"),
        last_winner=event.winner if event.winner is not None else state.last_winner,
        next_dealer=event.next_dealer,
        awaiting=(),
    )


_APPLY: dict[type[Event], Callable[[GandengyanProfile, State, Any], State]] = {
    DealStarted: _deal_started,
    DealerFound: _dealer_found,
    MatchStarted: _match_started,
    Passed: _passed,
    LeadMoved: _lead_moved,
    TrickWon: _trick_won,
    Drew: _drew,
    Reshuffled: _reshuffled,
    Played: _played,
    Doubled: _doubled,
    Refused: _refused,
    Retracted: _resolved,
    Stood: _resolved,
    Called: _called,
    CallMissed: _call_missed,
    LaidDown: _laid_down,
    WentOut: _went_out,
    DealEnded: _deal_ended,
    HandShown: _hand_shown,
    Contradiction: _contradiction,
    Settled: _settled,
}
