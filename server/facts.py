"""Facts of one deal as they hold now: what was seen or entered, with later readings and people's rulings
worked in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from vision.observations import CardsAppeared, CardsVanished, observation_from_dict

from .records import Body, Record

RulingAction = Literal["play", "pass", "not-a-play", "let-stand", "retract"]

DEAL_BEGUN = "deal-begun"
APPEARED = "cards_appeared"
REREAD = "cards_reread"
VANISHED = "cards_vanished"
CLEARED = "table_cleared"
CAMERA = "camera_state"
LOOKED_AGAIN = "looked-again"
WITHDRAWN = "withdrawn"
SOURCE_ENDED = "source-ended"
ENTERED = "entered"
CORRECTED = "corrected"
REDERIVED = "rederived"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a person said about one fact; None leaves what was seen."""

    action: RulingAction | None = None
    cards: tuple[str, ...] | None = None
    seat: int | None = None
    declared: tuple[str, ...] | None = None

    def over(self, other: Ruling | None) -> Ruling:
        """This ruling on top of an earlier one."""
        if other is None:
            return self
        return Ruling(
            self.action or other.action,
            self.cards if self.cards is not None else other.cards,
            self.seat if self.seat is not None else other.seat,
            self.declared if self.declared is not None else other.declared,
        )

    def to_dict(self) -> Body:
        """As JSON values."""
        return {
            "action": self.action,
            "cards": None if self.cards is None else list(self.cards),
            "seat": self.seat,
            "declared": None if self.declared is None else list(self.declared),
        }

    @classmethod
    def from_dict(cls, data: Body) -> Ruling:
        """The ruling that `to_dict` wrote."""
        cards, declared = data.get("cards"), data.get("declared")
        return cls(
            data.get("action"),
            None if cards is None else tuple(cards),
            data.get("seat"),
            None if declared is None else tuple(declared),
        )


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact. `body` is an observation's dict, or `{"action": …}` of an entry. `eye` tells runs of the
    eye apart.
    """

    seq: int
    kind: str
    body: Body
    eye: int = 0
    evidence: Body = field(default_factory=dict)
    who: str | None = None
    ruling: Ruling | None = None

    @property
    def appeared(self) -> CardsAppeared:
        """The observation, for `cards_appeared`."""
        seen = observation_from_dict(self.body)
        assert isinstance(seen, CardsAppeared)
        return seen

    @property
    def vanished(self) -> CardsVanished:
        """The observation, for `cards_vanished`."""
        seen = observation_from_dict(self.body)
        assert isinstance(seen, CardsVanished)
        return seen


def timeline(records: Iterable[Record]) -> tuple[Fact, ...]:
    """The facts of one deal in the order in which they count.

    Cards that joined an earlier group and second readings are worked into the group they belong to; rulings
    are attached to their facts; inserted entries stand before the fact they were inserted at; undone
    corrections are left out.
    """
    given = [record for record in records if record.source != "derived"]
    undone = _undone(given)
    facts: list[Fact] = []
    for record in given:
        if record.seq not in undone:
            _work_in(facts, record)
    return tuple(facts)


def _undone(records: Sequence[Record]) -> set[int]:
    """Corrections that a later, standing `undo` names."""
    undone: set[int] = set()
    for record in reversed(records):
        if record.kind == CORRECTED and record.body["what"] == "undo" and record.seq not in undone:
            undone.add(int(record.body["target"]))
    return undone


def _work_in(facts: list[Fact], record: Record) -> None:
    fact = Fact(
        record.seq,
        record.kind,
        record.body,
        int(record.meta.get("eye", 0)),
        dict(record.meta.get("evidence", {})),
        record.who,
    )
    if record.kind == APPEARED and record.body.get("joins") is not None:
        _merge(facts, fact, int(record.body["joins"]), _joined)
    elif record.kind == REREAD:
        _merge(facts, fact, int(record.body["id"]), _reread)
    elif record.kind == CORRECTED:
        _correct(facts, record)
    elif record.kind == WITHDRAWN:
        _rule(facts, int(record.body["target"]), Ruling("not-a-play"), over=False)
    elif record.kind != REDERIVED:
        facts.append(fact)


def _merge(facts: list[Fact], fact: Fact, observation: int, worked: Any) -> None:
    """Work a later observation into the group `observation` of the same run of the eye, if the deal
    has it.
    """
    for place in range(len(facts) - 1, -1, -1):
        there = facts[place]
        if there.kind == APPEARED and there.eye == fact.eye and there.body["id"] == observation:
            facts[place] = worked(there, fact)
            return
    if fact.kind == APPEARED:
        facts.append(replace(fact, body={**fact.body, "joins": None}))


def _joined(group: Fact, more: Fact) -> Fact:
    cards = [*group.body["cards"], *more.body["cards"]]
    also = [*group.body.get("also", ()), more.body["id"]]
    evidence = {**group.evidence, **{k: v for k, v in more.evidence.items() if k == "after"}}
    unread = more.body.get("unread", 0.0)
    return replace(
        group, body={**group.body, "cards": cards, "also": also, "unread": unread}, evidence=evidence
    )


def _reread(group: Fact, look: Fact) -> Fact:
    newer = {card["id"]: card for card in look.body["cards"]}
    cards = [newer.get(card["id"], card) for card in group.body["cards"]]
    return replace(group, body={**group.body, "cards": cards})


def _correct(facts: list[Fact], record: Record) -> None:
    what, target = record.body["what"], int(record.body["target"])
    if what == "rule":
        _rule(facts, target, Ruling.from_dict(record.body["ruling"]), over=True, who=record.who)
    elif what == "insert":
        entry = Fact(record.seq, ENTERED, {"action": record.body["action"]}, who=record.who)
        places = [i for i, fact in enumerate(facts) if fact.seq == target]
        facts.insert(places[0] if places else len(facts), entry)
    elif what == "undo":
        facts[:] = [fact for fact in facts if fact.seq != target or fact.kind == DEAL_BEGUN]


def _rule(facts: list[Fact], target: int, ruling: Ruling, *, over: bool, who: str | None = None) -> None:
    for place, fact in enumerate(facts):
        if fact.seq == target:
            combined = ruling.over(fact.ruling) if over else fact.ruling or ruling
            facts[place] = replace(fact, ruling=combined, who=who or fact.who)
