"""Hand-made observations: what is accepted, what is refused, and what a person is asked about."""

from __future__ import annotations

import pytest

from engine.state import Phase
from server.seating import seat_of_play
from server.session import Session
from tests.server.fake_eye import FakeEye, derived, kinds
from vision.observations import CardsAppeared, SeenCard


def asked(session: Session) -> list[str]:
    """Codes of the open questions."""
    assert session.deal is not None
    return [body["code"] for _, body in session.deal.desk.questions]


def test_clear_plays_are_taken_with_the_passes_between(eye: FakeEye) -> None:
    eye.lay(0, "4s 5s 6s")
    records = eye.lay(2, "5d 6d 7d")
    assert [(r.kind, r.body["seat"]) for r in derived(records)] == [("passed", 1), ("played", 2)]
    assert derived(records)[0].body["inferred"]


def test_a_new_lead_implies_the_trick_and_the_draws(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "4s")
    eye.lay(1, "5s")
    eye.sweep()
    records = eye.lay(1, "9s")
    seen = [r.kind for r in derived(records)]
    assert seen == ["passed"] * 3 + ["trick-won"] + ["drew"] * 4 + ["played"]
    assert session.state is not None
    assert [seat.count for seat in session.state.seats] == [6, 4, 6, 6]


def test_the_sweep_itself_is_no_play(eye: FakeEye) -> None:
    eye.lay(0, "4s")
    assert derived(eye.sweep()) == []


def test_an_illegal_play_is_refused_after_a_second_look(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    records = eye.lay(1, "7d")
    assert [r.kind for r in derived(records)] == ["second-look", "doubt-lifted", "refused"]
    refusal = derived(records, "refused")[0]
    assert refusal.body["code"] == "not-next"
    assert refusal.meta["looked"]
    assert session.state is not None
    assert session.state.current is not None
    assert session.state.current.cards == ("5s",)


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        pytest.param((), "nothing seen any more", id="no second look"),
        pytest.param((SeenCard(1, "6d", 0.97),), "another card", id="the second look disagrees"),
        pytest.param((SeenCard(1, "7d", 0.85),), "weaker", id="still not strong enough"),
    ],
)
def test_nobody_is_accused_on_weak_evidence(eye: FakeEye, second: tuple[SeenCard, ...], reason: str) -> None:
    assert reason
    eye.lay(0, "5s")
    eye.second_look = lambda _: second
    records = eye.lay(1, "7d", score=0.85)
    assert derived(records, "refused") == []
    assert len(derived(records, "asked")) == 1


