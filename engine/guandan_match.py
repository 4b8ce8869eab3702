"""A Guandan match over its deals: climbing, stage, passing A, failed tries, the referee's ledger, the result
on time."""

from __future__ import annotations

from collections.abc import Iterator

from .errors import ActionError
from .events import DealEnded, Event, Settled
from .guandan_actions import Forfeit, ReportOffence
from .guandan_events import LevelMoved, MatchEnded, OffenceNoted, StageTaken, TriesCleared, TryFailed
from .guandan_order import LEVELS, climb, fall
from .guandan_profile import (
    FIRST_AND_SECOND,
    FORFEITS,
    LEVELS_BACK,
    MATCH_LOST,
    OFF_STAGE,
    OFFENCES,
    OPPONENTS_UP,
    REACHING,
    GuandanProfile,
)
from .guandan_state import GuandanState
from .payment import Payment
from .state import Phase
from .tribute import partner, side

TOP = LEVELS[-1]


def end_of_deal(
    state: GuandanState, order: tuple[int, ...], profile: GuandanProfile, reason: str = "out"
) -> Iterator[Event]:
    """The events that close a deal with this finishing order and move the match on."""
    steps = steps_of(order, profile)
    winners = side(order[0])
    yield DealEnded(order[0], reason)
    yield Settled(
        deal=state.deal,
        winner=order[0],
        multiplier=1,
        payments=tuple(_payment(seat, winners, steps, state) for seat in range(state.players)),
        order=order,
    )
    yield from _match_after(state, order, steps, profile)


def steps_of(order: tuple[int, ...], profile: GuandanProfile) -> int:
    """Levels the winners climb: by the place of first's partner."""
    return profile.climbs[order.index(partner(order[0])) - 1]


def _payment(seat: int, winners: int, steps: int, state: GuandanState) -> Payment:
    won = side(seat) == winners
    return Payment(
        seat,
        steps if won else 0,
        "winner" if won else "loser",
        state.seats[seat].count,
        base=steps if won else 0,
    )


def _match_after(
    state: GuandanState, order: tuple[int, ...], steps: int, profile: GuandanProfile
) -> Iterator[Event]:
    winners = side(order[0])
    passing = profile.wins_by(state.round) != REACHING
    trying = state.stage if passing and state.stage is not None and state.levels[state.stage] == TOP else None
    if trying == winners and passes_a(order, profile):
        yield MatchEnded(winners, "passed", state.levels)
        return
    thrown_back = False
    if trying is not None:
        count = state.failed[trying] + 1
        yield TryFailed(trying, count, profile.failed_tries)
        thrown_back = bool(profile.failed_tries) and count >= profile.failed_tries
        if thrown_back:
            yield LevelMoved(trying, TOP, profile.back_to, 0, "tries", state.debts[trying])
            yield TriesCleared(trying)
    if profile.tries_in_a_row:
        yield from (TriesCleared(s) for s in (0, 1) if s != trying and state.failed[s])
    levels = state.levels
    if not (thrown_back and trying == winners):
        moved = climbed(state, winners, steps, "climb")
        levels = with_level(levels, winners, moved.after)
        if (moved.after, moved.debt) != (moved.before, state.debts[winners]):
            yield moved
    if state.stage != winners:
        yield StageTaken(winners)
    if not passing and levels[winners] == TOP:
        yield MatchEnded(winners, "reached", levels)


def passes_a(order: tuple[int, ...], profile: GuandanProfile) -> bool:
    """Whether first place's side passes A with this order."""
    place = order.index(partner(order[0])) + 1
    return place == 2 or (place == 3 and profile.passing_needs != FIRST_AND_SECOND)


def climbed(state: GuandanState, winners: int, steps: int, reason: str) -> LevelMoved:
    """A climb of `steps`, less what the side still owes; it stops at A."""
    before, debt = state.levels[winners], state.debts[winners]
    settled = min(debt, steps)
    return LevelMoved(winners, before, climb(before, steps - settled), steps, reason, debt - settled)


def with_level(levels: tuple[str, str], number: int, level: str) -> tuple[str, str]:
    """The two sides' levels with one changed."""
    return (level, levels[1]) if number == 0 else (levels[0], level)


