"""The five Guandan tables against RULES.md, and what a wrong file is told."""

from __future__ import annotations

import pytest

from engine.errors import EngineError, ProfileError
from engine.guandan_draw import leader_by_draw, side_in_ns
from engine.guandan_profile import GuandanProfile
from engine.profile import load_profile, parse_profile, profile_text

TABLES = ("huaian", "dongtai", "school", "hefei", "wafang")


def profile(name: str) -> GuandanProfile:
    found = load_profile(name)
    assert isinstance(found, GuandanProfile)
    return found


@pytest.mark.parametrize(
    ("name", "rounds", "needs", "tries", "row", "back", "double", "limit", "back_to_ten", "first"),
    [
        (
            "huaian",
            "passing passing",
            "partner-not-last",
            3,
            False,
            "2",
            "last-to-first",
            None,
            "any",
            "face-up-card",
        ),
        (
            "dongtai",
            "reaching reaching",
            "partner-not-last",
            0,
            False,
            "2",
            "higher-to-first",
            None,
            "T",
            "face-up-card",
        ),
        (
            "school",
            "passing passing",
            "partner-not-last",
            3,
            True,
            "J",
            "last-to-first",
            35,
            "any",
            "face-up-card",
        ),
        (
            "hefei",
            "reaching passing",
            "partner-not-last",
            3,
            False,
            "2",
            "last-to-first",
            60,
            "any",
            "highest-card",
        ),
        (
            "wafang",
            "passing passing",
            "first-and-second",
            3,
            True,
            "2",
            "last-to-first",
            50,
            "any",
            "face-up-card",
        ),
    ],
    ids=["huaian", "dongtai", "school", "hefei", "wafang"],
)
def test_tables(
    name: str,
    rounds: str,
    needs: str,
    tries: int,
    row: bool,
    back: str,
    double: str,
    limit: int | None,
    back_to_ten: str,
    first: str,
) -> None:
    table = profile(name)
    assert (table.game, table.players, table.packs, table.direction) == ("guandan", (4, 4), 2, "ccw")
    assert f"{table.wins_by(1)} {table.wins_by(2)}" == rounds
    assert (table.passing_needs, table.failed_tries, table.tries_in_a_row) == (needs, tries, row)
    assert (table.back_to, table.double_tribute, table.time_limit) == (back, double, limit)
    assert (table.return_at_most, table.first_lead, table.climbs) == (back_to_ten, first, (3, 2, 1))
    assert table.source.startswith("004, part")


def test_seating_by_drawn_cards() -> None:
    drawn = [name for name in TABLES if profile(name).seating == "smaller-card-ns"]
    assert drawn == ["dongtai", "wafang"]
    assert [side_in_ns(("9s", "Td")), side_in_ns(("BJ", "2s")), side_in_ns(("9s", "9d"))] == [0, 1, None]


def test_the_highest_drawn_card_leads() -> None:
    assert leader_by_draw(("9s", "Td", "2s", "As")) == 3
    assert leader_by_draw(("9s", "RJ", "BJ", "As")) == 1
    assert leader_by_draw(("9s", "Ad", "2s", "As")) is None
    with pytest.raises(EngineError) as caught:
        leader_by_draw(("9s",))
    assert caught.value.code == "drawn-cards"


def test_only_dongtai_keeps_a_ledger_and_only_wafang_gives_points() -> None:
    assert [name for name in TABLES if profile(name).ledger] == ["dongtai"]
    assert [name for name in TABLES if profile(name).points] == ["wafang"]
    ledger = profile("dongtai").ledger
    assert ledger is not None
    assert [ledger.penalty("order", n) for n in (1, 2, 3, 4)] == [
        "take-card",
        "levels-back",
        "match-lost",
        "match-lost",
    ]
    assert [ledger.penalty("signal", n) for n in (1, 3, 4)] == ["noted", "noted", "match-lost"]
    assert (ledger.levels, ledger.late_minutes) == (3, 15)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('won_by = "passing"', 'won_by = "luck"', 'match.won_by = "luck": allowed: "passing", "reaching"'),
        ('back_to = "2"', 'back_to = "1"', "match.back_to"),
        ("failed_tries = 3", "failed_tries = -1", "allowed: a whole number from 0 to 99"),
        ('return_at_most = "any"', 'return_at_most = "11"', "tribute.return_at_most"),
        ("call_at = 0", "call_at = 40", "call_at"),
        ("stake = 1", "stake = 1\nluck = 2", "luck = 2: unknown key"),
        (
            "[tribute]",
            '[ledger.order]\nfirst = "noted"\nthird = "noted"\n[tribute]',
            "order.second is missing",
        ),
        ("[tribute]", '[ledger.signal]\nfirst = "flogging"\n[tribute]', "ledger.signal.first"),
        ("[tribute]", "[points]\nwin = 10\n[tribute]", "points.bonus_first is missing"),
    ],
)
def test_a_wrong_file_names_the_line_the_key_and_what_is_allowed(old: str, new: str, words: str) -> None:
    text = profile_text("huaian")
    assert old in text
    with pytest.raises(ProfileError) as caught:
        parse_profile(text.replace(old, new, 1), "mine.toml")
    assert "mine.toml" in str(caught.value)
    assert words in str(caught.value)


def test_a_copied_profile_may_be_changed() -> None:
    text = profile_text("huaian").replace("call_at = 0", "call_at = 10")
    assert parse_profile(text, "mine.toml").call_at == 10  # type: ignore[attr-defined]
