"""A whole evening with the bundled film as the camera, lived by a host, a television and a phone."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from imageio_ffmpeg import get_ffmpeg_exe

from .conftest import ROOT, SCREENS, Device, Program, become_host, board_of, program, wait_board
from .looks import settle

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
FILM = ROOT / "server" / "demo" / "deal.mp4"
TRUTH = json.loads(FILM.with_suffix(".json").read_text("utf-8"))
FILM_PATIENCE = 240_000

# An alert that is taken back stays a few seconds only, and so does the note that says so: keep both in mind.
_NOTE = """() => {
  window.noted = [];
  window.afterwards = new Set();
  const look = () => {
    const note = document.querySelector('.aftermath.taken-back');
    if (note) window.afterwards.add(note.dataset.aftermath);
    const notice = document.querySelector('.notice[data-alert]');
    const picture = notice?.querySelector('.picture img');
    if (!picture?.naturalWidth) return;
    const one = { id: notice.dataset.alert, sentence: notice.querySelector('.sentence').textContent };
    if (!window.noted.some((other) => other.id === one.id)) window.noted.push(one);
  };
  setInterval(look, 50);
}"""


NAMES = ("安", "博", "Carla", "丁")
STAKE = 0.5
BOMB = next(play for play in TRUTH["plays"] if play["cards"] == ["5d", "5c", "5s"])
CLEAN = 44.0  # seconds of the film at which the bomb's trick has been swept and nothing else lies there yet


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Program]:
    """The program as it is first started: nobody named, no camera."""
    with program(tmp_path, "--profile", TRUTH["profile"], "--players", str(TRUTH["players"])) as one:
        yield one


@pytest.fixture
def rest(tmp_path: Path) -> Path:
    """The film from the moment at which the table is clean, as the camera sees it after a restart."""
    film = tmp_path / "rest.mp4"
    cut = [get_ffmpeg_exe(), "-loglevel", "error", "-ss", str(CLEAN), "-i", str(FILM)]
    subprocess.run([*cut, "-c:v", "libx264", "-preset", "veryfast", "-crf", "17", str(film)], check=True)
    return film


def enter_pins(page: Page, address: str) -> None:
    """A wrong PIN first: the device stays a viewer's."""
    page.goto(f"{address}/join")
    page.fill("[name=pin]", "000001")
    page.click(".pin button")
    page.locator(".pin .problem").filter(has_text="PIN").wait_for()
    assert page.locator(".bar nav a[href='/operator']").count() == 0
    become_host(page, address, "Ann")


def set_up(page: Page, address: str) -> None:
    """Names, stake and dealer, by the wizard."""
    page.goto(f"{address}/setup")
    page.click("[data-step=players]")
    for seat, name in enumerate(NAMES):
        page.locator(".people input").nth(seat).fill(name)
    page.click("[data-step=start]")
    page.locator("#step input[type=number]").fill(str(STAKE))
    page.select_option("#dealer", str(TRUTH["dealer"]))
    page.click("[data-step=camera]")
    page.wait_for_selector(".choice-list")
    board = board_of(page)
    assert [one["name"] for one in board["players"]] == list(NAMES)
    assert board["session"]["stake"] == STAKE


def choose_film(page: Page, address: str, film: Path) -> None:
    page.goto(f"{address}/setup")
    page.click("[data-step=camera]")
    page.locator(".option input[type=radio]").last.check()
    page.fill(".option .more-input input", str(film))
    page.click(".choice-list > .button")
    page.wait_for_selector(".frame img:not([hidden])")


def correct(page: Page, act: str) -> None:
    """Correct the second player's first play, a 4: its pencil, then what it was."""
    row = page.locator("#history li.played").filter(has_text=NAMES[1]).last
    row.locator("button.tool").click()
    page.click(f"[data-act={act}]")


