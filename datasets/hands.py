"""Hands, arms and sleeves that reach into a picture: shaded capsules, enough to hide and to distract."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

SKINS = ((224, 178, 150), (205, 150, 120), (180, 120, 90), (140, 90, 65), (95, 60, 45), (238, 200, 178))


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose palm is at (x, y) px; fingers point along `angle`, a finger is `width` px thick."""

    x: float
    y: float
    angle: float
    width: float
    spread: float
    seed: int


Stroke = tuple[tuple[float, float], tuple[float, float], float]
"""Two ends and a thickness, px."""


def strokes(hand: Hand) -> tuple[list[Stroke], list[Stroke]]:
    """Skin strokes (fingers, thumb, palm, wrist) and sleeve strokes."""
    rng = np.random.default_rng(hand.seed)
    w = hand.width
    along, across = (
        np.array([np.cos(hand.angle), np.sin(hand.angle)]),
        np.array([-np.sin(hand.angle), np.cos(hand.angle)]),
    )
    palm = np.array([hand.x, hand.y])
    skin: list[Stroke] = []

    def add(into: list[Stroke], a: np.ndarray, b: np.ndarray, thick: float) -> None:
        into.append(((float(a[0]), float(a[1])), (float(b[0]), float(b[1])), float(thick)))

    for k in range(4):
        root = palm + across * (k - 1.5) * 1.02 * w + along * 1.6 * w
        length = w * (2.5, 3.0, 2.8, 2.0)[k] * rng.uniform(0.45, 1.0)
        bend = across * (k - 1.5) * hand.spread * w * 0.7
        knee = root + along * length * 0.55 + bend * 0.5
        add(skin, root, knee, w)
        add(skin, knee, knee + along * length * 0.5 + bend * 0.6 + across * rng.normal(0, 0.1) * w, 0.9 * w)
    side = rng.choice([-1, 1])
    add(
        skin,
        palm + across * side * 1.5 * w,
        palm + across * side * 2.6 * w + along * rng.uniform(0.5, 2) * w,
        1.1 * w,
    )
    add(skin, palm - along * 0.8 * w, palm + along * 1.2 * w, 4.0 * w)
    add(skin, palm - along * 1.5 * w, palm - along * 6 * w, 2.9 * w)
    sleeve: list[Stroke] = []
    add(sleeve, palm - along * rng.uniform(4.5, 9) * w, palm - along * 40 * w, rng.uniform(4, 6) * w)
    return skin, sleeve


def hand_mask(hand: Hand, width: int, height: int) -> np.ndarray:
    """Everything the hand hides, uint8 (H, W) 0 or 255."""
    mask = np.zeros((height, width), np.uint8)
    skin, sleeve = strokes(hand)
    for stroke in (*skin, *sleeve):
        _draw(mask, stroke, 255)
    return mask


def paint_hand(canvas: np.ndarray, hand: Hand) -> None:
    """Paint a hand with its shadow onto a uint8 RGB canvas."""
    rng = np.random.default_rng([hand.seed, 1])
    height, width = canvas.shape[:2]
    skin, sleeve = strokes(hand)
    _shadow(canvas, hand_mask(hand, width, height), hand.width, rng)
    tone = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.8, 1.08)
    for stroke in skin[-2:] + skin[:-2]:
        _limb(canvas, stroke, tone, hand.width, seam=0.8)
    cloth = rng.uniform(10, 235) + rng.normal(0, 28, 3)
    for stroke in sleeve:
        _limb(canvas, stroke, np.clip(cloth, 5, 245), 3 * hand.width, seam=0.6)


def _limb(canvas: np.ndarray, stroke: Stroke, tone: np.ndarray, soft: float, seam: float) -> None:
    """One capsule, darker towards its rim."""
    layer = np.zeros(canvas.shape[:2], np.uint8)
    _draw(layer, stroke, 255)
    x, y, w, h = cv2.boundingRect(layer)
    if not w or not h:
        return
    part = np.pad(layer[y : y + h, x : x + w], 1)
    depth = cv2.distanceTransform(part, cv2.DIST_L2, 3)[1:-1, 1:-1] / max(1.0, 0.5 * min(stroke[2], soft * 2))
    shade = seam + (1.05 - seam) * np.sqrt(np.clip(depth, 0, 1))
    cover = cv2.GaussianBlur(layer[y : y + h, x : x + w], (3, 3), 0)[..., None].astype(np.float32) / 255
    area = canvas[y : y + h, x : x + w]
    area[:] = area * (1 - cover) + np.clip(tone * shade[..., None], 0, 255) * cover


def _draw(mask: np.ndarray, stroke: Stroke, value: int) -> None:
    (ax, ay), (bx, by), thick = stroke
    cv2.line(
        mask,
        (round(ax), round(ay)),
        (round(bx), round(by)),
        value,
        max(1, min(2000, round(thick))),
        cv2.LINE_AA,
    )


def _shadow(canvas: np.ndarray, mask: np.ndarray, width: float, rng: np.random.Generator) -> None:
    dx, dy = rng.uniform(-0.5, 0.5, 2) * width
    moved = cv2.warpAffine(mask, np.array([[1, 0, dx], [0, 1, dy]]), mask.shape[::-1])
    size = max(3, round(width) | 1)
    soft = cv2.blur(moved, (size, size))
    factor = 255 - soft * rng.uniform(0.3, 0.6)
    canvas[:] = cv2.multiply(canvas, cv2.merge([factor.astype(np.uint8)] * 3), scale=1 / 255)
