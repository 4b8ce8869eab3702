"""Corrections by a person: a new record that re-derives what follows, and the difference it makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.state import State

from .deal import Deal, Run
from .desk import Derived
from .facts import CORRECTED, DEAL_BEGUN, Ruling
from .problems import UserError
from .records import Body, Draft, Record

What = Literal["rule", "insert", "undo"]


@dataclass(frozen=True, slots=True)
class Change:
    """A correction of the event `target` (a fact, or something derived from it).

    `rule`: say what the cards, the seat, the reading or the meaning were. `insert`: something happened
    before `target` that nobody saw (`action`, an engine action as a dict). `undo`: an entry or a correction
    does not count.
    """

    what: What
    target: int
    ruling: Ruling | None = None
    action: tuple[tuple[str, object], ...] = ()

    def draft(self, deal: Deal, who: str | None) -> Draft:
        """The record to append. Raises UserError when there is nothing to correct."""
        if self.what == "undo":
            return Draft("person", CORRECTED, {"what": "undo", "target": self._undo_target(deal)}, who=who)
        fact = deal.fact(self.target)
        if fact is None:
            raise UserError("unknown-event", f"This deal has no event {self.target} that can be corrected.")
        if self.what == "insert":
            body: Body = {"what": "insert", "target": fact.seq, "action": dict(self.action)}
        elif fact.kind == DEAL_BEGUN:
            raise UserError("not-correctable", "A new deal can't be corrected: void it and deal again.")
        else:
            ruling = self.ruling or Ruling()
            body = {"what": "rule", "target": fact.seq, "ruling": ruling.to_dict()}
        return Draft("person", CORRECTED, body, who=who)

    def _undo_target(self, deal: Deal) -> int:
        given = {record.seq: record for record in deal.given}
        seq = self.target
        if seq not in given:
            seq = next((r.cause for r in deal.derived if r.seq == seq and r.cause is not None), seq)
        undone = {r.body["target"] for r in given.values() if is_undo(r)}
        latest = [r.seq for r in given.values() if _rules(r, seq) and r.seq not in undone]
        return latest[-1] if latest else seq


def is_undo(record: Record) -> bool:
    """Whether a record takes another one back."""
    return record.kind == CORRECTED and bool(record.body["what"] == "undo")


def _rules(record: Record, target: int) -> bool:
    """Whether a record is a correction of the fact `target`."""
    return record.kind == CORRECTED and record.body["what"] == "rule" and record.body["target"] == target


@dataclass(frozen=True, slots=True)
class Preview:
    """What a correction would change: events that would go, events that would come, totals before and
    after.
    """

    token: str
    gone: tuple[Record, ...]
    come: tuple[Derived, ...]
    before: State
    after: State


def changes_between(deal: Deal, run: Run, token: str) -> Preview:
    """The difference between a deal as it stands and as it would be derived."""
    kept = deal.common_prefix(run.derived)
    gone, come = list(deal.derived[kept:]), list(run.derived[kept:])
    same = [(old, new) for old in gone for new in come if (old.kind, old.body) == (new.kind, new.body)]
    for old, new in same:
        if old in gone and new in come:
            gone.remove(old)
            come.remove(new)
    return Preview(token, tuple(gone), tuple(come), deal.desk.state, run.desk.state)
