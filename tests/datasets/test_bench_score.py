"""The benchmark's arithmetic: alignment of plays, outcomes, intervals."""

from __future__ import annotations

import math
from typing import Any

import pytest

from datasets.bench_films import plan
from datasets.bench_score import Found, Outcome, Share, align, recognised, standing
from datasets.film_truth import TruePlay


def true(seat: int, cards: str, at: float = 1.0, legal: bool = True) -> TruePlay:
    return TruePlay(seat, tuple(cards.split()), at, at + 0.5, legal, "ok" if legal else "not-next", not legal)


def found(seat: int, cards: str, verdict: str = "accepted", **more: Any) -> Found:
    return Found(seat, tuple(cards.split()), verdict, "ok" if verdict == "accepted" else "not-next", **more)


PLAYS = [true(0, "5s"), true(1, "6h"), true(2, "Kd", legal=False), true(2, "7c 7d 7h")]

OUTCOMES = [
    pytest.param(
        [found(0, "5s"), found(1, "6h"), found(2, "Kd", "refused"), found(2, "7h 7c 7d")], "", id="right"
    ),
    pytest.param([found(0, "5s"), found(2, "Kd", "refused"), found(2, "7h 7c 7d")], "lost", id="lost"),
    pytest.param(
        [found(0, "5s"), found(3, "6h"), found(2, "Kd", "refused"), found(2, "7h 7c 7d")],
        "wrong-seat",
        id="seat",
    ),
    pytest.param(
        [found(0, "5s"), found(1, "6h"), found(2, "Kd", "refused"), found(2, "7h 7c")],
        "wrong-cards",
        id="cards",
    ),
    pytest.param(
        [found(0, "5s"), found(1, "6h", "refused"), found(2, "Kd", "refused"), found(2, "7h 7c 7d")],
        "false-alert",
        id="false-alert",
    ),
    pytest.param(
        [found(0, "5s"), found(1, "6h"), found(2, "Kd"), found(2, "7h 7c 7d")],
        "not-alerted",
        id="not-alerted",
    ),
    pytest.param(
        [
            found(0, "5s"),
            found(1, "6d", "asked", offers=(("6h",),)),
            found(2, "Kd", "refused"),
            found(2, "7h 7c 7d"),
        ],
        "asked",
        id="asked",
    ),
]


@pytest.mark.parametrize(("said", "fault"), OUTCOMES)
def test_a_fault_costs_one_play_and_has_its_name(said: list[Found], fault: str) -> None:
    outcomes = [each.outcome for each in align(PLAYS, said)]
    wrong = [str(outcome) for outcome in outcomes if outcome is not Outcome.RIGHT]
    assert wrong == ([fault] if fault else [])


def test_an_invented_play_is_nobodys() -> None:
    said = [found(0, "5s"), found(3, "2c"), found(1, "6h"), found(2, "Kd", "refused"), found(2, "7h 7c 7d")]
    extra = [each for each in align(PLAYS, said) if each.truth is None]
    assert [each.found for each in extra] == [found(3, "2c")]
    assert sum(each.outcome is Outcome.RIGHT for each in align(PLAYS, said)) == 4


def test_latency_is_counted_from_the_settled_cards() -> None:
    (pair,) = align([true(0, "5s", at=3.0)], [found(0, "5s", told_at=3.9)])
    assert pair.latency == pytest.approx(0.4)


def event(seq: int, kind: str, **fields: Any) -> dict[str, Any]:
    return {"seq": seq, "kind": kind, "deal": 1, "told_at": float(seq), **fields}


def test_what_was_derived_anew_replaces_what_was_said_before() -> None:
    events = [
        event(1, "played", seat=0, cards=["5s"]),
        event(2, "played", seat=1, cards=["9h"]),
        event(3, "rederived", from_seq=2),
        event(4, "played", seat=1, cards=["6h"]),
    ]
    assert [each["seq"] for each in standing(events)] == [1, 3, 4]
    assert [play.cards for play in recognised(events)] == [("5s",), ("6h",)]


def test_a_question_and_its_provisional_play_are_one() -> None:
    events = [
        event(1, "asked", code="cards-unsure", seat=0, cards=["5s"], alternatives=[{"cards": ["5c"]}]),
        event(2, "played", seat=0, cards=["5s"], provisional=True),
        event(3, "asked", code="hand-count", seat=1, cards=["9h"]),
    ]
    (play,) = recognised(events)
    assert play.verdict == "asked"
    assert ("5c",) in play.offers


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(10, 10, 0.7225, 1.0), (0, 10, 0.0, 0.2775), (990, 1000, 0.9817, 0.9946)],
)
def test_wilson_intervals(hits: int, total: int, low: float, high: float) -> None:
    assert Share(hits, total).interval == pytest.approx((low, high), abs=2e-4)


def test_nothing_counted_is_not_a_number() -> None:
    assert math.isnan(Share(0, 0).value)


def test_the_plan_covers_what_the_benchmark_promises() -> None:
    specs = plan(44, 1, 15)
    assert {spec.profile for spec in specs} == {"classic", "winner-draws", "shanghai", "huaian"}
    assert {spec.players for spec in specs} == {2, 3, 4, 5, 6}
    assert {spec.height for spec in specs} == {720, 1080}
    assert len({spec.deck for spec in specs}) == 44
    assert any(spec.bumps for spec in specs)
    assert any(spec.lamps for spec in specs)
    assert {spec.pace for spec in specs} == {"fast", "normal"}
