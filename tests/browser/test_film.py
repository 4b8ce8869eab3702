"""The bundled film as the camera: chosen on the set-up page, watched by an operator and two viewers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .conftest import ROOT, SCREENS, Device, Program, become_host, board_of, program, wait_board

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


def over(board: dict[str, Any]) -> bool:
    """The deal is settled, or the film has ended without that."""
    return board["phase"] == "deal-end" or board["camera"]["state"] in ("manual", "lost")


def laid(board: dict[str, Any]) -> list[tuple[int, list[str], str]]:
    """What the log says was laid down, in order."""
    kinds = ("played", "refused")
    return [
        (one["seat"], sorted(one["cards"]), one["kind"]) for one in board["history"] if one["kind"] in kinds
    ]


def answer_doubts(desk: Page, board: dict[str, Any]) -> None:
    """Where the eye asked (a machine that is too busy drops frames), a person says which cards lie open."""
    for question in board["questions"]:
        desk.click("#now [data-key=other]")
        for card in TRUTH["hands"][str(question["seat"])]:
            desk.click(f"dialog [data-card='{card}'][aria-pressed]")
        desk.click("dialog .dialog-foot .primary")
        desk.wait_for_selector(f"[data-question='{question['id']}']", state="detached")
    for seat in wait_board(desk, lambda now: not now["questions"])["result"]["waiting_for"]:
        desk.click(f"#who [data-seat='{seat}']")
        for card in TRUTH["hands"][str(seat)]:
            desk.click(f"#picker [data-card='{card}'][aria-pressed]")
        desk.click("#acts [data-key=hand]")
        desk.locator("#picker .tray .card").first.wait_for(state="detached")


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

    desk.goto(f"{table.address}/entry")
    board = wait_board(wall, over, FILM_PATIENCE / 1000)
    assert laid(board) == [
        (play["seat"], sorted(play["cards"]), "played" if play["legal"] else "refused")
        for play in TRUTH["plays"]
    ]
    answer_doubts(desk, board)
    board = wait_board(wall, lambda board: board["phase"] == "deal-end")
    assert (board["phase"], board["result"]["waiting_for"]) == ("deal-end", [])
    phone.locator(".sheet-row.winner .amount").filter(has_text="+").wait_for()
    assert wall.locator(".sheet-row .fan").count() == len(TRUTH["hands"])
    wall.screenshot(path=SCREENS / "film-sheet-tv-zh.png")
    board = board_of(wall)
    payments = {one["seat"]: one["amount"] for one in board["result"]["payments"]}
    assert payments == dict(enumerate(TRUTH["payments"]))
    assert board["multiplier"]["value"] == TRUTH["multiplier"]
    illegal = [play for play in TRUTH["plays"] if not play["legal"]]
    assert len(wall.evaluate("window.noted")) == len(illegal)
