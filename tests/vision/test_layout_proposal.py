"""Finding the table in a picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.layout import LayoutError
from vision.layout_proposal import find_table, propose_layout

QUAD = [(300.0, 120.0), (980.0, 130.0), (1150.0, 650.0), (140.0, 640.0)]


def _room(quad: list[tuple[float, float]] | None) -> np.ndarray:
    rng = np.random.default_rng(3)
    image = np.full((720, 1280, 3), (120, 110, 105), np.uint8)
    cv2.rectangle(image, (0, 0), (1280, 90), (60, 70, 160), cv2.FILLED)
    if quad:
        cv2.fillPoly(image, [np.int32(quad)], (40, 110, 50))
    else:
        image[:] = (40, 110, 50)
    cv2.rectangle(image, (600, 300), (660, 390), (235, 235, 235), cv2.FILLED)
    noise = rng.normal(0, 4, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def test_table_corners_are_found():
    found = find_table(_room(QUAD))
    assert found is not None
    assert np.allclose(found, QUAD, atol=25)


def test_layout_lies_on_the_table():
    layout = propose_layout(_room(QUAD), 4)
    assert layout.zone_at((640, 400))[0] == "play"
    assert layout.zone_at((60, 200)) == ("outside", None)
    assert layout.seat_at((640, 610)) == 0


def test_a_table_that_fills_the_picture_gets_the_default():
    assert find_table(_room(None)) is None
    layout = propose_layout(_room(None), 3, "cw")
    assert (layout.players, layout.turn, layout.quad[2]) == (3, "cw", (1280.0, 720.0))


def test_a_ragged_scene_gets_the_default():
    rng = np.random.default_rng(4)
    image = cv2.resize(rng.integers(0, 255, (18, 32, 3)).astype(np.uint8), (1280, 720), interpolation=0)
    assert find_table(image) is None


def test_impossible_players():
    with pytest.raises(LayoutError, match="2 to 10"):
        propose_layout(_room(QUAD), 11)
