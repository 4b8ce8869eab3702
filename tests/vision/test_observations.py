"""Observations to JSON and back."""

from __future__ import annotations

import json

import pytest

from vision.observations import (
    Camera,
    CameraState,
    CardsAppeared,
    CardsReread,
    CardsVanished,
    SeenCard,
    TableCleared,
    observation_from_dict,
)

CARD = SeenCard(3, "9d", 0.75, (("6d", 0.25),), 4, ((1.5, 2.0), (3.0, 2.0), (3.0, 9.0)), sure=False)
APPEARED = CardsAppeared(
    7, 2.5, 2.25, (CARD,), "hand", {0: 0.5, 2: 0.25}, {"arm": {0: 1.0}}, 4, before=b"one", after=b"two"
)


@pytest.mark.parametrize(
    "observation",
    [
        APPEARED,
        CardsReread(7, 3.5, (CARD,)),
        CardsVanished(4.5, (3,), (CARD,), (7,)),
        TableCleared(5.5, (7, 8)),
        CameraState(6.5, Camera.MOVED, "camera_moved", {"px": 12, "followed": True}),
    ],
    ids=lambda each: type(each).__name__,
)
def test_json_round_trip(observation):
    value = json.loads(json.dumps(observation.to_dict()))
    assert observation_from_dict(value, getattr(observation, "pictures", None)) == observation


def test_unknown_kind():
    with pytest.raises(ValueError, match="unknown observation"):
        observation_from_dict({"kind": "rain"})


def test_seat_and_region():
    assert APPEARED.seat == 0
    assert APPEARED.codes == ("9d",)
    assert APPEARED.region == (1, 2, 4, 10)
    assert APPEARED.pictures == {"before": b"one", "after": b"two"}
    assert CardsAppeared(1, 0.0, 0.0, ()).seat is None
