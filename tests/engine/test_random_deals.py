"""Whole random deals for every number of players in every profile.

Each deal is played by the quick random player, replayed by `decide`/`evolve` with known and with hidden
hands, and reckoned by the slow table, which shares no code with the engine.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.actions import Play, Settle, ShowHand, StartDeal
from engine.cards import pack
from engine.events import event_from_dict
from engine.game import game_for, replay
from engine.playout import play_out, shuffled_deal
from engine.profile import load_profile
from engine.quick_deal import QuickDeal, random_deal
from engine.score import score
from engine.state import Phase, state_hash
from tests.engine import slow_rules
from tests.engine.slow_table import SlowTable

CASES = [
    (name, players)
    for name in slow_rules.TABLES
    for players in range(load_profile(name).players[0], load_profile(name).players[1] + 1)
]


def slow_result(name: str, deal: QuickDeal) -> SlowTable:
    """The deal replayed by the slow table: whoever does not play in turn passes."""
    table = SlowTable(name, deal.hands, deal.stock, deal.leader, stake=3)
    for number, (player, cards, reading) in enumerate(deal.plays):
        end = table.owner if number in deal.leads else player
        if table.on is not None:
            seat = (table.owner + 1) % table.players
            while seat != end:
                table.pass_(seat)
                seat = (seat + 1) % table.players
            if number in deal.leads:
                table.end_trick()
        table.play(player, cards, declared(reading))
    return table


def moved_lead(deal: QuickDeal) -> bool:
    """Whether some trick was led by another than its winner, who held only jokers:

    plays alone may not tell.
    """
    return any(deal.plays[number][0] != deal.plays[number - 1][0] for number in deal.leads if number)


def reshuffled(deal: QuickDeal) -> bool:
    """Whether some card came twice: the game reshuffles in an order of its own."""
    held = [card for _, cards, _ in deal.plays for card in cards]
    held += [card for hand in deal.left for card in hand]
    return len(held) != len(set(held))


@pytest.mark.parametrize(("name", "players"), CASES)
def test_quick_deals_are_reckoned_like_the_slow_table_does(name, players):
    profile = load_profile(name)
    rng = Random(f"{name} {players}")
    for _ in range(12 if name != "free-beat" or players < 5 else 3):
        deal = random_deal(profile, rng, players, stake=3)
        assert deal.winner is not None
        assert deal.settled is not None
        assert deal.left[deal.winner] == ()
        amounts = [payment.amount for payment in deal.settled.payments]
        if name == "free-beat" and len(deal.plays) + len(deal.stock) > 30:
            slow = SlowTable(name, deal.left, (), deal.leader, stake=3)
            slow.winner = deal.winner
        else:
            slow = slow_result(name, deal)
            assert slow.winner == deal.winner
            assert [sorted(hand) for hand in slow.hands] == [sorted(hand) for hand in deal.left]
            seen = Counter(card for _, cards, _ in deal.plays for card in cards)
            seen.update(card for hand in deal.left for card in hand)
            assert seen + Counter(slow.stock) == Counter(pack())
        assert amounts == slow.payments(), (deal.plays, deal.left)
        assert deal.settled.multiplier == slow.multiplier()
        if name != "tournament":
            assert sum(amounts) == 0


@pytest.mark.parametrize(("name", "players"), CASES)
def test_hidden_hands_give_the_same_result_from_plays_alone(name, players):
    profile = load_profile(name)
    rng = Random(f"hidden {name} {players}")
    for _ in range(2 if name != "free-beat" else 1):
        deal = random_deal(profile, rng, players)
        while len(deal.plays) > 200:
            deal = random_deal(profile, rng, players)
        if moved_lead(deal):
            continue
        plays = [
            {"seat": seat, "cards": list(cards), "declared": declared(reading)}
            for seat, cards, reading in deal.plays
        ]
        hands = {str(seat): list(hand) for seat, hand in enumerate(deal.left) if seat != deal.winner}
        line = {
            "profile": name,
            "players": players,
            "dealer": deal.dealer,
            "stake": 1,
            "plays": plays,
            "hands": hands,
        }
        found = score(line)
        assert found["violations"] == []
        assert found["winner"] == deal.winner
        assert found["payments"] == [payment.amount for payment in deal.settled.payments]


def declared(reading) -> list[str] | None:
    return list(reading.stands_for) if reading.wilds else None


@pytest.mark.parametrize(("name", "players"), CASES)
def test_known_hands_give_the_same_result_and_the_log_replays(name, players):
    game = game_for(load_profile(name))
    rng = Random(f"known {name} {players}")
    deal = random_deal(game.profile, rng, players)
    while moved_lead(deal) or reshuffled(deal):
        deal = random_deal(game.profile, rng, players)
    start = state = game.start(players)
    log = []
    actions = [StartDeal(dealer=deal.dealer, hands=deal.hands, stock=deal.stock)]
    actions += [
        Play(seat, cards, tuple(declared(reading) or ()) or None) for seat, cards, reading in deal.plays
    ]
    actions += [ShowHand(seat, hand) for seat, hand in enumerate(deal.left) if seat != deal.winner]
    for action in [*actions, Settle()]:
        for event in game.decide(state, action):
            state = game.evolve(state, event)
            log.append(event)
            held = sum(seat.count for seat in state.seats)
            assert held + state.stock + len(state.used) == 54
            assert all(seat.hand is not None and len(seat.hand) == seat.count for seat in state.seats)
    assert not [event for event in log if event.kind in ("refused", "contradiction")]
    assert [payment.amount for payment in state.settlement.payments] == [
        payment.amount for payment in deal.settled.payments
    ]
    again = replay(game, start, [event_from_dict(event.to_dict()) for event in log])
    assert state_hash(again) == state_hash(state)


@pytest.mark.parametrize("name", [*slow_rules.TABLES, "colour-match"])
@pytest.mark.parametrize("players", [3, 5])
def test_deals_played_through_the_game_end_and_are_settled(name, players):
    game = game_for(load_profile(name))
    rng = Random(f"through {name} {players}")
    start = state = game.start(players)
    dealt = game.decide(state, shuffled_deal(game.profile, state, rng))
    for event in dealt:
        state = game.evolve(state, event)
    state, log, _ = play_out(game, state, rng)
    assert state.phase is Phase.IDLE
    assert state.settlement is not None
    assert not [event for event in log if event.kind in ("refused", "contradiction")]
    total = 52 if name == "colour-match" else 54
    assert sum(seat.count for seat in state.seats) + state.stock + len(state.used) == total
    again = replay(game, start, [event_from_dict(event.to_dict()) for event in (*dealt, *log)])
    assert state_hash(again) == state_hash(state)


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_rules.TABLES)
def test_two_thousand_more_deals(name):
    profile = load_profile(name)
    rng = Random(f"many {name}")
    for number in range(2000):
        deal = random_deal(profile, rng, profile.players[0] + number % (profile.players[1] - 1))
        assert deal.settled is not None
        if not (name == "free-beat" and len(deal.plays) + len(deal.stock) > 30):
            slow = slow_result(name, deal)
            slow.stake = 1
            assert [payment.amount for payment in deal.settled.payments] == slow.payments()
