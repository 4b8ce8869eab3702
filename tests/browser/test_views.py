"""Every view in every state: nothing cut, covered or outside. A screenshot of each is left in out/screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .boards import BOARDS
from .conftest import HANDHELD, SCREENS, SIZES, Device
from .looks import faults_of_layout, settle

pytestmark = pytest.mark.browser
PAGES = {
    "evening": "/evening?state=deal-end",
    "operator": "/operator?state=alert",
    "entry": "/entry?state=mid-deal",
    "setup": "/setup?state=mid-deal",
    "join": "/join",
}
# each size with the language and look that stress it most; together they cover all
SHEET_PARTS = (".sheet-row .fan", ".sheet-row .sum", ".sheet-row .amount", ".sheet-row .name")
LOOKS = [
    ("tv", "zh", "dark"),
    ("laptop", "en", "light"),
    ("tablet", "en", "dark"),
    ("phone", "en", "light"),
    ("phone", "zh", "dark"),
]


def shoot(page: Any, name: str, size: str) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    settle(page)
    page.screenshot(path=SCREENS / f"{name}.png", full_page=size in HANDHELD)


@pytest.mark.parametrize(("size", "lang", "theme"), LOOKS)
def test_the_table_in_every_state(
    device: Callable[..., Device], stand_in: str, size: str, lang: str, theme: str
) -> None:
    one = device(size, lang, theme=theme, suits="four" if theme == "light" else "two")
    found = {}
    page = one.open(f"{stand_in}/?state=lead&host=1")
    for state in BOARDS:
        seq = page.evaluate(
            "name => fetch(`/fixture/state?name=${name}`, {method: 'POST'}).then(r => r.json())", state
        )
        page.wait_for_selector(f"#felt[data-seq='{seq}'] .centre > *")
        shoot(page, f"table-{state}-{size}-{lang}-{theme}", size)
        found[state] = faults_of_layout(page)
        found[f"{state}: sheet"] = faults_of_layout(page, SHEET_PARTS)
    assert {state: faults for state, faults in found.items() if faults} == {}


@pytest.mark.parametrize(("size", "lang", "theme"), LOOKS)
@pytest.mark.parametrize("name", PAGES)
def test_the_other_pages(
    device: Callable[..., Device], stand_in: str, name: str, size: str, lang: str, theme: str
) -> None:
    one = device(size, lang, theme=theme)
    page = one.open(f"{stand_in}{PAGES[name]}{'&' if '?' in PAGES[name] else '?'}host=1")
    page.wait_for_load_state("networkidle") if name == "setup" else page.wait_for_timeout(300)
    shoot(page, f"{name}-{size}-{lang}-{theme}", size)
    assert faults_of_layout(page, (".work > *",)) == []


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_overlay_is_transparent(device: Callable[..., Device], stand_in: str, lang: str) -> None:
    one = device("tv", lang)
    page = one.open(f"{stand_in}/overlay?state=alert")
    page.wait_for_selector(".lower > *")
    picture = page.screenshot(omit_background=True, path=SCREENS / f"overlay-{lang}.png")
    corner = page.evaluate(
        """async (bytes) => {
          const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
          const paper = new OffscreenCanvas(picture.width, picture.height)
            .getContext('2d', {willReadFrequently: true});
          paper.drawImage(picture, 0, 0);
          return [paper.getImageData(5, 5, 1, 1).data[3], paper.getImageData(60, 900, 1, 1).data[3]];
        }""",
        list(picture),
    )
    assert corner[0] == 0, "nothing is painted where nothing is shown"
    assert corner[1] > 100, "the alert is there"
    assert faults_of_layout(page, (".lower > *", ".corner > *", ".strip > *")) == []


def test_sizes_cover_television_and_phone() -> None:
    assert {size for size, _, _ in LOOKS} == set(SIZES)
