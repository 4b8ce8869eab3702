"""The words that fill the engine's sentences:

cards, ranks, shapes and lists of what would have been legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .notation import show_card, show_rank, show_ranks

SHAPES: dict[str, tuple[str, str]] = {
    "single": ("single", "单张"),
    "pair": ("pair", "对子"),
    "plane": ("plane", "飞机"),
    "straight": ("straight", "顺子"),
    "pair-chain": ("pair chain", "连对"),
    "plane-chain": ("plane chain", "连飞机"),
    "bomb": ("bomb", "炸弹"),
    "rocket": ("rocket", "火箭"),
    "none": ("cards", "牌"),
}
COLOURS: dict[str, tuple[str, str]] = {"red": ("red", "红"), "black": ("black", "黑"), "any": ("any", "任意")}
_OPTIONS: dict[str, tuple[str, str]] = {
    "bomb": ("a bomb", "炸弹"),
    "higher-bomb": ("a higher bomb", "更大的炸弹"),
    "rocket": ("the rocket", "火箭"),
    "any-pair": ("any pair", "任意对子"),
    "higher-pair": ("a higher pair", "更大的对子"),
}
_RANKS = frozenset({"play", "on", "declared"})
_SEATS = frozenset({"seat", "leader", "turn"})
_ONE_RANK = frozenset({"rank", "led"})


class Words(dict[str, Any]):
    """Parameters by name, as text of one language; a missing one stays visible as its name."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def words(params: Mapping[str, Any], lang: str, names: Sequence[str] | None = None) -> Words:
    """The parameters as words of one language; `names` are the players by seat."""
    found = Words({name: _word(name, value, lang, names) for name, value in params.items()})
    if "options" in params:
        found["only"] = only(params["options"], lang)
    if "options" in params or "shapes" in params:
        found["can"] = found["only"] if params.get("options") else _can(found.get("shapes", ""), lang)
    if "cards" in params:
        found["cards_count"] = params["cards"]
    for name in ("play", "on"):
        if name in params:
            found[f"{name}_size"] = len(params[name])
    if "shape" in params:
        found["shape_many"] = f"{_shape(str(params['shape']), lang)}s"
    return found


def _word(name: str, value: Any, lang: str, names: Sequence[str] | None) -> Any:
    if name in _RANKS and isinstance(value, list | tuple):
        return show_ranks(value, lang)
    if name == "specials":
        return show_ranks(value, lang)
    if name == "colour":
        return COLOURS[str(value)][lang == "zh"]
    if name in _ONE_RANK:
        return show_rank(str(value), lang)
    if name == "card":
        return show_card(str(value), lang)
    if name == "cards" and isinstance(value, list | tuple):
        return " ".join(show_card(card, lang) for card in value)
    if name == "readings":
        return _join([show_ranks(ranks, lang) for ranks in value], lang)
    if name == "shapes":
        return _join([_shape_option(option, lang) for option in value], lang)
    if name in ("shape", "play_shape", "on_shape"):
        return _shape(str(value), lang)
    if name in _SEATS and isinstance(value, int):
        return _seat(value, lang, names)
    if name == "seats":
        return ("、" if lang == "zh" else ", ").join(_seat(seat, lang, names) for seat in value)
    return value


def _seat(seat: int, lang: str, names: Sequence[str] | None) -> str:
    if names is not None and 0 <= seat < len(names):
        return names[seat]
    return f"{seat} 号位" if lang == "zh" else f"seat {seat}"


def _shape(shape: str, lang: str) -> str:
    return SHAPES.get(shape, (shape, shape))[lang == "zh"]


def only(options: Sequence[Mapping[str, Any]], lang: str, *, tail: bool = False) -> str:
    """What alone would have been legal, as a clause; with `tail` to be put after a whole sentence."""
    clause = _only(options, lang)
    if not tail:
        return clause
    return f"；{clause}" if lang == "zh" else f"; {clause}"


def _only(options: Sequence[Mapping[str, Any]], lang: str) -> str:
    if not options:
        return "没有牌能压" if lang == "zh" else "nothing beats it"
    listed = _join([_option(option, lang) for option in options], lang)
    return _after("只能出", listed) if lang == "zh" else f"only {listed}"


def _can(shapes: str, lang: str) -> str:
    return _after("可以出", shapes) if lang == "zh" else f"play {shapes}"


def _after(start: str, listed: str) -> str:
    """Chinese: a blank only between a Chinese and a Latin character."""
    return f"{start} {listed}" if listed[:1].isascii() else start + listed


def _option(option: Mapping[str, Any], lang: str) -> str:
    shape = str(option["shape"])
    if shape == "higher":
        return _higher(option, lang)
    if "ranks" in option:
        return _ranks_option(shape, option["ranks"], lang)
    return _OPTIONS[shape][lang == "zh"]


def _higher(option: Mapping[str, Any], lang: str) -> str:
    shape, size = _shape(str(option["of"]), lang), option["size"]
    if option["of"] in ("single", "pair", "plane"):
        return f"更大的{shape}" if lang == "zh" else f"a higher {shape}"
    return f"更大的 {size} 张{shape}" if lang == "zh" else f"a higher {shape} of {size} cards"


def _ranks_option(shape: str, ranks: list[str], lang: str) -> str:
    shown = show_ranks(ranks, lang)
    if lang == "zh" or shape != "single":
        return shown
    return f"{'an' if ranks[0] in ('8', 'A') else 'a'} {shown}"


def _shape_option(option: Mapping[str, Any], lang: str) -> str:
    name = _shape(str(option["shape"]), lang)
    if "fewest" not in option:
        return name if lang == "zh" else f"a {name}"
    fewest, most = option["fewest"], option["most"]
    span = str(fewest) if fewest == most else f"{fewest}–{most}"
    unit = ("cards", "张") if option["shape"] == "bomb" else ("ranks", "个点")
    return f"{name}（{span} {unit[1]}）" if lang == "zh" else f"a {name} of {span} {unit[0]}"


def _join(parts: list[str], lang: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    if lang == "en":
        return f"{', '.join(parts[:-1])} or {parts[-1]}"
    listed = "、".join(parts[:-1])
    gap = " " if listed[-1].isascii() else ""
    return f"{listed}{gap}{_after('或', parts[-1])}"
