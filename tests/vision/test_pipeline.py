"""Whole scenes on the make-believe table: every play told once, by the right seat, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision import association
from vision.frames import Frame
from vision.layout import TableLayout
from vision.observations import (
    Camera,
    CameraState,
    CardsAppeared,
    CardsReread,
    CardsVanished,
    TableCleared,
    observation_from_dict,
)
from vision.pipeline import Watcher

from .fake_film import FakeFilm
from .fake_table import FakeCard, FakeDetector, FakeTable, fan, probabilities


@pytest.fixture
def film() -> FakeFilm:
    film = FakeFilm()
    film.wait(0.8)
    return film


def _play(film: FakeFilm, seat: int, codes: str, pause: float = 0.4, **more) -> None:
    x, y, angle = film.spot(seat)
    film.lay(seat, fan(codes, x, y, angle=angle), **more)
    film.wait(pause)


def test_empty_table_says_nothing_but_live(film):
    film.wait(2.0)
    assert [str(each.state) for each in film.of(CameraState)] == ["calibrating", "live"]
    assert len(film.observations) == 2


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_plays_are_told_once_by_the_right_seat(players):
    film = FakeFilm(players)
    film.wait(0.8)
    hands = ["3s 4h 5s", "4s 5h 6s", "9d 9h", "Kd", "2c 2d", "Tc Js Qd"]
    for seat in range(players):
        _play(film, seat, hands[seat])
    assert film.plays == [(seat, sorted(hands[seat].split())) for seat in range(players)], film.story
    assert not film.of(CardsVanished)
    assert not film.of(TableCleared)


def test_a_play_carries_its_evidence(film):
    _play(film, 1, "4s 5h 6s")
    (play,) = film.of(CardsAppeared)
    assert play.zone == "play"
    assert sum(play.seat_votes.values()) == pytest.approx(1.0)
    assert {"place", "arm", "facing"} == set(play.evidence)
    assert all(votes[1] > votes[0] for votes in play.evidence.values())
    assert play.before.startswith(b"\xff\xd8")
    assert play.after.startswith(b"\xff\xd8")
    assert play.settled_at <= play.at < film.now
    assert all(card.sure and card.votes >= 3 and card.score > 0.9 for card in play.cards)
    assert observation_from_dict(play.to_dict(), play.pictures).codes == play.codes


def test_a_play_is_told_soon_after_the_hand_is_gone(film):
    _play(film, 0, "3s 4h 5s", pause=0.0)
    gone = film.now
    film.wait(0.6)
    (play,) = film.of(CardsAppeared)
    assert play.at - gone < 0.35


@pytest.mark.parametrize("linger", [0.1, 0.8, 2.0])
def test_a_lingering_hand_changes_nothing(film, linger):
    _play(film, 0, "3s 4h 5s 6d 7c", linger=linger)
    assert film.plays == [(0, sorted(["3s", "4h", "5s", "6d", "7c"]))], film.story


def test_a_play_laid_in_two_moves_is_one(film):
    x, y, angle = film.spot(0)
    cards = fan("3s 4h 5s 6d", x, y, angle=angle)
    film.lay(0, cards[:2])
    film.wait(0.15)
    film.lay(0, cards[2:])
    film.wait(0.5)
    assert film.plays == [(0, sorted(["3s", "4h", "5s", "6d"]))], film.story


def test_plays_of_one_seat_on_its_own_pile_stay_apart(film):
    x, y, angle = film.spot(0)
    film.lay(0, fan("3s 4h 5s", x, y, angle=angle))
    film.wait(0.5)
    _play(film, 1, "4s 5h 6s")
    film.lay(0, fan("5d 6h 7s", x + 15, y - 9, angle=angle + 6))
    film.wait(0.5)
    assert film.plays == [
        (0, ["3s", "4h", "5s"]),
        (1, ["4s", "5h", "6s"]),
        (0, ["5d", "6h", "7s"]),
    ], film.story


def test_one_pile_in_the_middle_goes_by_the_arm(film):
    for i, (seat, codes) in enumerate([(0, "3s 3h"), (1, "4s 4h"), (2, "5s 5h"), (3, "6s 6h"), (0, "7s 7h")]):
        film.lay(seat, fan(codes, 480 + 6 * i, 270 - 5 * i, angle=17 * i))
        film.wait(0.4)
    assert [seat for seat, _ in film.plays] == [0, 1, 2, 3, 0], film.story
    assert [codes for _, codes in film.plays] == [sorted(f"{r}s {r}h".split()) for r in "34567"]


def test_fast_play_keeps_plays_apart(film):
    for seat, codes in enumerate(["3s 4h 5s", "4s 5h 6s", "5d 6h 7s", "6d 7h 8s"]):
        x, y, angle = film.spot(seat)
        film.lay(seat, fan(codes, x, y, angle=angle), linger=0.1)
    film.wait(0.6)
    assert [seat for seat, _ in film.plays] == [0, 1, 2, 3], film.story


def test_a_card_pushed_by_the_next_player_before_it_is_told_is_still_its_own_play(film):
    film.lay(0, [FakeCard("4h", 480, 300, angle=10)], linger=0.1)
    film.wait(0.25)
    assert not film.plays
    film.reach(1, 440, 345, seconds=0.2)
    film.table.cards[:] = [replace(card, x=card.x - 20, y=card.y + 60) for card in film.table.cards]
    film.table.lay([FakeCard("8d", 520, 240, angle=70)])
    film.leave(1, 440, 345)
    film.wait(1.0)
    assert film.plays == [(0, ["4h"]), (1, ["8d"])], film.story


def test_take_back_of_the_last_play(film):
    _play(film, 0, "3s 4h 5s")
    _play(film, 1, "4s 5h 7d")
    film.take(1, "4s", "5h", "7d")
    film.wait(0.8)
    (back,) = film.of(CardsVanished)
    assert sorted(card.code for card in back.cards) == ["4s", "5h", "7d"]
    assert back.appeared == (film.of(CardsAppeared)[1].id,)
    assert not film.of(TableCleared)


def test_cards_taken_back_may_be_played_again(film):
    _play(film, 0, "3s 4h 5s")
    _play(film, 1, "4s 5h 7d")
    film.take(1, "4s", "5h", "7d")
    film.wait(13.0)
    _play(film, 1, "4s 5h 6s")
    assert film.plays[-1] == (1, ["4s", "5h", "6s"]), film.story


@pytest.mark.parametrize(("aside", "push"), [((14, -30), (7, -5)), ((20, 30), (9, -6))])
def test_take_back_from_over_cards_that_were_pushed(film, aside, push):
    """The place of one of the cards does not look as it did before it came."""
    x, y, angle = film.spot(1)
    film.lay(1, fan("2h 2s", x, y, step=24, angle=angle))
    film.wait(0.8)
    tip = film._grip(1, x, y)
    film.reach(1, *tip)
    film.table.push(*push, "2h", "2s")
    film.table.lay(fan("Ks BJ", x + aside[0], y + aside[1], step=29, angle=angle + 5))
    film.wait(0.2)
    film.leave(1, *tip)
    film.wait(1.0)
    assert film.plays[-1] == (1, ["BJ", "Ks"]), film.story
    film.take(1, "Ks", "BJ")
    film.wait(1.2)
    gone = [sorted(card.code for card in each.cards) for each in film.of(CardsVanished)]
    assert gone == [["BJ", "Ks"]], film.story
    assert len(film.of(CardsAppeared)) == 2, film.story


def test_taken_back_and_laid_again_at_once(film):
    _play(film, 0, "3s 4h 5s")
    _play(film, 1, "4s 5h 7d")
    film.take(1, "4s", "5h", "7d")
    film.wait(0.8)
    _play(film, 1, "4s 5h 6s", pause=0.8)
    assert film.plays[-1] == (1, ["4s", "5h", "6s"]), film.story


def test_sweep_clears_the_table_and_the_next_lead_is_new(film):
    _play(film, 0, "3s 4h 5s")
    _play(film, 1, "4s 5h 6s")
    film.sweep(1)
    film.wait(0.6)
    (cleared,) = film.of(TableCleared)
    assert len(cleared.appeared) == 2
    _play(film, 1, "Kd Kh")
    assert film.plays[-1] == (1, ["Kd", "Kh"]), film.story
    assert not film.of(CardsVanished)


def test_swept_aside_face_up_is_no_new_play(film):
    _play(film, 0, "3s 4h 5s")
    _play(film, 1, "4s 5h 6s")
    tip = 480, 270
    film.reach(1, *tip)
    film.table.cards[:] = [FakeCard(c.code, 150, 130, 20) for c in film.table.cards]
    film.wait(0.3)
    film.leave(1, *tip)
    film.wait(0.8)
    assert len(film.of(TableCleared)) == 1, film.story
    assert len(film.of(CardsAppeared)) == 2
    _play(film, 1, "Kd Kh")
    assert film.plays[-1] == (1, ["Kd", "Kh"])


def test_pushed_cards_are_no_new_play(film):
    _play(film, 0, "3s 4h 5s")
    x, y, _ = film.spot(0)
    film.reach(0, x, y)
    film.table.push(31, -22, "3s", "4h", "5s")
    film.leave(0, x, y)
    film.wait(0.8)
    assert len(film.of(CardsAppeared)) == 1, film.story
    assert not film.of(CardsVanished)
    assert not film.of(TableCleared)


def test_covered_cards_are_hidden_not_vanished(film):
    x, y, angle = film.spot(0, 0.1)
    film.lay(0, fan("3s 4h", x, y, angle=angle))
    film.wait(0.5)
    film.lay(1, fan("4s 5h 6s 7d 8c", x, y, step=20, angle=angle))
    film.wait(1.5)
    assert len(film.of(CardsAppeared)) == 2, film.story
    assert not film.of(CardsVanished)
    film.take(1, "4s", "5h", "6s", "7d", "8c")
    film.wait(1.0)
    assert len(film.of(CardsAppeared)) == 2
    assert sorted(c.code for each in film.of(CardsVanished) for c in each.cards) == sorted(
        ["4s", "5h", "6s", "7d", "8c"]
    )


def test_a_hand_passing_over_changes_nothing(film):
    _play(film, 0, "3s 4h 5s")
    x, y, _ = film.spot(0)
    for _ in range(2):
        film.reach(2, x, y)
        film.wait(0.5)
        film.leave(2, x, y)
    film.wait(0.6)
    assert len(film.of(CardsAppeared)) == 1, film.story
    assert not film.of(CardsVanished)


def test_lamp_is_no_play_and_no_loss(film):
    _play(film, 0, "3s 4h 5s")
    film.table.light = 0.6
    film.wait(1.5)
    film.table.light = 1.1
    film.wait(1.5)
    assert len(film.of(CardsAppeared)) == 1, film.story
    assert not film.of(CardsVanished)
    assert "light_changed" in [each.message_code for each in film.of(CameraState)]
    _play(film, 1, "4s 5h 6s")
    assert film.plays[-1] == (1, ["4s", "5h", "6s"])


def test_darkness_is_said_and_survived(film):
    _play(film, 0, "3s 4h 5s")
    film.table.light = 0.02
    film.wait(0.6)
    assert film.of(CameraState)[-1].state is Camera.DARK
    film.table.light = 1.0
    film.wait(1.5)
    assert film.of(CameraState)[-1].state is Camera.LIVE
    assert len(film.of(CardsAppeared)) == 1, film.story


def test_trembling_camera_is_no_motion(film):
    for i in range(60):
        film.table.shift = (0.9 * np.sin(i * 0.8), 0.9 * np.cos(i * 1.1))
        film.frame()
        if i == 20:
            film.table.lay([])
    _play(film, 0, "3s 4h 5s")
    assert film.plays == [(0, ["3s", "4h", "5s"])], film.story


@pytest.mark.parametrize("shift", [(6.0, -4.0), (22.0, 13.0)])
def test_bumped_camera_is_followed(film, shift):
    _play(film, 0, "3s 4h 5s")
    _play(film, 2, "4s 5h 6s")
    film.table.shift = shift
    film.wait(2.0)
    assert len(film.of(CardsAppeared)) == 2, film.story
    assert not film.of(CardsVanished)
    assert not film.of(TableCleared)
    _play(film, 3, "5d 6h 7s")
    assert film.plays[-1] == (3, ["5d", "6h", "7s"])
    lying = {card.code: card for card in film.watcher.cards}
    x, y, _ = film.spot(0)
    assert np.allclose(np.mean(lying["4h"].polygon, axis=0), (x, y), atol=45)


def test_a_card_first_taken_for_two_is_counted_once(monkeypatch):
    """At the first looks nobody knows how far apart the indices of a card lie."""
    film = FakeFilm(packs=2)
    film.wait(0.8)
    right, looks = association._groups, []

    def groups(detections, packs, geometry):
        looks.append(len(detections))
        singles = [(row,) for row in range(len(detections))]
        return singles if len(looks) <= 2 else right(detections, packs, geometry)

    monkeypatch.setattr(association, "_groups", groups)
    x, y, angle = film.spot(0)
    film.lay(0, fan("5d 5d 5h 5h", x, y, step=24, angle=angle))
    film.wait(1.2)
    assert film.plays == [(0, ["5d", "5d", "5h", "5h"])], film.story


def test_twins_of_two_packs_are_two_cards():
    film = FakeFilm(packs=2)
    film.wait(0.8)
    _play(film, 0, "9s 9s 9d 9d")
    _play(film, 1, "Ts Ts Td Tc")
    assert film.plays == [(0, sorted(["9s", "9s", "9d", "9d"])), (1, sorted(["Ts", "Ts", "Td", "Tc"]))], (
        film.story
    )


def test_second_twin_played_later_is_a_new_card():
    film = FakeFilm(packs=2)
    film.wait(0.8)
    _play(film, 0, "9s")
    _play(film, 1, "9s")
    assert film.plays == [(0, ["9s"]), (1, ["9s"])], film.story


def test_face_down_cards_are_no_play(film):
    film.lay(0, [FakeCard("3s", 300, 300, face_down=True), FakeCard("4s", 420, 300, face_down=True)])
    film.wait(1.0)
    assert not film.of(CardsAppeared)


def test_doubtful_card_is_told_as_unsure_with_alternatives(film):
    film.detector.misread["6d"] = probabilities("6d", 0.55, instead="9d")
    _play(film, 0, "6d", pause=1.5)
    (play,) = film.of(CardsAppeared)
    (card,) = play.cards
    assert not card.sure
    assert {card.code, card.alternatives[0][0]} == {"6d", "9d"}


def test_inventory_resolves_a_doubtful_reading(film):
    _play(film, 0, "9d")
    film.detector.misread["6d"] = probabilities("9d", 0.6, instead="6d")
    _play(film, 1, "6d", pause=1.5)
    assert film.of(CardsAppeared)[-1].cards[0].code == "6d", film.story


def test_blind_spells_of_the_detector_lose_nothing(film):
    _play(film, 0, "3s 4h 5s")
    film.detector.blind = {"4h"}
    x, y, _ = film.spot(0)
    film.watcher.look_again((int(x) - 150, int(y) - 120, int(x) + 150, int(y) + 120))
    film.wait(1.0)
    assert not film.of(CardsVanished), film.story


def test_look_again_is_answered(film):
    _play(film, 0, "3s 4h 5s")
    (play,) = film.of(CardsAppeared)
    film.watcher.look_again(play)
    film.wait(0.6)
    (again,) = film.of(CardsReread)
    assert again.id == play.id
    assert sorted(card.code for card in again.cards) == ["3s", "4h", "5s"]
    assert min(card.votes for card in again.cards) > min(card.votes for card in play.cards)


def test_look_again_is_answered_for_a_card_of_which_one_index_shows(film):
    x, y, angle = film.spot(0)
    film.lay(0, [FakeCard("6d", x, y, angle, corners=1)])
    film.wait(0.6)
    film.watcher.look_again(film.of(CardsAppeared)[0])
    film.wait(0.6)
    assert len(film.of(CardsReread)) == 1


def test_later_looks_correct_a_play(film):
    film.detector.misread["6d"] = probabilities("6d", 0.55, instead="9d")
    _play(film, 0, "6d", pause=1.5)
    film.detector.misread.clear()
    for _ in range(6):
        film.watcher.look_again(film.of(CardsAppeared)[0])
        film.wait(0.4)
    assert film.of(CardsReread)[-1].cards[0].sure, film.story


def test_hands_laid_open_are_told_by_zone(film):
    x, y, angle = film.spot(1, 0.86)
    film.lay(1, fan("Ks Kd 2c", x, y, angle=angle))
    film.wait(2.0)
    (hand,) = film.of(CardsAppeared)
    assert (hand.zone, hand.seat) == ("hand", 1)


def test_cards_on_a_fresh_table_are_told(film):
    table = FakeTable()
    table.lay(fan("3s 4h 5s", 480, 400))
    film = FakeFilm(table=table)
    film.wait(1.5)
    assert film.plays == [(0, ["3s", "4h", "5s"])]


def test_waiting_play_is_told_when_the_source_ends(film):
    x, y, angle = film.spot(0)
    film.lay(0, fan("3s 4h 5s", x, y, angle=angle), linger=0.9)
    film.wait(0.1)
    assert not film.of(CardsAppeared)
    (play,) = film.watcher.close()
    assert sorted(play.codes) == ["3s", "4h", "5s"]


def test_idle_table_costs_no_looks(film):
    film.wait(1.0)
    before = film.detector.looks
    film.wait(3.0)
    assert film.detector.looks == before


def test_only_changed_places_are_looked_at(film):
    film.wait(0.5)
    before = film.detector.area
    looks = film.detector.looks
    _play(film, 0, "3s 4h")
    area = (film.detector.area - before) / (film.detector.looks - looks)
    assert area < 0.35 * film.table.width * film.table.height


def test_new_layout_keeps_the_cards(film):
    _play(film, 0, "3s 4h 5s")
    film.watcher.recalibrate(TableLayout.default(3, 960, 540))
    film.wait(1.2)
    assert film.watcher.layout.players == 3
    assert len(film.of(CardsAppeared)) == 1, film.story
    assert {card.code for card in film.watcher.cards} == {"3s", "4h", "5s"}


def test_layout_is_scaled_to_the_frames():
    table = FakeTable()
    watcher = Watcher(TableLayout.default(4, 1920, 1080), FakeDetector(table))
    watcher.feed(Frame(table.render(), 0.0))
    assert (watcher.layout.width, watcher.layout.height) == (960, 540)


def test_packs_must_be_positive():
    with pytest.raises(ValueError, match="packs"):
        Watcher(TableLayout.default(4, 960, 540), FakeDetector(FakeTable()), packs=0)
