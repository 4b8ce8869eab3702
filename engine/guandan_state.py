"""The state of a Guandan match: the common state of a deal, and levels, stage, tribute and the referee's
ledger."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any

from .guandan_combos import Combo, combo_of
from .guandan_order import COPIES
from .state import OnTable, State
from .tribute import Tribute, partner


def combo_on_table(current: OnTable | None, level: str) -> Combo | None:
    """The reading in force; None when a lead is due or what lies there has no shape."""
    if current is None or current.combination == "none":
        return None
    return combo_of(current.combination, current.stands_for, level)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuandanState(State):
    """A fold over events; sides are 0 (NS, seats 0 and 2) and 1 (EW, seats 1 and 3)."""

    levels: tuple[str, str] = ("2", "2")
    stage: int | None = None
    """The side on stage (台上): it won the last deal; None before the first."""
    level: str = "2"
    """The level of this deal, or of the next when none runs."""
    failed: tuple[int, int] = (0, 0)
    """Failed tries at A that still count."""
    debts: tuple[int, int] = (0, 0)
    """Levels still to be taken from later climbs."""
    round: int = 1
    tribute: Tribute | None = None
    """This deal's tribute, in progress or done."""
    known: tuple[tuple[str, ...], ...] = ((), (), (), ())
    """Cards seen going into each hand by tribute and not played since."""
    faulted: tuple[int, ...] = ()
    """Seats whose tribute has already been found wrong in this deal."""
    previous_order: tuple[int, ...] = ()
    """Finishing order of the last deal: who owes tribute before the next."""
    offences: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The referee's ledger: counted reports per offence and side."""
    match_winner: int | None = None
    """The side that won the match."""
    match_ended: str | None = None
    """Why the match is over, None while it runs."""

    @property
    def in_tribute(self) -> bool:
        """Whether tribute is still going on."""
        return self.tribute is not None and not self.tribute.done

    @property
    def to_beat(self) -> Combo | None:
        """The reading in force; None when a lead is due or what lies there has no shape."""
        return combo_on_table(self.current, self.level)

    def is_in(self, seat: int) -> bool:
        """Whether a seat still holds cards."""
        return self.seats[seat].place is None

    def waiting(self) -> tuple[int, ...]:
        """Seats that may still answer what lies on the table, in turn."""
        if self.current is None:
            return ()
        owner = self.current.seat
        around = ((owner + step) % self.players for step in range(1, self.players))
        return tuple(seat for seat in around if self.is_in(seat) and seat not in self.passed)

    def leader_after_trick(self) -> int:
        """Who leads when nobody answers: the owner, or its partner if it is out (接风)."""
        assert self.current is not None
        owner = self.current.seat
        return owner if self.is_in(owner) else partner(owner)

    def copies_elsewhere(self, card: str, seat: int) -> int:
        """Copies of a card that cannot be in this seat's hand: played, or seen going into another hand."""
        hidden = sum(cards.count(card) for other, cards in enumerate(self.known) if other != seat)
        return self.used.count(card) + hidden

    def third_copies(self, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Cards of a play that two packs cannot hold any more."""
        kinds = dict.fromkeys(cards)
        return tuple(c for c in kinds if cards.count(c) + self.copies_elsewhere(c, seat) > COPIES)

    def deal_level(self) -> str:
        """The level at which the next deal is played: that of the side on stage."""
        return self.levels[0 if self.stage is None else self.stage]

    def finishing_order(self, out: tuple[int, ...]) -> tuple[int, ...]:
        """All four seats once those in `out` are out: then the fewer cards first, of equal hands the next in
        turn."""
        last = out[-1] if out else 0
        left = [seat for seat in range(self.players) if seat not in out]
        left.sort(key=lambda seat: (self.seats[seat].count, (seat - last) % self.players))
        return (*out, *left)


_NAMES = tuple(one.name for one in fields(GuandanState))
_PLACES = {name: place for place, name in enumerate(_NAMES)}
_read_all = attrgetter(*_NAMES)
_WRITERS = tuple(getattr(GuandanState, name).__set__ for name in _NAMES)


def changed(state: GuandanState, **changes: Any) -> GuandanState:
    """The state with some fields changed: `dataclasses.replace`, written out because every event needs it."""
    values = list(_read_all(state))
    for name, value in changes.items():
        values[_PLACES[name]] = value
    after = object.__new__(GuandanState)
    for write, value in zip(_WRITERS, values, strict=True):
        write(after, value)
    return after
