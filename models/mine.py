"""`python -m models.mine FOLDER...`: real training crops and pictures out of labelled photographs, with the
present weights.

A corner inside a labelled card's box, or in a photograph that was read without a mistake, gets its card's
code where the reader agrees; corners that the reader clearly refuses, and weak ones read as a joker or
another card that isn't there, become crops of no index. The rest is put on a sheet to be looked at and left
out. Never run it on validation photographs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from datasets.formats import PoseLabel, write_picture, write_shard
from datasets.sheets import Crop, crop_sheet
from vision.association import associate
from vision.detections import Detections
from vision.detector import TwoStageDetector
from vision.index_detector import IndexDetector
from vision.index_reader import IndexReader, upright_crops
from vision.labels import JOKERS
from vision.model_files import ENVIRONMENT, ModelFileError

from .photo_labels import LabelledPhoto, load_photos

NONE = "none"
SURE_NONE = 0.9
COPIES = 6
"""Crops of each index, each cut at slightly different points."""
WEAK = 0.5
"""Detector scores below this are not sure."""
SIDE = 416


@dataclass(frozen=True, slots=True, eq=False)
class MinedPhoto:
    """One photograph: its corners, a code, `none` or "" (left out) for each, and whether every index of it is
    known."""

    photo: LabelledPhoto
    image: NDArray[np.uint8]
    found: Detections
    codes: tuple[str, ...]
    complete: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the crops, the pictures and a sheet; 2 with a message when folders or weights are missing."""
    options = _parser().parse_args(arguments)
    if options.weights:
        os.environ[ENVIRONMENT] = str(options.weights)
    try:
        photos = [photo for folder in options.folders for photo in load_photos(folder)]
        detector = suspicious_detector(options.threads)
    except (FileNotFoundError, ValueError, ModelFileError) as error:
        print(f"models.mine: {error}", file=sys.stderr)
        return 2
    mined = list(
        track(mine(detector, photos), "photographs", total=len(photos), disable=not sys.stderr.isatty())
    )
    rng = np.random.default_rng(options.seed)
    counts = write_crops(options.out / "crops", mined, rng)
    counts["pictures"] = write_pictures(options.out / "pictures", mined, rng, options.pictures)
    _sheet_of_doubts(options.out / "doubts.jpg", mined)
    manifest = {
        "counts": dict(counts),
        "sources": sorted({m.photo.source for m in mined}),
        "seed": options.seed,
    }
    for part in ("crops", "pictures"):
        (options.out / part / "manifest.json").write_text(
            json.dumps(manifest, indent=1) + "\n", encoding="utf-8"
        )
    print(dict(counts))
    return 0


def suspicious_detector(threads: int) -> TwoStageDetector:
    """The eye with a low threshold that also tells what the reader refuses."""
    finder = IndexDetector.load(threads=threads, runtime="onnxruntime")
    finder.threshold = 0.1
    return TwoStageDetector(finder, IndexReader.load(threads=threads), refuse=1.0)


def mine(detector: TwoStageDetector, photos: Sequence[LabelledPhoto]) -> Iterator[MinedPhoto]:
    """Detects each photograph's corners and gives them codes."""
    for photo in photos:
        image = cv2.imread(str(photo.path))
        if image is None:
            raise FileNotFoundError(f"{photo.path} cannot be read as a picture")
        found = detector.detect(image)
        boxes = photo.boxes
        codes = codes_by_box(found, boxes) if boxes else codes_by_set(found, photo.cards)
        codes = tuple(code or _absent(found, row, photo) for row, code in enumerate(codes))
        named = Counter(code for code in codes if code not in (NONE, ""))
        complete = photo.unreadable == 0 and "" not in codes and set(named) == set(photo.cards)
        yield MinedPhoto(photo, image, found, codes, complete)


def codes_by_box(found: Detections, boxes: Sequence[tuple[str, Sequence[float]]]) -> tuple[str, ...]:
    """The code of the one box that holds the corner, where the reader agrees."""
    return tuple(
        _code_in(found, row, [code for code, box in boxes if _inside(found, row, box)])
        for row in range(len(found))
    )


def codes_by_set(found: Detections, cards: Counter[str]) -> tuple[str, ...]:
    """The reader's codes where the whole photograph was read without a mistake, else nothing."""
    likely = found.select(found.not_index <= SURE_NONE)
    if Counter(sighting.code for sighting in associate(likely) if sighting.sure) != cards:
        return ("",) * len(found)
    return tuple(
        _code_in(found, row, [found.codes[row]] if found.codes[row] in cards else [])
        for row in range(len(found))
    )


def _absent(found: Detections, row: int, photo: LabelledPhoto) -> str:
    """`none` for a corner read as a card that the photograph does not show, where the detector is not sure of
    it either."""
    code = found.codes[row]
    if photo.unreadable or code in photo.cards:
        return ""
    return NONE if code in JOKERS or found.scores[row] < WEAK else ""


