"""A film's known truth beside what was recognised: every divergence in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.layout import TableLayout

from .deal import Deal
from .problems import UserError
from .records import Record
from .session import Session


@dataclass(frozen=True, slots=True)
class Truth:
    """The set-up of a filmed deal, and what happened in it."""

    profile: str
    players: int
    dealer: int
    stake: int
    layout: TableLayout
    plays: tuple[dict[str, Any], ...]
    hands: dict[int, tuple[str, ...]]
    winner: int | None
    multiplier: int | None
    payments: tuple[int, ...] | None
    level: str | None = None

    @classmethod
    def load(cls, path: Path) -> Truth:
        """Read it. Raises UserError when the file is missing or no film truth."""
        try:
            raw = json.loads(path.read_text("utf-8"))
            return cls(
                profile=raw["profile"],
                players=raw["players"],
                dealer=raw["dealer"],
                stake=raw["stake"],
                layout=TableLayout.from_dict(raw["layout"]),
                plays=tuple(raw["plays"]),
                hands={int(seat): tuple(cards) for seat, cards in raw["hands"].items()},
                winner=raw["winner"],
                multiplier=raw["multiplier"],
                payments=None if raw["payments"] is None else tuple(raw["payments"]),
                level=raw.get("level"),
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
            raise UserError("no-truth", f"{path} is not the truth of a film ({fault!r}).") from fault


def differences(truth: Truth, session: Session) -> list[str]:
    """Where the recognised deal is not the filmed one; empty when they are equal."""
    deal = session.deal
    if deal is None:
        return ["no deal was recognised"]
    return [*_play_differences(truth.plays, recognised_plays(deal)), *_end_differences(truth, deal)]


def recognised_plays(deal: Deal) -> list[dict[str, Any]]:
    """The plays as the film's truth writes them: seat, cards, legal, code, retracted."""
    plays: list[dict[str, Any]] = []
    for record in deal.derived:
        if record.kind == "played" and record.body["legal"]:
            plays.append(_play(record, legal=True))
        elif record.kind == "refused":
            plays.append(_play(record, legal=False))
        elif record.kind == "retracted":
            _mark_retracted(plays, record)
        elif record.kind == "deal-ended":
            break
        elif record.kind == "asked":
            plays.append({"asked": record.body["code"], **_play(record, legal=False)})
    return plays


def _play(record: Record, *, legal: bool) -> dict[str, Any]:
    body = record.body
    return {
        "seat": body.get("seat"),
        "cards": sorted(body["cards"]),
        "legal": legal,
        "code": body.get("code", "ok"),
        "retracted": False,
    }


def _mark_retracted(plays: list[dict[str, Any]], record: Record) -> None:
    for play in reversed(plays):
        if not play["legal"] and play["cards"] == sorted(record.body["cards"]):
            play["retracted"] = True
            return


def _play_differences(wanted: Sequence[dict[str, Any]], found: list[dict[str, Any]]) -> Iterator[str]:
    names = ("seat", "cards", "legal", "code", "retracted")
    expected = [{name: _sorted(play[name]) for name in names} for play in wanted]
    for number in range(max(len(expected), len(found))):
        want = expected[number] if number < len(expected) else None
        got = found[number] if number < len(found) else None
        if want != got:
            yield f"play {number}: filmed {_words(want)}, recognised {_words(got)}"


def _sorted(value: Any) -> Any:
    return sorted(value) if isinstance(value, list) else value


def _words(play: dict[str, Any] | None) -> str:
    return "nothing" if play is None else json.dumps(play, ensure_ascii=False)


def _end_differences(truth: Truth, deal: Deal) -> Iterator[str]:
    state = deal.desk.state
    hands = {seat: sorted(each.laid_open) for seat, each in enumerate(state.seats) if each.laid_open}
    wanted = {seat: sorted(cards) for seat, cards in truth.hands.items() if cards}
    if hands != wanted:
        yield f"hands: filmed {wanted}, recognised {hands}"
    settled = next((r.body for r in reversed(deal.derived) if r.kind == "settled"), None)
    if settled is None:
        yield "the deal was not settled"
        return
    found = (settled["winner"], settled["multiplier"], tuple(p["amount"] for p in settled["payments"]))
    expected = (truth.winner, truth.multiplier, truth.payments)
    if found != expected:
        yield f"winner, multiplier, payments: filmed {expected}, recognised {found}"
