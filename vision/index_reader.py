"""Stage 2: reads an upright crop of one index corner: its rank and its suit, or that it is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from .labels import CODES, JOKERS, RANKS, SUITS, rank_of, suit_of
from .model_files import ModelFile, find_model
from .runtime import Session, load_session

Image = NDArray[np.uint8]
Array = NDArray[np.float32]

CROP = 64
RANK_AT = (32.0, 22.0)
PIP_AT = (32.0, 44.0)
NONE = "none"
RANK_LABELS: tuple[str, ...] = (*RANKS, *JOKERS, NONE)
SUIT_LABELS: tuple[str, ...] = (*SUITS, NONE)

_RANK_OF_CODE = np.array([RANK_LABELS.index(rank_of(code)) for code in CODES])
_SUIT_OF_CODE = np.array([SUIT_LABELS.index(suit_of(code) or NONE) for code in CODES])
_IS_JOKER = np.array([code in JOKERS for code in CODES])


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What n crops show: `class_probs` (n, 54), `not_index` (n,), `embeddings` (n, d) of unit length."""

    class_probs: Array
    not_index: Array
    embeddings: Array


class IndexReader:
    """The crop classifier with a rank head and a suit head, its probabilities calibrated by one temperature a
    head."""

    def __init__(
        self,
        session: Session,
        *,
        rank_temperature: float = 1.0,
        suit_temperature: float = 1.0,
        batch: int = 32,
    ) -> None:
        self._session = session
        self._temperatures = (rank_temperature, suit_temperature)
        self._batch = batch

    @classmethod
    def load(
        cls, model: ModelFile | None = None, *, threads: int = 0, runtime: str | None = None
    ) -> IndexReader:
        """The reader of the weights folder. Raises ModelFileError where it cannot be used."""
        model = model or find_model("index_reader")
        session = load_session(Path(model.path), (8, 3, CROP, CROP), threads=threads, choice=runtime)
        warmth = model.meta.get("temperature", {})
        return cls(
            session,
            rank_temperature=float(warmth.get("rank", 1.0)),
            suit_temperature=float(warmth.get("suit", 1.0)),
        )

    def read(self, crops: Image) -> Reading:
        """Reads (n, 64, 64, 3) RGB crops, upright as `upright_crops` gives them."""
        if not len(crops):
            return Reading(
                np.zeros((0, len(CODES)), np.float32), np.zeros(0, np.float32), np.zeros((0, 1), np.float32)
            )
        batches = [crops[i : i + self._batch] for i in range(0, len(crops), self._batch)]
        outputs = [self._session.run(to_input(part)) for part in batches]
        rank_logits, suit_logits, embeddings = (
            np.concatenate(column) for column in zip(*outputs, strict=True)
        )
        return reading(
            softmax(rank_logits / self._temperatures[0]),
            softmax(suit_logits / self._temperatures[1]),
            embeddings,
        )


def reading(rank_probs: Array, suit_probs: Array, embeddings: Array) -> Reading:
    """Joins the heads (n, 16) and (n, 5): a suited card is rank × suit, a joker its rank alone, `none` of the
    rank head no index."""
    suits = suit_probs[:, :-1] / np.maximum(suit_probs[:, :-1].sum(axis=1, keepdims=True), 1e-9)
    suits = np.concatenate([suits, np.ones((len(suits), 1), np.float32)], axis=1)
    joint = rank_probs[:, _RANK_OF_CODE] * suits[:, _SUIT_OF_CODE]
    joint = np.maximum(joint, 1e-12)
    length = np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), 1e-9)
    return Reading(
        (joint / joint.sum(axis=1, keepdims=True)).astype(np.float32),
        rank_probs[:, -1].astype(np.float32),
        (embeddings / length).astype(np.float32),
    )


def softmax(logits: Array) -> Array:
    """Row-wise, safe against large numbers."""
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)


def to_input(crops: Image) -> Array:
    """(n, 3, 64, 64) float32 0…1 of (n, 64, 64, 3) crops."""
    return np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32) / np.float32(255)


def upright_crops(image: Image, rank_points: Array, pip_points: Array) -> Image:
    """(n, 64, 64, 3) RGB crops of a BGR picture, turned and scaled so that each rank point lies at (32, 22),
    its pip point at (32, 44)."""
    levels = [image]
    crops = np.empty((len(rank_points), CROP, CROP, 3), np.uint8)
    for i, (rank, pip) in enumerate(zip(rank_points, pip_points, strict=True)):
        level = _level(float(np.hypot(*(pip - rank))))
        while len(levels) <= level:
            levels.append(cv2.pyrDown(levels[-1]))
        matrix = crop_matrix(rank / 2**level, pip / 2**level)
        warped = cv2.warpAffine(
            levels[level], matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        crops[i] = warped[:, :, ::-1]
    return crops


def crop_matrix(rank: Sequence[float] | Array, pip: Sequence[float] | Array) -> Array:
    """(2, 3) similarity from picture px to crop px for one index."""
    along = np.asarray(pip, np.float64) - np.asarray(rank, np.float64)
    length = max(float(np.hypot(*along)), 1e-3)
    scale = (PIP_AT[1] - RANK_AT[1]) / length
    cos, sin = scale * along[1] / length, scale * along[0] / length
    turn = np.array([[cos, -sin], [sin, cos]])
    shift = np.array(RANK_AT) - turn @ np.asarray(rank, np.float64)
    return np.concatenate([turn, shift[:, None]], axis=1)


def _level(unit: float) -> int:
    """How often to halve the picture first, so that shrinking a large index does not alias."""
    return int(np.clip(np.floor(np.log2(max(unit, 1.0) / (PIP_AT[1] - RANK_AT[1]) / 1.2)), 0, 6))
