"""Tribute, return, double tribute, equal cards, resistance, and who leads."""

from __future__ import annotations

import pytest

from engine.actions import LetStand, Retract
from engine.errors import ActionError, EngineError
from engine.guandan_actions import SetLevels
from engine.guandan_state import GuandanState
from engine.tribute import PayTribute, Resist, ReturnCard, SkipTribute, owed, resists

from .guandan_play import Match, cards, kinds, of

SINGLE = (0, 1, 2, 3)
PARTNERS = (0, 1, 3, 2)
DOUBLE = (0, 2, 1, 3)


def after(order: tuple[int, ...], profile: str = "huaian", level: str = "2") -> Match:
    """A deal begun after one that finished in this order."""
    match = Match(profile)
    match.do(SetLevels((level, level), stage=order[0] % 2, order=order))
    match.start()
    return match


def params(events: list[object]) -> dict[str, object]:
    return events[0].to_dict()["params"]  # type: ignore[attr-defined, no-any-return]


def test_no_tribute_before_the_first_deal() -> None:
    match = Match()
    assert kinds(match.start(0)) == ["deal-started"]
    assert not match.state.in_tribute


@pytest.mark.parametrize(
    ("order", "payers", "receivers"),
    [
        (SINGLE, (3,), (0,)),
        (PARTNERS, (2,), (0,)),
        (DOUBLE, (3, 1), (0, 2)),
    ],
    ids=["first-and-third", "last-is-the-partner", "first-and-second"],
)
def test_who_pays_whom(order: tuple[int, ...], payers: tuple[int, ...], receivers: tuple[int, ...]) -> None:
    assert owed(order) == (payers, receivers)


def test_single_tribute_and_return_then_the_payer_leads() -> None:
    match = after(SINGLE)
    assert kinds(match.log)[-1] == "tribute-due"
    assert match.state.turn is None
    assert kinds(match.do(PayTribute(3, "RJ"))) == ["tribute-paid", "tribute-taken"]
    assert match.state.known == (("RJ",), (), (), ())
    assert kinds(match.do(ReturnCard(0, "3s"))) == ["card-returned", "tribute-done"]
    assert (match.state.turn, match.state.leader) == (3, 3)
    assert match.state.known == (("RJ",), (), (), ("3s",))
    assert [seat.count for seat in match.state.seats] == [27] * 4
    assert match.play(0, "4s")[0].to_dict()["code"] == "not-your-lead"


def test_cards_laid_down_while_tribute_is_due_are_tribute() -> None:
    match = after(SINGLE)
    assert kinds(match.play(3, "BJ")) == ["tribute-paid", "tribute-taken"]
    assert kinds(match.play(0, "3s")) == ["card-returned", "tribute-done"]
    assert kinds(match.play(3, "3s")) == ["played"]


def test_double_tribute_last_to_first_and_third_to_second() -> None:
    match = after(DOUBLE)
    match.play(1, "As")
    match.play(3, "Ks")
    match.play(2, "4s")
    match.play(0, "3s")
    assert match.state.tribute is not None
    assert match.state.tribute.takes == (3, 1)
    assert match.state.known == (("Ks",), ("4s",), ("As",), ("3s",))
    assert match.state.turn == 3


def test_a_return_before_the_other_payment_is_understood() -> None:
    match = after(DOUBLE)
    match.play(3, "As")
    assert kinds(match.play(0, "3s")) == ["card-returned"]
    match.play(1, "Ks")
    assert kinds(match.play(2, "4s")) == ["card-returned", "tribute-done"]


def test_dongtai_gives_the_higher_card_to_first() -> None:
    match = after(DOUBLE, "dongtai")
    match.play(3, "Ks")
    assert kinds(match.play(1, "As")) == ["tribute-paid", "tribute-taken", "tribute-taken"]
    assert match.state.tribute is not None
    assert match.state.tribute.takes == (1, 3)
    match.play(0, "3s")
    match.play(2, "4s")
    assert match.state.turn == 1, "the payer to first place leads"


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_dongtai_equal_tribute_goes_to_first_from_its_next_seat_which_leads(first: int) -> None:
    order = (first, (first + 2) % 4, (first + 3) % 4, (first + 1) % 4)
    match = after(order, "dongtai")
    match.play((first + 1) % 4, "As")
    match.play((first + 3) % 4, "Ad")
    assert match.state.tribute is not None
    assert match.state.tribute.takes == ((first + 1) % 4, (first + 3) % 4)
    match.play(first, "3s")
    match.play((first + 2) % 4, "4s")
    assert match.state.turn == (first + 1) % 4


def test_huaian_equal_tribute_still_goes_last_to_first() -> None:
    match = after((0, 2, 3, 1))
    match.play(1, "As")
    match.play(3, "Ad")
    assert match.state.tribute is not None
    assert match.state.tribute.takes == (1, 3)


