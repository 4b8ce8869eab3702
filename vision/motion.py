"""The motion gate: cheap on idle video, it says what moves, what changed, whose arm is there, and whether
the camera was knocked.

Works on a small picture about 320 px wide, brought onto a reference picture: light and small shake are
fitted away first, so a lamp or a trembling stand is no change. All maps of the gate are (h, w) in *small*
px of the reference picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from .alignment import (
    IDENTITY,
    Fit,
    Matrix,
    Reference,
    find_similarity,
    find_translation,
    move_points,
    scaled,
    undo,
)
from .arms import ArmsNow, ArmTracker
from .layout import TableLayout
from .masks import closed, largest, solid, to_grey
from .observations import Camera, CameraState

Mask = NDArray[np.bool_]
Array = NDArray[np.float32]

SMALL_WIDTH = 320
LAG = 0.1
"""Motion is what changed since the picture this many seconds ago."""
CALIBRATE_STILL, CALIBRATE_AT_MOST = 0.4, 2.5
DARK = 16.0
"""Mean grey level below which nothing can be read."""
UPSET = 0.5
"""When this part of the table changes at once, it is the camera or the lamp and no play."""
UPSET_STILL, UPSET_AT_MOST = 0.35, 3.0
UPSET_OVER = 0.15
"""When most of the table is as it was again, after so many seconds at the soonest, a body was in the way."""
ADAPT_EVERY, ADAPT = 0.4, 0.12
POSE_EVERY = 0.6
_TABLE_TOO = 0.003
"""A new position of the camera must not fit the bare table worse than before by so much of the picture."""
MOVED = 0.45
"""A camera that moved less than this, small px, is left to the fit of small shifts."""
DRIFTED = 0.8
"""A shift larger than this, small px, is no tremble: the camera's position is worked out anew."""
LIGHT_CHANGE = 0.12


class Motion(StrEnum):
    """State of the whole picture."""

    CALIBRATING = "calibrating"
    MOVING = "moving"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True, eq=False)
class GateView:
    """What the gate knows after one picture.

    `moving`: moves now; `changed`: differs from the reference; `still_for`: seconds without motion; `pose`:
    3×3 map from this picture's px to the reference's, full size; `states`: what to tell about the camera;
    `renewed`: the reference was taken anew, so the whole table should be looked at.
    """

    at: float
    motion: Motion
    moving: Mask = field(repr=False)
    changed: Mask = field(repr=False)
    still_for: Array = field(repr=False)
    arms: ArmsNow = field(repr=False)
    pose: Matrix = field(repr=False)
    states: tuple[CameraState, ...] = ()
    renewed: bool = False

    @property
    def live(self) -> bool:
        """Whether the picture may be read."""
        return self.motion is not Motion.CALIBRATING


