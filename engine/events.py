"""What happened, in the engine's words: the output of `decide`, the input of `evolve`, the lines of the log.

Events are facts that were derived: `evolve` applies them without judging. Every event has a `kind` and
round-trips through `to_dict()` and `event_from_dict()`. Seats are numbered 0, 1, … in turn direction; `play`
numbers the plays of a deal from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, ClassVar, TypeVar

from .codec import decode, encode
from .errors import RecordError
from .payment import Doubling, Payment


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""

    kind: ClassVar[str] = "event"

    def to_dict(self) -> dict[str, Any]:
        """The event as JSON values, with its `kind`."""
        return {"kind": self.kind, **encode(self)}


_EVENTS: dict[str, type[Event]] = {}
_EXTRA_MODULES = (".guandan_events", ".tribute", ".colour_state")
E = TypeVar("E", bound=type[Event])


def event_kind(kind: str) -> Callable[[E], E]:
    """Class decorator that names an event and makes `event_from_dict` know it."""

    def register(cls: E) -> E:
        cls.kind = kind
        _EVENTS[kind] = cls
        return cls

    return register


def event_from_dict(data: Mapping[str, Any]) -> Event:
    """The event that `to_dict` wrote.

    Raises:
        RecordError: on an unknown kind or wrong fields.
    """
    kind = data.get("kind")
    if kind not in _EVENTS:
        _load_extra_modules()
    if not isinstance(kind, str) or kind not in _EVENTS:
        raise RecordError(f"unknown event {kind!r}: one of {', '.join(sorted(_EVENTS))}")
    return decode(_EVENTS[kind], {name: value for name, value in data.items() if name != "kind"})


def _load_extra_modules() -> None:
    for module in _EXTRA_MODULES:
        try:
            import_module(module, __package__)
        except ModuleNotFoundError as error:
            if error.name != f"{__package__}{module}":
                raise


@event_kind("deal-started")
@dataclass(frozen=True, slots=True)
class DealStarted(Event):
    """Cards are dealt: `counts` per seat, `stock` cards left.

    `dealer` or `leader` None: only the first lead will tell (`dealer-found`); a dealer's extra card is in
    none of the counts then.
    """

    deal: int
    dealer: int | None
    leader: int | None
    counts: tuple[int, ...]
    stock: int
    hands: tuple[tuple[str, ...], ...] | None = None
    stock_cards: tuple[str, ...] | None = None
    start_card: str | None = None


@event_kind("dealer-found")
@dataclass(frozen=True, slots=True)
class DealerFound(Event):
    """The first lead tells who the dealer is; `extra` cards come on top of that seat's count, out of the
    stock.
    """

    seat: int
    extra: int = 0


@event_kind("match-started")
@dataclass(frozen=True, slots=True)
class MatchStarted(Event):
    """A new match: totals and the count of deals start at zero."""


@event_kind("passed")
@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat declined to answer; `inferred` from a later play unless it was said."""

    seat: int
    inferred: bool = True


@event_kind("lead-moved")
@dataclass(frozen=True, slots=True)
class LeadMoved(Event):
    """The seat with the lead cannot lead (only jokers, or out):
    the next seat leads instead, without a draw.
    """

    seat: int
    to: int
    reason: str
    inferred: bool = True


@event_kind("trick-won")
@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """Everyone else has passed: the seat wins the trick and leads, or `leader` if it is out."""

    seat: int
    leader: int
    inferred: bool = True


@event_kind("drew")
@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat takes cards from the stock; `cards` only where they are known."""

    seat: int
    count: int = 1
    inferred: bool = True
    cards: tuple[str, ...] | None = None


@event_kind("reshuffled")
@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The stock was empty: the played cards, but for those lying to be beaten, are the new stock."""

    count: int
    cards: tuple[str, ...] | None = None


@event_kind("played")
@dataclass(frozen=True, slots=True)
class Played(Event):
    """A combination is on the table and must be beaten now.

    `combination` names the shape, `stands_for` are the ranks of the reading in force (wild cards replaced),
    `alternatives` other readings that were possible. `legal` is False for a refused play that the table let
    stand; `code` says why.
    """

    seat: int
    cards: tuple[str, ...]
    play: int
    combination: str
    stands_for: tuple[str, ...]
    wilds: int = 0
    declared: bool = False
    lead: bool = False
    legal: bool = True
    code: str = "ok"
    alternatives: tuple[tuple[str, ...], ...] = ()


@event_kind("doubled")
@dataclass(frozen=True, slots=True)
class Doubled(Event):
    """A doubling for every loser: the live multiplier grows by `factor`."""

    doubling: Doubling


@event_kind("refused")
@dataclass(frozen=True, slots=True)
class Refused(Event):
    """An illegal play: the cards lie on the table, what must be beaten stays as it was.

    `code` and `params` make the sentence of `engine.messages.message`, which says what would have been legal.
    """

    seat: int
    cards: tuple[str, ...]
    code: str
    params: dict[str, Any] = field(default_factory=dict)
    declared: tuple[str, ...] | None = None


@event_kind("retracted")
@dataclass(frozen=True, slots=True)
class Retracted(Event):
    """A refused play went back into the hand."""

    seat: int
    cards: tuple[str, ...]


@event_kind("stood")
@dataclass(frozen=True, slots=True)
class Stood(Event):
    """A refused play stands after all:
    a person said so, or (`inferred`) the next seat answered it. `Played` follows.
    """

    seat: int
    cards: tuple[str, ...]
    inferred: bool = False


@event_kind("called")
@dataclass(frozen=True, slots=True)
class Called(Event):
    """A last-card call."""

    seat: int
    count: int


@event_kind("call-missed")
@dataclass(frozen=True, slots=True)
class CallMissed(Event):
    """A reported failure to call."""

    seat: int


@event_kind("laid-down")
@dataclass(frozen=True, slots=True)
class LaidDown(Event):
    """撒牌: the dealt hand of the seat is one straight; the deal will be settled by it."""

    seat: int
    cards: tuple[str, ...]


@event_kind("went-out")
@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """A seat has no card left; `place` counts from 1."""

    seat: int
    place: int


@event_kind("deal-ended")
@dataclass(frozen=True, slots=True)
class DealEnded(Event):
    """No more plays. `reason`:
    `out`, `lay-down`, `void`, `stock` (colour-match), `person`. `awaiting`: hands to be laid open.
    """

    winner: int | None
    reason: str
    awaiting: tuple[int, ...] = ()


@event_kind("hand-shown")
@dataclass(frozen=True, slots=True)
class HandShown(Event):
    """A hand laid open after the deal."""

    seat: int
    cards: tuple[str, ...]


@event_kind("contradiction")
@dataclass(frozen=True, slots=True)
class Contradiction(Event):
    """What was laid open does not fit what was seen:
    `code` and `params` make the sentence; `play` if one is meant.
    """

    code: str
    seat: int | None = None
    play: int | None = None
    params: dict[str, Any] = field(default_factory=dict)


@event_kind("settled")
@dataclass(frozen=True, slots=True)
class Settled(Event):
    """The deal is reckoned: one `Payment` per seat, and what they add to the evening's totals."""

    deal: int
    winner: int | None
    multiplier: int
    payments: tuple[Payment, ...]
    order: tuple[int, ...] = ()
    next_dealer: int | None = None