def test_nobody_is_accused_while_a_plausible_reading_would_be_legal(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    card = SeenCard(99, "8d", 0.95, (("6d", 0.05),), 6)
    records = eye.appear((card,), {1: 0.9})
    assert derived(records, "refused") == []
    assert asked(session) == ["illegal-unsure"]


def test_nobody_is_accused_while_another_seat_might_have_led(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    records = eye.appear(eye.seen_cards("9d"), {1: 0.7, 0: 0.25})
    assert derived(records, "refused") == []
    assert asked(session) == ["illegal-unsure"]


def test_after_an_open_question_nobody_is_accused_in_the_trick(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    eye.lay(1, "6d", unsure={"6d": [("9d", 0.45)]})
    assert asked(session) == ["cards-unsure"]
    records = eye.lay(2, "Td")
    assert derived(records, "refused") == []
    assert asked(session) == ["cards-unsure", "illegal-unsure"]


def test_an_unsure_card_is_asked_about_and_the_best_guess_goes_on(eye: FakeEye) -> None:
    eye.lay(0, "5s")
    records = eye.lay(1, "6d", unsure={"6d": [("9d", 0.45)]})
    question = derived(records, "asked")[0]
    choices = [(c["action"], c["cards"]) for c in question.body["alternatives"]]
    assert choices == [("play", ["6d"]), ("play", ["9d"]), ("not-a-play", [])]
    assert derived(records, "played")[0].meta["provisional"]


def test_a_lead_by_another_seat_is_asked_about_since_a_play_may_have_escaped(
    session: Session, eye: FakeEye
) -> None:
    eye.lay(1, "4s")
    assert kinds(session)[-1] != "refused"
    assert asked(session) == ["illegal-unsure"]


def test_nobody_is_accused_while_a_card_lies_unread(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "4s")
    records = eye.appear(eye.seen_cards("5d 6d"), {1: 0.9}, unread=0.6)
    assert derived(records, "refused") == []
    assert asked(session) == ["illegal-unsure"]


def test_the_reading_never_depends_on_what_would_be_legal(eye: FakeEye) -> None:
    """A sure 9 after a 5 stays a 9, though the less likely 6 would be the legal card."""
    eye.lay(0, "5s")
    records = eye.lay(1, "9d", unsure={"9d": [("6d", 0.3)]})
    assert derived(records, "played") == []
    assert derived(records, "asked")[0].body["cards"] == ["9d"]


def test_what_was_played_before_is_ruled_out_as_a_reading(eye: FakeEye) -> None:
    eye.lay(0, "9d")
    eye.lay(0, "5s")
    card = SeenCard(77, "9d", 0.6, (("6d", 0.39),), 6, sure=False)
    records = eye.appear((card,), {1: 0.9})
    assert derived(records, "played")[0].body["cards"] == ["6d"]


def test_a_sure_card_that_was_played_before_is_asked_about_by_name(eye: FakeEye) -> None:
    eye.lay(0, "9d")
    records = eye.appear((SeenCard(78, "9d", 0.99),), {1: 0.9})
    assert derived(records, "played", "refused") == []
    question = derived(records, "asked")[0]
    assert question.body["code"] == "played-before"
    assert question.body["params"]["cards"] == ["9d"]


def test_a_card_of_the_pile_seen_again_is_no_play(eye: FakeEye) -> None:
    cards = eye.seen_cards("4s 5s 6s")
    eye.appear(cards, {0: 0.9})
    records = eye.appear(cards[:1], {1: 0.9})
    assert [r.kind for r in derived(records)] == ["ignored"]
    new = eye.seen_cards("5d 6d 7d")
    records = eye.appear((*new, cards[2]), {1: 0.9})
    assert derived(records, "played")[0].body["cards"] == ["5d", "6d", "7d"]


@pytest.mark.parametrize(
    ("votes", "taken"),
    [
        pytest.param({1: 0.9}, 1, id="one clear seat"),
        pytest.param({1: 0.55, 2: 0.2}, 1, id="the next seat, mostly"),
        pytest.param({2: 0.8, 1: 0.1}, 2, id="a later seat, clearly"),
        pytest.param({1: 0.45, 2: 0.45}, None, id="between two seats"),
        pytest.param({3: 0.5, 1: 0.3}, None, id="place and turn disagree"),
    ],
)
def test_the_seat_comes_from_votes_and_turn_and_is_asked_when_they_disagree(
    session: Session, eye: FakeEye, votes: dict[int, float], taken: int | None
) -> None:
    eye.lay(0, "5s")
    records = eye.appear(eye.seen_cards("6d"), votes)
    if taken is None:
        assert asked(session) == ["seat-unsure"]
    else:
        assert derived(records, "played")[0].body["seat"] == taken
        assert asked(session) == []


@pytest.mark.parametrize(
    ("votes", "rivals"),
    [
        pytest.param({0: 0.88, 1: 0.12}, (), id="clear votes, though it is the other's turn"),
        pytest.param({0: 0.82, 1: 0.18}, (1,), id="the other can't be ruled out"),
        pytest.param({}, (0,), id="nothing seen of the hand"),
    ],
)
def test_rivals_are_those_whom_the_eye_cannot_rule_out(
    votes: dict[int, float], rivals: tuple[int, ...]
) -> None:
    assert seat_of_play(votes, players=2, turn=1, swept=False).rivals == rivals


def test_a_refused_play_taken_back_is_retracted(eye: FakeEye) -> None:
    eye.lay(0, "5s")
    eye.lay(1, "9d")
    records = eye.vanish()
    assert [r.kind for r in derived(records)] == ["retracted"]
    assert [r.kind for r in derived(eye.lay(1, "6d"))] == ["played"]


def test_a_legal_play_taken_back_at_once_never_was_one(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    eye.lay(1, "6d")
    eye.vanish()
    assert session.state is not None
    assert session.state.seats[1].count == 5
    eye.lay(1, "6h")
    assert kinds(session)[-1] == "played"
    assert [r.body["cards"] for r in session.deal.derived if r.kind == "played"] == [["5s"], ["6h"]]  # type: ignore[union-attr]


def test_a_play_that_others_have_answered_does_not_vanish(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    eye.lay(1, "6d")
    eye.lay(2, "7d")
    eye.vanish(2)
    assert session.state is not None
    assert session.state.seats[1].count == 4


def test_a_part_taken_back_is_asked_about(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s 5d")
    eye.vanish(count=1)
    assert asked(session) == ["partly-taken-back"]


def test_a_refused_play_swept_away_is_asked_about(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    eye.lay(1, "9d")
    eye.sweep()
    assert asked(session) == ["refused-swept"]


def test_an_illegal_lead_that_leaves_an_empty_table_was_taken_back(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "4s 6s")
    assert kinds(session)[-1] == "refused"
    records = eye.sweep(1)
    assert [r.kind for r in derived(records)] == ["retracted"]
    assert asked(session) == []
    assert [r.kind for r in derived(eye.lay(0, "4s"))] == ["played"]


def test_a_lead_asked_about_as_illegal_is_moot_once_it_is_taken_back(session: Session, eye: FakeEye) -> None:
    eye.second_look = lambda _: ()
    eye.lay(0, "4s 6s")
    assert asked(session) == ["illegal-unsure"]
    eye.sweep(1)
    assert asked(session) == []
    assert [r.kind for r in derived(eye.lay(0, "4s"))] == ["played"]


def test_a_refused_play_swept_with_the_trick_is_asked_about(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    eye.lay(1, "9d")
    eye.sweep(1, 2)
    assert asked(session) == ["refused-swept"]


def test_cards_that_join_a_play_are_part_of_it(session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s 5d")
    eye.appear(eye.seen_cards("5h"), {}, joins=1)
    plays = [r for r in session.deal.derived if r.kind == "played"]  # type: ignore[union-attr]
    assert [r.body["cards"] for r in plays] == [["5s", "5d", "5h"]]
    assert session.state is not None
    assert session.state.multiplier == 2


def test_a_better_reading_replaces_the_earlier_one_and_closes_its_question(
    session: Session, eye: FakeEye
) -> None:
    eye.lay(0, "5s")
    unsure = eye.seen_cards("6d", unsure={"6d": [("9d", 0.45)]})
    eye.second_look = lambda _: ()
    eye.appear(unsure, {1: 0.9})
    assert asked(session) == ["cards-unsure"]
    eye.reread(2, (SeenCard(unsure[0].id, "6d", 0.99, (), 9, unsure[0].polygon),))
    assert asked(session) == []
    assert not session.deal.derived[-1].meta.get("provisional")  # type: ignore[union-attr]


# ---------------------------------------------------------------- the end of a deal


def play_out(eye: FakeEye) -> None:
    """Seat 0 leads a straight of six and is out."""
    eye.lay(0, "4s 5s 6s 7s 8s 9s")


def test_hands_laid_open_are_counted_and_paid(session: Session, eye: FakeEye) -> None:
    play_out(eye)
    assert session.state is not None
    assert session.state.phase is Phase.SHOWING
    eye.hand(1, "3h 4h 6h 8h Th")
    eye.hand(2, "3d 4d 6d 8d Td")
    records = eye.hand(3, "3c 2c 6c 8c BJ")
    settled = derived(records, "settled")[0].body
    assert settled["winner"] == 0
    amounts = [line["amount"] for line in settled["payments"]]
    assert amounts == [60, -10, -10, -40]


def test_a_hand_laid_in_two_parts_is_one_hand(session: Session, eye: FakeEye) -> None:
    play_out(eye)
    eye.hand(1, "3h 4h 6h")
    assert "hand-shown" not in kinds(session)
    eye.hand(1, "8h Th")
    assert kinds(session).count("hand-shown") == 1


def test_a_hand_short_of_cards_is_looked_at_again(session: Session, eye: FakeEye) -> None:
    play_out(eye)
    looked_at: list[int] = []

    def look(seen: CardsAppeared) -> tuple[SeenCard, ...]:
        looked_at.append(seen.id)
        return seen.cards

    eye.second_look = look
    eye.hand(1, "3h 4h 6h 8h")
    assert looked_at == [eye.number]
    eye.appear(eye.seen_cards("Th"), {1: 1.0}, "hand", joins=eye.number)
    assert kinds(session).count("hand-shown") == 1
    assert asked(session) == []


def test_too_many_cards_in_a_hand_are_asked_about(session: Session, eye: FakeEye) -> None:
    play_out(eye)
    eye.hand(1, "3h 4h 6h 8h Th Jh")
    assert asked(session) == ["hand-count"]


def test_missing_cards_are_asked_for_when_the_table_is_cleared(session: Session, eye: FakeEye) -> None:
    play_out(eye)
    eye.hand(1, "3h 4h 6h 8h")
    assert asked(session) == []
    eye.sweep()
    assert asked(session) == ["hand-count"]
    assert session.deal is not None
    body = session.deal.desk.questions[0][1]
    assert (body["seat"], body["params"]) == (1, {"seen": 4, "expected": 5})


def test_a_card_played_before_in_a_hand_is_asked_about_by_name(session: Session, eye: FakeEye) -> None:
    play_out(eye)
    eye.hand(1, "3h 4h 6h 8h 9s")
    assert "played-before" in asked(session)


def test_cards_in_a_hand_zone_during_play_are_not_played(eye: FakeEye) -> None:
    eye.lay(0, "5s")
    records = eye.hand(1, "6d")
    assert [r.kind for r in derived(records)] == ["ignored"]


def test_the_next_deal_begins_with_the_next_play(session: Session, eye: FakeEye) -> None:
    play_out(eye)
    for seat, suit in ((1, "h"), (2, "d"), (3, "c")):
        eye.hand(seat, " ".join(f"{rank}{suit}" for rank in "346TJ"))
    eye.sweep()
    eye.lay(2, "5h")
    assert len(session.deals) == 2
    assert session.state is not None
    assert session.state.dealer == 2
    assert session.state.totals == (30, -10, -10, -10)
