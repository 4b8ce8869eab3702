"""Why the log holds an event: pictures, readings, votes, and the rule."""

from __future__ import annotations

from collections.abc import Sequence

from .deal import Deal
from .exchange import Box, Why
from .facts import APPEARED, Fact
from .history import rule_text, sentence
from .records import Record
from .schemas import Point
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
                _place_boxes(found, deal)
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


def _place_boxes(found: Why, deal: Deal) -> None:
    """Boxes are told in px of the camera's picture; the evidence is cut out of it: they are moved along."""
    pictures = (r for r in deal.given if (r.meta.get("evidence") or {}).get("after") == found.after)
    view = next((record.meta["view"] for record in pictures if "view" in record.meta), None)
    if view is not None:
        found.boxes = [
            box.model_copy(update={"polygon": [_seen_at(view, point) for point in box.polygon]})
            for box in found.boxes
        ]


def _seen_at(view: Sequence[float], point: Point) -> Point:
    """A point through a 3×3 map by rows."""
    x, y = point
    a, b, c, d, e, f, g, h, i = view
    depth = g * x + h * y + i
    return (a * x + b * y + c) / depth, (d * x + e * y + f) / depth


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
