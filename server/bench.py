"""Where the referee works on one fact: it tries actions, keeps what follows, and the desk moves along."""

from __future__ import annotations

from engine.actions import Action
from engine.errors import EngineError
from engine.events import Event, Refused
from engine.game import Game

from .desk import ASKED, IGNORED, Derived, Desk, with_derived
from .facts import Fact
from .records import Body

_SEEN = frozenset({"played", "refused", "hand-shown", "tribute-paid", "card-returned", "contradiction"})
"""Events that say what was seen, and keep its evidence."""


class Bench:
    """One fact under decision. `desk` is always the state after what was derived so far."""

    def __init__(self, game: Game, desk: Desk, fact: Fact) -> None:
        self.game = game
        self.desk = desk
        self.fact = fact
        self.derived: list[Derived] = []

    def try_action(self, action: Action) -> tuple[Event, ...] | None:
        """What would follow from an action; None when it does not fit the state at all."""
        try:
            return self.game.decide(self.desk.state, action)
        except EngineError:
            return None

    def act(self, action: Action, meta: Body | None = None) -> None:
        """Do it, whatever the verdict. Raises EngineError when it does not fit the state."""
        self.take(self.game.decide(self.desk.state, action), meta)

    def take(self, events: tuple[Event, ...], meta: Body | None = None) -> None:
        """Keep events of the engine; `meta` goes with those that say what was seen."""
        for event in events:
            self._add(Derived.of(self.fact.seq, event, dict(meta or {}) if event.kind in _SEEN else {}))

    def note(self, kind: str, body: Body, meta: Body | None = None) -> None:
        """Keep an event of the referee's own."""
        self._add(Derived(self.fact.seq, kind, body, meta or {}))

    def ignore(self, reason: str) -> None:
        """The cards seen are no play."""
        self.note(IGNORED, {"reason": reason})

    def ask(
        self,
        code: str,
        *,
        seat: int | None = None,
        cards: tuple[str, ...] = (),
        alternatives: list[Body] | None = None,
        params: Body | None = None,
        shaky: bool = True,
    ) -> None:
        """Ask a person to look. `shaky`: until it is answered nobody is accused in this trick."""
        body: Body = {
            "code": code,
            "seat": seat,
            "cards": list(cards),
            "alternatives": alternatives or [],
            "params": params or {},
            "shaky": shaky,
        }
        self.note(ASKED, body, {"evidence": self.fact.evidence})

    def _add(self, derived: Derived) -> None:
        self.derived.append(derived)
        self.desk = with_derived(self.game, self.desk, self.fact, derived)


def refused(events: tuple[Event, ...]) -> Refused | None:
    """The refusal among events, if there is one."""
    return next((event for event in events if isinstance(event, Refused)), None)
