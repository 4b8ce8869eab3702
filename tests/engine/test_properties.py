"""What must hold for every hand, every play and every log."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Play, Settle, ShowHand, StartDeal, action_from_dict
from engine.cards import is_joker, pack
from engine.combos import Shape
from engine.compare import beats
from engine.events import event_from_dict
from engine.game import game_for, judge, replay
from engine.legal import verdict
from engine.plays import legal_plays
from engine.profile import load_profile, profile_names
from engine.quick_deal import random_deal
from engine.recognise import key_of, readings
from engine.state import state_hash

NAMES = tuple(name for name in profile_names() if load_profile(name).game == "gandengyan")
profiles = st.sampled_from(NAMES).map(load_profile)
small = st.lists(st.sampled_from(pack()), min_size=1, max_size=7, unique=True).map(tuple)
# ranks close together make combinations likely
close = st.lists(
    st.sampled_from([card for card in pack() if is_joker(card) or card[0] in "3456"]),
    min_size=1,
    max_size=6,
    unique=True,
).map(tuple)
few = settings(max_examples=40, deadline=None)


@few
@given(profiles, st.one_of(small, close), st.randoms())
def test_the_order_of_cards_never_matters(profile, cards, random):
    shuffled = list(cards)
    random.shuffle(shuffled)
    assert readings(tuple(shuffled), profile) == readings(cards, profile)


@few
@given(profiles, close)
def test_suits_never_matter(profile, cards):
    turn = str.maketrans("shdc", "hdcs")
    turned = tuple(card if is_joker(card) else card.translate(turn) for card in cards)
    assert readings(turned, profile) == readings(cards, profile)


@few
@given(profiles, close, close)
def test_legal_plays_are_accepted_and_nothing_else_of_the_hand_is(profile, hand, on):
    found = readings(on, profile)
    current = found[0] if found else None
    legal = legal_plays(profile, hand, current)
    for play in legal:
        answer = verdict(profile, current, play.cards, play.declared)
        assert answer.legal
        assert answer.stands_for == play.stands_for
    keys = {key(play.cards) for play in legal}
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            assert verdict(profile, current, cards).legal == (key(cards) in keys), cards


def key(cards):
    """Ranks; wild jokers alike, a joker alone as itself."""
    if len(cards) == 1:
        return key_of(cards)
    return tuple(min(place, 13) for place in key_of(cards))


@few
@given(profiles, close, close)
def test_equal_never_beats_and_never_both_ways(profile, one, other):
    for a in readings(one, profile):
        assert not beats(a, a, profile)
        for b in readings(other, profile):
            both = beats(a, b, profile) and beats(b, a, profile)
            # a pair on a single is the one answer that could be turned round, and it is not
            assert not both


@few
@given(profiles, small)
def test_an_illegal_lead_has_no_reading_and_a_sentence(profile, cards):
    answer = judge(profile, None, cards)
    assert answer.legal == bool(readings(cards, profile))
    if answer.legal:
        assert len(answer.stands_for) == len(cards)
        assert answer.kind != Shape.NONE


@few
@given(st.sampled_from(NAMES), st.integers(0, 10_000), st.integers(2, 4))
def test_payments_sum_to_zero_where_the_profile_says_so(name, seed, players):
    profile = load_profile(name)
    deal = random_deal(profile, Random(seed), max(players, profile.players[0]))
    amounts = [payment.amount for payment in deal.settled.payments]
    if profile.score.against:
        assert amounts[deal.winner] == 0
        assert all(amount < 0 for seat, amount in enumerate(amounts) if seat != deal.winner)
    else:
        assert sum(amounts) == 0


@settings(max_examples=8, deadline=None)
@given(st.sampled_from([name for name in NAMES if name != "free-beat"]), st.integers(0, 10_000))
def test_replaying_a_log_gives_the_same_state_and_hash(name, seed):
    game = game_for(load_profile(name))
    deal = random_deal(game.profile, Random(seed), 3, dealer=0)
    start = state = game.start(3)
    log, actions = [], [StartDeal(dealer=0)]
    actions += [Play(seat, cards, declared(reading)) for seat, cards, reading in deal.plays]
    for action in actions:
        assert action_from_dict(action.to_dict()) == action
        if state.phase == "playing" or state.deal == 0:
            events = game.decide(state, action)
            assert events == game.decide(state, action)
            for event in events:
                state = game.evolve(state, event)
            log += events
    if state.phase == "showing":
        for action in [ShowHand(seat, deal.left[seat]) for seat in state.awaiting] + [Settle()]:
            for event in game.decide(state, action):
                state = game.evolve(state, event)
                log.append(event)
    again = replay(game, start, [event_from_dict(event.to_dict()) for event in log])
    assert again == state
    assert state_hash(again) == state_hash(state)
    assert type(state).from_dict(state.to_dict()) == state


def declared(reading):
    return reading.stands_for if reading.wilds else None


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_let_stand_throughout_still_ends_with_conserved_cards(name):
    """Random rubbish, always let stand: counts never go below nothing."""
    from engine.actions import LetStand
    from engine.state import Phase

    game = game_for(load_profile(name))
    rng = Random(name)
    state = game.start(4)
    deck = list(pack())
    rng.shuffle(deck)

    def act(action):
        nonlocal state
        events = game.decide(state, action)
        for event in events:
            state = game.evolve(state, event)
        return events

    act(StartDeal(dealer=0))
    while deck and state.phase is Phase.PLAYING:
        cards = tuple(deck.pop() for _ in range(min(len(deck), rng.choice((1, 1, 2, 3)))))
        if act(Play(rng.randrange(4), cards))[0].kind == "refused":
            act(LetStand())
        assert all(seat.count >= 0 for seat in state.seats)
        assert state.pending == ()
