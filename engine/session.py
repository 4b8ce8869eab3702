"""An evening or a match: who stands where after the deals so far."""

from __future__ import annotations

from dataclasses import dataclass

from .amount import Amount
from .gandengyan_profile import GandengyanProfile
from .profile import AnyProfile
from .state import State


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat's place; equal results share a place. `points_against` only where the profile counts so."""

    seat: int
    place: int
    total: Amount
    points_against: Amount | None = None


def standings(profile: AnyProfile, state: State) -> tuple[Standing, ...]:
    """All seats, the best first: by totals, or by the finishing order of the last deal where it is played on.

    Points against are recorded as negative totals, so the lowest against is the highest total.
    """
    order = state.settlement.order if state.settlement else ()
    if plays_on(profile) and len(order) == state.players:
        return tuple(Standing(seat, place, state.totals[seat]) for place, seat in enumerate(order, 1))
    against = isinstance(profile, GandengyanProfile) and profile.score.against
    ranked = sorted(range(len(state.totals)), key=lambda seat: (-state.totals[seat], seat))
    return tuple(
        Standing(seat, _place(state, seat), state.totals[seat], -state.totals[seat] if against else None)
        for seat in ranked
    )


def _place(state: State, seat: int) -> int:
    return 1 + sum(total > state.totals[seat] for total in state.totals)


def plays_on(profile: AnyProfile) -> bool:
    """Whether deals go on to the last and give a finishing order."""
    return isinstance(profile, GandengyanProfile) and profile.match.play_on


def deals_left(profile: AnyProfile, state: State) -> int | None:
    """Deals still to play in the match; None where the evening has no end."""
    if not isinstance(profile, GandengyanProfile) or not profile.match.deals:
        return None
    return max(0, profile.match.deals - state.deals_counted)


def match_winners(profile: AnyProfile, state: State) -> tuple[int, ...]:
    """The seats on the first place of a finished match; empty while it runs or where it has no end."""
    if deals_left(profile, state) != 0:
        return ()
    return tuple(standing.seat for standing in standings(profile, state) if standing.place == 1)
