"""An evening on the real program without a camera, lived through the page by a host and two viewers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .conftest import PIN, SCREENS, Device, Program, become_host, board_of, program, wait_board

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def wait_text(page: Page, selector: str, text: str) -> None:
    """Wait until some element that matches shows the text."""
    page.locator(selector).filter(has_text=re.compile(text)).first.wait_for()


def enter(page: Page, keys: str, act: str = "play") -> None:
    """Choose cards by typing their ranks, then press a button of the entry page."""
    before = board_of(page)["seq"]
    for key in keys:
        page.keyboard.press(key)
    page.click(f"#acts [data-key={act}]:not(:disabled)")
    assert wait_board(page, lambda board: board["seq"] > before)["seq"] > before
    assert page.inner_text("#problem") == ""


def start_deal(page: Page, address: str) -> None:
    become_host(page, address)
    page.goto(f"{address}/entry")
    page.click("[data-key=start]")
    page.wait_for_selector("#acts [data-key=play]")


def play_to_the_bomb(page: Page) -> None:
    """4, 5, then 7 7 7 by the third player."""
    for keys in ("4", "5", "777"):
        enter(page, keys)


def test_a_wrong_pin_leaves_a_viewer_a_viewer(device: Callable[..., Device], evening: Program) -> None:
    viewer = device("phone", "zh").open(f"{evening.address}/join")
    viewer.fill("[name=pin]", "0000")
    viewer.click(".pin button")
    wait_text(viewer, ".pin .problem", "PIN")
    assert viewer.locator(".bar nav a[href='/operator']").count() == 0
    refused = viewer.evaluate(
        """() => fetch('/api/entries', {method: 'POST', headers: {'Content-Type': 'application/json'},
        body: '{"action":"start-deal"}'}).then(r => r.status)"""
    )
    assert refused == 403
    viewer.goto(f"{evening.address}/entry")
    assert viewer.locator("#acts").count() == 0
    viewer.fill("[name=pin]", PIN)
    viewer.click(".pin button")
    viewer.wait_for_selector("#acts [data-key=start]")


def test_the_cookie_is_out_of_reach_of_scripts(device: Callable[..., Device], evening: Program) -> None:
    host = device("laptop")
    become_host(host.page, evening.address)
    cookie = next(one for one in host.context.cookies() if one["name"] not in ("lang", "theme"))
    assert cookie["httpOnly"]
    assert cookie["sameSite"] in ("Strict", "Lax")
    assert cookie["name"] not in host.page.evaluate("document.cookie")


def test_set_up_by_the_wizard(device: Callable[..., Device], evening: Program) -> None:
    page = device("laptop").page
    become_host(page, evening.address)
    page.goto(f"{evening.address}/setup")
    page.wait_for_selector("[data-profile=winner-draws]")
    page.click("[data-profile=winner-draws]")
    page.wait_for_selector(".rules ul[lang=zh] li")
    page.click("[data-key=next]")
    page.wait_for_selector(".people input")
    page.locator(".people input").nth(1).fill("Lin")
    page.click("[data-key=next]")
    page.click("[data-step=start]")
    page.locator("input[type=number]").fill("5")
    page.select_option("#dealer", "1")
    page.click("[data-key=finish]")
    page.wait_for_url("**/entry")
    wait_text(page, "#facts", "5")
    board = board_of(page)
    assert board["profile"]["name"] == "winner-draws"
    assert board["players"][1]["name"] == "Lin"
    assert (board["session"]["stake"], board["session"]["dealer"], board["turn"]) == (5, 1, 1)


def test_a_deal_with_two_viewers(device: Callable[..., Device], evening: Program) -> None:
    host = device("laptop").page
    wall = device("tv", "zh").open(evening.address)
    phone = device("phone", "en").open(evening.address)
    start_deal(host, evening.address)
    play_to_the_bomb(host)
    for viewer in (wall, phone):
        viewer.wait_for_selector(".combination [data-card='7h']")
        wait_text(viewer, "#multiplier .value", "×2")
    enter(host, "9")  # does not beat a bomb
    wait_text(wall, ".notice .sentence", "炸弹")
    wait_text(phone, ".notice .sentence", "bomb")
    assert phone.locator(".notice button").count() == 0, "a viewer decides nothing"
    wait_text(wall, "#announce", "炸弹")
    SCREENS.mkdir(parents=True, exist_ok=True)
    wall.screenshot(path=SCREENS / "real-alert-tv-zh.png")
    host.click("#now [data-key=retract]")
    wall.wait_for_selector(".notice", state="detached")
    for _ in range(3):
        enter(host, "", "pass")
    wait_text(wall, ".history li", "小红")
    enter(host, "999")  # the third player's last cards: out
    phone.wait_for_selector(".sheet")
    finish_deal(host, wall)


def finish_deal(host: Page, wall: Page) -> None:
    """Lay the three hands open, look at the sheet, go on to the next deal."""
    for keys in ("33445k", "6688j", "tt66jq"):
        host.wait_for_selector("#acts [data-key=hand]")
        enter(host, keys, "hand")
    wait_text(wall, ".sheet-row.winner .amount", r"\+")
    board = board_of(host)
    amounts = {one["seat"]: one["amount"] for one in board["result"]["payments"]}
    # classic: two soft bombs, M = 4; nobody kept a 2 or a joker; the dealer made one play only (reverse
    # spring), the fourth player none (spring): 6·4·2, 5·4, 6·4·2
    assert amounts == {0: -48, 1: -20, 3: -48, 2: 116}
    wall.screenshot(path=SCREENS / "real-sheet-tv-zh.png")
    host.click("#acts [data-key=next]")
    host.click("[data-dealer='2']")
    wall.wait_for_selector(".sheet", state="detached")
    wait_text(wall, "#totals .value", r"\+116")


def test_a_correction_in_the_middle(device: Callable[..., Device], evening: Program) -> None:
    host = device("laptop").page
    viewer = device("phone", "zh").open(evening.address)
    start_deal(host, evening.address)
    play_to_the_bomb(host)
    row = host.locator("#history li").filter(has=host.locator(".chip")).filter(has_text="Grace").first
    row.locator("button.tool").click()
    host.click("[data-act=cards]")
    host.wait_for_selector("dialog .tray .card")
    host.keyboard.press("Backspace")
    host.keyboard.press("2")
    host.click("dialog .primary")
    host.wait_for_selector(".differences li")
    board = board_of(host)
    assert board["players"][1]["shown"][0][0] == "5", (
        "nothing is kept before the host has seen the difference"
    )
    host.click("dialog .primary")
    host.wait_for_selector("dialog", state="detached")
    board = board_of(host)
    assert board["players"][1]["shown"][0][0] == "2"
    assert board["multiplier"]["value"] == 2, "what came after was derived again"
    wait_text(viewer, ".mended", "阿明")


def test_a_dropped_connection_resumes(device: Callable[..., Device], evening: Program) -> None:
    host = device("laptop").page
    viewer = device("tv")
    viewer.open(evening.address)
    start_deal(host, evening.address)
    viewer.page.wait_for_selector(".seat.turn")
    viewer.page.evaluate("window.notReloaded = true")
    evening.kill()
    viewer.page.wait_for_selector("#camera-state[data-state=offline]")
    viewer.page.screenshot(path=SCREENS / "real-offline-tv-en.png")
    evening.start()
    viewer.page.wait_for_selector("#camera-state[data-state=manual]")
    host.reload()
    enter(host, "4")
    viewer.page.wait_for_selector(".combination .card")
    assert viewer.page.evaluate("window.notReloaded"), "the page itself was never loaded again"


def test_a_restart_in_mid_deal_loses_nothing(device: Callable[..., Device], evening: Program) -> None:
    host = device("laptop").page
    start_deal(host, evening.address)
    play_to_the_bomb(host)
    before = board_of(host)
    evening.kill()
    evening.start()
    host.reload()
    after = board_of(host)
    for name in ("seq", "phase", "turn", "current", "table", "multiplier", "totals", "history"):
        assert after[name] == before[name], name
    shown = [(one["count"], one["shown"]) for one in before["players"]]
    assert [(one["count"], one["shown"]) for one in after["players"]] == shown
    enter(host, "", "pass")


def test_language_theme_and_suits_are_remembered(device: Callable[..., Device], evening: Program) -> None:
    page = device("laptop", "zh").open(evening.address)
    assert page.locator("html").get_attribute("lang") == "zh-Hans"
    page.click("#prefs")
    page.get_by_role("radio", name="浅色").click()
    page.get_by_role("radio", name=re.compile("四色")).click()
    page.get_by_role("radio", name="English").click()
    page.wait_for_selector("html[lang=en][data-theme=light][data-suits=four]")
    wait_text(page, "nav", "Evening")
    page.goto(f"{evening.address}/evening")
    page.wait_for_selector("html[lang=en][data-theme=light]")
    assert page.evaluate("matchMedia(document.getElementById('light').media).matches")


def test_first_paint(device: Callable[..., Device], evening: Program) -> None:
    """The first useful paint needs the page and its own files only; its time is printed, not judged."""
    one = device("laptop")
    one.open(evening.address)  # warm
    page = one.open(evening.address)
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    hosts = page.evaluate("performance.getEntriesByType('resource').map(r => new URL(r.name).host)")
    print(f"first contentful paint after {paint:.0f} ms")
    assert set(hosts) <= {evening.address.removeprefix("http://")}, "works without the internet"
    assert page.locator(".seat").count() == 4


def test_guandan_by_hand(device: Callable[..., Device], tmp_path: Path) -> None:
    with program(tmp_path, "--profile", "huaian", "--names", "阿明,Grace,小红,Ben", "--dealer", "0") as one:
        host = device("laptop").page
        start_deal(host, one.address)
        viewer = device("phone", "zh").open(one.address)
        viewer.wait_for_selector(".ladder .level")
        enter(host, "33344")
        viewer.wait_for_selector(".combination .card >> nth=4")
        viewer.screenshot(path=SCREENS / "real-guandan-phone-zh.png", full_page=True)


def test_a_guandan_match_by_hand(device: Callable[..., Device], tmp_path: Path) -> None:
    """Levels, a finishing order, tribute, the clock and the result on time, all entered by the host."""
    with program(tmp_path, "--profile", "school", "--names", "阿明,Grace,小红,Ben", "--dealer", "0") as one:
        host = device("laptop").page
        become_host(host, one.address)
        host.goto(f"{one.address}/entry")
        host.click("#acts [data-key=match]")
        host.select_option("[name=level-NS]", "T")
        host.select_option("[name=level-EW]", "9")
        host.select_option("[name=stage]", "NS")
        host.click("[data-key=set-levels]")
        viewer = device("laptop", "zh").open(one.address)
        wait_text(viewer, ".ladder .level", "10")
        host.click("#acts [data-key=match]")
        for seat in (1, 3):
            host.click(f"dialog [data-order='{seat}']")
        host.screenshot(path=SCREENS / "real-guandan-match-laptop-en.png")
        host.click("[data-key=enter-order]")
        wait_text(viewer, ".ladder .level", "Q")
        wait_text(viewer, ".clock", r"3[45]:\d\d")
        host.click("#acts [data-key=next]")
        host.wait_for_selector("#acts [data-key=resist]")
        wait_text(viewer, ".quiet-centre", "进贡")
        host.click("#acts [data-key=skip-tribute]")
        host.click("dialog [data-leader='0']")
        host.wait_for_selector("#acts [data-key=play]")
        host.click("#acts [data-key=match]")
        host.click("dialog [data-key=time-up]")
        host.click("dialog [data-key=time-up-sure]")
        host.wait_for_selector("#acts [data-key=new-match]")
        wait_text(viewer, ".sheet-head", "东西赢得本场")
        assert board_of(host)["guandan"]["match_winner"] == "EW"


CORRECTIONS = {
    "cards": "picks",
    "pass": "",
    "not-a-play": "",
    "insert": "picks",
    "seat": "",
    "undo": "",  # the last: what is undone stays so
}


def test_each_correction_takes_two_taps_and_shows_its_difference(
    device: Callable[..., Device], evening: Program
) -> None:
    """From the second play's line: its pencil, what it was, and the difference before anything is kept."""
    host = device("laptop").page
    start_deal(host, evening.address)
    play_to_the_bomb(host)
    host.goto(f"{evening.address}/operator")
    before = board_of(host)
    told = [(one["kind"], one["seat"], one["cards"]) for one in before["history"]]
    for act, how in CORRECTIONS.items():
        row = host.locator("#history li.played").filter(has_text="Grace").last
        row.locator("button.tool").click()
        host.click("dialog .segments button >> nth=2" if act == "seat" else f"[data-act={act}]")
        if how == "picks":
            host.wait_for_selector("dialog .picker, dialog [data-card]")
            host.keyboard.press("Backspace")
            host.keyboard.press("6")
            host.click("dialog .dialog-foot .primary")
        host.wait_for_selector("dialog .differences li")
        assert board_of(host)["seq"] == before["seq"], f"{act}: nothing is kept yet"
        host.screenshot(path=SCREENS / f"correction-{act}-laptop-en.png")
        host.click("dialog .dialog-foot .primary")
        host.wait_for_selector("dialog", state="detached")
        changed = board_of(host)
        assert [(one["kind"], one["seat"], one["cards"]) for one in changed["history"]] != told, act
        assert any(one["kind"] == "corrected" for one in changed["history"]), f"{act}: it is in the log"
        if act == "undo":
            break
        host.evaluate(_UNDO)
        before = wait_board(host, lambda board: board["seq"] > changed["seq"])  # noqa: B023
        assert [
            (one["kind"], one["seat"], one["cards"])
            for one in before["history"]
            if one["kind"] != "corrected"
        ] == told, f"{act}: undone, everything is as it was"


_UNDO = """() => fetch('/api/entries', {method: 'POST', headers: {'Content-Type': 'application/json'},
  body: '{"action":"undo"}'})"""
