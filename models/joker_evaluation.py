"""`python -m models.joker_evaluation ART`: joker faces that were kept from training, laid singly on plain
tables.

Each loose joker of `ART/faces53` that `datasets.pool` holds out is turned to several angles, in two sizes.
Red and black-and-white ones must be read as the big and the little joker; of those with a coloured picture
and black letters only that they are jokers is asked.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.art import read_face
from datasets.pool import EITHER_JOKERS, FOLDER_OF_JOKER, joker_held_out
from vision.association import associate
from vision.detector import Detector, load_detector
from vision.labels import JOKERS
from vision.model_files import ENVIRONMENT, ModelFileError

from .scoring import share_text

Image = NDArray[np.uint8]
SIDE = 640
HEIGHTS = (230, 380)
ANGLES = (0, 64, 128, 193, 257, 321)
TABLES = ((58, 92, 40), (60, 84, 120), (70, 66, 64))
"""BGR: felt, wood, slate."""


def held_out_jokers(art: Path) -> Iterator[tuple[str, Path]]:
    """The code (or `EITHER_JOKERS`) and file of each joker face that training never sees.

    Raises FileNotFoundError where there is none.
    """
    count = 0
    for code, folder in (*FOLDER_OF_JOKER.items(), (EITHER_JOKERS, EITHER_JOKERS)):
        for path in sorted((art / "faces53" / folder).glob("*.jpg")):
            if joker_held_out(folder, int(path.stem)):
                count += 1
                yield code, path
    if not count:
        raise FileNotFoundError(f"{art} has no faces53/joker_* inside; name the folder of card art")


def laid(face: Image, height: int, angle: float, table: tuple[int, int, int]) -> Image:
    """A face (h, w, 4) RGBA, `height` px high, turned by `angle` degrees in the middle of a BGR table."""
    scale = height / face.shape[0]
    matrix = cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), angle, scale)
    matrix[:, 2] += SIDE / 2 - np.array([face.shape[1], face.shape[0]]) / 2
    turned = cv2.warpAffine(face, matrix, (SIDE, SIDE), flags=cv2.INTER_AREA)
    cover = turned[..., 3:].astype(np.float32) / 255
    picture = turned[..., 2::-1] * cover + np.array(table, np.float32) * (1 - cover)
    return np.asarray(picture.round(), np.uint8)


def measure(detector: Detector, art: Path) -> dict[str, dict[str, str]]:
    """For each kind of held-out joker: right and sure, sure of the other one, found as a joker at all."""
    counts: Counter[tuple[str, str]] = Counter()
    for code, path in held_out_jokers(art):
        face = read_face(path)
        for k, angle in enumerate(ANGLES):
            picture = laid(face, HEIGHTS[k % 2], angle, TABLES[k % len(TABLES)])
            sightings = associate(detector.detect(picture))
            sure = {s.code for s in sightings if s.sure}
            counts[code, "views"] += 1
            counts[code, "right"] += code in sure
            counts[code, "other"] += code in JOKERS and any(j in sure for j in JOKERS if j != code)
            counts[code, "joker"] += any(s.code in JOKERS for s in sightings)
    return {code: _row(counts, code) for code in (*JOKERS, EITHER_JOKERS)}


def _row(counts: Counter[tuple[str, str]], code: str) -> dict[str, str]:
    views = counts[code, "views"]
    row = {"found as a joker": share_text(counts[code, "joker"], views)}
    if code in JOKERS:
        row |= {
            "right and sure": share_text(counts[code, "right"], views),
            "sure of the other one": share_text(counts[code, "other"], views),
        }
    return {"views": str(views)} | row


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures; 0 when done, 2 with a message when art or weights are missing."""
    parser = argparse.ArgumentParser(prog="python -m models.joker_evaluation", description=__doc__)
    parser.add_argument("art", type=Path, help="folder that holds faces53/")
    parser.add_argument("--weights", type=Path, help="folder of the weights; the product's own by default")
    parser.add_argument("--runtime", help="onnxruntime, openvino or auto")
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args(arguments)
    if options.weights:
        os.environ[ENVIRONMENT] = str(options.weights)
    try:
        detector = load_detector(threads=options.threads, runtime=options.runtime)
        print(json.dumps(measure(detector, options.art), indent=1))
    except (FileNotFoundError, ModelFileError) as error:
        print(f"models.joker_evaluation: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
