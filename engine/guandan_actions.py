"""What people do at a Guandan table besides laying cards down: matches, offences, time; tribute is in
`engine.tribute`."""

from __future__ import annotations

from dataclasses import dataclass

from .actions import Action, action_kind


@action_kind("set-levels")
@dataclass(frozen=True, slots=True)
class SetLevels(Action):
    """A person says where the match stands, between deals: a match resumed, a later round, a correction.

    Sides are 0 (NS: seats 0 and 2) and 1 (EW: seats 1 and 3); `stage` is the side that won the last deal, if
    one has been played. `round` is the round of the tournament, from 1. `order` is the finishing order that
    owes tribute.
    """

    levels: tuple[str, str] = ("2", "2")
    stage: int | None = None
    failed: tuple[int, int] = (0, 0)
    round: int = 1
    order: tuple[int, ...] = ()


@action_kind("time-up")
@dataclass(frozen=True, slots=True)
class TimeUp(Action):
    """The profile's time limit has passed: the match is decided by the levels as they stand."""


@action_kind("report-offence")
@dataclass(frozen=True, slots=True)
class ReportOffence(Action):
    """An offence reported to the referee (`order`, `count`, `hidden-card`, `signal`).

    `seat` names the offender where it is known. `put_back`: a card drawn or played out of order went back at
    once: nothing is counted.
    """

    side: int
    offence: str
    seat: int | None = None
    put_back: bool = False


@action_kind("forfeit")
@dataclass(frozen=True, slots=True)
class Forfeit(Action):
    """A referee takes the match from a side: `late`, `left`, `stalling`, `talk`."""

    side: int
    reason: str = "left"


@action_kind("enter-order")
@dataclass(frozen=True, slots=True)
class EnterOrder(Action):
    """A person ends the deal by its finishing order, first place first; all four seats, or those known.

    Seats left out follow by what the deal has shown: who is out already, then the fewer cards.
    """

    order: tuple[int, ...]
