"""`python -m models.index_evaluation FOLDER...`: how well single indices are found and read in drawn
pictures.

Prints mAP50 of stage 1 alone, of both stages together (an index is what the reader doesn't refuse), and over
the 54 codes; once over all indices, once over the legible ones (`datasets.legibility`), the others being
neither hit nor miss; and recall by height. The pictures come from `datasets.synth detector --split val`:
decks, typefaces and surfaces that training never saw.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from vision.detections import Detections
from vision.detector import TwoStageDetector
from vision.index_detector import IndexDetector
from vision.index_reader import IndexReader
from vision.labels import CODES
from vision.model_files import ENVIRONMENT, ModelFileError

from .average_precision import Precision, Scored, average_precision, judge

LEAST_SCORE = 0.02
"""Average precision needs the findings below the program's own threshold too."""
HEIGHTS = (8.0, 14.0, 20.0, 28.0, 40.0, 200.0)


@dataclass(frozen=True, slots=True, eq=False)
class IndexPicture:
    """One drawn picture: what was found, and of each true index its box, code, height (px), legibility."""

    found: Detections
    boxes: NDArray[np.float64]
    codes: tuple[str, ...]
    heights: NDArray[np.float64]
    legible: NDArray[np.bool_]

    def scored(self, scores: NDArray[np.float32], counts: NDArray[np.bool_]) -> Scored:
        """For `average_precision`, with one score a finding and the true indices that count."""
        return Scored(self.found.boxes.astype(float), scores.astype(float), self.boxes, counts)


def load_truth(folder: Path, split: str = "val") -> list[dict[str, Any]]:
    """The records of a drawn set. Raises FileNotFoundError without labels, ValueError without indices."""
    path = folder / "images" / split / "labels.json"
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing; make it with python -m datasets.synth detector")
    records: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    if not all("indices" in record for record in records):
        raise ValueError(f"{path} tells nothing of single indices; make the set again")
    return records


def read_pictures(detector: TwoStageDetector, folder: Path, split: str = "val") -> Iterator[IndexPicture]:
    """Each picture of a drawn set with what the eye finds in it."""
    for record in load_truth(folder, split):
        image = cv2.imread(str(folder / "images" / split / record["file"]), cv2.IMREAD_COLOR)
        if image is None:
            raise FileNotFoundError(f"{folder / record['file']} cannot be read as a picture")
        indices = record["indices"]
        yield IndexPicture(
            detector.detect(image),
            np.array([index["box"] for index in indices], float).reshape(-1, 4),
            tuple(index["code"] for index in indices),
            np.array([index["height"] for index in indices], float),
            np.array([index["legible"] for index in indices], bool),
        )


def open_detector(runtime: str | None, threads: int) -> TwoStageDetector:
    """The eye without its thresholds: every finding down to `LEAST_SCORE`, refused or not."""
    finder = IndexDetector.load(threads=threads, runtime=runtime)
    finder.threshold = LEAST_SCORE
    return TwoStageDetector(finder, IndexReader.load(threads=threads, runtime=runtime), refuse=1.0)


def figures(pictures: Sequence[IndexPicture]) -> dict[str, Any]:
    """Average precisions over all and over legible indices, recall by height."""
    out: dict[str, Any] = {}
    for name in ("all", "legible"):
        out[name] = {
            "stage 1": _rounded(_agnostic(pictures, name, by_detector=True)),
            "both stages": _rounded(_agnostic(pictures, name, by_detector=False)),
            "54 codes": round(mean_over_codes(pictures, name), 4),
        }
    out["recall by height"] = recall_by_height(pictures)
    return out


def _agnostic(pictures: Sequence[IndexPicture], subset: str, *, by_detector: bool) -> Precision:
    return average_precision([
        p.scored(p.found.scores if by_detector else 1 - p.found.not_index, _counting(p, subset))
        for p in pictures
    ])  # fmt: skip


def _counting(picture: IndexPicture, subset: str) -> NDArray[np.bool_]:
    return picture.legible if subset == "legible" else np.ones(len(picture.codes), bool)


def mean_over_codes(pictures: Sequence[IndexPicture], subset: str) -> float:
    """mAP50 over the codes that occur: a finding counts under the code it is read as."""
    values = []
    for position, code in enumerate(CODES):
        part = []
        for picture in pictures:
            rows, mine = picture.found.best == position, np.array([c == code for c in picture.codes], bool)
            found = picture.found.select(rows)
            part.append(
                Scored(
                    found.boxes.astype(float),
                    found.confidences.astype(float),
                    picture.boxes[mine],
                    _counting(picture, subset)[mine],
                )
            )
        precision = average_precision(part)
        if precision.count:
            values.append(precision.average)
    return float(np.mean(values)) if values else 0.0


def recall_by_height(pictures: Sequence[IndexPicture], least: float = 0.2) -> dict[str, str]:
    """Of the indices in each range of heights (px), how many are found by stage 1 at `least` or more."""
    out = {}
    for low, high in pairwise(HEIGHTS):
        hits = count = 0
        for picture in pictures:
            chosen = (picture.heights >= low) & (picture.heights < high)
            scores = np.where(picture.found.scores >= least, picture.found.scores, -1.0)
            good, right = judge(picture.scored(scores, chosen), 0.5)
            hits, count = hits + int((right & (good > 0)).sum()), count + int(chosen.sum())
        out[f"{low:.0f}-{high:.0f} px"] = f"{hits} of {count}"
    return out


def _rounded(precision: Precision) -> dict[str, float]:
    return {
        "mAP50": round(precision.average, 4),
        "recall": round(precision.recall, 4),
        "indices": precision.count,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures; 0 when done, 2 with a message when pictures or weights are missing."""
    parser = argparse.ArgumentParser(prog="python -m models.index_evaluation", description=__doc__)
    parser.add_argument(
        "folders", nargs="+", type=Path, help="sets drawn by datasets.synth detector --split val"
    )
    parser.add_argument("--weights", type=Path, help="folder of the weights; the product's own by default")
    parser.add_argument("--runtime", help="onnxruntime, openvino or auto")
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args(arguments)
    if options.weights:
        os.environ[ENVIRONMENT] = str(options.weights)
    try:
        detector = open_detector(options.runtime, options.threads)
        for folder in options.folders:
            total = len(load_truth(folder))
            steps = track(
                read_pictures(detector, folder), folder.name, total=total, disable=not sys.stderr.isatty()
            )
            print(json.dumps({folder.name: figures(list(steps))}, indent=1))
    except (FileNotFoundError, ValueError, ModelFileError) as error:
        print(f"models.index_evaluation: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
