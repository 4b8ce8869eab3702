"""What the eye found in one picture: parallel arrays, checked once, never changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from .labels import CODES

Array = NDArray[np.float32]

_WIDTHS = {"boxes": 4, "rank_points": 2, "pip_points": 2, "class_probs": len(CODES)}


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """n index corners of one picture, in no particular order.

    `boxes` (n, 4) xyxy px · `rank_points`, `pip_points` (n, 2) px · `scores` (n,) confidence of the index
    detector, 0…1 · `class_probs` (n, 54) in the order of `labels.CODES`, each row sums to 1: which card,
    given that it is an index · `not_index` (n,) probability that it is no index at all · `embeddings` (n, d)
    of unit length, or None. Raises ValueError where the shapes do not fit together or a number is not finite.
    """

    boxes: Array
    rank_points: Array
    pip_points: Array
    scores: Array
    class_probs: Array
    not_index: Array
    embeddings: Array | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None:
                object.__setattr__(self, field.name, _checked(field.name, value, len(self.boxes)))

    def __len__(self) -> int:
        return len(self.boxes)

    @classmethod
    def empty(cls) -> Detections:
        """No index at all."""
        pairs = np.zeros((0, 2), np.float32)
        single = np.zeros(0, np.float32)
        return cls(
            np.zeros((0, 4), np.float32), pairs, pairs, single, np.zeros((0, len(CODES)), np.float32), single
        )

    @classmethod
    def concat(cls, parts: Sequence[Detections]) -> Detections:
        """All parts one after another; embeddings are kept only if every non-empty part has them."""
        filled = [part for part in parts if len(part)]
        if not filled:
            return cls.empty()
        columns = {}
        for field in fields(cls):
            arrays = [getattr(part, field.name) for part in filled]
            columns[field.name] = None if any(a is None for a in arrays) else np.concatenate(arrays)
        return cls(**columns)

    def select(self, chosen: NDArray[np.bool_] | NDArray[np.intp] | slice) -> Detections:
        """The rows that a mask, a list of positions or a slice picks."""
        columns = {field.name: getattr(self, field.name) for field in fields(self)}
        return Detections(
            **{name: None if value is None else value[chosen] for name, value in columns.items()}
        )

    def shifted(self, dx: float, dy: float) -> Detections:
        """The same indices moved by (dx, dy) px."""
        move = np.array([dx, dy], np.float32)
        return Detections(
            self.boxes + np.tile(move, 2),
            self.rank_points + move,
            self.pip_points + move,
            self.scores,
            self.class_probs,
            self.not_index,
            self.embeddings,
        )

    @property
    def units(self) -> Array:
        """(n,) distance rank point to pip point, px: the size of each index."""
        return np.linalg.norm(self.rank_points - self.pip_points, axis=1)

    @property
    def angles(self) -> Array:
        """(n,) direction pip → rank in radians clockwise from picture-up: 0 is an upright index."""
        up = self.rank_points - self.pip_points
        return np.arctan2(up[:, 0], -up[:, 1])

    @property
    def best(self) -> NDArray[np.intp]:
        """(n,) position in CODES of each row's likeliest card."""
        return self.class_probs.argmax(axis=1)

    @property
    def codes(self) -> tuple[str, ...]:
        """Each row's likeliest card."""
        return tuple(CODES[i] for i in self.best)

    @property
    def confidences(self) -> Array:
        """(n,) probability that the row is an index and shows its likeliest card."""
        return self.class_probs.max(axis=1, initial=0.0) * (1.0 - self.not_index)


def _checked(name: str, value: object, rows: int) -> Array:
    array = np.ascontiguousarray(value, dtype=np.float32)
    width = _WIDTHS.get(name)
    if width is not None:
        fits = array.shape == (rows, width)
    elif name == "embeddings":
        fits = array.ndim == 2 and len(array) == rows
    else:
        fits = array.shape == (rows,)
    if not fits:
        raise ValueError(f"Detections.{name} has shape {array.shape}, which does not fit {rows} boxes")
    if not np.isfinite(array).all():
        raise ValueError(f"Detections.{name} holds numbers that are not finite")
    array.setflags(write=False)
    return array
