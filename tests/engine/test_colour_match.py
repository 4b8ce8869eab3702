"""The matching game (000, second text)."""

from __future__ import annotations

import pytest

from engine.actions import ChooseColour, Draw, EndDeal, LetStand, Pass, Retract, StartDeal
from engine.cards import pack, parse
from engine.check import check
from engine.colour_rules import hand_points
from engine.colour_state import ChangeStartCard
from engine.errors import ActionError, ProfileError
from engine.profile import load_profile, parse_profile, profile_text
from tests.engine.table import Table

PROFILE = load_profile("colour-match")


class Colours(Table):
    """A colour-match table with known hands: the rest of the pack is the stock, `first` on top."""

    def __init__(self, *hands: str, first: str = "", start: str = "5h", profile=PROFILE) -> None:
        super().__init__(profile, len(hands))
        self.state = self.game.start(len(hands))
        known = tuple(parse(hand) for hand in hands)
        top = parse(f"{start} {first}")
        held = {card for hand in known for card in hand} | set(top)
        rest = tuple(card for card in pack(jokers=False) if card not in held)
        self.do(StartDeal(dealer=0, hands=known, stock=(*top, *rest)))

    def hand(self, seat: int) -> tuple[str, ...]:
        return self.state.seats[seat].hand


HANDS = ("7h 8s 9s Tc Kd", "7d 9c Qs Jh 2s", "4c 4s 6c 6s 8c")


@pytest.mark.parametrize(
    ("on", "play", "legal", "code"),
    [
        ("5h", "9d", True, "ok"),
        ("5h", "5s", True, "ok"),
        ("5h", "9s", False, "no-match"),
        ("5h", "Ks", True, "ok"),
        ("5h", "2c", True, "ok"),
        ("Jh", "9s", True, "ok"),
        ("5h", "9d 9h", False, "one-card"),
        ("5h", "BJ", False, "joker-out"),
        (None, "9s", True, "ok"),
    ],
)
def test_follow_colour_or_rank_or_a_special(on, play, legal, code):
    found = check({"profile": "colour-match", "on": on, "play": play})
    assert (found["legal"], found["code"]) == (legal, code)


def test_the_sentence_says_what_would_have_been_legal():
    case = {"profile": "colour-match", "on": "5h", "play": "9s"}
    assert check(case)["message"] == "9♠ does not follow: only red cards, a 5 or a special card (2 J Q K)"
    assert check(case, lang="zh")["message"] == "9♠ 接不了：只能出红牌、5 或特殊牌（2 J Q K）"


def test_the_holder_of_the_three_of_spades_starts_else_the_dealer():
    table = Colours("7h 8s 9s Tc Kd", "7d 9c 3s Jh 2s")
    assert table.state.turn == 1
    assert Colours(*HANDS).state.turn == 0


def test_an_illegal_card_costs_a_point_and_may_be_taken_back():
    table = Colours(*HANDS)
    table.play(0, "8s")
    assert table.kinds() == ["refused", "penalised"]
    table.do(Retract())
    assert table.state.penalties == (1, 0, 0)
    assert "8s" in table.hand(0)
    table.play(0, "8s")
    table.do(LetStand())
    assert table.state.current.cards == ("8s",)


def test_out_of_turn_costs_nothing():
    table = Colours(*HANDS)
    table.play(1, "7d")
    assert (table.kinds(), table.last[0].code) == (["refused"], "out-of-turn")


def test_draw_two_may_be_added_to_and_is_drawn_before_the_play():
    table = Colours("2h 8s 9s Tc Kd", "2s 9c Qs Jh 5s", "4c 4s 6c 6s 7s", first="9d Td 9h Th")
    table.play(0, "2h")
    assert table.state.draw_due == 2
    table.play(1, "2s")
    assert table.state.draw_due == 4
    table.play(2, "4s")
    assert table.kinds() == ["drew", "played"]
    assert len(table.hand(2)) == 5 + 4 - 1
    assert table.state.draw_due == 0


def test_a_card_just_drawn_may_be_played():
    table = Colours("2h 8s 9s Tc Kd", "9c Qs Jh 5s 7s", first="9h Td")
    table.play(0, "2h")
    table.play(1, "9h")
    assert table.kinds() == ["drew", "played"]


