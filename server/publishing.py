"""Publishing the log's events elsewhere: in order, none left out, at least once, never in the table's way.

Each outlet has a thread of its own that reads the log from where it left off. What could not be delivered is
tried again, ever more slowly; the place in the log is kept on the disk: an outage or a restart only delays.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from .history import Names, sentence
from .outlets import Outlet, UndeliveredError
from .records import Record
from .store import LogReader

FILE_NAME = "publishing.json"
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
BATCH = 200
_KEEP_EVERY = 1.0


class Cursors:
    """How far each outlet has come, in a small file beside the log. Outlets are named by a digest, since an
    address may hold a password.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._lock = threading.Lock()

    def get(self, outlet: str) -> int | None:
        """The last event that was delivered, None for an outlet that is new."""
        found = self._read().get(_digest(outlet))
        return found if isinstance(found, int) else None

    def keep(self, outlet: str, seq: int) -> None:
        """Remember the last event delivered. A disk that takes nothing delays this, no more."""
        with self._lock, suppress(OSError):
            places = self._read() | {_digest(outlet): seq}
            unfinished = self._path.with_suffix(".part")
            unfinished.write_text(json.dumps(places), "utf-8")
            os.replace(unfinished, self._path)

    def _read(self) -> dict[str, Any]:
        try:
            places = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return places if isinstance(places, dict) else {}


def _digest(outlet: str) -> str:
    return hashlib.sha256(outlet.encode()).hexdigest()[:16]


class Publisher:
    """Publishes to one outlet. `tell` is called from its thread when it fails and when it works again."""

    def __init__(
        self,
        outlet: Outlet,
        log: Path,
        cursors: Cursors,
        tell: Callable[[str], object] = lambda _: None,
        first_pause: float = FIRST_PAUSE,
    ) -> None:
        self.outlet = outlet
        self.delivered = 0
        self.failures = 0
        self.trouble = ""
        self.names = Names(())
        self._log = log
        self._cursors = cursors
        self._tell = tell
        self._first_pause = first_pause
        self._news = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"publish {outlet.name}", daemon=True)
        self.seq = 0

    def start(self, newest: int) -> None:
        """Begin; an outlet that is new gets what comes after the event `newest`."""
        known = self._cursors.get(self.outlet.name)
        self.seq = newest if known is None else min(known, newest)
        self._cursors.keep(self.outlet.name, self.seq)
        self._thread.start()
        self.wake()

    def wake(self) -> None:
        """There are new events. Returns at once."""
        self._news.set()

    def stop(self) -> None:
        """Stop, and wait a little until the thread is gone."""
        self._stop.set()
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(timeout=3)

    # ---------------------------------------------------------------- the thread

    def _run(self) -> None:
        with LogReader(self._log) as log:
            try:
                while not self._stop.is_set():
                    self._news.wait()
                    self._news.clear()
                    try:
                        self._catch_up(log)
                    except sqlite3.Error as fault:
                        self._failed(f"the log can't be read: {fault}")
                        self._stop.wait(self._first_pause)
                        self._news.set()
            finally:
                self._cursors.keep(self.outlet.name, self.seq)
                self.outlet.close()

    def _catch_up(self, log: LogReader) -> None:
        kept_at = time.monotonic()
        while records := log.after(self.seq, BATCH):
            for record in records:
                if not self._insist(record):
                    return
                self.seq = record.seq
                if time.monotonic() - kept_at > _KEEP_EVERY:
                    kept_at = time.monotonic()
                    self._cursors.keep(self.outlet.name, self.seq)
        self._cursors.keep(self.outlet.name, self.seq)

    def _insist(self, record: Record) -> bool:
        """Deliver one event, however long it takes. False when told to stop."""
        event = record.to_dict() | {"text": sentence(record, self.names).model_dump()}
        pause = self._first_pause
        while not self._stop.is_set():
            try:
                self.outlet.deliver(event)
            except UndeliveredError as fault:
                self._failed(str(fault))
                self._stop.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                self._succeeded()
                return True
        return False

    def _failed(self, why: str) -> None:
        self.failures += 1
        if not self.trouble:
            self._tell(f"{self.outlet.name} can't be reached ({why}). Events are kept and sent later.")
        self.trouble = why

    def _succeeded(self) -> None:
        self.delivered += 1
        if self.trouble:
            self._tell(f"{self.outlet.name} is reached again; sending what it has missed.")
        self.trouble = ""


class Publishers:
    """All outlets of a running server."""

    def __init__(
        self,
        outlets: Iterable[Outlet],
        log: Path,
        tell: Callable[[str], object] = lambda _: None,
        first_pause: float = FIRST_PAUSE,
    ) -> None:
        cursors = Cursors(log.parent)
        self.all = [Publisher(outlet, log, cursors, tell, first_pause) for outlet in outlets]

    def start(self, newest: int, names: Names) -> None:
        """Begin with what comes after `newest`, or where each outlet left off."""
        for publisher in self.all:
            publisher.names = names
            publisher.start(newest)

    def wake(self, names: Names) -> None:
        """There are new events; `names` are the players' present names."""
        for publisher in self.all:
            publisher.names = names
            publisher.wake()

    def stop(self) -> None:
        """Stop all; what is not delivered yet is delivered after the next start."""
        for publisher in self.all:
            publisher.stop()
