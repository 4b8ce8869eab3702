"""How long a Guandan match may still go on where there is a limit. The clock runs from the first deal."""

from __future__ import annotations

from collections.abc import Iterable

from engine.guandan_profile import GuandanProfile
from engine.profile import AnyProfile

from .deal import Deal
from .facts import DEAL_BEGUN

_NEW_CLOCK = frozenset({"match-ended", "match-started"})


def time_limit(profile: AnyProfile) -> float | None:
    """Seconds that a match may last; None without a limit."""
    if not isinstance(profile, GuandanProfile) or profile.time_limit is None:
        return None
    return profile.time_limit * 60.0


def match_began(deals: Iterable[Deal]) -> float | None:
    """When the first deal of the present match began, seconds since 1970; None before it."""
    began: float | None = None
    for deal in deals:
        if deal.referee.game.profile.game != "guandan":
            began = None
            continue
        for record in deal.given:
            if record.kind == DEAL_BEGUN and began is None:
                began = record.at
        if any(record.kind in _NEW_CLOCK for record in deal.derived):
            began = None
    return began
