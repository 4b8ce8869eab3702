"""Applying Guandan's events to the state; nothing is judged here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from .cards import without
from .events import (
    Called,
    Contradiction,
    DealEnded,
    DealStarted,
    Event,
    HandShown,
    LeadMoved,
    MatchStarted,
    Passed,
    Played,
    Refused,
    Retracted,
    Settled,
    Stood,
    TrickWon,
    WentOut,
)
from .guandan_events import (
    LevelMoved,
    LevelsSet,
    MatchEnded,
    OffenceNoted,
    StageTaken,
    TriesCleared,
    TryFailed,
)
from .guandan_match import with_level
from .guandan_state import GuandanState, changed
from .state import OnTable, Pending, Phase, Seat, Settlement
from .tribute import CardReturned, Resisted, Tribute, TributeDone, TributeDue, TributePaid, TributeTaken

Known: TypeAlias = tuple[tuple[str, ...], ...]


def evolve(state: GuandanState, event: Event) -> GuandanState:
    """The state after an event; events that change nothing give the same state."""
    apply = _APPLY.get(type(event))
    return state if apply is None else apply(state, event)


def _deal_started(state: GuandanState, event: DealStarted) -> GuandanState:
    hands = event.hands or (None,) * state.players
    return changed(
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
        used=(),
        pending=(),
        order=(),
        winner=None,
        ended=None,
        next_dealer=None,
        level=state.deal_level(),
        tribute=None,
        known=((),) * state.players,
        faulted=(),
    )


def _played(state: GuandanState, event: Played) -> GuandanState:
    seat = state.seats[event.seat]
    seats = list(state.seats)
    seats[event.seat] = replace(
        seat,
        count=max(0, seat.count - len(event.cards)),
        shown=seat.shown + event.cards,
        plays=seat.plays + 1,
        hand=None if seat.hand is None else without(seat.hand, event.cards),
    )
    current = OnTable(
        seat=event.seat,
        cards=event.cards,
        combination=event.combination,
        stands_for=event.stands_for,
        wilds=event.wilds,
        declared=event.declared,
        play=event.play,
        alternatives=event.alternatives,
    )
    known = state.known
    if known[event.seat]:
        known = _with(known, event.seat, without(known[event.seat], event.cards))
    return changed(
        state,
        seats=tuple(seats),
        used=state.used + event.cards,
        known=known,
        current=current,
        passed=(),
        turn=_next_in(state, event.seat),
        leader=event.seat if event.lead else state.leader,
        plays=state.plays + 1,
    )


def _next_in(state: GuandanState, seat: int) -> int | None:
    for step in range(1, state.players):
        other = (seat + step) % state.players
        if state.seats[other].place is None:
            return other
    return None


def _passed(state: GuandanState, event: Passed) -> GuandanState:
    passed = (*state.passed, event.seat)
    after = changed(state, passed=passed)
    waiting = after.waiting()
    return changed(after, turn=waiting[0] if waiting else None)


def _trick_won(state: GuandanState, event: TrickWon) -> GuandanState:
    return changed(
        state, current=None, passed=(), leader=event.leader, turn=event.leader, tricks=state.tricks + 1
    )


def _lead_moved(state: GuandanState, event: LeadMoved) -> GuandanState:
    return changed(state, leader=event.to, turn=event.to)


def _went_out(state: GuandanState, event: WentOut) -> GuandanState:
    return changed(_with_seat(state, event.seat, place=event.place), order=(*state.order, event.seat))


def _refused(state: GuandanState, event: Refused) -> GuandanState:
    kept = tuple(p for p in state.pending if p.seat != event.seat)
    new = Pending(event.seat, event.cards, event.code, event.params, event.declared)
    return changed(state, pending=(*kept, new))


def _withdrawn(state: GuandanState, event: Retracted | Stood) -> GuandanState:
    return changed(state, pending=tuple(p for p in state.pending if p.seat != event.seat))


def _called(state: GuandanState, event: Called) -> GuandanState:
    return _with_seat(state, event.seat, called=event.count)


def _deal_ended(state: GuandanState, event: DealEnded) -> GuandanState:
    broken_off = event.winner is None
    return changed(
        state,
        phase=Phase.IDLE,
        turn=None,
        leader=None,
        current=None,
        passed=(),
        pending=(),
        winner=event.winner,
        ended=event.reason,
        previous_order=() if broken_off and event.reason == "offence" else state.previous_order,
    )


def _settled(state: GuandanState, event: Settled) -> GuandanState:
    totals = tuple(
        total + payment.amount for total, payment in zip(state.totals, event.payments, strict=True)
    )
    return changed(
        state,
        settlement=Settlement(event.deal, event.winner, event.multiplier, event.payments, event.order),
        totals=totals,
        deals_counted=state.deals_counted + 1,
        last_winner=event.winner,
        previous_order=event.order,
        next_dealer=event.next_dealer,
    )


def _hand_shown(state: GuandanState, event: HandShown) -> GuandanState:
    return _with_seat(state, event.seat, laid_open=event.cards)


def _contradicted(state: GuandanState, event: Contradiction) -> GuandanState:
    if event.seat is None or event.code not in ("tribute-not-highest", "resisted-without-jokers"):
        return state
    return changed(state, faulted=(*state.faulted, event.seat))


def _match_started(state: GuandanState, _: MatchStarted) -> GuandanState:
    return GuandanState(
        game=state.game,
        profile=state.profile,
        players=state.players,
        stake=state.stake,
        seats=(Seat(),) * state.players,
        totals=(0,) * state.players,
        round=state.round,
    )


def _levels_set(state: GuandanState, event: LevelsSet) -> GuandanState:
    after = changed(
        state,
        levels=event.levels,
        stage=event.stage,
        failed=event.failed,
        round=event.round,
        previous_order=event.order,
        match_winner=None,
        match_ended=None,
    )
    return changed(after, level=after.deal_level())


def _level_moved(state: GuandanState, event: LevelMoved) -> GuandanState:
    levels = with_level(state.levels, event.side, event.after)
    after = changed(state, levels=levels, debts=_pair(state.debts, event.side, event.debt))
    return _between_deals(after)


def _stage_taken(state: GuandanState, event: StageTaken) -> GuandanState:
    return _between_deals(changed(state, stage=event.side))


def _between_deals(state: GuandanState) -> GuandanState:
    """Between deals the level shown is the next deal's; a running deal keeps its own."""
    return changed(state, level=state.deal_level()) if state.phase is Phase.IDLE else state


