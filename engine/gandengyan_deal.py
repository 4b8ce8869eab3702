"""Gandengyan: starting a deal: who deals, who leads, how many cards."""

from __future__ import annotations

from collections import Counter

from .actions import StartDeal
from .cards import JOKERS, check_cards, is_joker, pack
from .combos import PLACE
from .errors import ActionError
from .events import DealStarted
from .gandengyan_profile import GandengyanProfile
from .gandengyan_state import GandengyanState
from .state import Phase


def start_deal(profile: GandengyanProfile, state: GandengyanState, action: StartDeal) -> DealStarted:
    """The event that starts the deal.

    Raises:
        ActionError: if a deal is running, or dealer, cut card or known hands make no sense.
    """
    if state.phase is not Phase.IDLE:
        raise ActionError("deal-running", {"deal": state.deal}, f"deal {state.deal} is not settled yet")
    dealer = dealer_of(profile, state, action)
    hands, stock_cards = _known_cards(profile, state, action, dealer)
    counts = tuple(len(hand) for hand in hands) if hands else _counts(profile, state.players, dealer)
    return DealStarted(
        deal=state.deal + 1,
        dealer=dealer,
        leader=_leader(profile, state, dealer, hands),
        counts=counts,
        stock=54 * profile.packs - sum(counts),
        hands=hands,
        stock_cards=stock_cards,
    )


def dealer_of(profile: GandengyanProfile, state: GandengyanState, action: StartDeal) -> int | None:
    """The dealer: named, cut, or by the profile's rule; None where only the first lead will tell."""
    if action.dealer is not None:
        if not 0 <= action.dealer < state.players:
            params = {"seat": action.dealer, "players": state.players}
            raise ActionError("no-such-seat", params, f"there is no seat {action.dealer}")
        return action.dealer
    if action.cut is not None:
        return cut_dealer(profile, state, action.cut)
    return state.next_dealer


def cut_dealer(profile: GandengyanProfile, state: GandengyanState, card: str) -> int:
    """Who deals after a cut: its pips are counted with the winner (first deal: seat 0) as 1.

    Raises:
        ActionError: code `cut-again` for a joker.
        CardError: if it is no card.
    """
    (card,) = check_cards((card,))
    if card in JOKERS:
        raise ActionError("cut-again", {"card": card}, "a joker was cut: cut again")
    start = state.last_winner if state.last_winner is not None else 0
    steps = profile.deal.cut_pips[card[0]] - 1
    forward = profile.direction == profile.deal.cut_direction
    return (start + steps if forward else start - steps) % state.players


def after_deal(
    profile: GandengyanProfile, state: GandengyanState, winner: int | None, void: bool
) -> int | None:
    """Who deals next by the profile's rule; None: it is cut for (or not known)."""
    dealer = state.dealer
    if void:
        same = profile.deal.void_dealer == "same" or dealer is None
        return dealer if same or dealer is None else (dealer + 1) % state.players
    if profile.deal.next_dealer == "winner":
        return winner
    if profile.deal.next_dealer == "cut" or dealer is None:
        return None
    return (dealer + (1 if profile.direction == "ccw" else -1)) % state.players


def _counts(profile: GandengyanProfile, players: int, dealer: int | None) -> tuple[int, ...]:
    deal = profile.deal
    return tuple(deal.dealer_cards if seat == dealer else deal.other_cards for seat in range(players))


def _leader(
    profile: GandengyanProfile,
    state: GandengyanState,
    dealer: int | None,
    hands: tuple[tuple[str, ...], ...] | None,
) -> int | None:
    if not lowest_must_lead(profile, state.deals_counted):
        return dealer
    if profile.deal.first_leader != "lowest-card" or (state.deals_counted and dealer is not None):
        return dealer
    return lowest_holder(profile, hands) if hands else None


def lowest_must_lead(profile: GandengyanProfile, deals_before: int) -> bool:
    """Whether the lead of this deal must hold the lowest rank."""
    rule = profile.deal.lead_lowest
    return rule == "every-deal" or (rule == "first-deal" and deals_before == 0)


def low_key(profile: GandengyanProfile, card: str) -> tuple[int, int]:
    """Sort key of a natural card where the lowest card decides: rank, then the profile's order of suits."""
    return PLACE[card[0]], profile.deal.lowest_suits.find(card[1])


def lowest_holder(profile: GandengyanProfile, hands: tuple[tuple[str, ...], ...]) -> int | None:
    """The seat that was dealt the lowest natural card."""
    dealt = [
        (low_key(profile, card), seat)
        for seat, hand in enumerate(hands)
        for card in hand
        if not is_joker(card)
    ]
    return min(dealt)[1] if dealt else None


def _known_cards(
    profile: GandengyanProfile, state: GandengyanState, action: StartDeal, dealer: int | None
) -> tuple[tuple[tuple[str, ...], ...] | None, tuple[str, ...] | None]:
    if action.hands is None:
        return None, None
    if len(action.hands) != state.players:
        raise ActionError("hands-wrong", {"hands": len(action.hands)}, "one hand for every seat is needed")
    hands = tuple(check_cards(hand) for hand in action.hands)
    dealt = Counter(card for hand in hands for card in hand)
    rest = Counter(pack(profile.packs))
    if dealt - rest:
        card = next(iter((dealt - rest).elements()))
        raise ActionError("card-twice", {"card": card}, f"{card} is dealt more often than the pack holds it")
    stock = check_cards(action.stock) if action.stock is not None else None
    if stock is not None and Counter(stock) != rest - dealt:
        raise ActionError("stock-wrong", {}, "the stock must be exactly the undealt cards")
    if tuple(len(hand) for hand in hands) != _counts(profile, state.players, dealer):
        raise ActionError(
            "hands-wrong", {"hands": len(hands)}, "the hands do not have the sizes of the profile"
        )
    return hands, stock
