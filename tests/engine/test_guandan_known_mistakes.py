"""One test for each mistake that Guandan engines are known to make."""

from __future__ import annotations

import pytest

from engine.actions import Play
from engine.guandan_actions import SetLevels
from engine.tribute import PayTribute, ReturnCard

from .guandan_play import Match, cards, kinds, of, verdict

JOKERS = "BJ BJ RJ RJ"


@pytest.mark.parametrize("size", range(4, 9))
def test_four_jokers_beat_bombs_of_every_size(size: int) -> None:
    bomb = " ".join((cards("As Ah Ad Ac") * 2)[:size])
    assert verdict(bomb, JOKERS).legal
    assert verdict(JOKERS, bomb).code == "four-jokers-on-top"


def test_four_jokers_beat_the_bomb_of_ten_and_the_highest_straight_flush() -> None:
    ten = "As Ah Ad Ac As Ah Ad Ac 2h 2h"
    assert verdict(ten, JOKERS).legal
    assert verdict("Ts Js Qs Ks As", JOKERS).legal
    assert not verdict(JOKERS, ten).legal


def test_equal_straight_flushes_do_not_beat_each_other() -> None:
    assert verdict("3s 4s 5s 6s 7s", "3d 4d 5d 6d 7d").code == "bomb-does-not-beat"
    assert verdict("3s 4s 5s 6s 7s", "4d 5d 6d 7d 8d").legal


@pytest.mark.parametrize(
    ("on", "play", "legal"),
    [
        ("5s 5c 5d 6s 6c 6d", "7s 7c 7d 8s 8c 8d", True),
        ("7s 7c 7d 8s 8c 8d", "4s 4c 4d 5s 5c 5d", False),
        ("4s 4c 4d 5s 5c 5d", "5s 5c 5d 6s 6c 6d", True),
        ("Ks Kc Kd As Ac Ad", "5s 5c 5d 6s 6c 6d", False),
    ],
    ids=["above", "level-cards-are-low", "level-cards-above", "level-cards-below-aces"],
)
def test_a_plate_with_level_cards_ranks_by_natural_place(on: str, play: str, legal: bool) -> None:
    assert verdict(on, play, level="5").legal is legal


def test_level_cards_in_plates_do_not_become_high() -> None:
    assert not verdict("6s 6c 6d 7s 7c 7d", "5s 5c 5d 6s 6c 6d", level="5").legal


@pytest.mark.parametrize(
    ("shape", "low", "higher"),
    [
        ("tube", "As Ac 2s 2c 3s 3c", "2d 2c 3s 3d 4c 4d"),
        ("plate", "As Ac Ad 2s 2c 2d", "2s 2c 2d 3s 3c 3d"),
    ],
    ids=["AA2233", "AAA222"],
)
def test_the_low_ace_makes_the_lowest_run(shape: str, low: str, higher: str) -> None:
    assert verdict("", low, level="9").kind == shape
    assert verdict(low, higher, level="9").legal
    assert not verdict(higher, low, level="9").legal


def test_a_pair_of_equal_jokers_fills_a_full_house() -> None:
    assert verdict("", "8s 8c 8d BJ BJ").kind == "full-house"
    assert verdict("7s 7c 7d As Ac", "8s 8c 8d RJ RJ").legal
    assert not verdict("", "8s 8c 8d BJ RJ").legal
    assert not verdict("9s 9c 9d 3s 3c", "8s 8c 8d RJ RJ").legal, "the triple alone compares"


def test_bombs_of_nine_and_ten_cards() -> None:
    eight = "7s 7h 7d 7c 7s 7h 7d 7c"
    nine, ten = f"{eight} 5h", f"{eight} 5h 5h"
    assert verdict("", nine, level="5").stands_for == ("7",) * 9
    assert verdict("", ten, level="5").stands_for == ("7",) * 10
    assert verdict("As Ah Ad Ac As Ah Ad Ac", nine, level="5").legal
    assert (
        verdict("As Ah Ad Ac As Ah Ad Ac 5h", ten.rsplit(" ", 1)[0] + " 5h", level="5").code == "third-copy"
    )
    assert verdict("As Ah Ad Ac As Ah Ad Ac", ten, level="5").legal


