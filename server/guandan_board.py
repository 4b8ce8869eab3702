"""What the scoreboard shows of a Guandan match: levels, the stage, tribute, who climbs."""

from __future__ import annotations

from engine.guandan_state import GuandanState
from engine.tribute import Tribute as EngineTribute

from .deal import Deal
from .phrases import bilingual, side_text
from .schemas import Guandan, Level, Text, Tribute

SIDES = ("NS", "EW")


def guandan_board(deal: Deal) -> Guandan | None:
    """The match as it stands; None in other games."""
    state = deal.desk.state
    if not isinstance(state, GuandanState):
        return None
    return Guandan(
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
        tributes=tributes(state.tribute),
        match_winner=None if state.match_winner is None else ("NS", "EW")[state.match_winner],
    )


def tributes(tribute: EngineTribute | None) -> list[Tribute]:
    """Who owes what, and what was seen of it."""
    if tribute is None:
        return []
    lines = []
    for place, payer in enumerate(tribute.payers):
        receiver = next(
            (r for r, p in zip(tribute.receivers, tribute.takes, strict=False) if p == payer), None
        )
        back = tribute.receivers.index(receiver) if receiver in tribute.receivers else None
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
