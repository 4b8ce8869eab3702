"""Whole random deals and matches: cards conserved, every deal ends, the score agrees with an independent
count."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from engine.actions import Play, StartDeal
from engine.events import Event, Played, Refused
from engine.game import game_for, replay
from engine.guandan import Guandan
from engine.guandan_actions import SetLevels
from engine.guandan_playout import deal_hands, play_out, random_deal
from engine.guandan_state import GuandanState
from engine.playout import play_out as play_dealt
from engine.playout import shuffled_deal
from engine.profile import load_profile
from engine.state import Phase

from .guandan_enumerator import FACES

PROFILES = ("huaian", "dongtai", "school", "hefei", "wafang")
DEALS = 6
MATCHES = 1


def table(profile: str) -> Guandan:
    return cast(Guandan, game_for(load_profile(profile)))


def test_hands_are_two_packs_of_27_each() -> None:
    hands = deal_hands(Random(1))
    assert [len(hand) for hand in hands] == [27] * 4
    assert set(Counter(card for hand in hands for card in hand).values()) == {2}


@pytest.mark.parametrize("level", FACES)
def test_random_deals_end_and_the_game_agrees_without_seeing_hands_or_passes(level: str) -> None:
    """The quick playout and `decide`/`evolve` with hidden hands tell the same story from plays alone."""
    rng = Random(f"deals {level}")
    for _ in range(DEALS):
        deal = random_deal(rng, level, leader=rng.randrange(4))
        game = table("huaian")
        state = hidden(game, level, deal.leader)
        for seat, cards, combo in deal.plays:
            assert state.phase is Phase.PLAYING
            for event in game.decide(state, Play(seat, cards, (combo.shape.value, *combo.ranks))):
                assert not isinstance(event, Refused)
                state = game.evolve(state, event)
        assert state.phase is Phase.IDLE
        assert state.order == deal.out
        assert_conserved(deal.hands, state)
        assert state.settlement is not None
        assert sum(payment.amount for payment in state.settlement.payments) == 2 * climb_of(deal.out)


def hidden(game: Guandan, level: str, leader: int) -> GuandanState:
    state = game.start(4)
    for action in (SetLevels((level, level)), StartDeal(dealer=leader)):
        for event in game.decide(state, action):
            state = game.evolve(state, event)
    return state


def assert_conserved(hands: tuple[tuple[str, ...], ...], state: GuandanState) -> None:
    for hand, seat in zip(hands, state.seats, strict=True):
        assert seat.count == 27 - len(seat.shown)
        assert not Counter(seat.shown) - Counter(hand)
    assert len(state.used) + sum(seat.count for seat in state.seats) == 108


def climb_of(out: tuple[int, ...]) -> int:
    """Independent of the engine: how far first place's partner is behind."""
    if (out[0] + out[1]) % 2 == 0:
        return 3
    return 2 if len(out) == 3 and (out[0] + out[2]) % 2 == 0 else 1


@pytest.mark.parametrize("profile", PROFILES)
def test_random_matches_with_known_hands_and_tribute(profile: str) -> None:
    rng = Random(f"matches {profile}")
    game = table(profile)
    for _ in range(MATCHES):
        state, log, climbs = game.start(4), [], [0, 0]
        while state.match_ended is None and state.deal < 12:
            state, events, _ = play_out(game, state, rng)
            log += events
            assert state.settlement is not None
            order = state.settlement.order
            climbs[order[0] % 2] += climb_of(order[:3] if (order[0] + order[1]) % 2 else order[:2])
            assert sorted(order) == [0, 1, 2, 3]
            assert all(seat.count == len(seat.hand or ()) for seat in state.seats)
            cards = Counter(state.used)
            for seat in state.seats:
                cards.update(seat.hand or ())
            assert set(cards.values()) == {2}
        assert not [event for event in log if isinstance(event, Refused) or event.kind == "contradiction"]
        assert state.totals == (climbs[0], climbs[1], climbs[0], climbs[1])
        assert replay(game, game.start(4), log) == state


@pytest.mark.parametrize("profile", PROFILES)
def test_dealt_hands_are_played_at_their_own_level_with_tribute_first(profile: str) -> None:
    """The player of every game knows Guandan's level: never a play that the level forbids."""
    rng, game = Random(f"dealt {profile}"), table(profile)
    state = game.start(4)
    for event in game.decide(state, SetLevels(("9", "K"), 1, order=(1, 3, 0, 2))):
        state = game.evolve(state, event)
    for event in game.decide(state, replace(shuffled_deal(game.profile, state, rng), dealer=None)):
        state = cast(GuandanState, game.evolve(state, event))
    assert state.in_tribute
    assert state.level == "K"
    after, log, _ = play_dealt(game, state, rng)
    kinds = Counter(event.kind for event in log)
    assert kinds["tribute-paid"] == kinds["card-returned"] == 2
    assert kinds["settled"] == 1
    assert not kinds["refused"] + kinds["contradiction"]
    assert any(isinstance(event, Played) and event.wilds for event in log)
    assert after.phase is Phase.IDLE


def test_every_shape_comes_up() -> None:
    rng = Random("shapes")
    seen: Counter[str] = Counter()
    for index in range(39):
        deal = random_deal(rng, FACES[index % 13])
        seen.update(combo.shape.value for _, _, combo in deal.plays)
    shapes = {"single", "pair", "triple", "full-house", "straight", "tube", "plate", "bomb", "straight-flush"}
    assert shapes <= set(seen)


def test_playing_the_same_deal_twice_gives_the_same_events() -> None:
    game = table("huaian")

    def once() -> list[Event]:
        return play_out(game, game.start(4), Random(5))[1]

    assert once() == once()
    assert any(isinstance(event, Played) for event in once())
