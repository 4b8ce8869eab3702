"""Painters: cards, their shadows and arms, put on a canvas through the camera's homography.

A canvas is uint8 BGR and larger than the picture by `margin` px on every side.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from .deck import Deck
from .film_arm import ArmSprite
from .film_stage import Stage, card_corners, project
from .film_track import CARD_HEIGHT, CARD_WIDTH, Place

Box = tuple[int, int, int, int]
"""x0, y0, x1, y1 in canvas px."""

SHADOW_PAD = 9.0
_STILL, _MOVING = 2.0, 1.15
"""Sprite px per canvas px of a card that lies still (painted twice as large, then reduced) or moves."""


class Easel:
    """Carries table places to canvas px and sprites onto the canvas."""

    def __init__(self, stage: Stage, margin: int) -> None:
        self.stage, self.margin = stage, margin
        self.shape = (stage.height + 2 * margin, stage.width + 2 * margin)
        self._shift = np.array([[1.0, 0, margin], [0, 1, margin], [0, 0, 1]])
        self._planes: dict[int, np.ndarray] = {}

    def plane(self, lift: float) -> np.ndarray:
        """Homography from the plane `lift` mm above the table to canvas px."""
        key = round(lift * 2)
        if key not in self._planes:
            self._planes[key] = self._shift @ self.stage.homography(key / 2)
        return self._planes[key]

    def box(self, points: np.ndarray, pad: float = 2) -> Box:
        """The canvas box round some points."""
        x0, y0 = np.floor(points.min(0) - pad).astype(int)
        x1, y1 = np.ceil(points.max(0) + pad).astype(int)
        return max(0, int(x0)), max(0, int(y0)), min(self.shape[1], int(x1)), min(self.shape[0], int(y1))


class CardPainter:
    """Paints the cards of one deck."""

    def __init__(self, deck: Deck, easel: Easel) -> None:
        self._easel = easel
        self._back = deck.back if deck.back is not None else plain_back()
        self._faces: Mapping[str, np.ndarray] = {code: face.image for code, face in deck.faces.items()}
        self._sprites: dict[tuple[str, float], np.ndarray] = {}
        self._shadow = _card_shadow(easel.stage.scale)

    def paint(self, canvas: np.ndarray, code: str, place: Place, still: bool, shadow: bool = True) -> Box:
        """Paint one card, with its shadow unless it lies squared on another; the box that changed."""
        box = self._paint_shadow(canvas, place, still) if shadow else (canvas.shape[1], canvas.shape[0], 0, 0)
        corners = project(self._easel.plane(place.lift), card_corners(place))
        name = "" if place.turn > 0.5 else code
        sprite = self._sprite(name, _STILL if still else _MOVING)
        if still:
            return union(box, paint_fine(canvas, sprite, corners, self._easel))
        return union(box, paint_quad(canvas, sprite, corners, self._easel))

    def _sprite(self, name: str, density: float) -> np.ndarray:
        key = (name, density)
        if key not in self._sprites:
            image = self._faces[name] if name else self._back
            height = round(CARD_HEIGHT * self._easel.stage.scale * density)
            width = round(CARD_WIDTH * self._easel.stage.scale * density)
            self._sprites[key] = premultiplied(image, width, height)
        return self._sprites[key]

    def _paint_shadow(self, canvas: np.ndarray, place: Place, still: bool) -> Box:
        """A card at rest throws its shadow on what it lies on, a carried one on the table."""
        lift = 0.0 if still else place.lift
        drop = 0.9 + lift * 0.42
        low = Place(place.x + drop, place.y + drop * 1.15, place.angle, place.lift - 0.7 * lift, place.turn)
        strength = 0.5 / (1 + lift / 30)
        corners = project(self._easel.plane(low.lift), _grown(card_corners(low), SHADOW_PAD))
        return paint_shadow(canvas, self._shadow, corners, strength, self._easel)


class ArmPainter:
    """Paints arms."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel

    def paint(self, canvas: np.ndarray, arm: ArmSprite, place: Place, sprite_scale: float) -> Box:
        """Paint one arm with the shadow that it throws on the table."""
        height, width = arm.image.shape[:2]
        ox, oy = arm.origin
        corners = np.array([(-ox, -oy), (width - ox, -oy), (width - ox, height - oy), (-ox, height - oy)])
        drop = 9 + place.lift * 0.5
        low = Place(place.x + drop, place.y + drop * 1.15, place.angle)
        shadow_at = project(self._easel.plane(0), _placed(corners / sprite_scale, low))
        box = paint_shadow(canvas, arm.shadow, shadow_at, 0.55, self._easel)
        at = project(self._easel.plane(place.lift + 18), _placed(corners / sprite_scale, place))
        return union(box, paint_quad(canvas, arm.image, at, self._easel))


def paint_quad(canvas: np.ndarray, sprite: np.ndarray, corners: np.ndarray, easel: Easel) -> Box:
    """Put a premultiplied BGRA sprite on four canvas points."""
    x0, y0, x1, y1 = box = easel.box(corners)
    if x1 <= x0 or y1 <= y0:
        return box
    warped = _warp(sprite, corners - (x0, y0), x1 - x0, y1 - y0)
    _blend(canvas[y0:y1, x0:x1], warped)
    return box


