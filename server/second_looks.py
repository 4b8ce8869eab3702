"""Second looks under way: which group was asked about, whether the answer came, or that it never will."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from vision.observations import CardsAppeared, CardsReread, Observation, SeenCard

from .session import Look

PATIENCE = 2.0
"""Seconds of the source's clock that a second look may take."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One report of the eye: an observation, the answer to a second look, or that the source has ended."""

    eye: int
    observation: Observation | None = None
    look: Look | None = None
    cards: tuple[SeenCard, ...] = field(default=())
    ended: bool = False


class SecondLooks:
    """Passes observations on, and takes out those that answer a second look.

    `order` tells the watcher to read a group again; a `CardsReread` of that group is the answer.
    """

    def __init__(self, eye: int, order: Callable[[CardsAppeared], None]) -> None:
        self._eye = eye
        self._order = order
        self._groups: dict[int, CardsAppeared] = {}
        self._waiting: dict[int, tuple[Look, float]] = {}

    def request(self, look: Look, at: float) -> None:
        """Look again at a group that was reported before; `at` is the source's time now."""
        group = self._groups.get(look.observation)
        self._waiting[look.observation] = (look, at if group is not None else at - PATIENCE)
        if group is not None:
            self._order(group)

    def sort(self, observations: Iterable[Observation]) -> Iterator[Seen]:
        """The reports that these observations make."""
        for seen in observations:
            if isinstance(seen, CardsAppeared):
                self._groups[seen.id] = seen
            if isinstance(seen, CardsReread) and seen.id in self._waiting:
                look, _ = self._waiting.pop(seen.id)
                yield Seen(self._eye, look=look, cards=seen.cards)
            else:
                yield Seen(self._eye, observation=seen)

    def overdue(self, at: float | None = None) -> Iterator[Seen]:
        """Looks that nothing came of by `at`; all that are left, when no time is given."""
        for number, (look, since) in list(self._waiting.items()):
            if at is None or at - since >= PATIENCE:
                del self._waiting[number]
                yield Seen(self._eye, look=look)
