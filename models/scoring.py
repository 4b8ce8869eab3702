"""Counts of cards read right, wrong and not at all, with intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """Cards of one picture or of many: `hits`, `wrong` (reported, not there), `missed`, `forgiven` (taken for
    unreadable ones)."""

    hits: int = 0
    wrong: int = 0
    missed: int = 0
    forgiven: int = 0
    pictures: int = 0
    perfect: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.hits + other.hits,
            self.wrong + other.wrong,
            self.missed + other.missed,
            self.forgiven + other.forgiven,
            self.pictures + other.pictures,
            self.perfect + other.perfect,
        )

    @property
    def precision(self) -> float:
        """Hits among the reported cards that count; 1 where none was reported."""
        reported = self.hits + self.wrong
        return self.hits / reported if reported else 1.0

    @property
    def recall(self) -> float:
        """Hits among the readable cards; 1 where there are none."""
        there = self.hits + self.missed
        return self.hits / there if there else 1.0


def compare(truth: Counter[str], reported: Counter[str], unreadable: int = 0) -> Tally:
    """One picture: cards as multisets; up to `unreadable` surplus cards are neither hit nor miss."""
    hits = (truth & reported).total()
    surplus = reported.total() - hits
    forgiven = min(surplus, unreadable)
    missed = truth.total() - hits
    wrong = surplus - forgiven
    return Tally(hits, wrong, missed, forgiven, 1, int(wrong == 0 and missed == 0))


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of all."""
    return sum(tallies, Tally())


def wilson(hits: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; (0, 1) without any observation."""
    if count == 0:
        return 0.0, 1.0
    share = hits / count
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    middle = share + z * z / (2 * count)
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def share_text(hits: int, count: int) -> str:
    """`0.972 (0.958–0.981)`, or a dash without any observation."""
    if not count:
        return "–"
    low, high = wilson(hits, count)
    return f"{hits / count:.3f} ({low:.3f}–{high:.3f})"
