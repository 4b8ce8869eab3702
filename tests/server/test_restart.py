"""The server itself is killed in mid-deal: started again, it shows the same deal to the same host."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PIN = "246810"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ask(url: str, body: object = None, cookie: str = "") -> tuple[Any, str]:
    """The JSON answer and the cookie that came with it."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "cookie": cookie}
    request = urllib.request.Request(url, data, headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer), (answer.headers["set-cookie"] or "").split(";")[0]


@contextmanager
def server(data: Path, port: int, root: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    command = [sys.executable, "-m", "server.cli", "run", "--port", str(port), "--host", "127.0.0.1"]
    command += ["--data", str(data), "--pin", PIN, "--players", "3"]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.DEVNULL) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}/health", process)
            yield f"http://127.0.0.1:{port}", process
        finally:
            process.kill()


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert process.poll() is None, "the server ended"
        try:
            ask(url)
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not come up")


def test_killed_in_mid_deal_the_server_goes_on_where_it_was(tmp_path: Path, root_dir: Path) -> None:
    port = free_port()
    with server(tmp_path, port, root_dir) as (url, process):
        _, cookie = ask(f"{url}/api/host", {"pin": PIN, "name": "Ann"})
        entries = [
            {"action": "start-deal", "seat": 0},
            {"action": "play", "seat": 0, "cards": ["4s", "5s", "6s"]},
            {"action": "play", "seat": 1, "cards": ["5d", "6d", "7d"]},
            {"action": "play", "seat": 2, "cards": ["9h"]},
        ]
        for entry in entries:
            before, _ = ask(f"{url}/api/entries", entry, cookie)
        process.kill()
    with server(tmp_path, port, root_dir) as (url, _):
        after, _ = ask(f"{url}/api/scoreboard")
        same = ("seq", "phase", "turn", "current", "table", "players", "alerts", "history", "totals")
        assert {name: after[name] for name in same} == {name: before[name] for name in same}
        board, _ = ask(f"{url}/api/entries", {"action": "retract", "seat": 2}, cookie)
        assert board["alerts"][0]["open"] is False
