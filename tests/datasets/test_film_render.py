"""Films as pictures: what the truth says can be seen in them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.film import Film, find_deck, main, make_film
from datasets.film_arm import Pose, draw_arm, draw_style
from datasets.film_eye import FilmEye
from datasets.film_lens import Bump, LampSwitch, Light, Shake
from datasets.film_render import Renderer
from datasets.film_script import Lay
from datasets.film_spec import FilmSpec
from datasets.film_stage import glyph_height
from datasets.film_table import FilmError
from datasets.film_texture import Surface, draw_surface
from datasets.film_truth import load_truth
from vision.labels import INDEX_OF

SMALL = FilmSpec(
    seed=3000,
    players=3,
    width=640,
    height=360,
    fps=5,
    shuffle="poor",
    most_plays=6,
    fewest_plays=3,
    illegal_rate=0.2,
    pace="fast",
    deck="drawn:912",
    shake=0.0,
)


@pytest.fixture(scope="module")
def film() -> Film:
    return make_film(SMALL)


@pytest.fixture(scope="module")
def renderer(film: Film) -> Renderer:
    return Renderer(film.scene)


def test_the_same_spec_gives_the_same_pixels(film: Film, renderer: Renderer) -> None:
    again = Renderer(make_film(SMALL).scene)
    number = int(film.dance.plays[0].at * SMALL.fps)
    assert np.array_equal(renderer.frame(number, SMALL.fps), again.frame(number, SMALL.fps))


def test_frames_do_not_depend_on_the_frames_before_them(film: Film, renderer: Renderer) -> None:
    number = int(film.dance.plays[-1].settled * SMALL.fps)
    alone = Renderer(film.scene).frame(number, SMALL.fps)
    for earlier in (0, number // 2):
        renderer.frame(earlier, SMALL.fps)
    difference = np.abs(renderer.frame(number, SMALL.fps).astype(int) - alone.astype(int))
    assert difference.max() <= 2


def test_a_settled_play_changes_the_picture_where_it_lies(film: Film, renderer: Renderer) -> None:
    play = film.dance.plays[0]
    before = renderer.frame(0, SMALL.fps).astype(int)
    after = renderer.frame(int(play.settled * SMALL.fps) + 1, SMALL.fps).astype(int)
    ys, xs = np.nonzero(np.abs(after - before).max(2) > 40)
    seat = next(step.seat for step in film.script.steps if isinstance(step, Lay))
    assert len(xs) > 400
    assert film.stage.layout.seat_at((float(np.median(xs)), float(np.median(ys)))) == seat


def test_every_card_of_a_settled_play_shows_an_index(film: Film) -> None:
    eye = FilmEye(film)
    for time, play in zip(film.dance.plays, film.truth()["plays"], strict=True):
        eye.now = time.settled + 0.02
        assert set(play["cards"]) <= set(eye.detect(np.zeros((1, 1, 3), np.uint8)).codes)


def test_the_perfect_eye_points_at_dark_ink_on_a_light_card(film: Film, renderer: Renderer) -> None:
    eye, play = FilmEye(film), film.dance.plays[0]
    number = int(play.settled * SMALL.fps) + 1
    eye.now = number / SMALL.fps
    grey = cv2.cvtColor(renderer.frame(number, SMALL.fps), cv2.COLOR_BGR2GRAY)
    found = eye.detect(grey)
    assert len(found) > 0
    for x0, y0, x1, y1 in found.boxes.round().astype(int):
        patch = grey[y0 - 1 : y1 + 2, x0 - 1 : x1 + 2]
        assert patch.max() - patch.min() > 50


def test_the_perfect_eye_sees_nothing_under_a_hand(film: Film) -> None:
    eye, play = FilmEye(film), film.dance.plays[0]
    eye.now = play.at
    covered = len(eye.detect(np.zeros((1, 1, 3), np.uint8)))
    eye.now = play.settled + 0.02
    assert covered < len(eye.detect(np.zeros((1, 1, 3), np.uint8)))


def test_hands_are_shown_in_their_zones(film: Film) -> None:
    eye = FilmEye(film)
    eye.now = film.dance.cast.duration - 0.1
    found = eye.detect(np.zeros((1, 1, 3), np.uint8))
    for seat, cards in film.script.hands.items():
        for card in cards:
            row = int(np.flatnonzero(found.class_probs.argmax(1) == INDEX_OF[card])[0])
            x, y = found.rank_points[row]
            assert film.stage.layout.zone_at((float(x), float(y))) == ("hand", seat)


@pytest.mark.parametrize(("lines", "least"), [(720, 14.0), (1080, 20.0)])
def test_rank_glyphs_are_large_enough_to_read(lines: int, least: float) -> None:
    spec = FilmSpec(seed=1, deck="drawn:912", height=lines, width=lines * 16 // 9, shuffle="poor")
    film = make_film(spec)
    assert glyph_height(film.scene.deck) * film.stage.scale >= least


def test_the_truth_is_read_back_as_it_was_written(film: Film, tmp_path: Path) -> None:
    path = tmp_path / "film.json"
    path.write_text(json.dumps(film.truth()), encoding="utf-8")
    truth = load_truth(path)
    lays = [step for step in film.script.steps if isinstance(step, Lay)]
    assert [play.cards for play in truth.plays] == [lay.cards for lay in lays]
    assert [play.retracted for play in truth.plays] == [lay.taken_back for lay in lays]
    assert all(play.at < play.settled for play in truth.plays)
    assert truth.payments == film.script.payments
    assert truth.layout.to_dict() == film.stage.layout.to_dict()


def test_the_command_writes_a_film_that_opencv_can_read(tmp_path: Path) -> None:
    options = "--seed 3000 --players 3 --size 480x270 --fps 2 --plays 3-6 --shuffle poor --deck drawn:912"
    assert main(["--out", str(tmp_path), *options.split()]) == 0
    truth = load_truth(tmp_path / "film.json")
    capture = cv2.VideoCapture(str(tmp_path / "film.mp4"))
    frames = int(capture.get(cv2.CAP_PROP_FRAME_COUNT))
    good, image = capture.read()
    assert good
    assert image.shape == (270, 480, 3)
    assert abs(frames - truth.raw["duration"] * 2) <= 2
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["film.json", "film.mp4"]


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(["--size", "big"], id="size"),
        pytest.param(["--profile", "nonesuch"], id="profile"),
        pytest.param(["--deck", "no/such/folder"], id="deck"),
        pytest.param(["--background", "no/such/picture.jpg"], id="background"),
        pytest.param(["--plays", "many"], id="plays"),
    ],
)
def test_the_command_says_what_is_wrong(options: list[str], tmp_path: Path) -> None:
    assert main(["--out", str(tmp_path / "out"), *options]) == 2
    assert not (tmp_path / "out" / "film.mp4").exists()


@pytest.mark.parametrize("name", ["drawn:x", "elsewhere"])
def test_an_unknown_deck_is_refused(name: str) -> None:
    with pytest.raises(FilmError):
        find_deck(name)


@pytest.mark.parametrize("surface", list(Surface))
def test_surfaces_are_drawn_from_their_seed(surface: Surface) -> None:
    one, two = (draw_surface(surface, 120, 90, np.random.default_rng(4)) for _ in range(2))
    assert one.shape == (90, 120, 3)
    assert np.array_equal(one, two)


@pytest.mark.parametrize("pose", list(Pose))
def test_arms_are_pictures_with_a_hand_at_their_origin(pose: Pose) -> None:
    arm = draw_arm(draw_style(np.random.default_rng(2)), pose)
    x, y = (round(v) for v in arm.origin)
    assert arm.image[y + 60, x - 30 : x + 30, 3].max() == 255
    colour, alpha = arm.image[..., :3].astype(int), arm.image[..., 3:].astype(int)
    assert (colour <= alpha + 1).all()
    assert arm.image[0, :, 3].max() == 0


def test_a_lamp_switch_changes_the_light_and_stays() -> None:
    light = Light(drift=0.0, switches=(LampSwitch(5.0, 0.7, 0.2),))
    assert light.at(4.9)[0] == pytest.approx(1.0)
    assert light.at(6.0) == pytest.approx((0.7, 0.2))


def test_a_bump_moves_the_camera_for_good() -> None:
    shake = Shake(bumps=(Bump(2.0, 9.0, -4.0, 0.01),))
    assert shake.at(1.9, 1.0) == (0.0, 0.0, 0.0)
    assert shake.at(8.0, 1.0) == pytest.approx((9.0, -4.0, 0.01), abs=1e-3)
    assert max(abs(v) for v in shake.at(2.1, 2.0)[:2]) <= shake.margin() * 2
