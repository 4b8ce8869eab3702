"""The bundled film as the camera: chosen on the set-up page, watched by an operator and two viewers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .conftest import ROOT, SCREENS, Device, Program, become_host, program

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
FILM = ROOT / "server" / "demo" / "deal.mp4"
TRUTH = json.loads(FILM.with_suffix(".json").read_text("utf-8"))
FILM_PATIENCE = 240_000

# An alert that is taken back stays a few seconds only: note each one whose picture was shown.
_NOTE = """() => {
  window.noted = [];
  const look = () => {
    const notice = document.querySelector('.notice[data-alert]');
    const picture = notice?.querySelector('.picture img');
    if (!picture?.naturalWidth) return;
    const one = { id: notice.dataset.alert, sentence: notice.querySelector('.sentence').textContent };
    if (!window.noted.some((other) => other.id === one.id)) window.noted.push(one);
  };
  setInterval(look, 50);
}"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Program]:
    """The program with the film's table, no camera yet."""
    layout = tmp_path / "layout.json"
    layout.write_text(json.dumps(TRUTH["layout"]))
    options = ["--dealer", str(TRUTH["dealer"]), "--names", "安,博,辰,丁", "--layout", str(layout)]
    with program(
        tmp_path, "--profile", TRUTH["profile"], "--players", str(TRUTH["players"]), *options
    ) as one:
        yield one


def choose_film(page: Page, address: str) -> None:
    page.goto(f"{address}/setup")
    page.click("[data-step=camera]")
    page.locator(".option input[type=radio]").last.check()
    page.fill(".option .more-input input", str(FILM))
    page.click(".choice-list > .button")
    page.wait_for_selector(".frame img:not([hidden])")


def test_the_film_from_the_first_card_to_the_sheet(device: Callable[..., Device], table: Program) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    wall = device("tv", "zh").open(table.address)
    phone = device("phone", "en").open(table.address)
    wall.evaluate(_NOTE)
    desk = device("laptop", "en").page
    become_host(desk, table.address)
    choose_film(desk, table.address)
    desk.screenshot(path=SCREENS / "film-setup.png", full_page=True)
    desk.goto(f"{table.address}/operator")
    desk.wait_for_selector(".boxes polygon")
    desk.screenshot(path=SCREENS / "film-operator.png")

    wall.wait_for_function("() => window.noted.length > 0", timeout=FILM_PATIENCE)
    wall.screenshot(path=SCREENS / "film-alert-tv-zh.png")
    refused = phone.locator(".history .refused button.line").first
    refused.click(timeout=FILM_PATIENCE)
    phone.wait_for_selector("dialog .shot img")
    phone.wait_for_selector("dialog .rule")
    phone.screenshot(path=SCREENS / "film-why-phone-en.png")
    phone.keyboard.press("Escape")

    wall.wait_for_function(
        "() => document.querySelectorAll('.sheet-row .fan').length === 3", timeout=FILM_PATIENCE
    )
    phone.locator(".sheet-row.winner .amount").filter(has_text="+").wait_for(timeout=FILM_PATIENCE)
    wall.screenshot(path=SCREENS / "film-sheet-tv-zh.png")
    board = wall.evaluate("fetch('/api/scoreboard').then(r => r.json())")
    payments = {one["seat"]: one["amount"] for one in board["result"]["payments"]}
    assert payments == dict(enumerate(TRUTH["payments"]))
    assert board["multiplier"]["value"] == TRUTH["multiplier"]
    illegal = [play for play in TRUTH["plays"] if not play["legal"]]
    assert len(wall.evaluate("window.noted")) == len(illegal)
