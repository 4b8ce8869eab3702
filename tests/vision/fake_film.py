"""Deals on the make-believe table: arms that reach in, lay, sweep and take back, frame by frame through a
`Watcher`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.frames import Frame
from vision.layout import TableLayout
from vision.observations import (
    CameraState,
    CardsAppeared,
    CardsReread,
    CardsVanished,
    Observation,
    TableCleared,
)
from vision.pipeline import Watcher

from .fake_table import FakeCard, FakeDetector, FakeTable

FPS = 12.5


@dataclass
class FakeFilm:
    """Time runs while something is done; `observations` collects what the eye says."""

    players: int = 4
    packs: int = 1
    table: FakeTable = field(default_factory=FakeTable)
    observations: list[Observation] = field(default_factory=list)
    now: float = 0.0
    number: int = 0

    def __post_init__(self) -> None:
        self.layout = TableLayout.default(self.players, self.table.width, self.table.height)
        self.detector = FakeDetector(self.table)
        self.watcher = Watcher(self.layout, self.detector, self.packs)

    # -- time

    def frame(self) -> list[Observation]:
        new = self.watcher.feed(Frame(self.table.render(), self.now, self.number))
        self.observations += new
        self.now, self.number = self.now + 1 / FPS, self.number + 1
        return new

    def wait(self, seconds: float) -> list[Observation]:
        return [each for _ in range(max(1, round(seconds * FPS))) for each in self.frame()]

    # -- people

    def spot(self, seat: int, out: float = 0.45) -> tuple[float, float, float]:
        """Where a seat plays: x, y and the angle of its cards."""
        hx, hy = self.layout.seats[seat].home
        cx, cy = self.table.width / 2, self.table.height / 2
        x, y = cx + (hx - cx) * out, cy + (hy - cy) * out
        return x, y, float(np.rad2deg(np.arctan2(cx - hx, -(cy - hy))))

    def arm(self, seat: int, x: float, y: float, part: float) -> np.ndarray:
        """An arm `part` (0…1) of the way from its home to a point."""
        hx, hy = self.layout.seats[seat].home
        start = (
            np.array([hx, hy]) + (np.array([hx, hy]) - [self.table.width / 2, self.table.height / 2]) * 0.3
        )
        tip = start + (np.array([x, y]) - start) * part
        along = (tip - start) / max(np.linalg.norm(tip - start), 1e-6)
        across = np.array([-along[1], along[0]]) * 26
        return np.array([start - across, tip - across, tip + along * 14, tip + across, start + across])

    def reach(self, seat: int, x: float, y: float, seconds: float = 0.4, back: bool = False) -> None:
        steps = max(2, round(seconds * FPS))
        others = list(self.table.arms)
        for step in range(1, steps + 1):
            part = 1 - step / steps if back else step / steps
            self.table.arms = [*others, self.arm(seat, x, y, part)] if part > 0.02 else others
            self.frame()
        self.table.arms = others if back else [*others, self.arm(seat, x, y, 1)]

    def lay(self, seat: int, cards: Sequence[FakeCard], linger: float = 0.2, leave: bool = True) -> None:
        """A hand brings cards, rests and goes."""
        x = float(np.mean([card.x for card in cards]))
        y = float(np.mean([card.y for card in cards]))
        tip = self._grip(seat, x, y)
        self.reach(seat, *tip)
        self.table.lay(cards)
        self.wait(linger)
        if leave:
            self.leave(seat, *tip)

    def leave(self, seat: int, x: float, y: float, seconds: float = 0.4) -> None:
        self.table.arms = self.table.arms[:-1]
        self.reach(seat, x, y, seconds, back=True)

    def take(self, seat: int, *codes: str) -> None:
        """A hand takes cards away."""
        cards = [card for card in self.table.cards if card.code in codes]
        tip = self._grip(seat, float(np.mean([c.x for c in cards])), float(np.mean([c.y for c in cards])))
        self.reach(seat, *tip)
        self.wait(0.15)
        self.table.take(*codes)
        self.leave(seat, *tip)

    def sweep(self, seat: int) -> None:
        """A hand gathers everything and takes it away."""
        tip = self.table.width / 2, self.table.height / 2
        self.reach(seat, *tip)
        for part in (0.3, 0.6, 0.9):
            self.table.cards[:] = [
                replace(c, x=c.x + (tip[0] - c.x) * part, y=c.y + (tip[1] - c.y) * part)
                for c in self.table.cards
            ]
            self.wait(0.1)
        self.table.cards.clear()
        self.leave(seat, *tip)

    def _grip(self, seat: int, x: float, y: float) -> tuple[float, float]:
        """The hand holds a fan at its lower edge."""
        hx, hy = self.layout.seats[seat].home
        toward = np.array([hx - x, hy - y]) / max(np.hypot(hx - x, hy - y), 1e-6)
        return x + float(toward[0]) * 25, y + float(toward[1]) * 25

    # -- what was seen

    @property
    def plays(self) -> list[tuple[int | None, list[str]]]:
        """(seat, sorted codes) of each play, joined parts together."""
        plays: dict[int, tuple[int | None, list[str]]] = {}
        for each in self.of(CardsAppeared):
            if each.joins is not None:
                plays[each.joins][1].extend(each.codes)
            else:
                plays[each.id] = (each.seat, list(each.codes))
        return [(seat, sorted(codes)) for seat, codes in plays.values()]

    def of(self, kind: type) -> list:
        return [each for each in self.observations if isinstance(each, kind)]

    @property
    def story(self) -> list[str]:
        """Readable, for failures."""
        lines = []
        for each in self.observations:
            if isinstance(each, CardsAppeared):
                lines.append(
                    f"{each.at:.2f} seat {each.seat} {each.zone} {' '.join(each.codes)} joins {each.joins}"
                )
            elif isinstance(each, CardsVanished):
                lines.append(f"{each.at:.2f} vanished {' '.join(c.code for c in each.cards)}")
            elif isinstance(each, TableCleared):
                lines.append(f"{each.at:.2f} cleared")
            elif isinstance(each, CameraState):
                lines.append(f"{each.at:.2f} camera {each.state} {each.message_code}")
            elif isinstance(each, CardsReread):
                lines.append(f"{each.at:.2f} reread {each.id} {[c.code for c in each.cards]}")
        return lines
