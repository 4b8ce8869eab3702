"""Cards, events, actions and states as text and JSON."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.actions import LetStand, Pass, Play, Settle, ShowHand, StartDeal, action_from_dict
from engine.cards import CODES, is_red, missing_from, pack, parse, sort_cards, without
from engine.errors import CardError, RecordError
from engine.events import event_from_dict
from engine.game import game_for
from engine.gandengyan_state import GandengyanState
from engine.playout import play_out, shuffled_deal
from engine.profile import load_profile
from engine.state import state_hash


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("6s 7S 8h", ("6s", "7s", "8h")),
        ("10h,Th;th".replace(";", " "), ("Th", "Th", "Th")),
        ("bj RJ 大王 小王", ("BJ", "RJ", "RJ", "BJ")),
        ("A♠ ♥10", ("As", "Th")),
        ("sA d3", ("As", "3d")),
        ("", ()),
    ],
)
def test_cards_are_read(text, cards):
    assert parse(text) == cards


@pytest.mark.parametrize("word", ["1s", "11h", "Ax", "XJ", "s"])
def test_no_cards_are_refused(word):
    with pytest.raises(CardError, match="is no card"):
        parse(word)


def test_packs_are_multisets():
    assert len(pack()) == len(set(pack())) == 54
    assert len(pack(2)) == 108
    assert len(pack(jokers=False)) == 52
    assert without(("3s", "3s", "4d"), ("3s",)) == ("3s", "4d")
    assert missing_from(("3s", "3s"), ("3s",)) == ("3s",)
    assert sort_cards(("RJ", "2d", "3s", "3d")) == ("3d", "3s", "2d", "RJ")
    assert [card for card in CODES if is_red(card)][-1] == "RJ"


def test_actions_round_trip():
    for action in (
        StartDeal(dealer=1, hands=(("3s",), ("4s",))),
        Play(0, ("3s",), ("3",)),
        Pass(1),
        LetStand(),
        ShowHand(2, ()),
        Settle(force=True),
    ):
        text = json.dumps(action.to_dict())
        assert action_from_dict(json.loads(text)) == action


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "fly"},
        {"kind": "play", "seat": "0", "cards": []},
        {"kind": "play", "seat": True, "cards": []},
        {"kind": "play", "cards": []},
        {"kind": "play", "seat": 0, "cards": "3s"},
        {"kind": "play", "seat": 0, "cards": ["3s"], "more": 1},
    ],
)
def test_wrong_records_are_refused(data):
    with pytest.raises(RecordError):
        action_from_dict(data)
    with pytest.raises(RecordError):
        event_from_dict({**data, "kind": "played" if data.get("kind") == "play" else data.get("kind")})


@pytest.mark.parametrize("name", ["classic", "free-beat", "colour-match"])
def test_a_whole_log_round_trips_with_its_states(name):

    game = game_for(load_profile(name))
    rng = Random(5)
    state = game.start(3)
    for event in game.decide(state, shuffled_deal(game.profile, state, rng)):
        state = game.evolve(state, event)
    state, log, actions = play_out(game, state, rng)
    for item in actions:
        assert action_from_dict(json.loads(json.dumps(item.to_dict()))) == item
    for event in log:
        assert event_from_dict(json.loads(json.dumps(event.to_dict()))) == event
    again = type(state).from_dict(json.loads(json.dumps(state.to_dict())))
    assert again == state
    assert state_hash(again) == state_hash(state)


def test_the_hash_tells_states_apart():
    one = GandengyanState(game="gandengyan", profile="classic", players=3)
    assert state_hash(one) != state_hash(GandengyanState(game="gandengyan", profile="classic", players=4))
