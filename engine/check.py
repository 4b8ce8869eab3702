"""One line of `paiyan check --jsonl`: a question about a play in, a verdict out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import EngineError, RecordError
from .game import judge
from .messages import message
from .notation import read_cards, read_ranks
from .profile import AnyProfile, load_profile


def check(
    case: Any, *, profile: AnyProfile | None = None, level: str | None = None, lang: str = "en"
) -> dict[str, Any]:
    """The verdict on one case, never raising for what the case says.

    Args:
        case: `{"profile", "level"?, "on": [codes] | null, "play": [codes], "declared"?, "lang"?}`; cards and
            declared ranks may also be texts (`"6s 7s 8s"`, `"345"`). Other fields are ignored.
        profile: used where the case names none.
        level: used where the case names none (Guandan).
        lang: `en` or `zh`, unless the case says.

    Returns:
        `{"legal", "code", "kind", "stands_for", "message"}`, or `{"error", "code"}` for a case that makes no
        sense.
    """
    try:
        return _check(case, profile, level, lang)
    except EngineError as error:
        return {"error": message(error.code, error.params, lang, default=str(error)), "code": error.code}


def _check(case: Any, profile: AnyProfile | None, level: str | None, lang: str) -> dict[str, Any]:
    if not isinstance(case, Mapping):
        raise RecordError("a line must be an object with profile, on and play")
    rules = profile_of(case, profile)
    on = read_cards(case["on"], "on") if case.get("on") else None
    play = read_cards(case.get("play"), "play")
    if not play:
        raise RecordError("play must hold at least one card")
    declared = read_ranks(case["declared"]) if case.get("declared") else None
    verdict = judge(rules, on, play, level=level_of(case, level), declared=declared)
    words = case.get("lang", lang)
    return {
        "legal": verdict.legal,
        "code": verdict.code,
        "kind": verdict.kind,
        "stands_for": list(verdict.stands_for),
        "message": message(verdict.code, verdict.message_params, words if words in ("en", "zh") else lang),
    }


def profile_of(case: Mapping[str, Any], profile: AnyProfile | None) -> AnyProfile:
    """The profile that a line names, else the given one.

    Raises:
        RecordError: if there is neither.
        ProfileError: if the named one is unknown.
    """
    name = case.get("profile")
    if name is None and profile is not None:
        return profile
    if not isinstance(name, str):
        raise RecordError("the line names no profile")
    return load_profile(name)


def level_of(case: Mapping[str, Any], level: str | None) -> str | None:
    """The Guandan level that a line names (`10` is `T`), else the given one."""
    value = case.get("level", level)
    return None if value is None else str(value).strip().upper().replace("10", "T")
