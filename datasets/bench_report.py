"""The benchmark's report: a table for the terminal, `report.json` for programs, `report.html` for people."""

from __future__ import annotations

import base64
import html
import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
from rich.table import Table

from .bench_score import Benchmark, FilmScore, Matched, Outcome, Share

COLOURS = {
    Outcome.RIGHT: "#2e9e5b",
    Outcome.ASKED: "#d9a514",
    Outcome.ASKED_WRONG: "#d97b14",
    Outcome.FALSE_ALERT: "#d01f3c",
    Outcome.NOT_ALERTED: "#a03bd0",
    Outcome.WRONG_SEAT: "#3b6fd0",
    Outcome.WRONG_CARDS: "#d04a1f",
    Outcome.LOST: "#777777",
}


def rows(result: Benchmark) -> list[tuple[str, str, str, str]]:
    """The benchmark's lines: what, measured with its 95 % interval, floor, goal."""
    return [
        ("plays exactly right (seat and cards)", _percent(result.right), "99.0 %", "99.9 %"),
        ("asked, and the right answer offered", _percent(result.asked_and_correct), "", ""),
        ("false illegal alerts per 1,000 legal plays", _per_thousand(result.false_alerts), "≤ 2", "≤ 0.2"),
        ("illegal plays alerted", _percent(result.alerted), "97 %", "99.5 %"),
        ("final payments right without help", _percent(result.payments), "95 % of deals", "99.5 %"),
        ("settled → event, median / p95", _latencies(result), "500 / 900 ms", "200 / 400 ms"),
        ("seconds of work per second of film", _number(result.load, 2), "≤ 1", "0.5 of one core"),
        ("plays invented", str(result.invented), "", ""),
        ("deals without any fault", _percent(result.clean_deals), "", ""),
    ]


def summary_table(result: Benchmark) -> Table:
    """For the terminal."""
    table = Table(title=f"{result.plays} plays in {len(result.films)} deals")
    for name in ("", "measured (95 % interval)", "floor", "goal"):
        table.add_column(name)
    for row in rows(result):
        table.add_row(*row)
    return table


def write_report(
    folder: Path, result: Benchmark, failures: Mapping[str, str], videos: Mapping[str, Path]
) -> Path:
    """Write `report.json` and `report.html`; the page's path."""
    (folder / "report.json").write_text(json.dumps(_as_json(result, failures), indent=1), encoding="utf-8")
    page = folder / "report.html"
    page.write_text("\n".join(_page(result, failures, videos)), encoding="utf-8")
    return page


def _page(result: Benchmark, failures: Mapping[str, str], videos: Mapping[str, Path]) -> Iterator[str]:
    yield "<!doctype html><html lang=en><meta charset=utf-8><title>paiyan: films</title>"
    yield f"<style>{_STYLE}</style><h1>Plays recognised on films</h1>"
    yield f"<p>{result.plays} plays in {len(result.films)} deals.</p>"
    yield "<table><tr><th><th>measured (95 % interval)<th>floor<th>goal"
    for row in rows(result):
        yield "<tr>" + "".join(f"<td>{html.escape(cell)}" for cell in row)
    yield "</table><p class=legend>" + " ".join(
        f"<span style='background:{colour}'>{outcome.value}</span>" for outcome, colour in COLOURS.items()
    )
    for name, reason in failures.items():
        yield f"<h2>{html.escape(name)}</h2><pre>{html.escape(reason)}</pre>"
    for film in sorted(result.films, key=lambda each: (each.clean, each.name)):
        yield from _film_section(film, videos.get(film.name))
    yield "</html>"


def _film_section(film: FilmScore, video: Path | None) -> Iterator[str]:
    facts = " · ".join(
        f"{name} {film.facts[name]}"
        for name in ("deck", "light", "pace", "width", "bumps", "lamps")
        if name in film.facts
    )
    payments = {True: "payments right", False: "payments wrong", None: "no payments"}[film.payments_right]
    yield f"<h2>{html.escape(film.name)} <small>{html.escape(facts)}</small></h2>"
    plays = sum(each.truth is not None for each in film.matched)
    yield f"<p>{film.count(Outcome.RIGHT)} of {plays} plays right, {payments}, "
    yield f"{len(film.invented)} invented, {film.looks} looks, "
    yield f"{film.seconds:.0f} s for {film.duration:.0f} s of film</p>"
    yield _timeline(film)
    if not film.clean:
        yield from _divergence(film, video)


def _timeline(film: FilmScore) -> str:
    """Filmed plays above, recognised ones below, on the film's own time."""
    width, parts = 1200, []
    scale = width / max(film.duration, 1e-6)
    for each in film.matched:
        colour = COLOURS.get(each.outcome, "#000000") if each.outcome else "#000000"
        title = html.escape(_words(each))
        if each.truth is not None:
            x, w = each.truth.at * scale, max(2.0, (each.truth.settled - each.truth.at) * scale)
            shape = f"<rect x='{x:.1f}' y='4' width='{w:.1f}' height='20' fill='{colour}'>"
            parts.append(f"{shape}<title>{title}</title></rect>")
        if each.found is not None and each.found.told_at is not None:
            x = each.found.told_at * scale
            shape = f"<circle cx='{x:.1f}' cy='36' r='5' fill='{colour}'>"
            parts.append(f"{shape}<title>{title}</title></circle>")
    line = f"<line x1=0 y1=26 x2={width} y2=26 stroke='#ccc'/>"
    return f"<svg viewBox='0 0 {width} 46' width='{width}'>{line}{''.join(parts)}</svg>"


