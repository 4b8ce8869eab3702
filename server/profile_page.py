"""A profile as the set-up page shows it: title, rules in words, and what can be changed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from engine.profile import AnyProfile, profile_names, profile_text

from .phrases import text
from .problems import UserError
from .rules_text import rules_in_words
from .schemas import Parameter, ProfileInfo
from .table import read_profile

_SIMPLE = (bool, int, float, str)
_NOT_SHOWN = frozenset({"game", "name", "source", "players", "title_en", "title_zh"})


def profile_info(profile: AnyProfile) -> ProfileInfo:
    """What the set-up page needs to know about a profile."""
    low, high = profile.players
    return ProfileInfo(
        name=profile.name,
        game=profile.game,
        title=text(profile.title_en, profile.title_zh),
        rules=rules_in_words(profile),
        players_min=low,
        players_max=high,
        turn=profile.direction,
        parameters=list(_parameters(profile.name)),
        source=profile.source,
    )


def _parameters(name: str) -> Iterator[Parameter]:
    if name not in profile_names():
        return
    for key, value in _flat(tomllib.loads(profile_text(name))):
        if isinstance(value, _SIMPLE) and key not in _NOT_SHOWN and not key.startswith("title"):
            words = key.replace(".", ": ").replace("_", " ")
            yield Parameter(name=key, label=text(words, words), value=value)


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def changed_rules(profile: str, parameters: Mapping[str, bool | int | float | str]) -> str:
    """The profile's text with some values changed; empty when nothing differs.

    Raises UserError: a parameter that the profile does not have, or a value that it refuses.
    """
    if not parameters:
        return ""
    if profile not in profile_names():
        raise UserError("not-adjustable", f"{profile} is a file of your own: change it there.")
    known = dict(_flat(tomllib.loads(profile_text(profile))))
    rules = profile_text(profile)
    for name, value in parameters.items():
        if name not in known or not isinstance(known[name], _SIMPLE):
            raise UserError("unknown-parameter", f"{profile} has no parameter {name!r}.")
        if known[name] != value:
            rules = _with_value(rules, name, value)
    read_profile(profile, rules)
    return "" if rules == profile_text(profile) else rules


def _with_value(rules: str, name: str, value: bool | int | float | str) -> str:
    """The TOML text with one value replaced in its table."""
    table, _, key = name.rpartition(".")
    lines, inside = rules.splitlines(), not table
    for place, line in enumerate(lines):
        header = re.match(r"\s*\[([^\]]+)\]", line)
        if header:
            inside = header.group(1).strip() == table
        found = re.match(rf"(\s*{re.escape(key)}\s*=\s*)", line)
        if inside and found:
            lines[place] = found.group(1) + _toml(value)
            return "\n".join(lines) + "\n"
    raise UserError("unknown-parameter", f"{name!r} can't be changed here.")


def _toml(value: bool | int | float | str) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
