"""Overlays for people: what was read, drawn on the picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from .layout import TableLayout
from .observations import Polygon, SeenCard
from .reader import PictureReading

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

SURE: Colour = (60, 170, 40)
UNSURE: Colour = (0, 140, 240)
ZONE: Colour = (200, 160, 60)
_WHITE: Colour = (255, 255, 255)


def draw_reading(image: Image, reading: PictureReading) -> Image:
    """A copy with a green outline and the code for each card believed, orange ones with alternatives for
    the unsure.
    """
    picture = image.copy()
    for box in reading.boxes:
        _outline(picture, box.polygon, SURE, f"{box.code} {box.score:.2f}")
    for box in reading.unsure:
        names = " / ".join(f"{code} {p:.2f}" for code, p in box.alternatives[:3])
        _outline(picture, box.polygon, UNSURE, f"? {names}")
    return picture


def draw_cards(image: Image, cards: Sequence[SeenCard]) -> Image:
    """A copy with the cards that a `Watcher` sees."""
    picture = image.copy()
    for card in cards:
        _outline(picture, card.polygon, SURE if card.sure else UNSURE, f"{card.code} {card.score:.2f}")
    return picture


def draw_layout(image: Image, layout: TableLayout) -> Image:
    """A copy with the zones of a layout; seats are numbered from 0."""
    picture = image.copy()
    fitted = layout.scaled(image.shape[1], image.shape[0])
    _outline(picture, fitted.play_area, ZONE, "")
    for zone in fitted.seats:
        _outline(picture, zone.hand, ZONE, "")
        x, y = np.mean(np.asarray(zone.hand), axis=0)
        _label(picture, (int(x), int(y)), f"seat {zone.seat}", ZONE)
    return picture


def _outline(picture: Image, polygon: Polygon, colour: Colour, text: str) -> None:
    if not polygon:
        return
    points = np.int32(np.round(np.asarray(polygon)))
    thick = max(1, round(picture.shape[1] / 900))
    cv2.polylines(picture, [points], True, colour, thick, cv2.LINE_AA)
    if text:
        top = points[points[:, 1].argmin()]
        _label(picture, (int(top[0]), int(top[1]) - 4 * thick), text, colour)


def _label(picture: Image, at: tuple[int, int], text: str, colour: Colour) -> None:
    size = max(0.4, picture.shape[1] / 2200)
    thick = max(1, round(2 * size))
    (width, height), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    x = int(np.clip(at[0], 0, max(0, picture.shape[1] - width)))
    y = int(np.clip(at[1], height + 2, picture.shape[0] - base))
    cv2.rectangle(picture, (x - 2, y - height - 2), (x + width + 2, y + base), colour, cv2.FILLED)
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, _WHITE, thick, cv2.LINE_AA)
