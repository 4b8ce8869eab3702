"""Scenes into pixels: the same scene and pool give the same picture, bit for bit."""

from __future__ import annotations

import cv2
import numpy as np

from .backgrounds import paint_background
from .effects import expose, shine
from .hands import paint_hand
from .pool import Pool, PooledFace
from .props import paint_prop
from .scene import CardPose, Scene, Shadows, card_outline


def render(scene: Scene, pool: Pool) -> np.ndarray:
    """The scene as a uint8 RGB picture (height, width, 3)."""
    canvas = paint_background(scene.background, scene.width, scene.height)
    for prop in scene.under:
        paint_prop(canvas, prop)
    for card in scene.cards:
        _paint_card(canvas, card, pool.face(card.deck, card.code, card.number), scene.card_shadows)
    for prop in scene.over:
        paint_prop(canvas, prop)
    for hand in scene.hands:
        paint_hand(canvas, hand)
    return expose(shine(canvas, scene.light), scene.effects)


def _paint_card(canvas: np.ndarray, card: CardPose, pooled: PooledFace, shadows: Shadows) -> None:
    face = pooled.face
    outline = card_outline(card, face.width, face.height)
    margin = int(2 * shadows.soft + abs(shadows.dx) + abs(shadows.dy)) + 2
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + margin, canvas.shape[1::-1])
    if (high <= low).any():
        return
    area = canvas[low[1] : high[1], low[0] : high[0]]
    layer = _warped(card, pooled, low, (int(high[0] - low[0]), int(high[1] - low[1])))
    *channels, alpha = cv2.split(layer)
    colour = cv2.convertScaleAbs(cv2.merge(channels), alpha=card.tone)
    rest = cv2.multiply(_shaded(alpha, shadows), cv2.bitwise_not(alpha), scale=1 / 255)
    area[:] = cv2.add(cv2.multiply(area, cv2.merge([rest, rest, rest]), scale=1 / 255), colour)


def _shaded(alpha: np.ndarray, shadows: Shadows) -> np.ndarray:
    """How much light is left round and under a card, 0..255."""
    height, width = alpha.shape
    dx = int(np.clip(round(shadows.dx), -width, width))
    dy = int(np.clip(round(shadows.dy), -height, height))
    moved = np.zeros_like(alpha)
    moved[max(0, dy) : height + min(0, dy), max(0, dx) : width + min(0, dx)] = alpha[
        max(0, -dy) : height - max(0, dy), max(0, -dx) : width - max(0, dx)
    ]
    size = int(shadows.soft) * 2 + 1
    soft = cv2.blur(moved, (size, size))
    return cv2.addWeighted(soft, -shadows.strength, soft, 0, 255)


def _warped(card: CardPose, pooled: PooledFace, low: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """The card as premultiplied RGBA in a window of `size` px whose corner lies at `low`."""
    matrix = np.array(card.matrix).reshape(3, 3)
    level = _level(card, pooled)
    picture = pooled.levels[level]
    if card.bare:
        picture = _bare(picture, pooled, card.bare)
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
    factor = np.diag([pooled.face.width / picture.shape[1], pooled.face.height / picture.shape[0], 1.0])
    if not card.bend:
        return cv2.warpPerspective(picture, shift @ matrix @ factor, size, flags=cv2.INTER_LINEAR)
    return _bent(picture, np.linalg.inv(shift @ matrix), factor, card.bend, pooled.face.width, size)


def _bent(
    picture: np.ndarray, back: np.ndarray, factor: np.ndarray, bend: float, width: int, size: tuple[int, int]
) -> np.ndarray:
    """The arched card: undo the view, then undo the arch."""
    xs, ys = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    m = back.astype(np.float32)
    w = m[2, 0] * xs + m[2, 1] * ys + m[2, 2]
    fx = (m[0, 0] * xs + m[0, 1] * ys + m[0, 2]) / w
    fy = (m[1, 0] * xs + m[1, 1] * ys + m[1, 2]) / w
    u = fx / width
    fy = fy + np.float32(bend * 4) * u * (1 - u)
    map_x, map_y = fx / np.float32(factor[0, 0]), fy / np.float32(factor[1, 1])
    return cv2.remap(picture, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)


def _level(card: CardPose, pooled: PooledFace) -> int:
    """The halved picture that is at most twice as fine as the card in the scene."""
    outline = card_outline(card, pooled.face.width, pooled.face.height)
    sides = np.linalg.norm(np.roll(outline, -1, axis=0) - outline, axis=1)
    across = sides[: len(sides) // 2 - 1].sum() if card.bend else sides[0]
    down = sides[len(sides) // 2 - 1]
    scale = max(across / pooled.face.width, down / pooled.face.height)
    return int(np.clip(np.floor(np.log2(1 / max(scale, 1e-3))), 0, len(pooled.levels) - 1))


def _bare(picture: np.ndarray, pooled: PooledFace, indices: tuple[int, ...]) -> np.ndarray:
    """The face printed without some of its indices."""
    out = picture.copy()
    scale = picture.shape[0] / pooled.face.height
    for number in indices:
        x0, y0, x1, y1 = (v * scale for v in pooled.face.indices[number].box_xyxy)
        box = out[max(0, int(y0) - 1) : int(y1) + 2, max(0, int(x0) - 1) : int(x1) + 2]
        inside = box[..., 3] > 250
        box[inside] = (*pooled.stock, 255)
    return out
