"""Tribute before the camera and entered by hand: who pays, who gives back, who leads, what is wrong."""

from __future__ import annotations

import pytest

from engine.guandan_actions import EnterOrder, SetLevels
from engine.guandan_state import GuandanState
from engine.tribute import PayTribute, Resist, ReturnCard, SkipTribute
from server.corrections import Change
from server.facts import Ruling
from server.guandan_board import guandan_board
from server.history import Names, alerts, questions
from server.problems import UserError
from server.scoreboard import scoreboard
from server.session import Session
from tests.server.fake_eye import FakeEye, derived, kinds, new_table
from vision.observations import SeenCard

NAMES = Names(("Ann", "Bo", "Cy", "Di"))
LAST_PAYS = (0, 1, 2, 3)
BOTH_PAY = (0, 2, 3, 1)


def begin(session: Session, order: tuple[int, ...], profile: str = "huaian", level: str = "5") -> None:
    """An evening whose first deal owes tribute after this finishing order."""
    opening = SetLevels((level, level), order[0] % 2, order=order).to_dict()
    session.begin_evening(new_table(session, profile=profile, dealer=None).changed(opening=opening))


def state(session: Session) -> GuandanState:
    assert isinstance(session.state, GuandanState)
    return session.state


def asked(session: Session) -> list[str]:
    assert session.deal is not None
    return [body["code"] for _, body in session.deal.desk.questions]


def open_alerts(session: Session) -> list[str]:
    assert session.deal is not None
    return [alert.code for alert in alerts(session.deal, NAMES) if alert.open]


def tell(eye: FakeEye, *laid: tuple[int, str]) -> None:
    """Cards laid one after another, each taken into a hand before the next."""
    for seat, cards in laid:
        eye.lay(seat, cards)
        eye.vanish()


# ---------------------------------------------------------------- seen on the table


def test_the_last_pays_the_first_gets_a_card_back_and_leads(session: Session, eye: FakeEye) -> None:
    begin(session, LAST_PAYS)
    eye.lay(3, "As")
    assert kinds(session)[-3:] == ["tribute-due", "tribute-paid", "tribute-taken"]
    assert derived(eye.vanish()) == []
    assert [r.kind for r in derived(eye.lay(0, "3c"))] == ["card-returned", "tribute-done"]
    assert derived(eye.vanish()) == []
    assert (state(session).turn, state(session).in_tribute) == (3, False)
    assert [r.kind for r in derived(eye.lay(3, "6s 6d"))] == ["played"]
    assert asked(session) == []


def test_double_tribute_goes_to_each_and_the_payer_to_the_first_leads(session: Session, eye: FakeEye) -> None:
    begin(session, BOTH_PAY)
    tell(eye, (3, "Kd"), (1, "As"), (2, "3c"), (0, "4c"))
    tribute = state(session).tribute
    assert tribute is not None
    assert dict(zip(tribute.receivers, tribute.takes, strict=True)) == {0: 1, 2: 3}
    assert dict(zip(tribute.receivers, tribute.returned, strict=True)) == {0: "4c", 2: "3c"}
    assert state(session).turn == 1


@pytest.mark.parametrize(
    ("paid", "to_first", "leader"),
    [
        pytest.param({1: "As", 3: "Kd"}, 1, 1, id="the higher card"),
        pytest.param({1: "Qs", 3: "Kd"}, 3, 3, id="the third's is higher"),
        pytest.param({1: "As", 3: "Ad"}, 1, 1, id="equal: the first's next seat"),
    ],
)
def test_where_the_higher_card_goes_to_the_first(
    session: Session, eye: FakeEye, paid: dict[int, str], to_first: int, leader: int
) -> None:
    begin(session, BOTH_PAY, "dongtai")
    tell(eye, *paid.items(), (0, "4c"), (2, "3c"))
    tribute = state(session).tribute
    assert tribute is not None
    assert tribute.takes[0] == to_first
    assert state(session).turn == leader


@pytest.mark.parametrize(
    ("order", "laid"),
    [
        pytest.param(LAST_PAYS, ((3, "RJ RJ"),), id="one payer holds both"),
        pytest.param(BOTH_PAY, ((1, "RJ"), (3, "RJ")), id="one each"),
        pytest.param(BOTH_PAY, ((3, "RJ RJ"),), id="one of two payers holds both"),
    ],
)
def test_both_big_jokers_resist_and_the_first_leads(
    session: Session, eye: FakeEye, order: tuple[int, ...], laid: tuple[tuple[int, str], ...]
) -> None:
    begin(session, order)
    tell(eye, *laid)
    assert "resisted" in kinds(session)
    assert state(session).turn == 0
    assert [r.kind for r in derived(eye.lay(0, "6s 6d"))] == ["played"]
    assert all(seat.count in (27, 25) for seat in state(session).seats)


