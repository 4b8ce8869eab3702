"""The two functions that every game is, and where to find them.

    game = game_for(load_profile("classic"))
    state = game.start(4, stake=1)
    for action in actions:
        for event in game.decide(state, action):
            state = game.evolve(state, event)

`decide` holds all legality and changes nothing; `evolve` applies what was decided and judges nothing. Both
are pure and deterministic, so a log of events can be replayed and a correction re-derives everything after
it.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Protocol, cast

from .actions import Action
from .amount import Amount
from .events import Event
from .profile import AnyProfile
from .state import OnTable, State
from .verdict import LegalPlay, Verdict

_MODULES = {"gandengyan": ".gandengyan", "guandan": ".guandan", "colour-match": ".colour_match"}


class Game(Protocol):
    """A game under one profile."""

    @property
    def profile(self) -> AnyProfile:
        """The rules in force."""

    def start(self, players: int, *, stake: Amount | None = None) -> State:
        """The state before the first deal; `stake` None takes the profile's.

        Raises:
            EngineError: if the profile does not allow so many players (code `players`).
        """

    def decide(self, state: State, action: Action) -> tuple[Event, ...]:
        """What follows from an action, inferred passes, trick wins and draws first.

        Raises:
            ActionError: if the action does not fit the state at all. An illegal play is no error but
            `Refused`.
        """

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""


def game_for(profile: AnyProfile) -> Game:
    """The game that a profile describes: `gandengyan`, `guandan` or `colour-match`.

    Each game's module offers `game(profile) -> Game` and `judge(profile, on, play, level, declared) ->
    Verdict`.
    """
    return cast(Game, import_module(_MODULES[profile.game], __package__).game(profile))


def judge(
    profile: AnyProfile,
    on: tuple[str, ...] | None,
    play: tuple[str, ...],
    *,
    level: str | None = None,
    declared: tuple[str, ...] | None = None,
) -> Verdict:
    """The verdict on laying `play` on `on` (None: a lead), whoever plays; `on` is read undeclared.

    `declared` are the ranks of the whole combination as called, e.g. `("3", "4", "5")`.
    """
    module = import_module(_MODULES[profile.game], __package__)
    return cast(Verdict, module.judge(profile, on, play, level=level, declared=declared))


def legal_plays(
    profile: AnyProfile,
    hand: Iterable[str],
    current: OnTable | None = None,
    *,
    level: str | None = None,
) -> tuple[LegalPlay, ...]:
    """Every legal play from a known hand on `state.current` (None: a lead), whoever's turn it is.

    Plays that differ only in suits that do not matter are listed once.
    """
    module = import_module(_MODULES[profile.game], __package__)
    return cast(tuple[LegalPlay, ...], module.legal_plays(profile, hand, current, level=level))


def run(game: Game, state: State, actions: Iterable[Action]) -> tuple[State, tuple[Event, ...]]:
    """Decide and apply a run of actions; the final state and all events."""
    log: list[Event] = []
    for action in actions:
        for event in game.decide(state, action):
            state = game.evolve(state, event)
            log.append(event)
    return state, tuple(log)


def replay(game: Game, state: State, events: Iterable[Event]) -> State:
    """The state after a log of events."""
    for event in events:
        state = game.evolve(state, event)
    return state
