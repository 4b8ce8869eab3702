"""What follows from tribute cards, seen on the table or entered by a person, and from plays seen while
tribute is due."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from .actions import Play
from .cards import check_cards
from .errors import ActionError
from .events import Event, Refused, Retracted
from .guandan_order import BIG_JOKER, strength, wild_card
from .guandan_play import check_seat
from .guandan_profile import HIGHER_TO_FIRST, GuandanProfile
from .guandan_state import GuandanState
from .state import Pending
from .tribute import (
    CardReturned,
    PayTribute,
    Resist,
    Resisted,
    ReturnCard,
    SkipTribute,
    Tribute,
    TributeDone,
    TributeDue,
    TributePaid,
    TributeTaken,
    highest,
    may_return,
    owed,
    resists,
    takers,
    tribute_strength,
)

LOWEST_TRIBUTE: Final = strength("Q", "")
"""Of a million hands of 27 cards hardly one has nothing as high as a queen."""


def begin(order: tuple[int, ...], hands: tuple[tuple[str, ...], ...] | None) -> tuple[Event, ...]:
    """The tribute a new deal opens with after this finishing order; where the hands are known and resist,
    that at once."""
    if not order:
        return ()
    payers, receivers = owed(order)
    due = TributeDue(payers, receivers)
    if hands is None or not resists(hands[payer] for payer in payers):
        return (due,)
    shown = tuple(payer for payer in payers for _ in range(hands[payer].count(BIG_JOKER)))
    return (due, Resisted(shown), TributeDone(receivers[0]))


def reading_of_play(
    state: GuandanState, action: Play, profile: GuandanProfile
) -> PayTribute | ReturnCard | Resist | None:
    """What cards laid down while tribute is due are meant as; None: tribute went unseen and the deal has
    begun."""
    tribute, seat, cards = _running(state), action.seat, action.cards
    owes = seat in tribute.payers and tribute.card_of(seat) is None
    if owes and cards == (BIG_JOKER, BIG_JOKER):
        return Resist((seat, seat))
    if len(cards) == 1 and owes and _looks_like_tribute(state, seat, cards[0]):
        return PayTribute(seat, cards[0])
    if len(cards) == 1 and _payer_to_answer(tribute, seat, profile) is not None:
        return ReturnCard(seat, cards[0])
    return None


def _looks_like_tribute(state: GuandanState, seat: int, card: str) -> bool:
    """Whether a payer's card can be the highest of a whole hand: a low one is the first lead, tribute went
    unseen."""
    known = state.seats[seat].hand is not None
    return known or card == wild_card(state.level) or tribute_strength(card, state.level) >= LOWEST_TRIBUTE


def _running(state: GuandanState) -> Tribute:
    if state.tribute is None or state.tribute.done:
        raise ActionError("no-tribute", {}, "no tribute is due now")
    return state.tribute


def _payer_to_answer(tribute: Tribute, seat: int, profile: GuandanProfile) -> int | None:
    """Whose card a receiver may answer now: it has taken it, or by the rule can only take this one."""
    if seat not in tribute.receivers:
        return None
    index = tribute.receivers.index(seat)
    if tribute.returned[index] is not None:
        return None
    taken = tribute.takes[index]
    if taken is None and profile.double_tribute != HIGHER_TO_FIRST and tribute.paid[index] is not None:
        return tribute.payers[index]
    return taken


def unseen(state: GuandanState, leader: int | None = None) -> TributeDone:
    """The deal begins though tribute was not seen to its end; who leads is known if all payments were."""
    tribute = _running(state)
    first_takes = tribute.takes[0] if tribute.all_paid else None
    return TributeDone(first_takes if leader is None else leader, seen=False)


def decide_skip(state: GuandanState, action: SkipTribute) -> tuple[Event, ...]:
    """Tribute is left out or was settled out of sight.

    Raises:
        ActionError: no tribute is due, no such seat, or a known hand is a card short.
    """
    tribute = _running(state)
    if action.leader is not None:
        check_seat(action.leader)
    if any(seat.hand is not None for seat in state.seats) and any(take is not None for take in tribute.takes):
        raise ActionError("return-due", {}, "a card has been taken: give one back first")
    return (unseen(state, action.leader),)


def decide_resist(state: GuandanState, action: Resist) -> tuple[Event, ...]:
    """The payers show both big jokers: nobody pays, first place leads.

    Raises:
        ActionError: no tribute is due, or the seats named are not payers.
    """
    tribute = _running(state)
    if any(seat not in tribute.payers for seat in action.seats):
        text = "only who owes tribute can resist"
        raise ActionError("not-a-payer", {"seats": list(action.seats)}, text)
    known = [state.seats[payer].hand for payer in tribute.payers]
    hands = [hand for hand in known if hand is not None]
    if len(hands) == len(known) and not resists(hands):
        raise ActionError("no-two-jokers", {}, "the payers do not hold both big jokers")
    return (Resisted(action.seats), TributeDone(tribute.receivers[0]))


def decide_payment(state: GuandanState, action: PayTribute, profile: GuandanProfile) -> tuple[Event, ...]:
    """A payer's card; refused when it is known not to be the payer's highest.

    Raises:
        ActionError: the seat owes nothing (any more).
    """
    tribute = _running(state)
    (card,) = check_cards((action.card,))
    if action.seat not in tribute.payers or tribute.card_of(action.seat) is not None:
        text = f"seat {action.seat} owes no tribute"
        raise ActionError("owes-nothing", {"seat": action.seat}, text)
    problem = _payment_problem(state, action.seat, card)
    if problem is not None:
        return (Refused(action.seat, (card,), *problem),)
    return paid(state, action.seat, card, profile)


def _payment_problem(state: GuandanState, seat: int, card: str) -> tuple[str, dict[str, Any]] | None:
    hand = state.seats[seat].hand
    if state.third_copies(seat, (card,)):
        return "third-copy", {"seat": seat, "cards": [card]}
    if hand is not None and card not in hand:
        return "not-held", {"seat": seat, "cards": [card]}
    offered = tribute_strength(card, state.level)
    if offered == 0:
        return "tribute-wild", {"seat": seat, "card": card, "rank": state.level}
    if hand is not None and offered < highest(hand, state.level):
        better = max(hand, key=lambda held: tribute_strength(held, state.level))
        return "tribute-not-highest", {"seat": seat, "card": card, "cards": [better]}
    return None


def paid(
    state: GuandanState, seat: int, card: str, profile: GuandanProfile, *, legal: bool = True
) -> tuple[Event, ...]:
    """A payer's card on the table, and who takes which card once that is clear; two big jokers resist after
    all."""
    tribute = _running(state)
    index = tribute.payers.index(seat)
    cards: tuple[str | None, ...] = (*tribute.paid[:index], card, *tribute.paid[index + 1 :])
    events: list[Event] = [Retracted(p.seat, p.cards) for p in state.pending if p.seat == seat and legal]
    events.append(TributePaid(seat, card, legal))
    if cards.count(BIG_JOKER) == 2:
        return (*events, Resisted(tribute.payers), TributeDone(tribute.receivers[0]))
    return (*events, *_taken(tribute, cards, state.level, profile))


def _taken(
    tribute: Tribute, cards: tuple[str | None, ...], level: str, profile: GuandanProfile
) -> Iterator[TributeTaken]:
    """Who takes which card as far as it is clear; one big joker waits for the other payer, who may hold the
    second."""
    payers: tuple[int, ...] = tribute.payers
    if None not in cards:
        full = replace(tribute, paid=cards)
        payers = takers(full, level, profile.double_tribute == HIGHER_TO_FIRST)
    elif profile.double_tribute == HIGHER_TO_FIRST:
        return
    for receiver, payer, taken in zip(tribute.receivers, payers, tribute.takes, strict=True):
        card = cards[tribute.payers.index(payer)]
        if taken is None and card is not None and (None not in cards or card != BIG_JOKER):
            yield TributeTaken(receiver, payer, card)


def decide_return(state: GuandanState, action: ReturnCard, profile: GuandanProfile) -> tuple[Event, ...]:
    """A receiver's card back; refused when the profile forbids it.

    Raises:
        ActionError: the seat has not got a card to answer, or has answered it.
    """
    tribute = _running(state)
    (card,) = check_cards((action.card,))
    payer = _payer_to_answer(tribute, action.seat, profile)
    if payer is None:
        text = f"seat {action.seat} has nothing to give back now"
        raise ActionError("no-return", {"seat": action.seat}, text)
    problem = _return_problem(state, action.seat, card, profile)
    if problem is not None:
        return (Refused(action.seat, (card,), *problem),)
    return returned(state, action.seat, payer, card)


def _return_problem(
    state: GuandanState, seat: int, card: str, profile: GuandanProfile
) -> tuple[str, dict[str, Any]] | None:
    hand = state.seats[seat].hand
    if state.third_copies(seat, (card,)):
        return "third-copy", {"seat": seat, "cards": [card]}
    if hand is not None and card not in hand:
        return "not-held", {"seat": seat, "cards": [card]}
    limit = profile.return_at_most
    forced = hand is not None and not any(may_return(held, limit) for held in hand)
    if not may_return(card, limit) and not forced:
        return "return-too-high", {"seat": seat, "card": card, "rank": limit}
    return None


def returned(
    state: GuandanState, seat: int, payer: int, card: str, *, legal: bool = True
) -> tuple[Event, ...]:
    """A card given back; after the last one the payer to first place leads."""
    tribute = _running(state)
    events: list[Event] = [Retracted(p.seat, p.cards) for p in state.pending if p.seat == seat and legal]
    if tribute.payer_to(seat) is None:
        events.append(TributeTaken(seat, payer, tribute.card_of(payer) or ""))
    events.append(CardReturned(seat, payer, card, legal))
    if sum(back is None for back in tribute.returned) == 1:
        leader = tribute.takes[0] if tribute.takes[0] is not None else payer
        events.append(TributeDone(leader))
    return tuple(events)


def stand_tribute(state: GuandanState, pending: Pending, profile: GuandanProfile) -> tuple[Event, ...]:
    """A refused tribute or returned card that the table lets stand."""
    tribute = _running(state)
    (card,) = pending.cards
    if pending.seat in tribute.payers:
        return paid(state, pending.seat, card, profile, legal=False)
    payer = _payer_to_answer(tribute, pending.seat, profile)
    if payer is None:
        raise ActionError("no-return", {"seat": pending.seat}, "that card can no longer be given back")
    return returned(state, pending.seat, payer, card, legal=False)
