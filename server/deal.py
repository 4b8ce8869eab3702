"""One deal: its facts, what was derived from them, and where that left the desk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.errors import EngineError
from engine.state import State

from .desk import IGNORED, Derived, Desk
from .facts import ENTERED, Fact, timeline
from .records import Draft, Record
from .referee import Referee
from .table import Table


@dataclass(frozen=True, slots=True)
class Run:
    """A deal derived from its facts from the start."""

    desk: Desk
    derived: tuple[Derived, ...]


@dataclass(slots=True)
class Deal:
    """The log of one deal in memory. `start` is the engine's state before it."""

    number: int
    table: Table
    referee: Referee
    start: State
    given: list[Record] = field(default_factory=list)
    derived: list[Record] = field(default_factory=list)
    desk: Desk = field(init=False)

    def __post_init__(self) -> None:
        self.desk = self.fold()

    def fold(self) -> Desk:
        """The desk as the stored events leave it. Nothing is judged again."""
        by_cause: dict[int | None, list[Derived]] = defaultdict(list)
        for record in self.derived:
            by_cause[record.cause].append(as_derived(record))
        desk = self.referee.start(self.start)
        for fact in timeline(self.given):
            desk = self.referee.fold(desk, fact, by_cause[fact.seq])
        return desk

    def run(self, given: Sequence[Record]) -> Run:
        """Derive the whole deal anew. Entries that no longer fit are left out and noted."""
        desk = self.referee.start(self.start)
        derived: list[Derived] = []
        for fact in timeline(given):
            desk, more = self._tolerant_step(desk, fact)
            derived.extend(more)
        return Run(desk, tuple(derived))

    def _tolerant_step(self, desk: Desk, fact: Fact) -> tuple[Desk, tuple[Derived, ...]]:
        try:
            return self.referee.step(desk, fact)
        except EngineError as fault:
            note = Derived(fact.seq, IGNORED, {"reason": "does-not-fit", "code": fault.code})
            return self.referee.fold(desk, fact, (note,)), (note,)

    def common_prefix(self, derived: Sequence[Derived]) -> int:
        """How many of the standing events a new run confirms."""
        count = 0
        for old, new in zip(self.derived, derived, strict=False):
            if (old.cause, old.kind, old.body) != (new.cause, new.kind, new.body):
                break
            count += 1
        return count

    def fact(self, seq: int) -> Fact | None:
        """The fact of that number, or the one that the derived event of that number came from."""
        cause = next((record.cause for record in self.derived if record.seq == seq), seq)
        return next((fact for fact in timeline(self.given) if fact.seq == cause), None)


def as_derived(record: Record) -> Derived:
    """The referee's event in a stored record."""
    assert record.cause is not None
    return Derived(record.cause, record.kind, record.body, record.meta)


def as_draft(derived: Derived) -> Draft:
    """A derived event on its way into the log."""
    return Draft("derived", derived.kind, derived.body, derived.meta, derived.cause)


def as_fact(record: Record) -> Fact:
    """A record that stands alone as a fact (no second reading, no correction)."""
    return timeline((record,))[0]


def is_entry(record: Record) -> bool:
    """Whether a person entered this."""
    return record.kind == ENTERED


def carried_over(referee: Referee, table: Table, before: State | None) -> State:
    """The engine's state before a deal: the last one's, or a new table's with the totals kept."""
    fresh = referee.game.start(table.players, stake=table.stake)
    if before is None:
        return fresh
    if (before.profile, before.players) == (fresh.profile, fresh.players):
        return before if before.stake == fresh.stake else replace(before, stake=fresh.stake)
    if before.players != fresh.players:
        return replace(fresh, deal=before.deal)
    return replace(
        fresh,
        deal=before.deal,
        totals=before.totals,
        last_winner=before.last_winner,
        next_dealer=before.next_dealer,
        settlement=before.settlement,
    )


def split_by_deal(records: Iterable[Record]) -> dict[int, list[Record]]:
    """Records by the deal they belong to, in order."""
    deals: dict[int, list[Record]] = defaultdict(list)
    for record in records:
        deals[record.deal].append(record)
    return dict(deals)
