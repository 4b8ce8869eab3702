"""Everything in Guandan that differs from table to table, read from a profile file.

The five bundled tables are `huaian` (the default), `dongtai`, `school`, `hefei` and `wafang`; RULES.md,
section Guandan, gives the source of each value, and what no source states is a decision there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .guandan_order import LEVELS
from .profile import DIRECTIONS
from .profile_reader import Table

SEATS: Final = 4
HAND_SIZE: Final = 27

PASSING: Final = "passing"
REACHING: Final = "reaching"
PARTNER_NOT_LAST: Final = "partner-not-last"
FIRST_AND_SECOND: Final = "first-and-second"
LAST_TO_FIRST: Final = "last-to-first"
HIGHER_TO_FIRST: Final = "higher-to-first"
OFF_STAGE: Final = "off-stage"
ANY_CARD: Final = "any"

NOTED: Final = "noted"
TAKE_CARD: Final = "take-card"
LEVELS_BACK: Final = "levels-back"
OPPONENTS_UP: Final = "opponents-up"
MATCH_LOST: Final = "match-lost"
PENALTIES: Final = (NOTED, TAKE_CARD, LEVELS_BACK, OPPONENTS_UP, MATCH_LOST)
OFFENCES: Final = ("order", "count", "hidden-card", "signal")
"""What the referee's ledger counts: drawing or playing out of order, too many or too few cards, a hidden
card, a signal."""
FORFEITS: Final = ("late", "left", "stalling", "talk")
"""What a referee may end a match for at once."""
_NTH: Final = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class Ledger:
    """The referee's penalties: for each offence what the first, second, … report brings; the last holds for
    all further."""

    penalties: dict[str, tuple[str, ...]]
    levels: int = 3
    """Levels taken from the offenders or given to their opponents."""
    late_minutes: int = 15

    def penalty(self, offence: str, count: int) -> str:
        """What report number `count` (from 1) of an offence brings."""
        steps = self.penalties[offence]
        return steps[min(count, len(steps)) - 1]


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """Points of a tournament by points: for a win, the speed bonus by order of finishing, for a win on
    time."""

    win: int
    bonus: tuple[int, ...]
    on_time: int

    def of(self, place: int | None) -> int:
        """Points of a winner who finished in `place` (from 1) among the tables; None: won on time."""
        if place is None:
            return self.on_time
        return self.win + (self.bonus[place - 1] if place <= len(self.bonus) else 0)


@dataclass(frozen=True, slots=True)
class GuandanProfile:
    """The rules of one Guandan table; `game` and the other common fields as in
    `engine.profile.AnyProfile`."""

    name: str
    title_en: str
    title_zh: str
    source: str
    direction: str
    stake: int
    seating: str
    """`free`, or `smaller-card-ns`: each side draws a card, the smaller sits north-south."""
    won_by: tuple[str, ...]
    """How each round's match is won: `passing` A or `reaching` it; the last entry holds for all further
    rounds."""
    passing_needs: str
    """`partner-not-last`, or `first-and-second`."""
    failed_tries: int
    """Failed tries at A that throw a side back; 0: none."""
    tries_in_a_row: bool
    """Whether a deal at another side's level starts the count of tries anew."""
    back_to: str
    climbs: tuple[int, int, int]
    """Levels for the partner finishing second, third, last."""
    time_limit: int | None
    """Minutes, or None."""
    time_tie: str
    """Who wins on time at equal levels: `off-stage`, or `draw`."""
    first_lead: str
    """`face-up-card` or `highest-card`: how the table finds who leads the first deal."""
    double_tribute: str
    """`last-to-first` or `higher-to-first`."""
    return_at_most: str
    """Highest natural rank that may be given back, or `any`."""
    call_at: int
    """Hands of so many cards or fewer are announced (报牌); 0: never."""
    ledger: Ledger | None
    points: MatchPoints | None
    game: str = "guandan"
    players: tuple[int, int] = (SEATS, SEATS)
    packs: int = 2

    def wins_by(self, round_number: int) -> str:
        """`passing` or `reaching` in a round (from 1)."""
        return self.won_by[min(round_number, len(self.won_by)) - 1]


def parse(table: Table, source: str) -> GuandanProfile:
    """A Guandan profile from its file.

    Raises:
        ProfileError: naming the line, the key and the allowed values.
    """
    match, tribute = table.table("match"), table.table("tribute")
    return GuandanProfile(
        name=table.text_value("name", source.removesuffix(".toml")),
        title_en=table.text_value("title_en"),
        title_zh=table.text_value("title_zh"),
        source=table.text_value("source"),
        direction=table.choice("direction", DIRECTIONS, "ccw"),
        stake=table.integer("stake", 1, 1_000_000, 1),
        call_at=table.integer("call_at", 0, HAND_SIZE, 0),
        first_lead=table.choice("first_lead", ("face-up-card", "highest-card"), "face-up-card"),
        seating=table.choice("seating", ("free", "smaller-card-ns"), "free"),
        won_by=_won_by(match),
        passing_needs=match.choice("passing_needs", (PARTNER_NOT_LAST, FIRST_AND_SECOND), PARTNER_NOT_LAST),
        failed_tries=match.integer("failed_tries", 0, 99, 0),
        tries_in_a_row=match.boolean("tries_in_a_row", False),
        back_to=match.choice("back_to", LEVELS, "2"),
        climbs=_climbs(match),
        time_limit=match.integer("time_limit_minutes", 0, 1440, 0) or None,
        time_tie=match.choice("time_tie", (OFF_STAGE, "draw"), OFF_STAGE),
        double_tribute=tribute.choice(
            "after_first_and_second", (LAST_TO_FIRST, HIGHER_TO_FIRST), LAST_TO_FIRST
        ),
        return_at_most=tribute.choice("return_at_most", (ANY_CARD, *LEVELS), ANY_CARD),
        ledger=_ledger(table.table("ledger")) if table.has("ledger") else None,
        points=_points(table.table("points")) if table.has("points") else None,
    )


def _won_by(match: Table) -> tuple[str, ...]:
    first = match.choice("won_by", (PASSING, REACHING), PASSING)
    return first, match.choice("won_by_later", (PASSING, REACHING), first)


def _climbs(match: Table) -> tuple[int, int, int]:
    steps = match.table("climb")
    return (
        steps.integer("second", 0, len(LEVELS), 3),
        steps.integer("third", 0, len(LEVELS), 2),
        steps.integer("last", 0, len(LEVELS), 1),
    )


def _ledger(table: Table) -> Ledger:
    levels = table.integer("levels", 1, len(LEVELS), 3)
    late = table.integer("late_minutes", 1, 120, 15)
    return Ledger({offence: _steps(table.table(offence)) for offence in OFFENCES}, levels, late)


def _steps(table: Table) -> tuple[str, ...]:
    """The penalties `first`, `second` … of one offence, without a gap; `noted` when the file names none."""
    given = [name for name in _NTH if table.has(name)]
    names = _NTH[: len(given)] or _NTH[:1]
    return tuple(table.choice(name, PENALTIES, NOTED if not given else None) for name in names)


def _points(table: Table) -> MatchPoints:
    first, last = table.integer("bonus_first", 0, 1000), table.integer("bonus_last", 0, 1000)
    return MatchPoints(
        win=table.integer("win", 0, 1000),
        bonus=tuple(range(first, last - 1, -1)),
        on_time=table.integer("on_time", 0, 1000),
    )
