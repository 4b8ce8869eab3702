"""How a deal ended: open hands, the payment sheet with its factors, and the evening's totals."""

from __future__ import annotations

from collections.abc import Iterable

from engine.payment import Doubling
from engine.payment import Payment as EnginePayment
from engine.state import Phase, State

from .deal import Deal
from .desk import HAND_SEEN
from .facts import CORRECTED
from .guandan_board import climb
from .hands import gather
from .history import evidence_of
from .phrases import payment_note, reason_text, text
from .records import Record
from .schemas import DealResult, DealRow, Factor, Multiplier, OpenHand, Payment, Text, Totals
from .table import read_profile


def multiplier(deal: Deal) -> Multiplier:
    """The live multiplier as a product with its reasons."""
    plays = {r.body["play"]: r for r in deal.derived if r.kind == "played"}
    return Multiplier(
        value=deal.desk.state.multiplier,
        factors=[factor(each, plays) for each in deal.desk.state.doublings],
    )


def factor(doubling: Doubling, plays: dict[int, Record]) -> Factor:
    """One doubling."""
    record = plays.get(doubling.play) if doubling.play is not None else None
    seat = doubling.seat if record is None else int(record.body["seat"])
    return Factor(
        factor=doubling.factor,
        reason=reason_text(doubling.reason),
        seat=seat,
        seq=record.seq if record else None,
    )


def result(deal: Deal) -> DealResult | None:
    """The end of the deal; None while it runs."""
    state = deal.desk.state
    settled = any(record.kind == "settled" for record in deal.derived)
    ended = next((r for r in reversed(deal.derived) if r.kind == "deal-ended"), None)
    if ended is None and not settled:
        return None
    reason = ended.body["reason"] if ended else ""
    return DealResult(
        deal=deal.number,
        winner=ended.body["winner"] if ended else state.winner,
        places=list(state.order),
        void=reason == "void",
        settled=settled,
        confirmed=any(record.kind == "confirmed" for record in deal.given),
        multiplier=multiplier(deal),
        hands=open_hands(deal),
        payments=payments(deal),
        waiting_for=list(state.awaiting),
        climb=climb(deal),
        next_dealer=state.next_dealer if settled else None,
        next_dealer_reason=_next_dealer_reason(deal) if settled else None,
    )


def _next_dealer_reason(deal: Deal) -> Text | None:
    profile = read_profile(deal.table.profile, deal.table.rules)
    rule = getattr(getattr(profile, "deal", None), "next_dealer", None)
    if deal.desk.state.next_dealer is None:
        return text("cut a card to find the dealer", "端牌定庄")
    if rule == "winner":
        return text("the winner deals", "赢家坐庄")
    if rule == "rotation":
        return text("the next seat deals", "下家坐庄")
    return None


def open_hands(deal: Deal) -> list[OpenHand]:
    """Hands laid open so far; also incomplete ones."""
    state, packs = deal.desk.state, deal.referee.game.profile.packs
    shown: list[OpenHand] = []
    for seat, each in enumerate(state.seats):
        cards = each.laid_open
        if cards is None and state.phase is Phase.SHOWING:
            cards = gather(deal.desk, seat, packs).cards
        if cards:
            shown.append(
                OpenHand(
                    seat=seat,
                    cards=list(cards),
                    expected=each.count,
                    evidence=_hand_evidence(deal, seat),
                    confirmed=each.laid_open is not None,
                )
            )
    return shown


def _hand_evidence(deal: Deal, seat: int) -> str | None:
    for record in reversed(deal.derived):
        if record.kind in ("hand-shown", HAND_SEEN) and record.body["seat"] == seat:
            found = evidence_of(record) or _fact_evidence(deal, record)
            if found:
                return found
    return None


def _fact_evidence(deal: Deal, record: Record) -> str | None:
    fact = deal.fact(record.cause or 0)
    return None if fact is None else fact.evidence.get("after") or fact.evidence.get("before")


def payments(deal: Deal) -> list[Payment]:
    """The sheet: one line per seat."""
    settled = any(record.kind == "settled" for record in deal.derived)
    settlement = deal.desk.state.settlement
    if not settled or settlement is None:
        return []
    plays = {r.body["play"]: r for r in deal.derived if r.kind == "played"}
    wide = [factor(each, plays) for each in deal.desk.state.doublings]
    return [_payment(deal, each, wide, plays) for each in settlement.payments]


def _payment(deal: Deal, line: EnginePayment, wide: list[Factor], plays: dict[int, Record]) -> Payment:
    own = [factor(each, plays) for each in line.doublings]
    return Payment(
        seat=line.seat,
        amount=float(line.amount),
        cards_left=line.cards,
        stake=float(deal.table.stake),
        factors=[*wide, *own] if line.reason == "loser" else [],
        note=payment_note("exempt" if line.exempt else line.reason),
    )


def totals(deals: Iterable[Deal], state: State | None) -> Totals:
    """The evening per seat and deal."""
    rows = []
    lowest = False
    for number, deal in enumerate(deals, start=1):
        record = next((r for r in reversed(deal.derived) if r.kind == "settled"), None)
        if record is None:
            continue
        body = record.body
        rows.append(
            DealRow(
                deal=deal.number,
                number=number,
                winner=body["winner"],
                multiplier=body["multiplier"],
                amounts=[line["amount"] for line in body["payments"]],
                corrected=any(each.kind == CORRECTED for each in deal.given),
            )
        )
        profile = read_profile(deal.table.profile, deal.table.rules)
        lowest = bool(getattr(getattr(profile, "score", None), "against", False))
    return Totals(
        totals=[float(each) for each in state.totals] if state else [], deals=rows, lowest_wins=lowest
    )
