"""Gandengyan: what follows from a play: inferred passes, trick wins and draws, then the verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from .actions import LetStand, Pass, Play, Retract
from .cards import is_joker, missing_from
from .combos import PLACE, Combo, Shape
from .errors import ActionError
from .events import (
    DealEnded,
    DealerFound,
    Doubled,
    Drew,
    LeadMoved,
    Passed,
    Played,
    Refused,
    Reshuffled,
    Retracted,
    Stood,
    TrickWon,
    WentOut,
)
from .gandengyan_deal import low_key, lowest_must_lead
from .gandengyan_evolve import next_seat
from .gandengyan_profile import GandengyanProfile
from .gandengyan_state import GandengyanState
from .legal import combo_as_it_lies, verdict
from .payment import Doubling
from .recognise import readings
from .script import Script
from .state import OnTable, Pending, Phase
from .verdict import Verdict

Table = Script[GandengyanState]


@dataclass(frozen=True, slots=True)
class _Refusal:
    code: str
    params: dict[str, Any]


def play(profile: GandengyanProfile, table: Table, action: Play) -> None:
    """A seat lays cards down: `Played` with all that is inferred before it, or `Refused` and nothing else.

    When a refused play still lies there and the new one answers it, the table has let it stand.
    """
    _check_playing(table.state)
    _check_seat(table.state, action.seat)
    start = table.state
    refusal = _try(profile, table, action)
    if refusal is None:
        return
    if _answers_pending(profile, table, start, action):
        return
    _rewind(table, start)
    table.emit(Refused(action.seat, action.cards, refusal.code, refusal.params, action.declared))


def _rewind(table: Table, state: GandengyanState) -> None:
    table.state = state
    table.events.clear()


def _try(profile: GandengyanProfile, table: Table, action: Play) -> _Refusal | None:
    """Play it if any way to understand the turn makes it legal; else the refusal of the likeliest way."""
    start = table.state
    trouble = _impossible_cards(profile, start, action)
    if trouble:
        return trouble
    first: _Refusal | None = None
    for closes_trick in _ways(profile, start, action.seat):
        _rewind(table, start)
        refusal = _advance(profile, table, action.seat, closes_trick) or _judge(profile, table, action)
        if refusal is None:
            return None
        first = first or refusal
    _rewind(table, start)
    return first


def _answers_pending(profile: GandengyanProfile, table: Table, start: GandengyanState, action: Play) -> bool:
    for pending in reversed(start.pending):
        if pending.seat == action.seat:
            continue
        _rewind(table, start)
        _stand(profile, table, pending, inferred=True)
        before = list(table.events)
        if table.state.phase is not Phase.PLAYING:
            continue
        inner = Script(table.state, table._evolve)
        if _try(profile, inner, action) is None:
            table.events[:] = [*before, *inner.events]
            table.state = inner.state
            return True
    return False


def _ways(profile: GandengyanProfile, state: GandengyanState, seat: int) -> tuple[bool, ...]:
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


def _advance(profile: GandengyanProfile, table: Table, seat: int, closes_trick: bool) -> _Refusal | None:
    """Emit the passes (and the end of the trick) that a play by `seat` implies."""
    if table.state.current is not None:
        _pass_until(profile, table, None if closes_trick else seat)
    if table.state.current is not None:
        return None
    return _take_lead(profile, table, seat)


def _pass_until(profile: GandengyanProfile, table: Table, seat: int | None) -> None:
    """Passes in turn until it is `seat`'s turn, or, if nobody else is left, the trick is won."""
    while table.state.current is not None and table.state.turn != seat:
        turn = table.state.turn
        owner = table.state.current.seat
        if turn is None or turn == owner or _all_passed(table.state):
            win_trick(profile, table)
            return
        pass_turn(profile, table, turn, inferred=True)
        if _all_passed(table.state):
            win_trick(profile, table)


def _all_passed(state: GandengyanState) -> bool:
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


def _take_lead(profile: GandengyanProfile, table: Table, seat: int) -> _Refusal | None:
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
            return _Refusal("not-your-lead", {"seat": seat, "leader": leader})
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


