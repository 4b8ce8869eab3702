"""Compares what was recognised in a film with what was played, and adds films up to a benchmark.

Plays are aligned in order, so that one lost play costs one play and not all that follow.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from .film_truth import FilmTruth, TruePlay

PLAY_QUESTIONS = ("cards-unsure", "seat-unsure", "illegal-unsure", "played-before")
"""The referee's questions that are about a play (others are about hands and cards taken back)."""


class Outcome(StrEnum):
    """What became of one filmed play."""

    RIGHT = "right"
    """Seat, cards and verdict are right."""
    ASKED = "asked"
    """A person was asked, and the right answer was among those offered."""
    ASKED_WRONG = "asked-wrong"
    """A person was asked, but the right answer was not offered."""
    FALSE_ALERT = "false-alert"
    """A legal play was called illegal."""
    NOT_ALERTED = "not-alerted"
    """An illegal play was accepted."""
    WRONG_SEAT = "wrong-seat"
    WRONG_CARDS = "wrong-cards"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Found:
    """One play as recognised: accepted, refused (an alert) or asked about."""

    seat: int | None
    cards: tuple[str, ...]
    verdict: str
    code: str
    told_at: float | None = None
    offers: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Matched:
    """A filmed play beside what was recognised; either may be missing."""

    truth: TruePlay | None
    found: Found | None
    outcome: Outcome | None

    @property
    def latency(self) -> float | None:
        """Seconds from settled cards to the event."""
        if self.truth is None or self.found is None or self.found.told_at is None:
            return None
        return self.found.told_at - self.truth.settled


@dataclass(frozen=True, slots=True)
class FilmScore:
    """One film's result."""

    name: str
    profile: str
    players: int
    matched: tuple[Matched, ...]
    payments_right: bool | None
    hands_right: bool | None
    seconds: float
    duration: float
    frames: int
    looks: int
    differences: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    def count(self, *outcomes: Outcome) -> int:
        """How many filmed plays had one of these outcomes."""
        return sum(each.outcome in outcomes for each in self.matched)

    @property
    def invented(self) -> tuple[Found, ...]:
        """Plays recognised that nobody made."""
        return tuple(each.found for each in self.matched if each.truth is None and each.found is not None)

    @property
    def clean(self) -> bool:
        """Whether everything is right."""
        return not self.invented and all(m.outcome in (Outcome.RIGHT, None) for m in self.matched)


def score_film(name: str, truth: FilmTruth, said: Mapping[str, Any]) -> FilmScore:
    """The score of one film; `said` is what `bench_line.Recognised.to_dict` wrote."""
    found = recognised(said["events"])
    settled = _last(said["events"], "settled")
    payments = None if settled is None else [payment["amount"] for payment in settled["payments"]]
    hands = {
        event["seat"]: tuple(event["cards"])
        for event in standing(said["events"])
        if event["kind"] == "hand-shown"
    }
    return FilmScore(
        name=name,
        profile=truth.profile,
        players=truth.players,
        matched=align(truth.plays, found),
        payments_right=None if truth.payments is None else payments == list(truth.payments),
        hands_right=_same_hands(hands, truth.hands) if truth.hands else None,
        seconds=said["seconds"],
        duration=said["duration"],
        frames=said["frames"],
        looks=said["looks"],
        differences=tuple(said["differences"]),
        facts=truth.raw.get("film", {}),
    )


