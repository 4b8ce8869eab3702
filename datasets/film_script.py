"""The script of a film: what happens at the table, in order, without places or times.

A script is drawn once from a seed (`film_deal`); everything later only carries it out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Cards = tuple[str, ...]


class SweepStyle(StrEnum):
    """What becomes of the cards after a trick."""

    TURN_DOWN = "turn-down"
    """Squared up and turned face down on the pile of discards."""
    TAKE_AWAY = "take-away"
    """Taken off the table."""
    PUSH_ASIDE = "push-aside"
    """Squared up and pushed aside, face up."""


@dataclass(frozen=True, slots=True)
class Lay:
    """A seat lays cards down.

    `parts` are the numbers of cards laid in one movement each; `refused` is the engine's code of an illegal
    play, `taken_back` whether its cards go back into the hand. `play` numbers all plays of the deal from 0.
    """

    seat: int
    cards: Cards
    play: int
    parts: tuple[int, ...]
    code: str = "ok"
    taken_back: bool = False
    lead: bool = False

    @property
    def legal(self) -> bool:
        return self.code == "ok"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A seat takes back the cards of an illegal play."""

    seat: int
    play: int


@dataclass(frozen=True, slots=True)
class PassBy:
    """A seat passes; with `knock` it raps the table, else nothing is seen."""

    seat: int
    knock: bool


@dataclass(frozen=True, slots=True)
class Sweep:
    """The trick's cards leave the middle."""

    seat: int
    style: SweepStyle


@dataclass(frozen=True, slots=True)
class TakeCards:
    """A seat takes cards from the stock."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class LayOpen:
    """A loser lays the rest of the hand open."""

    seat: int
    cards: Cards


Step = Lay | TakeBack | PassBy | Sweep | TakeCards | LayOpen


@dataclass(frozen=True, slots=True)
class Script:
    """A whole deal. `events` are the engine's, as dictionaries, in order."""

    profile: str
    players: int
    dealer: int
    stake: int
    packs: int
    level: str | None
    turn: str
    stock: int
    steps: tuple[Step, ...]
    hands: dict[int, Cards] = field(default_factory=dict)
    dealt: dict[int, Cards] = field(default_factory=dict)
    events: tuple[dict[str, Any], ...] = ()
    winner: int | None = None
    multiplier: int | None = None
    payments: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Habits:
    """How this table plays. Times in seconds, chances 0 to 1.

    `think` is the median pause before a play; `alert` how long an illegal play lies before it is taken back.
    """

    think: float = 1.3
    reach: float = 0.62
    linger: float = 0.25
    long_linger: float = 0.08
    split: float = 0.10
    knock: float = 0.5
    slide: float = 0.15
    reverse_fan: float = 0.08
    alert: float = 3.0
    jitter: float = 1.0
    sweep: SweepStyle = SweepStyle.TURN_DOWN
    sweep_after: float = 0.9
    shown_for: float = 4.0
