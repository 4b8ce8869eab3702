"""What a person enters about a Guandan match besides plays: levels, orders, tribute, time, forfeits."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import Action, NewMatch
from engine.guandan_actions import EnterOrder, Forfeit, ReportOffence, SetLevels, TimeUp
from engine.tribute import PayTribute, Resist, ReturnCard, SkipTribute

from .exchange import Entry
from .problems import UserError

SIDES = ("NS", "EW")


def _seat(entry: Entry) -> int:
    if entry.seat is None:
        raise UserError("seat-missing", "Say whose it is: a seat is missing.")
    return entry.seat


def _one_card(entry: Entry) -> str:
    if len(entry.cards) != 1:
        raise UserError("one-card", "Choose exactly one card.")
    if "?" in entry.cards:
        raise UserError("card-unknown", "Say which cards: one is still unknown.")
    return entry.cards[0]


def _side(entry: Entry) -> int:
    if entry.side is None:
        raise UserError("side-missing", "Choose a side: NS or EW.")
    return SIDES.index(entry.side)


def _set_levels(entry: Entry) -> Action:
    if entry.levels is None:
        raise UserError("levels-missing", "Say the level of each side.")
    return SetLevels(
        levels=entry.levels,
        stage=None if entry.side is None else SIDES.index(entry.side),
        failed=entry.failed,
        round=entry.number or 1,
        order=tuple(entry.seats),
    )


def _order(entry: Entry) -> Action:
    if not entry.seats:
        raise UserError("order-missing", "Say who finished, first place first.")
    return EnterOrder(tuple(entry.seats))


def _offence(entry: Entry) -> Action:
    seat = entry.seat
    side = _side(entry) if seat is None else seat % 2
    return ReportOffence(side, entry.code or "", seat, entry.put_back)


MAKERS: dict[str, Callable[[Entry], Action]] = {
    "set-levels": _set_levels,
    "new-match": lambda _: NewMatch(),
    "enter-order": _order,
    "time-up": lambda _: TimeUp(),
    "forfeit": lambda entry: Forfeit(_side(entry), entry.code or "left"),
    "offence": _offence,
    "tribute": lambda entry: PayTribute(_seat(entry), _one_card(entry)),
    "give-back": lambda entry: ReturnCard(_seat(entry), _one_card(entry)),
    "resist": lambda entry: Resist(tuple(entry.seats)),
    "skip-tribute": lambda entry: SkipTribute(entry.seat),
}