def standing(events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The events that hold in the end: what a `rederived` voided is left out."""
    kept: list[Mapping[str, Any]] = []
    for event in events:
        if event["kind"] == "rederived":
            first = event.get("from_seq", 0)
            kept = [each for each in kept if each["seq"] < first or each["deal"] != event["deal"]]
        kept.append(event)
    return kept


def recognised(events: Sequence[Mapping[str, Any]]) -> list[Found]:
    """The plays among the events of one deal, in order."""
    plays: list[Found] = []
    first_told: dict[tuple[Any, ...], float] = {}
    for event in events:
        key = (event["kind"], event.get("seat"), tuple(sorted(event.get("cards") or ())))
        if "told_at" in event:
            first_told.setdefault(key, event["told_at"])
    for event in standing(events):
        kind = event["kind"]
        cards = tuple(event.get("cards") or ())
        told = first_told.get((kind, event.get("seat"), tuple(sorted(cards))))
        if kind == "played" and event.get("legal", True):
            if (
                event.get("provisional")
                and plays
                and plays[-1].verdict == "asked"
                and plays[-1].cards == cards
            ):
                continue
            plays.append(Found(event["seat"], cards, "accepted", "ok", told))
        elif kind == "refused":
            plays.append(Found(event["seat"], cards, "refused", event["code"], told))
        elif kind == "asked" and event["code"] in PLAY_QUESTIONS:
            plays.append(Found(event.get("seat"), cards, "asked", event["code"], told, _offers(event)))
    return plays


def _offers(event: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    offers = [tuple(event.get("cards") or ())]
    for alternative in event.get("alternatives") or ():
        if isinstance(alternative, Mapping) and alternative.get("cards"):
            offers.append(tuple(alternative["cards"]))
    return tuple(offers)


def align(truth: Sequence[TruePlay], found: Sequence[Found]) -> tuple[Matched, ...]:
    """The cheapest way to bring both lists together in order (edit distance with graded substitutions)."""
    rows, columns = len(truth), len(found)
    cost = [[float(i + j) for j in range(columns + 1)] for i in range(rows + 1)]
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            cost[i][j] = min(
                cost[i - 1][j - 1] + _difference(truth[i - 1], found[j - 1]),
                cost[i - 1][j] + 1,
                cost[i][j - 1] + 1,
            )
    matched: list[Matched] = []
    i, j = rows, columns
    while i or j:
        if i and j and cost[i][j] == cost[i - 1][j - 1] + _difference(truth[i - 1], found[j - 1]):
            i, j = i - 1, j - 1
            matched.append(Matched(truth[i], found[j], _outcome(truth[i], found[j])))
        elif i and cost[i][j] == cost[i - 1][j] + 1:
            i -= 1
            matched.append(Matched(truth[i], None, Outcome.LOST))
        else:
            j -= 1
            matched.append(Matched(None, found[j], None))
    return tuple(reversed(matched))


def _difference(truth: TruePlay, found: Found) -> float:
    """0 for the same play, up to 2 (as much as one lost and one invented) for nothing in common."""
    offered = [*found.offers, found.cards]
    wanted = sorted(truth.cards)
    if any(sorted(cards) == wanted for cards in offered):
        verdict = 0.0 if (found.verdict == "accepted") == truth.legal or found.verdict == "asked" else 0.25
        return verdict + (0.0 if found.seat == truth.seat else 0.5)
    common = len(set(truth.cards) & set(found.cards))
    if not common:
        return 2.0
    return (
        0.5
        + (1 - common / max(len(truth.cards), len(found.cards)))
        + (0.0 if found.seat == truth.seat else 0.25)
    )


def _outcome(truth: TruePlay, found: Found) -> Outcome:
    wanted = sorted(truth.cards)
    if found.verdict == "asked":
        offered = [*found.offers, found.cards]
        return Outcome.ASKED if any(sorted(cards) == wanted for cards in offered) else Outcome.ASKED_WRONG
    if found.verdict == "refused" and truth.legal:
        return Outcome.FALSE_ALERT
    if sorted(found.cards) != wanted:
        return Outcome.WRONG_CARDS
    if found.seat != truth.seat:
        return Outcome.WRONG_SEAT
    if not truth.legal and found.verdict != "refused":
        return Outcome.NOT_ALERTED
    return Outcome.RIGHT


def _same_hands(found: Mapping[int, Sequence[str]], wanted: Mapping[int, Sequence[str]]) -> bool:
    return {seat: sorted(cards) for seat, cards in found.items()} == {
        seat: sorted(cards) for seat, cards in wanted.items()
    }


def _last(events: Sequence[Mapping[str, Any]], kind: str) -> Mapping[str, Any] | None:
    return next((event for event in reversed(standing(events)) if event["kind"] == kind), None)


@dataclass(frozen=True, slots=True)
class Share:
    """`hits` of `total`, with Wilson's 95 % interval."""

    hits: int
    total: int

    @property
    def value(self) -> float:
        """0 to 1; not a number where there was nothing to count."""
        return self.hits / self.total if self.total else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson score interval at 95 %."""
        if not self.total:
            return (0.0, 1.0)
        z, n, p = 1.959964, self.total, self.value
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (max(0.0, middle - half), min(1.0, middle + half))


@dataclass(frozen=True, slots=True)
class Benchmark:
    """All films together."""

    films: tuple[FilmScore, ...]

    @property
    def plays(self) -> int:
        return sum(each.truth is not None for film in self.films for each in film.matched)

    @property
    def right(self) -> Share:
        """Plays exactly right: seat and cards, verdict too."""
        return Share(self._count(Outcome.RIGHT), self.plays)

    @property
    def asked_and_correct(self) -> Share:
        return Share(self._count(Outcome.ASKED), self.plays)

    @property
    def false_alerts(self) -> Share:
        """Legal plays called illegal, and alerts about plays that nobody made."""
        legal = sum(m.truth is not None and m.truth.legal for film in self.films for m in film.matched)
        invented = sum(found.verdict == "refused" for film in self.films for found in film.invented)
        return Share(min(legal, self._count(Outcome.FALSE_ALERT) + invented), legal)

    @property
    def alerted(self) -> Share:
        """Illegal plays that were alerted."""
        illegal = [
            m for film in self.films for m in film.matched if m.truth is not None and not m.truth.legal
        ]
        hits = sum(m.found is not None and m.found.verdict == "refused" for m in illegal)
        return Share(hits, len(illegal))

    @property
    def invented(self) -> int:
        return sum(len(film.invented) for film in self.films)

    @property
    def payments(self) -> Share:
        """Deals whose final payments are right without help."""
        judged = [film for film in self.films if film.payments_right is not None]
        return Share(sum(bool(film.payments_right) for film in judged), len(judged))

    @property
    def clean_deals(self) -> Share:
        return Share(sum(film.clean for film in self.films), len(self.films))

    def latency(self, part: float) -> float:
        """A quantile of the seconds from settled cards to the event."""
        values = sorted(
            each.latency
            for film in self.films
            for each in film.matched
            if each.outcome is Outcome.RIGHT and each.latency is not None
        )
        return values[min(len(values) - 1, int(part * len(values)))] if values else math.nan

    @property
    def load(self) -> float:
        """Seconds of work for a second of film."""
        duration = sum(film.duration for film in self.films)
        return sum(film.seconds for film in self.films) / duration if duration else math.nan

    def _count(self, *outcomes: Outcome) -> int:
        return sum(film.count(*outcomes) for film in self.films)


def benchmark(films: Iterable[FilmScore]) -> Benchmark:
    """All films together."""
    return Benchmark(tuple(films))
