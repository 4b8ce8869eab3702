"""The matching game: before the first play and after the last: dealing, hands laid open, points."""

from __future__ import annotations

from collections import Counter

from .actions import (
    EndDeal,
    NewMatch,
    Settle,
    ShowHand,
    StartDeal,
)
from .amount import exact
from .cards import check_cards, pack
from .colour_profile import ColourProfile
from .colour_rules import hand_points
from .colour_state import (
    ChangeStartCard,
    ColourState,
    StartCardChanged,
)
from .errors import ActionError
from .events import (
    Contradiction,
    DealEnded,
    DealStarted,
    HandShown,
    MatchStarted,
    Settled,
)
from .payment import Payment
from .script import Script
from .state import Phase

Table = Script[ColourState]


def start_deal(profile: ColourProfile, table: Table, action: StartDeal) -> None:
    state = table.state
    if state.phase is not Phase.IDLE:
        raise ActionError("deal-running", {"deal": state.deal}, f"deal {state.deal} is not settled yet")
    dealer = action.dealer if action.dealer is not None else state.next_dealer
    if dealer is not None:
        check_seat(state, dealer)
    hands = tuple(check_cards(hand) for hand in action.hands) if action.hands is not None else None
    stock_cards = check_cards(action.stock) if action.stock is not None else None
    if hands is not None:
        _check_dealt(profile, state, hands, stock_cards)
    start_card = action.start_card
    if stock_cards and start_card is None:
        start_card, stock_cards = stock_cards[0], stock_cards[1:]
    counts = (profile.deal.other_cards,) * state.players
    leader = _starter(profile, hands, dealer)
    stock = len(pack(1, jokers=False)) - sum(counts) - 1
    table.emit(DealStarted(state.deal + 1, dealer, leader, counts, stock, hands, stock_cards, start_card))


def _check_dealt(
    profile: ColourProfile,
    state: ColourState,
    hands: tuple[tuple[str, ...], ...],
    stock: tuple[str, ...] | None,
) -> None:
    sizes = {len(hand) for hand in hands}
    if len(hands) != state.players or sizes != {profile.deal.other_cards}:
        raise ActionError(
            "hands-wrong", {"hands": len(hands)}, "the hands do not have the sizes of the profile"
        )
    dealt = Counter(card for hand in hands for card in hand)
    rest = Counter(pack(1, jokers=False)) - dealt
    if sum(rest.values()) + dealt.total() != len(pack(1, jokers=False)):
        raise ActionError("card-twice", {"cards": []}, "a card is dealt twice, or is not in the pack")
    if stock is not None and Counter(stock) != rest:
        raise ActionError("stock-wrong", {}, "the stock must be exactly the undealt cards")


def _starter(
    profile: ColourProfile, hands: tuple[tuple[str, ...], ...] | None, dealer: int | None
) -> int | None:
    for seat, hand in enumerate(hands or ()):
        if profile.deal.starter in hand:
            return seat
    return dealer if hands is not None else None


def change_start(_: ColourProfile, table: Table, action: ChangeStartCard) -> None:
    state = table.state
    if state.phase is not Phase.PLAYING or state.plays or state.start_changed:
        raise ActionError("start-card-late", {"seat": action.seat}, "too late to change the start card")
    check_seat(state, action.seat)
    card = state.stock_cards[0] if state.stock_cards else action.card
    table.emit(StartCardChanged(action.seat, card))


def fewest(state: ColourState) -> int:
    """The seat with the fewest cards; of several the first in seat order."""
    return min(range(state.players), key=lambda seat: (state.seats[seat].count, seat))


def end_deal(_: ColourProfile, table: Table, action: EndDeal) -> None:
    check_playing(table.state)
    if action.winner is None and action.reason == "void":
        table.emit(DealEnded(None, "void", ()))
        return
    winner = fewest(table.state) if action.winner is None else action.winner
    check_seat(table.state, winner)
    losers = tuple(seat for seat in range(table.state.players) if seat != winner)
    table.emit(DealEnded(winner, "person", losers))


def show_hand(profile: ColourProfile, table: Table, action: ShowHand) -> None:
    state = table.state
    if state.phase is not Phase.SHOWING:
        raise ActionError("not-showing", {"phase": state.phase.value}, "hands are laid open after a deal")
    check_seat(state, action.seat)
    cards = check_cards(action.cards)
    table.emit(HandShown(action.seat, cards))
    expected = state.seats[action.seat].count
    if len(cards) < expected:
        params = {"seat": action.seat, "shown": len(cards), "expected": expected}
        table.emit(Contradiction("hand-count", action.seat, None, params))
    seen = Counter(table.state.used)
    for seat in table.state.seats:
        seen.update(seat.laid_open or ())
    twice = [card for card in dict.fromkeys(cards) if seen[card] > profile.packs]
    if twice:
        params_twice = {"seat": action.seat, "cards": twice}
        table.emit(Contradiction("card-twice", action.seat, None, params_twice))


def settle(profile: ColourProfile, table: Table, action: Settle) -> None:
    state = table.state
    if state.phase is not Phase.SHOWING:
        raise ActionError("not-showing", {"phase": state.phase.value}, "the deal has not ended")
    if state.awaiting and not action.force:
        raise ActionError("hands-missing", {"seats": list(state.awaiting)}, "hands are not laid open yet")
    payments = tuple(_points(profile, state, seat) for seat in range(state.players))
    dealer = state.winner if state.winner is not None else state.dealer
    table.emit(Settled(state.deal, state.winner, 1, payments, state.order, dealer))


def _points(profile: ColourProfile, state: ColourState, seat: int) -> Payment:
    if state.ended == "void":
        return Payment(seat, 0, "void")
    holder = state.seats[seat]
    hand = holder.laid_open if holder.laid_open is not None else holder.hand or ()
    penalty = state.penalties[seat] * profile.score.illegal
    base = hand_points(profile, hand)
    reason = "winner" if seat == state.winner else "loser"
    return Payment(seat, exact((base + penalty) * state.stake), reason, len(hand), base)


def new_match(_: ColourProfile, table: Table, __: NewMatch) -> None:
    if table.state.phase is not Phase.IDLE:
        raise ActionError("deal-running", {"deal": table.state.deal}, "a deal is not settled yet")
    table.emit(MatchStarted())


def check_playing(state: ColourState) -> None:
    if state.phase is not Phase.PLAYING:
        raise ActionError("not-playing", {"phase": state.phase.value}, "no deal is being played")


def check_seat(state: ColourState, seat: int) -> None:
    if not 0 <= seat < state.players:
        params = {"seat": seat, "players": state.players}
        raise ActionError("no-such-seat", params, f"there is no seat {seat}")
