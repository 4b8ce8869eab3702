"""Is the picture good enough to read cards? One piece of advice at a time, as a code with its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .detections import Detections

MIN_INDEX_PX = 14.0
"""An index (rank and pip) should be at least this high to be read well."""
_DARK, _GLARE, _BLUR, _ASKEW = 45.0, 0.06, 7.0, 1.8


@dataclass(frozen=True, slots=True)
class PictureAdvice:
    """`code`: `too_dark` (brightness), `cards_small` (px), `glare` (percent), `blurry` (sharpness) or
    `askew` (ratio).
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """In English, for the command line."""
        return _MESSAGES[self.code].format(**self.params)


_MESSAGES = {
    "too_dark": "the picture is too dark (mean grey level {brightness}); switch on a lamp",
    "cards_small": "cards are {px} px high at the index, {wanted} are needed; move closer or use 1080p",
    "glare": "{percent} % of the picture is blown out; move the lamp or the camera",
    "blurry": "the picture is blurred (sharpness {sharpness}); focus the lens, keep the camera still",
    "askew": "the camera is askew: near cards are {ratio} times as large as far ones; raise it",
}


@dataclass(frozen=True, slots=True)
class PictureMeasures:
    """What is measured of a picture: mean grey level (0…255), whether that is too dark, the share that is
    blown out (0…1); of the indices in it, None with too few of them, their usual height in px, their
    sharpness, and how many times the near ones are as large as the far ones.
    """

    brightness: float
    dark: bool
    blown: float
    px: float | None = None
    sharpness: float | None = None
    ratio: float | None = None

    def advice(self) -> tuple[PictureAdvice, ...]:
        """Everything that should be better, the most pressing first."""
        found = []
        if self.dark:
            found.append(PictureAdvice("too_dark", {"brightness": round(self.brightness)}))
        if self.px is not None and self.px < MIN_INDEX_PX:
            found.append(PictureAdvice("cards_small", {"px": round(self.px), "wanted": round(MIN_INDEX_PX)}))
        if self.sharpness is not None and self.sharpness < _BLUR:
            found.append(PictureAdvice("blurry", {"sharpness": round(self.sharpness, 1)}))
        if self.ratio is not None and self.ratio > _ASKEW:
            found.append(PictureAdvice("askew", {"ratio": round(self.ratio, 1)}))
        if self.blown > _GLARE:
            found.append(PictureAdvice("glare", {"percent": round(100 * self.blown)}))
        return tuple(found)


def check_picture(image: NDArray[np.uint8], found: Detections | None = None) -> PictureAdvice | None:
    """The most pressing advice for a BGR picture and what was found in it, `None` when all is well."""
    advice = measure_picture(image, found).advice()
    return advice[0] if advice else None


def measure_picture(image: NDArray[np.uint8], found: Detections | None = None) -> PictureMeasures:
    """The measures of a BGR picture and of the indices found in it."""
    small = cv2.resize(image, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    brightness = float(grey.mean())
    dark = brightness < _DARK and float(np.percentile(grey, 95)) < 2.2 * _DARK
    blown = float((small.min(axis=2) >= 254).mean())
    if found is None or len(found) < 2:
        return PictureMeasures(brightness, dark, blown)
    heights = found.units * 1.9
    ratio = None
    if len(found) >= 8:
        ratio = float(np.percentile(heights, 90) / max(np.percentile(heights, 10), 1e-3))
    px = float(np.median(heights))
    return PictureMeasures(brightness, dark, blown, px, _sharpness(image, found), ratio)


def _sharpness(image: NDArray[np.uint8], found: Detections) -> float:
    """Steepest edges of the indices, in percent of their contrast per 1/20 of a unit; the median over at
    most 12.
    """
    values = []
    height, width = image.shape[:2]
    for box, unit in list(zip(found.boxes, found.units, strict=True))[:12]:
        x0, y0 = max(0, int(box[0])), max(0, int(box[1]))
        x1, y1 = min(width, int(box[2]) + 1), min(height, int(box[3]) + 1)
        if x1 - x0 < 4 or y1 - y0 < 4:
            continue
        grey = cv2.cvtColor(image[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY).astype(np.float32)
        contrast = float(np.percentile(grey, 95) - np.percentile(grey, 5))
        slope = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8)
        values.append(100 * float(np.percentile(slope, 97)) / max(contrast, 8.0) * float(unit) / 20)
    return float(np.median(values)) if values else 100.0
