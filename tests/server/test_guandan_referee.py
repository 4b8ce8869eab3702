"""Guandan in front of an eye: readings of wild cards, two of each card."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.actions import Play
from engine.guandan_actions import SetLevels
from engine.guandan_state import GuandanState
from server.exchange import Answer
from server.history import Names, questions
from server.requests import answered_change, open_question
from server.session import Session
from tests.server.fake_eye import FakeEye, derived, new_table
from vision.observations import SeenCard

NAMES = Names(("Ann", "Bo", "Cy", "Di"))


@pytest.fixture
def match(session: Session) -> Session:
    """An evening of huaian with both sides at level 5; seat 0 leads."""
    table = new_table(session, profile="huaian")
    session.begin_evening(table.changed(opening=SetLevels(("5", "5")).to_dict()))
    session.begin_deal(dealer=0)
    return session


def state(session: Session) -> GuandanState:
    assert isinstance(session.state, GuandanState)
    return session.state


def asked(session: Session) -> list[str]:
    """Codes of the open questions."""
    assert session.deal is not None
    return [body["code"] for _, body in session.deal.desk.questions]


def answer(session: Session, choice: int) -> None:
    assert session.deal is not None
    (question,) = questions(session.deal, NAMES)
    found = open_question(session.deal, question.id)
    session.correct(answered_change(found, Answer(choice=choice)), "host")


def played(session: Session) -> list[tuple[int, list[str], bool]]:
    """Seat, ranks in force and legality of the standing plays."""
    assert session.deal is not None
    plays = [r.body for r in session.deal.derived if r.kind == "played"]
    return [(body["seat"], body["stands_for"], body["legal"]) for body in plays]


def test_the_first_deal_opens_at_the_levels_of_the_table(match: Session) -> None:
    assert (state(match).level, state(match).levels, state(match).turn) == ("5", ("5", "5"), 0)


# ---------------------------------------------------------------- what a wild card was called as


def lay_full_houses(eye: FakeEye, second: str = "9c 9h 9d 3s 3c") -> None:
    """Seat 0 lays 8 8 9 9 and a wild, read as nines over eights unless called; seat 1 answers with nines."""
    eye.lay(0, "8s 8c 9d 9s 5h")
    eye.lay(1, second)


def test_nobody_is_accused_where_another_reading_may_have_been_called(match: Session, eye: FakeEye) -> None:
    lay_full_houses(eye)
    assert asked(match) == ["other-reading"]
    assert match.deal is not None
    (question,) = questions(match.deal, NAMES)
    assert question.sentence.en == (
        "Bo laid 9♣ 9♥ 9♦ 3♠ 3♣. That is allowed only if Ann's 8♠ 8♣ 9♦ 9♠ 5♥ were called as 8 8 8 9 9. "
        "Were they?"
    )
    assert [(each.action, each.seat) for each in question.alternatives] == [("reading", 0), ("play", 1)]
    labels = [each.label.zh for each in question.alternatives if each.label]
    assert labels[0].startswith("是：Ann")
    assert labels[1].endswith("违规")


def test_the_reading_called_makes_the_play_legal(match: Session, eye: FakeEye) -> None:
    lay_full_houses(eye)
    answer(match, 0)
    assert asked(match) == []
    assert played(match) == [(0, ["8", "8", "8", "9", "9"], True), (1, ["9", "9", "9", "3", "3"], True)]


def test_nothing_was_called_and_the_play_is_refused(match: Session, eye: FakeEye) -> None:
    lay_full_houses(eye)
    answer(match, 1)
    assert asked(match) == []
    assert [each.code for each in state(match).pending] == ["does-not-beat"]
    assert played(match) == [(0, ["9", "9", "9", "8", "8"], True)]


def test_a_play_that_no_reading_allows_is_refused_at_once(match: Session, eye: FakeEye) -> None:
    lay_full_houses(eye, "7c 7h 7d 3s 3c")
    assert asked(match) == []
    assert [each.code for each in state(match).pending] == ["does-not-beat"]


def test_a_straight_flush_may_have_been_called_a_straight(match: Session, eye: FakeEye) -> None:
    """Both have the same ranks: the answer must say the shape too."""
    eye.lay(0, "6s 7s 8s 9s 5h")
    eye.lay(1, "7c 8c 9d Th Jh")
    assert asked(match) == ["other-reading"]
    answer(match, 0)
    assert state(match).current is not None
    assert [(seat, legal) for seat, _, legal in played(match)] == [(0, True), (1, True)]


def test_an_entered_play_is_asked_about_too(match: Session) -> None:
    match.enter(Play(0, ("8s", "8c", "9d", "9s", "5h")), "host")
    match.enter(Play(1, ("9c", "9h", "9d", "3s", "3c")), "host")
    assert asked(match) == ["other-reading"]
    answer(match, 0)
    assert played(match)[1] == (1, ["9", "9", "9", "3", "3"], True)


def test_an_entered_play_is_refused_when_nothing_was_called(match: Session) -> None:
    match.enter(Play(0, ("8s", "8c", "9d", "9s", "5h")), "host")
    match.enter(Play(1, ("9c", "9h", "9d", "3s", "3c")), "host")
    answer(match, 1)
    assert [each.code for each in state(match).pending] == ["does-not-beat"]


# ---------------------------------------------------------------- two of each card


def test_nobody_is_accused_where_a_twin_may_have_been_overlooked(match: Session, eye: FakeEye) -> None:
    eye.lay(0, "3s 3s 3c 3d")
    records = eye.lay(1, "4d 4d 4h")
    assert derived(records, "refused") == []
    assert asked(match) == ["illegal-unsure"]


def test_both_copies_of_a_card_may_be_played(match: Session, eye: FakeEye) -> None:
    eye.lay(0, "7s")
    eye.lay(1, "8s")
    eye.sweep()
    eye.lay(1, "7s 7d")
    eye.lay(2, "8s 8d")
    assert asked(match) == []
    assert [seat for seat, _, _ in played(match)] == [0, 1, 1, 2]
    assert state(match).used.count("7s") == state(match).used.count("8s") == 2


def test_the_same_card_twice_in_one_play_is_a_pair(match: Session, eye: FakeEye) -> None:
    eye.lay(0, "7s 7s")
    assert played(match) == [(0, ["7", "7"], True)]


def test_a_third_copy_is_flagged_and_nobody_accused(match: Session, eye: FakeEye) -> None:
    eye.lay(0, "7s 7s")
    eye.lay(1, "8s 8d")
    eye.sweep()
    records = eye.lay(1, "7s")
    assert derived(records, "played", "refused") == []
    assert asked(match) == ["played-before"]
    assert match.deal is not None
    (question,) = questions(match.deal, NAMES)
    assert question.sentence.en == "7♠: 7♠ was seen in this deal before. What was laid now?"


def test_three_copies_in_one_play_are_flagged(match: Session, eye: FakeEye) -> None:
    records = eye.lay(0, "7s 7s 7s")
    assert derived(records, "played", "refused") == []
    assert asked(match) == ["played-before"]


@pytest.mark.usefixtures("match")
def test_an_unsure_third_copy_is_read_as_the_card_that_is_left(eye: FakeEye) -> None:
    eye.lay(0, "7s 7s")
    eye.lay(1, "8s 8d")
    eye.sweep()
    card = SeenCard(77, "7s", 0.6, (("7c", 0.39),), 6, sure=False)
    records = eye.appear((card,), {1: 0.9})
    assert derived(records, "played")[0].body["cards"] == ["7c"]


def test_an_entered_third_copy_is_refused_by_name(match: Session) -> None:
    for seat, cards in ((0, "7s 7s"), (1, "7s 7d")):
        match.enter(Play(seat, tuple(cards.split())), "host")
    (pending,) = state(match).pending
    assert (pending.code, pending.params["cards"]) == ("third-copy", ["7s"])


def test_counts_and_used_cards_are_multisets(match: Session, eye: FakeEye) -> None:
    eye.lay(0, "7s 7s 7d 9c 9c")
    assert sorted(state(match).used) == ["7d", "7s", "7s", "9c", "9c"]
    assert [seat.count for seat in state(match).seats] == [22, 27, 27, 27]


@pytest.mark.usefixtures("match")
def test_a_card_of_the_pile_seen_again_is_no_second_copy(eye: FakeEye) -> None:
    pair: Sequence[SeenCard] = eye.seen_cards("7s 7s")
    eye.appear(tuple(pair), {0: 0.9})
    records = eye.appear((pair[1],), {1: 0.9})
    assert [r.kind for r in derived(records)] == ["ignored"]
    records = eye.lay(1, "8s 8s")
    assert derived(records, "played")[0].body["cards"] == ["8s", "8s"]
