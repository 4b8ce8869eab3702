"""Places, fans, and how arms carry cards."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.film_arm import Pose
from datasets.film_track import ArmTrack, CardMove, CardTrack, Cast, Place, between, fan

metres = st.floats(-400, 400)
turns = st.floats(-math.pi, math.pi)
places = st.builds(Place, metres, metres, turns)


def near(a: Place, b: Place) -> bool:
    return math.isclose(a.x, b.x, abs_tol=1e-6) and math.isclose(a.y, b.y, abs_tol=1e-6)


@given(places, places)
def test_a_place_seen_from_another_can_be_carried_back(origin: Place, place: Place) -> None:
    back = origin.carrying(place.seen_from(origin))
    assert near(back, place)
    assert math.isclose(math.remainder(back.angle - place.angle, math.tau), 0, abs_tol=1e-9)


def test_up_and_right_follow_the_angle() -> None:
    assert near(Place(0, 0).ahead(10, 20), Place(10, -20))
    assert near(Place(0, 0, math.pi / 2).ahead(10, 20), Place(20, 10))


@given(places, places)
def test_a_way_begins_and_ends_where_it_should(a: Place, b: Place) -> None:
    assert near(between(a, b, 0), a)
    assert near(between(a, b, 1), b)


@pytest.mark.parametrize("count", [1, 2, 5, 10])
def test_a_fan_keeps_its_distance_and_its_middle(count: int) -> None:
    cards = fan(Place(5, 7, 0.3), count, 20.0, 0.0)
    assert math.isclose(sum(c.x for c in cards) / count, 5, abs_tol=1e-6)
    for left, right in itertools.pairwise(cards):
        assert math.isclose(math.hypot(left.x - right.x, left.y - right.y), 20.0, abs_tol=1e-6)


def test_a_reversed_fan_lies_the_other_way_round() -> None:
    forward, backward = fan(Place(0, 0), 3, 20.0, 0.0), fan(Place(0, 0), 3, 20.0, 0.0, reverse=True)
    assert [round(c.x) for c in forward] == [-20, 0, 20]
    assert [round(c.x) for c in backward] == [20, 0, -20]


def carried() -> Cast:
    hand = ArmTrack(0, Pose.CARRY, (1.0, 2.0, 3.0), (Place(0, 300), Place(0, 50), Place(0, 300)))
    lies = Place(0, 20)
    grip = lies.seen_from(Place(0, 50))
    card = CardTrack("7d", [CardMove(1.0, 2.0, lies, 1, arm=0, grip=grip)])
    return Cast((card,), (hand,), 4.0)


def test_a_carried_card_keeps_its_place_in_the_hand() -> None:
    cast = carried()
    for time in (1.0, 1.4, 1.7, 1.99):
        (card,) = cast.cards_at(time)
        ((_, hand),) = cast.arms_at(time)
        assert card.moving
        assert math.isclose(card.place.y - hand.y, -30, abs_tol=1e-6)


def test_a_card_lies_where_it_was_let_go() -> None:
    cast = carried()
    assert cast.cards_at(0.9) == []
    (card,) = cast.cards_at(2.5)
    assert not card.moving
    assert near(card.place, Place(0, 20))
    assert cast.arms_at(3.5) == []


def test_a_card_that_is_taken_away_is_gone() -> None:
    cast = carried()
    cast.cards[0].moves.append(CardMove(2.2, 3.0, None, 2, arm=0))
    (card,) = cast.cards_at(2.6)
    assert card.moving
    assert cast.cards_at(3.2) == []
