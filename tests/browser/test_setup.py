"""The wizard with a camera: what it says of the picture, the table it proposes, what dragging changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from .conftest import SCREENS, Device, Program, become_host, program
from .looks import faults_of_layout

pytestmark = pytest.mark.browser
CLOSE = 0.03  # of the picture's width or height
TABLE = [(0.16, 0.12), (0.86, 0.16), (0.93, 0.9), (0.08, 0.86)]
WIDTH, HEIGHT = 1280, 720
_CORNERS = """() => fetch('/api/camera').then((answer) => answer.json())
  .then((found) => ({placed: found.placed, table: found.layout.table}))"""


@pytest.fixture
def filmed(tmp_path: Path) -> Iterator[Program]:
    """The program before a camera that sees a green table on a floor; nobody has placed it yet."""
    film = tmp_path / "table.avi"
    rng = np.random.default_rng(5)
    floor = rng.normal((150, 160, 170), 9, (HEIGHT, WIDTH, 3))
    inside = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.fillPoly(inside, [np.int32(np.array(TABLE) * (WIDTH, HEIGHT))], 1)
    felt = rng.normal((70, 105, 50), 6, (HEIGHT, WIDTH, 3))
    picture = np.where(inside[..., None] > 0, felt, floor).clip(0, 255).astype(np.uint8)
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter_fourcc(*"MJPG"), 5, (WIDTH, HEIGHT))
    for _ in range(5 * 90):
        writer.write(picture)
    writer.release()
    with program(tmp_path, "--source", str(film)) as one:
        yield one


def test_the_table_is_proposed_and_corrected_by_dragging(
    device: Callable[..., Device], filmed: Program
) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    page = device("laptop", "en").page
    become_host(page, filmed.address)
    page.goto(f"{filmed.address}/setup")
    page.click("[data-step=camera]")
    page.wait_for_selector(".frame img:not([hidden])")
    page.wait_for_selector(".verdicts .good")
    page.screenshot(path=SCREENS / "setup-camera-live-en.png", full_page=True)
    assert faults_of_layout(page, (".work > *",)) == []

    page.click("[data-step=table]")
    page.locator("#step [role=status]").filter(has_text="was found").wait_for()
    page.wait_for_selector(".frame img:not([hidden])")
    page.screenshot(path=SCREENS / "setup-table-proposed-en.png", full_page=True)
    assert not page.evaluate(_CORNERS)["placed"], "a proposal is kept only when the host goes on"

    handle = page.locator(".handle").first
    handle.focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    page.click("[data-key=next]")
    page.wait_for_selector("#dealer")
    kept = page.evaluate(_CORNERS)
    assert kept["placed"]
    nudged = [(TABLE[0][0] + 0.06, TABLE[0][1]), *TABLE[1:]]
    for (x, y), (wanted_x, wanted_y) in zip(kept["table"], nudged, strict=True):
        assert abs(x - wanted_x) < CLOSE
        assert abs(y - wanted_y) < CLOSE


@pytest.mark.parametrize(("size", "lang"), [("phone", "en"), ("tv", "zh")])
def test_the_advice_and_the_zones_fit(
    device: Callable[..., Device], stand_in: str, size: str, lang: str
) -> None:
    page = device(size, lang).open(f"{stand_in}/setup?state=mid-deal&host=1")
    for step in ("camera", "table"):
        page.click(f"[data-step={step}]")
        page.wait_for_selector(".verdicts .bad")
        page.wait_for_selector(".frame img:not([hidden])")
        page.screenshot(path=SCREENS / f"setup-{step}-{size}-{lang}.png", full_page=size == "phone")
        assert faults_of_layout(page, (".work > *",)) == []
    assert page.locator(".layout-overlay polygon").count() == 6


@pytest.mark.parametrize(("size", "lang"), [("laptop", "en"), ("phone", "zh")])
def test_a_changed_rule_reads_changed_and_is_kept(
    device: Callable[..., Device], evening: Program, size: str, lang: str
) -> None:
    page = device(size, lang).page
    become_host(page, evening.address)
    page.goto(f"{evening.address}/setup")
    page.click("[data-group=jokers] summary")
    page.fill("[data-parameter='jokers.per_combination'] input", "2")
    page.keyboard.press("Tab")
    page.wait_for_selector(".rules li.changed")
    assert page.locator(".parameter.changed").count() == 1
    page.screenshot(path=SCREENS / f"setup-rules-{size}-{lang}.png", full_page=True)
    assert faults_of_layout(page, (".work > *",)) == []
    page.fill("[data-parameter='jokers.per_combination'] input", "7")
    page.keyboard.press("Tab")
    page.locator("#step .problem").filter(has_text="per_combination").wait_for()
    page.fill("[data-parameter='jokers.per_combination'] input", "2")
    page.keyboard.press("Tab")
    page.locator("#step .problem").filter(has_text="per_combination").wait_for(state="detached")
    page.click("[data-key=next]")
    page.wait_for_selector(".people input")
    page.goto(f"{evening.address}/setup")
    page.wait_for_selector(".parameter.changed [value='2']")
    page.click("[data-key=next]")
    page.wait_for_selector(".people input")
    changed = page.evaluate("fetch('/api/scoreboard').then(r => r.json()).then(b => b.profile.parameters)")
    assert [(one["name"], one["value"]) for one in changed] == [("jokers.per_combination", 2)]
