"""The log as people read it: one line an event, alerts, and open questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.messages import message

from .deal import Deal
from .desk import ASKED, OWN_KINDS, TAKEN_BACK, WITHDRAW
from .facts import CORRECTED, DEAL_BEGUN
from .guandan_words import match_values
from .phrases import (
    EVENTS,
    QUESTIONS,
    bilingual,
    cards_text,
    colour_text,
    kind_text,
    ranks_text,
    reason_text,
    side_text,
    text,
)
from .records import Body, Record
from .schemas import Alert, Alternative, HistoryEvent, Question, Text
from .tribute_faults import ACCUSING

_HIDDEN = OWN_KINDS - {ASKED, TAKEN_BACK, WITHDRAW}
_SHOWN_FACTS = frozenset({CORRECTED, "confirmed"})
_CORRECTABLE = frozenset(
    {
        "played",
        "refused",
        "passed",
        "retracted",
        "hand-shown",
        "tribute-paid",
        "card-returned",
        "contradiction",
        ASKED,
        TAKEN_BACK,
        WITHDRAW,
    }
)


@dataclass(frozen=True, slots=True)
class Names:
    """Players' names by seat."""

    by_seat: tuple[str, ...]

    def __getitem__(self, seat: object) -> Text:
        if isinstance(seat, int) and 0 <= seat < len(self.by_seat):
            return Text(en=self.by_seat[seat], zh=self.by_seat[seat])
        return text("somebody", "有人")


def history(deals: Iterable[Deal], names: Names, limit: int, before: int | None = None) -> list[HistoryEvent]:
    """The latest `limit` lines (before the event `before`, if given), oldest first."""
    lines: list[HistoryEvent] = []
    for deal in reversed(list(deals)):
        rulings = corrected_by(deal)
        for record in sorted(_visible(deal), key=_order, reverse=True):
            if before is None or record.seq < before:
                lines.append(line(deal, record, names, rulings))
            if len(lines) >= limit:
                return lines[::-1]
    return lines[::-1]


def _order(record: Record) -> int:
    return record.seq


def _visible(deal: Deal) -> list[Record]:
    shown = [record for record in deal.given if record.kind in _SHOWN_FACTS]
    return [*shown, *(record for record in deal.derived if record.kind not in _HIDDEN)]


def corrected_by(deal: Deal) -> Mapping[int, str]:
    """Who corrected which fact."""
    return {
        int(record.body["target"]): record.who or ""
        for record in deal.given
        if record.kind == CORRECTED and record.body["what"] == "rule"
    }


def line(deal: Deal, record: Record, names: Names, rulings: Mapping[int, str]) -> HistoryEvent:
    """One record as a line."""
    body = record.body
    cards = body.get("cards") if isinstance(body.get("cards"), list) else None
    return HistoryEvent(
        seq=record.seq,
        at=record.at,
        deal=deal.number,
        kind=record.kind,
        seat=body.get("seat"),
        cards=cards or [],
        text=sentence(record, names),
        inferred=bool(body.get("inferred", False)),
        evidence=evidence_of(record),
        correctable=record.kind in _CORRECTABLE,
        corrected_by=rulings.get(record.cause or 0),
        has_why=record.source == "derived",
    )


def sentence(record: Record, names: Names) -> Text:
    """What a record says, in words."""
    template = EVENTS.get(record.kind)
    if template is None:
        return text(record.kind.replace("-", " "), record.kind)
    en, zh = template
    return bilingual(en, zh, **_values(record.kind, record.body, record.who, names))


def _values(kind: str, body: Body, who: str | None, names: Names) -> dict[str, Text | str | int]:
    values: dict[str, Text | str | int] = {"name": names[body.get("seat")], "who": who or "?"}
    if isinstance(body.get("cards"), list):
        values["cards"] = cards_text(body["cards"])
    values |= {name: str(body[name]) for name in ("count", "before", "after") if name in body}
    values |= match_values(kind, body)
    if isinstance(body.get("card"), str):
        values["cards"] = cards_text((body["card"],))
    if isinstance(body.get("side"), int):
        values["side"] = side_text(body["side"])
    if "colour" in body:
        values["colour"] = colour_text(str(body["colour"]))
    for name in ("payers", "receivers"):
        if name in body:
            values[name] = _listed(body[name], names)
    if kind == "deal-started":
        values["name"] = names[body.get("dealer")]
    elif kind == "played":
        values["kind"] = kind_text(body["combination"])
        values["cards"] = _with_reading(body)
    elif kind == "doubled":
        values |= {"factor": body["doubling"]["factor"], "reason": reason_text(body["doubling"]["reason"])}
    elif kind == "settled":
        values["factor"] = body["multiplier"]
    elif kind in ("refused", "contradiction"):
        values["why"] = rule_text(body["code"], body.get("params", {}))
    elif kind == ASKED:
        values["why"] = question_text(body, names)
    return values


def _listed(seats: Iterable[int], names: Names) -> Text:
    shown = [names[seat] for seat in seats]
    return Text(en=", ".join(each.en for each in shown), zh="、".join(each.zh for each in shown))


def _with_reading(body: Body) -> Text:
    """The cards, and what they stand for when a wild card is among them."""
    cards = cards_text(body["cards"])
    if not body.get("wilds"):
        return cards
    return bilingual(
        "{cards} as {ranks}", "{cards}当{ranks}", cards=cards, ranks=ranks_text(body["stands_for"])
    )


def rule_text(code: str, params: Body) -> Text:
    """The engine's sentence for a code."""
    return Text(en=message(code, params, "en"), zh=message(code, params, "zh"))


