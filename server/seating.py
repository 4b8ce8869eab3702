"""Whose play it was: the eye's votes weighed with the turn order. When they disagree, a person is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TURN_WEIGHT = 0.25
"""Weight of the turn order beside the eye's votes, which sum to at most 1."""
LEAD_WEIGHT = 0.4
"""The same once the table was swept: then only the winner of the trick can be next."""
CLEAR_SHARE = 0.5
CLEAR_LEAD = 0.2
RIVAL = 0.15
"""A seat with this share of the eye's votes is a rival: an accusation must hold for it too."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The believed seat, whether that is certain enough to act on, and the shares of all seats, best
    first. `rivals` are other seats that the eye can't rule out, whoever's turn it is.
    """

    seat: int | None
    certain: bool
    shares: tuple[tuple[int, float], ...] = ()
    rivals: tuple[int, ...] = ()


def seat_of_play(
    votes: Mapping[int, float], players: int, turn: int | None, *, swept: bool, gone: tuple[int, ...] = ()
) -> Seating:
    """Who laid a play. `turn` is the seat whose turn it is, `swept` whether the trick is known to be over.

    Seats that are out (`gone`) can't play. The turn order is a prior that fades with every pass that would
    be implied; it never outweighs clear votes.
    """
    seats = [seat for seat in range(players) if seat not in gone]
    if not seats:
        return Seating(None, False)
    weights = {seat: votes.get(seat, 0.0) + _prior(seat, turn, players, swept) for seat in seats}
    total = sum(weights.values())
    if total <= 0:
        return Seating(None, False)
    shares = sorted(((seat, weight / total) for seat, weight in weights.items()), key=lambda pair: -pair[1])
    best = shares[0][0]
    return Seating(best, _clear(shares) and _agrees(best, votes), tuple(shares), _rivals(best, seats, votes))


def _rivals(best: int, seats: list[int], votes: Mapping[int, float]) -> tuple[int, ...]:
    seen = sum(votes.get(seat, 0.0) for seat in seats)
    return tuple(
        seat for seat in seats if seat != best and (not seen or votes.get(seat, 0.0) >= RIVAL * seen)
    )


def seat_of_hand(votes: Mapping[int, float], players: int) -> Seating:
    """Whose hand lies open: votes alone."""
    known = {seat: weight for seat, weight in votes.items() if 0 <= seat < players and weight > 0}
    total = sum(known.values())
    if not total:
        return Seating(None, False)
    shares = sorted(((seat, weight / total) for seat, weight in known.items()), key=lambda pair: -pair[1])
    return Seating(shares[0][0], _clear(shares), tuple(shares))


def _prior(seat: int, turn: int | None, players: int, swept: bool) -> float:
    if turn is None:
        return 0.0
    if swept:
        return LEAD_WEIGHT if seat == turn else 0.0
    return TURN_WEIGHT / (1 + (seat - turn) % players)


def _clear(shares: list[tuple[int, float]]) -> bool:
    second = shares[1][1] if len(shares) > 1 else 0.0
    return shares[0][1] >= CLEAR_SHARE and shares[0][1] - second >= CLEAR_LEAD


def _agrees(seat: int, votes: Mapping[int, float]) -> bool:
    """The turn order alone convinces nobody: some vote must point to the seat as well, or there are none at
    all.
    """
    return votes.get(seat, 0.0) >= 0.25 or not votes
