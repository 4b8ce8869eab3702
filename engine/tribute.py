"""Tribute between two Guandan deals (进贡, 还贡, 抗贡; RULES.md, section Guandan).

Who owes what is known from the finishing order; the cards are seen on the table or entered by a person. All
functions are pure: `Tribute` is the state, `engine.guandan_tribute` decides and applies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .actions import Action, action_kind
from .events import Event, event_kind
from .guandan_order import BIG_JOKER, LEVELS, RANK_OF, strength, wild_card


@action_kind("pay-tribute")
@dataclass(frozen=True, slots=True)
class PayTribute(Action):
    """A payer lays down its highest card."""

    seat: int
    card: str


@action_kind("return-card")
@dataclass(frozen=True, slots=True)
class ReturnCard(Action):
    """A receiver gives a card back to whom it got one from."""

    seat: int
    card: str


@action_kind("resist")
@dataclass(frozen=True, slots=True)
class Resist(Action):
    """The payers show both big jokers (抗贡); `seats` are those who hold them, empty: not known which."""

    seats: tuple[int, ...] = ()


@action_kind("skip-tribute")
@dataclass(frozen=True, slots=True)
class SkipTribute(Action):
    """Tribute was settled out of sight, or the table plays without: the deal begins. `leader` None: the first
    lead tells."""

    leader: int | None = None


@event_kind("tribute-due")
@dataclass(frozen=True, slots=True)
class TributeDue(Event):
    """`payers` owe one card each, last place first; `receivers` take them, first place first."""

    payers: tuple[int, ...]
    receivers: tuple[int, ...]


@event_kind("resisted")
@dataclass(frozen=True, slots=True)
class Resisted(Event):
    """Both big jokers are with the payers: nobody pays. `shown` says who holds them, one entry a joker, if
    known."""

    shown: tuple[int, ...] = ()


@event_kind("tribute-paid")
@dataclass(frozen=True, slots=True)
class TributePaid(Event):
    """A payer's card lies on the table. `legal` False: a refused card that the table let stand."""

    seat: int
    card: str
    legal: bool = True


@event_kind("tribute-taken")
@dataclass(frozen=True, slots=True)
class TributeTaken(Event):
    """A receiver takes a payer's card."""

    seat: int
    payer: int
    card: str


@event_kind("card-returned")
@dataclass(frozen=True, slots=True)
class CardReturned(Event):
    """A receiver's card goes to its payer. `legal` False: a refused card that the table let stand."""

    seat: int
    payer: int
    card: str
    legal: bool = True


@event_kind("tribute-done")
@dataclass(frozen=True, slots=True)
class TributeDone(Event):
    """Tribute is over and the deal begins. `leader` None: only the first lead will tell. `seen` False:
    settled unseen."""

    leader: int | None
    seen: bool = True


@dataclass(frozen=True, slots=True)
class Tribute:
    """Tribute in progress, one entry a payer or receiver.

    `takes` says whose card each receiver takes, None while that is open; `returned` what it gave back.
    """

    payers: tuple[int, ...]
    receivers: tuple[int, ...]
    paid: tuple[str | None, ...]
    takes: tuple[int | None, ...]
    returned: tuple[str | None, ...]
    done: bool = False
    resisted: bool = False

    @classmethod
    def due(cls, payers: tuple[int, ...], receivers: tuple[int, ...]) -> Tribute:
        """Nothing paid yet."""
        none: tuple[None, ...] = (None,) * len(payers)
        return cls(payers, receivers, none, none, none)

    @property
    def all_paid(self) -> bool:
        """Whether every payer's card is on the table."""
        return None not in self.paid

    @property
    def complete(self) -> bool:
        """Whether every receiver has given a card back."""
        return None not in self.returned

    def card_of(self, payer: int) -> str | None:
        """What a payer has paid."""
        return self.paid[self.payers.index(payer)]

    def payer_to(self, receiver: int) -> int | None:
        """Whose card a receiver takes."""
        return self.takes[self.receivers.index(receiver)]

    def returned_to(self, payer: int) -> str | None:
        """The card a payer got back."""
        return self.returned[self.takes.index(payer)] if payer in self.takes else None


def partner(seat: int) -> int:
    """The seat opposite."""
    return (seat + 2) % 4


def side(seat: int) -> int:
    """0 for NS (seats 0 and 2), 1 for EW."""
    return seat % 2


def owed(order: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Payers (last first) and receivers (first first) after a deal's full finishing order.

    After 1st and 2nd of one side both losers pay; otherwise the last pays the first, be they partners.
    """
    first, second, third, last = order
    if second == partner(first):
        return (last, third), (first, second)
    return (last,), (first,)


def tribute_strength(card: str, level: str) -> int:
    """How high a card is as tribute; the level hearts are excepted and count as nothing."""
    return 0 if card == wild_card(level) else strength(RANK_OF[card], level)


def highest(hand: Iterable[str], level: str) -> int:
    """Strength of the highest card a hand must pay; 0 if it holds level hearts alone."""
    return max((tribute_strength(card, level) for card in hand), default=0)


def may_return(card: str, at_most: str) -> bool:
    """Whether a card may be given back: any, or by its natural rank, so that a level card ≤ 10 may."""
    if at_most not in LEVELS:
        return True
    return RANK_OF[card] in LEVELS and LEVELS.index(RANK_OF[card]) <= LEVELS.index(at_most)


def resists(hands: Iterable[Iterable[str]]) -> bool:
    """Whether the payers' hands hold both big jokers between them."""
    held: Counter[str] = Counter()
    for hand in hands:
        held.update(hand)
    return held[BIG_JOKER] == 2


def takers(tribute: Tribute, level: str, higher_first: bool) -> tuple[int, ...]:
    """Whose card each receiver takes, first place first, once all have paid.

    Last to first and third to second; with `higher_first` the higher card goes to first place, and of equal
    cards first place takes that of its next seat.
    """
    if len(tribute.payers) == 1 or not higher_first:
        return tuple(tribute.payers)
    one, two = tribute.payers
    strengths = [tribute_strength(card or "", level) if card else 0 for card in tribute.paid]
    if strengths[0] == strengths[1]:
        first_takes = (tribute.receivers[0] + 1) % 4
    else:
        first_takes = one if strengths[0] > strengths[1] else two
    return (first_takes, two if first_takes == one else one)
