"""What the scoreboard shows of a Guandan match: levels, the stage, tribute, who climbs."""

from __future__ import annotations

from typing import Final, Literal

from engine.actions import action_from_dict
from engine.game import Game
from engine.guandan_profile import LAST_TO_FIRST, GuandanProfile
from engine.guandan_state import GuandanState
from engine.state import Phase, State
from engine.tribute import Tribute as EngineTribute

from .deal import Deal
from .guandan_words import said
from .match_clock import match_began, time_limit
from .phrases import bilingual, side_text
from .schemas import Guandan, LedgerLine, Level, Text, Tribute
from .session import Session
from .table import Table

SIDES: Final[tuple[Literal["NS"], Literal["EW"]]] = ("NS", "EW")


def guandan_board(session: Session, at: float) -> Guandan | None:
    """The match as it stands at the time `at`, also before its first deal; None in other games."""
    if session.table is None:
        return None
    fresh, deals = session.starts_afresh, session.deals
    game = session.table.game() if fresh else deals[-1].referee.game
    state = _opened(game, session.table) if fresh else deals[-1].desk.state
    profile = game.profile
    if not isinstance(state, GuandanState) or not isinstance(profile, GuandanProfile):
        return None
    board = Guandan(
        levels=[
            Level(
                side="NS" if side == 0 else "EW",
                level=state.levels[side],
                on_stage=state.stage == side,
                failed_tries=state.failed[side],
            )
            for side in (0, 1)
        ],
        level=state.level,
        wild=f"{state.level}h",
        tributes=tributes(state.tribute, fixed=profile.double_tribute == LAST_TO_FIRST),
        leader=_leader(state),
        round=state.round,
        owed=list(state.previous_order) if state.phase is Phase.IDLE else [],
        has_ledger=profile.ledger is not None,
        ledger=[
            LedgerLine(offence=offence, text=said(f"offence-{offence}"), counts=counts)
            for offence, counts in state.offences.items()
        ],
        match_winner=None if state.match_winner is None else SIDES[state.match_winner],
        match_ended=None if state.match_ended is None else said(f"match-{state.match_ended}"),
    )
    _add_clock(board, profile, None if fresh else match_began(deals), at)
    return board


def _opened(game: Game, table: Table) -> State:
    """The match before its first deal, at the levels that the table says."""
    state = game.start(table.players, stake=table.stake)
    if table.opening is None:
        return state
    for event in game.decide(state, action_from_dict(dict(table.opening))):
        state = game.evolve(state, event)
    return state


def _add_clock(board: Guandan, profile: GuandanProfile, began: float | None, at: float) -> None:
    board.time_limit = time_limit(profile)
    if board.time_limit is None or board.match_ended is not None:
        return
    board.ends_at = None if began is None else began + board.time_limit
    board.time_left = board.time_limit if board.ends_at is None else max(0.0, board.ends_at - at)


def _leader(state: GuandanState) -> int | None:
    """Who leads the deal that tribute has opened."""
    fresh = state.phase is Phase.PLAYING and not state.plays
    return state.turn if fresh and state.tribute is not None and state.tribute.done else None


def tributes(tribute: EngineTribute | None, *, fixed: bool) -> list[Tribute]:
    """Who owes what, and what was seen of it; `fixed`: who pays whom is known before the cards are."""
    if tribute is None:
        return []
    lines = []
    for place, payer in enumerate(tribute.payers):
        receiver = next(
            (r for r, p in zip(tribute.receivers, tribute.takes, strict=False) if p == payer), None
        )
        back = tribute.receivers.index(receiver) if receiver in tribute.receivers else None
        if receiver is None and (fixed or len(tribute.payers) == 1):
            receiver = tribute.receivers[place]
        lines.append(
            Tribute(
                payer=payer,
                receiver=receiver,
                card=tribute.paid[place] if place < len(tribute.paid) else None,
                given_back=tribute.returned[back] if back is not None else None,
                resisted=tribute.resisted,
            )
        )
    return lines


def climb(deal: Deal) -> Text | None:
    """How far the winners climbed, in words."""
    moved = [record.body for record in deal.derived if record.kind == "level-moved"]
    if not moved:
        return None
    body = moved[-1]
    return bilingual(
        "{side}: {before} to {after}",
        "{side}：{before} 升到 {after}",
        side=side_text(body["side"]),
        before=body["before"].replace("T", "10"),
        after=body["after"].replace("T", "10"),
    )
