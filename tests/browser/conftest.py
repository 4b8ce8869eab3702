"""A browser, the stand-in server with hand-made scoreboards, and the real program as a process of its own.

The browser is Debian's Chromium (or $PAIYAN_CHROMIUM). Playwright is imported inside the fixtures, so that
the other tests are collected without it; here its absence is an error, never a skip.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).resolve().parents[2]
SCREENS = ROOT / "out" / "screens"
CHROMIUM = os.environ.get("PAIYAN_CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--autoplay-policy=no-user-gesture-required",
]
SIZES = {
    "tv": (1920, 1080),
    "laptop": (1280, 720),
    "tablet": (820, 1180),
    "phone": (390, 844),
}
HANDHELD = ("tablet", "phone")
PIN = "135790"
PATIENCE = 90_000  # milliseconds; a busy machine is slow, and slowness is not what these tests are about


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(url: str, seconds: float = 60.0) -> None:
    """Wait until a server answers."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield made
        made.close()


@dataclass
class Device:
    """One screen with its own cookies; it remembers what went wrong on its pages."""

    context: BrowserContext
    page: Page
    faults: list[str] = field(default_factory=list)

    def open(self, url: str) -> Page:
        self.page.goto(url, wait_until="load")
        return self.page

    def watch(self) -> None:
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message: Any) -> None:
        expected = "Failed to load resource"  # a refusal that the page shows is no fault of the page
        if message.type in ("error", "warning") and expected not in message.text:
            self.faults.append(message.text)


@pytest.fixture
def device(browser: Browser) -> Iterator[Callable[..., Device]]:
    """Makes devices: device(size="phone", lang="zh", theme="light", suits="two")."""
    made: list[Device] = []

    def make(size: str = "laptop", lang: str = "en", **cookies: str) -> Device:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale={"zh": "zh-CN", "en": "en-GB"}[lang],
            has_touch=size in HANDHELD,
        )
        wanted = [
            {"name": name, "value": value, "url": "http://127.0.0.1"} for name, value in cookies.items()
        ]
        context.add_cookies(wanted)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        one = Device(context, context.new_page())
        one.watch()
        made.append(one)
        return one

    yield make
    faults = [fault for one in made for fault in one.faults]
    for one in made:
        one.context.close()
    assert faults == []


@pytest.fixture(scope="session")
def stand_in() -> Iterator[str]:
    """Address of the stand-in server."""
    import uvicorn

    from .fixture_app import create_app

    port = free_port()
    config = uvicorn.Config(create_app(), host="127.0.0.1", port=port, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{port}"
    wait_for(f"{address}/api/me")
    yield address
    server.should_exit = True
    server.force_exit = True
    thread.join(10)


class Program:
    """`paiyan run` in a process of its own, to be stopped and started again on the same log."""

    def __init__(self, data: Path, *options: str) -> None:
        self.port, self.secure_port = free_port(), free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.secure_address = f"https://127.0.0.1:{self.secure_port}"
        self.data = data
        self.options = options
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Program:
        places = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data), "--pin", PIN]
        places += ["--https-port", str(self.secure_port)]
        command = [sys.executable, "-m", "server.cli", "run", *places, *self.options]
        with (self.data / "terminal.txt").open("ab") as terminal:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=terminal,
                stderr=terminal,
            )
        try:
            wait_for(f"{self.address}/health")
        except OSError:
            pytest.fail((self.data / "terminal.txt").read_text())
        return self

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process = None


@contextmanager
def program(data: Path, *options: str) -> Iterator[Program]:
    one = Program(data, *options)
    try:
        yield one.start()
    finally:
        one.kill()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Program]:
    """The real program without a camera, four players."""
    with program(tmp_path, "--names", "阿明,Grace,小红,Ben", "--dealer", "0") as one:
        yield one


def board_of(page: Page) -> dict[str, Any]:
    """The scoreboard as the server gives it now."""
    board: dict[str, Any] = page.evaluate("fetch('/api/scoreboard').then(r => r.json())")
    return board


def wait_board(page: Page, check: Callable[[dict[str, Any]], bool], seconds: float = 90) -> dict[str, Any]:
    """Wait until the scoreboard is as wanted; after the time it is given back as it is."""
    end = time.monotonic() + seconds
    while not check(board := board_of(page)) and time.monotonic() < end:
        page.wait_for_timeout(200)
    return board


def become_host(page: Page, address: str, name: str = "阿明") -> None:
    page.goto(f"{address}/join")
    page.fill("[name=pin]", PIN)
    page.fill("[name=name]", name)
    page.click(".pin button")
    page.wait_for_selector(".bar nav a[href='/operator']")