def test_a_deal_that_opens_with_a_longer_play_had_its_tribute_unseen(session: Session, eye: FakeEye) -> None:
    begin(session, LAST_PAYS)
    records = eye.lay(3, "6s 6d 6c 7s 7d")
    assert [r.kind for r in derived(records)][-2:] == ["tribute-done", "played"]
    assert not derived(records, "tribute-done")[0].body["seen"]
    assert asked(session) == []


def test_a_tribute_card_is_no_play_and_may_be_played_later(session: Session, eye: FakeEye) -> None:
    begin(session, LAST_PAYS)
    tell(eye, (3, "As"), (0, "3c"))
    eye.lay(3, "6s")
    eye.lay(0, "As")
    assert asked(session) == []
    assert open_alerts(session) == []
    assert [seat.count for seat in state(session).seats] == [26, 27, 27, 26]


# ---------------------------------------------------------------- what is wrong


def test_a_wild_card_as_tribute_is_an_alert_until_it_is_taken_back(session: Session, eye: FakeEye) -> None:
    begin(session, LAST_PAYS)
    eye.lay(3, "5h")
    assert open_alerts(session) == ["tribute-wild"]
    eye.vanish()
    assert open_alerts(session) == []
    assert [r.kind for r in derived(eye.lay(3, "As"))] == ["tribute-paid", "tribute-taken"]


def test_a_card_above_ten_given_back_is_an_alert_where_forbidden(session: Session, eye: FakeEye) -> None:
    begin(session, LAST_PAYS, "dongtai")
    tell(eye, (3, "As"))
    eye.lay(0, "Jd")
    assert open_alerts(session) == ["return-too-high"]
    assert session.deal is not None
    (alert,) = alerts(session.deal, NAMES)
    assert "10" in alert.sentence.en
    eye.vanish()
    eye.lay(0, "Td")
    assert open_alerts(session) == []
    assert state(session).turn == 3


def test_a_level_card_up_to_ten_may_be_given_back(session: Session, eye: FakeEye) -> None:
    begin(session, LAST_PAYS, "dongtai")
    tell(eye, (3, "As"))
    eye.lay(0, "5d")
    assert open_alerts(session) == []


def test_any_card_may_be_given_back_elsewhere(session: Session, eye: FakeEye) -> None:
    begin(session, LAST_PAYS)
    tell(eye, (3, "As"))
    assert [r.kind for r in derived(eye.lay(0, "Kd"))] == ["card-returned", "tribute-done"]


def paid_a_queen(session: Session, eye: FakeEye, score: float = 0.99) -> None:
    """Seat 3 pays a queen and leads; then the trick comes round to it."""
    begin(session, LAST_PAYS)
    eye.lay(3, "Qs", score=score)
    eye.vanish()
    tell(eye, (0, "3c"))
    eye.lay(3, "6s")
    eye.lay(0, "7s")


def test_a_higher_card_played_later_is_an_alert_till_the_trick_is_over(
    session: Session, eye: FakeEye
) -> None:
    paid_a_queen(session, eye)
    records = eye.lay(3, "Kd")
    assert [r.kind for r in derived(records)][-2:] == ["played", "contradiction"]
    assert open_alerts(session) == ["tribute-not-highest"]
    assert session.deal is not None
    (alert,) = alerts(session.deal, NAMES)
    assert alert.sentence.en.startswith("Di: seat 3 paid Q♠ as tribute but held the higher K♦")
    eye.sweep()
    eye.lay(3, "8s")
    assert open_alerts(session) == []


def test_the_card_given_back_accuses_nobody(session: Session, eye: FakeEye) -> None:
    begin(session, LAST_PAYS)
    tell(eye, (3, "Qs"), (0, "Kd"))
    eye.lay(3, "Kd")
    assert open_alerts(session) == []
    assert asked(session) == []


