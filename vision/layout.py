"""Where the players sit and where cards are laid: seats, hand zones and the play area, in pixels of one
camera's picture.

A layout is drawn on the table's own square and carried into the picture by the table's four corners
(`quad`), so an oblique camera gets zones with the right perspective. Seat 0 sits at the bottom centre; the
others follow in turn direction: `ccw` seen from above goes bottom, right, top, left.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Turn = Literal["ccw", "cw"]
ZoneName = Literal["play", "hand", "outside"]

MIN_PLAYERS, MAX_PLAYERS = 2, 10
HAND_DEPTH = 0.2
"""Depth of the hand zones along the table's edge, as a part of its shorter side."""
_CORNERS: Polygon = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class LayoutError(ValueError):
    """A layout that can't be used; the message says what to change."""


@dataclass(frozen=True, slots=True)
class SeatZone:
    """One seat: `home`, the point of the table's edge where the player sits, and `hand`, where their cards
    are laid open.
    """

    seat: int
    home: Point
    hand: Polygon

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {
            "seat": self.seat,
            "home": _rounded(self.home),
            "hand": [_rounded(point) for point in self.hand],
        }


@dataclass(frozen=True)
class TableLayout:
    """Seats and zones in a picture of `width` by `height` pixels.

    `quad` are the table's corners (top left, top right, bottom right, bottom left, as the camera sees
    them), `play_area` the polygon in which plays are laid. Raises `LayoutError` for a number of players
    outside 2…10 or broken polygons.
    """

    players: int
    width: int
    height: int
    seats: tuple[SeatZone, ...]
    play_area: Polygon
    quad: Polygon
    turn: Turn = "ccw"

    def __post_init__(self) -> None:
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            raise LayoutError(f"{self.players} players: a table seats {MIN_PLAYERS} to {MAX_PLAYERS}")
        if self.width < 1 or self.height < 1:
            raise LayoutError(f"a picture of {self.width}x{self.height} pixels has no room for a table")
        if [zone.seat for zone in self.seats] != list(range(self.players)):
            raise LayoutError(f"seats must be 0 to {self.players - 1} in order")
        if self.turn not in ("ccw", "cw"):
            raise LayoutError(f"turn direction is 'ccw' or 'cw', not {self.turn!r}")
        if len(self.quad) != 4 or not cv2.isContourConvex(_contour(self.quad)):
            raise LayoutError("the table needs four corners that make a convex shape")
        if len(self.play_area) < 3 or any(len(zone.hand) < 3 for zone in self.seats):
            raise LayoutError("every zone needs at least three corners")

    @classmethod
    def default(cls, players: int, width: int, height: int, turn: Turn = "ccw") -> TableLayout:
        """The table fills the picture."""
        corners = tuple((x * width, y * height) for x, y in _CORNERS)
        return cls.from_quad(players, width, height, corners, turn)

    @classmethod
    def from_quad(
        cls, players: int, width: int, height: int, quad: Sequence[Point], turn: Turn = "ccw"
    ) -> TableLayout:
        """Zones laid out on a table whose corners are `quad`: top left, top right, bottom right, bottom
        left.
        """
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise LayoutError(f"{players} players: a table seats {MIN_PLAYERS} to {MAX_PLAYERS}")
        corners = tuple((float(x), float(y)) for x, y in quad)
        if len(corners) != 4:
            raise LayoutError("the table needs four corners")
        to_picture = cv2.getPerspectiveTransform(_array(_CORNERS), _array(corners))
        margin_x, margin_y = _margins(corners)
        seats = []
        for seat in range(players):
            home, hand = _seat_on_square(seat, players, turn, margin_x, margin_y)
            seats.append(SeatZone(seat, _mapped(to_picture, (home,))[0], _mapped(to_picture, hand)))
        inner = _mapped(to_picture, _inner_rectangle(margin_x, margin_y))
        return cls(players, width, height, tuple(seats), inner, corners, turn)

    @cached_property
    def _to_square(self) -> np.ndarray:
        return cv2.getPerspectiveTransform(_array(self.quad), _array(_CORNERS))

    @cached_property
    def _homes(self) -> tuple[Point, ...]:
        return tuple(self.on_square(zone.home) for zone in self.seats)

    def on_square(self, point: Point) -> Point:
        """A picture point on the table's own square: (0, 0) its top left corner, (1, 1) its bottom right
        one.
        """
        return _mapped(self._to_square, (point,))[0]

    def seat_at(self, point: Point) -> int:
        """The seat in whose sector of the table a picture point lies; its hand zone decides where there is
        one.
        """
        zone, seat = self.zone_at(point)
        if zone == "hand" and seat is not None:
            return seat
        weights = self.seat_weights(point)
        return max(weights, key=lambda each: weights[each])

    def zone_at(self, point: Point) -> tuple[ZoneName, int | None]:
        """`("play", seat of the sector)`, `("hand", its seat)` or `("outside", None)` for a picture point."""
        if _inside(self.play_area, point):
            weights = self.seat_weights(point)
            return "play", max(weights, key=lambda each: weights[each])
        for zone in self.seats:
            if _inside(zone.hand, point):
                return "hand", zone.seat
        return "outside", None

    def seat_weights(self, point: Point) -> dict[int, float]:
        """How much a place speaks for each seat: sums to 1, flat in the table's middle, sharper towards the
        edge.
        """
        x, y = self.on_square(point)
        x, y = x - 0.5, y - 0.5
        reach = min(1.0, 2 * math.hypot(x, y))
        scores = []
        for home_x, home_y in self._homes:
            turn = _angle_between((x, y), (home_x - 0.5, home_y - 0.5))
            scores.append(math.exp(-(0.5 + 5.5 * reach) * reach * turn * self.players / math.tau))
        total = sum(scores)
        return {seat: score / total for seat, score in enumerate(scores)}

    def direction_weights(self, direction: Point, sharpness: float = 4.0) -> dict[int, float]:
        """How well a direction in the picture, pointing from the middle to a player, fits each seat: sums
        to 1.
        """
        centre = self.on_square(self.centre)
        tip = self.on_square((self.centre[0] + direction[0], self.centre[1] + direction[1]))
        flat = (tip[0] - centre[0], tip[1] - centre[1])
        scores = []
        for home_x, home_y in self._homes:
            turn = _angle_between(flat, (home_x - 0.5, home_y - 0.5))
            scores.append(math.exp(-sharpness * turn * self.players / math.tau))
        total = sum(scores)
        return {seat: score / total for seat, score in enumerate(scores)}

    @cached_property
    def centre(self) -> Point:
        """The middle of the table in the picture."""
        return _mapped(np.linalg.inv(self._to_square), ((0.5, 0.5),))[0]

    def scaled(self, width: int, height: int) -> TableLayout:
        """The same layout for a picture of another size."""
        sx, sy = width / self.width, height / self.height

        def scale(polygon: Polygon) -> Polygon:
            return tuple((x * sx, y * sy) for x, y in polygon)

        seats = tuple(SeatZone(zone.seat, scale((zone.home,))[0], scale(zone.hand)) for zone in self.seats)
        return replace(
            self,
            width=width,
            height=height,
            seats=seats,
            play_area=scale(self.play_area),
            quad=scale(self.quad),
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {
            "players": self.players,
            "width": self.width,
            "height": self.height,
            "turn": self.turn,
            "quad": [_rounded(point) for point in self.quad],
            "play_area": [_rounded(point) for point in self.play_area],
            "seats": [zone.to_dict() for zone in self.seats],
        }

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> TableLayout:
        """The layout that `to_dict` wrote; `LayoutError` says which part is missing or broken."""
        try:
            seats = tuple(
                SeatZone(int(zone["seat"]), _point(zone["home"]), _polygon(zone["hand"]))
                for zone in value["seats"]
            )
            return cls(
                int(value["players"]),
                int(value["width"]),
                int(value["height"]),
                seats,
                _polygon(value["play_area"]),
                _polygon(value["quad"]),
                value.get("turn", "ccw"),
            )
        except LayoutError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise LayoutError(f"broken table layout: {error}") from error

    def save(self, path: str | Path) -> None:
        """Write the layout as JSON."""
        Path(path).write_text(json.dumps(self.to_dict(), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> TableLayout:
        """Read a layout from JSON; `LayoutError` when the file is no layout."""
        try:
            value = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise LayoutError(f"can't read the table layout {path}: {error}") from error
        return cls.from_dict(value)


def _margins(quad: Polygon) -> tuple[float, float]:
    """Depth of the hand zones across the table's square, in parts of its width and height."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    width = (math.hypot(bx - ax, by - ay) + math.hypot(cx - dx, cy - dy)) / 2
    height = (math.hypot(dx - ax, dy - ay) + math.hypot(cx - bx, cy - by)) / 2
    depth = HAND_DEPTH * min(width, height)
    return depth / max(width, 1.0), depth / max(height, 1.0)


def _inner_rectangle(margin_x: float, margin_y: float) -> Polygon:
    left, top, right, bottom = margin_x, margin_y, 1 - margin_x, 1 - margin_y
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _seat_on_square(
    seat: int, players: int, turn: Turn, margin_x: float, margin_y: float
) -> tuple[Point, Polygon]:
    """Home point and hand zone on the table's square: a sector of the ring between the play area and the
    edge.
    """
    step = math.tau / players * (1 if turn == "ccw" else -1)
    middle = seat * step
    angles = sorted((middle - step / 2, middle + step / 2))
    corners = [math.pi / 4 + quarter * math.pi / 2 for quarter in range(-8, 9)]
    turns = [angles[0], *(angle for angle in corners if angles[0] < angle < angles[1]), angles[1]]
    outer = [_on_edge(angle, 0.0, 0.0) for angle in turns]
    inner = [_on_edge(angle, margin_x, margin_y) for angle in turns]
    return _on_edge(middle, 0.0, 0.0), tuple(outer + inner[::-1])


def _on_edge(angle: float, margin_x: float, margin_y: float) -> Point:
    """Where a ray from the middle meets the rectangle's edge; angle 0 points down, a quarter turn points
    right.
    """
    x, y = math.sin(angle), math.cos(angle)
    longest = max(abs(x), abs(y))
    return 0.5 + (0.5 - margin_x) * x / longest, 0.5 + (0.5 - margin_y) * y / longest


def _angle_between(a: Point, b: Point) -> float:
    if math.hypot(*a) < 1e-9 or math.hypot(*b) < 1e-9:
        return math.pi / 2
    return abs(math.remainder(math.atan2(a[1], a[0]) - math.atan2(b[1], b[0]), math.tau))


def _inside(polygon: Polygon, point: Point) -> bool:
    return cv2.pointPolygonTest(_contour(polygon), (float(point[0]), float(point[1])), False) >= 0


def _contour(polygon: Sequence[Point]) -> np.ndarray:
    return np.asarray(polygon, dtype=np.float32).reshape(-1, 1, 2)


def _array(polygon: Sequence[Point]) -> np.ndarray:
    return np.asarray(polygon, dtype=np.float32)


def _mapped(matrix: np.ndarray, points: Sequence[Point]) -> Polygon:
    moved = cv2.perspectiveTransform(np.asarray(points, dtype=np.float64).reshape(-1, 1, 2), matrix).reshape(
        -1, 2
    )
    return tuple((float(x), float(y)) for x, y in moved)


def _rounded(point: Point) -> list[float]:
    return [round(point[0], 2), round(point[1], 2)]


def _point(value: Sequence[float]) -> Point:
    x, y = value
    return float(x), float(y)


def _polygon(value: Sequence[Sequence[float]]) -> Polygon:
    return tuple(_point(point) for point in value)