def after(order: tuple[int, ...], profile: str, level: str) -> Match:
    match = Match(profile)
    match.do(SetLevels((level, level), stage=order[0] % 2, order=order))
    match.start()
    return match


def test_a_level_card_of_at_most_ten_may_be_returned() -> None:
    match = after((0, 1, 2, 3), "dongtai", "5")
    match.do(PayTribute(3, "RJ"))
    assert kinds(match.do(ReturnCard(0, "5s"))) == ["card-returned", "tribute-done"]


def test_the_deal_ends_at_once_after_first_and_second() -> None:
    match = Match()
    match.start(0, ["As", "3s 3d", "Ks", "4s 4d"])
    match.play(0, "As")
    events = match.play(2, "Ks")
    assert kinds(events)[-4:] == ["deal-ended", "settled", "level-moved", "stage-taken"]
    assert match.state.settlement is not None
    assert match.state.settlement.order == (0, 2, 3, 1)
    assert match.state.levels == ("5", "2")


def test_the_level_heart_is_never_owed_as_tribute() -> None:
    match = Match()
    match.do(SetLevels(("5", "5"), stage=0, order=(0, 1, 2, 3)))
    match.start(None, ["3s 4s", "6s 6d", "7s 7d", "5h Ks 9s"])
    assert of(match.do(PayTribute(3, "9s")), "refused")[0].to_dict()["params"]["cards"] == ["Ks"]
    assert kinds(match.do(PayTribute(3, "Ks")))[-2:] == ["tribute-paid", "tribute-taken"]


def test_the_level_heart_laid_down_as_tribute_is_an_alert() -> None:
    match = after((0, 1, 2, 3), "huaian", "5")
    refused = of(match.do(PayTribute(3, "5h")), "refused")
    assert refused[0].to_dict()["code"] == "tribute-wild"


def test_the_low_ace_in_a_straight_flush_is_low() -> None:
    assert verdict("", "As 2s 3s 4s 5s").kind == "straight-flush"
    assert verdict("As 2s 3s 4s 5s", "2d 3d 4d 5d 6d", level="9").legal
    assert not verdict("2d 3d 4d 5d 6d", "As 2s 3s 4s 5s", level="9").legal
    assert verdict("9d Td Jd Qd Kd", "Ts Js Qs Ks As", level="2").legal


@pytest.mark.parametrize(
    "play",
    ["BJ 5h", "RJ 5h", "BJ BJ RJ 5h", "8s 8c 8d BJ 5h", "BJ 5h 5h"],
    ids=["small", "big", "fourth-joker", "joker-pair-of-full-house", "with-both-wilds"],
)
def test_a_wild_is_never_a_joker(play: str) -> None:
    refused = verdict("", play, level="5")
    assert not refused.legal
    assert refused.code in ("wild-no-joker", "joker-alone")


def test_two_wilds_alone_are_a_pair_of_level_cards() -> None:
    pair = verdict("", "5h 5h", level="5")
    assert (pair.kind, pair.stands_for) == ("pair", ("5", "5"))
    assert verdict("As Ac", "5h 5h", level="5").legal
    assert not verdict("5s 5c", "5h 5h", level="5").legal
    assert not verdict("BJ BJ", "5h 5h", level="5").legal


def test_a_third_copy_is_impossible_and_said_so() -> None:
    match = Match()
    match.start(0)
    match.play(0, "7s 7s")
    refused = match.do(Play(1, cards("7s 7d 7h 7c")))[0].to_dict()
    assert (refused["kind"], refused["code"], refused["params"]["cards"]) == ("refused", "third-copy", ["7s"])