def mend_and_restore(desk: Page, wall: Page) -> None:
    """The 4 was another one, says the host, and then that it was not; both stay in the log."""
    before = laid(board_of(desk))
    correct(desk, "cards")
    desk.wait_for_selector("dialog .tray .card")
    desk.keyboard.press("Backspace")
    desk.keyboard.press("4")
    desk.click("dialog .dialog-foot .primary")
    desk.wait_for_selector("dialog .differences li")
    assert laid(board_of(desk)) == before, "nothing is kept before the host has seen the difference"
    desk.screenshot(path=SCREENS / "film-correction-en.png")
    desk.click("dialog .dialog-foot .primary")
    desk.wait_for_selector("dialog", state="detached")
    wall.locator(".mended").filter(has_text="Ann").first.wait_for()
    assert laid(board_of(desk)) != before
    correct(desk, "undo")
    desk.wait_for_selector("dialog .differences li")
    desk.click("dialog .dialog-foot .primary")
    desk.wait_for_selector("dialog", state="detached")
    assert laid(board_of(desk)) == before


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


def test_a_whole_evening_before_the_camera(device: Callable[..., Device], table: Program, rest: Path) -> None:
    """Join, set up, watch, an alert, a killed server in mid-deal, a correction, the sheet, the evening."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    wall = device("tv", "zh").open(table.address)
    phone = device("phone", "en").open(table.address)
    for viewer in (wall, phone):
        viewer.evaluate("window.notReloaded = true")
    wall.evaluate(_NOTE)
    desk = device("laptop", "en").page
    enter_pins(desk, table.address)
    set_up(desk, table.address)
    choose_film(desk, table.address, FILM)
    desk.goto(f"{table.address}/operator")
    desk.wait_for_selector(".boxes polygon")
    desk.screenshot(path=SCREENS / "film-operator.png")

    wall.wait_for_function("() => window.noted.length > 0", timeout=FILM_PATIENCE)
    settle(wall)
    wall.screenshot(path=SCREENS / "film-alert-tv-zh.png")
    wall.wait_for_function("() => window.afterwards.size > 0", timeout=FILM_PATIENCE)
    refused = phone.locator(".history .refused button.line").first
    refused.click(timeout=FILM_PATIENCE)
    phone.wait_for_selector("dialog .shot .boxes polygon")
    phone.wait_for_selector("dialog .rule")
    phone.screenshot(path=SCREENS / "film-why-phone-en.png")
    phone.keyboard.press("Escape")

    wait_board(desk, lambda now: bomb_lies(now), FILM_PATIENCE / 1000)
    table.kill()
    for viewer in (wall, phone):
        viewer.wait_for_selector("#camera-state[data-state=offline]")
    table.start()
    for viewer in (wall, phone):
        viewer.wait_for_selector("#camera-state:not([data-state=offline])")
    desk.goto(f"{table.address}/operator")
    mend_and_restore(desk, wall)
    choose_film(desk, table.address, rest)

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
    payments = {one["seat"]: one["amount"] for one in board_of(wall)["result"]["payments"]}
    assert payments == {seat: STAKE * amount for seat, amount in enumerate(TRUTH["payments"])}
    assert board["multiplier"]["value"] == TRUTH["multiplier"]
    illegal = [play for play in TRUTH["plays"] if not play["legal"]]
    assert len(wall.evaluate("window.noted")) == len(illegal)
    for viewer in (wall, phone):
        assert viewer.evaluate("window.notReloaded"), "the page itself was never loaded again"
    look_back(desk, table.address)


def bomb_lies(board: dict[str, Any]) -> bool:
    return (BOMB["seat"], sorted(BOMB["cards"]), "played") in laid(board)


def look_back(desk: Page, address: str) -> None:
    """Confirm the sheet; the evening's chart, its table for a spreadsheet, its picture to share."""
    desk.goto(address)
    desk.click("[data-key=confirm]")
    wait_board(desk, lambda board: board["result"]["confirmed"])
    desk.goto(f"{address}/evening")
    desk.wait_for_selector("#chart svg")
    table = desk.evaluate("fetch('/api/export.csv').then((answer) => answer.text())")
    total = [str(STAKE * amount).removesuffix(".0") for amount in TRUTH["payments"]]
    assert table.splitlines()[-1].split(",")[3:] == total
    with desk.expect_download() as saved:
        desk.click("#share")
    assert saved.value.suggested_filename.endswith(".png")
    desk.click("#deals button")
    desk.wait_for_selector("dialog .replay img, dialog img")
    desk.screenshot(path=SCREENS / "film-replay-en.png")
