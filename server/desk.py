"""What the referee remembers of a deal: the engine's state, the cards laid, and what is still open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.errors import RecordError
from engine.events import Event, event_from_dict
from engine.game import Game
from engine.state import Phase, State

from .facts import APPEARED, CLEARED, Fact
from .records import Body

ASKED = "asked"
SECOND_LOOK = "second-look"
TAKEN_BACK = "taken-back"
WITHDRAW = "withdraw"
IGNORED = "ignored"
HAND_SEEN = "hand-seen"
HAND_SHORT = "hand-short"
LIFTED = "doubt-lifted"
OWN_KINDS = frozenset({ASKED, SECOND_LOOK, TAKEN_BACK, WITHDRAW, IGNORED, HAND_SEEN, HAND_SHORT, LIFTED})
"""Derived events that are the referee's, not the engine's."""


class Outcome(StrEnum):
    """What became of a group of cards."""

    OPEN = "open"
    PLAYED = "played"
    REFUSED = "refused"
    ASKED = "asked"
    HAND = "hand"
    TRIBUTE = "tribute"
    IGNORED = "ignored"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Derived:
    """One event that the referee derived from the fact `cause`: the engine's, or one of `OWN_KINDS`."""

    cause: int
    kind: str
    body: Body
    meta: Body = field(default_factory=dict)

    @classmethod
    def of(cls, cause: int, event: Event, meta: Body | None = None) -> Derived:
        """An engine event."""
        body = event.to_dict()
        return cls(cause, body.pop("kind"), body, meta or {})

    @property
    def event(self) -> Event | None:
        """The engine's event, None for the referee's own."""
        return None if self.kind in OWN_KINDS else event_from_dict({"kind": self.kind, **self.body})


@dataclass(frozen=True, slots=True)
class Laid:
    """A group of cards that was seen: which fact, what it was taken for, whether it still lies there."""

    fact: Fact
    outcome: Outcome = Outcome.OPEN
    seat: int | None = None
    cards: tuple[str, ...] = ()
    on_table: bool = True

    def is_observation(self, eye: int, numbers: Iterable[int]) -> bool:
        """Whether one of these observations of one run of the eye is this group."""
        own = {self.fact.body.get("id"), *self.fact.body.get("also", ())}
        return self.fact.kind == APPEARED and self.fact.eye == eye and not own.isdisjoint(numbers)


@dataclass(frozen=True, slots=True)
class Desk:
    """The referee's state: a fold over a deal's facts and derived events.

    `shaky`: something in this trick is not known for sure, so nobody is accused. `swept`: the table was
    cleared since the last play. `doubt`: the group that waits for a second look.
    """

    state: State
    laid: tuple[Laid, ...] = ()
    questions: tuple[tuple[int, Body], ...] = ()
    doubt: Fact | None = None
    begun: Fact | None = None
    shaky: bool = False
    swept: bool = False

    def group(self, seq: int) -> Laid | None:
        """The group that a fact laid."""
        return next((laid for laid in reversed(self.laid) if laid.fact.seq == seq), None)

    def last_play(self) -> Laid | None:
        """The newest group that was taken for a play, refused or asked about."""
        kinds = (Outcome.PLAYED, Outcome.REFUSED, Outcome.ASKED)
        return next((laid for laid in reversed(self.laid) if laid.outcome in kinds), None)

    def lying(self) -> Iterator[str]:
        """Cards that lie in the play area, as believed."""
        for laid in self.laid:
            if laid.on_table and laid.outcome is not Outcome.HAND:
                yield from laid.cards


def with_fact(desk: Desk, fact: Fact) -> Desk:
    """The desk after a fact was put before the referee, before anything is derived from it."""
    if fact.kind == APPEARED:
        codes = tuple(card["code"] for card in fact.body["cards"])
        return replace(desk, laid=(*desk.laid, Laid(fact, cards=codes)))
    if fact.kind == CLEARED and desk.state.phase is Phase.PLAYING:
        laid = tuple(replace(each, on_table=False) for each in desk.laid)
        return replace(desk, laid=laid, swept=True, shaky=False)
    return desk


