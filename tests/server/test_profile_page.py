"""Profiles as the set-up page shows them: labels in both languages, allowed values, changed values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.profile import parse_profile, profile_names, profile_text
from server.phrases import text
from server.problems import UserError
from server.profile_page import changed_rules, parameters, profile_brief, profile_info


@pytest.mark.parametrize("name", profile_names())
def test_every_value_has_words_in_both_languages(name: str) -> None:
    shown = parameters(name)
    assert len(shown) >= 13
    for one in shown:
        assert one.label != text(one.name, one.name), one.name
        assert one.value == one.standard
        if one.kind == "choice" and one.name not in ("deal.starter", "deal.lowest_suits"):
            raw = [c.value for c in one.choices if c.label == text(c.value, c.value) and len(c.value) > 2]
            assert raw == [], one.name


@pytest.mark.parametrize("name", profile_names())
def test_the_rules_are_told_in_both_languages(name: str) -> None:
    rules = profile_info(name).rules
    assert len(rules) >= 5
    for rule in rules:
        assert rule.en.isascii() or any(sign in rule.en for sign in "♠♥♦♣×–")
        assert any("\u4e00" <= letter <= "\u9fff" for letter in rule.zh)


@pytest.mark.parametrize("name", profile_names())
def test_every_value_can_be_changed(name: str) -> None:
    """Each parameter takes another allowed value, or the profile says why the two don't go together."""
    refused = []
    for one in parameters(name):
        other = _other_value(one.model_dump())
        try:
            rules = changed_rules(name, {one.name: other})
        except UserError:
            refused.append(one.name)
            continue
        found = {p.name: p.value for p in parameters(name, rules) if p.value != p.standard}
        found.pop("match.won_by_later" if one.name == "match.won_by" else "", None)  # follows the first round
        assert found == {one.name: other}
    assert len(refused) <= 3, refused


def _other_value(one: dict[str, Any]) -> Any:
    value, words = one["value"], [each["value"] for each in one["choices"]]
    match one["kind"]:
        case "boolean":
            return not value
        case "choice":
            return next(word for word in words if word != value)
        case "choices":
            return words[:1] if value != words[:1] else words
        case "integer":
            return value + 1 if value < one["high"] else value - 1
        case "optional-span":
            return False if value else [one["low"], one["low"] + 1]
    return [value[0], max(value[0], value[1] - 1)] if value[0] < value[1] else [value[0], value[1] + 1]


def test_a_change_reads_changed() -> None:
    rules = changed_rules("classic", {"jokers.per_combination": 2, "shapes.pair_chain": False})
    changed = parse_profile(rules, "classic")
    assert (changed.jokers.per_combination, changed.shapes.pair_chain) == (2, None)  # type: ignore[attr-defined]
    brief = profile_brief("classic", rules)
    assert {one.name for one in brief.parameters} == {"jokers.per_combination", "shapes.pair_chain"}
    assert "at most 2 in one combination" in " ".join(rule.en for rule in brief.rules)
    assert profile_brief("classic").parameters == []


def test_only_what_differs_is_a_change() -> None:
    assert changed_rules("classic", {"jokers.per_combination": 1}) == ""


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"no.such": 1}, "unknown-parameter"),
        ({"source": "me"}, "unknown-parameter"),
        ({"jokers.per_combination": 7}, "bad-profile"),
        ({"jokers.per_combination": True}, "bad-profile"),
        ({"bombs.order": ["size", "size"]}, "bad-profile"),
    ],
)
def test_what_can_not_be_is_refused(values: dict[str, Any], code: str) -> None:
    with pytest.raises(UserError) as raised:
        changed_rules("classic", values)
    assert raised.value.code == code


def test_a_profile_of_ones_own_can_be_changed_too(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(profile_text("classic").replace("per_combination = 1", "per_combination = 2"))
    assert profile_info(str(path)).name == str(path), "it is no bundled profile, whatever it calls itself"
    rules = changed_rules(str(path), {"score.spring": 3})
    assert [one.name for one in profile_brief(str(path), rules).parameters] == ["score.spring"]