class MotionGate:
    """Feed it every picture; `layout` must have the pictures' size. `cards` may be told: where cards lie, a
    little wider.
    """

    def __init__(self, layout: TableLayout) -> None:
        width = min(SMALL_WIDTH, layout.width)
        self.shape = (max(8, round(layout.height * width / layout.width)), width)
        self.scale = width / layout.width
        self.arms = ArmTracker(layout, self.shape, self.scale)
        self.camera = Camera.CALIBRATING
        self.cards: Mask | None = None
        self._reference: Reference | None = None
        self._pose = IDENTITY
        self._plain: Array = np.zeros((*self.shape, 3), np.float32)
        self._raw: Array = self._plain
        self._posed_picture: Array = self._plain
        self._last: NDArray[np.uint8] | None = None
        self._past: list[tuple[float, Array]] = []
        self._moved_at = np.full(self.shape, -1e9, np.float64)
        self._changed: Mask = np.zeros(self.shape, bool)
        self._valid: Mask = np.ones(self.shape, bool)
        self._arm_mask: Mask = np.zeros(self.shape, bool)
        self._fit: Fit | None = None
        self._noise = 1.0
        self._gain = 1.0
        self._since = self._quiet_since = self._motion_at = 0.0
        self._adapted = self._posed = -1e9

    def feed(self, image: NDArray[np.uint8], at: float) -> GateView:
        """The next picture, uint8 BGR of the layout's size, at `at` seconds."""
        small = cv2.resize(image, self.shape[::-1], interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (5, 5), 1.0)
        first = self._reference is None
        if first:
            self._restart(small.astype(np.float32), at)
        moving = self._compare(small, at)
        states: list[CameraState] = [self._state(at, "calibrating")] if first else []
        renewed = self._step(float(small.mean()), moving, at, states)
        live = self.camera is Camera.LIVE
        if live and not renewed:
            self._adapt(moving, at)
            renewed = self._check_pose(moving, at, states)
        arms = ArmsNow(np.zeros(self.shape, bool))
        if live:
            arms = self.arms.feed(closed(self._changed), at - self._moved_at, at, self.cards)
        self._arm_mask = arms.mask
        motion = Motion.CALIBRATING if not live else Motion.MOVING if moving.any() else Motion.SETTLED
        still = (at - self._moved_at).astype(np.float32)
        return GateView(
            at, motion, moving, self._changed, still, arms, self._full_pose(), tuple(states), renewed
        )

    def absorb(self, place: Mask) -> None:
        """What lies at a place now is from here on no change."""
        if self._reference is not None and place.any():
            picture = self._reference.picture.copy()
            picture[place] = self._plain[place]
            self._reference = Reference(picture)
            self._changed = self._changed & ~place

    def recalibrate(self) -> None:
        """Start over with the next picture as reference, the camera's position as the layout knows it."""
        self._reference, self._pose, self.camera = None, IDENTITY, Camera.CALIBRATING
        self._valid = np.ones(self.shape, bool)
        self.arms.see_only(self._valid)

    def small_mask(self, polygon: object, grow: int = 0) -> Mask:
        """(h, w) mask of a polygon given in reference px; `grow` small px wider."""
        mask = np.zeros(self.shape, np.uint8)
        points = np.asarray(polygon, np.float64) * self.scale
        cv2.fillPoly(mask, [np.int32(np.round(np.clip(points, -1e4, 1e4)))], 1)
        if grow:
            mask = cv2.dilate(mask, np.ones((2 * grow + 1, 2 * grow + 1), np.uint8))
        return mask.astype(bool)

    # -- comparing pictures

    def _compare(self, small: NDArray[np.uint8], at: float) -> Mask:
        """Bring the picture onto the reference; mark what moves (returned) and what differs (kept)."""
        assert self._reference is not None
        if self._idle(small, at):
            self._remember(at)
            return np.zeros(self.shape, bool)
        self._last = small
        self._raw = picture = small.astype(np.float32)
        if self._pose is not IDENTITY:
            size = self.shape[::-1]
            picture = cv2.warpPerspective(picture, self._pose, size, borderMode=cv2.BORDER_REPLICATE)
        self._posed_picture = picture
        # cards are pushed about together; on a plain table they would pass for the camera's own move
        loose = self._changed if self.cards is None else self._changed | self.cards
        self._fit = self._reference.fit(picture, loose)
        self._plain = undo(picture, self._fit)
        shift = abs(self._fit.shift[0]) + abs(self._fit.shift[1])
        slack = self._reference.slope * (0.35 + 0.4 * min(1.0, shift))
        moving = np.zeros(self.shape, bool)
        if self._past:
            step = largest(cv2.absdiff(self._plain, self._past[0][1]))
            self._noise = 0.95 * self._noise + 0.05 * float(np.median(step[::4, ::4]))
            moving = solid(step > np.clip(6 * self._noise, 6, 30) + slack) & self._valid
        difference = largest(cv2.absdiff(self._plain, self._reference.picture))
        self._changed = solid(difference > np.clip(7 * self._noise, 8, 40) + slack) & self._valid
        self._remember(at)
        self._moved_at[moving] = at
        if moving.any():
            self._motion_at = at
        if float((moving & self.arms.table).mean()) > 0.002:
            self._quiet_since = at
        return moving

    def _idle(self, small: NDArray[np.uint8], at: float) -> bool:
        """Whether the picture is the one worked on last, but for noise: then nothing needs to be worked out
        again.
        """
        if self._last is None or self.camera is not Camera.LIVE or at - self._motion_at < 2 * LAG:
            return False
        step = largest(cv2.blur(cv2.absdiff(small, self._last), (3, 3)))
        return int(np.count_nonzero(step > max(3.0, 3 * self._noise))) == 0

    def _remember(self, at: float) -> None:
        self._past.append((at, self._plain))
        while len(self._past) > 1 and at - self._past[1][0] >= LAG - 1e-6:
            self._past.pop(0)

    def _full_pose(self) -> Matrix:
        dx, dy = self._fit.shift if self._fit else (0.0, 0.0)
        back = np.array([[1, 0, -dx], [0, 1, -dy], [0, 0, 1.0]])
        return scaled(back @ self._pose, 1 / self.scale)

    def _restart(self, picture: Array, at: float) -> None:
        """Take a picture as the reference."""
        self._reference, self._plain, self._past = Reference(picture), picture, [(at, picture)]
        self._changed = np.zeros(self.shape, bool)
        self._since = self._quiet_since = at
        self._gain = 1.0

    # -- states of the camera

    def _step(self, brightness: float, moving: Mask, at: float, states: list[CameraState]) -> bool:
        """One step of the camera's states; true when the reference was taken anew."""
        if brightness < DARK:
            if self.camera is not Camera.DARK:
                self._become(Camera.DARK, "too_dark", at, states, brightness=round(brightness))
            return False
        if self.camera is Camera.DARK:
            self._restart(self._now(), at)
            self._become(Camera.CALIBRATING, "calibrating", at, states)
        if self.camera is Camera.CALIBRATING:
            return self._calibrate(at, states)
        if self.camera is Camera.MOVED:
            return self._recover(at, states)
        if float(self._changed[self.arms.table].mean()) > UPSET:
            self._become(Camera.MOVED, "picture_changed", at, states)
            return False
        return self._notice_light(moving, at, states)

    def _calibrate(self, at: float, states: list[CameraState]) -> bool:
        if at - self._since < CALIBRATE_AT_MOST and at - self._quiet_since < CALIBRATE_STILL:
            return False
        self._restart(self._plain, at)
        self._become(Camera.LIVE, "ok", at, states)
        return True

    def _recover(self, at: float, states: list[CameraState]) -> bool:
        """The whole picture changed: once it is still, tell a knocked camera from a lamp, else take it as
        it is.
        """
        quiet, waited = at - self._quiet_since >= UPSET_STILL, at - self._since
        upset = float(self._changed[self.arms.table].mean())
        if upset < UPSET / 2 and waited >= UPSET_OVER and self._same_light():
            self._become(Camera.LIVE, "ok", at, states)
            return True
        if not quiet and waited < UPSET_AT_MOST:
            return False
        if self._realign(at, states):
            return True
        if waited < UPSET_AT_MOST:
            return False
        self._restart(self._now(), at)
        self._become(Camera.LIVE, "view_changed", at, states)
        return True

    def _same_light(self) -> bool:
        """Whether the light fitted is near the one before; a hand over the lens passes for any light."""
        return self._fit is not None and bool(
            (np.abs(np.log(np.maximum(self._fit.gain / self._gain, 1e-3))) < 0.3).all()
        )

    def _realign(self, at: float, states: list[CameraState]) -> bool:
        """Find the camera's new position, or the same position in another light."""
        assert self._reference is not None
        matrix = find_similarity(to_grey(self._reference.picture), to_grey(self._equalled()))
        if matrix is None:
            return False
        moved = self._displacement(matrix)
        if moved > MOVED:
            self._move_by(matrix)
            self.camera, self._since = Camera.LIVE, at
            states.append(self._followed(at, moved))
            return True
        self._restart(self._now(), at)
        self._become(Camera.LIVE, "light_changed", at, states)
        return True

    def _check_pose(self, moving: Mask, at: float, states: list[CameraState]) -> bool:
        """When still parts of the picture differ here and there, the camera may have been nudged."""
        assert self._reference is not None
        assert self._fit is not None
        if at - self._posed < POSE_EVERY or moving.mean() > 0.25:
            return False
        settled = self._changed & ~self._arm_mask & (at - self._moved_at > 0.1)
        dx, dy = self._fit.shift
        if settled.mean() < 0.015 and max(abs(dx), abs(dy)) < DRIFTED:
            return False
        self._posed = at
        here, now = to_grey(self._reference.picture), to_grey(self._equalled())
        matrix = find_similarity(here, now)
        if matrix is None:
            matrix = find_translation(here, now)
        if matrix is None or self._displacement(matrix) < MOVED:
            return False
        before = self._changed
        moved = self._displacement(matrix)
        pose, valid = self._pose, self._valid
        self._move_by(matrix)
        after = self._try_again()
        still_off = float(after.mean()) > max(0.7 * float(before.mean()), 0.02)
        if still_off or self._off_cards(after) > self._off_cards(before) + _TABLE_TOO:
            self._pose, self._valid = pose, valid
            self.arms.see_only(valid)
            return False
        states.append(self._followed(at, moved))
        return True

    def _off_cards(self, mask: Mask) -> float:
        """Part of the picture that a mask covers where no cards lie: cards may move, the table does not."""
        return float((mask if self.cards is None else mask & ~self.cards).mean())

    def _followed(self, at: float, moved: float) -> CameraState:
        return self._state(at, "camera_moved", px=round(moved / self.scale), followed=True)

    def _notice_light(self, moving: Mask, at: float, states: list[CameraState]) -> bool:
        """A lamp switched on or off: the fit follows it, but the page should know and the table be read
        again.
        """
        assert self._fit is not None
        gain = float(self._fit.gain.mean())
        if abs(np.log(gain / self._gain)) < LIGHT_CHANGE or at - self._quiet_since < 0.3 or moving.any():
            return False
        self._gain = gain
        states.append(CameraState(at, self.camera, "light_changed", {"gain": round(gain, 2)}))
        return True

    def _become(
        self, camera: Camera, code: str, at: float, states: list[CameraState], **params: object
    ) -> None:
        self.camera, self._since = camera, at
        states.append(self._state(at, code, **params))

    def _state(self, at: float, code: str, **params: object) -> CameraState:
        return CameraState(at, self.camera, code, params)

    # -- the reference and the camera's position

    def _adapt(self, moving: Mask, at: float) -> None:
        """Let the reference drift with the light where nothing lies or moves."""
        if at - self._adapted < ADAPT_EVERY or self._reference is None:
            return
        self._adapted = at
        still = ~self._changed & ~moving & self._valid
        picture = self._reference.picture.copy()
        picture[still] += ADAPT * (self._plain[still] - picture[still])
        self._reference = Reference(picture)

    def _now(self) -> Array:
        """The picture at hand with its own light, in the reference's position."""
        assert self._fit is not None
        return (self._plain * self._fit.gain + self._fit.offset).astype(np.float32)

    def _equalled(self) -> Array:
        """The picture at hand with the reference's mean and contrast, its shift not undone, for matching
        features.
        """
        assert self._reference is not None
        now, wanted = self._posed_picture, self._reference.picture
        return (now - now.mean()) * (wanted.std() / max(float(now.std()), 1.0)) + wanted.mean()

    def _move_by(self, matrix: Matrix) -> None:
        self._pose = matrix @ self._pose
        if self._fit is not None:
            self._fit = replace(self._fit, shift=(0.0, 0.0))
        self._last = None
        ones = np.ones(self.shape, np.uint8)
        self._valid = cv2.warpPerspective(ones, self._pose, self.shape[::-1]).astype(bool)
        self.arms.see_only(self._valid)
        self._past = []

    def _try_again(self) -> Mask:
        """What would still differ with the new position."""
        assert self._reference is not None
        size = self.shape[::-1]
        warped = cv2.warpPerspective(self._raw, self._pose, size, borderMode=cv2.BORDER_REPLICATE)
        plain = undo(warped, self._reference.fit(warped))
        difference = largest(cv2.absdiff(plain, self._reference.picture))
        slack = self._reference.slope * 0.35
        return solid(difference > np.clip(7 * self._noise, 8, 40) + slack) & self._valid

    def _displacement(self, matrix: Matrix) -> float:
        """How far a map moves the picture's corners at most, small px."""
        height, width = self.shape
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        return float(np.linalg.norm(move_points(corners, matrix) - corners, axis=1).max())
