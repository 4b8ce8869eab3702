"""A known Guandan hand, sorted for finding plays quickly."""

from __future__ import annotations

from collections.abc import Iterable

from .guandan_combos import Combo
from .guandan_order import JOKERS, LEVELS, RANK_OF, strength, wild_card

_PLACE_BIT: dict[str, int] = {rank: 1 << strength(rank, "") for rank in LEVELS}
_PLACE_BIT["A"] |= 1 << 1


class Holding:
    """Cards by rank and by suit, the wild ones apart.

    `by_rank` maps a rank or joker to its natural cards; `wilds` are the level hearts; a mask has bit `p` set
    when the rank at natural place `p` is there, the ace at 1 and 14. `memo` keeps the plays found, by shape,
    until a card leaves.
    """

    __slots__ = ("by_rank", "level", "memo", "wilds")

    def __init__(self, cards: Iterable[str], level: str) -> None:
        self.level = level
        self.by_rank: dict[str, list[str]] = {}
        self.wilds: tuple[str, ...] = ()
        self.memo: dict[str, list[tuple[tuple[str, ...], Combo]]] = {}
        wild = wild_card(level)
        for card in cards:
            if card == wild:
                self.wilds += (card,)
            else:
                self.by_rank.setdefault(RANK_OF[card], []).append(card)

    def remove(self, cards: Iterable[str]) -> None:
        """Take cards out; a ValueError or KeyError tells that one was not there."""
        self.memo.clear()
        wild = wild_card(self.level)
        for card in cards:
            if card == wild:
                if not self.wilds:
                    raise ValueError(f"no {card} in the hand")
                self.wilds = self.wilds[1:]
                continue
            rank = RANK_OF[card]
            group = self.by_rank[rank]
            group.remove(card)
            if not group:
                del self.by_rank[rank]

    @property
    def size(self) -> int:
        """Number of cards held."""
        return sum(map(len, self.by_rank.values())) + len(self.wilds)

    def rank_masks(self) -> tuple[int, int, int]:
        """Masks of the ranks held at least once, twice, three times; jokers left out."""
        one = two = three = 0
        for rank, group in self.by_rank.items():
            bit = _PLACE_BIT.get(rank, 0)
            count = len(group)
            one |= bit
            if count > 1:
                two |= bit
            if count > 2:
                three |= bit
        return one, two, three

    def suit_masks(self) -> dict[str, int]:
        """Mask of the ranks held in each suit."""
        masks = {"s": 0, "h": 0, "d": 0, "c": 0}
        for rank, group in self.by_rank.items():
            if rank not in JOKERS:
                bit = _PLACE_BIT[rank]
                for card in group:
                    masks[card[1]] |= bit
        return masks
