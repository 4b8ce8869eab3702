"""Cards drawn before a Guandan match: who sits where, who leads the first deal (RULES.md, "Seating", "leads
first deal").

No level is played yet, so the order is natural: 2 lowest, then up to A, small joker, big joker; suits never
compare.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cards import check_cards
from .errors import EngineError
from .guandan_order import RANK_OF, strength


def side_in_ns(cards: Sequence[str]) -> int | None:
    """Which of two sides sits north-south: the one that drew the smaller card; None at equal cards, draw
    again."""
    heights = _heights(cards, 2)
    return None if heights[0] == heights[1] else heights.index(min(heights))


def leader_by_draw(cards: Sequence[str]) -> int | None:
    """The seat that drew the highest of four cards (one a seat) and leads; None where the highest is
    shared."""
    heights = _heights(cards, 4)
    return heights.index(max(heights)) if heights.count(max(heights)) == 1 else None


def _heights(cards: Sequence[str], count: int) -> list[int]:
    if len(cards) != count:
        text = f"{count} drawn cards are needed, not {len(cards)}"
        raise EngineError("drawn-cards", {"count": count, "drawn": len(cards)}, text)
    return [strength(RANK_OF[card], "") for card in check_cards(cards)]
