"""Upright crops for the reader, cut out of rendered scenes as a detector would: nearly, never exactly.

Rank point at (32, 22), pip point at (32, 44): one unit is 22 px of the crop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.labels import JOKERS

from .formats import EITHER, NONE
from .scene import IndexLabel, Scene

SIDE = 64
RANK_AT = (32.0, 22.0)
PIP_AT = (32.0, 44.0)
UNIT = 22.0
READABLE = 0.78
COVERED = 0.42


@dataclass(frozen=True, slots=True)
class Jitter:
    """How far a detector's two points are off: parts of the unit, degrees, part of the scale."""

    position: float = 0.08
    angle: float = 8.0
    scale: float = 0.12


@dataclass(frozen=True, slots=True)
class Crop:
    """An upright RGB crop (64, 64, 3) uint8, its code or `none`, and its unit in the picture, px."""

    picture: np.ndarray
    code: str
    unit: float


def crop_matrix(rank_point: np.ndarray, pip_point: np.ndarray) -> np.ndarray:
    """The similarity (2, 3) that takes picture px to crop px."""
    up = np.asarray(rank_point, np.float64) - np.asarray(pip_point, np.float64)
    unit = max(1e-6, float(np.hypot(*up)))
    scale = UNIT / unit
    c, s = -up[1] / unit * scale, up[0] / unit * scale
    turn = np.array([[c, s], [-s, c]])
    offset = np.array(RANK_AT) - turn @ np.asarray(rank_point, np.float64)
    return np.column_stack([turn, offset])


def cut(picture: np.ndarray, rank_point: np.ndarray, pip_point: np.ndarray) -> np.ndarray:
    """The crop of an index, area-sampled when it shrinks."""
    matrix = crop_matrix(rank_point, pip_point)
    scale = float(np.hypot(matrix[0, 0], matrix[0, 1]))
    if scale < 0.6:
        factor = 2.0
        big = cv2.warpAffine(
            picture, matrix * factor, (int(SIDE * factor),) * 2, borderMode=cv2.BORDER_REPLICATE
        )
        return cv2.resize(big, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return cv2.warpAffine(picture, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)


def scene_crops(
    rng: np.random.Generator,
    scene: Scene,
    picture: np.ndarray,
    copies: int,
    none_share: float,
    jitter: Jitter,
) -> Iterator[Crop]:
    """Crops of every readable index, `copies` of each, and among them crops of what is no index."""
    inside = [label for label in scene.labels if _inside(label, scene)]
    readable = [label for label in inside if label.visible >= READABLE]
    for label in readable:
        for _ in range(copies):
            yield _cropped(picture, *_jittered(rng, label, jitter), label.code)
    wanted = none_share * max(2, copies * len(readable))
    number = int(wanted) + int(rng.random() < wanted % 1)
    for _ in range(number):
        rank, pip = _nothing(rng, scene, picture, inside, jitter)
        yield _cropped(picture, rank, pip, NONE)


def _inside(label: IndexLabel, scene: Scene) -> bool:
    x, y = label.rank_point
    return 0 <= x < scene.width and 0 <= y < scene.height and label.unit > 4


def _cropped(picture: np.ndarray, rank: np.ndarray, pip: np.ndarray, code: str) -> Crop:
    return Crop(cut(picture, rank, pip), code, float(np.hypot(*(rank - pip))))


def _jittered(rng: np.random.Generator, label: IndexLabel, jitter: Jitter) -> tuple[np.ndarray, np.ndarray]:
    rank, pip = np.array(label.rank_point), np.array(label.pip_point)
    centre, half = (rank + pip) / 2, (rank - pip) / 2
    angle = np.radians(np.clip(rng.normal(0, 0.5), -1, 1) * jitter.angle)
    if _round(label) and rng.random() < 0.5:
        angle = rng.uniform(-np.pi, np.pi)
    c, s = np.cos(angle), np.sin(angle)
    half = np.array([c * half[0] - s * half[1], s * half[0] + c * half[1]])
    half = half * np.exp(np.clip(rng.normal(0, 0.5), -1, 1) * jitter.scale)
    centre = centre + np.clip(rng.normal(0, 0.5, 2), -1, 1) * jitter.position * label.unit
    return centre + half, centre - half


def _round(label: IndexLabel) -> bool:
    """Whether it is a joker's star or disc: as wide as high, so that nobody can tell which way up it is."""
    across, along = label.size
    return label.code in (*JOKERS, EITHER) and 0.7 * along < across < 1.4 * along


def _nothing(
    rng: np.random.Generator, scene: Scene, picture: np.ndarray, labels: list[IndexLabel], jitter: Jitter
) -> tuple[np.ndarray, np.ndarray]:
    """Two points of what is no index: a covered or turned index, a place on a card, print on the table."""
    covered = [label for label in labels if label.visible < COVERED]
    draw = rng.random()
    if draw < 0.17 and covered:
        return _jittered(rng, covered[int(rng.integers(len(covered)))], jitter)
    readable = [label for label in labels if label.visible >= READABLE]
    if draw < 0.45 and readable:
        return _misread(rng, readable[int(rng.integers(len(readable)))], jitter)
    if draw < 0.65 and (found := _print(rng, scene, labels)):
        return found
    unit = (readable[0].unit if readable else 14.0) * float(np.exp(rng.uniform(np.log(0.4), np.log(2.5))))
    return _elsewhere(rng, scene, picture, labels, float(np.clip(unit, 6.0, 0.2 * scene.width)))


def _misread(rng: np.random.Generator, label: IndexLabel, jitter: Jitter) -> tuple[np.ndarray, np.ndarray]:
    """An index upside down, beside where it is, or with one point right and the other on something else."""
    rank, pip = _jittered(rng, label, jitter)
    unit = float(np.hypot(*(rank - pip)))
    kind = rng.random()
    if kind < 0.35 and not _round(label):
        return pip, rank
    if kind < 0.55 or label.code in (*JOKERS, EITHER):
        shift = (rank - pip) * rng.choice([-1.6, 1.6]) + rng.normal(0, 0.25, 2) * unit
        return rank + shift, pip + shift
    if kind < 0.75:
        return _rescaled(rank, pip, float(rng.choice([rng.uniform(0.35, 0.58), rng.uniform(1.7, 2.6)])))
    angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.75, 2.0) * unit
    moved = away * np.array([np.cos(angle), np.sin(angle)])
    return (rank, pip + moved) if rng.random() < 0.6 else (rank + moved, pip)


