"""One picture of a table as data: which cards lie where, on what, in what light, seen how.

`sample_scene` in `sample.py` draws a scene at random; `render` in `render.py` turns it into pixels and is
pure. Labels follow from the geometry alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from .backgrounds import Background
from .deck import FaceIndex
from .effects import Effects, Light
from .formats import EITHER
from .hands import Hand, hand_mask
from .pool import EITHER_JOKERS, Pool
from .props import Prop

Matrix = tuple[float, ...]
"""A 3 × 3 homography, row by row."""


@dataclass(frozen=True, slots=True)
class CardPose:
    """A card: whose face, and the homography from face px to picture px.

    `bend` is the height of its arch in face px; `bare` the indices printed over; `tone` its brightness.
    """

    deck: str
    code: str
    number: int
    matrix: Matrix
    bend: float
    tone: float
    bare: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shadows:
    """The shadow each card throws on what lies below: offset and softness in px, strength 0..1."""

    dx: float
    dy: float
    soft: float
    strength: float


@dataclass(frozen=True, slots=True)
class IndexLabel:
    """An index as it lies in the picture, px. `hull` is an octagon round rank glyph and pip; the code of a
    joker that may be either is `EITHER`."""

    code: str
    hull: tuple[tuple[float, float], ...]
    rank_point: tuple[float, float]
    pip_point: tuple[float, float]
    visible: float
    card: int

    @property
    def box_xyxy(self) -> tuple[float, float, float, float]:
        xs, ys = [p[0] for p in self.hull], [p[1] for p in self.hull]
        return (min(xs), min(ys), max(xs), max(ys))

    @property
    def unit(self) -> float:
        return float(np.hypot(self.rank_point[0] - self.pip_point[0], self.rank_point[1] - self.pip_point[1]))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of rank glyph and pip together, px, along the index's own axes."""
        up = np.subtract(self.rank_point, self.pip_point) / max(self.unit, 1e-6)
        hull = np.array(self.hull)
        across, along = hull @ np.array([-up[1], up[0]]), hull @ up
        return float(np.ptp(across)), float(np.ptp(along))


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything `render` needs, and the labels that follow from it."""

    width: int
    height: int
    background: Background
    under: tuple[Prop, ...]
    cards: tuple[CardPose, ...]
    over: tuple[Prop, ...]
    hands: tuple[Hand, ...]
    card_shadows: Shadows
    light: Light
    effects: Effects
    labels: tuple[IndexLabel, ...]


def find_labels(scene: Scene, pool: Pool) -> tuple[IndexLabel, ...]:
    """Every index of every card with the part of it that shows, 0..1."""
    owner = _owners(scene, pool)
    found = []
    for number, card in enumerate(scene.cards):
        for index in pool.face(card.deck, card.code, card.number).face.indices:
            found.append(_label(scene, owner, number, index, pool))
    return tuple(found)


def card_points(card: CardPose, points: np.ndarray, width: int) -> np.ndarray:
    """Face points (n, 2) in the picture. The arch moves a point up the face by `bend` · 4u(1 − u)."""
    u = points[:, 0] / width
    bent = np.stack([points[:, 0], points[:, 1] - card.bend * 4 * u * (1 - u)], axis=1)
    matrix = np.array(card.matrix).reshape(1, 3, 3)[0]
    flat = np.column_stack([bent, np.ones(len(bent))]) @ matrix.T
    return flat[:, :2] / flat[:, 2:]


def card_outline(card: CardPose, width: int, height: int) -> np.ndarray:
    """The card's edge as a polygon (n, 2) in the picture; an arched card needs more than four corners."""
    steps = np.linspace(0, 1, 9 if card.bend else 2)
    top = np.stack([steps * width, np.zeros_like(steps)], axis=1)
    bottom = np.stack([steps[::-1] * width, np.full_like(steps, height)], axis=1)
    return card_points(card, np.concatenate([top, bottom]), width)


def _owners(scene: Scene, pool: Pool) -> np.ndarray:
    """For each pixel the number of the topmost card, −1 for the table, −2 for a thing on top of the cards."""
    owner = np.full((scene.height, scene.width), -1, np.int16)
    for number, card in enumerate(scene.cards):
        face = pool.face(card.deck, card.code, card.number).face
        outline = card_outline(card, face.width, face.height)
        cv2.fillPoly(owner, [np.round(outline).astype(np.int32)], number)
    for prop in scene.over:
        cv2.circle(owner, (round(prop.x), round(prop.y)), round(prop.radius), -2, -1)
    for hand in scene.hands:
        owner[hand_mask(hand, scene.width, scene.height) > 0] = -2
    return owner


def _label(scene: Scene, owner: np.ndarray, number: int, index: FaceIndex, pool: Pool) -> IndexLabel:
    card = scene.cards[number]
    face = pool.face(card.deck, card.code, card.number).face
    points = np.concatenate([_octagon(index), [index.rank_point, index.pip_point]])
    placed = card_points(card, points, face.width)
    hull, rank, pip = placed[:8], placed[8], placed[9]
    return IndexLabel(
        EITHER if card.deck == EITHER_JOKERS else card.code,
        tuple((float(x), float(y)) for x, y in hull), (float(rank[0]), float(rank[1])),
        (float(pip[0]), float(pip[1])), _open_part(owner, number, hull), number,
    )  # fmt: skip


def _octagon(index: FaceIndex) -> np.ndarray:
    """The box with its corners cut, since glyphs and pips leave them empty."""
    x0, y0, x1, y1 = index.box_xyxy
    cx, cy = 0.16 * (x1 - x0), 0.08 * (y1 - y0)
    return np.array([
        (x0 + cx, y0), (x1 - cx, y0), (x1, y0 + cy), (x1, y1 - cy),
        (x1 - cx, y1), (x0 + cx, y1), (x0, y1 - cy), (x0, y0 + cy),
    ])  # fmt: skip


def _open_part(owner: np.ndarray, number: int, hull: np.ndarray) -> float:
    low = np.floor(hull.min(axis=0)).astype(int)
    high = np.ceil(hull.max(axis=0)).astype(int) + 1
    if (high - low).max() > 400 or (high <= 0).any() or low[0] >= owner.shape[1] or low[1] >= owner.shape[0]:
        return 0.0
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(hull - low).astype(np.int32), 1)
    x0, y0 = max(0, low[0]), max(0, low[1])
    seen = owner[y0 : high[1], x0 : high[0]]
    part = mask[y0 - low[1] : y0 - low[1] + seen.shape[0], x0 - low[0] : x0 - low[0] + seen.shape[1]]
    return float(np.count_nonzero((seen == number) & (part > 0)) / max(1, np.count_nonzero(mask)))
