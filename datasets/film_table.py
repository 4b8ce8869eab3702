"""The table of a film as the camera sees it without cards: top, edge, floor and a few things lying about."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from .film_stage import Stage, project
from .film_texture import Surface, draw_floor, draw_surface, fine_noise

TEXTURE_SCALE = 2.0
"""Texture px per mm of table."""


class FilmError(ValueError):
    """A film that can't be made; the message says what to change."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """How the table looks: a surface or a picture file; `rim` is how much floor is seen past its edge."""

    surface: Surface = Surface.FELT
    picture: Path | None = None
    rim: float = 0.02
    clutter: bool = True
    seed: int = 0


def paint_table(look: TableLook, stage: Stage, margin: int) -> np.ndarray:
    """The empty table, uint8 BGR, larger than the picture by `margin` px on every side."""
    rng = np.random.default_rng(look.seed)
    width, height = stage.width + 2 * margin, stage.height + 2 * margin
    shift = np.array([[1.0, 0, margin], [0, 1, margin], [0, 0, 1]])
    left, top, right, bottom = stage.table_edges
    top_of_table = _top(look, right - left, bottom - top, rng)
    h, w = top_of_table.shape[:2]
    inset_x, inset_y = look.rim * (right - left), look.rim * (bottom - top)
    corners = np.array(
        [
            (left + inset_x, top + inset_y),
            (right - inset_x, top + inset_y),
            (right - inset_x, bottom - inset_y),
            (left + inset_x, bottom - inset_y),
        ]
    )
    in_canvas = project(shift @ stage.to_picture, corners)
    canvas = draw_floor(width, height, rng)
    if look.rim > 0.001:
        _paint_edge(canvas, in_canvas, stage.scale)
    else:
        in_canvas = _stretched(in_canvas, margin)
    source = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, in_canvas.astype(np.float32))
    warped = cv2.warpPerspective(top_of_table, matrix, (width, height), flags=cv2.INTER_AREA)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, in_canvas.round().astype(np.int32), 255, cv2.LINE_AA)
    keep = (mask.astype(np.float32) / 255)[..., None]
    canvas = (warped * keep + canvas * (1 - keep)).round().astype(np.uint8)
    if look.clutter:
        _paint_clutter(canvas, stage, margin, rng)
    return canvas


def _top(look: TableLook, width_mm: float, height_mm: float, rng: np.random.Generator) -> np.ndarray:
    width, height = round(width_mm * TEXTURE_SCALE), round(height_mm * TEXTURE_SCALE)
    if look.picture is None:
        return draw_surface(look.surface, width, height, rng)
    image = cv2.imread(str(look.picture), cv2.IMREAD_COLOR)
    if image is None:
        raise FilmError(f"can't read the background {look.picture}: give a picture that OpenCV can open")
    factor = max(width / image.shape[1], height / image.shape[0])
    size = (math.ceil(image.shape[1] * factor), math.ceil(image.shape[0] * factor))
    image = cv2.resize(image, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC)
    y, x = (image.shape[0] - height) // 2, (image.shape[1] - width) // 2
    return image[y : y + height, x : x + width]


def _stretched(corners: np.ndarray, margin: int) -> np.ndarray:
    centre = corners.mean(0)
    away = corners - centre
    return centre + away * (1 + 1.5 * margin / np.abs(away).min())


def _paint_edge(canvas: np.ndarray, corners: np.ndarray, scale: float) -> None:
    """The shadow below the table and its wooden or padded rim."""
    shadow = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(shadow, (corners + 14 * scale * 0.5).round().astype(np.int32), 255)
    shadow = cv2.GaussianBlur(shadow, (0, 0), 8 * scale)
    canvas[:] = (canvas * (1 - 0.55 * shadow[..., None] / 255.0)).astype(np.uint8)
    centre = corners.mean(0)
    for grow, colour in ((7.0, (34, 48, 66)), (4.0, (58, 82, 112))):
        away = corners - centre
        outer = centre + away * (1 + grow * scale / np.abs(away).min())
        cv2.fillConvexPoly(canvas, outer.round().astype(np.int32), colour, cv2.LINE_AA)


def _paint_clutter(canvas: np.ndarray, stage: Stage, margin: int, rng: np.random.Generator) -> None:
    """A cup of tea in one of the corners: things that real tables have."""
    corners = [(0.06, 0.1), (0.94, 0.1), (0.06, 0.9), (0.94, 0.9)]
    spots = [stage.on_table(x * stage.width, y * stage.height) for x, y in corners]
    busy = [stage.hand_spot(seat) for seat in range(stage.layout.players)]
    busy += list(stage.side_spots)
    free = max(range(4), key=lambda i: min(math.hypot(spots[i].x - b.x, spots[i].y - b.y) for b in busy))
    if min(math.hypot(spots[free].x - b.x, spots[free].y - b.y) for b in busy) < 95:
        return
    x, y = stage.in_picture(spots[free])
    _paint_cup(canvas, (x + margin, y + margin), 33 * stage.scale, rng)


def _paint_cup(canvas: np.ndarray, at: tuple[float, float], radius: float, rng: np.random.Generator) -> None:
    shadow = np.zeros(canvas.shape[:2], np.uint8)
    centre = (round(at[0]), round(at[1]))
    cv2.circle(shadow, (round(at[0] + radius * 0.35), round(at[1] + radius * 0.4)), round(radius), 255, -1)
    shadow = cv2.GaussianBlur(shadow, (0, 0), radius * 0.22)
    canvas[:] = (canvas * (1 - 0.5 * shadow[..., None] / 255.0)).astype(np.uint8)
    body = [(238, 240, 240), (196, 160, 110), (90, 120, 70), (120, 130, 190)][int(rng.integers(4))]
    tea = [(40, 90, 150), (30, 44, 70), (70, 150, 160)][int(rng.integers(3))]
    cv2.circle(canvas, centre, round(radius), body, -1, cv2.LINE_AA)
    cv2.circle(canvas, centre, round(radius * 0.9), tuple(int(c * 0.72) for c in body), -1, cv2.LINE_AA)
    cv2.circle(canvas, centre, round(radius * 0.84), tea, -1, cv2.LINE_AA)
    shine = np.zeros(canvas.shape[:2], np.uint8)
    cv2.ellipse(
        shine, centre, (round(radius * 0.66),) * 2, 0, 195, 250, 255, max(2, round(radius * 0.1)), cv2.LINE_AA
    )
    shine = cv2.GaussianBlur(shine, (0, 0), radius * 0.05)
    canvas[:] = np.clip(canvas + 0.4 * shine[..., None].astype(np.float32), 0, 255).astype(np.uint8)
    y0, y1 = max(0, centre[1] - round(radius)), centre[1] + round(radius)
    x0, x1 = max(0, centre[0] - round(radius)), centre[0] + round(radius)
    window = canvas[y0:y1, x0:x1]
    if window.size:
        grain = 1 + 0.02 * fine_noise(rng, window.shape[:2], 6)
        window[:] = np.clip(window * grain[..., None], 0, 255).astype(np.uint8)
