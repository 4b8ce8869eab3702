"""The events of one decision, with the state as it moves along with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from .events import Event
from .state import State

S = TypeVar("S", bound=State)


class Script(Generic[S]):
    """Collects events; `state` is always the state after the last one."""

    def __init__(self, state: S, evolve: Callable[[S, Event], S]) -> None:
        self.state = state
        self.events: list[Event] = []
        self.evolve = evolve

    def emit(self, event: Event) -> None:
        """Append an event and move the state on."""
        self.events.append(event)
        self.state = self.evolve(self.state, event)