def _try_failed(state: GuandanState, event: TryFailed) -> GuandanState:
    return changed(state, failed=_pair(state.failed, event.side, event.count))


def _tries_cleared(state: GuandanState, event: TriesCleared) -> GuandanState:
    return changed(state, failed=_pair(state.failed, event.side, 0))


def _match_ended(state: GuandanState, event: MatchEnded) -> GuandanState:
    return changed(state, match_winner=event.winner, match_ended=event.reason, previous_order=())


def _offence_noted(state: GuandanState, event: OffenceNoted) -> GuandanState:
    if not event.count:
        return state
    counts = _pair(state.offences.get(event.offence, (0, 0)), event.side, event.count)
    return changed(state, offences={**state.offences, event.offence: counts})


def _pair(pair: tuple[int, int], number: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if number == 0 else (pair[0], value)


def _tribute_due(state: GuandanState, event: TributeDue) -> GuandanState:
    return changed(state, tribute=Tribute.due(event.payers, event.receivers), turn=None)


def _resisted(state: GuandanState, _: Resisted) -> GuandanState:
    return _tribute(state, resisted=True)


def _tribute(state: GuandanState, **changes: Any) -> GuandanState:
    assert state.tribute is not None
    return changed(state, tribute=replace(state.tribute, **changes))


def _tribute_paid(state: GuandanState, event: TributePaid) -> GuandanState:
    assert state.tribute is not None
    index = state.tribute.payers.index(event.seat)
    after = _tribute(state, paid=_put(state.tribute.paid, index, event.card))
    return changed(after, pending=tuple(p for p in state.pending if p.seat != event.seat))


def _tribute_taken(state: GuandanState, event: TributeTaken) -> GuandanState:
    assert state.tribute is not None
    index = state.tribute.receivers.index(event.seat)
    after = _tribute(state, takes=_put(state.tribute.takes, index, event.payer))
    return _moved(after, event.card, event.payer, event.seat)


def _card_returned(state: GuandanState, event: CardReturned) -> GuandanState:
    assert state.tribute is not None
    index = state.tribute.receivers.index(event.seat)
    after = _tribute(state, returned=_put(state.tribute.returned, index, event.card))
    after = changed(after, pending=tuple(p for p in state.pending if p.seat != event.seat))
    return _moved(after, event.card, event.seat, event.payer)


def _moved(state: GuandanState, card: str, giver: int, taker: int) -> GuandanState:
    """One card goes from hand to hand; counts stay, since each card taken is answered by one given back."""
    known = _with(state.known, giver, without(state.known[giver], (card,)))
    known = _with(known, taker, (*known[taker], card))
    after = changed(state, known=known)
    hands = (state.seats[giver].hand, state.seats[taker].hand)
    if hands[0] is None or hands[1] is None:
        return after
    after = _with_seat(after, giver, hand=without(hands[0], (card,)))
    return _with_seat(after, taker, hand=(*hands[1], card))


def _with_seat(state: GuandanState, number: int, **changes: Any) -> GuandanState:
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)
    return changed(state, seats=tuple(seats))


def _with(known: Known, seat: int, cards: tuple[str, ...]) -> Known:
    return (*known[:seat], cards, *known[seat + 1 :])


def _put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _tribute_done(state: GuandanState, event: TributeDone) -> GuandanState:
    return changed(_tribute(state, done=True), leader=event.leader, turn=event.leader, pending=())


_APPLY: dict[type[Event], Callable[[GuandanState, Any], GuandanState]] = {
    DealStarted: _deal_started,
    Played: _played,
    Passed: _passed,
    TrickWon: _trick_won,
    LeadMoved: _lead_moved,
    WentOut: _went_out,
    Refused: _refused,
    Retracted: _withdrawn,
    Stood: _withdrawn,
    Called: _called,
    DealEnded: _deal_ended,
    Settled: _settled,
    HandShown: _hand_shown,
    Contradiction: _contradicted,
    MatchStarted: _match_started,
    LevelsSet: _levels_set,
    LevelMoved: _level_moved,
    StageTaken: _stage_taken,
    TryFailed: _try_failed,
    TriesCleared: _tries_cleared,
    MatchEnded: _match_ended,
    OffenceNoted: _offence_noted,
    TributeDue: _tribute_due,
    Resisted: _resisted,
    TributePaid: _tribute_paid,
    TributeTaken: _tribute_taken,
    CardReturned: _card_returned,
    TributeDone: _tribute_done,
}
