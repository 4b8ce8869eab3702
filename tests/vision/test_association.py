"""Indices to cards: pairs by geometry and reading, fans, twins, doubts."""

from __future__ import annotations

import numpy as np
import pytest

from vision.association import associate
from vision.card_geometry import CardGeometry, estimate_geometry
from vision.detections import Detections
from vision.labels import CODES

from .fake_table import FakeCard, FakeTable, card_indices, detections_of, fan, probabilities

SPREAD = [
    FakeCard(code, 120 + 110 * i, 150 + 30 * (i % 3), angle)
    for i, (code, angle) in enumerate(
        zip(["As", "Td", "3c", "9h", "6s", "Kd", "7c"], [0, 30, 75, 140, 200, 285, -20], strict=True)
    )
]


def _codes(sightings) -> list[str]:
    return sorted(card.code for card in sightings)


def test_nothing_gives_nothing():
    assert associate(Detections.empty()) == []


@pytest.mark.parametrize("jitter", [0.0, 0.6])
def test_both_indices_of_each_card_become_one_sighting(jitter):
    found = associate(detections_of(card_indices(SPREAD), jitter=jitter))
    assert _codes(found) == sorted(card.code for card in SPREAD)
    assert all(card.sure and len(card.rows) == 2 for card in found)


def test_outline_is_the_card():
    card = FakeCard("As", 300, 200, 40)
    (seen,) = associate(detections_of(card_indices([card])))
    assert np.allclose(np.array(seen.polygon), card.outline, atol=8)
    assert seen.angle == pytest.approx(np.deg2rad(40), abs=0.05) or seen.angle == pytest.approx(
        np.deg2rad(40 - 180), abs=0.05
    )


@pytest.mark.parametrize(("unit", "offset"), [(11.0, (110.0, 155.0)), (55.0, (126.0, 127.0))])
def test_a_card_with_very_small_or_large_indices_is_one_card(unit, offset):
    half, first = np.array([0.0, unit / 2]), np.array([300.0, 150.0])
    second = first + np.array(offset)
    found = associate(
        detections_of([("Kh", first - half, first + half), ("Kh", second + half, second - half)])
    )
    assert [card.code for card in found] == ["Kh"]


def test_one_index_gives_the_index_as_polygon_and_the_card_as_outline():
    card = FakeCard("As", 300, 200)
    (seen,) = associate(detections_of(card_indices([card])[:1]))
    width = np.ptp(np.array(seen.polygon)[:, 0])
    assert width < 20
    assert np.allclose(np.array(seen.outline), card.outline, atol=14)


@pytest.mark.parametrize("packs", [1, 2])
def test_four_corner_cards_are_one_card_each(packs):
    cards = [
        FakeCard("As", 150, 150, 10, corners=4),
        FakeCard("7d", 400, 200, 95, corners=4),
        FakeCard("7h", 620, 200, 200, corners=4),
    ]
    found = associate(detections_of(card_indices(cards), jitter=0.3), packs)
    assert _codes(found) == ["7d", "7h", "As"]
    assert all(len(card.rows) == 4 for card in found)


@pytest.mark.parametrize("step", [18.0, 24.0, -20.0, -26.0])
@pytest.mark.parametrize("angle", [0.0, 65.0, 190.0])
def test_cards_of_a_fan_are_never_merged(step, angle):
    table = FakeTable()
    table.lay(fan("3s 4h 5s 6d 7c 8s 9s", 480, 270, step, angle))
    found = associate(detections_of(table.truth(), jitter=0.3))
    assert _codes(found) == sorted(["3s", "4h", "5s", "6d", "7c", "8s", "9s"])


@pytest.mark.parametrize("step", [20.0, -20.0])
def test_twins_in_a_fan_are_counted(step):
    table = FakeTable()
    table.lay(fan("9s 9s 9d 9d 9h", 480, 270, step))
    table.lay([FakeCard("As", 150, 150), FakeCard("Kd", 800, 150, 30)])
    found = associate(detections_of(table.truth(), jitter=0.3), packs=2)
    assert _codes(found) == sorted(["9s", "9s", "9d", "9d", "9h", "As", "Kd"])
    assert all(card.sure for card in found)


