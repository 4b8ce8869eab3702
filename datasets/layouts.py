"""How cards lie: places in table units (the card's height is 1), bottom card first.

`clear` is the width of a card's index strip, so that fans and rows leave the indices to be read.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Place = tuple[float, float, float]
"""x, y of a card's centre and its angle in radians, clockwise from upright."""


def apart(rng: np.random.Generator, count: int, aspect: float, _clear: float) -> list[Place]:
    """A loose grid of single cards, all roughly one way or every way."""
    columns = max(1, round(np.sqrt(count * rng.uniform(0.8, 2.2))))
    gap_x, gap_y = aspect * rng.uniform(1.04, 1.4), rng.uniform(1.03, 1.3)
    any_way = rng.random() < 0.4
    jitter = rng.choice([0.02, 0.08, 0.25])
    out = []
    for k in range(count):
        x = (k % columns) * gap_x * (1.35 if any_way else 1) + rng.normal(0, 0.05)
        y = (k // columns) * gap_y + rng.normal(0, 0.05)
        out.append((x, y, rng.uniform(-np.pi, np.pi) if any_way else rng.normal(0, jitter)))
    return out


def fan(rng: np.random.Generator, count: int, _aspect: float, clear: float) -> list[Place]:
    """Cards turned round a point below them, mostly opened so that the left strips show."""
    radius = rng.uniform(0.9, 2.6)
    step = clear * rng.uniform(1.0, 1.75) / (radius + 0.5)
    start = -step * (count - 1) / 2 + rng.normal(0, 0.1)
    out = []
    for k in range(count):
        angle = start + k * step * rng.uniform(0.85, 1.15)
        r = radius + rng.normal(0, 0.03)
        out.append((r * np.sin(angle), -r * np.cos(angle), angle + rng.normal(0, 0.02)))
    return out[::-1] if rng.random() < 0.08 else out


def row(rng: np.random.Generator, count: int, aspect: float, clear: float) -> list[Place]:
    """A straight row, overlapped by a strip or hardly at all."""
    step = clear * rng.uniform(1.0, 1.8) if rng.random() < 0.75 else aspect * rng.uniform(0.6, 1.1)
    tilt = rng.choice([0.01, 0.03, 0.1])
    return [(k * step + rng.normal(0, 0.012), rng.normal(0, 0.03), rng.normal(0, tilt)) for k in range(count)]


def column(rng: np.random.Generator, count: int, _aspect: float, _clear: float) -> list[Place]:
    """A cascade towards the viewer, as in a bridge dummy: the upper strip of each card shows."""
    step = rng.uniform(0.2, 0.42)
    tilt = rng.choice([0.01, 0.04])
    return [(rng.normal(0, 0.02), k * step, rng.normal(0, tilt)) for k in range(count)]


def pile(rng: np.random.Generator, count: int, _aspect: float, _clear: float) -> list[Place]:
    """Cards thrown onto each other from anywhere."""
    spread = rng.uniform(0.15, 0.7)
    sides = rng.random() < 0.5
    out = []
    for _ in range(count):
        angle = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.2) if sides else rng.uniform(-np.pi, np.pi)
        out.append((rng.normal(0, spread), rng.normal(0, spread), float(angle)))
    return out


def table(rng: np.random.Generator, count: int, aspect: float, clear: float) -> list[Place]:
    """Plays of several people: small rows, fans and piles round a middle, each turned to its own side."""
    out: list[Place] = []
    groups = int(rng.integers(2, 6))
    for k in range(groups):
        size = max(1, count // groups)
        kind = (row, fan, pile, apart, column)[int(rng.choice(5, p=[0.45, 0.2, 0.15, 0.1, 0.1]))]
        side = k * 2 * np.pi / groups + rng.normal(0, 0.25)
        away = rng.uniform(0.7, 1.7)
        out += moved(
            turned(centred(kind(rng, size, aspect, clear)), side), -away * np.sin(side), away * np.cos(side)
        )
    return out


KINDS: dict[str, Callable[[np.random.Generator, int, float, float], list[Place]]] = {
    "apart": apart, "fan": fan, "row": row, "column": column, "pile": pile, "table": table,
}  # fmt: skip
COUNTS = {
    "apart": (1, 20),
    "fan": (2, 18),
    "row": (2, 18),
    "column": (2, 8),
    "pile": (2, 12),
    "table": (6, 28),
}


def centred(places: list[Place]) -> list[Place]:
    """The same layout with its middle at the origin."""
    xs, ys = [p[0] for p in places], [p[1] for p in places]
    return moved(places, -(min(xs) + max(xs)) / 2, -(min(ys) + max(ys)) / 2)


def moved(places: list[Place], dx: float, dy: float) -> list[Place]:
    return [(x + dx, y + dy, angle) for x, y, angle in places]


def turned(places: list[Place], by: float) -> list[Place]:
    """The layout turned clockwise round the origin."""
    c, s = np.cos(by), np.sin(by)
    return [(float(c * x - s * y), float(s * x + c * y), angle + by) for x, y, angle in places]
