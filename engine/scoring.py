"""Gandengyan: who pays whom, and why."""

from __future__ import annotations

from collections import Counter
from math import prod

from .amount import Amount, exact
from .cards import is_joker, rank
from .errors import ActionError
from .events import Settled
from .gandengyan_deal import after_deal
from .gandengyan_profile import GandengyanProfile
from .gandengyan_state import GandengyanState
from .payment import Doubling, Payment


def settle(profile: GandengyanProfile, state: GandengyanState, force: bool = False) -> Settled:
    """The reckoning of an ended deal, from the hands laid open (else known, else counted as plain cards).

    Raises:
        ActionError: code `hands-missing` while hands that matter are not laid open, unless forced.
    """
    if state.awaiting and not force:
        seats = ", ".join(str(seat) for seat in state.awaiting)
        raise ActionError(
            "hands-missing", {"seats": list(state.awaiting)}, f"hands not laid open: seats {seats}"
        )
    void = state.ended == "void"
    if void:
        payments = tuple(Payment(seat, 0, "void") for seat in range(state.players))
        winner = None
    elif state.ended == "lay-down":
        payments, winner = _lay_down_payments(profile, state)
    else:
        payments, winner = _payments(profile, state), state.winner
    return Settled(
        deal=state.deal,
        winner=winner,
        multiplier=1 if state.ended == "lay-down" else state.multiplier,
        payments=payments,
        order=state.order,
        next_dealer=after_deal(profile, state, winner, void),
    )


def held_cards(state: GandengyanState, seat: int) -> tuple[str, ...] | None:
    """What a seat still holds, if anyone has seen it."""
    holder = state.seats[seat]
    return holder.laid_open if holder.laid_open is not None else holder.hand


def _payments(profile: GandengyanProfile, state: GandengyanState) -> tuple[Payment, ...]:
    if profile.match.play_on:
        return tuple(Payment(seat, 0, "finished") for seat in range(state.players))
    losses = {seat: _loss(profile, state, seat) for seat in range(state.players) if seat != state.winner}
    gain = 0 if profile.score.against else exact(-sum(payment.amount for payment in losses.values()))
    return tuple(
        losses[seat] if seat in losses else Payment(seat, gain, "winner") for seat in range(state.players)
    )


def _loss(profile: GandengyanProfile, state: GandengyanState, seat: int) -> Payment:
    held = held_cards(state, seat)
    cards = len(held) if held is not None else state.seats[seat].count
    base = (
        sum(profile.score.pips[rank(card)] for card in held or ()) if profile.score.unit == "pips" else cards
    )
    doublings = personal_doublings(profile, state, seat, held or ())
    exempt = cards <= profile.score.exempt_cards
    owed = base * state.stake * state.multiplier * prod(doubling.factor for doubling in doublings)
    amount = 0 if exempt else exact(-owed)
    return Payment(seat, amount, "exempt" if exempt else "loser", cards, base, doublings, exempt)


def personal_doublings(
    profile: GandengyanProfile, state: GandengyanState, seat: int, held: tuple[str, ...]
) -> tuple[Doubling, ...]:
    """The doublings of one loser: held 2s, jokers and bombs, spring, reverse spring, a missed call."""
    score = profile.score
    found = list(_held_doublings(profile, seat, held))
    player = state.seats[seat]
    if player.plays == 0:
        found.append(Doubling("spring", score.spring, None, seat))
    if player.plays == 1 and seat == state.dealer:
        found.append(Doubling("reverse-spring", score.reverse_spring, None, seat))
    if player.missed_call:
        found.append(Doubling("missed-call", profile.calls.missed_factor, None, seat))
    return tuple(doubling for doubling in found if doubling.factor > 1)


def _held_doublings(profile: GandengyanProfile, seat: int, held: tuple[str, ...]) -> list[Doubling]:
    score = profile.score
    twos = sum(rank(card) == "2" for card in held)
    jokers = sum(map(is_joker, held))
    bombs = int(holds_bomb(profile, held, with_jokers=False)) if score.held_bomb > 1 else 0
    if score.held == "each":
        each = (("two-held", score.held_two, twos), ("joker-held", score.held_joker, jokers))
        return [Doubling(reason, factor, None, seat) for reason, factor, times in each for _ in range(times)]
    factors = [
        factor
        for factor, held_any in ((score.held_two, twos), (score.held_joker, jokers), (score.held_bomb, bombs))
        if held_any
    ]
    return [Doubling("holding", max(factors), None, seat)] if factors else []


def holds_bomb(profile: GandengyanProfile, hand: tuple[str, ...], *, with_jokers: bool) -> bool:
    """Whether a bomb could be made of the hand, the rocket included."""
    jokers = sum(map(is_joker, hand))
    if jokers == 2 and profile.bombs.rocket:
        return True
    wilds = min(jokers, profile.jokers.per_combination) if with_jokers and profile.jokers.wild else 0
    counts = Counter(rank(card) for card in hand if not is_joker(card))
    smallest = profile.bombs.sizes[0]
    return any(count + wilds >= smallest and count >= profile.bombs.naturals for count in counts.values())


def _lay_down_payments(
    profile: GandengyanProfile, state: GandengyanState
) -> tuple[tuple[Payment, ...], int | None]:
    """撒牌: the dealer's collects from all; else each other's pays or collects from who did not lay down."""
    amounts: list[Amount] = [0] * state.players
    collectors = state.laid_down
    if profile.lay_down.dealer_first and state.dealer in state.laid_down:
        collectors = (state.dealer,)
    others = [seat for seat in range(state.players) if seat not in state.laid_down]
    if profile.lay_down.dealer_first and state.dealer in collectors:
        payers, bomb = [seat for seat in range(state.players) if seat != state.dealer], False
    else:
        payers, bomb = others, any(_bomb_against_lay_down(profile, state, seat) for seat in others)
    for collector in collectors:
        for payer in payers:
            paying = collector if bomb else payer
            sum_ = state.stake * state.seats[paying].count
            amounts[collector] += -sum_ if bomb else sum_
            amounts[payer] -= -sum_ if bomb else sum_
    winner = collectors[0] if len(collectors) == 1 and not bomb else None
    return _as_payments(state, amounts, winner), winner


def _as_payments(state: GandengyanState, amounts: list[Amount], winner: int | None) -> tuple[Payment, ...]:
    def reason(seat: int) -> str:
        if seat == winner:
            return "winner"
        return "laid-down" if seat in state.laid_down else "loser"

    return tuple(
        Payment(seat, exact(amount), reason(seat), state.seats[seat].count, state.seats[seat].count)
        for seat, amount in enumerate(amounts)
    )


def _bomb_against_lay_down(profile: GandengyanProfile, state: GandengyanState, seat: int) -> bool:
    hand = held_cards(state, seat) or ()
    return holds_bomb(profile, hand, with_jokers=profile.lay_down.jokers_make_bombs)