def paint_fine(canvas: np.ndarray, sprite: np.ndarray, corners: np.ndarray, easel: Easel) -> Box:
    """The same, painted at twice the size and reduced, for cards that stay."""
    x0, y0, x1, y1 = box = easel.box(corners)
    if x1 <= x0 or y1 <= y0:
        return box
    # pixel centres: (x + 0.5) * 2 - 0.5
    large = _warp(sprite, (corners - (x0, y0)) * 2 + 0.5, 2 * (x1 - x0), 2 * (y1 - y0))
    _blend(canvas[y0:y1, x0:x1], cv2.resize(large, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA))
    return box


def paint_shadow(
    canvas: np.ndarray, mask: np.ndarray, corners: np.ndarray, strength: float, easel: Easel
) -> Box:
    """Darken the canvas under a uint8 mask by up to `strength`."""
    x0, y0, x1, y1 = box = easel.box(corners)
    if x1 <= x0 or y1 <= y0:
        return box
    warped = _warp(mask, corners - (x0, y0), x1 - x0, y1 - y0)
    keep = cv2.LUT(warped, (255 - np.arange(256) * strength).round().astype(np.uint8))
    window = canvas[y0:y1, x0:x1]
    cv2.multiply(window, cv2.merge([keep, keep, keep]), dst=window, scale=1 / 255)
    return box


def union(a: Box, b: Box) -> Box:
    """The smallest box round two."""
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def premultiplied(rgba: np.ndarray, width: int, height: int) -> np.ndarray:
    """An RGBA picture reduced to `width` × `height` as premultiplied BGRA."""
    alpha = rgba[..., 3:].astype(np.float32) / 255
    image = np.dstack([rgba[..., 2::-1].astype(np.float32) * alpha, alpha * 255])
    shrinking = width * height < image.shape[0] * image.shape[1]
    image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_CUBIC)
    return np.clip(image, 0, 255).round().astype(np.uint8)


def plain_back() -> np.ndarray:
    """A back for decks without one: a blue lattice in a white frame, RGBA."""
    height, width = 500, 358
    y, x = np.mgrid[0:height, 0:width]
    lattice = ((x + y) % 22 < 5) | ((x - y) % 22 < 5)
    image = np.where(lattice[..., None], (214, 222, 240), (46, 74, 148)).astype(np.uint8)
    image[(x < 20) | (y < 20) | (x >= width - 20) | (y >= height - 20)] = (246, 246, 242)
    return np.dstack([image, rounded_mask(width, height, 20)])


def rounded_mask(width: int, height: int, radius: int) -> np.ndarray:
    """A uint8 mask of a rectangle with round corners."""
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - radius - 1, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - radius - 1), 255, -1)
    for cx in (radius, width - radius - 1):
        for cy in (radius, height - radius - 1):
            cv2.circle(mask, (cx, cy), radius, 255, -1, cv2.LINE_AA)
    return mask


def _card_shadow(scale: float) -> np.ndarray:
    pad = round(SHADOW_PAD * scale)
    inner = rounded_mask(round(CARD_WIDTH * scale), round(CARD_HEIGHT * scale), max(1, round(3 * scale)))
    return cv2.GaussianBlur(
        cv2.copyMakeBorder(inner, pad, pad, pad, pad, cv2.BORDER_CONSTANT), (0, 0), 2.1 * scale
    )


def _grown(corners: np.ndarray, pad: float) -> np.ndarray:
    centre = corners.mean(0)
    along = (corners[1] - corners[0]) / (np.linalg.norm(corners[1] - corners[0]) + 1e-6) * pad
    down = (corners[3] - corners[0]) / (np.linalg.norm(corners[3] - corners[0]) + 1e-6) * pad
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return corners + signs[:, :1] * along + signs[:, 1:] * down + 0 * centre


def _placed(points: np.ndarray, place: Place) -> np.ndarray:
    cos, sin = np.cos(place.angle), np.sin(place.angle)
    return points @ np.array([[cos, sin], [-sin, cos]]) + (place.x, place.y)


def _warp(sprite: np.ndarray, corners: np.ndarray, width: int, height: int) -> np.ndarray:
    h, w = sprite.shape[:2]
    source = np.array([(-0.5, -0.5), (w - 0.5, -0.5), (w - 0.5, h - 0.5), (-0.5, h - 0.5)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (corners - 0.5).astype(np.float32))
    return cv2.warpPerspective(sprite, matrix, (width, height), flags=cv2.INTER_LINEAR)


def _blend(window: np.ndarray, warped: np.ndarray) -> None:
    blue, green, red, alpha = cv2.split(warped)
    keep = cv2.bitwise_not(alpha)
    cv2.multiply(window, cv2.merge([keep, keep, keep]), dst=window, scale=1 / 255)
    cv2.add(window, cv2.merge([blue, green, red]), dst=window)
