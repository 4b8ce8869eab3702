"""A make-believe table for the tests of the eye: cards as labelled rectangles, arms, lamp and camera, with
the truth beside it.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.detections import Detections
from vision.labels import CODES, INDEX_OF

CARD_WIDTH, CARD_HEIGHT = 84.0, 117.0
UNIT = CARD_WIDTH * 8.5 / 63
SIDE, TOP = CARD_WIDTH * 5.5 / 63, CARD_WIDTH * 12.7 / 63


@dataclass(frozen=True)
class FakeCard:
    """A card face up with its middle at (x, y), turned clockwise by `angle` degrees."""

    code: str
    x: float
    y: float
    angle: float = 0.0
    scale: float = 1.0
    corners: int = 2
    face_down: bool = False

    def points(self, local: Sequence[tuple[float, float]]) -> np.ndarray:
        turn = np.deg2rad(self.angle)
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return np.asarray(local, float) * self.scale @ rotation.T + (self.x, self.y)

    @property
    def outline(self) -> np.ndarray:
        w, h = CARD_WIDTH / 2, CARD_HEIGHT / 2
        return self.points([(-w, -h), (w, -h), (w, h), (-w, h)])

    def indices(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """(rank point, pip point) of each index."""
        if self.face_down:
            return []
        x, y, half = CARD_WIDTH / 2 - SIDE, CARD_HEIGHT / 2 - TOP, UNIT / 2
        places = [(-x, -y, 1), (x, y, -1), (x, -y, 1), (-x, y, -1)][: self.corners]
        return [tuple(self.points([(px, py - s * half), (px, py + s * half)])) for px, py, s in places]


def fan(codes: str, x: float, y: float, step: float = 24.0, angle: float = 0.0, **more) -> list[FakeCard]:
    """Cards side by side, each over the one before, the row's middle at (x, y)."""
    names = codes.split()
    turn = np.deg2rad(angle)
    cards = []
    for i, code in enumerate(names):
        along = (i - (len(names) - 1) / 2) * step
        cards.append(FakeCard(code, x + along * np.cos(turn), y + along * np.sin(turn), angle, **more))
    return cards


