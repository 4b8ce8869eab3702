"""The sentences of RULES.md, section Guandan, on shapes, order and readings, one by one."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.cards import pack
from engine.errors import CardError, EngineError
from engine.guandan_combos import Shape
from engine.guandan_compare import beats
from engine.guandan_order import LEVELS, TWO_PACKS, climb, fall, strength
from engine.guandan_recognise import readings

from .guandan_play import cards, verdict

SHAPES = [
    ("3s", "single"),
    ("BJ", "single"),
    ("3s 3h", "pair"),
    ("BJ BJ", "pair"),
    ("RJ RJ", "pair"),
    ("3s 3h 3d", "triple"),
    ("3s 3h 3d 4s 4h", "full-house"),
    ("3s 3h 3d RJ RJ", "full-house"),
    ("As 2h 3d 4c 5s", "straight"),
    ("Ts Jh Qd Kc As", "straight"),
    ("2s 2c 3s 3c 4s 4c", "tube"),
    ("As Ac 2s 2c 3s 3c", "tube"),
    ("Qs Qc Ks Kc As Ac", "tube"),
    ("3s 3c 3d 4s 4c 4d", "plate"),
    ("As Ac Ad 2s 2c 2d", "plate"),
    ("Ks Kc Kd As Ac Ad", "plate"),
    ("3s 3h 3d 3c", "bomb"),
    ("3s 3h 3d 3c 3s 3h 3d 3c", "bomb"),
    ("3s 4s 5s 6s 7s", "straight-flush"),
    ("BJ BJ RJ RJ", "four-jokers"),
]


@pytest.mark.parametrize(("play", "kind"), SHAPES, ids=[play for play, _ in SHAPES])
def test_shapes(play: str, kind: str) -> None:
    found = verdict("", play, level="9")
    assert (found.legal, found.kind) == (True, kind)


NO_SHAPE = [
    ("BJ RJ", "joker-alone"),
    ("BJ BJ RJ", "joker-alone"),
    ("Ts Js Qs Ks RJ", "joker-alone"),
    ("3s 4h 5d 6c", "straight-length"),
    ("3s 4h 5d 6c 7s 8h", "straight-length"),
    ("3s 3h 4s 4h", "tube-length"),
    ("3s 3h 4s 4h 5s 5h 6s 6h", "tube-length"),
    ("3s 3h 3d 4s 4h 4d 5s 5h 5d", "plate-length"),
    ("Qs Kh Ad 2c 3s", "round-the-ace"),
    ("Ks Kh As Ah 2s 2h", "round-the-ace"),
    ("3s 3h 3d 4s", "triple-with"),
    ("3s 3h 3d 4s 5h", "triple-with"),
    ("3s 4h", "no-combination"),
    ("3s 3h 3d 4s 4h 5c", "no-combination"),
    ("BJ 9h", "wild-no-joker"),
    ("7s 7s 7s", "third-copy"),
]


@pytest.mark.parametrize(("play", "code"), NO_SHAPE, ids=[play for play, _ in NO_SHAPE])
def test_no_shapes_say_which_rule_is_broken(play: str, code: str) -> None:
    refused = verdict("", play, level="9")
    assert (refused.legal, refused.code) == (False, code)


BOMB_ORDER = [
    "2s 2h 2d 2c",
    "As Ah Ad Ac",
    "9s 9d 9c 9s",
    "2s 2h 2d 2c 2s",
    "As Ah Ad Ac As",
    "9s 9d 9c 9s 9d",
    "As 2s 3s 4s 5s",
    "2s 3s 4s 5s 6s",
    "Ts Js Qs Ks As",
    "2s 2h 2d 2c 2s 2h",
    "As Ah Ad Ac As Ah",
    "9s 9d 9c 9s 9d 9c",
    "2s 2h 2d 2c 2s 2h 2d",
    "2s 2h 2d 2c 2s 2h 2d 2c",
    "2s 2h 2d 2c 2s 2h 2d 2c 9h",
    "2s 2h 2d 2c 2s 2h 2d 2c 9h 9h",
    "BJ BJ RJ RJ",
]


def test_bomb_order_from_four_twos_to_four_jokers() -> None:
    bombs = [readings(cards(text), "9")[0] for text in BOMB_ORDER]
    for index, low in enumerate(bombs):
        assert not beats(low, low)
        for high in bombs[index + 1 :]:
            assert beats(high, low)
            assert not beats(low, high)


@pytest.mark.parametrize("level", LEVELS)
def test_rank_order_of_singles_at_every_level(level: str) -> None:
    order = ["RJ", "BJ", level, *(rank for rank in reversed(LEVELS) if rank != level)]
    singles = [readings((rank if rank in ("RJ", "BJ") else rank + "s",), level)[0] for rank in order]
    for high, low in pairwise(singles):
        assert beats(high, low)
        assert not beats(low, high)
    assert [strength(rank, level) for rank in order] == sorted(
        (strength(rank, level) for rank in order), reverse=True
    )


@pytest.mark.parametrize(
    ("on", "play", "legal"),
    [
        ("3s", "4s", True),
        ("3s", "Ks", True),
        ("3s", "3d", False),
        ("3s", "4s 4d", False),
        ("3s 3h 3d 2s 2d", "4s 4h 4d 3c 3s", True),
        ("4s 4h 4d Ks Kd", "5s 5h 5d 2c 2s", True),
        ("9s 9h 9d", "Ts Th Td", True),
        ("3s 4h 5d 6c 7s", "4s 5h 6d 7c 8s", True),
        ("3s 4h 5d 6c 7s", "5s 6h 7d 8c Ts", False),
        ("As 2h 3d 4c 5s", "2s 3h 4d 5c 6s", True),
        ("Ts Jh Qd Kc As", "As 2h 3d 4c 5s", False),
        ("As Ah Ad", "3s 3h 3d 3c", True),
        ("3s 3h 3d 3c", "As Ah Ad", False),
    ],
)
def test_other_shapes_beat_only_the_same_shape_and_size_any_higher(on: str, play: str, legal: bool) -> None:
    assert verdict(on, play, level="8").legal is legal


def test_the_level_rank_takes_its_natural_place_in_a_straight() -> None:
    assert verdict("3s 4h 5d 6c 7s", "4s 5h 6d 7c 8s", level="3").legal
    assert not verdict("4s 5h 6d 7c 8s", "3s 4h 5d 6c 7s", level="3").legal
    assert verdict("As", "3s", level="3").legal


@pytest.mark.parametrize(
    ("play", "ranks"),
    [
        ("8s 8c 8d 9s 5h", "8 8 8 9 9"),
        ("8s 8c 9d 9s 5h", "9 9 9 8 8"),
        ("8s 8c 8d 5h", "8 8 8 8"),
        ("8s 8c 8d 5h 5h", "8 8 8 8 8"),
        ("3s 4c 6d 7s 5h", "3 4 5 6 7"),
        ("3s 4c 5d 6s 5h", "3 4 5 6 7"),
        ("Ts Jc Qd Ks 5h", "T J Q K A"),
        ("As 2c 3d 4s 5h", "A 2 3 4 5"),
        ("2c 3d 4s 5h 5c", "2 3 4 5 6"),
        ("8s 8c 9d 9s 5h 5h", "8 8 8 9 9 9"),
        ("8s 5h", "8 8"),
        ("5s 5h", "5 5"),
        ("5h", "5"),
    ],
)
def test_undeclared_the_strongest_reading_is_in_force(play: str, ranks: str) -> None:
    assert verdict("", play, level="5").stands_for == cards(ranks)


def test_a_wild_and_four_of_a_suit_are_a_straight_flush_unless_declared_a_straight() -> None:
    assert verdict("", "3s 4s 6s 7s 5h", level="5").kind == "straight-flush"
    assert verdict("", "3s 4s 6s 7s 5h", level="5", declared="straight").kind == "straight"
    assert verdict("", "3s 4s 5s 6s 7s", level="9", declared="straight").code == "cannot-be-read"


def test_a_declared_reading_holds_and_is_judged_as_declared() -> None:
    both = "8s 8c 9d 9s 5h"
    assert verdict("7s 7c 7d Ks Kd", both, level="5", declared="8 8 8 9 9").stands_for[0] == "8"
    assert verdict("8h 8d 8s 3s 3c", both, level="5").stands_for == cards("9 9 9 8 8")
    assert (
        verdict("8h 8d 8s 3s 3c", "8c 8s 9d 9s 5h", level="5", declared="8 8 8 9 9").code == "does-not-beat"
    )
    assert verdict("", both, level="5", declared="8 8 9 9 T").code == "cannot-be-read"


def test_of_a_followers_readings_only_those_that_beat_count() -> None:
    found = verdict("3s 3c 4s 4c 5s 5c", "6s 6c 7d 7s 8h 8h", level="8", declared="tube")
    assert found.stands_for == cards("6 6 7 7 8 8")
    assert found.alternatives == (cards("5 5 6 6 7 7"),)


def test_readings_come_in_order_whatever_the_order_of_cards() -> None:
    play = cards("8s 8c 9d 9s 5h 5h")
    shapes = [combo.shape for combo in readings(play, "5")]
    assert shapes == [Shape.PLATE, Shape.TUBE, Shape.TUBE]
    assert readings(reversed(play), "5") == readings(play, "5")


def test_two_packs_and_levels() -> None:
    assert sorted(TWO_PACKS) == sorted(pack(2))
    assert (climb("Q", 3), climb("A", 1), climb("2", 3)) == ("A", "A", "5")
    assert (fall("4", 3), fall("9", 3)) == (("2", 1), ("6", 0))


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: verdict("", "3x"), "invalid-card"),
        (lambda: verdict("", "3s", level="1"), "invalid-level"),
        (lambda: verdict("3s 5s", "3s"), "on-no-shape"),
    ],
)
def test_requests_that_make_no_sense_say_so(call: object, code: str) -> None:
    with pytest.raises((EngineError, CardError)) as caught:
        call()  # type: ignore[operator]
    assert caught.value.code == code
