"""Legal plays: everything listed is accepted, nothing else from the same hand is; count tables; cards never
mixed up."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.guandan_holding import Holding
from engine.guandan_judge import judge_on
from engine.guandan_legal import legal_plays
from engine.guandan_order import LEVELS, RANK_OF, TWO_PACKS
from engine.guandan_recognise import readings

from .guandan_play import cards

GOLDEN = Path(__file__).parent.parent / "golden" / "guandan_counts.txt"

Hand = tuple[str, tuple[str, ...]]

levels = st.sampled_from(LEVELS)
hands = st.lists(st.sampled_from(range(len(TWO_PACKS))), min_size=1, max_size=7, unique=True).map(
    lambda places: tuple(TWO_PACKS[place] for place in places)
)


@st.composite
def close_hands(draw: st.DrawFn) -> Hand:
    """A level and a small hand of few ranks, wilds likely, so that there is something to combine."""
    level = draw(levels)
    low = draw(st.integers(0, 8))
    pool = [card for card in TWO_PACKS if card[0] in LEVELS[low : low + 5] or card == level + "h"]
    places = draw(st.lists(st.integers(0, len(pool) - 1), min_size=1, max_size=8, unique=True))
    return level, tuple(pool[place] for place in places)


@settings(max_examples=150, deadline=None)
@given(close_hands(), st.randoms(use_true_random=False))
def test_order_of_cards_never_matters(hand: Hand, rng: Random) -> None:
    level, held = hand
    shuffled = list(held)
    rng.shuffle(shuffled)
    assert readings(held, level) == readings(shuffled, level)
    assert Counter(combo for _, combo in legal_plays(held, level)) == Counter(
        combo for _, combo in legal_plays(shuffled, level)
    )


@settings(max_examples=100, deadline=None)
@given(close_hands(), close_hands())
def test_every_listed_play_is_accepted(hand: Hand, other: Hand) -> None:
    level, held = hand
    found = readings(other[1], level)
    on = found[0] if found else None
    for play, combo in legal_plays(held, level, on):
        assert not Counter(play) - Counter(held)
        said = (combo.shape.value, *combo.ranks)
        verdict = judge_on(on, play, level, said)
        assert (verdict.legal, verdict.reading) == (True, combo)


@settings(max_examples=60, deadline=None)
@given(close_hands(), close_hands())
def test_nothing_else_from_the_same_hand_is(hand: Hand, other: Hand) -> None:
    level, held = hand
    found = readings(other[1], level)
    on = found[0] if found else None
    listed = {(combo, ranks_of(play, level)) for play, combo in legal_plays(held, level, on)}
    for size in range(1, len(held) + 1):
        for play in combinations(held, size):
            verdict = judge_on(on, play, level)
            if verdict.legal:
                assert (verdict.reading, ranks_of(play, level)) in listed


def ranks_of(play: tuple[str, ...], level: str) -> tuple[str, ...]:
    return tuple(sorted("*" if card == level + "h" else RANK_OF[card] for card in play))


@given(hands, levels)
def test_a_holding_keeps_its_cards(hand: tuple[str, ...], level: str) -> None:
    holding = Holding(hand, level)
    assert holding.size == len(hand)
    holding.remove(hand[:1])
    assert holding.size == len(hand) - 1
    rest = [*holding.wilds, *(card for group in holding.by_rank.values() for card in group)]
    assert Counter(rest) == Counter(hand) - Counter(hand[:1])


def test_a_holding_refuses_what_it_does_not_hold() -> None:
    holding = Holding(cards("3s 4s"), "5")
    with pytest.raises((KeyError, ValueError)):
        holding.remove(("3d",))
    with pytest.raises((KeyError, ValueError)):
        holding.remove(("5h",))


def table_rows() -> list[tuple[str, str, str, int]]:
    rows = []
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            level, on, count, hand = (part.strip() for part in line.split("|"))
            rows.append((level, on, hand, int(count)))
    return rows


@pytest.mark.parametrize(("level", "on", "hand", "count"), table_rows())
def test_count_table(level: str, on: str, hand: str, count: int) -> None:
    """As chess engines count positions: how many plays a fixed hand has, as a lead and on a combination."""
    current = readings(cards(on), level)[0] if on != "-" else None
    assert len(legal_plays(cards(hand), level, current)) == count