@dataclass
class FakeTable:
    """What lies before the camera. `cards` from the bottom up, `arms` as polygons over them."""

    width: int = 960
    height: int = 540
    cards: list[FakeCard] = field(default_factory=list)
    arms: list[np.ndarray] = field(default_factory=list)
    light: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)
    noise: float = 1.5
    seed: int = 0

    def __post_init__(self) -> None:
        rng = np.random.default_rng(self.seed)
        coarse = rng.uniform(60, 110, (self.height // 20 + 4, self.width // 20 + 4, 3)).astype(np.float32)
        noise = rng.normal(0, self.noise, (4, self.height, self.width, 3))
        self._grain = noise.round().astype(np.int8)
        self._still: tuple[tuple[float, float], np.ndarray] | None = None
        self._count = 0
        self._cloth = cv2.resize(coarse, (self.width + 80, self.height + 80), interpolation=cv2.INTER_CUBIC)

    def lay(self, cards: Sequence[FakeCard]) -> None:
        self.cards.extend(cards)

    def take(self, *codes: str) -> None:
        for code in codes:
            found = next(i for i in range(len(self.cards) - 1, -1, -1) if self.cards[i].code == code)
            del self.cards[found]

    def push(self, dx: float, dy: float, *codes: str) -> None:
        moved = [replace(c, x=c.x + dx, y=c.y + dy) if c.code in codes else c for c in self.cards]
        self.cards[:] = moved

    def render(self) -> np.ndarray:
        picture = self._empty().copy()
        for card in self.cards:
            self._draw(picture, card)
        for arm in self.arms:
            cv2.fillPoly(picture, [np.int32(arm)], (90, 130, 190), cv2.LINE_AA)
        self._count += 1
        grain = self._grain[self._count * 7 % 4]
        lit = cv2.convertScaleAbs(picture, alpha=self.light)
        return cv2.add(lit, grain, dtype=cv2.CV_8U)

    def _empty(self) -> np.ndarray:
        if self._still is None or self._still[0] != self.shift:
            dx, dy = self.shift
            matrix = np.array([[1, 0, -40 + dx], [0, 1, -40 + dy]], np.float32)
            size = (self.width, self.height)
            cloth = cv2.warpAffine(self._cloth, matrix, size, borderMode=cv2.BORDER_REFLECT)
            self._still = (self.shift, np.clip(cloth, 0, 255).astype(np.uint8))
        return self._still[1]

    def _draw(self, picture: np.ndarray, card: FakeCard) -> None:
        def polygon(points: np.ndarray, colour: tuple[int, int, int]) -> None:
            fixed = np.int32(np.round((points + self.shift) * 16))
            cv2.fillPoly(picture, [fixed], colour, cv2.LINE_AA, shift=4)

        polygon(card.outline, (60, 60, 60))
        inner = card.outline + (np.array([card.x, card.y]) - card.outline) * 0.03
        polygon(inner, (150, 60, 40) if card.face_down else (235, 235, 235))
        shade = zlib.crc32(card.code.encode())
        colour = (shade % 120, shade // 128 % 120, shade // 16384 % 120)
        for rank, pip in card.indices():
            along = (rank - pip) / 2
            across = np.array([-along[1], along[0]]) * 0.8
            middle = (rank + pip) / 2
            spread = [along - across, along * 1.6 + across, -along + across, -along - across]
            polygon(middle + spread, colour)

    def truth(self) -> list[tuple[str, np.ndarray, np.ndarray]]:
        """(code, rank point, pip point) of every index that nothing covers, in the picture."""
        owner = np.full((self.height, self.width), -1, np.int16)
        for i, card in enumerate(self.cards):
            cv2.fillPoly(owner, [np.int32(card.outline + self.shift)], i)
        for arm in self.arms:
            cv2.fillPoly(owner, [np.int32(arm)], 9999)
        found = []
        for i, card in enumerate(self.cards):
            for rank, pip in card.indices():
                if _visible(owner, i, rank + self.shift, pip + self.shift):
                    found.append((card.code, rank + self.shift, pip + self.shift))
        return found


def _visible(owner: np.ndarray, i: int, rank: np.ndarray, pip: np.ndarray) -> bool:
    along = rank - pip
    across = np.array([-along[1], along[0]])
    seen = 0
    for a in (-0.4, 0.5, 1.3):
        for b in (-0.35, 0.35):
            x, y = np.int32(pip + along * a + across * b)
            inside = 0 <= y < owner.shape[0] and 0 <= x < owner.shape[1]
            seen += bool(inside and owner[y, x] == i)
    return seen == 6


def probabilities(code: str, sharp: float = 0.97, instead: str | None = None) -> np.ndarray:
    """(54,) with `sharp` on the code and most of the rest on `instead` or on everything."""
    probs = np.full(len(CODES), (1 - sharp) / len(CODES))
    if instead:
        probs[INDEX_OF[instead]] += 1 - sharp
    probs[INDEX_OF[code]] += sharp
    return probs / probs.sum()


def detections_of(
    indices: Sequence[tuple[str, np.ndarray, np.ndarray]],
    sharp: float = 0.97,
    jitter: float = 0.0,
    seed: int = 0,
) -> Detections:
    """Detections as a good detector would give them."""
    if not indices:
        return Detections.empty()
    rng = np.random.default_rng(seed)
    rank = np.array([rank for _, rank, _ in indices]) + rng.normal(0, jitter, (len(indices), 2))
    pip = np.array([pip for _, _, pip in indices]) + rng.normal(0, jitter, (len(indices), 2))
    half = np.linalg.norm(rank - pip, axis=1, keepdims=True) * 0.5
    boxes = np.concatenate([np.minimum(rank, pip) - half, np.maximum(rank, pip) + half], axis=1)
    probs = np.stack([probabilities(code, sharp) for code, _, _ in indices])
    n = len(indices)
    return Detections(boxes, rank, pip, np.full(n, 0.9), probs, np.full(n, 0.02))


def card_indices(cards: Sequence[FakeCard]) -> list[tuple[str, np.ndarray, np.ndarray]]:
    """All indices of cards that nothing covers."""
    return [(card.code, rank, pip) for card in cards for rank, pip in card.indices()]


class FakeDetector:
    """Reads the truth of the table that is before the camera; `looks` counts the calls, `area` the pixels
    looked at.
    """

    def __init__(self, table: FakeTable, sharp: float = 0.97) -> None:
        self.table = table
        self.sharp = sharp
        self.misread: dict[str, np.ndarray] = {}
        self.blind: set[str] = set()
        self.looks = 0
        self.area = 0

    def detect(self, image: np.ndarray, regions=None) -> Detections:
        self.looks += 1
        height, width = image.shape[:2]
        places = regions if regions is not None else [(0, 0, width, height)]
        self.area += sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in places)
        seen = [each for each in self.table.truth() if _within(each, places) and each[0] not in self.blind]
        found = detections_of(seen, self.sharp, jitter=0.3, seed=self.looks)
        if not len(found):
            return found
        probs = np.array(found.class_probs)
        for row, (code, _, _) in enumerate(seen):
            if code in self.misread:
                probs[row] = self.misread[code]
        return Detections(
            found.boxes, found.rank_points, found.pip_points, found.scores, probs, found.not_index
        )


def _within(index: tuple[str, np.ndarray, np.ndarray], places) -> bool:
    x, y = (index[1] + index[2]) / 2
    return any(x0 + 6 <= x <= x1 - 6 and y0 + 6 <= y <= y1 - 6 for x0, y0, x1, y1 in places)
