"""Which indices of a drawn picture a person could read: a rule on what the drawing knows, for evaluation.

An index that is not legible is neither hit nor miss. It is legible when rank glyph and pip together are at
least `LEAST_HEIGHT` px high and `LEAST_WIDTH` px wide, and dark and light differ by `LEAST_CONTRAST` grey
levels in the finished picture. How much of it lies open was decided when the scene was made
(`sample.VISIBLE`).
"""

from __future__ import annotations

import cv2
import numpy as np

from .scene import IndexLabel

LEAST_HEIGHT = 14.0
LEAST_WIDTH = 5.0
LEAST_CONTRAST = 28.0


def contrast(grey: np.ndarray, label: IndexLabel) -> float:
    """Grey levels between the dark and the light parts of an index in a grey picture (h, w), uint8.

    Noise is smoothed away first, by a twentieth of the index's height.
    """
    hull = np.array(label.hull, np.float32)
    low = np.maximum(np.floor(hull.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(hull.max(axis=0)).astype(int) + 3, grey.shape[::-1])
    if (high - low < 2).any():
        return 0.0
    part = grey[low[1] : high[1], low[0] : high[0]]
    part = cv2.GaussianBlur(part, (0, 0), max(0.5, label.size[1] / 20))
    mask = np.zeros(part.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(hull - low).astype(np.int32), 1)
    inside = part[mask > 0]
    return float(np.percentile(inside, 95) - np.percentile(inside, 5)) if len(inside) else 0.0


def index_record(label: IndexLabel, contrast_levels: float) -> dict[str, object]:
    """What `labels.json` says of an index: its code, place, size in px, and whether it is legible."""
    width, height = label.size
    return {
        "code": label.code,
        "box": [round(v, 1) for v in label.box_xyxy],
        "rank": [round(v, 1) for v in label.rank_point],
        "pip": [round(v, 1) for v in label.pip_point],
        "width": round(width, 1),
        "height": round(height, 1),
        "visible": round(label.visible, 3),
        "contrast": round(contrast_levels, 1),
        "legible": legible(width, height, contrast_levels),
    }


def legible(width: float, height: float, contrast_levels: float) -> bool:
    """Whether an index of this size in px and contrast in grey levels can be read."""
    return height >= LEAST_HEIGHT and width >= LEAST_WIDTH and contrast_levels >= LEAST_CONTRAST
