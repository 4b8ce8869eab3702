"""Profile files: the bundled ones, changed ones, and broken ones."""

from __future__ import annotations

import tomllib

import pytest

from engine.errors import EngineError, ProfileError
from engine.game import game_for, judge
from engine.profile import load_profile, parse_profile, profile_names, profile_text

GANDENGYAN = {
    "classic",
    "winner-draws",
    "low-card-leads",
    "sichuan",
    "shanghai",
    "planes",
    "tournament",
    "short-straight",
    "free-beat",
}
PLAYERS = {
    "classic": (2, 7),
    "winner-draws": (2, 6),
    "low-card-leads": (2, 6),
    "sichuan": (2, 6),
    "shanghai": (3, 10),
    "planes": (2, 7),
    "tournament": (2, 7),
    "short-straight": (2, 5),
    "free-beat": (2, 6),
}


def test_all_nine_and_the_matching_game_are_bundled():
    games = {name: load_profile(name).game for name in profile_names()}
    assert {name for name, game in games.items() if game == "gandengyan"} == GANDENGYAN
    assert games["colour-match"] == "colour-match"


@pytest.mark.parametrize("name", profile_names())
def test_each_says_its_source_and_its_name(name):
    profile = load_profile(name)
    assert profile.name == name
    assert profile.source
    assert profile.title_en
    assert profile.title_zh
    assert load_profile(name) is profile


@pytest.mark.parametrize(("name", "players"), PLAYERS.items())
def test_players(name, players):
    game = game_for(load_profile(name))
    assert game.profile.players == players
    for refused in (players[0] - 1, players[1] + 1):
        with pytest.raises(EngineError) as raised:
            game.start(refused)
        assert raised.value.code == "players"
    assert game.start(players[1]).players == players[1]


def test_a_copied_and_changed_file_is_played(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text(profile_text("classic").replace('law = "next"', 'law = "higher"'), encoding="utf-8")
    mine = load_profile(path)
    assert judge(mine, ("5s",), ("9s",)).legal
    assert not judge(load_profile("classic"), ("5s",), ("9s",)).legal
    assert load_profile(str(path)) == mine


BROKEN = {
    "direction": ('direction = "ccw" ', 'direction = "left"', 8, 'direction = "left": allowed: "ccw", "cw"'),
    "law": ('law = "next"', 'law = "bigger"', 46, 'follow.law = "bigger": allowed: "next", "higher"'),
    "unknown key": (
        "[shapes]",
        "[shapes]\nfoo = 1",
        28,
        "shapes.foo = 1: unknown key; allowed here: pair_chain",
    ),
    "pips": ("A = 1, J = 11", "A = -1, J = 1", 17, "deal.cut_pips.A = -1: allowed: a whole number from 0"),
    "no such rank": ("A = 1, J = 11", "X = 1", 17, "cut_pips.X = 1: allowed keys: 3, 4"),
    "too many players": ("players = [2, 7]", "players = [2, 12]", 7, "allowed: [from, to]"),
    "players for the pack": ("players = [2, 7]", "players = [2, 10]\n", None, None),
    "factor": ("soft_bomb = 2", 'soft_bomb = "x"', 57, 'score.soft_bomb = "x": allowed: a whole number'),
    "missing": ("wild = true  ", "", 33, "jokers.wild is missing: allowed: true, false"),
    "span": ("sizes = [3, 4]", "sizes = [4, 3]", 39, "bombs.sizes = [4, 3]: allowed: [from, to]"),
    "bomb and plane": ("plane = false", "plane = true", 39, "three of a rank cannot be a bomb and a plane"),
    "order": ('["size", "natural", "rank"]', '["suit"]', 41, 'allowed: a list of "size", "natural", "rank"'),
    "title": ('en = "Classic Gandengyan"', "en = 5", 5, "title.en = 5: allowed: a text in quotes"),
    "game": ('game = "gandengyan"', 'game = "bridge"', 3, 'allowed: "gandengyan", "guandan", "colour-match"'),
    "table": ("[calls]\nat = 0", 'calls = "no"', None, "calls"),
}


@pytest.mark.parametrize(("old", "new", "line", "says"), BROKEN.values(), ids=BROKEN)
def test_a_bad_file_is_refused_naming_line_key_and_allowed_values(old, new, line, says):
    text = profile_text("classic")
    assert old in text
    if says is None:
        assert parse_profile(text.replace(old, new, 1), "my.toml").players == (2, 10)
        return
    with pytest.raises(ProfileError) as raised:
        parse_profile(text.replace(old, new, 1), "my.toml")
    assert says in str(raised.value)
    assert str(raised.value).startswith(f"my.toml, line {line}:" if line else "my.toml")


def test_more_players_than_the_pack_serves():
    text = (
        profile_text("classic")
        .replace("players = [2, 7]", "players = [2, 10]")
        .replace("other_cards = 5", "other_cards = 6")
    )
    with pytest.raises(ProfileError, match="10 players need 60 cards, one pack has 54"):
        parse_profile(text, "my.toml")


def test_no_toml_at_all():
    with pytest.raises(ProfileError, match=r"not a TOML file.*line 2"):
        parse_profile('game = "gandengyan"\nstake = \nplayers = 2', "my.toml")


def test_unknown_profiles_and_files(tmp_path):
    with pytest.raises(ProfileError, match="use one of classic, "):
        load_profile("clasic")
    with pytest.raises(ProfileError, match="cannot read the profile"):
        load_profile(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_bytes(b"\xff\xfe")
    with pytest.raises(ProfileError, match="not UTF-8"):
        load_profile(broken)
    with pytest.raises(ProfileError, match="no profile"):
        profile_text("nothing")


@pytest.mark.parametrize("name", sorted(GANDENGYAN))
def test_every_profile_cites_sections_and_marks_decisions(name):
    text = profile_text(name)
    assert "(d)" in text
    assert "source = " in text
    assert tomllib.loads(text)["name"] == name


@pytest.mark.parametrize(
    ("change", "on", "play", "legal"),
    [
        (("any_higher = true", "any_higher = false"), "3s 3h 3d", "5s 5h 5d", False),
        (("any_higher = true", "any_higher = false"), "3s 3h 3d", "4s 4h 4d", True),
        (("per_combination = 1", "per_combination = 2"), None, "3s BJ RJ", True),
        (("alone = false", "alone = true"), None, "BJ", True),
        (("rocket = true", "rocket = false"), None, "BJ RJ", False),
        (('two_tops = ["single", "pair"]', "two_tops = []"), "5s", "2s", False),
        (('single_beaten_by = "single"', 'single_beaten_by = "any-pair"'), "5s", "4s 4h", True),
        (('single_beaten_by = "single"', 'single_beaten_by = "higher-pair"'), "5s", "4s 4h", False),
        (('single_beaten_by = "single"', 'single_beaten_by = "higher-pair"'), "5s", "6s 6h", True),
        (("straight = [3, 12]", "straight = false"), None, "3s 4s 5s", False),
        (("naturals = 1", "naturals = 3"), None, "4s 4h BJ", False),
    ],
)
def test_a_changed_value_changes_the_verdict(change, on, play, legal):
    text = profile_text("classic").replace(*change, 1)
    assert text != profile_text("classic")
    profile = parse_profile(text, "my.toml")
    assert judge(profile, tuple(on.split()) if on else None, tuple(play.split())).legal is legal
