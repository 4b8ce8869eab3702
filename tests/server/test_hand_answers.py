"""Hands that were not seen whole: a person says which cards lie open, and the question is answered."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio

from server.app import build_app
from server.host import HostDesk
from server.house import House
from server.hub import Hub
from server.session import Session
from tests.server.fake_eye import FakeEye
from tests.server.test_referee import play_out

PIN = "135790"
HAND = ["3h", "4h", "6h", "8h", "Th"]


@pytest_asyncio.fixture
async def host(session: Session) -> AsyncIterator[httpx.AsyncClient]:
    app = build_app(House(session, Hub(), clock=lambda: 5000.0), HostDesk(PIN, b"a secret"))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as client:
        assert (await client.post("/api/host", json={"pin": PIN, "name": "Ann"})).status_code == 200
        yield client


@pytest.fixture
def half_a_hand(session: Session, eye: FakeEye) -> str:
    """The id of the question after four of five cards were seen and swept away."""
    play_out(eye)
    eye.hand(1, " ".join(HAND[:4]))
    eye.sweep()
    assert session.deal is not None
    (_, body), *others = session.deal.desk.questions
    assert (body["code"], others) == ("hand-count", [])
    return str(next(record.seq for record in session.deal.derived if record.kind == "asked"))


async def test_the_answer_is_the_hand(host: httpx.AsyncClient, half_a_hand: str) -> None:
    answer = await host.post(f"/api/questions/{half_a_hand}", json={"cards": HAND, "seat": 1})
    assert answer.status_code == 200, answer.text
    board = answer.json()
    assert board["questions"] == []
    assert [one["cards"] for one in board["result"]["hands"] if one["seat"] == 1] == [HAND]


async def test_a_hand_entered_by_hand_answers_too(host: httpx.AsyncClient, half_a_hand: str) -> None:
    entry = {"action": "hand", "seat": 1, "cards": HAND}
    board = (await host.post("/api/entries", json=entry)).json()
    assert board["questions"] == []
    again = await host.post(f"/api/questions/{half_a_hand}", json={"cards": HAND, "seat": 1})
    assert (again.status_code, again.json()["code"]) == (404, "no-question")


async def test_a_hand_of_the_wrong_size_keeps_the_question(host: httpx.AsyncClient, half_a_hand: str) -> None:
    await host.post(f"/api/questions/{half_a_hand}", json={"cards": HAND[:3], "seat": 1})
    board = (await host.get("/api/scoreboard")).json()
    assert [one["id"] for one in board["questions"]] == [half_a_hand]
