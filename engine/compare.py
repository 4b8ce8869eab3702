"""What beats what in Gandengyan, and what would have been legal."""

from __future__ import annotations

from typing import Any

from .combos import ACE, BIG, RANK_NAMES, TWO, WIDTH, Combo, Shape
from .gandengyan_profile import GandengyanProfile

_TOPPED = {"single": Shape.SINGLE, "pair": Shape.PAIR, "plane": Shape.PLANE}
_CHAIN_SHAPES = (Shape.STRAIGHT, Shape.PAIR_CHAIN, Shape.PLANE_CHAIN)


def beats(new: Combo, current: Combo, profile: GandengyanProfile) -> bool:
    """Whether `new` may be laid on `current`."""
    if current.shape is Shape.ROCKET:
        return False
    if new.shape is Shape.ROCKET:
        return True
    if new.shape is Shape.BOMB:
        return current.shape is not Shape.BOMB or _bomb_beats(new, current, profile)
    if current.shape is Shape.BOMB or current.shape is Shape.NONE:
        return False
    if new.shape is Shape.PAIR and current.shape is Shape.SINGLE:
        return _pair_beats_single(new, current, profile)
    if new.shape is not current.shape or new.size != current.size:
        return False
    if profile.follow.law == "higher":
        return new.rank > current.rank
    return new.rank == current.rank + 1 or _two_tops(new, current, profile)


def _two_tops(new: Combo, current: Combo, profile: GandengyanProfile) -> bool:
    return new.rank == TWO and current.rank < TWO and new.shape.value in profile.follow.two_tops


def _pair_beats_single(new: Combo, current: Combo, profile: GandengyanProfile) -> bool:
    rule = profile.follow.single_beaten_by
    return rule == "any-pair" or (rule == "higher-pair" and new.rank > current.rank)


def _bomb_beats(new: Combo, current: Combo, profile: GandengyanProfile) -> bool:
    if bomb_key(new, profile) <= bomb_key(current, profile):
        return False
    return profile.bombs.any_higher or new.size != current.size or new.rank == current.rank + 1


def bomb_key(bomb: Combo, profile: GandengyanProfile) -> tuple[int, ...]:
    """What orders bombs below the rocket, first things first."""
    values = {"size": bomb.size, "natural": int(not bomb.wilds), "rank": bomb.rank}
    return tuple(values[name] for name in profile.bombs.order)


def answers(current: Combo, profile: GandengyanProfile) -> list[dict[str, Any]]:
    """What would beat `current`, as message options: `shape`, and `ranks` where only one set of ranks will
    do.

    Beside the shapes there are `any-pair`, `higher-pair`, `higher` (any higher of the shape), `higher-bomb`.
    """
    if current.shape is Shape.ROCKET:
        return []
    options = [] if current.is_bomb or current.shape is Shape.NONE else _plain_answers(current, profile)
    if current.shape is Shape.BOMB:
        if _some_bomb_beats(current, profile):
            options.append({"shape": "higher-bomb"})
    else:
        options.append({"shape": "bomb"})
    if profile.bombs.rocket and current.shape is Shape.BOMB:
        options.append({"shape": "rocket"})
    return options


def _plain_answers(current: Combo, profile: GandengyanProfile) -> list[dict[str, Any]]:
    options: list[dict[str, Any]] = []
    top = _highest(current, profile)
    if profile.follow.law == "higher" and current.rank < top:
        options.append({"shape": "higher", "of": current.shape.value, "size": current.size})
    elif profile.follow.law == "next" and current.rank < top:
        options.append(_option(current, current.rank + 1))
    if current.shape.value in profile.follow.two_tops and current.rank < TWO - 1:
        options.append(_option(current, TWO))
    if current.shape is Shape.SINGLE and profile.follow.single_beaten_by != "single":
        options.append({"shape": profile.follow.single_beaten_by})
    return options


def _highest(combo: Combo, profile: GandengyanProfile) -> int:
    if combo.shape in _CHAIN_SHAPES:
        return ACE - combo.size // WIDTH[combo.shape] + 1
    return BIG if combo.shape is Shape.SINGLE and profile.jokers.alone else TWO


def _option(current: Combo, place: int) -> dict[str, Any]:
    target = Combo(current.shape, place, current.size)
    return {"shape": current.shape.value, "ranks": list(target.stands_for)}


def _some_bomb_beats(current: Combo, profile: GandengyanProfile) -> bool:
    low, high = profile.bombs.sizes
    most_wilds = profile.jokers.per_combination if profile.jokers.wild else 0
    return any(
        _bomb_beats(Combo(Shape.BOMB, place, size, wilds), current, profile)
        for size in range(low, high + 1)
        for wilds in range(most_wilds + 1)
        if profile.bombs.naturals <= size - wilds <= 4
        for place in range(len(RANK_NAMES) - 2)
    )