def with_derived(game: Game, desk: Desk, fact: Fact, derived: Derived) -> Desk:
    """The desk after one derived event of `fact`."""
    if derived.kind in OWN_KINDS:
        return _with_own(desk, fact, derived)
    event = derived.event
    if event is None:
        raise RecordError(f"not an event: {derived.kind}")
    desk = replace(desk, state=game.evolve(desk.state, event))
    if derived.kind == "trick-won":
        return replace(desk, shaky=False)
    return _with_outcome(desk, fact, derived)


_OUTCOMES = {
    "played": Outcome.PLAYED,
    "refused": Outcome.REFUSED,
    "hand-shown": Outcome.HAND,
    "tribute-paid": Outcome.TRIBUTE,
    "card-returned": Outcome.TRIBUTE,
}


def _with_outcome(desk: Desk, fact: Fact, derived: Derived) -> Desk:
    if derived.kind == "retracted":
        return _back(desk, tuple(derived.body["cards"]))
    outcome = _OUTCOMES.get(derived.kind)
    if outcome is None:
        return desk
    if outcome is Outcome.TRIBUTE:
        return _marked(desk, fact, outcome, int(derived.body["seat"]), (str(derived.body["card"]),))
    if outcome is Outcome.HAND:
        cards = _seen_codes(fact)
        desk = _counted(desk, int(derived.body["seat"]), len(derived.body["cards"]))
    else:
        cards = tuple(derived.body["cards"])
        desk = replace(desk, swept=desk.swept and outcome is not Outcome.PLAYED)
    return _marked(desk, fact, outcome, int(derived.body["seat"]), cards)


def _counted(desk: Desk, seat: int, shown: int) -> Desk:
    """Once a seat's whole hand is known, the question how many cards lie open there is moot."""
    if shown != desk.state.seats[seat].count:
        return desk
    questions = tuple(
        (target, body)
        for target, body in desk.questions
        if (body["code"], body.get("seat")) != ("hand-count", seat)
    )
    return replace(desk, questions=questions)


def _seen_codes(fact: Fact) -> tuple[str, ...]:
    return tuple(card["code"] for card in fact.body.get("cards", ()))


def _marked(desk: Desk, fact: Fact, outcome: Outcome, seat: int | None, cards: tuple[str, ...]) -> Desk:
    if not any(laid.fact.seq == fact.seq for laid in desk.laid):
        return replace(desk, laid=(*desk.laid, Laid(fact, outcome, seat, cards)))
    laid = tuple(
        replace(each, outcome=outcome, seat=seat, cards=cards) if each.fact.seq == fact.seq else each
        for each in desk.laid
    )
    return replace(desk, laid=laid)


def _back(desk: Desk, cards: tuple[str, ...]) -> Desk:
    """The newest refused group of these cards went back into the hand."""
    groups = list(desk.laid)
    for place in range(len(groups) - 1, -1, -1):
        if groups[place].outcome is Outcome.REFUSED and sorted(groups[place].cards) == sorted(cards):
            groups[place] = replace(groups[place], outcome=Outcome.BACK, on_table=False)
            break
    return replace(desk, laid=tuple(groups))


def _with_own(desk: Desk, fact: Fact, derived: Derived) -> Desk:
    body = derived.body
    if derived.kind == ASKED:
        desk = replace(desk, questions=(*desk.questions, (fact.seq, body)), shaky=desk.shaky or body["shaky"])
        group = desk.group(fact.seq)
        if group is None or group.outcome is not Outcome.OPEN:
            return desk
        return _marked(desk, fact, Outcome.ASKED, body.get("seat"), tuple(body["cards"]))
    if derived.kind == SECOND_LOOK:
        return replace(desk, doubt=fact)
    if derived.kind == LIFTED:
        return replace(desk, doubt=None)
    if derived.kind == IGNORED:
        return _marked(desk, fact, Outcome.IGNORED, None, _seen_codes(fact))
    if derived.kind == HAND_SEEN:
        return _marked(desk, fact, Outcome.HAND, body["seat"], _seen_codes(fact))
    if derived.kind == TAKEN_BACK:
        return _taken_back(desk, int(body["target"]))
    return desk


def _taken_back(desk: Desk, target: int) -> Desk:
    """An asked group left the table again: its question is moot."""
    laid = tuple(
        replace(each, outcome=Outcome.BACK, on_table=False) if each.fact.seq == target else each
        for each in desk.laid
    )
    questions = tuple(question for question in desk.questions if question[0] != target)
    return replace(desk, laid=laid, questions=questions, shaky=bool(questions) and desk.shaky)
