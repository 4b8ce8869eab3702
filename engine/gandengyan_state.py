"""What a Gandengyan table must remember beside the common state, to check claims when hands are laid open."""

from __future__ import annotations

from dataclasses import dataclass

from .state import State


@dataclass(frozen=True, slots=True)
class Lead:
    """The first lead of a deal under a lowest-card rule."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeadSkipped:
    """A seat that was taken to hold only jokers, so that the lead moved on.

    `count` cards were held then; `shown` and `drawn` are how many it had played and drawn before.
    """

    seat: int
    play: int
    count: int
    shown: int
    drawn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GandengyanState(State):
    """A Gandengyan (or colour-match) table."""

    first_lead: Lead | None = None
    skipped: tuple[LeadSkipped, ...] = ()
    stuck: tuple[int, ...] = ()
    """Seats from which the lead has moved on in this trick, because they hold only jokers."""
    laid_down: tuple[int, ...] = ()
    """Seats that have laid their dealt hand down (撒牌), in order."""
    reshuffles: int = 0
