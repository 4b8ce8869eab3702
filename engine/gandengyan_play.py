"""Gandengyan: what follows from a play: inferred passes, trick wins and draws, then the verdict."""

from __future__ import annotations

from collections import Counter

from .actions import LetStand, Pass, Play, Retract
from .cards import is_joker, missing_from
from .combos import PLACE, Combo, Shape
from .errors import ActionError
from .events import (
    DealEnded,
    Doubled,
    Played,
    Refused,
    Retracted,
    Stood,
    WentOut,
)
from .gandengyan_deal import low_key, lowest_must_lead
from .gandengyan_profile import GandengyanProfile
from .gandengyan_state import GandengyanState
from .gandengyan_turn import (
    Refusal,
    advance,
    all_passed,
    may_be_stuck,
    move_lead,
    pass_turn,
    pass_until,
    ways,
    win_trick,
)
from .legal import combo_as_it_lies, verdict
from .payment import Doubling
from .script import Script
from .state import OnTable, Pending, Phase
from .verdict import Verdict

Table = Script[GandengyanState]


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


def _try(profile: GandengyanProfile, table: Table, action: Play) -> Refusal | None:
    """Play it if any way to understand the turn makes it legal; else the refusal of the likeliest way."""
    start = table.state
    trouble = _impossible_cards(profile, start, action)
    if trouble:
        return trouble
    first: Refusal | None = None
    for closes_trick in ways(profile, start, action.seat):
        _rewind(table, start)
        refusal = advance(profile, table, action.seat, closes_trick) or _judge(profile, table, action)
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
        inner = Script(table.state, table.evolve)
        if _try(profile, inner, action) is None:
            table.events[:] = [*before, *inner.events]
            table.state = inner.state
            return True
    return False


def _impossible_cards(profile: GandengyanProfile, state: GandengyanState, action: Play) -> Refusal | None:
    """What no reading of the turn could make legal: the cards cannot be in that hand."""
    seat = state.seats[action.seat]
    if seat.place is not None:
        return Refusal("already-out", {"seat": action.seat, "place": seat.place})
    seen = Counter(state.used)
    seen.update(action.cards)
    twice = [card for card in dict.fromkeys(action.cards) if seen[card] > profile.packs]
    if twice:
        return Refusal("card-played-before", {"cards": twice, "seat": action.seat})
    return None


def _judge(profile: GandengyanProfile, table: Table, action: Play) -> Refusal | None:
    state = table.state
    held = state.seats[action.seat].count
    if len(action.cards) > held:
        return Refusal("too-many-cards", {"cards": len(action.cards), "held": held, "seat": action.seat})
    hand = state.seats[action.seat].hand
    if hand is not None and missing_from(action.cards, hand):
        missing = missing_from(action.cards, hand)
        return Refusal("not-held", {"cards": list(missing), "seat": action.seat})
    if profile.follow.passes_bind and action.seat in state.passed:
        return Refusal("passed-already", {"seat": action.seat})
    low = _low_card_trouble(profile, state, action)
    if low:
        return low
    result = verdict(profile, combo_on_table(state.current), action.cards, action.declared)
    if not result.legal:
        return Refusal(result.code, {"seat": action.seat, **result.message_params})
    _lay(profile, table, action, result, "ok")
    return None


def _low_card_trouble(profile: GandengyanProfile, state: GandengyanState, action: Play) -> Refusal | None:
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
    return Refusal("low-card-not-led", {"seat": action.seat, "rank": lowest})


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
    pass_until(profile, table, action.seat)
    if table.state.current is not None:
        pass_turn(profile, table, action.seat, inferred=False)
        if all_passed(table.state):
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
    if not out and advance(profile, table, pending.seat, closes) is not None:
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
