"""A picture drawn the same way everywhere, and what the committed weights answer to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections

GOLDEN = Path(__file__).with_name("weights") / "golden.json"
CARDS = (
    ("8", "d", 40, 30, 0),
    ("K", "h", 300, 60, 90),
    ("5", "s", 90, 262, 180),
    ("A", "c", 330, 262, 30),
    ("7", "d", 520, 200, 315),
)
_RED, _BLACK = (40, 30, 200), (25, 25, 25)


def picture() -> NDArray[np.uint8]:
    """(480, 704, 3) BGR: five simple cards, variously turned, on a cloth of smooth noise."""
    rng = np.random.default_rng(3)
    cloth = cv2.resize(
        rng.integers(60, 120, (16, 24, 3), dtype=np.uint8), (704, 480), interpolation=cv2.INTER_CUBIC
    )
    for rank, suit, x, y, angle in CARDS:
        _lay(cloth, _card(rank, suit), x, y, angle)
    return cloth


def answers(detections: Detections) -> list[dict[str, Any]]:
    """The detections as plain numbers, from top left to bottom right."""
    order = np.lexsort((detections.rank_points[:, 0], detections.rank_points[:, 1].round(-1)))
    return [
        {
            "code": detections.codes[i],
            "rank_point": [round(float(v), 1) for v in detections.rank_points[i]],
            "pip_point": [round(float(v), 1) for v in detections.pip_points[i]],
            "score": round(float(detections.scores[i]), 3),
            "confidence": round(float(detections.confidences[i]), 3),
        }
        for i in order
    ]


def read() -> dict[str, Any]:
    """The committed answers with the hashes of the weights they belong to."""
    return json.loads(GOLDEN.read_text(encoding="utf-8"))


def write(detections: Detections, hashes: dict[str, str], path: Path = GOLDEN) -> None:
    """Commits new answers."""
    content = {"weights": hashes, "answers": answers(detections)}
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def _card(rank: str, suit: str) -> NDArray[np.uint8]:
    card = np.full((190, 132, 3), 246, np.uint8)
    corner = card[4:62, 5:31]
    colour = _RED if suit in "hd" else _BLACK
    cv2.putText(corner, rank, (2, 26), cv2.FONT_HERSHEY_DUPLEX, 0.95, colour, 2, cv2.LINE_AA)
    _pip(corner, suit, 12, 44, 9, colour)
    _pip(card, suit, 66, 95, 22, colour)
    card[128:186, 101:127] = corner[::-1, ::-1]
    return card


def _pip(image: NDArray[np.uint8], suit: str, x: int, y: int, r: int, colour: tuple[int, int, int]) -> None:
    def ball(dx: float, dy: float, radius: float) -> None:
        cv2.circle(image, (round(x + dx * r), round(y + dy * r)), round(radius * r), colour, -1, cv2.LINE_AA)

    def shape(*points: tuple[float, float]) -> None:
        cv2.fillPoly(
            image,
            [np.array([(x + a * r, y + b * r) for a, b in points]).round().astype(int)],
            colour,
            cv2.LINE_AA,
        )

    if suit == "d":
        shape((0, -1), (0.75, 0), (0, 1), (-0.75, 0))
    elif suit == "h":
        ball(-0.45, -0.4, 0.5), ball(0.45, -0.4, 0.5), shape((-0.9, -0.2), (0.9, -0.2), (0, 1))
    elif suit == "s":
        (
            ball(-0.45, 0.25, 0.5),
            ball(0.45, 0.25, 0.5),
            shape((-0.9, 0.1), (0, -1), (0.9, 0.1)),
            shape((0, 0.2), (0.35, 1), (-0.35, 1)),
        )
    else:
        (
            ball(0, -0.5, 0.45),
            ball(-0.5, 0.2, 0.45),
            ball(0.5, 0.2, 0.45),
            shape((0, -0.2), (0.35, 1), (-0.35, 1)),
        )


def _lay(table: NDArray[np.uint8], card: NDArray[np.uint8], x: int, y: int, angle: float) -> None:
    height, width = card.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    turn[:, 2] += (x, y)
    size = (table.shape[1], table.shape[0])
    laid = cv2.warpAffine(card, turn, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), turn, size)
    table[mask > 127] = laid[mask > 127]
