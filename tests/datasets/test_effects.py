"""Light and camera are pure and do what their numbers say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.effects import Effects, Light, expose, sample_effects, sample_light, shine

EVEN = Light((1.0,) * 9, (), ())
PERFECT = Effects((1.0, 1.0, 1.0), 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0, 0.0, ())


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    rng = np.random.default_rng(4)
    return rng.integers(0, 200, (120, 160, 3)).astype(np.uint8)


def test_even_light_and_a_perfect_camera_change_nothing(picture: np.ndarray) -> None:
    assert np.abs(expose(shine(picture, EVEN), PERFECT).astype(int) - picture).max() <= 1


def test_same_numbers_same_pixels(picture: np.ndarray) -> None:
    rng = np.random.default_rng(9)
    light, effects = sample_light(rng, 160), replace(sample_effects(rng, 16.0), noise=5.0, jpeg=(60,))
    one, again = (expose(shine(picture, light), effects) for _ in range(2))
    assert (one == again).all()


def test_a_shadow_darkens_and_gloss_brightens(picture: np.ndarray) -> None:
    box = ((0.0, 0.0), (160.0, 0.0), (160.0, 120.0), (0.0, 120.0))
    dark = shine(picture, replace(EVEN, shadows=((box, 0.5, 3.0),)))
    bright = shine(picture, replace(EVEN, gloss=((80.0, 60.0, 60.0, 50.0, 0.0, 0.8),)))
    assert dark[40:80, 60:100].mean() == pytest.approx(0.5 * picture[40:80, 60:100].mean(), rel=0.03)
    assert bright[50:70, 70:90].mean() > picture[50:70, 70:90].mean() + 40


def test_blur_softens_and_noise_roughens() -> None:
    flat = np.full((100, 100, 3), 120, np.float32)
    edge = flat.copy()
    edge[:, 50:] = 20
    assert expose(flat, replace(PERFECT, noise=8.0)).std() > 3
    assert len(np.unique(expose(edge, replace(PERFECT, blur=2.0))[50, :, 0])) > 6


def test_blur_stays_in_proportion_to_the_glyphs() -> None:
    rng = np.random.default_rng(2)
    small = max(sample_effects(rng, 10.0).blur for _ in range(300))
    large = max(sample_effects(rng, 50.0).blur for _ in range(300))
    assert small <= 0.8
    assert large > 2
