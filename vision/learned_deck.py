"""A deck that was shown once: what each of its indices looks like to the reader, kept by name.

The reader's embedding of an index is compared with one prototype for each card; the nearer, the likelier.
Prototypes correct the network where a deck's print is unusual, the network stands in for cards that were
never shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .detector import Reader
from .index_reader import Reading
from .labels import CODES, INDEX_OF

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

WARMTH = 0.06
"""Temperature of the cosine: two cards whose prototypes are this much apart differ by a factor e."""
TRUST = 0.7
"""What the prototypes weigh beside the network (0…1) for cards that were shown."""
CLOSE = 0.92
"""Prototypes more alike than this are confusable."""
_NAME = re.compile(r"^[\w][\w .-]{0,40}$")


class DeckError(ValueError):
    """A deck that can't be kept, found or read; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Confusion:
    """Two cards that the deck's print makes hard to tell apart: `likeness` is the cosine of their
    prototypes.
    """

    a: str
    b: str
    likeness: float


@dataclass(frozen=True, slots=True, eq=False)
class LearnedDeck:
    """`prototypes` (54, d) of unit length, in the order of `CODES`, rows of zeros for cards not shown;
    `counts` (54,) indices seen.
    """

    name: str
    prototypes: Array
    counts: NDArray[np.int64]

    def __post_init__(self) -> None:
        if not _NAME.match(self.name):
            raise DeckError(
                f"{self.name!r} is no name for a deck: use letters, digits, blanks, dots and dashes"
            )
        if self.prototypes.shape[0] != len(CODES) or self.counts.shape != (len(CODES),):
            raise DeckError(f"deck {self.name!r} doesn't fit the {len(CODES)} cards; learn it again")

    @property
    def shown(self) -> tuple[str, ...]:
        """Cards that were shown."""
        return tuple(code for code, count in zip(CODES, self.counts, strict=True) if count)

    @property
    def missing(self) -> tuple[str, ...]:
        """Cards that weren't."""
        return tuple(code for code, count in zip(CODES, self.counts, strict=True) if not count)

    def confusions(self, least: float = CLOSE) -> tuple[Confusion, ...]:
        """Pairs of shown cards that look alike, the worst first."""
        likeness = self.prototypes @ self.prototypes.T
        pairs = [
            Confusion(CODES[i], CODES[j], float(likeness[i, j]))
            for i in range(len(CODES))
            for j in range(i)
            if self.counts[i] and self.counts[j] and likeness[i, j] > least
        ]
        return tuple(sorted(pairs, key=lambda pair: -pair.likeness))

    def probabilities(self, embeddings: Array) -> Array:
        """(n, 54) for n embeddings: softmax of the cosines over the shown cards, 0 for the others."""
        likeness = np.asarray(embeddings, np.float64) @ self.prototypes.T / WARMTH
        likeness[:, self.counts == 0] = -np.inf
        powers = np.exp(likeness - likeness.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    def save(self, folder: str | Path) -> Path:
        """Write `<name>.npz` and `<name>.json` (a summary for people); returns the .npz."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.npz"
        np.savez_compressed(path, prototypes=self.prototypes.astype(np.float32), counts=self.counts)
        path.with_suffix(".json").write_text(json.dumps(self.summary(), indent=1) + "\n", encoding="utf-8")
        return path

    def summary(self) -> dict[str, Any]:
        """As plain JSON values, without the prototypes."""
        confused = [[pair.a, pair.b, round(pair.likeness, 3)] for pair in self.confusions()]
        return {
            "name": self.name,
            "shown": list(self.shown),
            "missing": list(self.missing),
            "confused": confused,
        }

    @classmethod
    def load(cls, name: str, folder: str | Path) -> LearnedDeck:
        """The deck kept under a name; `DeckError` lists the known ones when there is none."""
        path = Path(folder) / f"{name}.npz"
        if not path.is_file():
            known = ", ".join(deck_names(folder)) or "none yet"
            raise DeckError(f"no learned deck {name!r}; known decks: {known}")
        try:
            with np.load(path) as data:
                return cls(name, data["prototypes"].astype(np.float64), data["counts"].astype(np.int64))
        except (OSError, KeyError, ValueError) as error:
            raise DeckError(f"{path} can't be read ({error}); learn the deck again") from error


def deck_names(folder: str | Path) -> tuple[str, ...]:
    """Names of the decks kept in a folder."""
    return tuple(sorted(path.stem for path in Path(folder).glob("*.npz")))


class PrototypeReader:
    """A `Reader` that knows a deck: the network's reading corrected by the deck's prototypes."""

    def __init__(self, reader: Reader, deck: LearnedDeck) -> None:
        self._reader, self.deck = reader, deck
        self._shown = deck.counts > 0

    def read(self, crops: Image) -> Reading:
        """Reads (n, 64, 64, 3) RGB crops."""
        reading = self._reader.read(crops)
        if not len(crops) or not self._shown.any():
            return reading
        if reading.embeddings.shape[1] != self.deck.prototypes.shape[1]:
            raise DeckError(f"deck {self.deck.name!r} was learned with another reader; learn it again")
        network = np.maximum(reading.class_probs.astype(np.float64), 1e-9)
        ours = np.maximum(self.deck.probabilities(reading.embeddings), 1e-9)
        known = network[:, self._shown].sum(axis=1, keepdims=True)
        mixed = network.copy()
        pooled = network[:, self._shown] ** (1 - TRUST) * ours[:, self._shown] ** TRUST
        mixed[:, self._shown] = pooled / pooled.sum(axis=1, keepdims=True) * known
        mixed /= mixed.sum(axis=1, keepdims=True)
        return Reading(mixed.astype(np.float32), reading.not_index, reading.embeddings)


def prototypes_of(samples: Iterable[tuple[str, Array]]) -> tuple[Array, NDArray[np.int64]]:
    """Prototypes (54, d) and counts (54,) from (code, embedding) pairs; `DeckError` without any."""
    pairs = list(samples)
    if not pairs:
        raise DeckError("no card was seen: lay the cards face up, apart, in good light")
    total = np.zeros((len(CODES), len(pairs[0][1])))
    counts = np.zeros(len(CODES), np.int64)
    for code, embedding in pairs:
        total[INDEX_OF[code]] += embedding
        counts[INDEX_OF[code]] += 1
    return total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-9), counts
