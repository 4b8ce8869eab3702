"""What viewers cost: the demo film on a running server, without viewers and with fifty, in CPU seconds of the
thread that serves them (recognition has threads of its own).

    python tests/bench/bench_viewers.py [--viewers 50] [--seconds 60] [--smoke]

Each viewer loads the page with all its files and listens to the scoreboard. Threads are told apart by /proc,
so this runs on Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.browser.conftest import ROOT, free_port, wait_for

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Cost:
    """CPU seconds a second of the serving thread and of the whole process; CPU seconds of the first loads;
    events and bytes sent.
    """

    serving: float
    whole: float
    loading: float
    events: int
    sent: int


@contextmanager
def server(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The demo on its page."""
    command = [sys.executable, "-m", "server.cli", "demo", "--port", str(port), "--host", "127.0.0.1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    with tempfile.TemporaryFile() as terminal:
        made = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=terminal, stderr=terminal)
        try:
            wait_for(f"http://127.0.0.1:{port}/health")
            yield made
        finally:
            made.kill()
            made.wait(10)


def used(stat: Path) -> float:
    """CPU seconds of a process or thread so far."""
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def serving_thread(pid: int) -> Path:
    """The main thread runs the event loop."""
    return Path(f"/proc/{pid}/task/{pid}/stat")


async def fetch(port: int, path: str) -> bytes:
    """One file, on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    ask = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    writer.write(ask.encode())
    body = await reader.read()
    writer.close()
    return body


async def load_page(port: int) -> None:
    """The page and the files it names."""
    page = await fetch(port, "/?lang=en")
    named = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.decode("utf-8", "replace")))
    for path in sorted(named):
        await fetch(port, path)


class Viewer:
    """Listens to the scoreboard, and counts."""

    def __init__(self, port: int) -> None:
        self.port, self.events, self.sent = port, 0, 0

    async def listen(self) -> None:
        """Until cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
        try:
            while data := await reader.read(1 << 16):
                self.sent += len(data)
                self.events += data.count(b"event: scoreboard")
        finally:
            writer.close()


async def watch(port: int, pid: int, count: int, seconds: float) -> Cost:
    """Open the pages, then listen for so many seconds."""
    thread, process = serving_thread(pid), Path(f"/proc/{pid}/stat")
    before = used(thread)
    for _ in range(count):
        await load_page(port)
    loading = used(thread) - before
    viewers = [Viewer(port) for _ in range(count)]
    tasks = [asyncio.create_task(viewer.listen()) for viewer in viewers]
    start, serving, whole = time.monotonic(), used(thread), used(process)
    await asyncio.sleep(seconds)
    passed = time.monotonic() - start
    cost = Cost(
        (used(thread) - serving) / passed,
        (used(process) - whole) / passed,
        loading,
        sum(viewer.events for viewer in viewers),
        sum(viewer.sent for viewer in viewers),
    )
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    return cost


def measure(viewers: int, seconds: float) -> Cost:
    """The cost on a server of its own."""
    port = free_port()
    with server(port) as made:
        return asyncio.run(watch(port, made.pid, viewers, seconds))


def main() -> None:
    """Print both runs and the difference as a share of one core."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--smoke", action="store_true", help="a few seconds and viewers")
    wanted = parser.parse_args()
    count, seconds = (5, 4.0) if wanted.smoke else (wanted.viewers, wanted.seconds)
    alone, watched = measure(0, seconds), measure(count, seconds)
    for name, cost in ((0, alone), (count, watched)):
        print(
            f"{name:3} viewers: serving thread {100 * cost.serving:.1f} % of a core, whole program "
            f"{100 * cost.whole:.0f} %, {cost.events} events, {cost.sent / 1e6:.2f} MB sent"
        )
    print(f"loading the page {count} times: {cost_each(watched, count):.0f} ms of the serving thread each")
    print(f"{count} viewers cost {100 * (watched.serving - alone.serving):.1f} % of one core")


def cost_each(cost: Cost, count: int) -> float:
    """Milliseconds of a page load with its files."""
    return 1000 * cost.loading / max(1, count)


if __name__ == "__main__":
    main()