def _code_in(found: Detections, row: int, candidates: list[str]) -> str:
    if found.not_index[row] > SURE_NONE:
        return NONE
    agreed = [code for code in candidates if code == found.codes[row]]
    return agreed[0] if agreed and found.not_index[row] < 0.5 else ""


def _inside(found: Detections, row: int, box: Sequence[float], margin: float = 6) -> bool:
    x, y = (found.rank_points[row] + found.pip_points[row]) / 2
    return box[0] - margin <= x <= box[2] + margin and box[1] - margin <= y <= box[3] + margin


def write_crops(folder: Path, mined: Sequence[MinedPhoto], rng: np.random.Generator) -> Counter[str]:
    """One shard of crops, each index cut several times at jittered points; counts by code."""
    pictures, codes, units = [], [], []
    for item in mined:
        kept = np.array([row for row, code in enumerate(item.codes) if code], int)
        for _ in range(COPIES if len(kept) else 0):
            rank, pip = jittered(item.found.rank_points[kept], item.found.pip_points[kept], rng)
            pictures.append(upright_crops(item.image, rank, pip))
            codes += [item.codes[row] for row in kept]
            units.append(np.linalg.norm(rank - pip, axis=1))
    if not pictures:
        raise SystemExit("models.mine: no corner agreed with any label")
    crops, sizes = np.concatenate(pictures), np.concatenate(units)
    order = rng.permutation(len(crops))
    folder.mkdir(parents=True, exist_ok=True)
    write_shard(folder / "crops-00000.npz", crops[order], [codes[i] for i in order], sizes[order])
    crop_sheet(folder / "sheet.png", [Crop(crops[i], codes[i], float(sizes[i])) for i in order[:240]])
    return Counter(codes)


def jittered(
    rank: NDArray[np.float32], pip: NDArray[np.float32], rng: np.random.Generator
) -> tuple[NDArray, NDArray]:
    """Both points (n, 2) moved a little: about 3 % of the unit in place, 4° in direction and 6 % in size."""
    unit = np.linalg.norm(rank - pip, axis=1, keepdims=True)
    middle = (rank + pip) / 2 + rng.normal(0, 0.03, rank.shape) * unit
    angle = rng.normal(0, np.radians(4), len(rank))
    size = np.exp(rng.normal(0, 0.06, len(rank)))
    half = (rank - pip) / 2 * size[:, None]
    cos, sin = np.cos(angle), np.sin(angle)
    half = np.stack([cos * half[:, 0] - sin * half[:, 1], sin * half[:, 0] + cos * half[:, 1]], axis=1)
    return middle + half, middle - half


def write_pictures(folder: Path, mined: Sequence[MinedPhoto], rng: np.random.Generator, each: int) -> int:
    """Windows of fully known photographs, at varying sizes, with pose labels; returns how many."""
    for part in ("images", "labels"):
        (folder / part / "train").mkdir(parents=True, exist_ok=True)
    number = 0
    for item in mined:
        for _ in range(each if item.complete else 0):
            picture, labels = _window(item, rng)
            write_picture(folder, "train", f"{number:06d}", cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), labels)
            number += 1
    return number


def _window(item: MinedPhoto, rng: np.random.Generator) -> tuple[NDArray[np.uint8], list[PoseLabel]]:
    """A 416×416 part of the photograph, so scaled that its indices are 8 to 45 px high between rank and
    pip."""
    rows = [row for row, code in enumerate(item.codes) if code not in (NONE, "")]
    unit = float(np.median(item.found.units[rows]))
    scale = float(np.exp(rng.uniform(np.log(8), np.log(45)))) / unit
    scale = min(scale, 2.5)
    centre = item.found.rank_points[rng.choice(rows)] + rng.uniform(-150, 150, 2) / scale
    shift = np.array([SIDE / 2, SIDE / 2]) - centre * scale
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    source, level = item.image, 1.0
    while scale / level < 0.6:
        source, level = cv2.pyrDown(source), level / 2
    inner = matrix.copy()
    inner[:, :2] /= level
    picture = cv2.warpAffine(source, inner, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    labels = []
    for row in rows:
        box = (item.found.boxes[row].reshape(2, 2) * scale + shift).reshape(4)
        rank, pip = (
            points[row] * scale + shift for points in (item.found.rank_points, item.found.pip_points)
        )
        if min(rank.min(), pip.min()) > 0 and max(rank.max(), pip.max()) < SIDE:
            labels.append(PoseLabel(tuple(box), tuple(rank), tuple(pip)))
    return picture, labels


def _sheet_of_doubts(path: Path, mined: Sequence[MinedPhoto]) -> None:
    tiles = []
    for item in mined:
        for row in [row for row, code in enumerate(item.codes) if not code]:
            crop = upright_crops(item.image, item.found.rank_points[[row]], item.found.pip_points[[row]])[0]
            tiles.append(Crop(crop, item.found.codes[row], float(item.found.units[row])))
    if tiles:
        crop_sheet(path, tiles[:480])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.mine", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="training photographs with labels.json")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--weights", type=Path, help="folder of the weights; the product's own by default")
    parser.add_argument("--pictures", type=int, default=4, help="windows of each fully known photograph")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
