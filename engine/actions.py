"""What people do at the table, as seen by the camera or entered by hand: the input of `decide`.

Seats are numbered 0, 1, … in turn direction. Cards are codes (`engine.cards`). Every action has a `kind` and
round-trips through `to_dict()` and `action_from_dict()`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, TypeVar

from .codec import decode, encode
from .errors import RecordError


@dataclass(frozen=True, slots=True)
class Action:
    """Base of all actions."""

    kind: ClassVar[str] = "action"

    def to_dict(self) -> dict[str, Any]:
        """The action as JSON values, with its `kind`."""
        return {"kind": self.kind, **encode(self)}


_ACTIONS: dict[str, type[Action]] = {}
_EXTRA_MODULES = (".guandan_actions", ".tribute", ".colour_state")
A = TypeVar("A", bound=type[Action])


def action_kind(kind: str) -> Callable[[A], A]:
    """Class decorator that names an action and makes `action_from_dict` know it."""

    def register(cls: A) -> A:
        cls.kind = kind
        _ACTIONS[kind] = cls
        return cls

    return register


def action_from_dict(data: Mapping[str, Any]) -> Action:
    """The action that `to_dict` wrote.

    Raises:
        RecordError: on an unknown kind or wrong fields.
    """
    kind = data.get("kind")
    if kind not in _ACTIONS:
        _load_extra_modules()
    if not isinstance(kind, str) or kind not in _ACTIONS:
        raise RecordError(f"unknown action {kind!r}: one of {', '.join(sorted(_ACTIONS))}")
    return decode(_ACTIONS[kind], {name: value for name, value in data.items() if name != "kind"})


def _load_extra_modules() -> None:
    for module in _EXTRA_MODULES:
        try:
            import_module(module, __package__)
        except ModuleNotFoundError as error:
            if error.name != f"{__package__}{module}":
                raise


@action_kind("start-deal")
@dataclass(frozen=True, slots=True)
class StartDeal(Action):
    """A new deal begins.

    `dealer` None: taken from the profile's rule for the next dealer (`state.next_dealer`), or from `cut`, the
    card lifted by the seat before the winner. `hands` (one per seat) and `stock` (top card first) are known
    only in films and tests. `start_card` is the card turned over to start the pile (colour-match).
    """

    dealer: int | None = None
    cut: str | None = None
    hands: tuple[tuple[str, ...], ...] | None = None
    stock: tuple[str, ...] | None = None
    start_card: str | None = None


@action_kind("new-match")
@dataclass(frozen=True, slots=True)
class NewMatch(Action):
    """Totals start again from zero; only between deals."""


@action_kind("play")
@dataclass(frozen=True, slots=True)
class Play(Action):
    """A seat lays cards down.

    `declared` are the ranks of the whole combination as the player called it ("3 4 5").
    """

    seat: int
    cards: tuple[str, ...]
    declared: tuple[str, ...] | None = None


@action_kind("pass")
@dataclass(frozen=True, slots=True)
class Pass(Action):
    """A seat says that it passes. Never needed: passes are inferred from the next play."""

    seat: int


@action_kind("retract")
@dataclass(frozen=True, slots=True)
class Retract(Action):
    """The refused play is taken back into the hand. `seat` None: the last refused one."""

    seat: int | None = None


@action_kind("let-stand")
@dataclass(frozen=True, slots=True)
class LetStand(Action):
    """The table lets the refused play stand: the cards leave the hand and are what must be beaten now."""

    seat: int | None = None


@action_kind("call")
@dataclass(frozen=True, slots=True)
class Call(Action):
    """A last-card call (报单): the seat says how many cards it holds, or will hold after its next play."""

    seat: int
    count: int


@action_kind("missed-call")
@dataclass(frozen=True, slots=True)
class MissedCall(Action):
    """A person reports that the seat forgot its last-card call. Silence alone accuses nobody."""

    seat: int


@action_kind("draw")
@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A person corrects or reports a draw that the rules do not imply (penalty cards, a wrong draw)."""

    seat: int
    count: int = 1
    cards: tuple[str, ...] | None = None


@action_kind("lay-down")
@dataclass(frozen=True, slots=True)
class LayDown(Action):
    """撒牌: the seat shows its whole dealt hand, one straight, before the first lead."""

    seat: int
    cards: tuple[str, ...]


@action_kind("choose-colour")
@dataclass(frozen=True, slots=True)
class ChooseColour(Action):
    """The player of the choosing card names the colour to follow: `red` or `black` (colour-match)."""

    seat: int
    colour: str


@action_kind("end-deal")
@dataclass(frozen=True, slots=True)
class EndDeal(Action):
    """A person ends the deal:
    `void` (nobody can lead: nothing is paid, the same player deals again), or a winner is named.
    """

    reason: str = "void"
    winner: int | None = None


@action_kind("show-hand")
@dataclass(frozen=True, slots=True)
class ShowHand(Action):
    """A hand is laid open after the deal. A second time replaces the first."""

    seat: int
    cards: tuple[str, ...]


@action_kind("settle")
@dataclass(frozen=True, slots=True)
class Settle(Action):
    """Reckon the deal. With `force`, hands that nobody has laid open count as plain cards."""

    force: bool = False
