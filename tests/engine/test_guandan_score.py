"""`score` on Guandan deals: who won, the climb per seat, violations that do not stop it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.guandan_playout import RandomDeal, random_deal
from engine.score import score

from .guandan_enumerator import FACES


def line(deal: RandomDeal, **changes: Any) -> dict[str, Any]:
    played: dict[int, list[str]] = {seat: list(hand) for seat, hand in enumerate(deal.hands)}
    for seat, cards, _ in deal.plays:
        for card in cards:
            played[seat].remove(card)
    return {
        "profile": "huaian",
        "players": 4,
        "dealer": deal.leader,
        "stake": 1,
        "level": deal.level,
        "plays": [{"seat": seat, "cards": list(cards)} for seat, cards, _ in deal.plays],
        "hands": {str(seat): left for seat, left in played.items() if left},
        **changes,
    }


@pytest.mark.parametrize("level", FACES)
def test_random_deals_are_scored_as_they_went(level: str) -> None:
    deal = random_deal(Random(f"score {level}"), level, leader=2)
    found = score(line(deal))
    assert "error" not in found
    assert found["winner"] == deal.out[0]
    assert tuple(found["order"][: len(deal.out)]) == deal.out
    steps = 4 - found["order"].index((deal.out[0] + 2) % 4)
    winners = {deal.out[0], (deal.out[0] + 2) % 4}
    assert found["payments"] == [steps if seat in winners else 0 for seat in range(4)]
    assert found["multiplier"] == 1


SMALL = {
    "profile": "huaian",
    "players": 4,
    "dealer": 0,
    "plays": [
        {"seat": 0, "cards": ["9s"]},
        {"seat": 2, "cards": ["5s", "5d"]},
    ],
    "hands": {"1": ["3s", "3d"], "3": ["6s", "6d"]},
}


def test_smaller_hands_are_taken_from_the_line() -> None:
    found = score(SMALL)
    assert found == {
        "winner": 0,
        "multiplier": 1,
        "payments": [3, 0, 3, 0],
        "violations": [],
        "order": [0, 2, 3, 1],
    }


def test_a_violation_is_listed_and_the_play_stands() -> None:
    plays = [{"seat": 0, "cards": ["9s"]}, {"seat": 1, "cards": ["8s"]}, {"seat": 2, "cards": ["Ts"]}]
    found = score({**SMALL, "plays": plays, "hands": {"1": ["3s", "3d"], "3": ["6s"]}})
    assert [(one["play"], one["code"], one["seat"]) for one in found["violations"]] == [
        (1, "does-not-beat", 1)
    ]
    assert found["order"] == [0, 2, 3, 1]
    chinese = score({**SMALL, "plays": plays, "hands": {"1": ["3s"], "3": ["6s"]}}, lang="zh")
    assert "压不住" in chinese["violations"][0]["message"]


def test_plays_after_the_end_and_wrong_counts_are_listed() -> None:
    deal = random_deal(Random(3), "2")
    record = line(deal)
    record["plays"].append({"seat": deal.out[0], "cards": ["3s"]})
    loser = next(iter(record["hands"]))
    record["hands"][loser] = record["hands"][loser][1:]
    codes = {one["code"] for one in score(record)["violations"]}
    assert {"after-the-end", "hand-count"} <= codes


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": 3}, "players"),
        ({"players": "four"}, "players must be a whole number"),
        ({"dealer": 9}, "dealer must be a seat"),
        ({"level": "1"}, "no level"),
        ({"plays": 5}, "plays must be a list"),
        ({"plays": [{"seat": 0}]}, "play 0 must be an object"),
        ({"plays": [{"seat": 0, "cards": []}]}, "play 0 has no cards"),
        ({"plays": [{"seat": 8, "cards": ["3s"]}]}, "seat of play 0"),
        ({"hands": []}, "hands must be an object"),
        ({"plays": [], "hands": {}}, "do not end the deal"),
    ],
)
def test_bad_lines_say_what_is_wrong(change: dict[str, Any], words: str) -> None:
    found = score({**SMALL, **change})
    assert words in found["error"]
