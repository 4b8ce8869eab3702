"""The matching game: its state beside the common one, and its own events and actions."""

from __future__ import annotations

from dataclasses import dataclass

from .actions import Action, action_kind
from .events import Event, event_kind
from .state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourState(State):
    """A colour-match table. `current` is the top card; its `stands_for` are rank and colour to follow.

    The colour is `red`, `black`, or `any` while a choosing card's colour has not been said.
    """

    step: int = 1
    """+1 in turn direction, -1 after a reverse."""
    draw_due: int = 0
    """Cards that the seat on turn must draw, unless it adds to them."""
    skip_due: int = 0
    """Seats still to be skipped, the one on turn first."""
    stuck: int = 0
    """Seats in a row that could not play with the stock empty."""
    penalties: tuple[int, ...] = ()
    """Illegal plays per seat in this deal."""
    start_changed: bool = False


@action_kind("change-start-card")
@dataclass(frozen=True, slots=True)
class ChangeStartCard(Action):
    """A player has the start card changed: once a deal, before the first play. `card` None: not known."""

    seat: int
    card: str | None = None


@event_kind("start-card-changed")
@dataclass(frozen=True, slots=True)
class StartCardChanged(Event):
    """Another start card; the old one goes back into the stock."""

    seat: int
    card: str | None = None


@event_kind("colour-chosen")
@dataclass(frozen=True, slots=True)
class ColourChosen(Event):
    """The colour to follow from now on."""

    seat: int
    colour: str


@event_kind("skipped")
@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """A seat misses its turn because of a skip card."""

    seat: int
    inferred: bool = True


@event_kind("turned")
@dataclass(frozen=True, slots=True)
class Turned(Event):
    """The direction of play turns round."""

    step: int


@event_kind("penalised")
@dataclass(frozen=True, slots=True)
class Penalised(Event):
    """An illegal play costs points when the deal is reckoned."""

    seat: int
    code: str
