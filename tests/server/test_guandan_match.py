"""A Guandan match kept by hand: levels, finishing orders, time, forfeits, offences; who may enter them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from engine.actions import NewMatch
from engine.guandan_actions import EnterOrder, Forfeit, SetLevels, TimeUp
from engine.guandan_state import GuandanState
from engine.tribute import SkipTribute
from server.app import build_app
from server.host import HostDesk
from server.house import House
from server.hub import Hub
from server.problems import UserError
from server.scoreboard import scoreboard
from server.session import Session
from tests.server.fake_eye import FakeEye, kinds, new_table

PIN = "135790"


def begin(session: Session, profile: str = "huaian", opening: SetLevels | None = None) -> None:
    told = opening.to_dict() if opening else None
    session.begin_evening(new_table(session, profile=profile).changed(opening=told))


def state(session: Session) -> GuandanState:
    assert isinstance(session.state, GuandanState)
    return session.state


def guandan(session: Session, at: float = 0.0) -> Any:
    return scoreboard(session, at).guandan


# ---------------------------------------------------------------- the order by hand


def test_a_whole_match_can_be_kept_by_finishing_orders_alone(session: Session) -> None:
    begin(session, opening=SetLevels(("K", "2"), 0))
    session.enter(EnterOrder((0, 2)), "host")
    assert state(session).levels == ("A", "2")
    session.enter(EnterOrder((0, 2, 1, 3)), "host")
    assert (state(session).match_winner, state(session).match_ended) == (0, "passed")
    assert len(session.deals) == 2
    board = scoreboard(session, 0.0)
    assert board.phase == "match-end"
    assert board.guandan is not None
    assert board.guandan.match_winner == "NS"
    assert board.guandan.match_ended is not None
    assert board.guandan.match_ended.zh == "打过 A"


def test_a_bad_order_is_refused_in_words(session: Session) -> None:
    begin(session)
    with pytest.raises(UserError, match="at most once"):
        session.enter(EnterOrder((0, 0, 1)), "host")


def test_after_the_match_cards_on_the_table_begin_nothing(session: Session, eye: FakeEye) -> None:
    begin(session, "dongtai", SetLevels(("Q", "2"), 0))
    session.enter(EnterOrder((0, 2)), "host")
    assert session.match_over
    assert eye.lay(1, "7s") != ()
    assert len(session.deals) == 1
    session.enter(NewMatch(), "host")
    assert not session.match_over
    assert state(session).levels == ("2", "2")
    eye.lay(1, "7s")
    assert len(session.deals) == 2


# ---------------------------------------------------------------- levels


def test_levels_set_before_the_first_deal_wait_for_it(session: Session) -> None:
    begin(session)
    session.enter(SetLevels(("9", "T"), 1, (0, 1), 2, (1, 0, 3, 2)), "host")
    board = guandan(session)
    assert [(side.level, side.on_stage, side.failed_tries) for side in board.levels] == [
        ("9", False, 0),
        ("T", True, 1),
    ]
    assert (board.level, board.wild, board.round, board.owed) == ("T", "Th", 2, [1, 0, 3, 2])
    again = Session(session.store, session.shelf)
    assert again.resume()
    again.begin_deal(who="host")
    assert (state(again).level, state(again).in_tribute) == ("T", True)


def test_levels_set_between_deals_hold_for_the_next(session: Session) -> None:
    begin(session)
    session.enter(EnterOrder((0, 1, 2, 3)), "host")
    session.enter(SetLevels(("7", "3"), 0), "host")
    session.begin_deal(who="host")
    assert state(session).level == "7"
    assert not state(session).in_tribute
    assert session.deals[0].derived[-1].kind == "levels-set"


def test_levels_are_refused_while_a_deal_runs_and_when_they_make_no_sense(session: Session) -> None:
    begin(session)
    with pytest.raises(UserError, match="on stage"):
        session.enter(SetLevels(("7", "3")), "host")
    session.begin_deal(who="host")
    with pytest.raises(UserError, match="being played"):
        session.enter(SetLevels(("7", "7")), "host")


def test_another_stake_keeps_the_match(session: Session) -> None:
    begin(session)
    session.enter(EnterOrder((0, 1, 2, 3)), "host")
    session.set_table({"stake": 5}, "host")
    session.begin_deal(who="host")
    assert state(session).levels == ("4", "2")


# ---------------------------------------------------------------- time


def test_the_clock_runs_from_the_first_deal(session: Session) -> None:
    begin(session, "school")
    assert guandan(session).ends_at is None
    assert guandan(session).time_left == 35 * 60
    deal = session.begin_deal(who="host")
    began = deal.given[0].at
    assert guandan(session, began + 60).ends_at == began + 35 * 60
    assert guandan(session, began + 60).time_left == 34 * 60
    assert guandan(session, began + 9999).time_left == 0


def test_on_time_the_higher_level_wins_and_the_deal_is_void(session: Session) -> None:
    begin(session, "school", SetLevels(("7", "5"), 1))
    session.begin_deal(who="host")
    session.enter(TimeUp(), "host")
    assert state(session).match_winner == 0
    assert guandan(session).match_ended.en == "time is up"
    assert guandan(session).time_left is None
    assert "settled" not in kinds(session)


def test_a_new_match_has_a_new_clock(session: Session) -> None:
    begin(session, "school", SetLevels(("7", "5"), 1))
    session.begin_deal(who="host")
    session.enter(TimeUp(), "host")
    session.enter(NewMatch(), "host")
    assert guandan(session).ends_at is None
    deal = session.begin_deal(who="host")
    assert guandan(session).ends_at == deal.given[0].at + 35 * 60


def test_without_a_limit_there_is_no_clock(session: Session) -> None:
    begin(session)
    session.begin_deal(who="host")
    assert guandan(session).time_left is None
    with pytest.raises(UserError, match="no time limit"):
        session.enter(TimeUp(), "host")


# ---------------------------------------------------------------- forfeit and ledger


def test_a_side_that_never_came_forfeits_before_the_first_deal(session: Session) -> None:
    begin(session, "dongtai")
    session.enter(Forfeit(1, "late"), "host")
    assert (state(session).match_winner, state(session).match_ended) == (0, "forfeit")
    assert scoreboard(session, 0.0).phase == "match-end"


def test_a_tribute_left_out_by_hand_lets_the_deal_begin(session: Session) -> None:
    begin(session)
    session.enter(EnterOrder((0, 1, 2, 3)), "host")
    session.enter(SkipTribute(3), "host")
    assert len(session.deals) == 2
    assert state(session).turn == 3


# ---------------------------------------------------------------- through the page's requests


@pytest.fixture
async def viewer(session: Session) -> AsyncIterator[httpx.AsyncClient]:
    begin(session, "dongtai")
    app = build_app(House(session, Hub(), clock=lambda: 5000.0), HostDesk(PIN, b"a secret"))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as client:
        yield client


@pytest.fixture
async def host(viewer: httpx.AsyncClient) -> httpx.AsyncClient:
    assert (await viewer.post("/api/host", json={"pin": PIN, "name": "Ann"})).status_code == 200
    return viewer


async def entered(host: httpx.AsyncClient, action: str, **fields: object) -> dict[str, Any]:
    answer = await host.post("/api/entries", json={"action": action, **fields})
    assert answer.status_code == 200, answer.text
    board: dict[str, Any] = answer.json()
    return board


ENTRIES: list[dict[str, object]] = [
    {"action": "set-levels", "levels": ["3", "3"]},
    {"action": "new-match"},
    {"action": "enter-order", "seats": [0]},
    {"action": "time-up"},
    {"action": "forfeit", "side": "EW"},
    {"action": "resist", "seats": [1]},
    {"action": "skip-tribute"},
]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry["action"]))
async def test_only_the_host_enters_them(viewer: httpx.AsyncClient, entry: dict[str, object]) -> None:
    answer = await viewer.post("/api/entries", json=entry)
    assert answer.status_code == 403
    assert answer.json()["code"] == "not-host"


async def test_the_host_keeps_a_match(host: httpx.AsyncClient) -> None:
    board = await entered(host, "set-levels", levels=["T", "9"], side="NS", failed=[0, 0], number=1)
    assert [side["level"] for side in board["guandan"]["levels"]] == ["T", "9"]
    board = await entered(host, "enter-order", seats=[1, 3])
    assert [side["level"] for side in board["guandan"]["levels"]] == ["T", "Q"]
    assert board["guandan"]["owed"] == [1, 3, 0, 2] or board["guandan"]["owed"][:2] == [1, 3]
    board = await entered(host, "tribute", seat=board["guandan"]["owed"][3], cards=["As"])
    assert board["phase"] == "tribute"
    assert [line["card"] for line in board["guandan"]["tributes"]] == ["As", None]
    board = await entered(host, "skip-tribute", seat=0)
    assert (board["phase"], board["turn"]) == ("deal", 0)
    board = await entered(host, "offence", seat=1, code="hidden-card")
    assert board["guandan"]["ledger"][0]["counts"] == [0, 1]
    assert board["guandan"]["ledger"][0]["text"]["zh"] == "藏牌"
    board = await entered(host, "offence", seat=1, code="order", put_back=True)
    assert len(board["guandan"]["ledger"]) == 1
    board = await entered(host, "forfeit", side="EW", code="talk")
    assert (board["phase"], board["guandan"]["match_winner"]) == ("match-end", "NS")
    assert "North-South win" in board["history"][-1]["text"]["en"]
    board = await entered(host, "new-match")
    assert board["phase"] == "deal-end"


async def test_resistance_is_entered(host: httpx.AsyncClient) -> None:
    await entered(host, "enter-order", seats=[0, 1, 2, 3])
    board = await entered(host, "resist", seats=[3])
    assert (board["phase"], board["turn"], board["guandan"]["leader"]) == ("deal", 0, 0)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"action": "set-levels"}, "levels-missing"),
        ({"action": "set-levels", "levels": ["1", "2"]}, "bad-request"),
        ({"action": "enter-order"}, "order-missing"),
        ({"action": "forfeit"}, "side-missing"),
        ({"action": "forfeit", "side": "EW", "code": "bored"}, "no-reason"),
        ({"action": "tribute", "seat": 1, "cards": ["As", "Ks"]}, "one-card"),
        ({"action": "tribute", "seat": 1, "cards": ["?"]}, "card-unknown"),
        ({"action": "time-up"}, "no-time-limit"),
        ({"action": "offence", "seat": 1, "code": "yawning"}, "no-offence"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_what_is_missing_is_said_in_both_languages(
    host: httpx.AsyncClient, entry: dict[str, object], code: str
) -> None:
    answer = await host.post("/api/entries", json=entry)
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["code"] == code
    assert problem["message"]["zh"]
    assert problem["message"]["en"]
