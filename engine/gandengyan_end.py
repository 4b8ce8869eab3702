"""Gandengyan: after the last play: hands laid open, what they contradict, and lay-downs (撒牌)."""

from __future__ import annotations

from collections import Counter

from .actions import LayDown, ShowHand
from .cards import check_cards, is_joker
from .combos import RANK_NAMES, Shape
from .errors import ActionError
from .events import Contradiction, DealEnded, HandShown, LaidDown
from .gandengyan_deal import low_key, lowest_must_lead
from .gandengyan_profile import GandengyanProfile
from .gandengyan_state import GandengyanState
from .recognise import readings
from .script import Script
from .state import Phase

Table = Script[GandengyanState]


def show_hand(profile: GandengyanProfile, table: Table, action: ShowHand) -> None:
    """A hand is laid open: the fact, and every earlier claim that it contradicts."""
    state = table.state
    if state.phase is not Phase.SHOWING:
        raise ActionError("not-showing", {"phase": state.phase.value}, "hands are laid open after a deal")
    if not 0 <= action.seat < state.players:
        raise ActionError("no-such-seat", {"seat": action.seat}, f"there is no seat {action.seat}")
    cards = check_cards(action.cards)
    table.emit(HandShown(action.seat, cards))
    for contradiction in contradictions(profile, table.state, action.seat):
        table.emit(contradiction)


def contradictions(
    profile: GandengyanProfile, state: GandengyanState, seat: int
) -> tuple[Contradiction, ...]:
    """What the laid-open hand of a seat contradicts: its count, the pack, the first lead, a lead that moved
    on.

    Only what is certain: a card that may have been drawn later accuses nobody.
    """
    found = (
        *_count_differs(state, seat),
        *_card_twice(profile, state, seat),
        *_low_card_held(profile, state, seat),
        *_could_have_led(state, seat),
    )
    return tuple(found)


def _count_differs(state: GandengyanState, seat: int) -> list[Contradiction]:
    shown = state.seats[seat].laid_open or ()
    expected = state.seats[seat].count
    if len(shown) == expected:
        return []
    params = {"seat": seat, "shown": len(shown), "expected": expected}
    return [Contradiction("hand-count", seat, None, params)]


def _card_twice(profile: GandengyanProfile, state: GandengyanState, seat: int) -> list[Contradiction]:
    shown = state.seats[seat].laid_open or ()
    seen = Counter(state.used)
    for other in state.seats:
        seen.update(other.laid_open or ())
    twice = [card for card in dict.fromkeys(shown) if seen[card] > profile.packs]
    return [Contradiction("card-twice", seat, None, {"seat": seat, "cards": twice})] if twice else []


def _low_card_held(profile: GandengyanProfile, state: GandengyanState, seat: int) -> list[Contradiction]:
    """A lower card was held when the first lead was made.

    All cards that passed through a hand are known now, but not which of them were drawn: more lower cards
    than draws prove that one of them was dealt.
    """
    lead = state.first_lead
    if lead is None or not lowest_must_lead(profile, state.deals_counted) or state.reshuffles:
        return []
    naturals = [card for card in lead.cards if not is_joker(card)]
    if not naturals:
        return []
    holder = state.seats[seat]
    cards = holder.shown + (holder.laid_open or ())
    lowest = min(low_key(profile, card) for card in naturals)
    own = seat == lead.seat
    lower = [card for card in cards if not is_joker(card) and _is_lower(profile, card, lowest, own)]
    if len(lower) <= holder.drawn:
        return []
    rank = min(lower, key=lambda card: low_key(profile, card))
    params = {"seat": seat, "leader": lead.seat, "card": rank, "led": RANK_NAMES[lowest[0]]}
    return [Contradiction("lower-card-held" if own else "lower-card-elsewhere", seat, 0, params)]


def _is_lower(profile: GandengyanProfile, card: str, led: tuple[int, int], own: bool) -> bool:
    key = low_key(profile, card)
    return key[0] < led[0] if own else key < led


def _could_have_led(state: GandengyanState, seat: int) -> list[Contradiction]:
    """The lead moved on from this seat as if it held only jokers, but it held a natural card."""
    holder = state.seats[seat]
    found = []
    for skip in state.skipped:
        later = holder.shown[skip.shown :] + (holder.laid_open or ())
        naturals = [card for card in later if not is_joker(card)]
        if skip.seat == seat and skip.count and len(naturals) > holder.drawn - skip.drawn:
            params: dict[str, object] = {"seat": seat, "cards": naturals}
            found.append(Contradiction("could-have-led", seat, skip.play, params))
    return found


def lay_down(profile: GandengyanProfile, table: Table, action: LayDown) -> None:
    """撒牌 before the first lead: the dealt hand must be one straight. It settles the deal.

    Raises:
        ActionError: if the profile has no lay-downs, it is too late, or the cards are no such hand.
    """
    state = table.state
    if not profile.lay_down.allowed:
        raise ActionError("no-lay-down", {"profile": profile.name}, f"{profile.name} has no lay-downs")
    open_for_it = state.phase is Phase.PLAYING or state.ended == "lay-down"
    if not open_for_it or state.phase is Phase.IDLE or state.plays or action.seat in state.laid_down:
        raise ActionError("lay-down-late", {"seat": action.seat}, "hands are laid down before the first lead")
    cards = check_cards(action.cards)
    _check_straight(profile, state, action.seat, cards)
    table.emit(LaidDown(action.seat, cards))
    if action.seat == state.dealer and profile.lay_down.dealer_first:
        table.emit(DealEnded(action.seat, "lay-down", ()))
    elif state.ended is None:
        others = tuple(seat for seat in range(state.players) if seat != action.seat)
        table.emit(DealEnded(None, "lay-down", others))


def _check_straight(
    profile: GandengyanProfile, state: GandengyanState, seat: int, cards: tuple[str, ...]
) -> None:
    held = state.seats[seat].count
    if len(cards) != held:
        params = {"seat": seat, "shown": len(cards), "expected": held}
        raise ActionError("hand-count", params, f"seat {seat} holds {held} cards, not {len(cards)}")
    if not any(combo.shape is Shape.STRAIGHT for combo in readings(cards, profile)):
        text = "the laid-down hand is not one straight"
        raise ActionError("not-one-straight", {"seat": seat, "cards": list(cards)}, text)
