"""Doublings and payments: how a score came about, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from .amount import Amount


@dataclass(frozen=True, slots=True)
class Doubling:
    """One factor of the multiplier or of one loser.

    `reason` is a stable code (`soft-bomb`, `hard-bomb`, `rocket`, `bomb`, `no-loser-played`, `spring`,
    `reverse-spring`, `two-held`, `joker-held`, `holding`, `missed-call`); `play` the play that caused it, if
    one did.
    """

    reason: str
    factor: int
    play: int | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Payment:
    """What one seat gets (positive) or pays (negative).

    For a loser `amount = -base × stake × multiplier × product of doublings`, unless `exempt`; `base` is the
    number of cards left, or of pips. `reason`: `winner`, `loser`, `exempt`, `laid-down`, `void`, `finished`
    (play on).
    """

    seat: int
    amount: Amount
    reason: str
    cards: int = 0
    base: int = 0
    doublings: tuple[Doubling, ...] = ()
    exempt: bool = False

    @property
    def factor(self) -> int:
        """The product of this seat's own doublings."""
        return prod(doubling.factor for doubling in self.doublings)
