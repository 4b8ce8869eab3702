"""A profile as the set-up page shows it: title, rules in words, what can be changed, in both languages."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from engine.notation import show_rank
from engine.profile import profile_names, profile_settings, profile_text
from engine.profile_reader import Setting

from .phrases import text
from .problems import UserError
from .rules_text import rules_in_words
from .schemas import Choice, Parameter, ParameterValue, ProfileInfo, Text
from .table import read_profile

_NOT_SHOWN = frozenset({"game", "name", "source", "players", "usual_players", "stake"})
_RANK_TABLES = {"deal.cut_pips": "cut_pips", "score.pips": "pips"}
_TOP_GROUPS = {"direction": "deal", "first_lead": "deal", "seating": "deal", "call_at": "calls"}


def profile_info(name: str, rules: str = "") -> ProfileInfo:
    """All that the set-up page needs to know about a profile; `rules` is its text with changed values."""
    info = _plain_info(name, rules)
    return info.model_copy(update={"parameters": parameters(name, rules)})


def profile_brief(name: str, rules: str = "") -> ProfileInfo:
    """What everybody is told of the profile that is played: of its parameters those that were changed."""
    return _plain_info(name, rules)


@lru_cache(maxsize=64)
def _plain_info(name: str, rules: str) -> ProfileInfo:
    profile = read_profile(name, rules)
    low, high = profile.players
    return ProfileInfo(
        name=name,
        game=profile.game,
        title=text(profile.title_en, profile.title_zh),
        rules=rules_in_words(profile),
        players_min=low,
        players_max=high,
        turn=profile.direction,
        parameters=[one for one in parameters(name, rules) if one.value != one.standard] if rules else [],
        source=profile.source,
    )


def parameters(name: str, rules: str = "") -> list[Parameter]:
    """Every adjustable value with its label, its allowed values, and what the profile itself says."""
    standard = {each.key: each.value for each in profile_settings(_own_text(name), name)}
    settings = profile_settings(rules or _own_text(name), name)
    shown = [each for each in settings if _is_shown(each.key)]
    found = [_parameter(each, standard.get(each.key, each.value)) for each in shown]
    order = list(_words()["groups"])
    return sorted(found, key=lambda one: order.index(one.group_key))


def _is_shown(key: str) -> bool:
    return key not in _NOT_SHOWN and not key.startswith("title")


def _parameter(setting: Setting, standard: Any) -> Parameter:
    group = _group(setting.key)
    return Parameter(
        name=setting.key,
        label=_label(setting.key),
        group_key=group,
        group=_text(_words()["groups"][group]),
        kind=setting.kind,
        value=_listed(setting.value),
        standard=_listed(standard),
        choices=[Choice(value=word, label=_choice(setting.key, word)) for word in setting.words],
        low=setting.low,
        high=setting.high,
    )


def _listed(value: Any) -> ParameterValue:
    return list(value) if isinstance(value, tuple) else value


def _group(key: str) -> str:
    parent, _, _ = key.rpartition(".")
    return _RANK_TABLES.get(parent) or _TOP_GROUPS.get(key) or key.split(".")[0]


def _label(key: str) -> Text:
    parent, _, last = key.rpartition(".")
    if parent in _RANK_TABLES:
        return text(show_rank(last, "en"), show_rank(last, "zh"))
    words = _words()["labels"].get(key)
    return _text(words) if words else text(key, key)


def _choice(key: str, word: str) -> Text:
    choices = _words()["choices"]
    words = choices.get(key, {}).get(word) or choices["*"].get(word)
    return _text(words) if words else text(_suits(word), _suits(word))


def _suits(word: str) -> str:
    """Suit letters as signs (the order of suits), ranks as people write them, anything else as it is."""
    if sorted(word) == list("cdhs"):
        return "".join({"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[letter] for letter in word)
    return show_rank(word, "en") if len(word) <= 2 else word


def _text(words: Mapping[str, str]) -> Text:
    return text(words["en"], words["zh"])


@cache
def _words() -> dict[str, Any]:
    file = resources.files(__package__ or "server") / "texts" / "parameters.json"
    words: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return words


def _own_text(name: str) -> str:
    """The profile's own TOML text, bundled or in a file. Raises UserError when the file can't be read."""
    if name in profile_names():
        return profile_text(name)
    try:
        return Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise UserError("unknown-profile", f"The profile {name} can't be read any more.") from fault


# ------------------------------------------------------------- changing values


def changed_rules(profile: str, values: Mapping[str, ParameterValue]) -> str:
    """The profile's text with some values changed; empty when nothing differs.

    Raises UserError: a parameter that the profile does not have, or a value that it refuses.
    """
    known = {each.key: _listed(each.value) for each in profile_settings(_own_text(profile), profile)}
    table = tomllib.loads(_own_text(profile))
    changed = False
    for name, value in values.items():
        if name not in known or not _is_shown(name):
            raise UserError("unknown-parameter", f"{profile} has no parameter {name!r}.")
        if known[name] != value or isinstance(known[name], bool) != isinstance(value, bool):
            _put(table, name.split("."), value)
            changed = True
    if not changed:
        return ""
    rules = _toml(table)
    read_profile(profile, rules)
    return rules


def _put(table: dict[str, Any], path: Sequence[str], value: ParameterValue) -> None:
    for name in path[:-1]:
        table = table.setdefault(name, {})
    table[path[-1]] = value


def _toml(table: Mapping[str, Any], path: tuple[str, ...] = ()) -> str:
    """TOML text of a nested table: plain values first, then the tables inside it."""
    lines = [f"[{'.'.join(path)}]"] if path else []
    lines += [f"{name} = {_value(value)}" for name, value in table.items() if not isinstance(value, dict)]
    inner = [_toml(value, (*path, name)) for name, value in table.items() if isinstance(value, dict)]
    return "\n".join([*lines, *inner]) + ("" if path else "\n")


def _value(value: Any) -> str:
    """A TOML value; JSON writes these the same way."""
    return json.dumps(value, ensure_ascii=False)
