"""Seats, zones, votes of places, JSON."""

from __future__ import annotations

import math

import pytest

from vision.layout import LayoutError, TableLayout

W, H = 1280, 720


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("turn", ["ccw", "cw"])
def test_every_seat_owns_the_place_before_its_home(players, turn):
    layout = TableLayout.default(players, W, H, turn)
    for zone in layout.seats:
        x, y = zone.home
        near = (x + 0.08 * (W / 2 - x), y + 0.08 * (H / 2 - y))
        far = (x + 0.55 * (W / 2 - x), y + 0.55 * (H / 2 - y))
        assert layout.zone_at(near) == ("hand", zone.seat)
        assert layout.zone_at(far) == ("play", zone.seat)
        assert layout.seat_at(far) == zone.seat


@pytest.mark.parametrize(
    ("turn", "sides"),
    [("ccw", ["bottom", "right", "top", "left"]), ("cw", ["bottom", "left", "top", "right"])],
)
def test_seats_follow_the_turn_from_the_bottom(turn, sides):
    places = {"bottom": (640, 720), "right": (1280, 360), "top": (640, 0), "left": (0, 360)}
    layout = TableLayout.default(4, W, H, turn)
    for zone, side in zip(layout.seats, sides, strict=True):
        assert zone.home == pytest.approx(places[side], abs=1e-6)


def test_outside_of_the_table():
    layout = TableLayout.from_quad(4, W, H, [(200, 100), (1080, 100), (1180, 650), (100, 650)])
    assert layout.zone_at((20, 20)) == ("outside", None)
    assert layout.zone_at((640, 300))[0] == "play"
    assert layout.centre[1] < 375


def test_weights_are_flat_in_the_middle_and_sharp_at_the_edge():
    layout = TableLayout.default(4, W, H)
    middle = layout.seat_weights((640, 360))
    edge = layout.seat_weights((640, 640))
    assert sum(middle.values()) == pytest.approx(1.0)
    assert max(middle.values()) == pytest.approx(0.25)
    assert edge[0] > 0.9


def test_direction_to_a_player_speaks_for_that_seat():
    layout = TableLayout.default(4, W, H)
    down, right = layout.direction_weights((0, 50)), layout.direction_weights((50, 0))
    assert max(down, key=down.get) == 0
    assert max(right, key=right.get) == 1


def test_json_round_trip(tmp_path):
    layout = TableLayout.from_quad(5, W, H, [(200, 100), (1080, 100), (1180, 650), (100, 650)], "cw")
    path = tmp_path / "layout.json"
    layout.save(path)
    again = TableLayout.load(path)
    assert again.to_dict() == layout.to_dict()
    assert again.zone_at((640, 620)) == layout.zone_at((640, 620))


def test_scaled_keeps_the_zones():
    layout = TableLayout.default(3, W, H)
    large = layout.scaled(1920, 1080)
    for x, y in [(100, 100), (640, 700), (640, 360), (1200, 500)]:
        assert layout.zone_at((x, y)) == large.zone_at((x * 1.5, y * 1.5))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": 1}, "2 to 10"),
        ({"players": 11}, "2 to 10"),
        ({"width": 0}, "no room"),
        ({"turn": "up"}, "'ccw' or 'cw'"),
        ({"quad": [[0, 0], [10, 10], [0, 10], [10, 0]]}, "convex"),
        ({"quad": [[0, 0], [10, 0], [10, 10]]}, "four corners"),
        ({"play_area": [[0, 0], [1, 1]]}, "three corners"),
        ({"seats": []}, "in order"),
        ({"seats": "x"}, "broken"),
    ],
    ids=str,
)
def test_broken_layouts_say_what_is_wrong(change, message):
    value = TableLayout.default(4, W, H).to_dict() | change
    with pytest.raises(LayoutError, match=message):
        TableLayout.from_dict(value)


def test_missing_parts_and_files(tmp_path):
    with pytest.raises(LayoutError, match="broken"):
        TableLayout.from_dict({"players": 4})
    with pytest.raises(LayoutError, match="can't read"):
        TableLayout.load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(LayoutError, match="can't read"):
        TableLayout.load(tmp_path / "bad.json")
    with pytest.raises(LayoutError, match="2 to 10"):
        TableLayout.default(12, W, H)


def test_hand_zones_and_play_area_do_not_overlap():
    layout = TableLayout.default(6, W, H)
    counts = {"play": 0, "hand": 0, "outside": 0}
    for i in range(40):
        for j in range(24):
            zone, _ = layout.zone_at((16 + i * 32, 15 + j * 30))
            counts[zone] += 1
    assert counts["outside"] == 0
    assert math.isclose(counts["play"] / 960, 0.6 * (1 - 0.4 * H / W), abs_tol=0.05)
