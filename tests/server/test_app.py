"""The application in process: viewers, the host, entries, corrections, questions, streams, exports."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from server.app import build_app
from server.host import HostDesk
from server.house import House
from server.hub import Hub
from server.routes_public import _boards, _records
from server.session import Session
from tests.server.fake_eye import FakeEye, derived
from vision.observations import CardsAppeared

PIN = "135790"
ORIGIN = "http://table.local"


@pytest.fixture
def house(session: Session) -> House:
    return House(session, Hub(), clock=lambda: 5000.0)


@pytest.fixture
async def viewer(house: House) -> AsyncIterator[httpx.AsyncClient]:
    app = build_app(house, HostDesk(PIN, b"a secret"))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN) as client:
        yield client


@pytest.fixture
async def host(viewer: httpx.AsyncClient) -> httpx.AsyncClient:
    """A client that has entered the PIN."""
    answer = await viewer.post("/api/host", json={"pin": PIN, "name": "Ann"})
    assert answer.status_code == 200
    return viewer


async def entered(host: httpx.AsyncClient, action: str, **fields: object) -> dict[str, object]:
    answer = await host.post("/api/entries", json={"action": action, **fields})
    assert answer.status_code == 200, answer.text
    board: dict[str, object] = answer.json()
    return board


# ---------------------------------------------------------------- who may do what


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/entries", {"action": "pass", "seat": 0}),
        ("POST", "/api/corrections", {"seq": 1, "action": "undo"}),
        ("POST", "/api/questions/1", {"choice": 0}),
        ("POST", "/api/settings", {"stake": 2}),
        ("PUT", "/api/layout", {"table": [[0, 0], [1, 0], [1, 1], [0, 1]]}),
        ("DELETE", "/api/people/Ann", None),
        ("GET", "/api/people", None),
        ("GET", "/api/camera.jpg", None),
    ],
)
async def test_a_viewer_can_change_nothing(
    viewer: httpx.AsyncClient, session: Session, method: str, path: str, body: object
) -> None:
    newest = session.store.last_seq()
    answer = await viewer.request(method, path, json=body)
    assert answer.status_code == 403
    assert session.store.last_seq() == newest


async def test_a_wrong_pin_is_refused_and_guessing_is_slowed(viewer: httpx.AsyncClient) -> None:
    for _ in range(5):
        answer = await viewer.post("/api/host", json={"pin": "000000"})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong-pin")
        assert answer.json()["message"]["zh"]
    answer = await viewer.post("/api/host", json={"pin": PIN})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-tries")
    assert answer.headers["retry-after"] == "60"


async def test_the_hosts_cookie_is_out_of_reach_for_scripts_and_other_sites(
    viewer: httpx.AsyncClient,
) -> None:
    answer = await viewer.post("/api/host", json={"pin": PIN, "name": "Ann"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert (answer.json()["host"], answer.json()["name"]) == (True, "Ann")


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}],
    ids=lambda headers: next(iter(headers.values())),
)
async def test_posts_from_other_sites_are_refused(host: httpx.AsyncClient, headers: dict[str, str]) -> None:
    answer = await host.post("/api/entries", json={"action": "start-deal"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "other-site")
    answer = await host.post("/api/entries", json={"action": "start-deal"}, headers={"origin": ORIGIN})
    assert answer.status_code == 200


@pytest.mark.parametrize("cookie", ["", "x", "a.b.c", "416e6e.1.00", "zz.99999999999.00"])
async def test_a_forged_cookie_is_nobodys(viewer: httpx.AsyncClient, cookie: str) -> None:
    viewer.cookies.set("paiyan_host", cookie)
    assert (await viewer.get("/api/me")).json()["host"] is False


async def test_leaving_makes_a_viewer_again(host: httpx.AsyncClient) -> None:
    assert (await host.get("/api/me")).json()["host"] is True
    await host.delete("/api/host")
    assert (await host.get("/api/me")).json()["host"] is False


def test_a_restart_keeps_the_pin_and_the_hosts_cookie(tmp_path: Path) -> None:
    first = HostDesk.load(tmp_path)
    cookie = first.enter(first.pin, "Ann", "phone")
    second = HostDesk.load(tmp_path)
    assert second.pin == first.pin
    assert second.who(cookie) == "Ann"
    assert HostDesk.load(tmp_path, "other pin").who(cookie) is None
    assert (tmp_path / "host.json").stat().st_mode & 0o077 == 0


# ---------------------------------------------------------------- an evening by hand


async def test_a_deal_entered_by_hand_is_scored(host: httpx.AsyncClient) -> None:
    board = await entered(host, "start-deal", seat=0)
    assert board["phase"] == "deal"
    assert [player["count"] for player in board["players"]] == [6, 5, 5, 5]  # type: ignore[index]
    board = await entered(host, "play", seat=0, cards=["7s", "7h", "7d"])
    assert board["multiplier"]["value"] == 2  # type: ignore[index]
    assert board["current"]["kind_text"] == {"zh": "炸弹", "en": "bomb"}  # type: ignore[index]
    board = await entered(host, "play", seat=0, cards=["4s", "5s", "6s"])
    assert board["turn"] == 1
    assert "5 6 7" in board["current"]["beaten_by"]["en"]  # type: ignore[index]
    board = await entered(host, "play", seat=0, cards=["9s", "9h"])
    assert board["phase"] == "counting"
    assert board["result"]["waiting_for"] == [1, 2, 3]  # type: ignore[index]
    for seat, suit in ((1, "h"), (2, "d"), (3, "c")):
        board = await entered(host, "hand", seat=seat, cards=[f"{r}{suit}" for r in "3468TJQ"])
    assert board["phase"] == "deal-end"
    result = board["result"]
    assert [p["amount"] for p in result["payments"]] == [84, -28, -28, -28]  # type: ignore[index]
    assert [f["factor"] for f in result["payments"][1]["factors"]] == [2, 2]  # type: ignore[index]
    assert board["totals"]["totals"] == [84, -28, -28, -28]  # type: ignore[index]
    board = await entered(host, "confirm")
    assert board["result"]["confirmed"] is True  # type: ignore[index]
    board = await entered(host, "next-deal", seat=2)
    assert (board["phase"], board["session"]["dealer"]) == ("deal", 2)  # type: ignore[index]


async def test_an_illegal_play_is_an_open_alert_until_it_is_taken_back(host: httpx.AsyncClient) -> None:
    await entered(host, "start-deal", seat=0)
    await entered(host, "play", seat=0, cards=["5s"])
    board = await entered(host, "play", seat=1, cards=["9s"])
    alert = board["alerts"][0]  # type: ignore[index]
    assert (alert["seat"], alert["code"], alert["open"]) == (1, "not-next", True)
    assert "only a 6" in alert["sentence"]["en"]
    assert [each["status"] for each in board["table"]] == ["current", "illegal"]  # type: ignore[attr-defined]
    board = await entered(host, "retract", seat=1)
    assert board["alerts"][0]["open"] is False  # type: ignore[index]
    assert [each["status"] for each in board["table"]] == ["current"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("entry", "status", "code"),
    [
        pytest.param({"action": "play", "seat": 0}, 422, "cards-missing", id="no cards"),
        pytest.param({"action": "play", "cards": ["5s"]}, 422, "seat-missing", id="no seat"),
        pytest.param({"action": "play", "seat": 9, "cards": ["5s"]}, 422, "no-such-seat", id="no such seat"),
        pytest.param({"action": "play", "seat": 0, "cards": ["?"]}, 422, "card-unknown", id="unknown card"),
        pytest.param({"action": "play", "seat": 0, "cards": ["1x"]}, 422, "bad-request", id="no card"),
        pytest.param({"action": "settle"}, 422, None, id="settle a running deal"),
        pytest.param({"action": "next-deal"}, 409, "deal-running", id="deal again in mid-deal"),
        pytest.param({"action": "dance"}, 422, "bad-request", id="no such action"),
    ],
)
async def test_entries_that_make_no_sense_are_refused_in_both_languages(
    host: httpx.AsyncClient, session: Session, entry: dict[str, object], status: int, code: str | None
) -> None:
    await entered(host, "start-deal", seat=0)
    newest = session.store.last_seq()
    answer = await host.post("/api/entries", json=entry)
    assert answer.status_code == status, answer.text
    assert code in (None, answer.json()["code"])
    assert answer.json()["message"]["zh"]
    assert answer.json()["message"]["en"]
    assert session.store.last_seq() == newest


async def test_a_correction_is_previewed_and_then_kept(host: httpx.AsyncClient) -> None:
    await entered(host, "start-deal", seat=0)
    await entered(host, "play", seat=0, cards=["5s"])
    board = await entered(host, "play", seat=1, cards=["6s"])
    seq = board["history"][-1]["seq"]  # type: ignore[index]
    wish = {"seq": seq, "action": "cards", "cards": ["2s"]}
    preview = (await host.post("/api/corrections", json=wish)).json()
    assert [d["before"]["en"] for d in preview["differences"] if d["before"]] == ["player 1: 6♠ (single)"]
    assert [d["after"]["en"] for d in preview["differences"] if d["after"]] == ["player 1: 2♠ (single)"]
    kept = (await host.post("/api/corrections", json={**wish, "token": preview["token"]})).json()
    assert kept["current"]["cards"] == ["2s"]
    assert any(line["corrected_by"] == "Ann" for line in kept["history"])
    stale = await host.post("/api/corrections", json={**wish, "token": preview["token"]})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale-preview")


async def test_a_question_is_answered_by_one_of_its_choices(host: httpx.AsyncClient, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    eye.lay(1, "6d", unsure={"6d": [("9d", 0.45)]})
    question = (await host.get("/api/scoreboard")).json()["questions"][0]
    assert question["code"] == "cards-unsure"
    assert [each["label"]["en"] for each in question["alternatives"]] == [
        "player 1: 6♦",
        "player 1: 9♦",
        "It was no play",
    ]
    board = (await host.post(f"/api/questions/{question['id']}", json={"choice": 0})).json()
    assert board["questions"] == []
    assert board["current"]["cards"] == ["6d"]
    again = await host.post(f"/api/questions/{question['id']}", json={"choice": 0})
    assert (again.status_code, again.json()["code"]) == (404, "no-question")


async def test_settings_change_names_profile_and_parameters(host: httpx.AsyncClient) -> None:
    wish = {
        "session": "Friday",
        "players": ["Ann", "Bo", "Cy"],
        "profile": "sichuan",
        "parameters": {"deal.other_cards": 6},
        "stake": 3,
        "first_dealer": 1,
    }
    board = (await host.post("/api/settings", json=wish)).json()
    assert [player["name"] for player in board["players"]] == ["Ann", "Bo", "Cy"]
    assert (board["profile"]["name"], board["session"]["name"], board["session"]["stake"]) == (
        "sichuan",
        "Friday",
        3,
    )
    board = await entered(host, "start-deal")
    assert [player["count"] for player in board["players"]] == [6, 6, 6]  # type: ignore[attr-defined]
    assert board["session"]["dealer"] == 1  # type: ignore[index]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"profile": "nonsense"}, "unknown-profile"),
        ({"players": [str(n) for n in range(9)]}, "bad-players"),
        ({"parameters": {"no.such": 1}}, "unknown-parameter"),
        ({"parameters": {"deal.other_cards": -1}}, None),
        ({"stake": 0.0001}, "bad-stake"),
        ({"first_dealer": 6}, "bad-dealer"),
    ],
)
async def test_settings_that_can_not_be_are_refused(
    host: httpx.AsyncClient, wish: dict[str, object], code: str | None
) -> None:
    answer = await host.post("/api/settings", json=wish)
    assert answer.status_code == 422
    assert code in (None, answer.json()["code"])


async def test_a_person_is_forgotten_on_request(host: httpx.AsyncClient, session: Session) -> None:
    assert "player 2" in (await host.get("/api/people")).json()
    board = (await host.delete("/api/people/player 2")).json()
    assert [player["name"] for player in board["players"]] == ["player 0", "player 1", "3", "player 3"]
    assert "player 2" not in json.dumps([r.to_dict() for r in session.store.read()])


# ---------------------------------------------------------------- what everybody may read


async def test_pictures_votes_and_rule_say_why(viewer: httpx.AsyncClient, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    records = eye.appear(eye.seen_cards("9d"), {1: 0.9}, picture=b"jpeg bytes")
    refusal = derived(records, "refused")[0]
    why = (await viewer.get(f"/api/events/{refusal.seq}/why")).json()
    assert "does not follow" in why["rule"]["en"]
    assert why["source"].startswith("001")
    assert why["boxes"][0]["code"] == "9d"
    assert why["seat_votes"] == {"1": 0.9}
    picture = await viewer.get(f"/api/evidence/{why['after']}")
    assert (picture.content, picture.headers["content-type"]) == (b"jpeg bytes", "image/jpeg")
    assert (await viewer.get("/api/events/99999/why")).status_code == 404
    assert (await viewer.get("/api/evidence/nothing")).status_code == 404


async def test_exports(host: httpx.AsyncClient, eye: FakeEye, session: Session) -> None:
    await host.post("/api/settings", json={"players": ["=1+1", "Bo", "Cy", "Di"]})
    eye.lay(0, "4s 5s 6s 7s 8s 9s")
    for seat, suit in ((1, "h"), (2, "d"), (3, "c")):
        eye.hand(seat, " ".join(f"{rank}{suit}" for rank in "346TJ"))
    table = (await host.get("/api/export.csv")).text.removeprefix("\ufeff")
    rows = list(csv.reader(io.StringIO(table)))
    assert rows[0] == ["deal", "winner", "multiplier", "'=1+1", "Bo", "Cy", "Di"]
    assert rows[1][2:] == ["1", "30", "-10", "-10", "-10"]
    whole = (await host.get("/api/export.json")).json()
    assert [r["seq"] for r in whole["records"]] == [r.seq for r in session.store.read()]
    statistics = (await host.get("/api/statistics")).json()
    assert statistics[0]["name"] == "=1+1"
    assert statistics[0]["total"] == 30
    evenings = (await host.get("/api/evenings")).json()
    assert evenings[0]["deals"] == 1


async def test_health_and_metrics(viewer: httpx.AsyncClient) -> None:
    health = await viewer.get("/health")
    assert (health.status_code, health.json()["status"]) == (200, "ok")
    metrics = (await viewer.get("/metrics")).text
    assert "paiyan_log_seq 2" in metrics
    assert 'paiyan_camera_state{state="manual"} 1' in metrics


async def test_profiles_have_their_rules_in_words(viewer: httpx.AsyncClient) -> None:
    profiles = (await viewer.get("/api/profiles")).json()
    assert {"classic", "huaian", "colour-match"} <= {each["name"] for each in profiles}
    for each in profiles:
        assert each["rules"]
        assert all(rule["zh"] and rule["en"] for rule in each["rules"])


async def test_openapi_describes_the_api(viewer: httpx.AsyncClient) -> None:
    paths = (await viewer.get("/openapi.json")).json()["paths"]
    assert {"/api/scoreboard", "/api/entries", "/api/corrections", "/health"} <= set(paths)


async def test_boxes_lie_on_the_evidence_that_was_cut_out(
    viewer: httpx.AsyncClient, eye: FakeEye, session: Session
) -> None:
    """The evidence begins at (100, 20) of the camera's picture and is half as large."""
    cards = eye.seen_cards("5s")
    seen = CardsAppeared(
        1, 2.0, 1.8, cards, "play", {0: 0.9}, after=b"picture", view=(0.5, 0, -50, 0, 0.5, -10, 0, 0, 1)
    )
    played = derived(session.observe(seen), "played")[0]
    why = (await viewer.get(f"/api/events/{played.seq}/why")).json()
    wanted = [[x / 2 - 50, y / 2 - 10] for x, y in cards[0].polygon]
    assert why["boxes"][0]["polygon"] == wanted