@pytest.mark.parametrize("order", [SINGLE, DOUBLE], ids=["single", "double"])
def test_one_payer_with_both_big_jokers_resists(order: tuple[int, ...]) -> None:
    match = after(order)
    assert kinds(match.play(3, "RJ RJ")) == ["resisted", "tribute-done"]
    assert match.state.turn == 0, "first place leads"
    assert match.state.known == ((), (), (), ())


def test_both_payers_with_one_big_joker_each_resist() -> None:
    match = after(DOUBLE)
    assert kinds(match.play(3, "RJ")) == ["tribute-paid"], "the other big joker may still come"
    assert kinds(match.play(1, "RJ")) == ["tribute-paid", "resisted", "tribute-done"]
    assert match.state.turn == 0


def test_one_big_joker_alone_is_paid() -> None:
    match = after(DOUBLE)
    match.play(3, "RJ")
    assert kinds(match.play(1, "BJ")) == ["tribute-paid", "tribute-taken", "tribute-taken"]


def test_a_person_enters_the_resistance() -> None:
    match = after(DOUBLE)
    assert kinds(match.do(Resist((1, 3)))) == ["resisted", "tribute-done"]
    with pytest.raises(ActionError) as caught:
        after(SINGLE).do(Resist((1,)))
    assert caught.value.code == "not-a-payer"


def test_known_hands_resist_by_themselves() -> None:
    match = Match()
    match.do(SetLevels(stage=0, order=DOUBLE))
    events = match.start(None, ["3s", "RJ 4s", "5s", "RJ 6s"])
    assert kinds(events) == ["deal-started", "tribute-due", "resisted", "tribute-done"]
    assert match.state.turn == 0
    assert resists([cards("RJ 3s"), cards("RJ")])
    assert not resists([cards("RJ 3s"), cards("BJ BJ")])


HANDS = ["3s 9s Js", "4s 4d 4c", "5s 5d 5c", "2h As Ks"]


def test_a_known_hand_must_pay_its_highest_card() -> None:
    match = Match()
    match.do(SetLevels(stage=0, order=SINGLE))
    match.start(None, HANDS)
    refused = of(match.do(PayTribute(3, "Ks")), "refused")
    assert refused[0].to_dict()["code"] == "tribute-not-highest"
    assert params(refused)["cards"] == ["As"]
    match.do(Retract(3))
    match.do(PayTribute(3, "As"))
    match.do(ReturnCard(0, "3s"))
    assert match.state.seats[3].hand == cards("2h Ks 3s")
    assert match.state.seats[0].hand == cards("9s Js As")


def test_an_illegal_tribute_may_be_let_stand() -> None:
    match = Match()
    match.do(SetLevels(stage=0, order=SINGLE))
    match.start(None, HANDS)
    match.do(PayTribute(3, "Ks"))
    assert kinds(match.do(LetStand()))[:2] == ["stood", "tribute-paid"]
    assert match.state.pending == ()


def test_a_higher_card_played_later_shows_that_the_tribute_was_not_the_highest() -> None:
    match = after(SINGLE)
    match.play(3, "Ks")
    match.play(0, "3s")
    events = match.play(3, "As Ad")
    found = of(events, "contradiction")
    assert found[0].to_dict()["code"] == "tribute-not-highest"
    assert of(match.play(3, "Ah"), "contradiction") == [], "said once"


def test_one_higher_card_is_enough_when_a_low_one_was_given_back() -> None:
    match = after(SINGLE)
    match.play(3, "Ks")
    match.play(0, "3s")
    found = of(match.play(3, "As"), "contradiction")
    assert params(list(found)) == {"seat": 3, "card": "Ks", "cards": ["As"]}


def test_the_card_given_back_accuses_nobody() -> None:
    match = after(SINGLE)
    match.play(3, "Ks")
    match.play(0, "As")
    assert of(match.play(3, "As"), "contradiction") == []
    assert of(match.play(3, "2h"), "contradiction") == [], "the level heart is excepted"
    assert of(match.play(3, "Ad"), "contradiction")


def test_an_unseen_return_explains_one_higher_card() -> None:
    match = after(SINGLE)
    match.play(3, "Ks")
    match.do(SkipTribute())
    assert match.state.turn == 3
    assert of(match.play(3, "As"), "contradiction") == []
    assert of(match.play(3, "Ad"), "contradiction")


def test_a_big_joker_elsewhere_contradicts_the_resistance() -> None:
    match = after(SINGLE)
    match.do(Resist((3,)))
    found = of(match.play(0, "RJ"), "contradiction")
    assert found[0].to_dict()["code"] == "resisted-without-jokers"


