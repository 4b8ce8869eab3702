"""What a film is asked to be, and the looks that follow from its seed."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from .film_lens import Bump, LampSwitch, Lens, Light, Sensor, Shake
from .film_script import Habits, SweepStyle
from .film_stage import Camera
from .film_table import FilmError, TableLook
from .film_texture import Surface

LIGHTS = ("day", "dim", "warm", "cold", "bright", "spot")
PACES = ("slow", "calm", "normal", "fast")
SHUFFLES = ("good", "poor")
PROCEDURAL = "procedural"


@dataclass(frozen=True, slots=True)
class FilmSpec:
    """Everything that decides a film: the same spec gives the same film.

    `deck` is `drawn:SEED` or a folder of art; `background` a picture file, a surface's name or `procedural`
    (any surface); `light` one of `LIGHTS` or `any`; `lamps` and `bumps` how often a lamp is switched and the
    camera knocked; `taken_back` is the share of illegal plays that are taken back (the others stand). The
    deal is drawn again until it has so many plays, bombs and illegal plays. `sweep` says what becomes of a
    trick. A `poor` shuffle leaves neighbouring ranks together, which makes deals short and full of bombs.
    """

    profile: str = "classic"
    players: int = 4
    seed: int = 0
    illegal_rate: float = 0.05
    taken_back: float = 1.0
    width: int = 1280
    height: int = 720
    fps: float = 25.0
    stake: int = 1
    level: str | None = None
    deck: str = "drawn:1"
    background: str = PROCEDURAL
    light: str = "any"
    pace: str = "normal"
    lamps: int = 0
    bumps: int = 0
    shake: float = 0.25
    pitch: float | None = None
    glyph: float = 15.5
    crf: int = 24
    preset: str = "veryfast"
    fewest_plays: int = 1
    most_plays: int = 150
    least_bombs: int = 0
    least_illegal: int = 0
    sweep: str = "any"
    shuffle: str = "good"

    def __post_init__(self) -> None:
        if self.width < 320 or self.height < 240 or self.width % 2 or self.height % 2:
            raise FilmError(f"{self.width}x{self.height}: a film needs an even size of at least 320x240")
        if not 1 <= self.fps <= 120:
            raise FilmError(f"{self.fps:g} frames a second: give 1 to 120")
        for name in ("illegal_rate", "taken_back"):
            if not 0 <= getattr(self, name) <= 1:
                raise FilmError(f"{name.replace('_', '-')} is a share between 0 and 1")
        if self.light not in (*LIGHTS, "any"):
            raise FilmError(f"unknown light {self.light!r}: one of {', '.join((*LIGHTS, 'any'))}")
        if self.pace not in PACES:
            raise FilmError(f"unknown pace {self.pace!r}: one of {', '.join(PACES)}")
        if self.sweep not in (*SweepStyle, "any"):
            raise FilmError(f"unknown sweep {self.sweep!r}: one of {', '.join((*SweepStyle, 'any'))}")
        if self.shuffle not in SHUFFLES:
            raise FilmError(f"unknown shuffle {self.shuffle!r}: one of {', '.join(SHUFFLES)}")
        if not 1 <= self.fewest_plays <= self.most_plays:
            raise FilmError(f"{self.fewest_plays} to {self.most_plays} plays: write it like 8-20")

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        return asdict(self)

    def rng(self, purpose: str) -> np.random.Generator:
        """A generator for one purpose, independent of the others."""
        digest = hashlib.sha256(f"{self.seed}/{purpose}".encode()).digest()
        return np.random.default_rng(int.from_bytes(digest[:8], "big"))


def spec_from_dict(value: Mapping[str, Any]) -> FilmSpec:
    """The spec that `to_dict` wrote."""
    return FilmSpec(**value)


def camera_of(spec: FilmSpec) -> Camera:
    """A camera straight above the table or slightly oblique."""
    rng = spec.rng("camera")
    pitch = float(rng.uniform(-0.16, 0.03)) if spec.pitch is None else -math.radians(spec.pitch)
    return Camera(pitch, float(rng.normal(0, 0.008)), float(rng.uniform(900, 1300)))


def table_of(spec: FilmSpec) -> TableLook:
    """The table top, its edge and what lies about."""
    rng = spec.rng("table")
    surfaces = tuple(Surface)
    surface = surfaces[int(rng.integers(len(surfaces)))]
    picture: Path | None = None
    if spec.background in [each.value for each in surfaces]:
        surface = Surface(spec.background)
    elif spec.background != PROCEDURAL:
        picture = Path(spec.background)
        if not picture.is_file():
            raise FilmError(
                f"no background {picture}: give a picture, {PROCEDURAL} or one of {', '.join(surfaces)}"
            )
    rim = float(rng.uniform(0.008, 0.03)) if rng.random() < 0.75 else 0.0
    return TableLook(surface, picture, rim, bool(rng.random() < 0.6), int(rng.integers(2**31)))


def habits_of(spec: FilmSpec) -> Habits:
    """How this table plays, at the pace asked for."""
    rng = spec.rng("habits")
    sweep = (SweepStyle.TURN_DOWN, SweepStyle.TURN_DOWN, SweepStyle.TAKE_AWAY, SweepStyle.PUSH_ASIDE)[
        int(rng.integers(4))
    ]
    if spec.sweep != "any":
        sweep = SweepStyle(spec.sweep)
    habits = Habits(sweep=sweep, knock=float(rng.uniform(0.1, 0.7)))
    if spec.pace == "fast":
        return replace(habits, think=0.12, reach=0.45, linger=0.12, sweep_after=0.5, alert=2.2, knock=0.1)
    if spec.pace == "calm":
        return replace(
            habits, think=1.0, linger=0.2, long_linger=0.0, split=0.0, slide=0.0, reverse_fan=0.0, alert=4.2
        )
    if spec.pace == "slow":
        return replace(habits, think=2.4, reach=0.8, linger=0.4, sweep_after=1.4, alert=4.0)
    return habits


def lens_of(spec: FilmSpec, duration: float) -> Lens:
    """Light, shake and noise for a film of so many seconds."""
    rng = spec.rng("lens")
    light = spec.light if spec.light != "any" else LIGHTS[int(rng.integers(len(LIGHTS)))]
    lamps = tuple(
        LampSwitch(at, float(rng.choice([0.72, 0.8, 1.2, 1.3])), float(rng.uniform(-0.5, 0.5)))
        for at in _moments(rng, spec.lamps, duration)
    )
    bumps = tuple(
        Bump(at, *(float(x) for x in rng.uniform(-13, 13, 2)), float(rng.normal(0, 0.006)))
        for at in _moments(rng, spec.bumps, duration)
    )
    return Lens(
        _light(light, rng, lamps),
        Shake(spec.shake, tuple(float(p) for p in rng.uniform(0, 6, 3)), bumps),  # type: ignore[arg-type]
        Sensor(
            float(rng.uniform(1.0, 2.5)) * (1.8 if light == "dim" else 1),
            float(rng.uniform(0.3, 0.6)),
            spec.seed,
        ),
    )


def _light(name: str, rng: np.random.Generator, switches: tuple[LampSwitch, ...]) -> Light:
    gain, warmth, falloff = {
        "day": (1.0, -0.1, 0.25),
        "dim": (0.6, 0.35, 0.5),
        "warm": (0.95, 0.9, 0.4),
        "cold": (0.95, -0.8, 0.3),
        "bright": (1.1, 0.0, 0.2),
        "spot": (1.05, 0.3, 1.1),
    }[name]
    return Light(
        gain=gain * float(rng.uniform(0.95, 1.05)),
        warmth=warmth,
        spot=(float(rng.uniform(0.3, 0.7)), float(rng.uniform(0.25, 0.65))),
        falloff=falloff,
        drift=float(rng.uniform(0.01, 0.05)),
        period=float(rng.uniform(15, 60)),
        phase=float(rng.uniform(0, 6)),
        switches=switches,
    )


def _moments(rng: np.random.Generator, count: int, duration: float) -> list[float]:
    return sorted(float(t) for t in rng.uniform(0.1 * duration, 0.9 * duration, count))
