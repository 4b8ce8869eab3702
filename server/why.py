"""Why the log holds an event: pictures, readings, votes, and the rule."""

from __future__ import annotations

from .deal import Deal
from .exchange import Box, Why
from .facts import APPEARED, Fact
from .history import rule_text, sentence
from .records import Record
from .scoreboard import seat_names
from .session import Session
from .table import read_profile


def why(session: Session, seq: int) -> Why | None:
    """The reasons of one event of this evening; None if there is no such event."""
    names = seat_names(session)
    for deal in reversed(session.deals):
        record = next((each for each in (*deal.derived, *deal.given) if each.seq == seq), None)
        if record is not None:
            found = Why(seq=seq, text=sentence(record, names))
            fact = deal.fact(seq)
            if fact is not None:
                _add_fact(found, fact, record)
            _add_rule(found, deal, record)
            return found
    return None


def _add_fact(found: Why, fact: Fact, record: Record) -> None:
    found.before, found.after = fact.evidence.get("before"), fact.evidence.get("after")
    if record.body.get("inferred"):
        found.inferred_from = fact.seq
    if fact.kind == APPEARED:
        found.boxes = [_box(card) for card in fact.body["cards"]]
        found.votes = found.boxes
        found.seat_votes = {int(s): min(1.0, float(v)) for s, v in fact.body.get("seat_votes", {}).items()}


def _box(card: dict[str, object]) -> Box:
    return Box.model_validate(
        {
            "code": card["code"],
            "score": min(1.0, max(0.0, float(str(card["score"])))),
            "polygon": card.get("polygon", []),
            "alternatives": card.get("alternatives", []),
            "unsure": not card.get("sure", True),
        }
    )


def _add_rule(found: Why, deal: Deal, record: Record) -> None:
    code = record.body.get("code")
    if record.kind in ("refused", "contradiction") and isinstance(code, str):
        found.rule = rule_text(code, record.body.get("params", {}))
    elif record.kind == "asked" and record.body.get("params", {}).get("code"):
        params = record.body["params"]
        found.rule = rule_text(params["code"], params.get("params", {}))
    profile = read_profile(deal.table.profile, deal.table.rules)
    found.source = profile.source if found.rule is not None else None
