"""The motion gate on the make-believe table: what moves, what changed, arms, lamp, shake, bumps."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.alignment import Reference, find_similarity, move_points, undo
from vision.layout import TableLayout
from vision.motion import GateView, Motion, MotionGate
from vision.observations import Camera

from .fake_film import FakeFilm
from .fake_table import FakeCard, FakeTable

STEP = 0.08


class Bench:
    """A gate before a table."""

    def __init__(self, table: FakeTable | None = None) -> None:
        self.table = table or FakeTable()
        self.gate = MotionGate(TableLayout.default(4, self.table.width, self.table.height))
        self.at = 0.0
        self.codes: list[str] = []

    def feed(self, count: int = 1) -> GateView:
        for _ in range(count):
            view = self.gate.feed(self.table.render(), self.at)
            self.codes += [state.message_code for state in view.states]
            self.at += STEP
        return view


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.feed(8)
    return bench


def test_calibrates_then_settles(bench):
    assert bench.codes == ["calibrating", "ok"]
    view = bench.feed()
    assert view.motion is Motion.SETTLED
    assert not view.changed.any()


def test_calibrating_ends_though_something_always_moves():
    bench = Bench()
    for i in range(40):
        bench.table.cards[:] = [FakeCard("As", 200 + 12 * i, 200)]
        bench.feed()
    assert bench.gate.camera is Camera.LIVE


def test_a_new_card_moves_then_is_a_change_until_absorbed(bench):
    bench.table.lay([FakeCard("As", 480, 270)])
    view = bench.feed()
    assert view.motion is Motion.MOVING
    view = bench.feed(5)
    assert view.motion is Motion.SETTLED
    place = bench.gate.small_mask(bench.table.cards[0].outline)
    assert view.changed[place].mean() > 0.9
    assert view.changed[~bench.gate.small_mask(bench.table.cards[0].outline, grow=3)].sum() == 0
    assert view.still_for[place].min() > 0.2
    bench.gate.absorb(view.changed.copy())
    assert not bench.feed().changed.any()


def test_an_arm_is_known_by_where_it_enters():
    film = FakeFilm()
    film.wait(0.8)
    for seat in range(4):
        film.reach(seat, 480, 270)
        view = film.watcher._last_view
        assert view is not None
        (arm,) = view.arms.present
        assert max(arm.seats, key=arm.seats.get) == seat
        film.leave(seat, 480, 270)
        film.wait(0.4)


def test_two_arms_at_once_are_two(bench):
    film = FakeFilm()
    bench.table.arms = [film.arm(1, 560, 270, 1.0), film.arm(3, 330, 270, 1.0)]
    view = bench.feed(2)
    seats = sorted(max(arm.seats, key=arm.seats.get) for arm in view.arms.present)
    assert seats == [1, 3]


def test_discards_on_the_edge_are_no_arm_though_cards_are_laid_beside_them(bench):
    bench.table.lay([FakeCard("9s", 700, 510)])
    bench.feed(44)
    bench.table.lay([FakeCard("Jh", 700, 440)])
    for _ in range(4):
        view = bench.feed()
        assert not view.arms.present


def test_what_an_arm_pushes_to_the_edge_is_no_arm_once_it_lies_still(bench):
    sleeve = np.array([[560, 0], [640, 0], [640, 380], [560, 380]])
    for y in range(380, 520, 20):
        bench.table.cards[:] = [FakeCard("9s", 600, y + 10)]
        bench.table.arms = [sleeve + np.array([[0, 0], [0, 0], [0, y - 380], [0, y - 380]])]
        bench.feed()
    bench.table.arms = []
    view = bench.feed(5)
    bench.table.lay([FakeCard("Jh", 600, 420)])
    view = bench.feed(2)
    assert not view.arms.present


def test_an_arm_is_known_where_the_moved_camera_no_longer_sees_the_edge(bench):
    bench.table.shift = (22.0, 0.0)
    bench.feed(25)
    assert "camera_moved" in bench.codes
    bench.table.arms = [np.array([[960, 240], [960, 320], [560, 320], [560, 240]])]
    view = bench.feed(2)
    assert [max(arm.seats, key=arm.seats.get) for arm in view.arms.present] == [1]


def test_a_card_in_the_middle_is_no_arm(bench):
    bench.table.lay([FakeCard("As", 480, 270)])
    assert bench.feed(2).arms.present == ()


@pytest.mark.parametrize("light", [0.55, 0.8])
def test_a_lamp_is_no_change(bench, light):
    bench.table.lay([FakeCard("As", 480, 270)])
    bench.gate.absorb(bench.feed(6).changed.copy())
    bench.table.light = light
    view = bench.feed(8)
    assert view.changed.mean() < 0.01
    assert "light_changed" in bench.codes


def test_darkness_pauses_and_light_resumes(bench):
    bench.table.light = 0.02
    assert not bench.feed(2).live
    assert bench.gate.camera is Camera.DARK
    bench.table.light = 1.0
    assert bench.feed(12).live


@pytest.mark.parametrize("shift", [(2.0, -1.0), (6.0, 4.0), (25.0, -14.0)])
def test_a_bump_is_followed(bench, shift):
    cards = [FakeCard("As", 300, 200, 20), FakeCard("Kd", 600, 350, 80)]
    bench.table.lay(cards)
    bench.gate.absorb(bench.feed(6).changed.copy())
    bench.table.shift = shift
    view = bench.feed(25)
    assert view.live
    seen = np.array([[300.0, 200.0], [600.0, 350.0]]) + shift
    assert np.allclose(move_points(seen, view.pose), [[300, 200], [600, 350]], atol=1.5)
    assert view.changed.mean() < 0.02


def test_cards_pushed_about_together_on_a_plain_table_are_no_bump():
    """The table hardly shows where it is, the cards do; but they are not the table."""
    table = FakeTable()
    table._cloth = np.full_like(table._cloth, 60)
    table._cloth[:, :90] = table._cloth[:, -90:] = 75
    bench = Bench(table)
    bench.feed(8)
    cards = [FakeCard("As", 300, 200, 20), FakeCard("Kd", 600, 350, 80), FakeCard("7c", 480, 180, 3)]
    table.lay(cards)
    bench.gate.absorb(bench.feed(6).changed.copy())
    bench.gate.cards = np.any([bench.gate.small_mask(card.outline, grow=6) for card in cards], axis=0)
    for _ in range(4):
        for code, (dx, dy) in {"As": (2.4, 0.8), "Kd": (1.2, 0.2), "7c": (1.8, 0.4)}.items():
            table.push(dx, dy, code)
        bench.feed()
    view = bench.feed(12)
    assert "camera_moved" not in bench.codes
    assert np.allclose(move_points(np.array([[480.0, 270.0]]), view.pose), [[480, 270]], atol=1.0)


def test_a_hand_over_the_lens_is_survived(bench):
    bench.table.arms = [np.array([[0, 0], [960, 0], [960, 540], [0, 540]])]
    assert not bench.feed(4).live
    bench.table.arms = []
    view = bench.feed(12)
    assert view.live
    assert view.changed.mean() < 0.01


def test_a_body_over_half_the_table_blinds_it_no_longer_than_it_is_there(bench):
    wide = np.array([[250, 0], [960, 0], [960, 540], [250, 540]])
    for step in range(4):
        bench.table.arms = [wide + np.array([10 * step, 0])]
        view = bench.feed()
    assert not view.live
    for step in range(4):
        bench.table.arms = [np.array([[430, 540], [430, 300 + 10 * step], [520, 300], [520, 540]])]
        view = bench.feed()
    assert view.live


def test_another_view_is_taken_as_it_is(bench):
    bench.table = FakeTable(seed=9)
    bench.feed(60)
    assert bench.gate.camera is Camera.LIVE
    assert not bench.feed().changed.any()


def test_fit_finds_light_and_shift():
    table = FakeTable(width=320, height=180, noise=0.5)
    table.lay([FakeCard("As", 100, 90, 30)])
    first = table.render().astype(np.float32)
    table.shift, table.light = (1.5, -0.75), 0.8
    fit = Reference(first).fit(table.render().astype(np.float32))
    assert fit.shift == (pytest.approx(1.5, abs=0.1), pytest.approx(-0.75, abs=0.1))
    assert np.allclose(fit.gain, 0.8, atol=0.03)
    assert np.abs(undo(table.render().astype(np.float32), fit) - first)[10:-10, 10:-10].mean() < 3


def test_similarity_finds_a_turn():
    table = FakeTable(width=320, height=180, noise=0.5)
    table.lay([FakeCard("As", 100, 60, 30), FakeCard("Kd", 220, 90, 70)])
    grey = cv2.cvtColor(table.render(), cv2.COLOR_BGR2GRAY)
    turn = cv2.getRotationMatrix2D((160, 90), 4, 1.0)
    found = find_similarity(grey, cv2.warpAffine(grey, turn, (320, 180), borderMode=cv2.BORDER_REFLECT))
    assert found is not None
    points = np.array([[80.0, 60.0], [240.0, 120.0]])
    moved = points @ turn[:, :2].T + turn[:, 2]
    assert np.allclose(move_points(moved, found), points, atol=1.0)


def test_similarity_of_unlike_pictures_is_none():
    rng = np.random.default_rng(1)
    a, b = (rng.integers(0, 255, (180, 320)).astype(np.uint8) for _ in range(2))
    assert find_similarity(a, b) is None