def question_text(body: Body, names: Names) -> Text:
    """A question in words."""
    template = QUESTIONS.get(body["code"], ("Please look at {cards}.", "请看一下{cards}。"))
    params = body.get("params", {})
    return bilingual(
        *template,
        name=names[body.get("seat")],
        cards=cards_text(body.get("cards", ())),
        again=cards_text(params.get("cards", ())),
        owner=names[params.get("owner")],
        pile=cards_text(params.get("pile", ())),
        ranks=ranks_text(params.get("ranks", ())),
        why=rule_text(params["code"], params.get("params", {})) if "code" in params else text("", ""),
        seen=params.get("seen", 0),
        expected=params.get("expected", 0),
    )


def evidence_of(record: Record) -> str | None:
    """The picture that goes with a record."""
    pictures = record.meta.get("evidence") or {}
    return pictures.get("after") or pictures.get("before")


def questions(deal: Deal, names: Names) -> list[Question]:
    """Questions that nobody has answered."""
    open_facts = {seq for seq, _ in deal.desk.questions}
    asked = [r for r in deal.derived if r.kind == ASKED and r.cause in open_facts]
    return [_question(record, names) for record in asked]


def _question(record: Record, names: Names) -> Question:
    body = record.body
    return Question(
        id=str(record.seq),
        seq=record.seq,
        seat=body.get("seat"),
        code=body["code"],
        sentence=question_text(body, names),
        alternatives=[_alternative(each, names) for each in body["alternatives"]],
        evidence=evidence_of(record),
        at=record.at,
    )


def _alternative(body: Body, names: Names) -> Alternative:
    action = body["action"]
    labels = {
        "not-a-play": text("It was no play", "这不是出牌"),
        "retract": text("They were taken back", "已拿回"),
        "let-stand": text("Let it stand", "算数"),
    }
    label = labels.get(action)
    if label is None:
        label = bilingual(
            *_alternative_template(body),
            name=names[body.get("seat")],
            cards=cards_text(body["cards"]),
            ranks=ranks_text(body.get("stands_for", ())),
        )
    shown = action if action in ("play", "reading", "not-a-play", "pass") else "not-a-play"
    return Alternative(
        cards=body["cards"],
        score=body.get("score"),
        seat=body.get("seat"),
        action=shown,
        stands_for=body.get("stands_for", []),
        label=label,
    )


def _alternative_template(body: Body) -> tuple[str, str]:
    if body["action"] == "reading":
        return "Yes: {name} called {cards} as {ranks}", "是：{name}把{cards}报作{ranks}"
    if body.get("refused"):
        return "No: {name}'s {cards} are not allowed", "不是：{name}的{cards}违规"
    return "{name}: {cards}", "{name}：{cards}"


def alerts(deal: Deal, names: Names) -> list[Alert]:
    """Refused plays that still lie there, and the newest one that was put right."""
    refusals = [record for record in deal.derived if record.kind == "refused"]
    faults = [_alert(record, names) for record in deal.derived if _is_new_fault(deal, record)]
    pending = [(each.seat, sorted(each.cards)) for each in deal.desk.state.pending]
    found = []
    for record in reversed(refusals):
        mark = (record.body["seat"], sorted(record.body["cards"]))
        is_open = mark in pending
        if is_open:
            pending.remove(mark)
            found.append(_alert(record, names))
        elif record is refusals[-1]:
            found.append(_closed(_alert(record, names), record, deal))
    return [*found[::-1], *faults]


_ENDS: Mapping[str, Literal["taken-back", "let-stand"]] = {"retracted": "taken-back", "stood": "let-stand"}


def _closed(alert: Alert, refused: Record, deal: Deal) -> Alert:
    """The alert with how it ended: by the first later event about this play, else by the next play."""
    later = [record for record in deal.derived if record.seq > refused.seq]
    own = (r for r in later if r.kind in _ENDS and _is_about(r, refused))
    end = next(own, None) or next((r for r in later if r.kind == "played"), None)
    outcome = _ENDS.get(end.kind, "answered") if end is not None else "answered"
    closed_at = refused.at if end is None else end.at
    return alert.model_copy(update={"open": False, "outcome": outcome, "closed_at": closed_at})


def _is_about(record: Record, refused: Record) -> bool:
    body, other = record.body, refused.body
    return body.get("seat") == other["seat"] and sorted(body.get("cards", ())) == sorted(other["cards"])


def _is_new_fault(deal: Deal, record: Record) -> bool:
    """A wrong tribute that a play has shown, until the trick is over."""
    if record.kind != "contradiction" or record.body["code"] not in ACCUSING:
        return False
    later = any(each.kind in ("trick-won", "settled") and each.seq > record.seq for each in deal.derived)
    return bool(record.meta.get("accuse", True)) and not later


def _alert(record: Record, names: Names) -> Alert:
    body = record.body
    why = rule_text(body["code"], body.get("params", {}))
    return Alert(
        id=str(record.seq),
        seq=record.seq,
        seat=body["seat"],
        code=body["code"],
        sentence=bilingual("{name}: {why}", "{name}：{why}", name=names[body["seat"]], why=why),
        cards=body["cards"] if record.kind == "refused" else body.get("params", {}).get("cards", []),
        evidence=evidence_of(record),
        at=record.at,
    )


def deal_begun(deal: Deal) -> Record | None:
    """The record that began the deal."""
    return next((record for record in deal.given if record.kind == DEAL_BEGUN), None)
