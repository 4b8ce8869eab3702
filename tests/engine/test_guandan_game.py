"""Guandan deals as events: implied passes, the wind, going out, refused plays, known hands."""

from __future__ import annotations

import pytest

from engine.actions import Call, EndDeal, LetStand, NewMatch, Pass, Play, Retract, Settle, ShowHand, StartDeal
from engine.codec import encode
from engine.errors import ActionError, EngineError
from engine.events import event_from_dict
from engine.game import game_for, replay
from engine.guandan_actions import EnterOrder, SetLevels
from engine.guandan_state import GuandanState
from engine.profile import load_profile
from engine.state import Phase, state_hash

from .guandan_play import Match, cards, kinds, of


def started(leader: int | None = 0, profile: str = "huaian") -> Match:
    match = Match(profile)
    match.start(leader)
    return match


def test_four_players_only() -> None:
    with pytest.raises(EngineError) as caught:
        game_for(load_profile("huaian")).start(3)
    assert caught.value.code == "players"


def test_a_deal_is_twenty_seven_cards_each() -> None:
    match = started()
    assert [seat.count for seat in match.state.seats] == [27] * 4
    assert (match.state.level, match.state.turn, match.state.stock) == ("2", 0, 0)


def test_a_play_by_a_later_seat_implies_passes() -> None:
    match = started()
    match.play(0, "3s")
    events = match.play(3, "4s")
    assert kinds(events) == ["passed", "passed", "played"]
    assert [event.to_dict()["seat"] for event in events] == [1, 2, 3]
    assert match.state.turn == 0


def test_a_play_by_the_owner_is_a_new_lead() -> None:
    match = started()
    match.play(0, "9s 9d")
    events = match.play(0, "3s")
    assert kinds(events) == ["passed", "passed", "passed", "trick-won", "played"]
    assert events[-1].to_dict()["lead"] is True


def test_who_passed_may_play_when_the_turn_comes_round_again() -> None:
    match = started()
    match.play(0, "3s")
    match.do(Pass(1))
    match.play(2, "4s")
    assert kinds(match.play(1, "5s"))[-1] == "played"


def test_who_has_said_pass_waits_for_the_next_play() -> None:
    match = started()
    match.play(0, "3s")
    match.do(Pass(1))
    assert match.play(1, "4s")[0].to_dict()["code"] == "out-of-turn"


def test_said_passes_end_the_trick() -> None:
    match = started()
    match.play(0, "3s")
    match.do(Pass(1))
    events = match.do(Pass(3))
    assert kinds(events) == ["passed", "passed", "trick-won"]
    assert (match.state.current, match.state.turn) == (None, 0)
    assert match.play(2, "9s")[0].to_dict()["code"] == "not-your-lead"


def test_the_first_lead_tells_who_leads_when_nobody_said() -> None:
    match = started(leader=None)
    assert match.state.turn is None
    match.play(2, "3s")
    assert (match.state.leader, match.state.turn) == (2, 3)


def test_the_partner_leads_when_nobody_beats_the_last_play_of_who_went_out() -> None:
    match = Match()
    match.start(0, ["9s", "3s 3d", "4s 5s 5d", "6s 6d"])
    match.play(0, "9s")
    events = match.play(2, "5s 5d")
    assert kinds(events) == ["passed", "passed", "passed", "trick-won", "played"]
    assert events[3].to_dict()["leader"] == 2
    assert events[-1].to_dict()["lead"] is True


def test_the_partner_may_also_beat_that_last_play() -> None:
    match = Match()
    match.start(0, ["9s", "3s 3d", "Ts 5s 5d", "6s 6d"])
    match.play(0, "9s")
    assert kinds(match.play(2, "Ts")) == ["passed", "played"]


def test_the_wind_is_no_business_of_the_opponents() -> None:
    match = Match()
    match.start(0, ["9s", "3s 3d", "4s 5s 5d", "6s 6d"])
    match.play(0, "9s")
    assert match.play(3, "6s 6d")[0].to_dict()["code"] == "other-shape"
    assert match.play(1, "3s")[0].to_dict()["code"] == "does-not-beat"


