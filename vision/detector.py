"""The eye's two stages as one: a picture goes in, `Detections` come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .detections import Detections
from .index_detector import Corners, IndexDetector, merge
from .index_reader import IndexReader, Reading, upright_crops

Image = NDArray[np.uint8]
Array = NDArray[np.float32]
Region = tuple[int, int, int, int]


class Detector(Protocol):
    """Whatever finds and reads index corners."""

    def detect(self, image_bgr: Image, regions: Sequence[Region] | None = None) -> Detections:
        """Indices in a BGR picture (h, w, 3); with `regions` (x0, y0, x1, y1 px) only there. Coordinates of
        the whole picture."""
        ...


class Reader(Protocol):
    """Whatever reads upright crops: the network alone, or with the prototypes of a learned deck."""

    def read(self, crops: Image) -> Reading:
        """Reads (n, 64, 64, 3) RGB crops."""
        ...


@dataclass(frozen=True, slots=True)
class Thoroughness:
    """At which sizes a picture is looked at.

    The detector finds indices of about 8 to 60 px between rank and pip. Pictures are also looked at in half
    and in quarter size for the large ones, as long as they stay at least `least` px long, and those of at
    most `small` px enlarged for the small ones. Cards on a table are about equally large: once `enough`
    clear corners are found as they are, sizes at which none of that kind can be found are left out.
    """

    small: int = 1000
    enlarge: float = 2.0
    least: int = 300
    enough: int = 4
    clear: float = 0.5
    fine: float = 22.0
    coarse: float = 30.0

    def scales(self, height: int, width: int) -> tuple[float, ...]:
        """The sizes for a whole picture of `height` × `width` px."""
        longer = max(height, width)
        chosen = [self.enlarge] if longer <= self.small else []
        return (*chosen, 1.0, *(shrink for shrink in (0.5, 0.25) if longer * shrink >= self.least))

    def further(self, scales: Sequence[float], first: Corners) -> tuple[float, ...]:
        """Which of `scales` to look at after the picture as it is, where `first` was found."""
        units = np.linalg.norm(first.rank_points - first.pip_points, axis=1)[first.scores >= self.clear]
        others = tuple(scale for scale in scales if scale != 1.0)
        if len(units) < self.enough:
            return others
        small, large = float(np.percentile(units, 10)), float(np.percentile(units, 90))
        return tuple(s for s in others if (s < 1 and large > self.fine) or (s > 1 and small < self.coarse))


READER_ODDS = 5.5
"""Odds of an index among the crops that the reader was trained on."""


def posterior_not_index(not_index: Array, scores: Array, reader_odds: float = READER_ODDS) -> Array:
    """(n,) probability of no index from the reader's (n,) and the detector's score (n,).

    The reader saw crops of which most were indices; of the corners that the detector is unsure about most
    are none. By Bayes' rule the detector's odds take the place of those of the training crops.
    """
    none, score = np.clip(not_index, 1e-4, 1 - 1e-4), np.clip(scores, 1e-3, 1 - 1e-3)
    odds = (1 - none) / none * score / (1 - score) / reader_odds
    return (1 / (1 + odds)).astype(np.float32)


class TwoStageDetector:
    """Index corners by the pose network, each read by the crop classifier.

    An index that the reader refuses is read once more turned by half a circle, since a corner's direction may
    be mistaken. Rows with `not_index` above `refuse` are left out.
    """

    def __init__(
        self,
        finder: IndexDetector,
        reader: Reader,
        *,
        thoroughness: Thoroughness | None = None,
        refuse: float = 0.95,
    ) -> None:
        self._finder = finder
        self.reader = reader
        self._thoroughness = thoroughness or Thoroughness()
        self._refuse = refuse

    def detect(self, image_bgr: Image, regions: Sequence[Region] | None = None) -> Detections:
        """See `Detector.detect`. Raises ValueError for anything but an 8-bit three-channel picture."""
        if image_bgr.dtype != np.uint8 or image_bgr.ndim != 3 or image_bgr.shape[2] != 3:
            raise ValueError(
                f"a picture must be (h, w, 3) of uint8, not {image_bgr.shape} of {image_bgr.dtype}"
            )
        corners = self.find(image_bgr, regions)
        if not len(corners):
            return Detections.empty()
        return self._read(image_bgr, corners)

    def find(self, image_bgr: Image, regions: Sequence[Region] | None = None) -> Corners:
        """Stage 1 alone: corners of the whole picture, or of its regions (those that lie outside it are
        ignored)."""
        height, width = image_bgr.shape[:2]
        scales = self._thoroughness.scales(height, width)
        if regions is None:
            return self._look(image_bgr, scales)
        parts = []
        for x0, y0, x1, y1 in (_clipped(region, height, width) for region in regions):
            if x1 > x0 and y1 > y0:
                parts.append(self._look(image_bgr[y0:y1, x0:x1], scales).mapped(1.0, x0, y0))
        return merge(Corners.concat(parts))

    def _look(self, image: Image, scales: Sequence[float]) -> Corners:
        first = self._finder.find(image, (1.0,))
        others = self._thoroughness.further(scales, first)
        return merge(Corners.concat([first, self._finder.find(image, others)])) if others else first

    def _read(self, image: Image, corners: Corners) -> Detections:
        rank, pip = corners.rank_points.copy(), corners.pip_points.copy()
        first = self.reader.read(upright_crops(image, rank, pip))
        probs, not_index, embeddings = (
            first.class_probs.copy(),
            first.not_index.copy(),
            first.embeddings.copy(),
        )
        doubtful = np.flatnonzero(not_index > 0.5)
        if len(doubtful):
            second = self.reader.read(upright_crops(image, pip[doubtful], rank[doubtful]))
            better = second.not_index < 0.5
            turned = doubtful[better]
            rank[turned], pip[turned] = pip[turned], rank[turned]
            probs[turned], not_index[turned] = second.class_probs[better], second.not_index[better]
            embeddings[turned] = second.embeddings[better]
        not_index = posterior_not_index(not_index, corners.scores)
        found = Detections(corners.boxes, rank, pip, corners.scores, probs, not_index, embeddings)
        return found.select(not_index <= self._refuse)


def load_detector(
    *, threads: int = 0, runtime: str | None = None, reader: Reader | None = None
) -> TwoStageDetector:
    """The detector with the weights on disk. Raises ModelFileError (see `model_files`) where they cannot be
    used."""
    finder = IndexDetector.load(threads=threads, runtime=runtime)
    return TwoStageDetector(finder, reader or IndexReader.load(threads=threads, runtime=runtime))


def _clipped(region: Region, height: int, width: int) -> Region:
    x0, y0, x1, y1 = region
    return max(0, int(x0)), max(0, int(y0)), min(width, int(x1)), min(height, int(y1))