def _impossible_cards(profile: GandengyanProfile, state: GandengyanState, action: Play) -> _Refusal | None:
    """What no reading of the rules could make legal: the cards cannot be in that hand."""
    seat = state.seats[action.seat]
    if seat.place is not None:
        return _Refusal("already-out", {"seat": action.seat, "place": seat.place})
    seen = Counter(state.used)
    seen.update(action.cards)
    twice = [card for card in dict.fromkeys(action.cards) if seen[card] > profile.packs]
    if twice:
        return _Refusal("card-played-before", {"cards": twice, "seat": action.seat})
    if seat.hand is not None and missing_from(action.cards, seat.hand):
        missing = missing_from(action.cards, seat.hand)
        return _Refusal("not-held", {"cards": list(missing), "seat": action.seat})
    return None


def _judge(profile: GandengyanProfile, table: Table, action: Play) -> _Refusal | None:
    state = table.state
    held = state.seats[action.seat].count
    if len(action.cards) > held:
        return _Refusal("too-many-cards", {"cards": len(action.cards), "held": held, "seat": action.seat})
    if profile.follow.passes_bind and action.seat in state.passed:
        return _Refusal("passed-already", {"seat": action.seat})
    low = _low_card_trouble(profile, state, action)
    if low:
        return low
    result = verdict(profile, combo_on_table(state.current), action.cards, action.declared)
    if not result.legal:
        return _Refusal(result.code, {"seat": action.seat, **result.message_params})
    _lay(profile, table, action, result, "ok")
    return None


def _low_card_trouble(profile: GandengyanProfile, state: GandengyanState, action: Play) -> _Refusal | None:
    """The first lead must hold a natural card of the lowest rank, where the hand is known."""
    if state.plays or not lowest_must_lead(profile, state.deals_counted):
        return None
    hand = state.seats[action.seat].hand
    naturals = [card for card in hand or () if not is_joker(card)]
    if not naturals:
        return None
    lowest = min(naturals, key=lambda card: low_key(profile, card))[0]
    if any(card[0] == lowest for card in action.cards if not is_joker(card)):
        return None
    return _Refusal("low-card-not-led", {"seat": action.seat, "rank": lowest})


def combo_on_table(current: OnTable | None) -> Combo | None:
    """The reading in force as a `Combo`."""
    if current is None:
        return None
    shape = Shape(current.combination)
    place = PLACE[current.stands_for[0]] if current.stands_for and shape is not Shape.NONE else 0
    return Combo(shape, place, len(current.cards), current.wilds)


def _lay(profile: GandengyanProfile, table: Table, action: Play, result: Verdict, code: str) -> None:
    state = table.state
    for pending in state.pending:
        if pending.seat == action.seat:
            table.emit(Retracted(pending.seat, pending.cards))
    lead = state.current is None
    number = state.plays
    table.emit(
        Played(
            action.seat,
            action.cards,
            number,
            result.kind,
            result.stands_for,
            result.wilds,
            action.declared is not None,
            lead,
            code == "ok",
            code,
            result.alternatives,
        )
    )
    leaves = table.state.seats[action.seat].count == 0
    _double(profile, table, result, number, action.seat, lead, leaves)
    if leaves:
        _go_out(profile, table, action.seat)


def _double(
    profile: GandengyanProfile,
    table: Table,
    result: Verdict,
    number: int,
    seat: int,
    lead: bool,
    leaves: bool,
) -> None:
    doubling = bomb_doubling(profile, result.kind, len(result.stands_for), number, seat)
    if doubling is None or (leaves and not profile.score.last_play_counts):
        return
    if profile.score.bombs_count == "beating" and lead:
        return
    if profile.score.bombs_once and table.state.doublings:
        return
    table.emit(Doubled(doubling))


def bomb_doubling(
    profile: GandengyanProfile, kind: str, size: int, number: int, seat: int
) -> Doubling | None:
    """The doubling of a bomb by its size, natural or wild; None for other shapes or a factor of 1."""
    score = profile.score
    if kind == "rocket":
        reason, factor = "rocket", score.rocket
    elif kind == "bomb":
        hard = size >= score.hard_from
        reason, factor = ("hard-bomb", score.hard_bomb) if hard else ("soft-bomb", score.soft_bomb)
    else:
        return None
    return Doubling(reason, factor, number, seat) if factor > 1 else None


