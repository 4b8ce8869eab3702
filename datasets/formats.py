"""Files that trainers read: pictures with pose labels for the detector, packed crops for the reader.

Detector set: `images/<split>/000001.jpg`, `labels/<split>/000001.txt`, `data.yaml`. One line an index, all
values parts of the picture's size: `0 cx cy w h rank_x rank_y 2 pip_x pip_y 2`.
`images/<split>/labels.json` tells which physical cards show at least one index.

Reader set: `crops-00000.npz` with `crops` (n, 64, 64, 3) uint8 RGB, `ranks` (n,) and `suits` (n,) int64,
classes as in `RANK_CLASSES` and `SUIT_CLASSES`, and `units` (n,) float32: the unit in the picture that the
crop came from, px.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.labels import JOKERS, RANKS, SUITS, rank_of, suit_of

NONE = "none"
EITHER = "joker"
"""A joker of which nobody can tell whether it is the little or the big one; a target for training alone."""
RANK_CLASSES: tuple[str, ...] = (*RANKS, *JOKERS, NONE)
SUIT_CLASSES: tuple[str, ...] = (*SUITS, NONE)
VISIBLE_KEYPOINT = 2


@dataclass(frozen=True, slots=True)
class PoseLabel:
    """One index in a picture, px."""

    box_xyxy: tuple[float, float, float, float]
    rank_point: tuple[float, float]
    pip_point: tuple[float, float]


def class_ids(code: str) -> tuple[int, int]:
    """Rank class and suit class of a card code; `none` is neither, `EITHER` lies beyond the ranks."""
    if code in (NONE, EITHER):
        return len(RANK_CLASSES) - (code == NONE), len(SUIT_CLASSES) - 1
    return RANK_CLASSES.index(rank_of(code)), SUIT_CLASSES.index(suit_of(code) or NONE)


def pose_line(label: PoseLabel, width: int, height: int) -> str:
    """A label as a line of an ultralytics pose file; box and points are cut at the picture's edge."""
    x0, y0, x1, y1 = (
        min(max(v, 0.0), float(m)) for v, m in zip(label.box_xyxy, (width, height) * 2, strict=True)
    )
    values = [(x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height]
    points = []
    for x, y in (label.rank_point, label.pip_point):
        points += [_part(x, width), _part(y, height), str(VISIBLE_KEYPOINT)]
    return " ".join(["0", *(f"{v:.6f}" for v in values), *points])


def parse_pose_line(line: str, width: int, height: int) -> PoseLabel:
    """The label of a line that `pose_line` wrote. Raises ValueError for any other line."""
    parts = line.split()
    if len(parts) != 11 or parts[0] != "0":
        raise ValueError(f"not a pose label with two points: {line!r}")
    cx, cy, w, h, rx, ry, _, px, py, _ = (float(p) for p in parts[1:])
    box = ((cx - w / 2) * width, (cy - h / 2) * height, (cx + w / 2) * width, (cy + h / 2) * height)
    return PoseLabel(box, (rx * width, ry * height), (px * width, py * height))


def write_picture(
    folder: Path, split: str, name: str, picture: np.ndarray, labels: Iterable[PoseLabel]
) -> None:
    """Write one RGB picture and its labels into a detector set."""
    height, width = picture.shape[:2]
    lines = [pose_line(label, width, height) for label in labels]
    image = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
    cv2.imwrite(str(folder / "images" / split / f"{name}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 96])
    (folder / "labels" / split / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))


def write_data_yaml(folder: Path, split: str) -> None:
    """Say where the pictures are; `val` names the same ones until another set is put in."""
    (folder / "data.yaml").write_text(
        f"path: {folder.resolve()}\ntrain: images/{split}\nval: images/{split}\nnames:\n  0: index\n"
        "kpt_shape: [2, 3]\nflip_idx: [0, 1]\n"
    )


def card_record(
    name: str,
    size: tuple[int, int],
    cards: list[tuple[str, str]],
    indices: list[dict[str, object]],
    unreadable: int = 0,
) -> dict[str, object]:
    """What a picture shows, as photographs' labels say it; `cards` are (code, deck), one a physical card of
    which an index is legible, `indices` what `index_record` tells of every index, legible or not."""
    return {
        "file": f"{name}.jpg",
        "width": size[0],
        "height": size[1],
        "cards": [code for code, _ in cards],
        "decks": [deck for _, deck in cards],
        "unreadable": unreadable,
        "face_down": 0,
        "tags": ["synthetic"],
        "indices": indices,
    }


def write_card_records(folder: Path, split: str, records: list[dict[str, object]]) -> None:
    """Write `labels.json` beside the pictures, keeping the records of pictures that this run did not make."""
    path = folder / "images" / split / "labels.json"
    kept = {r["file"]: r for r in json.loads(path.read_text())} if path.exists() else {}
    kept |= {r["file"]: r for r in records}
    path.write_text(json.dumps([kept[name] for name in sorted(kept)], separators=(",", ":")) + "\n")


def read_pictures(folder: Path, split: str) -> Iterator[tuple[np.ndarray, list[PoseLabel]]]:
    """The RGB pictures of a detector set with their labels, by name."""
    for path in sorted((folder / "images" / split).glob("*.jpg")):
        picture = cv2.cvtColor(cv2.imread(str(path)), cv2.COLOR_BGR2RGB)
        text = (folder / "labels" / split / f"{path.stem}.txt").read_text()
        height, width = picture.shape[:2]
        yield picture, [parse_pose_line(line, width, height) for line in text.splitlines()]


def write_shard(path: Path, crops: np.ndarray, codes: list[str], units: np.ndarray) -> None:
    """Write crops (n, 64, 64, 3) uint8 with their codes (`none` for what is no index) as one file."""
    ids = np.array([class_ids(code) for code in codes], np.int64).reshape(-1, 2)
    np.savez(path, crops=crops, ranks=ids[:, 0], suits=ids[:, 1], units=units.astype(np.float32))


def _part(value: float, size: int) -> str:
    return f"{min(max(value / size, 0.0), 1.0):.6f}"
