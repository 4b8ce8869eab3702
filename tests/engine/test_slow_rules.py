"""The engine's verdicts against the slow enumerator's, on random tables."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards import pack
from engine.game import judge
from engine.legal import verdict
from engine.profile import load_profile
from engine.recognise import readings
from tests.engine import slow_rules

PROFILES = tuple(slow_rules.TABLES)
RANKS = "3456789TJQKA2"


def some_cards(rng: Random) -> tuple[str, ...]:
    """Cards that are often a combination, and often just miss being one; no card twice."""
    deck = list(pack())
    rng.shuffle(deck)
    jokers = rng.choices((0, 1, 2), weights=(6, 3, 2))[0]
    low, width = rng.randrange(13), rng.choices((1, 2, 3, 4), weights=(4, 4, 2, 2))[0]
    length = rng.choices((1, 2, 3, 4, 5), weights=(6, 3, 5, 2, 1))[0]
    wanted = [RANKS[(low + step) % 13] for step in range(length) for _ in range(width)]
    for _ in range(rng.choices((0, 1, 2), weights=(5, 3, 2))[0]):
        if wanted:
            wanted.pop(rng.randrange(len(wanted)))
    if rng.random() < 0.1:
        wanted.append(rng.choice(RANKS))
    if rng.random() < 0.5:
        wanted = wanted[: max(1, len(wanted) - jokers)]
    cards = [
        deck.pop(next(i for i, card in enumerate(deck) if card[0] == rank and len(card) == 2))
        for rank in wanted
        if sum(c[0] == rank and len(c) == 2 and c[1] != "J" for c in deck)
    ]
    cards += rng.sample(("BJ", "RJ"), jokers)
    return tuple(cards) or ("3s",)


def compare(profile_name: str, count: int, seed: int) -> int:
    rng = Random(f"{profile_name} {seed}")
    profile = load_profile(profile_name)
    legal = 0
    for _ in range(count):
        play = some_cards(rng)
        on = some_cards(rng) if rng.random() < 0.75 else None
        while on is not None and not slow_rules.readings(on, profile_name):
            on = some_cards(rng)
        slow_on = slow_rules.readings(on, profile_name)[0] if on else None
        slow = slow_rules.verdict(profile_name, slow_on, play)
        ours = judge(profile, on, play)
        where = f"{profile_name}: {play} on {on}: {ours} against {slow}"
        assert ours.legal == (slow is not None), where
        if slow is not None:
            legal += 1
            assert numbers(ours.stands_for) == slow_rules.ranks(slow), where
            assert ours.wilds == slow[1], where
        declare = rng.choice(readings(play, profile)).stands_for if readings(play, profile) else None
        if declare and declare[0] not in ("BJ", "RJ"):
            slow = slow_rules.verdict(profile_name, slow_on, play, declare)
            current = readings(on, profile)[0] if on else None
            assert verdict(profile, current, play, declare).legal == (slow is not None), (where, declare)
    return legal


def numbers(ranks: tuple[str, ...]) -> list[int]:
    jokers = {"BJ": 16, "RJ": 17}
    return sorted(jokers.get(rank) or slow_rules.FACE[rank] for rank in ranks)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_sample_of_random_tables_agrees(profile):
    assert compare(profile, 400, seed=1) > 25


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_fifty_thousand_random_tables_agree(profile):
    assert compare(profile, 50_000, seed=2) > 4000


@pytest.mark.parametrize("profile", PROFILES)
def test_all_readings_agree(profile):
    rng = Random(profile)
    rules = load_profile(profile)
    for _ in range(300):
        cards = some_cards(rng)
        ours = [(numbers(combo.stands_for), combo.wilds) for combo in readings(cards, rules)]
        slow = [(slow_rules.ranks(reading), reading[1]) for reading in slow_rules.readings(cards, profile)]
        assert ours == slow, cards
