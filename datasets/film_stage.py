"""The stage of a film: table, camera and where each seat plays, shows its hand and reaches in from.

Millimetres lie on the table (see `film_track`), pixels in the unshaken picture of the camera.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.layout import TableLayout

from .deck import Deck, Face, FaceIndex
from .film_track import CARD_HEIGHT, CARD_WIDTH, Place

GLYPH_AT_720 = 15.5
"""Height in px of an index's rank glyph at 720 lines; other sizes scale with the number of lines."""
CARD_AT_720 = (112.0, 166.0)
"""Least and greatest height in px of a card at 720 lines: a table has room for neither dwarfs nor giants."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera above the table: `pitch` and `roll` in radians off the vertical, `height` in mm."""

    pitch: float = 0.0
    roll: float = 0.0
    height: float = 1100.0


@dataclass(frozen=True)
class Stage:
    """Geometry of one film. `scale` is px per mm at the table's middle, `index_reach` how many mm from a
    card's side its index ends, which a fan must leave open (`joker_reach` for jokers).
    """

    width: int
    height: int
    layout: TableLayout
    scale: float
    camera: Camera
    index_reach: float = 14.0
    joker_reach: float = 14.0

    @cached_property
    def to_picture(self) -> np.ndarray:
        """Homography from table mm to picture px (float64 3×3)."""
        return self.homography(0.0)

    def homography(self, lift: float) -> np.ndarray:
        """The same for the plane `lift` mm above the table."""
        pitch, roll, height = self.camera.pitch, self.camera.roll, self.camera.height
        focal = self.scale * height
        rx = np.array(
            [[1, 0, 0], [0, math.cos(pitch), -math.sin(pitch)], [0, math.sin(pitch), math.cos(pitch)]]
        )
        rz = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
        turn = rx @ rz
        k = np.array([[focal, 0, self.width / 2], [0, focal, self.height / 2], [0, 0, 1]])
        plane = np.column_stack([turn[:, 0], turn[:, 1], turn[:, 2] * -lift + np.array([0, 0, height])])
        matrix = k @ plane
        return matrix / matrix[2, 2]

    @cached_property
    def _to_table(self) -> np.ndarray:
        return np.linalg.inv(self.to_picture)

    def on_table(self, x: float, y: float) -> Place:
        """The table place under a picture point (angle 0)."""
        mapped = self._to_table @ np.array([x, y, 1.0])
        return Place(float(mapped[0] / mapped[2]), float(mapped[1] / mapped[2]))

    def in_picture(self, place: Place) -> tuple[float, float]:
        """The picture point of a table place."""
        mapped = self.to_picture @ np.array([place.x, place.y, 1.0])
        return float(mapped[0] / mapped[2]), float(mapped[1] / mapped[2])

    @cached_property
    def table_edges(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of what the picture shows, in mm, at the middle of its sides."""
        left, right = self.on_table(0, self.height / 2), self.on_table(self.width, self.height / 2)
        top, bottom = self.on_table(self.width / 2, 0), self.on_table(self.width / 2, self.height)
        return left.x, top.y, right.x, bottom.y

    def home(self, seat: int) -> Place:
        """Where a player sits, at the picture's edge; the angle is "up" as this player sees it."""
        x, y = self.layout.seats[seat].home
        edge = self.on_table(x, y)
        nx, ny = _edge_normal(x / self.width, y / self.height)
        length = math.hypot(edge.x, edge.y) or 1.0
        inward_x = -0.35 * edge.x / length - 0.65 * nx
        inward_y = -0.35 * edge.y / length - 0.65 * ny
        return Place(edge.x, edge.y, math.atan2(inward_x, -inward_y))

    def play_spot(self, seat: int) -> Place:
        """The middle of where this seat lays its plays."""
        home = self.home(seat)
        _, top, right, bottom = self.table_edges
        reach_x = right * 0.40
        reach_y = (bottom - top) / 2 * (0.30 if self.layout.players <= 4 else 0.36)
        length = max(abs(home.x) / right, abs(home.y) / bottom, 1e-6)
        ux, uy = home.x / right / length, home.y / bottom / length
        return Place(ux * reach_x, uy * reach_y, home.angle)

    def hand_spot(self, seat: int) -> Place:
        """The middle of where this seat's hand is laid open."""
        centre = np.array(self.layout.seats[seat].hand).mean(0)
        x, y = self.layout.seats[seat].home
        depth = CARD_HEIGHT * 0.5 * self.scale + 0.008 * self.height
        nx, ny = _edge_normal(x / self.width, y / self.height)
        spot = np.array([x, y]) - np.array([nx, ny]) * depth
        if self.layout.players > 4:
            spot = 0.8 * spot + 0.2 * centre
        place = self.on_table(
            float(np.clip(spot[0], depth, self.width - depth)),
            float(np.clip(spot[1], depth, self.height - depth)),
        )
        return Place(place.x, place.y, math.atan2(-nx, ny))

    @cached_property
    def side_spots(self) -> tuple[Place, Place]:
        """Two free places, for the stock and the discards, far from every play and hand."""
        busy = [self.play_spot(s) for s in range(self.layout.players)]
        busy += [self.hand_spot(s) for s in range(self.layout.players)]
        margin = CARD_HEIGHT * 0.72 * self.scale
        candidates = [
            self.on_table(x, y)
            for x in np.linspace(margin, self.width - margin, 25)
            for y in np.linspace(margin, self.height - margin, 15)
        ]
        first = max(candidates, key=lambda p: _clearance(p, busy))
        second = max(candidates, key=lambda p: _clearance(p, [*busy, first]))
        return first, second


def make_stage(
    players: int, width: int, height: int, turn: str, deck: Deck, camera: Camera, glyph: float = GLYPH_AT_720
) -> Stage:
    """A stage whose cards are so large that an index's rank glyph is about `glyph` px high at 720 lines."""
    lines = height / 720
    least, most = (lines * size / CARD_HEIGHT for size in CARD_AT_720)
    scale = min(most, max(least, glyph * lines / glyph_height(deck)))
    layout = TableLayout.default(players, width, height, "cw" if turn == "cw" else "ccw")
    return Stage(
        width, height, layout, scale, camera, index_reach(deck, _NATURALS), index_reach(deck, ("BJ", "RJ"))
    )


def glyph_height(deck: Deck) -> float:
    """The median height of the rank glyphs of a deck, in mm of a card that is 88 mm high."""
    heights = [
        2 * abs(index.rank_point[1] - index.box_xyxy[1]) / face.height * CARD_HEIGHT
        for face, index in _upper_indices(deck, _NATURALS)
    ]
    return float(np.median(heights)) if heights else 8.5


def index_reach(deck: Deck, codes: tuple[str, ...]) -> float:
    """How far the upper left indices of some cards reach into the card, in mm from its left side."""
    reaches = [index.box_xyxy[2] / face.width * CARD_WIDTH for face, index in _upper_indices(deck, codes)]
    return float(max(reaches)) if reaches else 14.0


_NATURALS = ("Ts", "Qh", "Kd", "8c", "Ad", "5s", "Jc")
"""Faces that stand for all (a lazily drawn deck need not be drawn whole)."""


def _upper_indices(deck: Deck, codes: tuple[str, ...]) -> list[tuple[Face, FaceIndex]]:
    faces = [deck.faces[code] for code in codes if code in deck.faces]
    return [
        (face, index)
        for face in faces
        for index in face.indices
        if index.rank_point[0] < face.width / 2 and index.rank_point[1] < face.height / 2
    ]


def _edge_normal(x: float, y: float) -> tuple[float, float]:
    """The outward normal of the picture's side that a point (in parts of the size) lies nearest to."""
    sides = {(-1.0, 0.0): x, (1.0, 0.0): 1 - x, (0.0, -1.0): y, (0.0, 1.0): 1 - y}
    return min(sides, key=lambda normal: sides[normal])


def _clearance(place: Place, busy: list[Place]) -> float:
    return min(math.hypot((place.x - b.x) * 0.9, place.y - b.y) for b in busy)


def card_corners(place: Place) -> np.ndarray:
    """The corners of a card in mm (top left, top right, bottom right, bottom left), narrowed by `turn`."""
    half_w = CARD_WIDTH / 2 * max(0.03, abs(math.cos(math.pi * place.turn)))
    half_h = CARD_HEIGHT / 2
    return np.array(
        [
            (p.x, p.y)
            for p in (
                place.ahead(-half_w, half_h),
                place.ahead(half_w, half_h),
                place.ahead(half_w, -half_h),
                place.ahead(-half_w, -half_h),
            )
        ],
        dtype=np.float64,
    )


def project(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points (n, 2) through a homography."""
    return cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), matrix).reshape(-1, 2)
