"""Events published elsewhere: all of them, in order, across outages and restarts, and never in the way."""

from __future__ import annotations

import hashlib
import hmac
import http.server
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from server.history import Names
from server.outlets import SECRET_VARIABLE, UndeliveredError, Webhook, outlet_for
from server.problems import UserError
from server.publishing import Publishers
from server.records import Draft
from server.session import Session
from server.store import Store
from tests.server.fake_broker import FakeBroker

NAMES = Names(("Ann", "Bo", "Cy", "Di"))


def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


class Listener:
    """A webhook's other end. It answers with the `statuses` first, then with 204."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.taken: list[dict[str, Any]] = []
        self.tries = 0
        self.headers: list[Any] = []
        self.bodies: list[bytes] = []
        self.hold = threading.Event()
        self.hold.set()
        listener = self

        class Hook(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                listener.hold.wait(20)
                listener.tries += 1
                status = listener.statuses.pop(0) if listener.statuses else 204
                if status == 204:
                    listener.taken.append(json.loads(body))
                    listener.bodies.append(body)
                    listener.headers.append(self.headers)
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing on the terminal."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/hook"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self.hold.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def listen() -> Iterator[Callable[..., Listener]]:
    made: list[Listener] = []

    def make(*statuses: int) -> Listener:
        made.append(Listener(*statuses))
        return made[-1]

    yield make
    for each in made:
        each.close()


def publishing(store: Store, *urls: str, told: list[str] | None = None) -> Publishers:
    tell = (told if told is not None else []).append
    return Publishers([outlet_for(url) for url in urls], store.path, tell, first_pause=0.02)


def write(store: Store, count: int) -> list[int]:
    records = store.append(1, 1, [Draft("fact", "note", {"number": n}) for n in range(count)])
    return [record.seq for record in records]


def test_events_come_in_order_with_words(listen: Callable[..., Listener], session: Session) -> None:
    hook = listen()
    sent = publishing(session.store, hook.url)
    sent.start(session.store.last_seq(), NAMES)
    deal = session.begin_deal(who="Ann")
    sent.wake(NAMES)
    until(lambda: len(hook.taken) >= 2)
    sent.stop()
    stored = [r.seq for r in session.store.read(deal=deal.number)]
    assert [one["seq"] for one in hook.taken] == stored
    started = next(one for one in hook.taken if one["kind"] == "deal-started")
    assert started["text"]["en"] == "Ann deals."
    assert hook.headers[0]["X-Paiyan-Seq"] == str(stored[0])


def test_what_was_there_before_a_new_outlet_is_not_sent(
    listen: Callable[..., Listener], store: Store
) -> None:
    write(store, 5)
    hook = listen()
    sent = publishing(store, hook.url)
    sent.start(store.last_seq(), NAMES)
    wanted = write(store, 2)
    sent.wake(NAMES)
    until(lambda: len(hook.taken) >= 2)
    sent.stop()
    assert [one["seq"] for one in hook.taken] == wanted


@pytest.mark.parametrize("status", [500, 503, 404, 302], ids=str)
def test_what_was_refused_is_sent_again(listen: Callable[..., Listener], store: Store, status: int) -> None:
    hook, told = listen(status, status, status), []
    sent = publishing(store, hook.url, told=told)
    sent.start(0, NAMES)
    wanted = write(store, 4)
    sent.wake(NAMES)
    until(lambda: len(hook.taken) >= 4)
    sent.stop()
    assert [one["seq"] for one in hook.taken] == wanted
    assert hook.tries == 7
    assert [("kept" in one, "again" in one) for one in told] == [(True, False), (False, True)], told
    assert str(status) in told[0]


def test_an_outage_and_a_restart_lose_nothing(listen: Callable[..., Listener], store: Store) -> None:
    hook = listen()
    first = publishing(store, hook.url)
    first.start(store.last_seq(), NAMES)
    wanted = write(store, 3)
    first.wake(NAMES)
    until(lambda: len(hook.taken) >= 3)
    hook.statuses = [503] * 10_000
    wanted += write(store, 3)
    first.wake(NAMES)
    until(lambda: first.all[0].failures >= 2)
    first.stop()
    hook.statuses = []
    wanted += write(store, 300)
    again = publishing(store, hook.url)
    again.start(store.last_seq(), NAMES)
    until(lambda: len(hook.taken) >= len(wanted))
    again.stop()
    assert [one["seq"] for one in hook.taken] == wanted


def test_an_outlet_that_hangs_holds_nothing_up(listen: Callable[..., Listener], store: Store) -> None:
    stuck, quick = listen(), listen()
    stuck.hold.clear()
    sent = publishing(store, stuck.url, quick.url)
    sent.start(0, NAMES)
    wanted = write(store, 20)
    began = time.monotonic()
    for _ in range(1000):
        sent.wake(NAMES)
    assert time.monotonic() - began < 2.0
    until(lambda: len(quick.taken) >= 20)
    assert stuck.taken == []
    stuck.hold.set()
    until(lambda: len(stuck.taken) >= 20)
    sent.stop()
    assert [one["seq"] for one in stuck.taken] == [one["seq"] for one in quick.taken] == wanted


def test_a_secret_signs_each_event(
    listen: Callable[..., Listener], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SECRET_VARIABLE, "between us")
    hook = listen()
    sent = publishing(store, hook.url)
    sent.start(0, NAMES)
    write(store, 1)
    sent.wake(NAMES)
    until(lambda: len(hook.taken) == 1)
    sent.stop()
    wanted = hmac.new(b"between us", hook.bodies[0], hashlib.sha256).hexdigest()
    assert hook.headers[0]["X-Paiyan-Signature"] == wanted


def test_a_host_that_is_not_there_is_told() -> None:
    with pytest.raises(UndeliveredError, match="refused"):
        Webhook("http://127.0.0.1:1/hook").deliver({"seq": 1})


# ---------------------------------------------------------------- MQTT


def test_a_topic_gets_every_event_across_an_outage(store: Store) -> None:
    told: list[str] = []
    with FakeBroker() as broker:
        port = broker.port
        sent = publishing(store, f"mqtt://127.0.0.1:{port}/home/table", told=told)
        sent.start(0, NAMES)
        wanted = write(store, 5)
        sent.wake(NAMES)
        until(lambda: len(broker.messages) >= 5)
        before = list(broker.messages)
    wanted += write(store, 5)
    sent.wake(NAMES)
    until(lambda: sent.all[0].failures >= 1)
    with FakeBroker(port) as broker:
        until(lambda: len({json.loads(body)["seq"] for _, body in broker.messages}) >= 5)
        sent.stop()
        messages = before + broker.messages
    assert {topic for topic, _ in messages} == {"home/table"}
    assert [json.loads(body)["seq"] for _, body in messages] == wanted
    assert len(told) == 2


def test_a_broker_that_refuses_is_told() -> None:
    with FakeBroker(password=b"right") as broker:
        outlet = outlet_for(f"mqtt://me:wrong@127.0.0.1:{broker.port}/table")
        with pytest.raises(UndeliveredError, match="refuses"):
            outlet.deliver({"seq": 1})
        assert "wrong" not in outlet.name
        welcome = outlet_for(f"mqtt://me:right@127.0.0.1:{broker.port}/table")
        welcome.deliver({"seq": 1})
        welcome.close()
        assert len(broker.messages) == 1


def test_a_silent_broker_is_no_delivery() -> None:
    with FakeBroker(silent=True) as broker:
        outlet = outlet_for(f"mqtt://127.0.0.1:{broker.port}/table")
        outlet._timeout = 0.3  # type: ignore[attr-defined]
        with pytest.raises(UndeliveredError, match="confirm"):
            outlet.deliver({"seq": 1})


def test_without_the_package_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
    with pytest.raises(UserError, match=r"paiyan\[mqtt\]"):
        outlet_for("mqtt://127.0.0.1/table")


@pytest.mark.parametrize(
    "url", ["ftp://x/y", "mqtt://host", "mqtt://host/", "http://", "nonsense", "http://host:port/"]
)
def test_an_address_that_can_not_be_is_refused(url: str) -> None:
    with pytest.raises(UserError) as raised:
        outlet_for(url)
    assert raised.value.code == "bad-outlet"
