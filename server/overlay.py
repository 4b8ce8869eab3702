"""Cards drawn into a picture: outline and code, doubts in another colour and with a question mark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from vision.sightings import CardSighting

_SURE, _UNSURE, _INK = (80, 200, 60), (0, 165, 255), (20, 20, 20)


def draw_cards(image: Any, cards: Sequence[CardSighting]) -> Any:
    """A copy of a picture (uint8 BGR) with the cards drawn in."""
    drawn = image.copy()
    size = max(0.4, min(image.shape[:2]) / 1100)
    for card in cards:
        _outline(drawn, card, size)
    for card in cards:
        _label(drawn, card, size)
    return drawn


def _outline(image: Any, card: CardSighting, size: float) -> None:
    points = np.round(np.asarray(card.polygon, np.float64)).astype(np.int32).reshape(-1, 1, 2)
    colour = _SURE if card.sure else _UNSURE
    cv2.polylines(image, [points], True, colour, max(2, round(2.5 * size)), cv2.LINE_AA)


def _label(image: Any, card: CardSighting, size: float) -> None:
    text = card.code if card.sure else f"{card.code}?"
    thickness = max(1, round(2 * size))
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thickness)
    left, top = (round(min(point[axis] for point in card.polygon)) for axis in (0, 1))
    left = max(0, min(left, image.shape[1] - width - 6))
    top = max(height + 8, top)
    colour = _SURE if card.sure else _UNSURE
    cv2.rectangle(image, (left, top - height - 8), (left + width + 6, top), colour, cv2.FILLED)
    cv2.putText(
        image, text, (left + 3, top - 4), cv2.FONT_HERSHEY_SIMPLEX, size, _INK, thickness, cv2.LINE_AA
    )
