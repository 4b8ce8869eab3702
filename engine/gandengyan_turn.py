"""Gandengyan: whose turn it is: passes, trick wins, draws and moved leads that a play implies."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from .cards import is_joker, missing_from
from .events import (
    DealerFound,
    Drew,
    LeadMoved,
    Passed,
    Reshuffled,
    TrickWon,
)
from .gandengyan_evolve import next_seat
from .gandengyan_profile import GandengyanProfile
from .gandengyan_state import GandengyanState
from .recognise import readings
from .script import Script

Table = Script[GandengyanState]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a play is refused: the code and what fills its sentence."""

    code: str
    params: dict[str, Any]


def ways(profile: GandengyanProfile, state: GandengyanState, seat: int) -> tuple[bool, ...]:
    """Whether the play closes the trick before it (a lead) or not (an answer), or both, where possible."""
    if state.current is None:
        return (False,)
    owner = state.current.seat
    if seat == owner:
        return (True,)
    out = state.seats[owner].place is not None
    if out or may_be_stuck(profile, state, owner):
        return (False, True)
    return (False,)


def advance(profile: GandengyanProfile, table: Table, seat: int, closes_trick: bool) -> Refusal | None:
    """Emit the passes (and the end of the trick) that a play by `seat` implies."""
    if table.state.current is not None:
        pass_until(profile, table, None if closes_trick else seat)
    if table.state.current is not None:
        return None
    return _take_lead(profile, table, seat)


def pass_until(profile: GandengyanProfile, table: Table, seat: int | None) -> None:
    """Passes in turn until it is `seat`'s turn, or, if nobody else is left, the trick is won."""
    while table.state.current is not None and table.state.turn != seat:
        turn = table.state.turn
        owner = table.state.current.seat
        if turn is None or turn == owner or all_passed(table.state):
            win_trick(profile, table)
            return
        pass_turn(profile, table, turn, inferred=True)
        if all_passed(table.state):
            win_trick(profile, table)


def all_passed(state: GandengyanState) -> bool:
    if state.current is None:
        return False
    owner = state.current.seat
    return all(
        seat.place is not None or number == owner or number in state.passed
        for number, seat in enumerate(state.seats)
    )


def pass_turn(profile: GandengyanProfile, table: Table, seat: int, inferred: bool) -> None:
    """A pass, with the card drawn on the spot where the profile says so."""
    table.emit(Passed(seat, inferred))
    if profile.drawing.who == "on-the-spot":
        draw(profile, table, seat)


def win_trick(profile: GandengyanProfile, table: Table, inferred: bool = True) -> None:
    """The owner of the last combination wins the trick; cards are drawn, winner first, then in turn
    direction.
    """
    current = table.state.current
    if current is None:
        return
    winner = current.seat
    out = table.state.seats[winner].place is not None
    leader = next_seat(table.state, winner) if out else winner
    table.emit(TrickWon(winner, leader, inferred))
    drawers: list[int] = []
    if profile.drawing.who == "everyone":
        drawers = [(winner + step) % table.state.players for step in range(table.state.players)]
    elif profile.drawing.who == "winner":
        drawers = [winner]
    for seat in drawers:
        if table.state.seats[seat].place is None:
            draw(profile, table, seat)
    if out:
        table.emit(LeadMoved(winner, leader, "out", inferred))


def draw(profile: GandengyanProfile, table: Table, seat: int, count: int | None = None) -> None:
    """Take cards from the stock, reshuffled first where the profile says so; nothing if there are none."""
    wanted = profile.drawing.count if count is None else count
    if not table.state.stock and profile.drawing.when_empty == "reshuffle":
        reshuffle(table)
    taken = min(wanted, table.state.stock)
    if taken:
        known = table.state.stock_cards
        table.emit(Drew(seat, taken, True, known[:taken] if known is not None else None))


def reshuffle(table: Table) -> None:
    """The played cards but for those lying to be beaten become the stock; known ones in an order of their
    own.
    """
    state = table.state
    lying = state.current.cards if state.current else ()
    cards = missing_from(state.used, lying)
    if not cards:
        return
    known: tuple[str, ...] | None = None
    if state.stock_cards is not None:
        order = list(cards)
        Random(" ".join(state.used)).shuffle(order)
        known = tuple(order)
    table.emit(Reshuffled(len(cards), known))


def _take_lead(profile: GandengyanProfile, table: Table, seat: int) -> Refusal | None:
    """Let `seat` lead if it may:

    the lead is its own, not known yet, or has moved on from seats that are stuck.
    """
    state = table.state
    if state.turn is None:
        if state.dealer is None:
            table.emit(DealerFound(seat, profile.deal.dealer_cards - profile.deal.other_cards))
        return None
    leader = state.turn
    while table.state.turn != seat:
        turn = table.state.turn
        if turn is None or turn in table.state.stuck or not may_be_stuck(profile, table.state, turn):
            return Refusal("not-your-lead", {"seat": seat, "leader": leader})
        move_lead(profile, table, turn, inferred=True)
    return None


def move_lead(profile: GandengyanProfile, table: Table, seat: int, inferred: bool) -> None:
    """The lead moves on from a seat that holds only jokers."""
    table.emit(LeadMoved(seat, next_seat(table.state, seat), "jokers", inferred))
    if profile.deal.stuck_draws:
        draw(profile, table, seat)


def may_be_stuck(profile: GandengyanProfile, state: GandengyanState, seat: int) -> bool:
    """Whether the seat may hold nothing but jokers that cannot be led, as far as anyone at the table can
    know.
    """
    if not profile.jokers.wild or profile.jokers.alone:
        return False
    holder = state.seats[seat]
    if holder.hand is not None:
        return bool(holder.hand) and all(map(is_joker, holder.hand)) and not readings(holder.hand, profile)
    unseen = 2 * profile.packs - sum(map(is_joker, state.used))
    most = 1 if profile.bombs.rocket else 2
    return 0 < holder.count <= min(most, unseen)
