"""Shards of labelled index crops on disk, read without loading them whole."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.formats import RANK_CLASSES
from vision.labels import JOKERS

Crops = NDArray[np.uint8]
Labels = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CropSource:
    """A folder of `crops-*.npz` shards as `datasets.synth reader` writes them, and how much of it to draw."""

    folder: Path
    weight: float = 1.0

    @classmethod
    def parse(cls, text: str) -> CropSource:
        """`FOLDER` or `FOLDER:WEIGHT`. Raises ValueError for a weight that is no number."""
        folder, colon, weight = text.rpartition(":")
        return cls(Path(folder), float(weight)) if colon else cls(Path(text))


class CropShards:
    """All shards of one folder; `refresh` picks up those that were written since."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._seen: set[str] = set()
        self._crops: list[Crops] = []
        self._labels: list[Labels] = []
        self.refresh()

    def __len__(self) -> int:
        return sum(len(labels) for labels in self._labels)

    def refresh(self) -> int:
        """Opens shards not seen before and returns how many crops there are now."""
        for path in sorted(self.folder.glob("crops-*.npz")):
            if path.name in self._seen:
                continue
            try:
                crops, labels = open_shard(path)
            except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
                continue  # still being written
            self._seen.add(path.name)
            self._crops.append(crops)
            self._labels.append(labels)
        return len(self)

    def take(self, positions: NDArray[np.intp]) -> tuple[Crops, Labels]:
        """Crops (k, 64, 64, 3) and labels (k, 2) at positions of the whole folder, in the order given."""
        bounds = np.cumsum([len(labels) for labels in self._labels])
        shard = np.searchsorted(bounds, positions, side="right")
        inside = positions - np.concatenate([[0], bounds])[shard]
        pairs = list(zip(shard, inside, strict=True))
        return np.stack([self._crops[s][i] for s, i in pairs]), np.stack(
            [self._labels[s][i] for s, i in pairs]
        )


class CropMixture:
    """Draws batches from several folders in proportion to their sizes and weights."""

    def __init__(self, sources: Sequence[CropSource], rng: np.random.Generator) -> None:
        self._shards = [CropShards(source.folder) for source in sources]
        self._weights = [source.weight for source in sources]
        self._rng = rng
        if not len(self):
            folders = ", ".join(str(shards.folder) for shards in self._shards)
            raise FileNotFoundError(
                f"no crops in {folders or 'no folder'}; make them with python -m datasets.synth"
            )

    def __len__(self) -> int:
        return sum(len(shards) for shards in self._shards)

    def refresh(self) -> int:
        """Picks up new shards everywhere."""
        return sum(shards.refresh() for shards in self._shards)

    def draw(self, count: int) -> tuple[Crops, Labels]:
        """A random batch: a folder by weight × size, a crop of it evenly."""
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


def rank_targets(ranks: NDArray[np.int64]) -> NDArray[np.float32]:
    """(n, 16) target probabilities of (n,) rank classes; `EITHER` asks for one half of each joker."""
    targets = np.eye(len(RANK_CLASSES) + 1, dtype=np.float32)[ranks]
    for joker in JOKERS:
        targets[:, RANK_CLASSES.index(joker)] += targets[:, -1] / 2
    return np.ascontiguousarray(targets[:, :-1])


def open_shard(path: Path) -> tuple[Crops, Labels]:
    """Crops (n, 64, 64, 3), mapped where the file is not compressed, and labels (n, 2): rank and suit
    class."""
    with path.open("rb") as file, np.load(file) as content:
        labels = np.stack([content["ranks"], content["suits"]], axis=1).astype(np.int64)
        crops = _mapped(path, "crops.npy")
        if crops is None:
            crops = content["crops"]
    if len(crops) != len(labels):
        raise ValueError(f"{path} holds {len(crops)} crops but {len(labels)} labels")
    return crops, labels


def _mapped(path: Path, member: str) -> Crops | None:
    """The array of an uncompressed npz as a memory map."""
    with zipfile.ZipFile(path) as archive, path.open("rb") as file:
        entry = archive.getinfo(member)
        if entry.compress_type != zipfile.ZIP_STORED:
            return None
        file.seek(entry.header_offset + 26)
        name, extra = struct.unpack("<HH", file.read(4))
        file.seek(entry.header_offset + 30 + name + extra)
        version = np.lib.format.read_magic(file)
        read = (
            np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        )
        shape, fortran, dtype = read(file)
        if fortran or dtype != np.uint8:
            return None
        return np.memmap(path, np.uint8, "r", file.tell(), shape)
