"""Shards of labelled index crops on disk, read without loading them whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

STORED = 80
"""Stored crops are 80×80: the reader's 64×64 at the same scale with 8 px more at each side, room for turning and shifting."""


@dataclass(frozen=True, slots=True)
class CropSource:
    """A folder with train/ and val/ of `crops_NNN.npy` (n, 80, 80, 3) uint8 RGB and `labels_NNN.npy` (n, 2) rank and suit ids."""

    folder: Path
    weight: float = 1.0

    @classmethod
    def parse(cls, text: str) -> CropSource:
        """`FOLDER` or `FOLDER:WEIGHT`."""
        folder, _, weight = text.rpartition(":")
        return cls(Path(folder), float(weight)) if folder else cls(Path(text))


class CropShards:
    """All shards of one split of one source; `refresh` picks up those that were written since."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._seen: set[str] = set()
        self._crops: list[NDArray[np.uint8]] = []
        self._labels: list[NDArray[np.uint8]] = []
        self.refresh()

    def __len__(self) -> int:
        return sum(len(labels) for labels in self._labels)

    def refresh(self) -> int:
        """Opens shards not seen before and returns how many crops there are now."""
        for labels in sorted(self.folder.glob("labels_*.npy")):
            crops = labels.with_name(labels.name.replace("labels_", "crops_"))
            if labels.name in self._seen or not crops.is_file():
                continue
            try:
                pair = np.load(crops, mmap_mode="r"), np.load(labels)
            except (ValueError, EOFError):
                continue  # still being written
            if len(pair[0]) == len(pair[1]):
                self._seen.add(labels.name)
                self._crops.append(pair[0])
                self._labels.append(pair[1])
        return len(self)

    def take(self, positions: NDArray[np.intp]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Crops (k, 80, 80, 3) and labels (k, 2) at positions of the whole split, in the order given."""
        bounds = np.cumsum([len(labels) for labels in self._labels])
        shard = np.searchsorted(bounds, positions, side="right")
        inside = positions - np.concatenate([[0], bounds])[shard]
        crops = np.stack([self._crops[s][i] for s, i in zip(shard, inside, strict=True)])
        labels = np.stack([self._labels[s][i] for s, i in zip(shard, inside, strict=True)])
        return crops, labels.astype(np.int64)


class CropMixture:
    """Draws batches from several sources in proportion to their weights."""

    def __init__(self, sources: Sequence[CropSource], split: str, rng: np.random.Generator) -> None:
        self._shards = [CropShards(source.folder / split) for source in sources]
        self._weights = [source.weight for source in sources]
        self._rng = rng
        if not any(len(shards) for shards in self._shards):
            folders = ", ".join(str(shards.folder) for shards in self._shards)
            raise FileNotFoundError(f"no crops in {folders}; make them with python -m datasets.synth")

    def __len__(self) -> int:
        return sum(len(shards) for shards in self._shards)

    def refresh(self) -> int:
        """Picks up new shards everywhere."""
        return sum(shards.refresh() for shards in self._shards)

    def draw(self, count: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """A random batch: a source by weight × size, a crop of it evenly."""
        sizes = np.array(
            [len(shards) * weight for shards, weight in zip(self._shards, self._weights, strict=True)]
        )
        parts = self._rng.multinomial(count, sizes / sizes.sum())
        taken = [
            shards.take(self._rng.integers(len(shards), size=part))
            for shards, part in zip(self._shards, parts, strict=True)
            if part
        ]
        crops, labels = (np.concatenate(column) for column in zip(*taken, strict=True))
        return crops, labels