def _divergence(film: FilmScore, video: Path | None) -> Iterator[str]:
    faults = [each for each in film.matched if each.outcome is not Outcome.RIGHT]
    yield "<ol>"
    for each in faults[:12]:
        yield f"<li>{html.escape(_words(each))}"
    yield "</ol>"
    if film.differences:
        yield f"<pre>{html.escape(chr(10).join(film.differences[:12]))}</pre>"
    first = faults[0] if faults else None
    if first is not None and video is not None and video.is_file():
        for label, at in _moments(first):
            picture = _frame(video, at)
            if picture:
                yield f"<figure><img src='data:image/jpeg;base64,{picture}'>"
                yield f"<figcaption>{label} {at:.1f} s</figcaption></figure>"


def _moments(fault: Matched) -> list[tuple[str, float]]:
    if fault.truth is not None:
        return [("before", max(0.0, fault.truth.at - 1.2)), ("settled", fault.truth.settled + 0.1)]
    told = fault.found.told_at if fault.found is not None else None
    return [] if told is None else [("told", told)]


def _frame(video: Path, at: float) -> str:
    """The film's picture at a time as base64 JPEG, 960 px wide; empty when there is none."""
    capture = cv2.VideoCapture(str(video))
    capture.set(cv2.CAP_PROP_POS_MSEC, at * 1000)
    good, image = capture.read()
    capture.release()
    if not good:
        return ""
    small = cv2.resize(
        image, (960, round(image.shape[0] * 960 / image.shape[1])), interpolation=cv2.INTER_AREA
    )
    return base64.b64encode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 82])[1].tobytes()).decode()


def _words(each: Matched) -> str:
    """One play in words."""
    truth = each.truth
    filmed = "nobody played"
    if truth is not None:
        legal = "" if truth.legal else f" (illegal: {truth.code})"
        filmed = f"{truth.at:.1f} s: seat {truth.seat} played {' '.join(truth.cards)}{legal}"
    found = each.found
    said = "nothing was recognised"
    if found is not None:
        said = f"{found.verdict} {' '.join(found.cards)} of seat {found.seat}" + (
            f" ({found.code})" if found.verdict != "accepted" else ""
        )
    outcome = each.outcome.value if each.outcome is not None else "invented"
    return f"{outcome}: {filmed}; {said}"


def _as_json(result: Benchmark, failures: Mapping[str, str]) -> dict[str, Any]:
    return {
        "plays": result.plays,
        "deals": len(result.films),
        "table": [dict(zip(("what", "measured", "floor", "goal"), row, strict=True)) for row in rows(result)],
        "latency": {"median": _finite(result.latency(0.5)), "p95": _finite(result.latency(0.95))},
        "load": _finite(result.load),
        "failures": dict(failures),
        "films": [
            {
                "name": film.name,
                "profile": film.profile,
                "players": film.players,
                "outcomes": {str(o): film.count(o) for o in Outcome if film.count(o)},
                "invented": len(film.invented),
                "payments_right": film.payments_right,
                "hands_right": film.hands_right,
                "seconds": round(film.seconds, 2),
                "duration": film.duration,
                "faults": [_words(each) for each in film.matched if each.outcome is not Outcome.RIGHT],
            }
            for film in result.films
        ],
    }


def _percent(share: Share) -> str:
    if not share.total:
        return "–"
    low, high = share.interval
    return f"{100 * share.value:.2f} % ({100 * low:.2f}–{100 * high:.2f}), {share.hits}/{share.total}"


def _per_thousand(share: Share) -> str:
    if not share.total:
        return "–"
    low, high = share.interval
    return f"{1000 * share.value:.2f} ({1000 * low:.2f}–{1000 * high:.2f}), {share.hits}/{share.total}"


def _latencies(result: Benchmark) -> str:
    return f"{_number(1000 * result.latency(0.5), 0)} / {_number(1000 * result.latency(0.95), 0)} ms"


def _number(value: float, digits: int) -> str:
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def _finite(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 4)


_STYLE = """
body{font:15px/1.45 system-ui,sans-serif;max-width:1240px;margin:2em auto;padding:0 1em;color:#222}
table{border-collapse:collapse}td,th{padding:.3em .8em;border-bottom:1px solid #ddd;text-align:left}
h2{margin:2em 0 .2em;font-size:1.1em}small{color:#777;font-weight:normal}p{margin:.3em 0}
svg{max-width:100%}pre{background:#f6f6f6;padding:.6em;overflow:auto;font-size:12px}
figure{display:inline-block;margin:.3em .6em .3em 0}img{width:590px}figcaption{color:#777}
.legend span{color:#fff;padding:.1em .5em;border-radius:.4em;font-size:12px}
"""