def _rescaled(rank: np.ndarray, pip: np.ndarray, factor: float) -> tuple[np.ndarray, np.ndarray]:
    centre, half = (rank + pip) / 2, (rank - pip) / 2 * factor
    return centre + half, centre - half


def _print(
    rng: np.random.Generator, scene: Scene, labels: list[IndexLabel]
) -> tuple[np.ndarray, np.ndarray] | None:
    """Print on the table, held upright or by a quarter turned, as a detector would take it for an index."""
    props = (*scene.under, *scene.over)
    if not props:
        return None
    prop = props[int(rng.integers(len(props)))]
    unit = float(np.clip(prop.size * np.exp(rng.uniform(np.log(0.5), np.log(3.0))), 6.0, 0.2 * scene.width))
    centre = np.array([prop.x, prop.y]) + rng.normal(0, 0.3, 2) * unit
    inside = (centre > 0).all() and (centre < scene.width).all()
    if not inside or _near_index(centre, unit, labels):
        return None
    angle = prop.angle + rng.choice([0, 0, np.pi / 2, np.pi, -np.pi / 2]) + rng.normal(0, 0.1)
    half = unit / 2 * np.array([np.sin(angle), -np.cos(angle)])
    return centre + half, centre - half


def _near_index(centre: np.ndarray, unit: float, labels: list[IndexLabel]) -> bool:
    """Whether an index lies so near that a crop here would show it in its middle."""
    for label in labels:
        middle = np.add(label.rank_point, label.pip_point) / 2
        if np.hypot(*(middle - centre)) < 1.7 * max(label.unit, unit):
            return True
    return False


def _elsewhere(
    rng: np.random.Generator, scene: Scene, picture: np.ndarray, labels: list[IndexLabel], unit: float
) -> tuple[np.ndarray, np.ndarray]:
    """A place on a card or on the table, away from any index; of three, the one with most to see."""
    places: list[np.ndarray] = []
    for _ in range(20):
        place = _spot(rng, scene, unit)
        if not _near_index(place, unit, labels):
            places.append(place)
        if len(places) == 3:
            break
    centre = max(
        places or [np.array([scene.width / 2, scene.height / 2])], key=lambda p: _contrast(picture, p, unit)
    )
    angle = rng.uniform(-np.pi, np.pi)
    half = unit / 2 * np.array([np.sin(angle), -np.cos(angle)])
    return centre + half, centre - half


def _contrast(picture: np.ndarray, place: np.ndarray, unit: float) -> float:
    x, y, r = int(place[0]), int(place[1]), int(unit) + 1
    patch = picture[max(0, y - r) : y + r, max(0, x - r) : x + r, 1]
    return float(patch.std()) if patch.size else 0.0


def _spot(rng: np.random.Generator, scene: Scene, unit: float) -> np.ndarray:
    """On a card more often than not, else on a prop, else anywhere."""
    draw = rng.random()
    if scene.cards and draw < 0.55:
        courts = [card for card in scene.cards if card.code[0] in "AJQKBR"]
        choice = courts if courts and draw < 0.35 else scene.cards
        card = choice[int(rng.integers(len(choice)))]
        point = np.array([rng.uniform(40, 300), rng.uniform(60, 440), 1.0])
        at = np.array(card.matrix).reshape(3, 3) @ point
        at = at[:2] / at[2]
        if (at > unit).all() and at[0] < scene.width - unit and at[1] < scene.height - unit:
            return np.asarray(at)
    props = (*scene.under, *scene.over)
    if props and draw < 0.85:
        prop = props[int(rng.integers(len(props)))]
        return np.clip(np.array([prop.x, prop.y]) + rng.normal(0, 0.5, 2) * prop.size, 0, scene.width - 1.0)
    return rng.uniform(unit, scene.width - unit, 2)
