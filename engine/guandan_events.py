"""What happened in a Guandan match, beyond the events all games share; tribute is in `engine.tribute`."""

from __future__ import annotations

from dataclasses import dataclass

from .events import Event, event_kind


@event_kind("levels-set")
@dataclass(frozen=True, slots=True)
class LevelsSet(Event):
    """Where the match stands: levels of the sides (NS, EW), the side on stage, failed tries at A, the round.

    `order` is the finishing order that owes tribute before the next deal; empty: none is due.
    """

    levels: tuple[str, str]
    stage: int | None
    failed: tuple[int, int]
    round: int
    order: tuple[int, ...] = ()


@event_kind("level-moved")
@dataclass(frozen=True, slots=True)
class LevelMoved(Event):
    """A side's level changed. `reason`: `climb`, `tries` (thrown back from A), `offence` (taken back),
    `award`.

    `steps` is what was due, `debt` what could not be taken below 2 and will be taken from later climbs.
    """

    side: int
    before: str
    after: str
    steps: int
    reason: str
    debt: int = 0


@event_kind("stage-taken")
@dataclass(frozen=True, slots=True)
class StageTaken(Event):
    """A side is on stage (台上): the next deal is played at its level."""

    side: int


@event_kind("try-failed")
@dataclass(frozen=True, slots=True)
class TryFailed(Event):
    """A deal at its own A in which a side did not pass; `count` so far, `limit` throws it back (0: never)."""

    side: int
    count: int
    limit: int


@event_kind("tries-cleared")
@dataclass(frozen=True, slots=True)
class TriesCleared(Event):
    """A side's failed tries count from nothing again: thrown back, or the row was broken."""

    side: int


@event_kind("match-ended")
@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The match is decided. `winner` is a side, None a draw.

    `reason`: `passed` A, `reached` A, `time`, `offences`, `forfeit`. `detail` names the offence or forfeit.
    """

    winner: int | None
    reason: str
    levels: tuple[str, str]
    detail: str = ""


@event_kind("offence-noted")
@dataclass(frozen=True, slots=True)
class OffenceNoted(Event):
    """A line of the referee's ledger: report number `count` of this offence by the side, and what it brings.

    `count` 0 and penalty `put-back`: put back at once, nothing is counted. Else `penalty` is one of
    `engine.guandan_profile.PENALTIES`.
    """

    side: int
    offence: str
    count: int
    penalty: str
    seat: int | None = None
