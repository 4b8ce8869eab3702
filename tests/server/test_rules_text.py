"""A profile's rules in words say what its parameters say."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.guandan_profile import GuandanProfile
from engine.profile import load_profile, profile_names
from server.rules_text import rules_in_words

GUANDAN = ("huaian", "dongtai", "school", "hefei", "wafang")


def words(name: str, lang: str = "en") -> str:
    return " ".join(getattr(each, lang) for each in rules_in_words(load_profile(name)))


@pytest.mark.parametrize("name", profile_names())
def test_every_rule_is_said_in_both_languages(name: str) -> None:
    for each in rules_in_words(load_profile(name)):
        assert re.search(r"[一-鿿]", each.zh)
        assert each.en.endswith(".")
        assert each.zh.endswith("。")
        assert "{" not in each.en + each.zh


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_guandan_tables_read_differently(lang: str) -> None:
    assert len({words(name, lang) for name in GUANDAN}) == len(GUANDAN)


@pytest.mark.parametrize(
    ("name", "said", "not_said"),
    [
        pytest.param(
            "huaian", ["3 failed tries at A: back to 2", "partner not last"], ["minutes"], id="huaian"
        ),
        pytest.param(
            "dongtai",
            ["reaches A first", "no higher than 10", "the higher card", "Hidden card", "15 minutes late"],
            ["failed tries", "passing A", "Any card may be given back"],
            id="dongtai",
        ),
        pytest.param(
            "school", ["3 failed tries at A in a row: back to J", "35 minutes"], ["points"], id="school"
        ),
        pytest.param(
            "hefei",
            [
                "Round 1: The match is won by the side that reaches",
                "Later rounds:",
                "60 minutes",
                "highest leads",
            ],
            ["in a row: back"],
            id="hefei",
        ),
        pytest.param(
            "wafang",
            ["first and second.", "in a row: back to 2", "50 minutes", "10 points", "7 to 1", "smaller sits"],
            ["partner not last"],
            id="wafang",
        ),
    ],
)
def test_each_guandan_table_says_its_own_rules(name: str, said: list[str], not_said: list[str]) -> None:
    found = words(name)
    assert [each for each in said if each not in found] == []
    assert [each for each in not_said if each in found] == []


def test_a_changed_parameter_reads_changed() -> None:
    profile = load_profile("huaian")
    assert isinstance(profile, GuandanProfile)
    changed = replace(
        profile, call_at=10, climbs=(4, 2, 1), return_at_most="8", time_limit=20, direction="cw"
    )
    found = " ".join(each.zh for each in rules_in_words(changed))
    for each in ("剩10张", "双下升4级", "不得超过8", "限时20分钟", "顺时针"):
        assert each in found
