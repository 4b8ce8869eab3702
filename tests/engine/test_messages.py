"""Sentences: every code in both languages, every placeholder filled."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine import colour_messages
from engine.cards import pack
from engine.errors import ActionError
from engine.game import judge
from engine.messages import SENTENCES, codes, message
from engine.profile import load_profile, profile_names

ALL = {**SENTENCES, **colour_messages.SENTENCES}


@pytest.mark.parametrize("code", ALL)
def test_both_languages_use_only_the_same_parameters(code):
    english, chinese = ALL[code]
    wanted = set(re.findall(r"{(\w+)}", english))
    assert set(re.findall(r"{(\w+)}", chinese)) <= wanted | {"shape"}
    assert re.search("[\u4e00-\u9fff]", chinese) or code in ("invalid-profile",)
    assert not re.search("[\u4e00-\u9fff]", english)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "name", [name for name in profile_names() if load_profile(name).game == "gandengyan"]
)
def test_no_verdict_leaves_a_placeholder(name, lang):
    profile = load_profile(name)
    rng = Random(name)
    seen = set()
    for _ in range(300):
        deck = list(pack())
        rng.shuffle(deck)
        play = tuple(deck[: rng.choice((1, 2, 2, 3, 3, 4))])
        on = (deck[10],) if rng.random() < 0.5 and deck[10] not in ("BJ", "RJ") else None
        verdict = judge(profile, on, play)
        seen.add(verdict.code)
        text = message(verdict.code, verdict.message_params, lang)
        assert text
        assert "{" not in text
        assert "[" not in text
    assert len(seen) > 3


def test_seats_are_called_by_their_players_where_known():
    params = {"seat": 0, "leader": 2}
    assert message("not-your-lead", params, "en") == "seat 0 cannot lead: the lead belongs to seat 2"
    assert message("not-your-lead", params, "zh") == "0 号位不能先出：该 2 号位先出"
    names = ["Ann", "Bo", "Cai"]
    assert message("not-your-lead", params, "en", names=names) == "Ann cannot lead: the lead belongs to Cai"


def test_what_would_have_been_legal_is_said_after_any_refused_answer():
    verdict = judge(load_profile("shanghai"), ("9s",), ("4s", "4d", "5d", "5c"))
    text = message(verdict.code, verdict.message_params, "en")
    assert text == "pair chains are not allowed here: 4♦ 4♠ 5♦ 5♣; only a 10, a 2 or a bomb"


def test_a_lead_of_no_shape_is_told_the_shapes():
    verdict = judge(load_profile("short-straight"), None, ("4s", "9d", "5c"))
    assert message(verdict.code, verdict.message_params, "en") == (
        "4♠ 5♣ 9♦ is no combination: "
        "play a single, a pair, a straight of 3 ranks, a bomb of 3–4 cards or a rocket"
    )
    assert message(verdict.code, verdict.message_params, "zh") == (
        "4♠ 5♣ 9♦ 不成牌型：可以出单张、对子、顺子（3 个点）、炸弹（3–4 张）或火箭"
    )


def test_unknown_codes():
    with pytest.raises(KeyError):
        message("nonsense", {}, "en")
    assert message("nonsense", {}, "en", default="?") == "?"
    assert "ok" in codes()


def test_errors_carry_code_and_params():
    error = ActionError("no-such-seat", {"seat": 9}, "there is no seat 9")
    assert message(error.code, error.params, "en") == "there is no seat 9"
    assert str(error) == "there is no seat 9"
