"""From a film's data to its pictures. Pure: the same data give the same pixels.

Cards that lie still are painted once into a background; each frame copies it and paints only what moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from .deck import Deck
from .film_arm import SPRITE_SCALE, ArmSprite, ArmStyle, Pose, draw_arm
from .film_lens import Developer, Lens
from .film_paint import ArmPainter, Box, CardPainter, Easel, union
from .film_stage import Stage
from .film_track import Cast, Place, Seen

SHUTTER = 0.45
"""Part of a frame's time during which the shutter is open."""


@dataclass(frozen=True, slots=True, eq=False)
class FilmScene:
    """Everything that a film shows. `table` is uint8 BGR, the stage's size plus twice `margin` px."""

    stage: Stage
    cast: Cast
    deck: Deck
    arms: tuple[ArmStyle, ...]
    table: np.ndarray
    margin: int
    lens: Lens


class Renderer:
    """Paints the frames of one scene."""

    def __init__(self, scene: FilmScene) -> None:
        self._scene = scene
        self._easel = Easel(scene.stage, scene.margin)
        self._cards = CardPainter(scene.deck, self._easel)
        self._arms = ArmPainter(self._easel)
        self._sprites = _sprites(scene)
        self._developer = Developer(scene.lens, scene.stage.width, scene.stage.height, scene.margin)
        self._still: tuple[tuple[str, Place], ...] = ()
        self._boxes: list[Box] = []
        self._background = scene.table.copy()
        self._canvas = scene.table.copy()

    def frames(self, fps: float) -> Iterator[np.ndarray]:
        """All pictures of the film, uint8 BGR."""
        for number in range(math.ceil(self._scene.cast.duration * fps)):
            yield self.frame(number, fps)

    def frame(self, number: int, fps: float) -> np.ndarray:
        """One picture."""
        time = number / fps
        seen = self._scene.cast.cards_at(time)
        self._lay([one for one in seen if not one.moving])
        box = self._expose(time, SHUTTER / fps, seen)
        picture = self._developer.develop(self._background, self._canvas, box, time, number)
        self._restore(box)
        return picture

    def _lay(self, still: list[Seen]) -> None:
        """Bring the background up to date with the cards that lie still."""
        wanted = tuple((one.code, one.place) for one in _uncovered(still))
        if wanted == self._still:
            return
        known = len(self._still)
        if wanted[:known] != self._still:
            for box in self._boxes:
                self._touch(box)
            np.copyto(self._background, self._scene.table)
            known, self._boxes = 0, []
        below = wanted[known - 1][1] if known else None
        for code, place in wanted[known:]:
            stacked = below is not None and _same_place(below, place, 4.0)
            self._boxes.append(
                self._cards.paint(self._background, code, place, still=True, shadow=not stacked)
            )
            self._touch(self._boxes[-1])
            below = place
        self._still = wanted
        np.copyto(self._canvas, self._background)

    def _touch(self, box: Box) -> None:
        self._developer.changed(box)

    def _restore(self, box: Box) -> None:
        """Take what moves off the canvas again."""
        part = _part(box)
        self._canvas[part] = self._background[part]

    def _expose(self, time: float, open_for: float, seen: list[Seen]) -> Box:
        """Paint all that moves on the canvas, blurred by motion; the box that it touches."""
        looks = self._looks(time, open_for, seen)
        if looks == 1:
            return self._paint_moving(self._canvas, time, seen)
        exposures: list[tuple[Box, np.ndarray]] = []
        for look in range(looks):
            moment = time + open_for * (look / (looks - 1) - 0.5)
            touched = self._paint_moving(self._canvas, moment, None)
            exposures.append((touched, self._canvas[_part(touched)].copy()))
            self._restore(touched)
        return self._average(exposures)

    def _average(self, exposures: list[tuple[Box, np.ndarray]]) -> Box:
        """The mean of several exposures, put on the canvas; the box that they touch."""
        box = exposures[0][0]
        for touched, _ in exposures[1:]:
            box = union(box, touched)
        x0, y0, x1, y1 = box
        if x0 >= x1 or y0 >= y1:
            return box
        layer = self._canvas[y0:y1, x0:x1].copy()
        total = np.zeros(layer.shape, np.float32)
        for (a, b, c, d), painted in exposures:
            if painted.size:
                layer[b - y0 : d - y0, a - x0 : c - x0] = painted
            cv2.accumulate(layer, total)
            np.copyto(layer, self._background[y0:y1, x0:x1])
        self._canvas[y0:y1, x0:x1] = cv2.convertScaleAbs(total, alpha=1 / len(exposures))
        return box

    def _paint_moving(self, canvas: np.ndarray, time: float, seen: list[Seen] | None) -> Box:
        cast = self._scene.cast
        box = (canvas.shape[1], canvas.shape[0], 0, 0)
        for one in seen if seen is not None else cast.cards_at(time):
            if one.moving:
                box = union(box, self._cards.paint(canvas, one.code, one.place, still=False))
        for arm, place in cast.arms_at(time):
            sprite = self._sprites[arm.seat, arm.pose]
            box = union(box, self._arms.paint(canvas, sprite, place, SPRITE_SCALE))
        return box

    def _looks(self, time: float, open_for: float, seen: list[Seen]) -> int:
        """How many exposures show the fastest motion without steps."""
        cast, scale = self._scene.cast, self._scene.stage.scale
        early, late = time - open_for / 2, time + open_for / 2
        fastest = 0.0
        for arm, place in cast.arms_at(time):
            a, b = arm.at(early) or place, arm.at(late) or place
            fastest = max(fastest, math.hypot(a.x - b.x, a.y - b.y) * scale)
        if any(one.moving for one in seen):
            before = {one.card: one.place for one in cast.cards_at(early)}
            for one in cast.cards_at(late):
                if one.moving and one.card in before:
                    a, b = before[one.card], one.place
                    fastest = max(fastest, math.hypot(a.x - b.x, a.y - b.y) * scale)
        return 1 if fastest < 1.5 else min(6, 2 + int(fastest / 4))


def _sprites(scene: FilmScene) -> Mapping[tuple[int, Pose], ArmSprite]:
    used = {(arm.seat, arm.pose) for arm in scene.cast.arms}
    return {(seat, pose): draw_arm(scene.arms[seat], pose) for seat, pose in sorted(used)}


def _uncovered(still: list[Seen]) -> list[Seen]:
    """Without the cards inside a squared-up stack: those with nearly the same place as the next above."""
    kept: list[Seen] = []
    for number, one in enumerate(still):
        above = still[number + 1 : number + 2]
        if above and _same_place(one.place, above[0].place) and number % 4:
            continue
        kept.append(one)
    return kept


def _same_place(a: Place, b: Place, slack: float = 0.7) -> bool:
    return abs(a.x - b.x) < slack and abs(a.y - b.y) < slack and abs(a.angle - b.angle) < slack * 0.03


def _part(box: Box) -> tuple[slice, slice]:
    x0, y0, x1, y1 = box
    return slice(y0, max(y0, y1)), slice(x0, max(x0, x1))