@pytest.mark.parametrize("weak", ["tribute", "play", "another reading"])
def test_a_tribute_is_called_wrong_on_strong_evidence_alone(
    session: Session, eye: FakeEye, weak: str
) -> None:
    paid_a_queen(session, eye, 0.85 if weak == "tribute" else 0.99)
    if weak == "another reading":
        records = eye.appear((SeenCard(900, "Kd", 0.95, (("Jd", 0.05),), 6),), {3: 0.9})
    else:
        records = eye.lay(3, "Kd", score=0.85 if weak == "play" else 0.99)
    assert "played" in [r.kind for r in derived(records)]
    assert open_alerts(session) == []
    assert asked(session) == ["tribute-doubt"]
    assert session.deal is not None
    (question,) = questions(session.deal, NAMES)
    assert "then the tribute was wrong" in question.sentence.en
    assert "则进贡有误" in question.sentence.zh


def test_a_big_joker_after_both_were_shown_is_an_alert(session: Session, eye: FakeEye) -> None:
    begin(session, LAST_PAYS)
    tell(eye, (3, "RJ RJ"))
    eye.lay(0, "6s")
    eye.lay(1, "RJ")
    assert open_alerts(session) == ["resisted-without-jokers"]


def test_a_card_known_to_be_in_another_hand_is_asked_about(session: Session, eye: FakeEye) -> None:
    """Both aces of spades are accounted for: one was played, one went to seat 0 as tribute."""
    begin(session, LAST_PAYS)
    tell(eye, (3, "As"), (0, "3c"))
    eye.lay(3, "As")
    records = eye.lay(1, "As")
    assert derived(records, "refused", "played") == []
    assert asked(session) == ["played-before"]


def test_a_misread_tribute_is_corrected_and_all_follows(session: Session, eye: FakeEye) -> None:
    paid_a_queen(session, eye)
    eye.lay(3, "Kd")
    assert session.deal is not None
    paid = next(r for r in session.deal.derived if r.kind == "tribute-paid")
    session.correct(Change("rule", paid.seq, Ruling("play", cards=("As",))), "Ann")
    assert open_alerts(session) == []
    assert [r.body["card"] for r in session.deal.derived if r.kind == "tribute-paid"] == ["As"]


# ---------------------------------------------------------------- entered by hand


def test_tribute_can_be_entered(session: Session) -> None:
    begin(session, LAST_PAYS)
    session.begin_deal(who="host")
    session.enter(PayTribute(3, "As"), "host")
    session.enter(ReturnCard(0, "3c"), "host")
    assert state(session).turn == 3


def test_resistance_and_skipping_can_be_entered(session: Session) -> None:
    begin(session, BOTH_PAY)
    session.begin_deal(who="host")
    session.enter(Resist((1, 3)), "host")
    assert state(session).turn == 0
    begin(session, LAST_PAYS)
    session.begin_deal(who="host")
    session.enter(SkipTribute(2), "host")
    assert state(session).turn == 2


def test_what_nobody_owes_is_refused_in_words(session: Session) -> None:
    begin(session, LAST_PAYS)
    session.begin_deal(who="host")
    with pytest.raises(UserError, match="owes no tribute"):
        session.enter(PayTribute(1, "As"), "host")
    with pytest.raises(UserError, match="only who owes"):
        session.enter(Resist((1,)), "host")


def test_a_tribute_entered_between_deals_begins_the_next(session: Session) -> None:
    begin(session, LAST_PAYS)
    session.begin_deal(who="host")
    session.enter(SkipTribute(3), "host")
    session.enter(EnterOrder((0, 2, 1, 3)), "host")
    session.enter(PayTribute(3, "As"), "host")
    assert len(session.deals) == 2
    assert state(session).in_tribute


# ---------------------------------------------------------------- on the board


def test_the_board_shows_tribute_in_progress(session: Session, eye: FakeEye) -> None:
    begin(session, BOTH_PAY)
    eye.lay(1, "As")
    board = scoreboard(session, 0.0)
    assert board.phase == "tribute"
    assert board.guandan is not None
    lines = [(line.payer, line.receiver, line.card, line.given_back) for line in board.guandan.tributes]
    assert lines == [(1, 0, "As", None), (3, 2, None, None)]
    tell(eye, (3, "Kd"), (0, "4c"), (2, "3c"))
    board = scoreboard(session, 0.0)
    assert board.phase == "deal"
    found = guandan_board(session, 0.0)
    assert found is not None
    assert found.leader == 1
    assert [line.given_back for line in found.tributes] == ["4c", "3c"]
