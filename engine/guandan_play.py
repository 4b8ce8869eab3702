"""What follows from a play or a pass in Guandan: implied passes, the verdict, going out.

Passes are never seen. A play by a later seat implies the passes before it; a play by the owner of what lies
on the table, or by the partner of an owner who is out (接风), implies that everyone passed and is a new lead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .actions import Pass, Play
from .cards import check_cards, missing_from
from .errors import ActionError
from .events import (
    Contradiction,
    Event,
    LeadMoved,
    Passed,
    Played,
    Refused,
    Retracted,
    Stood,
    TrickWon,
    WentOut,
)
from .guandan_combos import Combo
from .guandan_judge import judge_on
from .guandan_match import end_of_deal
from .guandan_order import BIG_JOKER
from .guandan_profile import LAST_TO_FIRST, SEATS, GuandanProfile
from .guandan_recognise import readings
from .guandan_state import GuandanState
from .state import Pending, Phase
from .tribute import partner, tribute_strength
from .verdict import Verdict

Problem = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Way:
    """How a seat may come to play now: who has passed before it, and whether it leads or answers."""

    passes: tuple[int, ...]
    lead: bool


def decide_play(state: GuandanState, action: Play, profile: GuandanProfile) -> tuple[Event, ...]:
    """The events of a play; `Refused` alone if it breaks a rule, and then nothing is implied about passes.

    Its parameters `other_reading` and `other_shape` name a reading of what lies there on which the play
    would be legal, if there is one.

    Raises:
        ActionError: no deal runs, no such seat, or no cards.
        CardError: a code is no card.
    """
    seat, cards = checked(state, action.seat, action.cards)
    ways: tuple[Way, ...] = ()
    problem = physical_problem(state, seat, cards)
    if problem is None:
        ways = ways_to_play(state, seat, profile)
        verdict: Verdict | None = None
        for way in ways:
            found = judge_on(None if way.lead else state.to_beat, cards, state.level, action.declared)
            if found.legal:
                return tuple(accept(state, action, found, way, profile))
            verdict = verdict or found
        problem = (
            (verdict.code, {"seat": seat, **verdict.message_params})
            if verdict
            else _not_its_turn(state, seat)
        )
    code, params = problem
    other = _legal_on_another_reading(state, cards, action.declared) if ways else None
    if other is not None:
        params = {**params, "other_reading": list(other.ranks), "other_shape": other.shape.value}
    return (Refused(seat, cards, code, params, action.declared),)


def _legal_on_another_reading(
    state: GuandanState, cards: tuple[str, ...], declared: tuple[str, ...] | None
) -> Combo | None:
    """Another reading of what lies there, undeclared, on which the refused play would be legal.

    The rule takes the strongest; whether another was called, no camera hears, so it is worth a question.
    """
    current = state.current
    if current is None or current.declared:
        return None
    for combo in readings(current.cards, state.level):
        possible = combo != state.to_beat and combo.ranks in current.alternatives
        if possible and judge_on(combo, cards, state.level, declared).legal:
            return combo
    return None


def _not_its_turn(state: GuandanState, seat: int) -> Problem:
    if state.current is None:
        return "not-your-lead", {"seat": seat, "leader": state.turn}
    return "out-of-turn", {"seat": seat, "turn": state.turn}


def checked(state: GuandanState, seat: int, cards: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The seat and cards of an action, if they can be meant at all."""
    check_playing(state)
    check_seat(seat)
    cards = check_cards(cards)
    if not cards:
        raise ActionError("no-cards", {"seat": seat}, "a play needs at least one card")
    return seat, cards


def check_playing(state: GuandanState) -> None:
    """Refuse what needs a deal in progress."""
    if state.phase is not Phase.PLAYING:
        text = "no deal is being played: start one first"
        raise ActionError("not-playing", {"phase": state.phase.value}, text)


def check_seat(seat: int) -> None:
    """Refuse a seat that does not exist."""
    if not 0 <= seat < SEATS:
        text = f"there is no seat {seat}: seats are 0 to {SEATS - 1}"
        raise ActionError("no-such-seat", {"seat": seat, "players": SEATS}, text)


def physical_problem(state: GuandanState, seat: int, cards: tuple[str, ...]) -> Problem | None:
    """What makes a play impossible whatever the combination: out already, a third copy, more cards than are
    left."""
    who = state.seats[seat]
    if who.place is not None:
        return "already-out", {"seat": seat, "place": who.place}
    third = state.third_copies(seat, cards)
    if third:
        return "third-copy", {"seat": seat, "cards": list(third)}
    if len(cards) > who.count:
        return "too-many-cards", {"seat": seat, "cards": len(cards), "held": who.count}
    if who.hand is not None:
        missing = missing_from(cards, who.hand)
        if missing:
            return "not-held", {"seat": seat, "cards": list(missing)}
    return None


def ways_to_play(state: GuandanState, seat: int, profile: GuandanProfile) -> tuple[Way, ...]:
    """The ways in which a seat may play now, the one with fewer implied passes first; none: it is not its
    turn."""
    if state.current is None:
        may_lead = state.turn in (None, seat) or _may_be_the_last(state, seat, profile)
        return (Way((), True),) if may_lead else ()
    waiting = state.waiting()
    ways = []
    if seat in waiting:
        ways.append(Way(waiting[: waiting.index(seat)], False))
    if seat == state.leader_after_trick():
        ways.append(Way(waiting, True))
    return tuple(ways)


