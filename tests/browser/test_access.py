"""axe-core finds no serious fault on any page, in either theme; everything can be reached by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import pytest

from .conftest import Device
from .looks import serious_faults

pytestmark = pytest.mark.browser
VIEWS = {
    "table": "/?state=mid-deal",
    "alert": "/?state=alert",
    "taken-back": "/?state=taken-back",
    "question": "/?state=question",
    "deal-end": "/?state=deal-end",
    "guandan": "/?state=guandan",
    "evening": "/evening?state=deal-end",
    "operator": "/operator?state=alert",
    "entry": "/entry?state=wild",
    "setup": "/setup",
    "join": "/join?state=mid-deal",
}


@pytest.fixture(scope="module")
def axe() -> str:
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


@pytest.mark.parametrize(("lang", "theme"), [("en", "dark"), ("zh", "light")])
def test_no_serious_fault(
    device: Callable[..., Device], stand_in: str, axe: str, lang: str, theme: str
) -> None:
    one = device("laptop", lang, theme=theme)
    found = {}
    for name, path in VIEWS.items():
        page = one.open(f"{stand_in}{path}{'&' if '?' in path else '?'}host=1")
        page.wait_for_timeout(400)
        found[name] = serious_faults(page, axe)
    one.open(f"{stand_in}/?state=mid-deal")
    for name, opener in {
        "preferences": "#prefs",
        "why": "#history button.line",
        "correction": "#history button.tool",
    }.items():
        one.page.click(opener)
        one.page.wait_for_selector("dialog[open]")
        found[name] = serious_faults(one.page, axe)
        one.page.keyboard.press("Escape")
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_a_planted_fault_is_found(device: Callable[..., Device], stand_in: str, axe: str) -> None:
    page = device("laptop").open(f"{stand_in}/join")
    page.evaluate("document.querySelector('main').innerHTML += '<button></button>'")
    assert [one.split(":")[0] for one in serious_faults(page, axe)] == ["button-name"]


def test_a_correction_by_keyboard_alone(device: Callable[..., Device], stand_in: str) -> None:
    page = device("laptop").open(f"{stand_in}/operator?state=mid-deal&host=1")
    page.wait_for_selector("#history li")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("c")
    page.wait_for_selector("[data-act=pass]")
    page.keyboard.press("p")
    page.wait_for_selector(".differences li")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("document.activeElement !== null")


def test_the_skip_link_leads_to_the_content(device: Callable[..., Device], stand_in: str) -> None:
    page = device("laptop").open(f"{stand_in}/?state=mid-deal")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"