async def test_qr_is_a_picture(viewer: httpx.AsyncClient) -> None:
    answer = await viewer.get("/api/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in answer.text


# ---------------------------------------------------------------- live


def parsed(event: bytes) -> dict[str, str]:
    """The fields of one server-sent event."""
    return dict(line.split(": ", 1) for line in event.decode().splitlines() if line)


async def test_every_viewer_gets_the_newest_board_after_every_change(house: House, eye: FakeEye) -> None:
    streams = [_boards(house) for _ in range(3)]
    firsts = [await anext(stream) for stream in streams]
    assert {parsed(first)["id"] for first in firsts} == {"2"}
    assert firsts[0] is firsts[1], "made once for all"
    assert house.hub.viewers == 3
    eye.lay(0, "5s")
    for stream in streams:
        event = parsed(await asyncio.wait_for(anext(stream), 1))
        assert event["event"] == "scoreboard"
        assert json.loads(event["data"])["current"]["cards"] == ["5s"]
        await stream.aclose()
    assert house.hub.viewers == 0


async def test_records_resume_after_the_last_one_seen(house: House, session: Session, eye: FakeEye) -> None:
    eye.lay(0, "5s")
    stream = _records(house, 2)
    missed = [parsed(await anext(stream))["id"] for _ in range(session.store.last_seq() - 2)]
    assert missed == [str(seq) for seq in range(3, session.store.last_seq() + 1)]
    waiting = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0)
    newest = session.store.last_seq()
    eye.lay(1, "6s")
    assert parsed(await asyncio.wait_for(waiting, 1))["id"] == str(newest + 1)
    await stream.aclose()