def test_skip_reverse_and_choose():
    table = Colours(*HANDS)
    table.play(0, "Kd")
    table.play(2, "4c")
    assert table.last[0].code == "no-match"
    table = Colours("7h 8s 9s Tc Kd", "7d 9c Qs Jh 2s", "4c 4s 6c 6s 8d")
    table.play(0, "Kd")
    table.play(1, "7d")
    assert table.last[0].code == "skipped-seat"
    table.play(2, "8d")
    assert table.kinds() == ["skipped", "played"]
    table.play(0, "7h")
    table.play(1, "Jh")
    assert table.state.current.stands_for == ("J", "any")
    table.do(ChooseColour(1, "black"))
    table.play(2, "4c")
    assert table.last[-1].kind == "played"
    table = Colours("7h 8s 9s Tc Qd", *HANDS[1:])
    table.play(0, "Qd")
    assert table.kinds() == ["played", "turned"]
    assert table.state.turn == 2


def test_a_skip_on_a_skip_adds_up():
    table = Colours("Kh 8s 9s Tc 3d", "Kd 9c Qs Jh 2s", "4c 4s 6c 6s 8c", "4d 5d 6d 7d 8d", "Ah Ad Ac As 9h")
    table.play(0, "Kh")
    table.play(1, "Kd")
    table.play(4, "Ad")
    assert table.kinds() == ["skipped", "skipped", "played"]


def test_who_cannot_play_draws_until_it_can():
    table = Colours("8s 9s Tc 4c 6s", "7d 9c Qs Jh 2s", first="As 7c 3h")
    with pytest.raises(ActionError):
        table.do(Pass(0))
    table.do(Draw(0), Draw(0), Draw(0))
    table.play(0, "3h")
    assert table.last[-1].kind == "played"


def test_a_profile_may_draw_one_card_only():
    profile = parse_profile(
        profile_text("colour-match").replace('until = "playable"', 'until = "one"'), "my.toml"
    )
    table = Colours("8s 9s Tc 4c 6s", "7d 9c Qs Jh 2s", first="As", profile=profile)
    table.play(1, "7d")
    assert table.kinds() == ["drew", "passed", "played"]


def test_first_out_wins_and_hands_are_worth_their_pairs():
    table = Colours("7h 8h 9h Th Ah", "4d 6d 3d 9d Td")
    for first, second in [("7h", "4d"), ("8h", "6d"), ("9h", "3d"), ("Th", "9d")]:
        table.play(0, first)
        table.play(1, second)
    table.play(0, "Ah")
    assert table.kinds() == ["played", "went-out", "deal-ended"]
    assert table.state.winner == 0
    table.show(seat1=" ".join(table.hand(1)))
    assert table.settle() == (0, -1)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("", 0),
        ("4h", -1),
        ("4h 4s", -2),
        ("4h 4d", 2),
        ("4h 4d 4s 4c", 4),
        ("4h 4d 9s Ts Js", 2),
        ("4h 5d 6h 7d 8h 9s Ts", -5),
    ],
)
def test_points_of_a_hand(hand, points):
    assert hand_points(PROFILE, parse(hand)) == points


def test_the_start_card_is_changed_once_before_the_first_play():
    table = Colours(*HANDS, first="9d")
    table.do(ChangeStartCard(1))
    assert table.state.current.cards == ("9d",)
    assert table.state.stock_cards[-1] == "5h"
    with pytest.raises(ActionError):
        table.do(ChangeStartCard(1))


def test_hidden_hands_are_ended_by_a_person():
    table = Table("colour-match", 3)
    table.state = table.game.start(3)
    table.do(StartDeal(dealer=0, start_card="5h"))
    for seat, card in enumerate(["7h", "8h", "9h"]):
        table.play(seat, card)
    table.do(EndDeal("person", 1))
    table.show(seat0="4s 9s 8d 3h", seat2="4h 4d 9s")
    assert [event.kind for event in table.last] == ["hand-shown", "contradiction", "contradiction"]
    assert table.settle() == (-4, 0, 2)


def test_more_than_ten_players_are_refused():
    text = profile_text("colour-match").replace("players = [2, 10]", "players = [2, 20]")
    with pytest.raises(ProfileError, match="from 2 to 10"):
        parse_profile(text, "my.toml")


def test_nobody_can_go_on_and_the_fewest_cards_win():
    table = Table("colour-match", 2)
    table.play(0, "4s")
    table.do(Draw(0, table.state.stock), Pass(1))
    assert table.state.phase == "playing"
    table.do(Pass(0))
    assert (table.state.ended, table.state.winner) == ("stock", 1)


def test_a_profile_may_end_with_the_stock():
    profile = parse_profile(profile_text("colour-match").replace('"when-stuck"', '"at-once"', 1), "my.toml")
    table = Table(profile, 2)
    table.do(Draw(1, table.state.stock))
    assert (table.state.ended, table.state.winner) == ("stock", 0)
