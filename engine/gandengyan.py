"""Gandengyan (干瞪眼): the game as `decide` and `evolve`, under one profile."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from . import plays
from .actions import (
    Action,
    Call,
    Draw,
    EndDeal,
    LayDown,
    LetStand,
    MissedCall,
    NewMatch,
    Pass,
    Play,
    Retract,
    Settle,
    ShowHand,
    StartDeal,
)
from .amount import Amount, exact, plain
from .cards import check_cards
from .errors import ActionError, EngineError
from .events import (
    Called,
    CallMissed,
    Contradiction,
    DealEnded,
    Drew,
    Event,
    MatchStarted,
)
from .gandengyan_deal import start_deal
from .gandengyan_end import lay_down, show_hand
from .gandengyan_evolve import evolve
from .gandengyan_play import combo_on_table, let_stand, pass_said, play, retract
from .gandengyan_profile import GandengyanProfile
from .gandengyan_state import GandengyanState
from .legal import verdict
from .profile import check_players
from .recognise import readings
from .scoring import settle
from .script import Script
from .state import OnTable, Phase, State
from .verdict import LegalPlay, Verdict

Table = Script[GandengyanState]


@dataclass(frozen=True, slots=True)
class Gandengyan:
    """The game under a profile (see `engine.game.Game`)."""

    profile: GandengyanProfile

    def start(self, players: int, *, stake: Amount | None = None) -> GandengyanState:
        """The state before the first deal.

        Raises:
            EngineError: code `players` or `stake`.
        """
        check_players(self.profile, players)
        return GandengyanState(
            game=self.profile.game,
            profile=self.profile.name,
            players=players,
            stake=check_stake(self.profile.stake if stake is None else stake),
            totals=(0,) * players,
        )

    def decide(self, state: State, action: Action) -> tuple[Event, ...]:
        """What follows from an action.

        Raises:
            ActionError: if the action does not fit the state at all.
            CardError: if a card is no card.
        """
        decide = _DECIDE.get(type(action))
        if decide is None or not isinstance(state, GandengyanState):
            raise ActionError(
                "wrong-game", {"kind": action.kind}, f"{action.kind} is no action of Gandengyan"
            )
        table = Script(state, self._evolve)
        decide(self.profile, table, action)
        return tuple(table.events)

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        if not isinstance(state, GandengyanState):
            raise TypeError("a Gandengyan state is needed")
        return evolve(self.profile, state, event)

    def _evolve(self, state: GandengyanState, event: Event) -> GandengyanState:
        return evolve(self.profile, state, event)


def check_stake(stake: Amount) -> Amount:
    """A base stake above 0, whole or a fraction.

    Raises:
        EngineError: code `stake`.
    """
    if stake <= 0:
        shown = plain(stake)
        raise EngineError("stake", {"stake": shown}, f"the stake must be more than 0, not {shown}")
    return exact(stake)


def game(profile: GandengyanProfile) -> Gandengyan:
    """The game under `profile`."""
    return Gandengyan(profile)


def judge(
    profile: GandengyanProfile,
    on: tuple[str, ...] | None,
    play: tuple[str, ...],
    *,
    level: str | None = None,  # noqa: ARG001 (every game's judge takes a level)
    declared: tuple[str, ...] | None = None,
) -> Verdict:
    """The verdict on `play` laid on `on` (read undeclared), whoever plays. `level` means nothing in this
    game.

    Raises:
        EngineError: code `on-no-shape` if `on` is no combination of the profile.
    """
    current = None
    if on:
        found = readings(on, profile)
        if not found:
            text = f"{' '.join(on)} is no combination of {profile.name}: nothing can lie on it"
            raise EngineError("on-no-shape", {"cards": list(on)}, text)
        current = found[0]
    return verdict(profile, current, play, declared)


def legal_plays(
    profile: GandengyanProfile,
    hand: Iterable[str],
    current: OnTable | None = None,
    *,
    level: str | None = None,  # noqa: ARG001
) -> tuple[LegalPlay, ...]:
    """Every legal play from a known hand on what lies on the table (None: a lead)."""
    return plays.legal_plays(profile, hand, combo_on_table(current))


def calls_due(profile: GandengyanProfile, state: GandengyanState) -> tuple[int, ...]:
    """The seats that hold so few cards that they should have called, and have not been heard."""
    if state.phase is not Phase.PLAYING:
        return ()
    return tuple(
        number
        for number, seat in enumerate(state.seats)
        if 0 < seat.count <= profile.calls.at and seat.called is None and seat.place is None
    )


def _start(profile: GandengyanProfile, table: Table, action: StartDeal) -> None:
    table.emit(start_deal(profile, table.state, action))


def _play(profile: GandengyanProfile, table: Table, action: Play) -> None:
    cards = check_cards(action.cards)
    if not cards:
        raise ActionError("no-cards", {"seat": action.seat}, "a play needs at least one card")
    play(profile, table, Play(action.seat, cards, action.declared))


def _retract(_: GandengyanProfile, table: Table, action: Retract) -> None:
    retract(table, action)


def _call(profile: GandengyanProfile, table: Table, action: Call) -> None:
    seat = _seat_in_play(table.state, action.seat)
    table.emit(Called(action.seat, action.count))
    says = profile.calls.say_count and action.count != seat
    if says:
        params = {"seat": action.seat, "called": action.count, "held": seat}
        table.emit(Contradiction("call-count", action.seat, None, params))


def _missed_call(_: GandengyanProfile, table: Table, action: MissedCall) -> None:
    if table.state.phase is Phase.IDLE:
        raise ActionError("not-playing", {"phase": "idle"}, "no deal is being played")
    _check_seat(table.state, action.seat)
    table.emit(CallMissed(action.seat))


def _draw(_: GandengyanProfile, table: Table, action: Draw) -> None:
    _seat_in_play(table.state, action.seat)
    if not 1 <= action.count <= table.state.stock:
        params = {"count": action.count, "stock": table.state.stock}
        raise ActionError("stock-short", params, f"{table.state.stock} cards are left to draw")
    known = table.state.stock_cards
    cards = action.cards or (known[: action.count] if known is not None else None)
    table.emit(Drew(action.seat, action.count, False, cards))


def _end_deal(_: GandengyanProfile, table: Table, action: EndDeal) -> None:
    if table.state.phase is not Phase.PLAYING:
        raise ActionError("not-playing", {"phase": table.state.phase.value}, "no deal is being played")
    if action.winner is None:
        table.emit(DealEnded(None, "void", ()))
        return
    _check_seat(table.state, action.winner)
    losers = tuple(seat for seat in range(table.state.players) if seat != action.winner)
    table.emit(DealEnded(action.winner, "person", losers))


def _settle(profile: GandengyanProfile, table: Table, action: Settle) -> None:
    if table.state.phase is not Phase.SHOWING:
        raise ActionError("not-showing", {"phase": table.state.phase.value}, "the deal has not ended")
    table.emit(settle(profile, table.state, action.force))


def _new_match(_: GandengyanProfile, table: Table, __: NewMatch) -> None:
    if table.state.phase is not Phase.IDLE:
        raise ActionError("deal-running", {"deal": table.state.deal}, "a deal is not settled yet")
    table.emit(MatchStarted())


def _seat_in_play(state: GandengyanState, seat: int) -> int:
    if state.phase is not Phase.PLAYING:
        raise ActionError("not-playing", {"phase": state.phase.value}, "no deal is being played")
    _check_seat(state, seat)
    return state.seats[seat].count


def _check_seat(state: GandengyanState, seat: int) -> None:
    if not 0 <= seat < state.players:
        raise ActionError(
            "no-such-seat", {"seat": seat, "players": state.players}, f"there is no seat {seat}"
        )


_DECIDE: dict[type[Action], Callable[[GandengyanProfile, Table, Any], None]] = {
    StartDeal: _start,
    Play: _play,
    Pass: pass_said,
    Retract: _retract,
    LetStand: let_stand,
    Call: _call,
    MissedCall: _missed_call,
    Draw: _draw,
    LayDown: lay_down,
    EndDeal: _end_deal,
    ShowHand: show_hand,
    Settle: _settle,
    NewMatch: _new_match,
}