def _may_be_the_last(state: GuandanState, seat: int, profile: GuandanProfile) -> bool:
    """After 1st and 2nd nobody sees which loser was third and which last: either may lead as the payer to
    first."""
    tribute = state.tribute
    unsure = tribute is not None and len(tribute.payers) == 2 and not tribute.resisted and not state.plays
    return (
        unsure and tribute is not None and seat in tribute.payers and profile.double_tribute == LAST_TO_FIRST
    )


def accept(
    state: GuandanState, action: Play, verdict: Verdict, way: Way, profile: GuandanProfile
) -> Iterator[Event]:
    """The events of a play that counts: what it implies, the play, and what it ends."""
    yield from (Retracted(p.seat, p.cards) for p in state.pending if p.seat == action.seat)
    yield from _implied(state, action.seat, way, "tribute" if verdict.legal else "stood")
    yield Played(
        seat=action.seat,
        cards=action.cards,
        play=state.plays,
        combination=verdict.kind,
        stands_for=verdict.stands_for,
        wilds=verdict.wilds,
        declared=action.declared is not None,
        lead=way.lead,
        legal=verdict.legal,
        code=verdict.code,
        alternatives=verdict.alternatives,
    )
    yield from _tribute_faults(state, action)
    if len(action.cards) >= state.seats[action.seat].count:
        out = (*state.order, action.seat)
        yield WentOut(action.seat, len(out))
        if partner(action.seat) in out:
            yield from end_of_deal(state, state.finishing_order(out), profile)


def _implied(state: GuandanState, seat: int, way: Way, reason: str) -> Iterator[Event]:
    yield from (Passed(other) for other in way.passes)
    if way.lead and state.current is not None:
        yield TrickWon(state.current.seat, state.leader_after_trick())
    elif state.current is None and state.turn not in (None, seat):
        yield LeadMoved(state.turn or 0, seat, reason)


def _tribute_faults(state: GuandanState, action: Play) -> Iterator[Event]:
    """A card above the tribute that its payer said was its highest, or a big joker after the payers showed
    both."""
    tribute = state.tribute
    if tribute is None or action.seat in state.faulted:
        return
    if tribute.resisted and BIG_JOKER in action.cards and action.seat not in tribute.payers:
        params: dict[str, Any] = {"seat": action.seat, "seats": list(tribute.payers)}
        yield Contradiction("resisted-without-jokers", action.seat, state.plays, params)
    if action.seat not in tribute.payers:
        return
    paid = tribute.card_of(action.seat)
    if paid is None:
        return
    limit = tribute_strength(paid, state.level)
    shown = (*state.seats[action.seat].shown, *action.cards)
    higher = [card for card in shown if tribute_strength(card, state.level) > limit]
    back = tribute.returned_to(action.seat)
    explained = 1 if back is None or tribute_strength(back, state.level) > limit else 0
    if len(higher) > explained:
        yield Contradiction(
            "tribute-not-highest",
            action.seat,
            state.plays,
            {"seat": action.seat, "card": paid, "cards": [higher[-1]]},
        )


def decide_pass(state: GuandanState, action: Pass) -> tuple[Event, ...]:
    """A pass that was said; seats before it have passed too, and the last one ends the trick.

    Raises:
        ActionError: nothing lies there to pass on, or the seat has no say.
    """
    seat = action.seat
    waiting = state.waiting()
    check_playing(state)
    check_seat(seat)
    if seat not in waiting:
        raise ActionError("no-pass", {"seat": seat}, f"seat {seat} has nothing to pass on now")
    place = waiting.index(seat)
    events: list[Event] = [Passed(other) for other in waiting[:place]]
    events.append(Passed(seat, inferred=False))
    if place == len(waiting) - 1 and state.current is not None:
        events.append(TrickWon(state.current.seat, state.leader_after_trick(), inferred=False))
    return tuple(events)


def stand(
    state: GuandanState, pending: Pending, profile: GuandanProfile, *, inferred: bool
) -> tuple[Event, ...]:
    """A refused play counts after all: its cards leave the hand and are what must be beaten now.

    Raises:
        ActionError: the seat is out; the play cannot have been its.
    """
    if state.seats[pending.seat].place is not None:
        text = f"seat {pending.seat} is out: correct the seat, or take the cards back"
        raise ActionError("cannot-stand", {"seat": pending.seat}, text)
    found = readings(pending.cards, state.level)
    best: Combo | None = found[0] if found else None
    verdict = Verdict(
        legal=False,
        code=pending.code,
        kind=best.shape.value if best else "none",
        stands_for=best.ranks if best else (),
        wilds=0,
    )
    ways = ways_to_play(state, pending.seat, profile) or (Way((), state.current is None),)
    play = Play(pending.seat, pending.cards, pending.declared)
    rest = [
        event for event in accept(state, play, verdict, ways[0], profile) if not isinstance(event, Retracted)
    ]
    return (Stood(pending.seat, pending.cards, inferred), *rest)
