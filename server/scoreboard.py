"""From the session to the scoreboard that everybody sees: a pure reading of the present state."""

from __future__ import annotations

from typing import Literal

from engine.amount import plain
from engine.colour_state import ColourState
from engine.game import judge
from engine.guandan_state import GuandanState
from engine.message_words import only
from engine.profile import AnyProfile
from engine.state import OnTable, Phase, State

from .deal import Deal
from .desk import Outcome
from .facts import APPEARED
from .guandan_board import guandan_board
from .history import Names, alerts, history, questions
from .phrases import bilingual, kind_text, ranks_text
from .picture_verdicts import measured_text
from .profile_page import profile_brief
from .result import multiplier, result, totals
from .schemas import (
    Camera,
    Combination,
    Matching,
    Player,
    ProfileInfo,
    Scoreboard,
    SessionInfo,
    TablePlay,
    Text,
    Totals,
)
from .session import Session
from .table import Table

HISTORY_LINES = 60
BoardPhase = Literal["setup", "ready", "deal", "tribute", "counting", "deal-end", "match-end"]


def scoreboard(session: Session, at: float, viewers: int = 0) -> Scoreboard:
    """The whole public state after the newest record."""
    deal, table = session.deal, session.table
    names = seat_names(session)
    board = Scoreboard(
        seq=session.store.last_seq(),
        at=at,
        phase=_phase(session),
        session=_session_info(session, viewers),
        profile=_profile(table),
        players=_players(session, names),
        totals=totals(session.deals, session.state) if session.deals else Totals(),
        camera=camera_info(session),
        history=history(session.deals, names, HISTORY_LINES),
    )
    if deal is not None:
        _add_deal(board, deal, names)
    board.guandan = guandan_board(session, at)
    return board


def seat_names(session: Session) -> Names:
    """The players' names; a forgotten or unnamed one is called by the seat."""
    if session.table is None:
        return Names(())
    people = session.store.people()
    return Names(tuple(people.get(p) or f"{seat + 1}" for seat, p in enumerate(session.table.people)))


def _add_deal(board: Scoreboard, deal: Deal, names: Names) -> None:
    state = deal.desk.state
    board.multiplier = multiplier(deal)
    board.alerts = alerts(deal, names)
    board.questions = questions(deal, names)
    board.result = result(deal)
    if board.result is not None:
        board.result.number = board.session.deal
    if state.phase is Phase.PLAYING:
        board.turn = state.turn
        board.must_lead = state.current is None
    if state.phase is not Phase.IDLE:
        board.current = combination(deal, state)
        board.table = table_plays(deal)
    board.matching = _matching(deal)


def _phase(session: Session) -> BoardPhase:
    if session.table is None:
        return "setup"
    if session.deal is None:
        return "ready"
    state = session.deal.desk.state
    if isinstance(state, GuandanState):
        if state.match_winner is not None and state.phase is Phase.IDLE:
            return "match-end"
        if state.in_tribute:
            return "tribute"
    if state.phase is Phase.PLAYING:
        return "deal"
    if state.phase is Phase.SHOWING:
        return "counting"
    return "deal-end" if session.between_deals else "ready"


def _session_info(session: Session, viewers: int) -> SessionInfo:
    table, state = session.table, session.state
    return SessionInfo(
        name=table.session if table else "",
        started_at=session.began_at or None,
        deal=len(session.deals),
        dealer=state.dealer if state else None,
        stake=plain(table.stake) if table else 1,
        stock=state.stock if state else None,
        viewers=viewers,
    )


def _profile(table: Table | None) -> ProfileInfo:
    return profile_brief(table.profile, table.rules) if table else profile_brief("classic")


def _players(session: Session, names: Names) -> list[Player]:
    if session.table is None:
        return []
    state = session.state
    return [_player(session, state, seat, name) for seat, name in enumerate(names.by_seat)]


