"""Guandan (掼蛋) under one profile: `decide` and `evolve`, as `engine.game` describes them (RULES.md, section
Guandan).

Four seats in turn direction; partners sit opposite, seats 0 and 2 are NS, 1 and 3 EW. A deal opens with the
tribute that the last one left (cards laid down then are read as tribute), is played, ends when both partners
of a side are out, and is settled at once: climb, stage, tries at A, the end of the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .actions import (
    Action,
    Call,
    EndDeal,
    LetStand,
    NewMatch,
    Pass,
    Play,
    Retract,
    Settle,
    ShowHand,
    StartDeal,
)
from .amount import Amount, exact
from .cards import check_cards
from .errors import ActionError
from .events import (
    Called,
    Contradiction,
    DealEnded,
    DealStarted,
    Event,
    HandShown,
    MatchStarted,
    Played,
    Refused,
    Retracted,
    Stood,
)
from .guandan_actions import EnterOrder, Forfeit, ReportOffence, SetLevels, TimeUp
from .guandan_combos import Combo
from .guandan_events import LevelsSet
from .guandan_evolve import evolve
from .guandan_judge import check_level, judge_cards, judge_on
from .guandan_legal import legal_plays as plays_from
from .guandan_match import decide_forfeit, decide_offence, decide_time_up, end_of_deal, refuse_if_over
from .guandan_order import COPIES, LEVELS
from .guandan_play import check_playing, check_seat, decide_pass, decide_play, stand
from .guandan_profile import HAND_SIZE, SEATS, GuandanProfile
from .guandan_state import GuandanState, combo_on_table
from .guandan_tribute import (
    begin,
    decide_payment,
    decide_resist,
    decide_return,
    decide_skip,
    reading_of_play,
    stand_tribute,
    unseen,
)
from .profile import check_players
from .state import OnTable, Pending, Phase, Seat, State
from .tribute import PayTribute, Resist, ReturnCard, SkipTribute
from .verdict import LegalPlay, Verdict


def game(profile: GuandanProfile) -> Guandan:
    """Guandan under this profile."""
    return Guandan(profile)


def judge(
    profile: GuandanProfile,  # noqa: ARG001 -- all bundled tables share shapes and order
    on: tuple[str, ...] | None,
    play: tuple[str, ...],
    *,
    level: str | None = None,
    declared: tuple[str, ...] | None = None,
) -> Verdict:
    """The verdict on laying `play` on `on` (None: a lead) at a level, `2` when none is given."""
    return judge_cards(on, play, level, declared)


def legal_plays(
    profile: GuandanProfile,  # noqa: ARG001 -- as for `judge`
    hand: Iterable[str],
    current: OnTable | None = None,
    *,
    level: str | None = None,
) -> tuple[LegalPlay, ...]:
    """Every legal play from a known hand on what lies on the table (None: a lead) at a level, `2` when none
    is given.

    Plays that differ only in the suits of natural cards are listed once, straight flushes once a suit.
    """
    known = check_level(level)
    on = combo_on_table(current, known)
    return tuple(_legal_play(cards, combo, on, known) for cards, combo in plays_from(hand, known, on))


def _legal_play(cards: tuple[str, ...], combo: Combo, on: Combo | None, level: str) -> LegalPlay:
    in_force = judge_on(on, cards, level).reading
    declared = None if in_force == combo else (combo.shape.value, *combo.ranks)
    return LegalPlay(cards, combo.shape.value, combo.ranks, declared, combo)


def calls_due(profile: GuandanProfile, state: GuandanState) -> tuple[int, ...]:
    """The seats whose hands are so small that they should have announced them (报牌) and have not."""
    if state.phase is not Phase.PLAYING:
        return ()
    seats = enumerate(state.seats)
    return tuple(n for n, seat in seats if 0 < seat.count <= profile.call_at and seat.called is None)


@dataclass(frozen=True, slots=True)
class Guandan:
    """The game under one profile; states are `engine.guandan_state.GuandanState`."""

    profile: GuandanProfile

    def start(self, players: int, *, stake: Amount | None = None) -> GuandanState:
        """The state before the first deal: both sides at 2.

        Raises:
            EngineError: code `players` unless there are four.
        """
        check_players(self.profile, players)
        return GuandanState(
            game=self.profile.game,
            profile=self.profile.name,
            players=players,
            stake=exact(self.profile.stake if stake is None else stake),
            seats=(Seat(),) * players,
            totals=(0,) * players,
        )

    def decide(self, state: State, action: Action) -> tuple[Event, ...]:
        """What follows from an action.

        Raises:
            ActionError: if the action does not fit the state at all. An illegal play or tribute is no error
            but
                `Refused`.
        """
        assert isinstance(state, GuandanState)
        decide = _DECIDE.get(type(action))
        if decide is None:
            text = f"Guandan has no {action.kind!r}"
            raise ActionError("wrong-game", {"kind": action.kind}, text)
        return decide(state, action, self.profile)

    def evolve(self, state: State, event: Event) -> GuandanState:
        """The state after an event."""
        assert isinstance(state, GuandanState)
        return evolve(state, event)


def _start_deal(state: GuandanState, action: StartDeal, _: GuandanProfile) -> tuple[Event, ...]:
    """`dealer` is who leads, unless tribute says who does (`SkipTribute` may say otherwise)."""
    refuse_if_over(state)
    _only_between_deals(state)
    if action.dealer is not None:
        check_seat(action.dealer)
    hands = None if action.hands is None else _checked_hands(action.hands)
    order = state.previous_order
    leader = None if order else action.dealer
    started = DealStarted(
        deal=state.deal + 1,
        dealer=order[0] if order and action.dealer is None else action.dealer,
        leader=leader,
        counts=(HAND_SIZE,) * SEATS if hands is None else tuple(map(len, hands)),
        stock=0,
        hands=hands,
    )
    return (started, *begin(order, hands))


def _checked_hands(hands: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    if len(hands) != SEATS or not all(hands):
        raise ActionError("bad-hands", {}, "known hands must be given for all four seats")
    checked = tuple(check_cards(hand) for hand in hands)
    third = [card for card, n in Counter(card for hand in checked for card in hand).items() if n > COPIES]
    if third:
        text = f"two packs hold no third {third[0]}"
        raise ActionError("third-copy", {"cards": third}, text)
    return checked


def _only_between_deals(state: GuandanState) -> None:
    if state.phase is not Phase.IDLE:
        raise ActionError("deal-running", {"deal": state.deal}, "a deal is being played: end it first")


def _new_match(state: GuandanState, _: NewMatch, __: GuandanProfile) -> tuple[Event, ...]:
    _only_between_deals(state)
    return (MatchStarted(),)


def _set_levels(state: GuandanState, action: SetLevels, _: GuandanProfile) -> tuple[Event, ...]:
    _only_between_deals(state)
    for level in action.levels:
        if level not in LEVELS:
            text = f"{level!r} is no level: one of {' '.join(LEVELS)}"
            raise ActionError("invalid-level", {"level": level, "allowed": " ".join(LEVELS)}, text)
    if action.stage not in (None, 0, 1) or (action.stage is None and len(set(action.levels)) > 1):
        raise ActionError("no-stage", {}, "say which side is on stage: 0 (NS) or 1 (EW)")
    if action.order and sorted(action.order) != list(range(SEATS)):
        raise ActionError("bad-order", {}, "the order must name the four seats once each")
    return (LevelsSet(action.levels, action.stage, action.failed, action.round, action.order),)


def _play(state: GuandanState, action: Play, profile: GuandanProfile) -> tuple[Event, ...]:
    if state.in_tribute:
        check_cards(action.cards)
        meant = reading_of_play(state, action, profile)
        if meant is not None:
            return _DECIDE[type(meant)](state, meant, profile)
        begun = unseen(state)
        return (begun, *_play(evolve(state, begun), action, profile))
    events = decide_play(state, action, profile)
    if isinstance(events[-1], Refused) and state.pending:
        return _answer_to_refused(state, action, profile) or events
    return events


def _answer_to_refused(state: GuandanState, action: Play, profile: GuandanProfile) -> tuple[Event, ...]:
    """The table answered a refused play: then it stands. Empty if this play does not answer it either."""
    pending = state.pending[-1]
    if pending.seat == action.seat or state.seats[pending.seat].place is not None:
        return ()
    stood = stand(state, pending, profile, inferred=True)
    after = state
    for event in stood:
        after = evolve(after, event)
    if after.phase is not Phase.PLAYING or after.to_beat is None:
        return ()
    answer = decide_play(after, action, profile)
    first = next((event for event in answer if isinstance(event, Played)), None)
    return (*stood, *answer) if first is not None and not first.lead else ()


def _pass(state: GuandanState, action: Pass, _: GuandanProfile) -> tuple[Event, ...]:
    return decide_pass(state, action)


def _pending(state: GuandanState, seat: int | None) -> Pending:
    found = [pending for pending in state.pending if seat in (None, pending.seat)]
    if not found:
        raise ActionError("nothing-refused", {"seat": seat}, "no refused play lies on the table")
    return found[-1]


def _retract(state: GuandanState, action: Retract, _: GuandanProfile) -> tuple[Event, ...]:
    pending = _pending(state, action.seat)
    return (Retracted(pending.seat, pending.cards),)


def _let_stand(state: GuandanState, action: LetStand, profile: GuandanProfile) -> tuple[Event, ...]:
    pending = _pending(state, action.seat)
    if state.in_tribute:
        return (Stood(pending.seat, pending.cards), *stand_tribute(state, pending, profile))
    return stand(state, pending, profile, inferred=False)


def _call(state: GuandanState, action: Call, _: GuandanProfile) -> tuple[Event, ...]:
    check_playing(state)
    check_seat(action.seat)
    if not state.is_in(action.seat):
        raise ActionError("no-call", {"seat": action.seat}, f"seat {action.seat} has nothing to announce now")
    return (Called(action.seat, action.count),)


def _end_deal(state: GuandanState, action: EndDeal, _: GuandanProfile) -> tuple[Event, ...]:
    check_playing(state)
    if action.winner is not None:
        text = "a Guandan deal needs the finishing order, not only the winner"
        raise ActionError("order-needed", {}, text)
    return (DealEnded(None, action.reason),)


def _enter_order(state: GuandanState, action: EnterOrder, profile: GuandanProfile) -> tuple[Event, ...]:
    check_playing(state)
    named = set(action.order)
    if not named or len(named) != len(action.order) or not named <= set(range(SEATS)):
        raise ActionError("bad-order", {}, "the order must name seats 0 to 3, each at most once")
    out = (*action.order, *(seat for seat in state.order if seat not in named))
    return tuple(end_of_deal(state, state.finishing_order(out), profile, "person"))


def _show_hand(state: GuandanState, action: ShowHand, _: GuandanProfile) -> tuple[Event, ...]:
    check_seat(action.seat)
    if state.phase is not Phase.IDLE or state.ended is None:
        raise ActionError("not-showing", {"phase": state.phase.value}, "hands are laid open after a deal")
    cards = check_cards(action.cards)
    events: list[Event] = [HandShown(action.seat, cards)]
    expected = state.seats[action.seat].count
    if len(cards) != expected:
        params: dict[str, Any] = {"seat": action.seat, "shown": len(cards), "expected": expected}
        events.append(Contradiction("hand-count", action.seat, params=params))
    third = state.third_copies(action.seat, cards)
    if third:
        events.append(
            Contradiction("third-copy", action.seat, params={"seat": action.seat, "cards": list(third)})
        )
    return tuple(events)


def _settle(state: GuandanState, _: Settle, __: GuandanProfile) -> tuple[Event, ...]:
    """A deal is settled as soon as it ends, so there is nothing left to reckon."""
    _only_between_deals(state)
    return ()


def _time_up(state: GuandanState, _: TimeUp, profile: GuandanProfile) -> tuple[Event, ...]:
    return decide_time_up(state, profile)


def _forfeit(state: GuandanState, action: Forfeit, _: GuandanProfile) -> tuple[Event, ...]:
    return decide_forfeit(state, action)


def _resist(state: GuandanState, action: Resist, _: GuandanProfile) -> tuple[Event, ...]:
    return decide_resist(state, action)


def _skip(state: GuandanState, action: SkipTribute, _: GuandanProfile) -> tuple[Event, ...]:
    return decide_skip(state, action)


_DECIDE: dict[type[Action], Callable[[GuandanState, Any, GuandanProfile], tuple[Event, ...]]] = {
    StartDeal: _start_deal,
    NewMatch: _new_match,
    SetLevels: _set_levels,
    Play: _play,
    Pass: _pass,
    Retract: _retract,
    LetStand: _let_stand,
    Call: _call,
    EndDeal: _end_deal,
    EnterOrder: _enter_order,
    ShowHand: _show_hand,
    Settle: _settle,
    TimeUp: _time_up,
    Forfeit: _forfeit,
    ReportOffence: decide_offence,
    PayTribute: decide_payment,
    ReturnCard: decide_return,
    Resist: _resist,
    SkipTribute: _skip,
}