async def test_nothing_is_published_that_is_not_on_the_disk(house: House, eye: FakeEye) -> None:
    stream = _boards(house)
    await anext(stream)
    eye.lay(0, "5s")
    board = json.loads(parsed(await anext(stream))["data"])
    assert board["seq"] == house.session.store.last_seq()
    await stream.aclose()


# ---------------------------------------------------------------- evenings


async def test_a_new_evening_is_begun_from_the_page(host: httpx.AsyncClient, eye: FakeEye) -> None:
    eye.lay(0, "4s 5s 6s 7s 8s 9s")
    wish = {"new_evening": True, "session": "Saturday"}
    refused = await host.post("/api/settings", json=wish)
    assert (refused.status_code, refused.json()["code"]) == (409, "deal-running")
    for seat, suit in ((1, "h"), (2, "d"), (3, "c")):
        eye.hand(seat, " ".join(f"{rank}{suit}" for rank in "346TJ"))
    assert (await host.get("/api/scoreboard")).json()["totals"]["totals"] == [30, -10, -10, -10]
    board = (await host.post("/api/settings", json=wish)).json()
    assert (board["phase"], board["session"]["name"], board["totals"]["totals"]) == ("ready", "Saturday", [])
    assert [one["name"] for one in board["players"]] == [f"player {seat}" for seat in range(4)]
    eye.lay(0, "4s 5s 6s 7s 8s 9s")
    for seat, suit in ((1, "h"), (2, "d"), (3, "c")):
        eye.hand(seat, " ".join(f"{rank}{suit}" for rank in "346TJ"))
    board = (await host.get("/api/scoreboard")).json()
    assert (board["result"]["number"], board["totals"]["deals"][0]["number"]) == (1, 1), "counted anew"
    past = (await host.get("/api/evenings")).json()
    assert [(one["name"], one["deals"]) for one in past] == [("Saturday", 1), ("", 1)]


async def test_the_dealer_can_be_left_to_the_rules_again(host: httpx.AsyncClient, session: Session) -> None:
    await host.post("/api/settings", json={"first_dealer": 2})
    await host.post("/api/settings", json={"stake": 2})
    assert session.table is not None
    assert session.table.first_dealer == 2
    await host.post("/api/settings", json={"first_dealer": None})
    assert session.table.first_dealer is None


async def test_seats_are_laid_out_anew_for_another_number_of_players(
    host: httpx.AsyncClient, session: Session
) -> None:
    corners = [[0.1, 0.1], [0.9, 0.1], [0.95, 0.9], [0.05, 0.9]]
    assert (await host.put("/api/layout", json={"table": corners})).status_code == 200
    await host.post("/api/settings", json={"players": ["Ann", "Bo", "Cy", "Di", "Ed"]})
    assert session.table is not None
    assert session.table.layout is not None
    assert session.table.layout["players"] == 5
    assert session.table.layout["quad"][0] == [128.0, 72.0]
