"""The lines of `paiyan check` and `paiyan score`: good ones, bad ones, violations."""

from __future__ import annotations

import json

import pytest

from engine.check import check
from engine.profile import load_profile
from engine.score import score

DEAL = {"profile": "sichuan", "players": 3, "dealer": 0, "stake": 2}


def plays(*pairs):
    return [{"seat": seat, "cards": cards.split()} for seat, cards in pairs]


def test_a_verdict_line():
    found = check({"profile": "classic", "on": ["6s", "7s", "8s"], "play": ["7h", "8h", "9h"]})
    assert found == {
        "legal": True,
        "code": "ok",
        "kind": "straight",
        "stands_for": ["7", "8", "9"],
        "message": "legal",
    }


def test_cards_may_be_written_as_text():
    found = check({"profile": "classic", "on": "9♠ 10♥ J♦", "play": "10s,jh qd"})
    assert found["legal"]
    assert found["stands_for"] == ["T", "J", "Q"]


def test_a_declared_reading_may_be_a_list_or_a_text():
    case = {"profile": "sichuan", "on": ["3s", "4h", "5h"], "play": ["4s", "BJ", "RJ"]}
    assert check(case)["stands_for"] == ["4", "4", "4"]
    for declared in ("456", ["4", "5", "6"], [4, 5, 6]):
        assert check({**case, "declared": declared})["stands_for"] == ["4", "5", "6"]
    refused = check({**case, "declared": "345"})
    assert (refused["legal"], refused["code"]) == (False, "not-next")
    impossible = check({**case, "declared": "789"})
    assert impossible["code"] == "declared-impossible"
    assert impossible["message"].startswith(
        "4♠ little joker big joker cannot be 7 8 9: it can only be 4 4 4, "
    )


def test_defaults_fill_what_the_line_does_not_say():
    assert check({"play": ["3s"]}, profile=load_profile("classic"))["legal"]
    assert check({"play": ["3s"], "lang": "zh"}, profile=load_profile("classic"))["message"] == "合规"


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ([], "must be an object"),
        ("x", "must be an object"),
        ({}, "names no profile"),
        ({"profile": "classic"}, "play must be"),
        ({"profile": "classic", "play": []}, "at least one card"),
        ({"profile": "classic", "play": ["1s"]}, "1s is no card"),
        ({"profile": "classic", "play": [7]}, "7 is no card"),
        ({"profile": "classic", "play": 7}, "play must be"),
        ({"profile": "none", "play": ["3s"]}, "no profile 'none'"),
        ({"profile": 3, "play": ["3s"]}, "names no profile"),
        ({"profile": "classic", "on": ["3s", "7d"], "play": ["4s"]}, "is no combination"),
        ({"profile": "classic", "play": ["3s"], "declared": "xx"}, "is no rank"),
        ({"profile": "classic", "play": ["3s"], "declared": 5}, "declared must be"),
    ],
)
def test_bad_check_lines_are_answered_with_an_error(case, says):
    found = check(case)
    assert set(found) == {"error", "code"}
    assert says in found["error"]
    assert check(case, lang="zh")["error"]


def test_a_scored_line():
    line = {
        **DEAL,
        "plays": plays((0, "3s 4s 5s 6s 7s 8s")),
        "hands": {"1": ["9s"] * 0 + ["9d"], "2": ["Ts"]},
    }
    found = score(
        {**line, "hands": {"1": ["9d", "Td", "2s", "2d", "Kd"], "2": ["9h", "Th", "Jh", "Qh", "Ah"]}}
    )
    assert found == {"winner": 0, "multiplier": 1, "payments": [40, -20, -20], "violations": []}
    json.dumps(found)


def test_violations_are_listed_and_the_scoring_goes_on():
    line = {
        **DEAL,
        "plays": plays((1, "3s"), (2, "5s"), (0, "6s"), (0, "3s 9d"), (0, "Js Jh Jd Jc")),
        "hands": {"1": ["9h"] * 1, "2": ["Th"]},
    }
    found = score(line)
    assert [(violation["play"], violation["code"]) for violation in found["violations"][:3]] == [
        (0, "not-your-lead"),
        (1, "not-next"),
        (3, "card-played-before"),
    ]
    assert found["winner"] == 0
    assert found["multiplier"] == 4


def test_a_play_after_the_end_is_a_violation():
    line = {
        **DEAL,
        "plays": plays((0, "3s 4s 5s 6s 7s 8s"), (1, "9s")),
        "hands": {"1": "9d Td 2s 2d Kd", "2": "9h Th Jh Qh Ah"},
    }
    assert [(v["play"], v["code"]) for v in score(line)["violations"]] == [(1, "after-the-end")]


def test_a_lead_above_the_lowest_card_is_a_violation_at_play_0():
    line = {
        "profile": "low-card-leads",
        "players": 2,
        "dealer": 0,
        "plays": plays((0, "5s"), (1, "6s"), (1, "7s 8s 9s Ts Js")),
        "hands": {"0": "3s 3d Kh Kd Qh"},
    }
    assert [(v["play"], v["code"]) for v in score(line)["violations"]] == [(0, "lower-card-held")]


def test_missed_calls_and_lay_downs_can_be_listed():
    line = {
        "profile": "free-beat",
        "players": 2,
        "dealer": 0,
        "plays": plays((0, "3s 4s 5s 6s 7s")),
        "hands": {"1": "2s 3d 4d 5d"},
    }
    assert score(line)["payments"] == [14, -14]
    assert score({**line, "missed_calls": [1]})["payments"] == [28, -28]
    line = {"profile": "shanghai", "players": 3, "dealer": 0, "plays": [], "hands": {}}
    assert score({**line, "lay_downs": {"0": "3s 4s 5s 6s 7s 8s"}})["payments"] == [10, -5, -5]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"players": 9}, "for 2 to 6 players"),
        ({"players": "3"}, "players must be a whole number"),
        ({"stake": 0}, "stake must be more than 0"),
        ({"dealer": 5}, "there is no seat 5"),
        ({"plays": 3}, "plays must be a list"),
        ({"plays": [{"seat": 0}]}, "play 0 must be"),
        ({"plays": [{"seat": 7, "cards": ["3s"]}]}, "seat of play 0"),
        ({"plays": [{"seat": 0, "cards": []}]}, "play 0 has no cards"),
        ({"plays": [{"seat": 0, "cards": ["xx"]}]}, "xx is no card"),
        ({"hands": []}, "hands must be"),
        ({"hands": {"9": ["3s"]}}, "a seat of hands"),
        ({"hands": {}}, "do not tell who won"),
        ({"profile": "none"}, "no profile"),
        ({"missed_calls": 1}, "missed_calls must be"),
    ],
)
def test_bad_score_lines_are_answered_with_an_error(change, says):
    line = {**DEAL, "plays": plays((0, "3s")), "hands": {"1": ["3d"], "2": ["3h"], "0": ["3c"]}, **change}
    found = score(line)
    assert set(found) == {"error", "code"}
    assert says in found["error"]


def test_hands_that_matter_must_be_there():
    line = {
        "profile": "classic",
        "players": 3,
        "dealer": 0,
        "plays": plays((0, "3s 4s 5s 6s 7s 8s")),
        "hands": {},
    }
    assert score(line)["code"] == "hands-missing"
