"""Scenes: the same seed the same picture, labels inside, points on the glyphs they name."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.crops import cut
from datasets.effects import Effects, Light
from datasets.pool import Pool
from datasets.render import render
from datasets.sample import VISIBLE, sample_scene
from datasets.scene import CardPose, Scene, card_points, find_labels

SIZE = 416
PLAIN_LIGHT = Light((1.0,) * 9, (), ())
PLAIN_EFFECTS = Effects((1.0, 1.0, 1.0), 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0, 0.0, ())


def plain(scene: Scene) -> Scene:
    """The scene without hands and props, in even light, through a perfect camera."""
    bare = replace(scene, under=(), over=(), hands=(), light=PLAIN_LIGHT, effects=PLAIN_EFFECTS)
    return replace(bare, card_shadows=replace(scene.card_shadows, strength=0.0))


def test_same_seed_gives_the_same_scene_and_pixels(pool: Pool) -> None:
    one, again = (sample_scene((5, 17), pool, (), SIZE) for _ in range(2))
    assert one == again
    assert (render(one, pool) == render(again, Pool(None, "train"))).all()


@pytest.mark.parametrize("number", range(12))
def test_labels_lie_in_the_picture_and_are_open(number: int, pool: Pool) -> None:
    scene = sample_scene((6, number), pool, (), SIZE)
    for label in scene.labels:
        assert label.visible >= VISIBLE
        x0, y0, x1, y1 = label.box_xyxy
        assert x1 > 0
        assert y1 > 0
        assert x0 < SIZE
        assert y0 < SIZE
        for x, y in (label.rank_point, label.pip_point):
            assert x0 <= x <= x1
            assert y0 <= y <= y1


def test_rendered_points_hit_the_glyph_they_name(pool: Pool) -> None:
    """The crop round a label looks like the index on the face, more than like another card's."""
    compared = 0
    for number in range(8):
        scene = plain(sample_scene((7, number), pool, (), SIZE))
        picture = render(scene, pool)
        for label in find_labels(scene, pool):
            card = scene.cards[label.card]
            face = pool.face(card.deck, card.code, card.number).face
            across, along = label.size
            if label.visible < 0.97 or label.unit < 14 or card.bare or across > 1.5 * along:
                continue
            seen = core(cut(picture, np.array(label.rank_point), np.array(label.pip_point)))
            first = face.indices[0]
            true = core(
                cut(face.image[..., :3].copy(), np.array(first.rank_point), np.array(first.pip_point))
            )
            assert np.corrcoef(seen.ravel(), true.ravel())[0, 1] > 0.55, (number, label.code)
            compared += 1
    assert compared > 15


def core(crop: np.ndarray) -> np.ndarray:
    """The middle of a crop in grey, blurred so that slant and resolution matter less."""
    grey = cv2.GaussianBlur(crop.mean(axis=2).astype(np.float32), (0, 0), 2.0)
    return grey[12:54, 22:42]


def test_a_covered_index_is_hidden_and_the_one_on_top_open(pool: Pool) -> None:
    matrix = (0.5, 0.0, 100.0, 0.0, 0.5, 80.0, 0.0, 0.0, 1.0)
    below = CardPose("drawn-1", "7s", 0, matrix, 0.0, 1.0, ())
    scene = replace(plain(sample_scene((8, 1), pool, (), SIZE)), cards=(below, replace(below, code="Kd")))
    found = {(label.code, label.visible > 0.9) for label in find_labels(scene, pool)}
    assert found == {("7s", False), ("Kd", True)}


def test_an_arched_card_keeps_its_edges_and_moves_its_middle() -> None:
    flat = CardPose("drawn-1", "7s", 0, (1, 0, 0, 0, 1, 0, 0, 0, 1), 0.0, 1.0, ())
    arched = replace(flat, bend=10.0)
    points = np.array([[0.0, 50.0], [100.0, 50.0], [200.0, 50.0]])
    moved = card_points(arched, points, 200) - card_points(flat, points, 200)
    assert moved.tolist() == [[0, 0], [0, -10], [0, 0]]
