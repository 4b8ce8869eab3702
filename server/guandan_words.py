"""The words of Guandan's match events: who won and why, offences, levels."""

from __future__ import annotations

from engine.messages import message
from engine.notation import show_rank

from .phrases import bilingual, side_text, text
from .records import Body
from .schemas import Text


def said(code: str) -> Text:
    """The engine's words for a code of the match: `match-passed`, `offence-order`, `penalty-noted`."""
    return text(message(code, {}, "en"), message(code, {}, "zh"))


def match_values(kind: str, body: Body) -> dict[str, Text | str | int]:
    """What goes into the sentence of a match event; empty for other events."""
    if kind == "levels-set":
        return {"ns": _level(body["levels"][0]), "ew": _level(body["levels"][1])}
    if kind == "level-moved":
        return {"before": _level(body["before"]), "after": _level(body["after"])}
    if kind == "match-ended":
        return {"winner": _winner(body["winner"]), "why": said(f"match-{body['reason']}")}
    if kind == "offence-noted":
        return {"offence": said(f"offence-{body['offence']}"), "penalty": said(f"penalty-{body['penalty']}")}
    return {}


def _winner(side: int | None) -> Text:
    if side is None:
        return text("a draw", "平局")
    return bilingual("{side} win", "{side}胜", side=side_text(side))


def _level(rank: str) -> Text:
    return text(show_rank(rank, "en"), show_rank(rank, "zh"))
