"""The verdict on one play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a play is legal, and why not.

    `code` is `ok` or the broken rule; `kind` the shape in force (of a refused play: the shape the cards would
    have, or `none`); `stands_for` the ranks of the reading in force, low to high, one per card, empty if
    there is none; `message_params` fill `engine.messages.message(code, params, lang)`.
    """

    legal: bool
    code: str
    kind: str
    stands_for: tuple[str, ...] = ()
    message_params: dict[str, Any] = field(default_factory=dict)
    wilds: int = 0
    alternatives: tuple[tuple[str, ...], ...] = ()
    reading: Any = None
    """The game's own form of the reading in force (Gandengyan: `engine.combos.Combo`)."""


@dataclass(frozen=True, slots=True)
class LegalPlay:
    """One legal play from a known hand.

    `kind` is the shape's code, `stands_for` the ranks as read; `declared` what must be called for that
    reading to hold, None if it holds undeclared; `reading` the game's own form of it.
    """

    cards: tuple[str, ...]
    kind: str
    stands_for: tuple[str, ...]
    declared: tuple[str, ...] | None = None
    reading: Any = None
