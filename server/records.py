"""One line of the log: a fact, what a person said, or what the referee derived from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

Source = Literal["fact", "person", "derived"]
Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Draft:
    """A record that is not in the log yet. `cause` 0 means the first record of the same batch."""

    source: Source
    kind: str
    body: Body
    meta: Body = field(default_factory=dict)
    cause: int | None = None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A stored line. `at` is seconds since 1970; `deal` 0 is between deals; `cause` the seq it came from."""

    seq: int
    at: float
    evening: int
    deal: int
    source: Source
    kind: str
    body: Body
    meta: Body
    cause: int | None = None
    who: str | None = None

    def to_dict(self) -> Body:
        """The record as JSON-ready data, for exports and `--json`."""
        return {
            "seq": self.seq,
            "at": self.at,
            "evening": self.evening,
            "deal": self.deal,
            "source": self.source,
            "kind": self.kind,
            "body": self.body,
            "meta": self.meta,
            "cause": self.cause,
            "who": self.who,
        }


def standing(records: Iterable[Record]) -> Iterator[Record]:
    """The records that hold: derived ones voided by a later `rederived` of their deal are left out."""
    kept: list[Record] = []
    for record in records:
        if record.kind == "rederived":
            first, deal = int(record.body["from_seq"]), record.deal
            kept = [r for r in kept if not (r.source == "derived" and r.deal == deal and r.seq >= first)]
        kept.append(record)
    return iter(kept)
