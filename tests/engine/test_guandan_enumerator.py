"""The engine against the slow enumerator, on random tables over all thirteen levels, wilds included."""

from __future__ import annotations

from random import Random

import pytest

from engine.guandan_combos import Combo, Shape, combo_of
from engine.guandan_judge import judge_cards
from engine.guandan_legal import legal_plays
from engine.guandan_recognise import readings

from .guandan_enumerator import (
    FACES,
    all_readings,
    is_legal,
    plays_from,
    strongest,
)
from .guandan_tables import random_cards, random_hand, random_table

TABLES_PER_LEVEL = {"sample": 400, "all": 4000}
HANDS_PER_LEVEL = {"sample": 12, "all": 60}


def as_found(combo: Combo, level: str) -> tuple[int, str, int, str]:
    """An engine reading in the enumerator's terms; values are places in an order, so only their sense is
    shared."""
    names = {"BJ": "b", "RJ": "r"}
    ranks = "".join(sorted(names.get(rank, rank) for rank in combo.ranks))
    return combo.tier, combo.shape.value, as_value(combo, level), ranks


def as_value(combo: Combo, level: str) -> int:
    if combo.shape is Shape.FOUR_JOKERS:
        return 0
    if combo.shape in (Shape.STRAIGHT, Shape.TUBE, Shape.PLATE, Shape.STRAIGHT_FLUSH):
        return "A23456789TJQKA".index(combo.ranks[0])
    names = {"BJ": "b", "RJ": "r"}
    order = [face for face in FACES if face != level] + [level, "b", "r"]
    return order.index(names.get(combo.ranks[0], combo.ranks[0]))


def check_tables(level: str, count: int) -> None:
    rng = Random(f"tables {level}")
    seen = 0
    for _ in range(count):
        on, play = random_table(rng, level)
        found = readings(play, level)
        assert {as_found(combo, level) for combo in found} == all_readings(play, level), (level, play)
        if found:
            assert as_found(found[0], level)[:3] == strongest(all_readings(play, level)), (level, play)
        verdict = judge_cards(tuple(on) if on else None, tuple(play), level)
        assert verdict.legal == is_legal(on, play, level), (level, on, play)
        seen += verdict.legal
    assert count // 10 < seen < count


def check_hands(level: str, count: int) -> None:
    rng = Random(f"hands {level}")
    for _ in range(count):
        hand = random_hand(rng, level, rng.randint(3, 9))
        on = None
        if rng.random() < 0.6:
            cards = random_cards(rng, level)
            found = readings(cards, level) if cards else ()
            on = found[0] if found else None
        listed = legal_plays(hand, level, on)
        mine = [laid_out(cards, combo, level) for cards, combo in listed]
        theirs = plays_from(hand, level, as_found(on, level)[:3] if on else None)
        assert len(mine) == len(set(mine)), (level, hand, on)
        assert set(mine) == theirs, (level, hand, on)


def laid_out(cards: tuple[str, ...], combo: Combo, level: str) -> tuple[str, str, int, str]:
    names = {"BJ": "b", "RJ": "r"}
    laid = "".join(sorted("*" if card == level + "h" else names.get(card, card[0]) for card in cards))
    suits = [card[1] for card in cards if card != level + "h"]
    suit = suits[0] if combo.shape is Shape.STRAIGHT_FLUSH else ""
    return combo.shape.value, suit, as_value(combo, level), laid


@pytest.mark.parametrize("level", FACES)
def test_sample_of_tables_agrees(level: str) -> None:
    check_tables(level, TABLES_PER_LEVEL["sample"])


@pytest.mark.parametrize("level", FACES)
def test_sample_of_hands_agrees(level: str) -> None:
    check_hands(level, HANDS_PER_LEVEL["sample"])


@pytest.mark.slow
@pytest.mark.parametrize("level", FACES)
def test_all_tables_agree(level: str) -> None:
    check_tables(level, TABLES_PER_LEVEL["all"])


@pytest.mark.slow
@pytest.mark.parametrize("level", FACES)
def test_all_hands_agree(level: str) -> None:
    check_hands(level, HANDS_PER_LEVEL["all"])


@pytest.mark.parametrize("level", FACES)
def test_a_reading_is_named_by_its_shape_and_ranks(level: str) -> None:
    rng = Random(f"names {level}")
    for _ in range(200):
        cards = random_cards(rng, level)
        for combo in readings(cards or (), level):
            assert combo_of(combo.shape.value, combo.ranks, level) == combo
