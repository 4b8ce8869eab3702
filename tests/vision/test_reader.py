"""Single pictures: what is believed, what is unsure, overlays and advice."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from vision.draw import draw_cards, draw_layout, draw_reading
from vision.layout import TableLayout
from vision.observations import SeenCard
from vision.picture_check import check_picture
from vision.reader import read_picture

from .fake_table import FakeCard, FakeDetector, FakeTable, card_indices, detections_of, fan, probabilities


@pytest.fixture
def table() -> FakeTable:
    table = FakeTable()
    table.lay([FakeCard("9d", 200, 150, 30), *fan("3s 4h 5s", 600, 300)])
    return table


def test_one_entry_for_each_physical_card(table):
    reading = read_picture(table.render(), FakeDetector(table))
    assert sorted(reading.cards) == ["3s", "4h", "5s", "9d"]
    assert [box.code for box in reading.boxes] == list(reading.cards)
    assert reading.unsure == ()


def test_unsure_cards_name_their_alternatives(table):
    detector = FakeDetector(table)
    detector.misread["9d"] = probabilities("9d", 0.6, instead="6d")
    reading = read_picture(table.render(), detector)
    assert "9d" not in reading.cards
    (doubt,) = reading.unsure
    assert [code for code, _ in doubt.alternatives] == ["9d", "6d"]
    value = json.loads(json.dumps(reading.to_dict()))
    assert value["unsure"][0]["alternatives"][0][0] == "9d"
    assert set(value) == {"cards", "boxes", "unsure", "advice"}


def test_twins_need_two_packs():
    table = FakeTable()
    table.lay([FakeCard("9d", 200, 150), FakeCard("9d", 600, 300, 40)])
    assert read_picture(table.render(), FakeDetector(table), packs=2).cards == ("9d", "9d")
    assert read_picture(table.render(), FakeDetector(table), packs=1).cards == ("9d",)


def test_empty_picture():
    table = FakeTable()
    reading = read_picture(table.render(), FakeDetector(table))
    assert (reading.cards, reading.boxes, reading.unsure) == ((), (), ())


def test_overlays_draw_on_a_copy(table):
    image = table.render()
    kept = image.copy()
    reading = read_picture(image, FakeDetector(table))
    card = SeenCard(1, "9d", 0.5, polygon=((10, 10), (60, 10), (60, 90)), sure=False)
    layout = TableLayout.default(4, 1920, 1080)
    for drawn in (draw_reading(image, reading), draw_cards(image, [card]), draw_layout(image, layout)):
        assert drawn.shape == image.shape
        assert (drawn != image).any()
    assert (image == kept).all()


def _advice(image: np.ndarray, cards: list[FakeCard]) -> str | None:
    advice = check_picture(image, detections_of(card_indices(cards)))
    return None if advice is None else advice.code


def test_good_picture_needs_no_advice(table):
    assert _advice(table.render(), table.cards) is None


def test_dark_picture():
    advice = check_picture(np.full((540, 960, 3), 20, np.uint8))
    assert advice is not None
    assert advice.code == "too_dark"
    assert "lamp" in advice.message


def test_blown_out_picture():
    image = np.full((540, 960, 3), 120, np.uint8)
    image[100:300, 200:600] = 255
    advice = check_picture(image)
    assert advice is not None
    assert (advice.code, advice.params["percent"]) == ("glare", 15)


def test_small_cards():
    cards = [FakeCard("9d", 200, 150, scale=0.5), FakeCard("3s", 400, 150, scale=0.5)]
    table = FakeTable()
    table.lay(cards)
    advice = check_picture(table.render(), detections_of(card_indices(cards)))
    assert advice is not None
    assert advice.code == "cards_small"
    assert str(advice.params["px"]) in advice.message


def test_slanted_camera():
    cards = [
        FakeCard(c, 100 + 90 * i, 200, scale=0.8 + 0.3 * i)
        for i, c in enumerate(["As", "Kd", "3c", "4h", "9s"])
    ]
    table = FakeTable()
    table.lay(cards)
    assert _advice(table.render(), cards) == "askew"


def test_blurred_picture(table):
    assert _advice(cv2.GaussianBlur(table.render(), (0, 0), 6), table.cards) == "blurry"
