"""What the camera and the lamps do to a picture: light, drift, lamp switches, shake, bumps and sensor noise.

Everything is data drawn beforehand; the functions here are pure. Times in seconds, shifts in pixels at 720
lines, angles in radians.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

Box = tuple[int, int, int, int]
Position = tuple[float, float, float]
"""Shift x, y in px and turn of the camera."""
_STEP = 0.125
_KEPT = 48


@dataclass(frozen=True, slots=True)
class LampSwitch:
    """From `at` on the light is `gain` times as strong and `warmth` warmer (−1 blue … 1 orange)."""

    at: float
    gain: float
    warmth: float


@dataclass(frozen=True, slots=True)
class Light:
    """The room's light: a lamp's bright spot (parts of the size), slow drift and switches."""

    gain: float = 1.0
    warmth: float = 0.0
    spot: tuple[float, float] = (0.45, 0.4)
    falloff: float = 0.35
    drift: float = 0.03
    period: float = 23.0
    phase: float = 0.0
    switches: tuple[LampSwitch, ...] = ()

    def at(self, time: float) -> tuple[float, float]:
        """Gain and warmth at a time; a switch takes about a tenth of a second."""
        gain = self.gain * (1 + self.drift * math.sin(math.tau * time / self.period + self.phase))
        warmth = self.warmth
        for switch in self.switches:
            part = min(1.0, max(0.0, (time - switch.at) / 0.12))
            gain *= 1 + (switch.gain - 1) * part
            warmth += switch.warmth * part
        return gain, warmth


@dataclass(frozen=True, slots=True)
class Bump:
    """Somebody knocks the camera: it swings and comes to rest elsewhere."""

    at: float
    dx: float
    dy: float
    turn: float


@dataclass(frozen=True, slots=True)
class Shake:
    """A camera that trembles by about `amplitude` px and is bumped now and then."""

    amplitude: float = 0.0
    phases: tuple[float, float, float] = (0.0, 1.0, 2.0)
    bumps: tuple[Bump, ...] = ()

    def at(self, time: float, scale: float) -> tuple[float, float, float]:
        """Shift x, y in px of a picture of 720 × `scale` lines, and turn."""
        p, q, r = self.phases
        dx = self.amplitude * (math.sin(7.1 * time + p) + 0.6 * math.sin(17.3 * time + q)) / 1.6
        dy = self.amplitude * (math.sin(6.3 * time + r) + 0.6 * math.sin(19.7 * time + p)) / 1.6
        turn = 0.0
        for bump in self.bumps:
            moved = _swing(time - bump.at)
            dx, dy, turn = dx + bump.dx * moved, dy + bump.dy * moved, turn + bump.turn * moved
        return dx * scale, dy * scale, turn

    def margin(self) -> int:
        """How far the picture can move, in px at 720 lines."""
        reach = sum(abs(b.dx) + abs(b.dy) + abs(b.turn) * 640 for b in self.bumps) * 1.5
        return math.ceil(self.amplitude * 1.5 + reach) + 4


@dataclass(frozen=True, slots=True)
class Sensor:
    """Noise (standard deviation in grey levels), softness (blur in px at 720 lines) and its seed."""

    noise: float = 2.0
    softness: float = 0.45
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Lens:
    """All of it together."""

    light: Light = Light()
    shake: Shake = Shake()
    sensor: Sensor = Sensor()


class Developer:
    """Turns a painted canvas (with a margin on every side) into the camera's picture.

    What lies still is developed once for each position of a trembling camera, to `_STEP` px, and kept.
    """

    def __init__(self, lens: Lens, width: int, height: int, margin: int) -> None:
        self._lens, self._width, self._height, self._margin = lens, width, height, margin
        self._map = _light_map(lens.light, width, height)
        self._noise = _noise_fields(lens.sensor, width, height)
        self._kept: dict[Position, np.ndarray] = {}
        self._stale: dict[Position, Box] = {}

    def changed(self, box: Box) -> None:
        """Note that the background has changed in a box, canvas px."""
        for position in self._kept:
            self._stale[position] = _union(self._stale.get(position, box), box)

    def develop(
        self, background: np.ndarray, canvas: np.ndarray, box: Box, time: float, number: int
    ) -> np.ndarray:
        """uint8 BGR (height, width, 3): shaken, lit, noisy. `canvas` differs from `background` in `box`."""
        position = self._position(time)
        curve = self._curve(time)
        picture = cv2.LUT(self._still(background, position), curve)
        part = self._in_picture(box, position)
        if part is not None:
            x0, y0, x1, y1 = part
            picture[y0:y1, x0:x1] = cv2.LUT(self._lit(canvas, part, position), curve)
        return self._grain(picture, number)

    def _position(self, time: float) -> Position:
        dx, dy, turn = self._lens.shake.at(time, self._height / 720)
        return round(dx / _STEP) * _STEP, round(dy / _STEP) * _STEP, round(turn, 6)

    def _still(self, background: np.ndarray, position: Position) -> np.ndarray:
        """The background as seen from a position, before the lamps' drift and the noise."""
        lit, stale = self._kept.get(position), self._stale.pop(position, None)
        if lit is None:
            lit = self._lit(background, (0, 0, self._width, self._height), position)
            if len(self._kept) >= _KEPT:
                oldest = next(iter(self._kept))
                del self._kept[oldest]
                self._stale.pop(oldest, None)
            self._kept[position] = lit
        part = None if stale is None else self._in_picture(stale, position)
        if part is not None:
            x0, y0, x1, y1 = part
            lit[y0:y1, x0:x1] = self._lit(background, part, position)
        return lit

    def _in_picture(self, box: Box, position: Position) -> Box | None:
        """A box of the canvas in the picture, a little wider."""
        x0, y0, x1, y1 = box
        if x0 >= x1 or y0 >= y1:
            return None
        matrix = self._matrix(position)
        corners = np.array([[x0, y0, 1], [x1, y0, 1], [x1, y1, 1], [x0, y1, 1]], np.float64) @ matrix.T
        low, high = np.floor(corners.min(0) - 3).astype(int), np.ceil(corners.max(0) + 3).astype(int)
        left, top = max(0, int(low[0])), max(0, int(low[1]))
        right, bottom = min(self._width, int(high[0])), min(self._height, int(high[1]))
        return (left, top, right, bottom) if left < right and top < bottom else None

    def _lit(self, canvas: np.ndarray, part: Box, position: Position) -> np.ndarray:
        """Part of the picture: moved with the camera, as soft as its lens, in the lamp's light."""
        x0, y0, x1, y1 = part
        dx, dy, turn = position
        sigma = max(0.3, self._lens.sensor.softness * self._height / 720)
        if abs(turn) > 1e-7:
            matrix = self._matrix(position)
            matrix[:, 2] -= (x0 - 1, y0 - 1)
            size = (x1 - x0 + 2, y1 - y0 + 2)
            wide = cv2.warpAffine(canvas, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
            dx = dy = 0.0
        else:
            # a shift by whole pixels is a cut; the rest is done by the blur's kernel at no extra cost
            x, y = self._margin - round(dx), self._margin - round(dy)
            wide = canvas[y + y0 - 1 : y + y1 + 1, x + x0 - 1 : x + x1 + 1]
        soft = cv2.sepFilter2D(wide, -1, _taps(round(dx) - dx, sigma), _taps(round(dy) - dy, sigma))
        return cv2.multiply(soft[1:-1, 1:-1], self._map[y0:y1, x0:x1], scale=1 / 230)

    def _matrix(self, position: Position) -> np.ndarray:
        """Canvas px to picture px, 2×3."""
        dx, dy, turn = position
        cx, cy = self._width / 2 + self._margin, self._height / 2 + self._margin
        cos, sin = math.cos(turn), math.sin(turn)
        shift_x = cx - cos * cx + sin * cy + dx - self._margin
        shift_y = cy - sin * cx - cos * cy + dy - self._margin
        return np.array([[cos, -sin, shift_x], [sin, cos, shift_y]])

    def _curve(self, time: float) -> np.ndarray:
        gain, warmth = self._lens.light.at(time)
        levels = np.arange(256, dtype=np.float32)
        channels = []
        for factor in (1 - 0.16 * warmth, 1.0, 1 + 0.10 * warmth):
            value = levels * gain * factor
            # soft shoulder, as cameras have: nothing clips abruptly
            value = np.where(value > 215, 215 + 40 * (1 - np.exp(-(value - 215) / 40)), value)
            channels.append(np.clip(value, 0, 255))
        return np.dstack(channels).round().astype(np.uint8).reshape(1, 256, 3)

    def _grain(self, picture: np.ndarray, number: int) -> np.ndarray:
        if not self._noise:
            return picture
        up, down = self._noise
        h, w = self._height, self._width
        spread_y, spread_x = up.shape[0] - h, up.shape[1] - w
        y, x = (number * 29) % spread_y, (number * 41) % spread_x
        picture = cv2.add(picture, up[y : y + h, x : x + w])
        return cv2.subtract(picture, down[y : y + h, x : x + w])


def _union(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _swing(since: float) -> float:
    """0 before a bump, 1 long after it, swinging over in between."""
    if since <= 0:
        return 0.0
    return 1 - math.exp(-since * 7) * math.cos(since * 26)


def _taps(shift: float, sigma: float) -> np.ndarray:
    """Three weights of a blur whose middle is moved by up to half a pixel."""
    weights = np.exp(-((np.arange(-1, 2) - shift) ** 2) / (2 * sigma**2))
    return (weights / weights.sum()).astype(np.float32)


def _light_map(light: Light, width: int, height: int) -> np.ndarray:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = x / width - light.spot[0], (y / height - light.spot[1]) * height / width
    fall = 1 / (1 + light.falloff * 2.2 * (u**2 + v**2))
    return cv2.merge([np.clip(fall * 230, 0, 255).astype(np.uint8)] * 3)


def _noise_fields(sensor: Sensor, width: int, height: int) -> tuple[np.ndarray, np.ndarray] | tuple[()]:
    if sensor.noise <= 0:
        return ()
    rng = np.random.default_rng(sensor.seed)
    shape = (height + 61, width + 97)
    grey = rng.standard_normal(shape, dtype=np.float32)
    colour = rng.standard_normal((shape[0] // 2 + 1, shape[1] // 2 + 1, 3), dtype=np.float32)
    colour = cv2.resize(colour, (shape[1], shape[0]))
    field = (0.85 * grey[..., None] + 0.6 * colour) * sensor.noise
    return np.maximum(field, 0).round().astype(np.uint8), np.maximum(-field, 0).round().astype(np.uint8)
