"""Hands laid open after the end of a deal: gathered by zone, compared with the counts, then reckoned."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Settle, ShowHand
from engine.state import Phase
from vision.observations import SeenCard

from .bench import Bench
from .desk import HAND_SEEN, HAND_SHORT, Desk, Outcome
from .facts import APPEARED
from .reading import read_cards
from .records import Body
from .seating import Seating, seat_of_hand


@dataclass(frozen=True, slots=True)
class OpenCards:
    """What lies open of one seat's hand so far."""

    seat: int
    cards: tuple[str, ...]
    certainty: float
    impossible: tuple[str, ...]
    expected: int


def show_hand(bench: Bench, accept: float) -> None:
    """Count the cards of `bench.fact` to a hand; a hand with all its cards is shown, the last one settles
    the deal.
    """
    seating = _seating(bench)
    if seating.seat is None or not 0 <= seating.seat < bench.desk.state.players:
        bench.ask("hand-seat", cards=_codes(bench), alternatives=_seat_choices(bench), shaky=False)
        return
    if bench.desk.state.seats[seating.seat].count == 0:
        bench.ignore("no-hand-expected")
        return
    bench.note(HAND_SEEN, {"seat": seating.seat, "cards": list(_codes(bench))})
    hand = gather(bench.desk, seating.seat, bench.game.profile.packs)
    if not seating.certain and bench.fact.ruling is None:
        bench.ask(
            "hand-seat", seat=hand.seat, cards=_codes(bench), alternatives=_seat_choices(bench), shaky=False
        )
    if len(hand.cards) < hand.expected:
        missing = hand.expected - len(hand.cards)
        bench.note(HAND_SHORT, {"target": bench.fact.seq, "seat": hand.seat, "missing": missing})
        return
    _ask_about(bench, hand, accept)
    _show(bench, hand)


def settle_if_complete(bench: Bench, *, no_more: bool = False) -> None:
    """Reckon the deal once every loser's hand lies open; with `no_more` to come, once all that matter do."""
    state = bench.desk.state
    closed = any(each.count and each.laid_open is None for each in state.seats)
    if state.phase is Phase.SHOWING and not state.awaiting and (no_more or not closed):
        bench.act(Settle())


def unfinished_hands(bench: Bench) -> None:
    """The open hands were swept away or the film is over: ask for those that are incomplete, by name."""
    if bench.desk.state.phase is not Phase.SHOWING:
        return
    asked = {body["seat"] for _, body in bench.desk.questions if body["code"] == "hand-count"}
    for seat in bench.desk.state.awaiting:
        hand = gather(bench.desk, seat, bench.game.profile.packs)
        if seat not in asked and hand.cards:
            _ask_count(bench, hand)
    settle_if_complete(bench, no_more=True)


def gather(desk: Desk, seat: int, packs: int) -> OpenCards:
    """All open cards of one seat, each physical card once."""
    groups = [laid for laid in desk.laid if laid.outcome is Outcome.HAND and laid.seat == seat]
    ruled = next((laid.fact.ruling.cards for laid in reversed(groups) if laid.fact.ruling is not None), None)
    seen: list[SeenCard] = []
    for laid in groups:
        if laid.fact.kind == APPEARED:
            seen.extend(laid.fact.appeared.cards)
    expected = desk.state.seats[seat].count
    if ruled is not None:
        return OpenCards(seat, ruled, 1.0, (), expected)
    elsewhere = (*desk.state.used, *_other_hands(desk, seat))
    reading = read_cards(seen, elsewhere, packs)
    return OpenCards(seat, reading.cards, reading.certainty, reading.impossible, expected)


def _other_hands(desk: Desk, seat: int) -> list[str]:
    return [
        card
        for number, each in enumerate(desk.state.seats)
        if number != seat and each.laid_open
        for card in each.laid_open
    ]


def _seating(bench: Bench) -> Seating:
    ruling = bench.fact.ruling
    if ruling is not None and ruling.seat is not None:
        return Seating(ruling.seat, True, ((ruling.seat, 1.0),))
    return seat_of_hand(bench.fact.appeared.seat_votes, bench.desk.state.players)


def _ask_about(bench: Bench, hand: OpenCards, accept: float) -> None:
    if bench.fact.ruling is not None:
        return
    if len(hand.cards) > hand.expected:
        _ask_count(bench, hand)
    elif hand.impossible:
        bench.ask(
            "played-before",
            seat=hand.seat,
            cards=hand.cards,
            params={"cards": list(hand.impossible)},
            shaky=False,
        )
    elif hand.certainty < accept:
        bench.ask("hand-unsure", seat=hand.seat, cards=hand.cards, shaky=False)


def _ask_count(bench: Bench, hand: OpenCards) -> None:
    params: Body = {"seen": len(hand.cards), "expected": hand.expected}
    bench.ask("hand-count", seat=hand.seat, cards=hand.cards, params=params, shaky=False)


def _show(bench: Bench, hand: OpenCards) -> None:
    action = ShowHand(hand.seat, hand.cards)
    if bench.try_action(action) is None:
        return
    meta: Body = {"evidence": bench.fact.evidence, "certainty": round(hand.certainty, 4)}
    bench.act(action, meta)
    settle_if_complete(bench)


def _codes(bench: Bench) -> tuple[str, ...]:
    return bench.fact.appeared.codes


def _seat_choices(bench: Bench) -> list[Body]:
    cards = list(_codes(bench))
    seats = bench.desk.state.awaiting or tuple(range(bench.desk.state.players))
    return [{"cards": cards, "score": None, "seat": seat, "action": "play"} for seat in seats]
