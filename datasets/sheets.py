"""Contact sheets: generated pictures and crops with their labels drawn, to be looked at."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from .crops import Crop
from .scene import Scene

BOX, LINE, TEXT = (0, 220, 0), (255, 0, 255), (0, 0, 255)


def labelled(picture: np.ndarray, scene: Scene) -> np.ndarray:
    """A BGR copy of an RGB picture with boxes, codes, and a line from rank point to pip point."""
    out = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
    for label in scene.labels:
        x0, y0, x1, y1 = (round(v) for v in label.box_xyxy)
        cv2.rectangle(out, (x0, y0), (x1, y1), BOX, 1)
        rank, pip = (tuple(round(v) for v in point) for point in (label.rank_point, label.pip_point))
        cv2.line(out, rank, pip, LINE, 1, cv2.LINE_AA)
        cv2.putText(out, label.code, (x0, y0 - 2), cv2.FONT_HERSHEY_SIMPLEX, 0.35, TEXT, 1, cv2.LINE_AA)
    return out


def picture_sheet(path: Path, samples: list[tuple[np.ndarray, Scene]], columns: int = 6) -> None:
    """Write pictures with their labels in a grid."""
    tile(path, [labelled(picture, scene) for picture, scene in samples], columns)


def crop_sheet(path: Path, crops: list[Crop], columns: int = 24) -> None:
    """Write crops in a grid, sorted by code, with the code under each."""
    tiles = []
    for crop in sorted(crops, key=lambda c: c.code):
        strip = np.full((12, crop.picture.shape[1], 3), 255, np.uint8)
        cv2.putText(strip, crop.code, (2, 10), cv2.FONT_HERSHEY_SIMPLEX, 0.36, (0, 0, 0), 1, cv2.LINE_AA)
        tiles.append(np.vstack([cv2.cvtColor(crop.picture, cv2.COLOR_RGB2BGR), strip]))
    tile(path, tiles, columns)


def tile(path: Path, tiles: list[np.ndarray], columns: int) -> None:
    """Write BGR pictures of one size in a grid."""
    if not tiles:
        return
    blank = np.full_like(tiles[0], 255)
    padded = tiles + [blank] * (-len(tiles) % columns)
    rows = [np.hstack(padded[k : k + columns]) for k in range(0, len(padded), columns)]
    cv2.imwrite(str(path), np.vstack(rows))