def _player(session: Session, state: State | None, seat: int, name: str) -> Player:
    player = Player(seat=seat, name=name)
    if session.table is not None and session.table.game().profile.game == "guandan":
        player.side = "NS" if seat % 2 == 0 else "EW"
    if state is None or state.players != len(session.table.people if session.table else ()):
        return player
    if seat < len(state.totals):
        player.total = float(state.totals[seat])
    if (seat < len(state.seats) and state.phase is not Phase.IDLE) or _just_settled(session):
        each = state.seats[seat] if seat < len(state.seats) else None
        if each is not None:
            player.count = each.count
            player.shown = list(each.shown)
            player.place = each.place
            player.last_card = each.called
            player.passed = seat in state.passed
            player.played_nothing = each.plays == 0 and state.plays > 0
    if _just_settled(session) and state.settlement is not None and seat < len(state.settlement.payments):
        player.deal_score = float(state.settlement.payments[seat].amount)
    return player


def _just_settled(session: Session) -> bool:
    return session.deal is not None and any(record.kind == "settled" for record in session.deal.derived)


def combination(deal: Deal, state: State) -> Combination | None:
    """What must be beaten."""
    current = state.current
    if current is None:
        return None
    record = next(
        (r for r in reversed(deal.derived) if r.kind == "played" and r.body["play"] == current.play), None
    )
    wild = bool(current.wilds)
    return Combination(
        seat=current.seat,
        cards=list(current.cards),
        kind=current.combination,
        kind_text=kind_text(current.combination),
        stands_for=list(current.stands_for) if wild else [],
        reading=ranks_text(current.stands_for) if wild else None,
        beaten_by=beaten_by(deal.referee.game.profile, current, getattr(state, "level", None)),
        seq=record.seq if record else None,
    )


def beaten_by(profile: AnyProfile, current: OnTable, level: str | None) -> Text:
    """What would beat a combination, in words: the engine's reason why the same again would not."""
    options = judge(profile, current.cards, current.cards, level=level).message_params.get("options")
    if options is None:
        higher = "a higher {kind}, or a bomb", "更大的{kind}，或炸弹"
        return bilingual(*higher, kind=kind_text(current.combination))
    return Text(en=only(options, "en"), zh=only(options, "zh"))


def table_plays(deal: Deal) -> list[TablePlay]:
    """The cards of this trick, oldest first."""
    plays: list[TablePlay] = []
    pending = [sorted(each.cards) for each in deal.desk.state.pending]
    for record in deal.derived:
        body = record.body
        if record.kind == "trick-won":
            plays = []
        elif record.kind == "played":
            for earlier in plays:
                earlier.status = "beaten" if earlier.status == "current" else earlier.status
            stands_for = body["stands_for"] if body.get("wilds") else []
            plays.append(
                TablePlay(
                    seq=record.seq,
                    seat=body["seat"],
                    cards=body["cards"],
                    status="current",
                    stands_for=stands_for,
                )
            )
        elif record.kind == "refused" and sorted(body["cards"]) in pending:
            plays.append(TablePlay(seq=record.seq, seat=body["seat"], cards=body["cards"], status="illegal"))
    return [*plays, *_asked(deal)]


def _asked(deal: Deal) -> list[TablePlay]:
    lying = [laid for laid in deal.desk.laid if laid.outcome is Outcome.ASKED and laid.on_table]
    return [
        TablePlay(seq=laid.fact.seq, seat=laid.seat or 0, cards=list(laid.cards), status="asked")
        for laid in lying
        if laid.fact.kind == APPEARED
    ]


def camera_info(session: Session) -> Camera:
    """The camera's last known state."""
    record = session.camera
    if record is None or record.body["message_code"] == "camera_off":
        return Camera()
    code = record.body["message_code"]
    state = "manual" if code == "source_ended" else record.body["state"]
    return Camera(state=state, since=record.at, message=measured_text(code, record.body.get("params")))


def _matching(deal: Deal) -> Matching | None:
    state = deal.desk.state
    if not isinstance(state, ColourState):
        return None
    current = state.current
    colour = next((c for c in current.stands_for if c in ("red", "black")), None) if current else None
    turning = deal.referee.game.profile.direction == "cw"
    return Matching(
        top=current.cards[-1] if current and current.cards else None,
        colour="red" if colour == "red" else "black" if colour == "black" else None,
        clockwise=turning == (state.step > 0),
        owed_draws=state.draw_due,
    )
