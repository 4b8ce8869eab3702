"""From the page's requests to engine actions and corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.actions import (
    Action,
    Call,
    Draw,
    LayDown,
    LetStand,
    MissedCall,
    Pass,
    Play,
    Retract,
    Settle,
    ShowHand,
)

from . import guandan_entries
from .corrections import Change
from .deal import Deal
from .exchange import Answer, Correction, Entry
from .facts import Ruling
from .problems import UserError


def entered_action(entry: Entry) -> Action:
    """The engine's action for something entered by hand. Raises UserError when a field is missing."""
    maker = _MAKERS.get(entry.action)
    if maker is None:
        raise UserError("unknown-entry", f"{entry.action} can't be entered here.")
    return maker(entry)


def _seat(entry: Entry) -> int:
    if entry.seat is None:
        raise UserError("seat-missing", "Say whose it is: a seat is missing.")
    return entry.seat


def _cards(entry: Entry) -> tuple[str, ...]:
    if "?" in entry.cards:
        raise UserError("card-unknown", "Say which cards: one is still unknown.")
    return tuple(entry.cards)


def _some_cards(entry: Entry) -> tuple[str, ...]:
    if not entry.cards:
        raise UserError("cards-missing", "Choose the cards first.")
    return _cards(entry)


def _play(entry: Entry) -> Action:
    return Play(_seat(entry), _some_cards(entry), tuple(entry.declared) or None)


def _hand(entry: Entry) -> Action:
    return ShowHand(_seat(entry), _cards(entry))


def _call(entry: Entry) -> Action:
    if entry.code == "missed":
        return MissedCall(_seat(entry))
    return Call(_seat(entry), entry.number or 1)


def _draw(entry: Entry) -> Action:
    return Draw(_seat(entry), entry.number or max(1, len(entry.cards)), _cards(entry) or None)


_MAKERS: dict[str, Callable[[Entry], Action]] = {
    "play": _play,
    "pass": lambda entry: Pass(_seat(entry)),
    "draw": _draw,
    "retract": lambda entry: Retract(entry.seat),
    "let-stand": lambda entry: LetStand(entry.seat),
    "hand": _hand,
    "last-card": _call,
    "lay-down": lambda entry: LayDown(_seat(entry), _some_cards(entry)),
    "settle": lambda _: Settle(force=True),
    **guandan_entries.MAKERS,
}


def corrected_change(correction: Correction) -> Change:
    """The change that a correction asks for."""
    cards = tuple(correction.cards)
    if correction.action == "undo":
        return Change("undo", correction.seq)
    if correction.action == "insert":
        return Change("insert", correction.seq, action=_inserted(correction))
    if correction.action in ("cards", "reading") and not (cards or correction.declared):
        raise UserError("cards-missing", "Choose the cards first.")
    if correction.action == "seat" and correction.seat is None:
        raise UserError("seat-missing", "Say whose it is: a seat is missing.")
    kinds = {"pass": "pass", "not-a-play": "not-a-play", "let-stand": "let-stand"}
    ruling = Ruling(
        action=kinds.get(correction.action, "play"),  # type: ignore[arg-type]
        cards=cards or None,
        seat=correction.seat,
        declared=tuple(correction.declared) or None,
    )
    return Change("rule", correction.seq, ruling=ruling)


def _inserted(correction: Correction) -> tuple[tuple[str, object], ...]:
    entry = Entry(
        action="play" if correction.cards else "pass",
        seat=correction.seat,
        cards=correction.cards,
        declared=correction.declared,
    )
    return tuple(entered_action(entry).to_dict().items())


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question: the record that asks, and its alternatives."""

    seq: int
    alternatives: tuple[dict[str, object], ...]
    seat: int | None
    code: str = ""


def open_question(deal: Deal | None, question: str) -> Asked:
    """The open question with this id. Raises UserError when it is not open (any more)."""
    open_facts = {seq for seq, _ in deal.desk.questions} if deal else set()
    for record in deal.derived if deal else ():
        if record.kind == "asked" and str(record.seq) == question and record.cause in open_facts:
            body = record.body
            return Asked(record.seq, tuple(body["alternatives"]), body.get("seat"), body["code"])
    raise UserError("no-question", "This question is not open any more.")


def answered_hand(asked: Asked, answer: Answer) -> ShowHand | None:
    """The hand that answers how many cards lie open; None for another question, or without cards."""
    seat = asked.seat if answer.seat is None else answer.seat
    if asked.code != "hand-count" or seat is None or not answer.cards:
        return None
    return ShowHand(seat, tuple(answer.cards))


def _called(chosen: Mapping[str, Any]) -> Change:
    """What an earlier play was called as, which the question was about."""
    ruling = Ruling("play", tuple(chosen["cards"]), chosen["seat"], tuple(chosen["declared"]))
    return Change("rule", int(chosen["target"]), ruling=ruling)


def answered_change(asked: Asked, answer: Answer) -> Change:
    """The ruling that an answer amounts to."""
    action, cards, seat = answer.action, tuple(answer.cards), answer.seat
    if answer.choice is not None:
        if answer.choice >= len(asked.alternatives):
            raise UserError("no-such-choice", "This question has no such answer.")
        chosen = asked.alternatives[answer.choice]
        if chosen["action"] == "reading":
            return _called(chosen)
        action, seat = chosen["action"], chosen.get("seat")  # type: ignore[assignment]
        cards = tuple(chosen["cards"])  # type: ignore[arg-type]
    ruling = Ruling(
        action="play" if action == "reading" else action,
        cards=cards or None,
        seat=seat if seat is not None else (asked.seat if action == "play" else None),
    )
    return Change("rule", asked.seq, ruling=ruling)
