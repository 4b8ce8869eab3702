"""The eye's thread and the event loop: nothing is lost between them, whatever the camera or the disk do."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest

from server.eye import Eye, Watching
from server.house import House
from server.hub import Hub
from server.second_looks import PATIENCE, SecondLooks
from server.session import Look, Session
from tests.server.fake_eye import kinds
from vision.frames import Frame, SourceError
from vision.layout import TableLayout
from vision.observations import Camera, CameraState, CardsAppeared, CardsReread, Observation, SeenCard

PICTURE = np.zeros((90, 160, 3), np.uint8)


def frame(number: int) -> Frame:
    return Frame(PICTURE, number / 10, number)


def appeared(number: int, text: str, seat: int) -> CardsAppeared:
    cards = tuple(SeenCard(10 * number + i, code, 0.99) for i, code in enumerate(text.split()))
    return CardsAppeared(number, number / 10, number / 10, cards, "play", {seat: 0.9})


class Reel:
    """A source that gives these items, then waits until it is closed."""

    name = "reel"

    def __init__(self, *items: Frame | CameraState | Exception, ends: bool = False) -> None:
        self._items = items
        self._closed = threading.Event()
        self._ends = ends
        self.live = not ends

    def __iter__(self) -> Iterator[Frame | CameraState]:
        for item in self._items:
            if isinstance(item, Exception):
                raise item
            yield item
            self._closed.wait(0.02)
        if not self._ends:
            self._closed.wait(20)

    def close(self) -> None:
        self._closed.set()


class Script:
    """A watcher that says what the test wrote down for each frame."""

    def __init__(self, by_frame: dict[int, Sequence[Observation]], answers_looks: bool = True) -> None:
        self._by_frame = by_frame
        self._answers = answers_looks
        self._due: list[CardsReread] = []
        self.new_deals = 0
        self.cards: tuple[SeenCard, ...] = ()

    def feed(self, given: Frame) -> list[Observation]:
        due, self._due = self._due, []
        return [*self._by_frame.get(given.number, ()), *due]

    def close(self) -> list[Observation]:
        return []

    def look_again(self, region: CardsAppeared) -> None:
        if self._answers:
            self._due.append(CardsReread(region.id, region.at, region.cards))

    def new_deal(self) -> None:
        self.new_deals += 1


def eye_on(source: Reel, watcher: Script) -> Eye:
    def make(width: int, height: int) -> tuple[Watching, TableLayout]:
        return watcher, TableLayout.default(4, width, height)

    return Eye(1, source, make)


async def until(true: Callable[[], bool]) -> None:
    """Wait until it is true; a test that never gets there fails."""
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


@pytest.fixture
def house(session: Session) -> House:
    return House(session, Hub())


async def test_a_deal_goes_on_after_the_camera_was_lost(house: House, session: Session) -> None:
    lost = CameraState(0.15, Camera.LOST, "camera_lost")
    back = CameraState(0.2, Camera.CALIBRATING, "camera_back")
    watcher = Script({0: [appeared(1, "5s", 0)], 5: [appeared(2, "6s", 1), CameraState(0.5, Camera.LIVE)]})
    seen: list[str] = []
    session.listeners.append(lambda _: seen.append(house.board().camera.state))
    house.watch(eye_on(Reel(frame(0), lost, back, *map(frame, range(3, 9))), watcher))
    await until(lambda: kinds_or_none(session).count("played") == 2)
    assert "lost" in seen
    await until(lambda: house.board().camera.state == "live")
    assert house.board().camera.message is not None
    await house.close()


def kinds_or_none(session: Session) -> list[str]:
    return kinds(session) if session.deal else []


async def test_a_second_look_goes_through_the_eye(house: House, session: Session) -> None:
    watcher = Script({0: [appeared(1, "5s", 0)], 1: [appeared(2, "9s", 1)]})
    house.watch(eye_on(Reel(*map(frame, range(40))), watcher))
    await until(lambda: "refused" in kinds_or_none(session))
    await until(lambda: watcher.new_deals == 1)
    await house.close()


async def test_a_second_look_that_never_comes_is_a_question(house: House, session: Session) -> None:
    watcher = Script({0: [appeared(1, "5s", 0)], 1: [appeared(2, "9s", 1)]}, answers_looks=False)
    house.watch(eye_on(Reel(*map(frame, range(3)), ends=True), watcher))
    await until(lambda: "asked" in kinds_or_none(session))
    assert "refused" not in kinds(session)
    await house.close()


async def test_a_film_that_ends_is_no_lost_camera(house: House) -> None:
    house.watch(eye_on(Reel(frame(0), ends=True), Script({})))
    await until(lambda: house.board().camera.message is not None)
    camera = house.board().camera
    assert camera.message is not None
    assert "ended" in camera.message.en
    assert camera.state == "manual"
    await house.close()


async def test_a_source_that_fails_is_said_to_be_lost(house: House) -> None:
    fault = SourceError("no_stream", "the stream is gone")
    house.watch(eye_on(Reel(frame(0), fault), Script({})))
    await until(lambda: house.board().camera.state == "lost")
    await house.close()


async def test_on_a_full_disk_nothing_is_lost(
    house: House, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.house.RETRY_SECONDS", 0.05)
    connection = session.store._connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    many = [appeared(1, "5s", 0), appeared(2, "6s", 1), appeared(3, "7s", 2), appeared(4, "8s", 3)]
    big = [bigger(each) for each in many]
    house.watch(eye_on(Reel(*map(frame, range(3))), Script({0: big})))
    await until(lambda: house.trouble is not None)
    alert = house.board().alerts[-1]
    assert alert.code == "full"
    assert "disk is full" in alert.sentence.en
    connection.execute("PRAGMA max_page_count = 1000000")
    await until(lambda: kinds_or_none(session).count("played") == 4)
    await until(lambda: house.trouble is None)
    assert all(alert.code != "full" for alert in house.board().alerts)
    await house.close()


def bigger(seen: CardsAppeared) -> CardsAppeared:
    """The same cards with an outline of so many corners that a record needs pages of its own."""
    cards = tuple(
        SeenCard(c.id, c.code, c.score, polygon=tuple((float(i), 0.5) for i in range(4000)))
        for c in seen.cards
    )
    return CardsAppeared(seen.id, seen.at, seen.settled_at, cards, "play", seen.seat_votes)


# ---------------------------------------------------------------- second looks


def test_a_reread_answers_the_look_it_was_asked_for() -> None:
    ordered: list[int] = []
    looks = SecondLooks(7, lambda group: ordered.append(group.id))
    group = appeared(3, "9s", 1)
    assert [seen.observation for seen in looks.sort([group])] == [group]
    look = Look(1, 20, 7, 3)
    looks.request(look, at=1.0)
    assert ordered == [3]
    other, mine = CardsReread(2, 1.1, ()), CardsReread(3, 1.2, group.cards)
    answers = list(looks.sort([other, mine]))
    assert (answers[0].observation, answers[0].look) == (other, None)
    assert (answers[1].look, answers[1].cards) == (look, group.cards)
    assert list(looks.overdue()) == []


def test_a_look_that_takes_too_long_is_given_up() -> None:
    looks = SecondLooks(7, lambda _: None)
    list(looks.sort([appeared(3, "9s", 1)]))
    looks.request(Look(1, 20, 7, 3), at=1.0)
    assert list(looks.overdue(1.0 + PATIENCE / 2)) == []
    late = list(looks.overdue(1.0 + PATIENCE))
    assert [(seen.look is not None, seen.cards) for seen in late] == [(True, ())]


def test_a_look_at_an_unknown_group_is_given_up_at_once() -> None:
    looks = SecondLooks(7, lambda _: None)
    looks.request(Look(1, 20, 7, 99), at=1.0)
    assert len(list(looks.overdue(1.0))) == 1


async def test_after_a_restart_without_a_camera_none_is_shown_as_live(house: House, session: Session) -> None:
    session.observe(CameraState(1.0, Camera.LIVE, "ok"))
    assert house.board().camera.state == "live"
    house.no_camera()
    assert house.board().camera.state == "manual"
    newest = session.store.last_seq()
    house.no_camera()
    assert session.store.last_seq() == newest, "said once"
