"""Crops stand upright: rank above pip, one unit 22 px."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.crops import PIP_AT, RANK_AT, Jitter, crop_matrix, cut, scene_crops
from datasets.pool import Pool
from datasets.render import render
from datasets.sample import sample_scene


@pytest.mark.parametrize("angle", range(0, 360, 45))
@pytest.mark.parametrize("unit", [8.0, 22.0, 70.0])
def test_the_two_points_land_where_the_contract_says(angle: int, unit: float) -> None:
    rank = np.array([100.0, 120.0])
    pip = rank + unit * np.array([np.sin(np.radians(angle)), np.cos(np.radians(angle))])
    matrix = crop_matrix(rank, pip)
    assert matrix @ [*rank, 1] == pytest.approx(RANK_AT)
    assert matrix @ [*pip, 1] == pytest.approx(PIP_AT)


def test_a_crop_is_no_mirror_image() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    cv2.circle(picture, (130, 90), 6, (255, 255, 255), -1)
    upright = cut(picture, np.array([100.0, 90.0]), np.array([100.0, 134.0]))
    assert upright[22, 47].max() > 200
    assert upright[22, 17].max() == 0


def test_crops_of_a_scene_hold_cards_and_nothing(pool: Pool) -> None:
    rng = np.random.default_rng(1)
    codes: list[str] = []
    for number in range(4):
        scene = sample_scene((9, number), pool, (), 416, crowded=True)
        crops = list(scene_crops(rng, scene, render(scene, pool), 2, 0.15, Jitter()))
        readable = {label.code for label in scene.labels}
        assert all(crop.picture.shape == (64, 64, 3) for crop in crops)
        assert {crop.code for crop in crops} - {"none"} <= readable
        codes += [crop.code for crop in crops]
    assert 0.05 < codes.count("none") / len(codes) < 0.4
