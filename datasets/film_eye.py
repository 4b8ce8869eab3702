"""A perfect eye for a film: it knows where every index lies and whether it can be seen.

With it in place of the networks, what goes wrong is the fault of the line behind the eye, not of reading. The
eye is told the film's time before each frame (`now`); it never looks at the picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.detections import Detections
from vision.labels import CODES, INDEX_OF

from .deck import FaceIndex
from .film import Film
from .film_stage import card_corners, project
from .film_track import CARD_HEIGHT, CARD_WIDTH, Place, Seen

Region = tuple[int, int, int, int]
ARM_HALF_WIDTH = 44.0
SURE = 0.995


@dataclass(slots=True)
class FilmEye:
    """A detector (see `vision.detector.Detector`) for one film; set `now` before each look."""

    film: Film
    now: float = 0.0
    _seen: dict[float, Detections] = field(default_factory=dict)

    def detect(self, image_bgr: np.ndarray, regions: Sequence[Region] | None = None) -> Detections:  # noqa: ARG002
        """The indices that can be seen now, only those whose middle lies in one of the regions."""
        found = self._whole()
        if regions is None or not len(found):
            return found
        middles = (found.rank_points + found.pip_points) / 2
        inside = np.zeros(len(found), bool)
        for x0, y0, x1, y1 in regions:
            inside |= (
                (found.boxes[:, 0] >= x0)
                & (found.boxes[:, 1] >= y0)
                & (found.boxes[:, 2] <= x1)
                & (found.boxes[:, 3] <= y1)
                & (middles[:, 0] >= x0)
            )
        return found.select(inside)

    def _whole(self) -> Detections:
        if self.now not in self._seen:
            self._seen = {self.now: self._look()}
        return self._seen[self.now]

    def _look(self) -> Detections:
        cards = self.film.dance.cast.cards_at(self.now)
        covers = [self._outline(one.place) for one in cards]
        arms = [self._arm(place) for _, place in self.film.dance.cast.arms_at(self.now)]
        rows: list[tuple[str, np.ndarray]] = []
        for number, one in enumerate(cards):
            if one.place.turn > 0.01 or not one.code:
                continue
            above = [*covers[number + 1 :], *arms]
            rows += self._indices(one, above)
        return _detections(rows)

    def _indices(self, one: Seen, above: list[np.ndarray]) -> list[tuple[str, np.ndarray]]:
        face = self.film.scene.deck.faces[one.code]
        rows = []
        for index in face.indices:
            points = self._points(index, one.place, face.width, face.height)
            if self._in_picture(points) and not any(_hides(cover, points) for cover in above):
                rows.append((one.code, points))
        return rows

    def _points(self, index: FaceIndex, place: Place, width: int, height: int) -> np.ndarray:
        """Rank point, pip point and the box's four corners, in px (6, 2)."""
        x0, y0, x1, y1 = index.box_xyxy
        in_face = np.array([index.rank_point, index.pip_point, (x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        right = (in_face[:, 0] / width - 0.5) * CARD_WIDTH
        up = (0.5 - in_face[:, 1] / height) * CARD_HEIGHT
        on_table = [place.ahead(float(r), float(u)) for r, u in zip(right, up, strict=True)]
        return self._photographed(np.array([(p.x, p.y) for p in on_table]), place.lift)

    def _outline(self, place: Place) -> np.ndarray:
        return self._photographed(card_corners(place), place.lift)

    def _arm(self, hand: Place) -> np.ndarray:
        corners = [
            hand.ahead(-ARM_HALF_WIDTH, 16),
            hand.ahead(ARM_HALF_WIDTH, 16),
            hand.ahead(ARM_HALF_WIDTH, -640),
            hand.ahead(-ARM_HALF_WIDTH, -640),
        ]
        return self._photographed(np.array([(p.x, p.y) for p in corners]), hand.lift + 18)

    def _photographed(self, points: np.ndarray, lift: float) -> np.ndarray:
        stage = self.film.stage
        flat = project(stage.homography(lift), points)
        dx, dy, turn = self.film.scene.lens.shake.at(self.now, stage.height / 720)
        centre = np.array([stage.width / 2, stage.height / 2])
        cos, sin = math.cos(turn), math.sin(turn)
        return (flat - centre) @ np.array([[cos, sin], [-sin, cos]]) + centre + (dx, dy)

    def _in_picture(self, points: np.ndarray) -> bool:
        stage = self.film.stage
        return bool(
            (points >= 0).all() and (points[:, 0] < stage.width).all() and (points[:, 1] < stage.height).all()
        )


def _hides(cover: np.ndarray, points: np.ndarray) -> bool:
    """Whether a cover lies on the rank, the pip or more than one corner of an index."""
    outline = cover.astype(np.float32).reshape(-1, 1, 2)
    under = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in points]
    return any(under[:2]) or sum(under[2:]) > 1


def _detections(rows: list[tuple[str, np.ndarray]]) -> Detections:
    if not rows:
        return Detections.empty()
    points = np.stack([each for _, each in rows]).astype(np.float32)
    boxes = np.hstack([points[:, 2:].min(1), points[:, 2:].max(1)])
    probs = np.full((len(rows), len(CODES)), (1 - SURE) / (len(CODES) - 1), np.float32)
    for row, (code, _) in enumerate(rows):
        probs[row, INDEX_OF[code]] = SURE
    return Detections(
        boxes=boxes,
        rank_points=points[:, 0],
        pip_points=points[:, 1],
        scores=np.full(len(rows), 0.99, np.float32),
        class_probs=probs,
        not_index=np.full(len(rows), 0.002, np.float32),
    )
