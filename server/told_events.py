"""Events as lines: JSON for programs, sentences for people."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .deal import Deal
from .desk import ASKED, OWN_KINDS, TAKEN_BACK
from .facts import REDERIVED
from .history import sentence
from .records import Record
from .scoreboard import seat_names
from .session import Session

_QUIET = OWN_KINDS - {ASKED, TAKEN_BACK}


def is_told(record: Record) -> bool:
    """Whether a record is an event for the outside, not the referee's own note."""
    return record.kind == REDERIVED or (record.source == "derived" and record.kind not in _QUIET)


def event_json(record: Record, seen_at: float | None = None) -> dict[str, Any]:
    """One event: `seq`, `at` in seconds of the source (null when a person entered it), `kind`, its
    own fields.
    """
    line: dict[str, Any] = {"seq": record.seq, "at": seen_at, "deal": record.deal, "kind": record.kind}
    line |= {name: value for name, value in record.body.items() if name not in line}
    for name in ("certainty", "provisional"):
        if name in record.meta:
            line[name] = record.meta[name]
    return line


def teller(
    session: Session, write: Callable[[str], object], *, as_json: bool
) -> Callable[[tuple[Record, ...]], None]:
    """A listener that writes one event a line, as it happens."""

    def tell(records: tuple[Record, ...]) -> None:
        for record in records:
            if not is_told(record):
                continue
            if as_json:
                write(json.dumps(event_json(record, seen_at(session.deal, record)), ensure_ascii=False))
            else:
                write(sentence(record, seat_names(session)).en)

    return tell


def seen_at(deal: Deal | None, record: Record) -> float | None:
    """When the fact behind an event settled, in seconds of the source."""
    given = {each.seq: each for each in deal.given} if deal else {}
    fact = given.get(record.cause or 0)
    if fact is None:
        return None
    at = fact.body.get("settled_at", fact.body.get("at"))
    return round(float(at), 3) if isinstance(at, int | float) else None