def test_the_wind_blows_for_second_place_too() -> None:
    match = Match()
    match.start(0, ["9s", "Ts", "4s 5s 5d", "6s 6d 7s"])
    match.play(0, "9s")
    match.play(1, "Ts")
    events = match.play(3, "6s 6d")
    assert kinds(events) == ["passed", "passed", "trick-won", "played"]


def test_the_deal_ends_when_both_partners_of_a_side_are_out() -> None:
    match = Match()
    match.start(0, ["9s", "Ts 3d", "4s 5s 5d", "Js"])
    match.play(0, "9s")
    match.play(1, "Ts")
    assert match.state.phase is Phase.PLAYING
    match.play(3, "Js")
    assert match.state.phase is Phase.PLAYING
    events = match.play(1, "3d")
    assert of(events, "deal-ended")
    assert match.state.settlement is not None
    assert match.state.settlement.order == (0, 3, 1, 2)
    assert [payment.amount for payment in match.state.settlement.payments] == [1, 0, 1, 0]


@pytest.mark.parametrize(
    ("third", "fourth", "order"),
    [
        ("3s 3d", "4s 4d 4c", (0, 2, 1, 3)),
        ("3s 3d 3c", "4s 4d", (0, 2, 3, 1)),
        ("3s 3d", "4s 4d", (0, 2, 3, 1)),
    ],
    ids=["fewer-cards", "fewer-cards-other-seat", "equal-next-in-turn"],
)
def test_after_first_and_second_the_losers_are_ordered_by_their_cards(
    third: str, fourth: str, order: tuple[int, ...]
) -> None:
    match = Match()
    match.start(0, ["As", third, "Ks", fourth])
    match.play(0, "As")
    match.play(2, "Ks")
    assert match.state.settlement is not None
    assert match.state.settlement.order == order


def test_an_illegal_play_leaves_the_trick_as_it_was() -> None:
    match = started()
    match.play(0, "9s")
    events = match.play(2, "8s")
    assert kinds(events) == ["refused"], "an illegal play says nothing about passes"
    assert match.state.turn == 1
    assert match.state.seats[2].count == 27
    match.do(Retract(2))
    assert match.state.pending == ()


def test_another_play_of_the_same_seat_takes_the_refused_one_back() -> None:
    match = started()
    match.play(0, "9s")
    match.play(1, "8s")
    assert kinds(match.play(1, "Ts")) == ["retracted", "played"]
    assert match.state.pending == ()


def test_a_refused_play_may_be_let_stand() -> None:
    match = started()
    match.play(0, "9s")
    match.play(1, "8s")
    events = match.do(LetStand())
    assert kinds(events) == ["stood", "played"]
    assert events[-1].to_dict()["legal"] is False
    assert match.state.seats[1].count == 26
    assert kinds(match.play(2, "8d")) == ["refused"]
    assert kinds(match.play(2, "9d")) == ["retracted", "played"]


def test_a_lead_out_of_turn_may_be_let_stand() -> None:
    match = started(leader=0)
    assert match.play(2, "3s")[0].to_dict()["code"] == "not-your-lead"
    assert kinds(match.do(LetStand())) == ["stood", "lead-moved", "played"]
    assert (match.state.leader, match.state.turn) == (2, 3)


def test_an_answer_to_a_refused_play_lets_it_stand() -> None:
    match = started()
    match.play(0, "9s")
    match.play(1, "8s 8d")
    events = match.play(2, "Js Jd")
    assert kinds(events) == ["stood", "played", "played"]
    assert events[0].to_dict()["inferred"] is True


def test_let_stand_cards_of_no_shape_are_answered_by_anything() -> None:
    match = started()
    match.play(0, "9s")
    match.play(1, "8s 7d")
    match.do(LetStand())
    assert match.state.current is not None
    assert match.state.current.combination == "none"
    assert kinds(match.play(2, "3d")) == ["played"]


def test_a_seat_that_is_out_plays_no_more() -> None:
    match = Match()
    match.start(0, ["9s", "3s 3d", "4s 5s 5d", "6s 6d"])
    match.play(0, "9s")
    assert match.play(0, "As")[0].to_dict()["code"] == "already-out"
    with pytest.raises(ActionError) as caught:
        match.do(LetStand(0))
    assert caught.value.code == "cannot-stand"