def _go_out(profile: GandengyanProfile, table: Table, seat: int) -> None:
    table.emit(WentOut(seat, len(table.state.order) + 1))
    left = [number for number, other in enumerate(table.state.seats) if other.place is None]
    if profile.match.play_on:
        if len(left) > 1:
            return
        for number in left:
            table.emit(WentOut(number, len(table.state.order) + 1))
        table.emit(DealEnded(table.state.order[0], "out", ()))
        return
    losers_played = any(table.state.seats[number].plays for number in left)
    if profile.score.no_loser_played > 1 and not losers_played:
        table.emit(Doubled(Doubling("no-loser-played", profile.score.no_loser_played)))
    table.emit(DealEnded(seat, "out", tuple(left) if hands_matter(profile) else ()))


def hands_matter(profile: GandengyanProfile) -> bool:
    """Whether the score depends on what losers hold, and not only on how many cards."""
    score = profile.score
    return score.unit == "pips" or max(score.held_two, score.held_joker, score.held_bomb) > 1


def pass_said(profile: GandengyanProfile, table: Table, action: Pass) -> None:
    """A pass that somebody entered; passes of the seats before it are implied."""
    _check_playing(table.state)
    _check_seat(table.state, action.seat)
    if table.state.seats[action.seat].place is not None:
        raise ActionError("already-out", {"seat": action.seat}, f"seat {action.seat} is out")
    if table.state.current is None:
        _pass_lead(profile, table, action.seat)
        return
    if action.seat == table.state.current.seat:
        raise ActionError("own-trick", {"seat": action.seat}, "nobody passes on the own combination")
    if action.seat in table.state.passed:
        return
    _pass_until(profile, table, action.seat)
    if table.state.current is not None:
        pass_turn(profile, table, action.seat, inferred=False)
        if _all_passed(table.state):
            win_trick(profile, table, inferred=False)


def _pass_lead(profile: GandengyanProfile, table: Table, seat: int) -> None:
    if table.state.turn != seat or not may_be_stuck(profile, table.state, seat):
        raise ActionError(
            "must-lead", {"seat": seat}, f"seat {seat} cannot pass: it must lead, or is not on turn"
        )
    move_lead(profile, table, seat, inferred=False)
    still_in = [number for number, other in enumerate(table.state.seats) if other.place is None]
    if all(number in table.state.stuck for number in still_in):
        table.emit(DealEnded(None, "void", ()))


def retract(table: Table, action: Retract) -> None:
    """A refused play goes back into the hand."""
    pending = _pending(table.state, action.seat)
    table.emit(Retracted(pending.seat, pending.cards))


def let_stand(profile: GandengyanProfile, table: Table, action: LetStand) -> None:
    """A person lets a refused play stand."""
    _stand(profile, table, _pending(table.state, action.seat), inferred=False)


def _pending(state: GandengyanState, seat: int | None) -> Pending:
    for pending in reversed(state.pending):
        if seat is None or pending.seat == seat:
            return pending
    raise ActionError("nothing-refused", {"seat": seat}, "no refused play lies on the table")


def _stand(profile: GandengyanProfile, table: Table, pending: Pending, inferred: bool) -> None:
    """The refused cards leave the hand and must be beaten now, whatever the rules say."""
    table.emit(Stood(pending.seat, pending.cards, inferred))
    action = Play(pending.seat, pending.cards, pending.declared)
    before = table.state
    kept = list(table.events)
    out = table.state.seats[pending.seat].place is not None
    closes = table.state.current is not None and table.state.current.seat == pending.seat
    if not out and _advance(profile, table, pending.seat, closes) is not None:
        table.state, table.events[:] = before, kept
    combo, ranks = combo_as_it_lies(profile, pending.cards)
    result = Verdict(False, pending.code, combo.shape.value, ranks, {}, combo.wilds)
    _lay(profile, table, action, result, pending.code)


def _check_playing(state: GandengyanState) -> None:
    if state.phase is not Phase.PLAYING:
        raise ActionError("not-playing", {"phase": state.phase.value}, "no deal is being played")


def _check_seat(state: GandengyanState, seat: int) -> None:
    if not 0 <= seat < state.players:
        raise ActionError(
            "no-such-seat", {"seat": seat, "players": state.players}, f"there is no seat {seat}"
        )
