"""The evening's set-up: profile, players, stake, first dealer, layout. A fold over `table-set` records."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Self

from engine.actions import action_from_dict
from engine.amount import Amount, exact, plain
from engine.errors import EngineError
from engine.game import Game, game_for
from engine.profile import AnyProfile, check_players, load_profile, parse_profile, profile_names
from vision.layout import TableLayout, Turn

from .problems import UserError
from .records import Body

TABLE_SET = "table-set"
MAX_STAKE = 1_000_000


@dataclass(frozen=True, slots=True)
class Table:
    """How the table is set up. `people` are the stored numbers of the players by seat; their names live
    apart.

    `rules` is the profile's own text when a parameter was changed or the profile is a file, else empty.
    `opening` is an engine action that the first deal opens with: a Guandan match that goes on from elsewhere
    says its levels (`set-levels`).
    """

    profile: str
    people: tuple[int, ...]
    stake: Amount = 1
    session: str = ""
    first_dealer: int | None = None
    rules: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    layout: Body | None = None
    opening: Body | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.people)

    def game(self) -> Game:
        """The game to be played at this table."""
        return game_for(read_profile(self.profile, self.rules))

    def changed(self, **changes: Any) -> Self:
        """The table with some values changed, checked.

        Raises UserError: unknown profile, a number of players it refuses, a dealer who is not at the table.
        """
        table = replace(self, **changes)
        profile = read_profile(table.profile, table.rules)
        require_players(profile, table.players)
        layout = fitting_layout(table.layout, table.players, profile.direction)
        if table.first_dealer is not None and not 0 <= table.first_dealer < table.players:
            raise UserError("bad-dealer", f"Seat {table.first_dealer} is not at a table of {table.players}.")
        if table.opening is not None:
            table = replace(table, opening=_fitting(table))
        return replace(table, layout=layout)

    def to_dict(self) -> Body:
        """As JSON values."""
        return {
            "profile": self.profile,
            "people": list(self.people),
            "stake": plain(self.stake),
            "session": self.session,
            "first_dealer": self.first_dealer,
            "rules": self.rules,
            "parameters": dict(self.parameters),
            "layout": self.layout,
            "opening": self.opening,
        }

    @classmethod
    def from_dict(cls, data: Body) -> Table:
        """The table that `to_dict` wrote."""
        return cls(**{**data, "people": tuple(data["people"]), "stake": exact(data.get("stake", 1))})


def _fitting(table: Table) -> Body | None:
    """The table's opening if its game has such a thing; a table of another game forgets it.

    Raises UserError when what it says is wrong.
    """
    game = table.game()
    if game.profile.game != "guandan":
        return None
    try:
        game.decide(game.start(table.players), action_from_dict(dict(table.opening or {})))
    except EngineError as fault:
        raise UserError(fault.code, f"{fault}.") from fault
    return table.opening


def fitting_layout(layout: Body | None, players: int, direction: str) -> Body | None:
    """The layout; for another number of players or another turn the seats are laid out anew on the same
    corners.
    """
    if layout is None:
        return None
    turn: Turn = "cw" if direction == "cw" else "ccw"
    placed = TableLayout.from_dict(layout)
    if (placed.players, placed.turn) == (players, turn):
        return layout
    return TableLayout.from_quad(players, placed.width, placed.height, placed.quad, turn).to_dict()


def named_profile(name: str) -> AnyProfile:
    """A bundled profile or a profile file. Raises UserError that lists the known ones."""
    try:
        return load_profile(name)
    except EngineError as fault:
        known = ", ".join(profile_names())
        text = str(fault)
        raise UserError("unknown-profile", text if known in text else f"{text} (known: {known})") from fault


@lru_cache(maxsize=32)
def read_profile(name: str, rules: str = "") -> AnyProfile:
    """The profile a table plays by: its own text if it has one, else the one of that name."""
    if not rules:
        return named_profile(name)
    try:
        return parse_profile(rules, name)
    except EngineError as fault:
        raise UserError("bad-profile", str(fault)) from fault


def require_players(profile: AnyProfile, players: int) -> None:
    """Raises UserError when the profile is not for so many players."""
    try:
        check_players(profile, players)
    except EngineError as fault:
        raise UserError("bad-players", f"{fault}. Choose another number with --players.") from fault


def checked_stake(value: float) -> Amount:
    """A stake as people say it: above 0, at most three decimals. Raises UserError."""
    try:
        stake = exact(value)
    except EngineError as fault:
        raise UserError("bad-stake", "The stake must be a number, for example 1 or 0.5.") from fault
    if not 0 < stake <= MAX_STAKE or exact(stake * 1000) != int(stake * 1000):
        raise UserError(
            "bad-stake", f"The stake must be more than 0, at most {MAX_STAKE}, with at most three decimals."
        )
    return stake


def fingerprint(*parts: object) -> str:
    """A short stable digest, for tokens that must not outlive a change."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
