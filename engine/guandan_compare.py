"""What beats what in Guandan, and which of several readings is the strongest (RULES.md, "Order", "Readings
with wilds")."""

from __future__ import annotations

from .guandan_combos import Combo, Shape
from .guandan_order import strength


def beats(new: Combo, current: Combo) -> bool:
    """True when `new` may be played on `current`.

    A higher bomb class beats everything below it. Inside a class only the same shape compares, by its key:
    equal never beats, two straight flushes of the same place are equal whatever their suits.
    """
    if new.tier != current.tier:
        return new.tier > current.tier
    return new.shape is current.shape and new.key > current.key


def preference(combo: Combo, level: str) -> tuple[int, int, int, int]:
    """Sort key of readings, the greatest is the one in force: bomb class, most cards of one rank, then
    highest.

    A full house whose pair is both wilds has equal readings but for that pair; the highest pair is named
    then.
    """
    pair = strength(combo.ranks[-1], level) if combo.shape is Shape.FULL_HOUSE else 0
    return combo.tier, combo.most_of_one_rank, combo.key, pair