def decide_time_up(state: GuandanState, profile: GuandanProfile) -> tuple[Event, ...]:
    """The match is decided on time: the higher level, at equal levels the side off stage; a deal in progress
    is void.

    Raises:
        ActionError: the profile has no time limit, or the match is over.
    """
    if profile.time_limit is None:
        raise ActionError("no-time-limit", {"profile": profile.name}, f"{profile.name} has no time limit")
    refuse_if_over(state)
    winner: int | None = None
    ranks = [LEVELS.index(level) for level in state.levels]
    if ranks[0] != ranks[1]:
        winner = 0 if ranks[0] > ranks[1] else 1
    elif profile.time_tie == OFF_STAGE and state.stage is not None:
        winner = 1 - state.stage
    return (*_void(state, "time"), MatchEnded(winner, "time", state.levels))


def decide_forfeit(state: GuandanState, action: Forfeit) -> tuple[Event, ...]:
    """A referee takes the match from a side.

    Raises:
        ActionError: no such side or reason, or the match is over.
    """
    check_side(action.side)
    if action.reason not in FORFEITS:
        text = f"no reason {action.reason!r} to forfeit: one of {', '.join(FORFEITS)}"
        raise ActionError("no-reason", {"reason": action.reason, "allowed": ", ".join(FORFEITS)}, text)
    refuse_if_over(state)
    ended = MatchEnded(1 - action.side, "forfeit", state.levels, action.reason)
    return (*_void(state, "forfeit"), ended)


def decide_offence(state: GuandanState, action: ReportOffence, profile: GuandanProfile) -> tuple[Event, ...]:
    """A line in the referee's ledger and its penalty.

    Raises:
        ActionError: the profile keeps no ledger, no such side or offence, or the match is over.
    """
    if profile.ledger is None:
        raise ActionError(
            "no-ledger", {"profile": profile.name}, f"{profile.name} keeps no ledger of offences"
        )
    check_side(action.side)
    if action.offence not in OFFENCES:
        text = f"no offence {action.offence!r}: one of {', '.join(OFFENCES)}"
        raise ActionError("no-offence", {"offence": action.offence, "allowed": ", ".join(OFFENCES)}, text)
    refuse_if_over(state)
    if action.put_back:
        return (OffenceNoted(action.side, action.offence, 0, "put-back", action.seat),)
    count = state.offences.get(action.offence, (0, 0))[action.side] + 1
    penalty = profile.ledger.penalty(action.offence, count)
    noted = OffenceNoted(action.side, action.offence, count, penalty, action.seat)
    return (noted, *_penalty(state, action, penalty, profile))


def _penalty(
    state: GuandanState, action: ReportOffence, penalty: str, profile: GuandanProfile
) -> Iterator[Event]:
    assert profile.ledger is not None
    offenders, opponents, levels = action.side, 1 - action.side, profile.ledger.levels
    if penalty == LEVELS_BACK:
        before = state.levels[offenders]
        after, short = fall(before, levels)
        yield LevelMoved(offenders, before, after, -levels, "offence", state.debts[offenders] + short)
    elif penalty == OPPONENTS_UP:
        yield from _void(state, "offence")
        moved = climbed(state, opponents, levels, "award")
        yield moved
        if state.stage != opponents:
            yield StageTaken(opponents)
        if profile.wins_by(state.round) == REACHING and moved.after == TOP:
            yield MatchEnded(opponents, "reached", with_level(state.levels, opponents, moved.after))
    elif penalty == MATCH_LOST:
        yield from _void(state, "offence")
        yield MatchEnded(opponents, "offences", state.levels, action.offence)


def _void(state: GuandanState, reason: str) -> Iterator[Event]:
    """The deal in progress is broken off, if there is one."""
    if state.phase is not Phase.IDLE:
        yield DealEnded(None, reason)


def check_side(number: int) -> None:
    """Refuse a side that does not exist."""
    if number not in (0, 1):
        text = f"there is no side {number}: 0 is NS (seats 0 and 2), 1 is EW"
        raise ActionError("no-side", {"side": number}, text)


def refuse_if_over(state: GuandanState) -> None:
    """Refuse what makes no sense after the match."""
    if state.match_ended is not None:
        raise ActionError("match-over", {}, "the match is over: start a new one")