def test_more_cards_than_are_left_and_cards_not_held() -> None:
    match = Match()
    match.start(0, ["9s 9d", "3s 3d", "4s 5s 5d", "6s 6d"])
    assert match.play(0, "8s 8d 8c")[0].to_dict()["code"] == "too-many-cards"
    assert match.play(0, "8s")[0].to_dict()["code"] == "not-held"


def test_a_third_copy_counts_over_the_whole_deal() -> None:
    match = started()
    match.play(0, "3s 3s")
    match.play(1, "4s 4d")
    assert match.play(2, "3s 3d 3c 3h")[0].to_dict()["code"] == "third-copy"


def test_the_reading_in_force_is_kept() -> None:
    match = Match()
    match.do(SetLevels(("5", "5"), stage=0))
    match.start(0)
    match.play(0, "8s 8c 9d 9s 5h", "8 8 8 9 9")
    assert match.state.to_beat is not None
    assert match.state.to_beat.ranks[0] == "8"
    assert kinds(match.play(1, "9c 9h 9d 3s 3c")) == ["played"]


def test_a_refusal_says_if_another_reading_would_make_it_legal() -> None:
    match = Match()
    match.do(SetLevels(("5", "5"), stage=0))
    match.start(0)
    match.play(0, "8s 8c 9d 9s 5h")
    refused = match.play(1, "9c 9h 9d 3s 3c")[0].to_dict()
    assert refused["code"] == "does-not-beat"
    assert refused["params"]["other_reading"] == ["8", "8", "8", "9", "9"]
    assert "other_reading" not in match.play(1, "7c 7h 7d 3s 3c")[0].to_dict()["params"]


def test_calls_hands_shown_and_void_deals() -> None:
    match = started()
    assert kinds(match.do(Call(1, 9))) == ["called"]
    assert match.state.seats[1].called == 9
    assert kinds(match.do(EndDeal())) == ["deal-ended"]
    assert (match.state.phase, match.state.deals_counted) == (Phase.IDLE, 0)
    shown = match.do(ShowHand(2, cards("3s 4s")))
    assert kinds(shown) == ["hand-shown", "contradiction"]
    assert match.do(Settle()) == []
    match.start(1)
    assert match.state.deal == 2


def test_a_person_ends_a_deal_by_its_order() -> None:
    match = started()
    match.play(0, "3s")
    match.do(EnterOrder((1, 3, 0)))
    assert match.state.settlement is not None
    assert match.state.settlement.order == (1, 3, 0, 2)
    assert match.state.levels == ("2", "5")


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (StartDeal(), "deal-running"),
        (NewMatch(), "deal-running"),
        (Settle(), "deal-running"),
        (SetLevels(), "deal-running"),
        (Play(7, ("3s",)), "no-such-seat"),
        (Play(0, ()), "no-cards"),
        (Play(0, ("3x",)), "invalid-card"),
        (Pass(0), "no-pass"),
        (Retract(), "nothing-refused"),
        (LetStand(), "nothing-refused"),
        (EndDeal("person", 2), "order-needed"),
        (EnterOrder((0, 0)), "bad-order"),
        (ShowHand(0, ("3s",)), "not-showing"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.kind,
)
def test_actions_that_do_not_fit_a_running_deal(action: object, code: str) -> None:
    with pytest.raises(EngineError) as caught:
        started().do(action)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_hands_with_three_of_a_card_are_refused() -> None:
    with pytest.raises(ActionError) as caught:
        Match().start(0, ["3s 3s", "3s", "4s", "5s"])
    assert caught.value.code == "third-copy"
    with pytest.raises(ActionError) as caught:
        Match().start(0, ["3s", "4s"])
    assert caught.value.code == "bad-hands"


def test_events_and_states_go_through_plain_values() -> None:
    match = started()
    match.play(0, "9s")
    match.play(1, "8s")
    match.do(LetStand())
    match.do(EnterOrder((0, 2)))
    match.start()
    events = [event_from_dict(event.to_dict()) for event in match.log]
    assert events == match.log
    again = replay(match.game, match.game.start(4), events)
    assert again == match.state
    assert state_hash(again) == state_hash(match.state)
    assert GuandanState.from_dict(match.state.to_dict()) == match.state
    assert encode(match.state)["levels"] == ["5", "2"]