@pytest.mark.parametrize("codes", ["Kd Kd Kc RJ RJ", "2s BJ BJ", "RJ RJ BJ BJ"])
@pytest.mark.parametrize("step", [22.0, 30.0])
@pytest.mark.parametrize("angle", [0.0, 20.0, -75.0])
def test_equal_jokers_in_a_fan_are_counted(codes, step, angle):
    """A joker's place is measured loosely, and the last card of a fan shows both its indices."""
    table = FakeTable()
    table.lay(fan(codes, 480, 270, step, angle))
    table.lay([FakeCard("As", 150, 150)])
    found = associate(detections_of(table.truth(), jitter=0.3), packs=2)
    assert _codes(found) == sorted([*codes.split(), "As"])


@pytest.mark.parametrize("others", ["6h Td", ""])
@pytest.mark.parametrize("size", [0.6, 1.9])
def test_a_joker_of_two_packs_is_one_card_whatever_the_size_of_its_sign(others, size):
    table = [FakeCard(code, 200 + 300 * i, 400, 15) for i, code in enumerate(others.split())]
    found = card_indices(table)
    for code, rank, pip in card_indices([FakeCard("BJ", 500, 150, 30)]):
        middle, half = (rank + pip) / 2, (rank - pip) / 2 * size
        found.append((code, middle + half, middle - half))
    cards = associate(detections_of(found, jitter=0.2), packs=2)
    assert _codes(cards) == sorted(["BJ", *others.split()])


@pytest.mark.parametrize("step", [28.0, 33.0, 40.0])
def test_twins_with_large_indices_in_a_fan_are_counted(step):
    half, first, across = np.array([0.0, 11.0]), np.array([300.0, 150.0]), np.array([step, 0.0])
    second = first + across + (54.0, 88.0)
    rows = [
        ("Ad", first - half, first + half),
        ("Ad", first + across - half, first + across + half),
        ("Ad", second + half, second - half),
    ]
    seen = CardGeometry(54 / 22, 4.0, 0.6, 5.0)
    assert _codes(associate(detections_of(rows), packs=2, geometry=seen)) == ["Ad", "Ad"]


@pytest.mark.parametrize("packs", [1, 2])
def test_a_part_of_a_jokers_sign_is_no_joker(packs):
    whole, part = ([300.0, 140.0], [300.0, 180.0]), ([300.0, 132.0], [300.0, 150.0])
    found = associate(
        detections_of([("BJ", *map(np.array, whole)), ("BJ", *map(np.array, part))]), packs=packs
    )
    assert [(card.code, card.rows) for card in found] == [("BJ", (0,))]


def test_twins_lying_apart_are_two_cards():
    cards = [FakeCard("9s", 200, 200), FakeCard("9s", 420, 230, 15)]
    assert len(associate(detections_of(card_indices(cards)), packs=2)) == 2


def test_one_pack_has_no_twins():
    cards = [FakeCard("9s", 200, 200), FakeCard("9s", 600, 330, 15)]
    found = associate(detections_of(card_indices(cards)), packs=1)
    assert [card.sure for card in sorted(found, key=lambda card: not card.sure)] == [True, False]


def test_surplus_reading_takes_its_plausible_alternative():
    cards = [FakeCard("9s", 200, 200), FakeCard("6s", 600, 330, 15)]
    found = detections_of(card_indices(cards))
    probs = np.array(found.class_probs)
    probs[2:] = probabilities("9s", 0.6, instead="6s")
    found = Detections(found.boxes, found.rank_points, found.pip_points, found.scores, probs, found.not_index)
    second = next(card for card in associate(found, packs=1) if not card.sure)
    assert second.code == "6s"


