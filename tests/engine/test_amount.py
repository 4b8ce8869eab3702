"""Exact amounts: fractions as stakes, sums without rounding, and back from JSON unchanged."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.amount import exact, plain, total
from engine.errors import EngineError, RecordError
from engine.events import Settled, event_from_dict
from engine.game import game_for, run
from engine.playout import play_out, shuffled_deal
from engine.profile import load_profile
from engine.score import score

DECIMALS = st.integers(-(10**9), 10**9).map(lambda thousandths: thousandths / 1000)


@given(DECIMALS)
def test_what_people_write_comes_back_from_json(value):
    assert exact(json.loads(json.dumps(plain(exact(value))))) == exact(value)
    assert float(plain(exact(value))) == value


@given(st.lists(DECIMALS, max_size=30))
def test_sums_are_exact(values):
    assert total(values) == sum((Fraction(str(value)) for value in values), Fraction(0))


def test_a_tenth_ten_times_is_one():
    assert total([0.1] * 10) == 1
    assert isinstance(exact(3.0), int)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "half", True])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(RecordError, match="expected a number"):
        exact(value)


@pytest.mark.parametrize("stake", [0.1, 0.25, 2.5])
@pytest.mark.parametrize("name", ["classic", "shanghai", "tournament"])
def test_many_deals_with_a_fraction_as_stake_are_so_many_times_as_many_points(name, stake):
    profile = load_profile(name)
    game = game_for(profile)
    states = {1: game.start(4), stake: game.start(4, stake=exact(stake))}
    for number in range(8):
        for each, before in states.items():
            started, _ = run(game, before, [shuffled_deal(profile, before, Random(number), number % 4)])
            states[each], events, _ = play_out(game, started, Random(number))
            settled = next(event for event in events if isinstance(event, Settled))
            assert event_from_dict(json.loads(json.dumps(settled.to_dict()))) == settled
    whole, part = states[1], states[stake]
    assert [each * exact(stake) for each in whole.totals] == list(part.totals)


def test_a_line_may_have_a_fraction_as_stake():
    line = {
        "profile": "classic",
        "players": 2,
        "dealer": 0,
        "plays": [{"seat": 0, "cards": ["3s", "4s", "5s", "6s", "7s", "8s"]}],
        "hands": {"1": ["3d", "4d", "6d", "8d", "9d"]},
    }
    whole = score({**line, "stake": 1})["payments"]
    assert score({**line, "stake": 0.25})["payments"] == [each / 4 for each in whole]


@pytest.mark.parametrize("stake", [0, -1, Fraction(-1, 2)])
def test_a_stake_of_nothing_is_refused(stake):
    with pytest.raises(EngineError, match="more than 0"):
        game_for(load_profile("classic")).start(4, stake=stake)
