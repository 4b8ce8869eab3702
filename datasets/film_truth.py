"""The truth of a film: what was played by whom, when it could be seen, and who pays whom."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.layout import TableLayout

from .film_choreography import Choreography
from .film_script import Lay, LayOpen, Script
from .film_stage import Stage


@dataclass(frozen=True, slots=True)
class TruePlay:
    """One play: `at` the last card touched the table, `settled` the hand was out of the picture (seconds)."""

    seat: int
    cards: tuple[str, ...]
    at: float
    settled: float
    legal: bool
    code: str
    retracted: bool


@dataclass(frozen=True, slots=True)
class FilmTruth:
    """What is read back from a film's JSON."""

    profile: str
    players: int
    dealer: int
    stake: int
    packs: int
    level: str | None
    width: int
    height: int
    fps: float
    layout: TableLayout
    plays: tuple[TruePlay, ...]
    hands: Mapping[int, tuple[str, ...]]
    winner: int | None
    multiplier: int | None
    payments: tuple[int, ...] | None
    raw: Mapping[str, Any]


def truth_of(script: Script, stage: Stage, dance: Choreography, fps: float, **facts: Any) -> dict[str, Any]:
    """The film's JSON value; `facts` (how it was made) are added as they are."""
    lays = {step.play: step for step in script.steps if isinstance(step, Lay)}
    shown = {step.seat: step.cards for step in script.steps if isinstance(step, LayOpen)}
    plays = [
        {
            "seat": lays[time.play].seat,
            "cards": list(lays[time.play].cards),
            "at": round(time.at, 3),
            "settled": round(time.settled, 3),
            "legal": lays[time.play].legal,
            "code": lays[time.play].code,
            "retracted": lays[time.play].taken_back,
            "gone": None if time.gone is None else round(time.gone, 3),
        }
        for time in dance.plays
    ]
    return {
        "profile": script.profile,
        "players": script.players,
        "dealer": script.dealer,
        "stake": script.stake,
        "packs": script.packs,
        "level": script.level,
        "width": stage.width,
        "height": stage.height,
        "fps": fps,
        "duration": round(dance.cast.duration, 3),
        "layout": stage.layout.to_dict(),
        "plays": plays,
        "hands": {str(seat): list(cards) for seat, cards in sorted(shown.items())},
        "shown": {str(seat): round(at, 3) for seat, at in sorted(dance.shown.items())},
        "swept": [round(at, 3) for at in dance.swept],
        "dealt": {str(seat): list(cards) for seat, cards in sorted(script.dealt.items())},
        "events": list(script.events),
        "winner": script.winner,
        "multiplier": script.multiplier,
        "payments": None if script.payments is None else list(script.payments),
        **facts,
    }


def save_truth(path: Path, truth: Mapping[str, Any]) -> None:
    """Write the JSON file, one play a line."""
    path.write_text(_pretty(truth) + "\n", encoding="utf-8")


def load_truth(path: str | Path) -> FilmTruth:
    """Read a film's JSON.

    Raises:
        ValueError: if the file is no film truth.
    """
    try:
        raw = json.loads(Path(path).read_text(encoding="utf-8"))
        return FilmTruth(
            profile=raw["profile"],
            players=raw["players"],
            dealer=raw["dealer"],
            stake=raw["stake"],
            packs=raw["packs"],
            level=raw.get("level"),
            width=raw["width"],
            height=raw["height"],
            fps=raw["fps"],
            layout=TableLayout.from_dict(raw["layout"]),
            plays=tuple(_play(each) for each in raw["plays"]),
            hands={int(seat): tuple(cards) for seat, cards in raw["hands"].items()},
            winner=raw.get("winner"),
            multiplier=raw.get("multiplier"),
            payments=None if raw.get("payments") is None else tuple(raw["payments"]),
            raw=raw,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} is not the truth of a film: {error!r}") from error


def _play(value: Mapping[str, Any]) -> TruePlay:
    return TruePlay(
        seat=value["seat"],
        cards=tuple(value["cards"]),
        at=value["at"],
        settled=value["settled"],
        legal=value["legal"],
        code=value["code"],
        retracted=value["retracted"],
    )


def _pretty(truth: Mapping[str, Any]) -> str:
    lines = []
    for name, value in truth.items():
        if name in ("plays", "events") and value:
            rows = ",\n  ".join(json.dumps(each, ensure_ascii=False) for each in value)
            lines.append(f" {json.dumps(name)}: [\n  {rows}\n ]")
        else:
            lines.append(f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}"