def test_disagreeing_indices_make_the_card_unsure_and_name_both():
    (a, b) = card_indices([FakeCard("9s", 200, 200)])
    others = card_indices([FakeCard("As", 400, 200), FakeCard("Kd", 600, 200)])
    found = detections_of([a, b, *others])
    probs = np.array(found.class_probs)
    probs[0], probs[1] = probabilities("9s", 0.7, instead="6s"), probabilities("6s", 0.7, instead="9s")
    found = Detections(found.boxes, found.rank_points, found.pip_points, found.scores, probs, found.not_index)
    cards = associate(found)
    assert len(cards) == 3
    doubtful = next(card for card in cards if not card.sure)
    assert {doubtful.code, doubtful.alternatives[0][0]} == {"9s", "6s"}


def test_agreeing_indices_are_surer_than_one():
    one, two = card_indices([FakeCard("9s", 200, 200)])
    alone = associate(detections_of([one], sharp=0.85))[0].score
    both = associate(detections_of([one, two], sharp=0.85))[0].score
    assert both > alone


def test_oblique_view_still_pairs():
    tilt = np.array([[1, 0.1, 0], [0, 0.72, 0], [0, -0.00035, 1.0]])

    def seen(point: np.ndarray) -> np.ndarray:
        x, y, w = tilt @ (*point, 1.0)
        return np.array([x / w, y / w])

    indices = [(code, seen(rank), seen(pip)) for code, rank, pip in card_indices(SPREAD)]
    assert _codes(associate(detections_of(indices))) == sorted(card.code for card in SPREAD)


def test_geometry_is_learnt_from_the_picture():
    cards = [FakeCard(c, 120 + 130 * i, 200, 20 * i) for i, c in enumerate(["As", "Td", "3c", "9h", "6s"])]
    learnt = estimate_geometry(detections_of(card_indices(cards), jitter=0.2))
    assert learnt.evidence == 5
    assert (learnt.right, learnt.down) == (pytest.approx(6.1, abs=0.3), pytest.approx(7.2, abs=0.3))
    assert learnt.sigma < CardGeometry().sigma


def test_odd_sized_single_index_is_doubted():
    table = FakeTable()
    table.lay(fan("3s 4h 5s 6d 7c", 480, 270))
    tiny = FakeCard("Kc", 100, 100, scale=0.35).indices()[0]
    found = associate(detections_of([*table.truth(), ("Kc", *tiny)]))
    assert [card.code for card in found if not card.sure] == ["Kc"]


def test_probabilities_sum_to_one():
    for card in associate(detections_of(card_indices(SPREAD), sharp=0.7)):
        assert card.probs.shape == (len(CODES),)
        assert card.probs.sum() == pytest.approx(1.0)


def test_contradicting_corner_of_a_four_corner_card_is_a_misreading():
    cards = [FakeCard("5h", 200, 200, 10, corners=4), FakeCard("Ks", 500, 200, 80, corners=4)]
    found = detections_of(card_indices(cards))
    probs = np.array(found.class_probs)
    probs[3] = probabilities("5d", 0.99)
    found = Detections(found.boxes, found.rank_points, found.pip_points, found.scores, probs, found.not_index)
    seen = associate(found)
    assert _codes(seen) == ["5h", "Ks"]
    assert all(card.sure for card in seen)


def test_contradicting_corners_of_a_card_on_its_own_are_one_doubtful_card():
    cards = [FakeCard("9s", 200, 300), FakeCard("As", 420, 150), FakeCard("Td", 650, 300, 30)]
    found = detections_of(card_indices(cards))
    probs = np.array(found.class_probs)
    probs[0], probs[1] = probabilities("9s", 0.99), probabilities("6s", 0.99)
    found = Detections(found.boxes, found.rank_points, found.pip_points, found.scores, probs, found.not_index)
    seen = associate(found)
    assert len(seen) == 3
    (doubt,) = [card for card in seen if not card.sure]
    assert {doubt.code, doubt.alternatives[0][0]} == {"9s", "6s"}
