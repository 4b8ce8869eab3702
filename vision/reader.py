"""One picture read on its own: the cards believed, those that are unsure, and where they lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .association import associate
from .detector import Detector
from .observations import Alternatives, Polygon
from .picture_check import PictureAdvice, check_picture
from .sightings import CardSighting


@dataclass(frozen=True, slots=True)
class CardBox:
    """A card that is believed: its outline in picture px, or its index's where only that is seen."""

    code: str
    polygon: Polygon
    score: float

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {"code": self.code, "polygon": _rounded(self.polygon), "score": round(self.score, 4)}


@dataclass(frozen=True, slots=True)
class UnsureBox:
    """Something that is a card, though it can't be told which: `alternatives` best first."""

    alternatives: Alternatives
    polygon: Polygon

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        names = [[code, round(p, 4)] for code, p in self.alternatives]
        return {"alternatives": names, "polygon": _rounded(self.polygon)}


@dataclass(frozen=True, slots=True)
class PictureReading:
    """`cards` are the codes believed, one for each physical card, from left to right; `boxes` the same with
    their places; `unsure` the rest; `advice` what would make the picture better.
    """

    cards: tuple[str, ...]
    boxes: tuple[CardBox, ...]
    unsure: tuple[UnsureBox, ...]
    advice: PictureAdvice | None = None

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        advice = None
        if self.advice is not None:
            advice = {
                "code": self.advice.code,
                "params": dict(self.advice.params),
                "message": self.advice.message,
            }
        return {
            "cards": list(self.cards),
            "boxes": [box.to_dict() for box in self.boxes],
            "unsure": [box.to_dict() for box in self.unsure],
            "advice": advice,
        }


def read_picture(image: NDArray[np.uint8], detector: Detector, packs: int = 1) -> PictureReading:
    """Read a BGR picture (h, w, 3); `packs` is how often one card can be on the table."""
    found = detector.detect(image)
    sightings = sorted(associate(found, packs), key=lambda card: (card.centre[0], card.centre[1]))
    boxes = tuple(CardBox(card.code, card.polygon, card.score) for card in sightings if card.sure)
    unsure = tuple(UnsureBox(_names(card), card.polygon) for card in sightings if not card.sure)
    return PictureReading(tuple(box.code for box in boxes), boxes, unsure, check_picture(image, found))


def _names(card: CardSighting) -> Alternatives:
    return ((card.code, min(card.score, 1.0)), *card.alternatives)


def _rounded(polygon: Polygon) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in polygon]