@pytest.mark.parametrize(
    ("profile", "card", "legal"),
    [
        ("dongtai", "Ts", True),
        ("dongtai", "2s", True),
        ("dongtai", "Js", False),
        ("dongtai", "As", False),
        ("dongtai", "BJ", False),
        ("huaian", "As", True),
        ("school", "Ks", True),
        ("hefei", "Ks", True),
        ("wafang", "BJ", True),
    ],
)
def test_what_may_be_given_back(profile: str, card: str, legal: bool) -> None:
    match = after(SINGLE, profile)
    match.play(3, "RJ")
    events = match.do(ReturnCard(0, card))
    assert (kinds(events)[0] == "card-returned") is legal
    if not legal:
        assert events[0].to_dict()["code"] == "return-too-high"
        assert kinds(match.do(LetStand()))[-1] == "tribute-done"


def test_a_receiver_without_a_low_card_may_give_any() -> None:
    match = Match("dongtai")
    match.do(SetLevels(stage=0, order=SINGLE))
    match.start(None, ["Js Qs Ks", "4s 4d", "5s 5d", "As Kd"])
    match.do(PayTribute(3, "As"))
    assert kinds(match.do(ReturnCard(0, "Js")))[0] == "card-returned"


def test_a_card_seen_going_into_a_hand_cannot_be_played_from_another() -> None:
    match = after(SINGLE)
    match.play(3, "RJ")
    match.play(0, "3s")
    match.play(3, "3s")
    match.play(0, "RJ")
    refused = match.play(1, "RJ RJ")[0].to_dict()
    assert (refused["kind"], refused["code"]) == ("refused", "third-copy")


def test_tribute_settled_unseen_is_inferred_from_the_first_real_play() -> None:
    match = after(DOUBLE)
    events = match.play(1, "3s 3d")
    assert kinds(events) == ["tribute-done", "played"]
    assert events[0].to_dict()["seen"] is False
    assert match.state.leader == 1


def test_the_leader_is_known_once_all_payments_were_seen() -> None:
    match = after(SINGLE)
    match.play(3, "RJ")
    assert match.play(1, "3s 3d")[-1].to_dict()["code"] == "not-your-lead"


def test_a_person_says_who_leads() -> None:
    match = after(SINGLE)
    match.do(SkipTribute(leader=2))
    assert match.state.turn == 2
    chosen = Match()
    chosen.do(SetLevels(stage=0, order=SINGLE))
    chosen.start(1)
    chosen.play(3, "RJ")
    chosen.play(0, "3s")
    assert chosen.state.turn == 3, "the dealer of a later deal does not lead"


def test_a_low_single_by_a_payer_is_the_first_lead_after_an_unseen_tribute() -> None:
    match = after(SINGLE)
    assert kinds(match.play(3, "5s")) == ["tribute-done", "played"]
    assert kinds(match.play(0, "7s")) == ["played"]
    assert kinds(match.play(1, "9s")) == ["played"]


def test_either_loser_may_lead_after_a_double_tribute_by_place() -> None:
    match = after(DOUBLE)
    for seat, card in ((3, "As"), (1, "Ks"), (0, "3s"), (2, "4s")):
        match.play(seat, card)
    assert match.state.turn == 3
    assert match.play(0, "6s")[0].to_dict()["code"] == "not-your-lead"
    assert kinds(match.play(1, "6s")) == ["lead-moved", "played"]
    assert kinds(match.play(2, "7s")) == ["played"]


def test_by_the_higher_card_it_is_certain_who_leads() -> None:
    match = after(DOUBLE, "dongtai")
    for seat, card in ((3, "As"), (1, "Ks"), (0, "3s"), (2, "4s")):
        match.play(seat, card)
    assert match.play(1, "6s")[0].to_dict()["code"] == "not-your-lead"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (PayTribute(0, "As"), "owes-nothing"),
        (ReturnCard(0, "As"), "no-return"),
        (ReturnCard(3, "As"), "no-return"),
        (PayTribute(3, "Ax"), "invalid-card"),
    ],
)
def test_tribute_actions_that_do_not_fit(action: PayTribute | ReturnCard, code: str) -> None:
    with pytest.raises(EngineError) as caught:
        after(SINGLE).do(action)
    assert caught.value.code == code


def test_no_tribute_after_it_is_done() -> None:
    match = after(SINGLE)
    match.do(SkipTribute())
    with pytest.raises(ActionError) as caught:
        match.do(PayTribute(3, "As"))
    assert caught.value.code == "no-tribute"


def test_a_tribute_in_progress_goes_through_plain_values() -> None:
    match = after(DOUBLE)
    match.play(3, "As")
    assert GuandanState.from_dict(match.state.to_dict()) == match.state
