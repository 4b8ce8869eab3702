"""The state of a table: a fold over events, with everything that a scoreboard shows.

Hands are hidden: a seat has a count and the cards it has shown. A known hand is optional (films, tests).
Times, names and pictures belong to the server.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import prod
from typing import Any, Self

from .amount import Amount
from .codec import decode, encode
from .payment import Doubling, Payment


class Phase(StrEnum):
    """Where a deal stands."""

    IDLE = "idle"
    """Before the first deal, or a settled deal:
    `StartDeal` comes next (`state.settlement` is the last result).
    """
    PLAYING = "playing"
    SHOWING = "showing"
    """The deal has ended: `state.awaiting` seats still have to lay their hands open, then `Settle`."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat in one deal."""

    count: int = 0
    """Cards held, as far as plays and implied draws tell."""
    shown: tuple[str, ...] = ()
    """Cards it has played, in order."""
    plays: int = 0
    """Combinations it has played."""
    drawn: int = 0
    """Cards it has drawn from the stock."""
    place: int | None = None
    """Finishing place, from 1, once it is out."""
    called: int | None = None
    """The last-card call in force, or None."""
    missed_call: bool = False
    hand: tuple[str, ...] | None = None
    """The hand itself, only where it is known."""
    laid_open: tuple[str, ...] | None = None
    """The hand as laid open after the deal (or laid down before it)."""


@dataclass(frozen=True, slots=True)
class OnTable:
    """The combination that must be beaten: its owner, and the reading in force."""

    seat: int
    cards: tuple[str, ...]
    combination: str
    """The shape's code (`single`, `pair`, `straight`, `bomb` …), or `none` for a let-stand play of no shape.
    """
    stands_for: tuple[str, ...]
    """Ranks of the reading in force, low to high, one per card."""
    wilds: int = 0
    declared: bool = False
    play: int = 0
    alternatives: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Pending:
    """A refused play that still lies on the table."""

    seat: int
    cards: tuple[str, ...]
    code: str
    params: dict[str, Any]
    declared: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of the last settled deal."""

    deal: int
    winner: int | None
    multiplier: int
    payments: tuple[Payment, ...]
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What is common to all games; a game may add fields of its own in a subclass."""

    game: str
    profile: str
    players: int
    stake: Amount = 1
    phase: Phase = Phase.IDLE
    deal: int = 0
    """Number of the deal, from 1; 0 before the first."""
    dealer: int | None = None
    leader: int | None = None
    """Who leads (or led) the present trick; None while only the first lead will tell."""
    turn: int | None = None
    """Whose turn it is; None unless playing (or not known yet)."""
    seats: tuple[Seat, ...] = ()
    current: OnTable | None = None
    """What must be beaten; None when a lead is due."""
    passed: tuple[int, ...] = ()
    """Seats that have passed since `current` was played."""
    plays: int = 0
    """Combinations played in this deal."""
    tricks: int = 0
    stock: int = 0
    """Undealt cards left."""
    stock_cards: tuple[str, ...] | None = None
    """The stock itself, top first, only where it is known."""
    used: tuple[str, ...] = ()
    """Cards that have been played and cannot come again (until a reshuffle)."""
    pending: tuple[Pending, ...] = ()
    """Refused plays that nobody has taken back yet; the last is the newest."""
    doublings: tuple[Doubling, ...] = ()
    """Doublings for every loser so far, in order of play."""
    order: tuple[int, ...] = ()
    """Seats that are out, in order of finishing."""
    winner: int | None = None
    ended: str | None = None
    """Why the deal ended (`DealEnded.reason`), None while it runs."""
    awaiting: tuple[int, ...] = ()
    """Seats whose hands the score needs and nobody has laid open yet."""
    settlement: Settlement | None = None
    totals: tuple[Amount, ...] = ()
    """Totals per seat of the evening or of the match."""
    deals_counted: int = 0
    """How many deals the totals hold; void ones do not count."""
    last_winner: int | None = None
    next_dealer: int | None = None
    """Who deals next by the profile's rule; None: to be drawn, agreed or cut."""

    @property
    def multiplier(self) -> int:
        """The live multiplier: the product of the doublings for every loser."""
        return prod(doubling.factor for doubling in self.doublings)

    def with_seat(self, number: int, **changes: Any) -> Self:
        """The same state with one seat changed."""
        seats = list(self.seats)
        seats[number] = replace(seats[number], **changes)
        return replace(self, seats=tuple(seats))

    def to_dict(self) -> dict[str, Any]:
        """The state as JSON values."""
        return {**encode(self), "multiplier": self.multiplier}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The state that `to_dict` wrote."""
        return decode(cls, {name: value for name, value in data.items() if name != "multiplier"})


def state_hash(state: State) -> str:
    """A stable fingerprint (sha256, hex) of a state: equal states have equal hashes on every machine."""
    text = json.dumps(encode(state), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
