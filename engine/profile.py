"""Profiles: every rule that differs from table to table, read from a TOML file.

`load_profile("classic")` takes a bundled one, `load_profile("my.toml")` a file. `profile.game` says which
game it is for: Gandengyan's parameters are in `engine.gandengyan_profile`, colour-match's in
`engine.colour_profile`, Guandan's in `engine.guandan_profile`; each of these modules offers `parse(table,
source) -> profile`.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Protocol, cast

from .errors import EngineError, ProfileError
from .profile_reader import Setting, Table

_PARSERS = {
    "gandengyan": ".gandengyan_profile",
    "guandan": ".guandan_profile",
    "colour-match": ".colour_profile",
}
DIRECTIONS = ("ccw", "cw")


class AnyProfile(Protocol):
    """What all profiles have, whatever the game."""

    @property
    def name(self) -> str:
        """The profile's name, e.g. `classic`."""

    @property
    def game(self) -> str:
        """`gandengyan`, `guandan` or `colour-match`."""

    @property
    def title_en(self) -> str:
        """The name to show, in English."""

    @property
    def title_zh(self) -> str:
        """The name to show, in Chinese."""

    @property
    def source(self) -> str:
        """Where the rules are written, file and section."""

    @property
    def players(self) -> tuple[int, int]:
        """Fewest and most players."""

    @property
    def packs(self) -> int:
        """How many packs of cards are in play."""

    @property
    def direction(self) -> str:
        """Turn direction as seen from above: `ccw` or `cw`."""

    @property
    def stake(self) -> int:
        """Base stake, unless the table agrees on another."""


def profile_names() -> tuple[str, ...]:
    """The bundled profiles, in alphabetical order."""
    folder = files(__package__) / "profiles"
    return tuple(
        sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    )


def load_profile(name_or_path: str | os.PathLike[str]) -> AnyProfile:
    """A bundled profile by its name, or any profile by the path of its file.

    Raises:
        ProfileError: if there is no such profile (the bundled ones are listed) or its file is wrong.
    """
    text = os.fspath(name_or_path)
    if text in profile_names():
        return _load_bundled(text)
    path = Path(text)
    if path.suffix == ".toml" or path.is_file():
        return parse_profile(_read_file(path), text)
    known = ", ".join(profile_names())
    raise ProfileError(f"no profile {text!r}: use one of {known}, or the path of a .toml file", known=known)


@cache
def _load_bundled(name: str) -> AnyProfile:
    return parse_profile(profile_text(name), f"{name}.toml")


def profile_text(name: str) -> str:
    """The TOML text of a bundled profile, to be copied and changed.

    Raises:
        ProfileError: if there is no such profile.
    """
    if name not in profile_names():
        raise ProfileError(f"no profile {name!r}: use one of {', '.join(profile_names())}")
    return (files(__package__) / "profiles" / f"{name}.toml").read_text(encoding="utf-8")


def _read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ProfileError(f"cannot read the profile {path}: {reason}") from error


def parse_profile(text: str, source: str) -> AnyProfile:
    """A profile from TOML text; `source` names it in errors.

    Raises:
        ProfileError: naming the line, the key and the allowed values.
    """
    return _parse(text, source)[0]


def profile_settings(text: str, source: str) -> tuple[Setting, ...]:
    """Every value that TOML text sets or leaves at its default, with what else would be allowed.

    Raises:
        ProfileError: as `parse_profile`.
    """
    return _parse(text, source)[1].settings()


def _parse(text: str, source: str) -> tuple[AnyProfile, Table]:
    table = Table.parse(text, source)
    module = import_module(_PARSERS[table.choice("game", _PARSERS)], __package__)
    profile = cast(AnyProfile, module.parse(table, source))
    table.finish()
    return profile, table


def check_players(profile: AnyProfile, players: int) -> None:
    """Refuse a number of players that the profile does not allow.

    Raises:
        EngineError: code `players`.
    """
    low, high = profile.players
    if not low <= players <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        text = f"{profile.name} is for {wanted} players, not {players}"
        raise EngineError(
            "players", {"profile": profile.name, "low": low, "high": high, "players": players}, text
        )
