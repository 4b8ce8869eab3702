"""The matching game (000, second text): follow colour or rank; special cards; first out wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .actions import (
    Action,
    ChooseColour,
    Draw,
    EndDeal,
    LetStand,
    NewMatch,
    Pass,
    Play,
    Retract,
    Settle,
    ShowHand,
    StartDeal,
)
from .amount import Amount
from .cards import check_cards, missing_from
from .colour_deal import (
    change_start,
    check_playing,
    check_seat,
    end_deal,
    fewest,
    new_match,
    settle,
    show_hand,
    start_deal,
)
from .colour_evolve import evolve
from .colour_profile import ColourProfile
from .colour_rules import follow_key, legal_cards, special_kind, verdict
from .colour_state import (
    ChangeStartCard,
    ColourChosen,
    ColourState,
    Penalised,
    Skipped,
    Turned,
)
from .errors import ActionError
from .events import (
    DealEnded,
    Drew,
    Event,
    Passed,
    Played,
    Refused,
    Retracted,
    Stood,
    WentOut,
)
from .gandengyan import check_stake
from .profile import check_players
from .script import Script
from .state import OnTable, Pending, Phase, State
from .verdict import LegalPlay, Verdict

Table = Script[ColourState]


@dataclass(frozen=True, slots=True)
class ColourMatch:
    """The game under a profile (see `engine.game.Game`).

    Draws are never seen: a count is what is sure, and with hidden hands a person ends the deal (`EndDeal`).
    """

    profile: ColourProfile

    def start(self, players: int, *, stake: Amount | None = None) -> ColourState:
        """The state before the first deal.

        Raises:
            EngineError: code `players` or `stake`.
        """
        check_players(self.profile, players)
        return ColourState(
            game=self.profile.game,
            profile=self.profile.name,
            players=players,
            stake=check_stake(self.profile.stake if stake is None else stake),
            totals=(0,) * players,
            penalties=(0,) * players,
        )

    def decide(self, state: State, action: Action) -> tuple[Event, ...]:
        """What follows from an action.

        Raises:
            ActionError: if the action does not fit the state at all.
        """
        decide = _DECIDE.get(type(action))
        if decide is None or not isinstance(state, ColourState):
            raise ActionError("wrong-game", {"kind": action.kind}, f"{action.kind} is no action of this game")
        table = Script(state, self._evolve)
        decide(self.profile, table, action)
        return tuple(table.events)

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        if not isinstance(state, ColourState):
            raise TypeError("a colour-match state is needed")
        return evolve(self.profile, state, event)

    def _evolve(self, state: ColourState, event: Event) -> ColourState:
        return evolve(self.profile, state, event)


def game(profile: ColourProfile) -> ColourMatch:
    """The game under `profile`."""
    return ColourMatch(profile)


def judge(
    profile: ColourProfile,
    on: tuple[str, ...] | None,
    play: tuple[str, ...],
    *,
    level: str | None = None,  # noqa: ARG001 (every game's judge takes a level)
    declared: tuple[str, ...] | None = None,  # noqa: ARG001
) -> Verdict:
    """The verdict on laying `play` on the last card of `on`."""
    return verdict(profile, play, follow_key(profile, on[-1]) if on else None)


def legal_plays(
    profile: ColourProfile,
    hand: Iterable[str],
    current: OnTable | None = None,
    *,
    level: str | None = None,  # noqa: ARG001
) -> tuple[LegalPlay, ...]:
    """Every card of a known hand that follows."""
    return legal_cards(profile, hand, current)


def _play(profile: ColourProfile, table: Table, action: Play) -> None:
    check_playing(table.state)
    check_seat(table.state, action.seat)
    cards = check_cards(action.cards)
    if not cards:
        raise ActionError("no-cards", {"seat": action.seat}, "a play needs at least one card")
    start = table.state
    refusal = (
        _impossible(profile, start, action.seat, cards)
        or _come_to_turn(profile, table, action.seat, cards)
        or _not_held(table.state, action.seat, cards)
    )
    if refusal is None:
        result = verdict(profile, cards, table.state.current.stands_for if table.state.current else None)
        if result.legal:
            _lay(profile, table, action.seat, cards, "ok")
            return
        refusal = result.code, {"seat": action.seat, **result.message_params}
    table.state = start
    table.events.clear()
    code, params = refusal
    table.emit(Refused(action.seat, cards, code, params))
    if code == "no-match":
        table.emit(Penalised(action.seat, code))


def _impossible(
    profile: ColourProfile, state: ColourState, seat: int, cards: tuple[str, ...]
) -> tuple[str, dict[str, Any]] | None:
    seen = Counter(state.used)
    seen.update(cards)
    twice = [card for card in dict.fromkeys(cards) if seen[card] > profile.packs]
    if twice:
        return "card-played-before", {"cards": twice, "seat": seat}
    return None


def _not_held(state: ColourState, seat: int, cards: tuple[str, ...]) -> tuple[str, dict[str, Any]] | None:
    hand = state.seats[seat].hand
    missing = missing_from(cards, hand) if hand is not None else ()
    return ("not-held", {"cards": list(missing), "seat": seat}) if missing else None


def _come_to_turn(
    profile: ColourProfile, table: Table, seat: int, cards: tuple[str, ...]
) -> tuple[str, dict[str, Any]] | None:
    """Skips, draws and passes that a play by `seat` implies; a refusal if it cannot be its turn."""
    first = table.state.turn
    for _ in range(2 * table.state.players):
        state = table.state
        turn = state.turn
        if turn is None:
            return None
        if state.skip_due and not (turn == seat and _stacks(profile, cards, "skip")):
            if turn == seat:
                return "skipped-seat", {"seat": seat}
            table.emit(Skipped(turn))
            continue
        if turn == seat:
            _draw_due(profile, table, seat, cards)
            return None
        if _must_draw(profile, state, turn):
            break
        _miss(profile, table, turn, inferred=True)
    return "out-of-turn", {"seat": seat, "turn": first}


def _must_draw(profile: ColourProfile, state: ColourState, seat: int) -> bool:
    """Whether a seat cannot let its turn go by.

    With hidden hands nobody knows: draws that nobody saw empty the stock.
    """
    hand = state.seats[seat].hand
    if hand is None:
        return False
    drawing = bool(state.stock) and profile.draw_until == "playable"
    return drawing or bool(legal_cards(profile, hand, state.current))


def _stacks(profile: ColourProfile, cards: tuple[str, ...], kind: str) -> bool:
    return profile.specials.stack and len(cards) == 1 and special_kind(profile, cards[0][0]) == kind


def _draw_due(profile: ColourProfile, table: Table, seat: int, cards: tuple[str, ...]) -> None:
    if table.state.draw_due and not _stacks(profile, cards, "draw-two"):
        _draw(table, seat, table.state.draw_due, inferred=True)


def _draw(table: Table, seat: int, count: int, *, inferred: bool) -> int:
    taken = min(count, table.state.stock)
    known = table.state.stock_cards
    if taken:
        table.emit(Drew(seat, taken, inferred, known[:taken] if known is not None else None))
    return taken


def _miss(profile: ColourProfile, table: Table, seat: int, *, inferred: bool) -> None:
    """A seat that cannot play:

    it draws what is due, one card where the rule says so, and the turn moves on.
    """
    _draw(table, seat, max(table.state.draw_due, 1 if profile.draw_until == "one" else 0), inferred=inferred)
    table.emit(Passed(seat, inferred))
    _end_if_stuck(profile, table)


def _end_if_stuck(profile: ColourProfile, table: Table) -> None:
    state = table.state
    if state.stock or state.phase is not Phase.PLAYING:
        return
    if profile.stock_end == "when-stuck" and state.stuck < state.players:
        return
    table.emit(DealEnded(fewest(state), "stock", tuple(range(state.players))))


def _lay(profile: ColourProfile, table: Table, seat: int, cards: tuple[str, ...], code: str) -> None:
    for pending in table.state.pending:
        if pending.seat == seat:
            table.emit(Retracted(seat, pending.cards))
    card = cards[0]
    kind = special_kind(profile, card[0])
    number = table.state.plays
    asks = follow_key(profile, card)
    table.emit(Played(seat, cards, number, kind, asks, lead=number == 0, legal=code == "ok", code=code))
    if kind == "reverse":
        table.emit(Turned(-table.state.step))
    player = table.state.seats[seat]
    if player.hand is not None and not player.hand:
        table.emit(WentOut(seat, 1))
        losers = tuple(other for other in range(table.state.players) if other != seat)
        table.emit(DealEnded(seat, "out", losers))


def _pass(profile: ColourProfile, table: Table, action: Pass) -> None:
    check_playing(table.state)
    check_seat(table.state, action.seat)
    if table.state.turn != action.seat:
        params = {"seat": action.seat, "turn": table.state.turn}
        raise ActionError("out-of-turn", params, f"it is not the turn of seat {action.seat}")
    if table.state.skip_due:
        table.emit(Skipped(action.seat, inferred=False))
        return
    if _must_draw(profile, table.state, action.seat):
        raise ActionError("must-play", {"seat": action.seat}, f"seat {action.seat} must play, or draw")
    _miss(profile, table, action.seat, inferred=False)


def _draw_said(profile: ColourProfile, table: Table, action: Draw) -> None:
    check_playing(table.state)
    check_seat(table.state, action.seat)
    if not 1 <= action.count <= table.state.stock:
        params = {"count": action.count, "stock": table.state.stock}
        raise ActionError("stock-short", params, f"{table.state.stock} cards are left to draw")
    _draw(table, action.seat, action.count, inferred=False)
    if profile.stock_end == "at-once":
        _end_if_stuck(profile, table)


def _choose(_: ColourProfile, table: Table, action: ChooseColour) -> None:
    current = table.state.current
    wrong = current is None or current.seat != action.seat or current.combination != "choose"
    if wrong or action.colour not in ("red", "black"):
        raise ActionError("no-colour", {"seat": action.seat}, "there is no colour to choose")
    table.emit(ColourChosen(action.seat, action.colour))


def _retract(_: ColourProfile, table: Table, action: Retract) -> None:
    pending = _pending(table.state, action.seat)
    table.emit(Retracted(pending.seat, pending.cards))


def _let_stand(profile: ColourProfile, table: Table, action: LetStand) -> None:
    pending = _pending(table.state, action.seat)
    table.emit(Stood(pending.seat, pending.cards))
    _come_to_turn(profile, table, pending.seat, pending.cards)
    _lay(profile, table, pending.seat, pending.cards, pending.code)


def _pending(state: ColourState, seat: int | None) -> Pending:
    for pending in reversed(state.pending):
        if seat is None or pending.seat == seat:
            return pending
    raise ActionError("nothing-refused", {"seat": seat}, "no refused play lies on the table")


_DECIDE: dict[type[Action], Callable[[ColourProfile, Table, Any], None]] = {
    StartDeal: start_deal,
    ChangeStartCard: change_start,
    Play: _play,
    Pass: _pass,
    Draw: _draw_said,
    ChooseColour: _choose,
    Retract: _retract,
    LetStand: _let_stand,
    EndDeal: end_deal,
    ShowHand: show_hand,
    Settle: settle,
    NewMatch: new_match,
}
