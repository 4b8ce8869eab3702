"""A phone as the camera: the plain address shows the way, the secure one films, and the eye reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import pytest

from .conftest import CHROMIUM, FLAGS, PATIENCE, PIN, SCREENS, SIZES, Device, Program, program, wait_board
from .looks import faults_of_layout
from .test_film import FILM, TRUTH

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
FIRST = TRUTH["plays"][0]
LYING, HELD = 4.2, 18.0  # seconds of the film until the first play lies, and how long it then lies still

_CAMERA_STATES = """() => fetch('/api/records').then((answer) => answer.json())
  .then((all) => all.filter((one) => one.kind === 'camera_state').map((one) => one.body.state))"""


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The film's first play as a file that Chromium's fake camera shows (JPEG after JPEG)."""
    path = tmp_path_factory.mktemp("camera") / "play.mjpeg"
    film = cv2.VideoCapture(str(FILM))
    rate = film.get(cv2.CAP_PROP_FPS)
    with path.open("wb") as file:
        for _ in range(round(LYING * rate)):
            picture = cv2.imencode(".jpg", film.read()[1], (int(cv2.IMWRITE_JPEG_QUALITY), 85))[1].tobytes()
            file.write(picture)
        for _ in range(round(HELD * rate)):
            file.write(picture)
    film.release()
    return path


@pytest.fixture
def phone(browser: Browser, filmed: Path) -> Iterator[Page]:
    """A phone's browser whose camera films the table; its user tapped through the warning."""
    camera = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    camera += [f"--use-file-for-fake-video-capture={filmed}"]
    holding = browser.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, *camera])
    width, height = SIZES["phone"]
    context = holding.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", ignore_https_errors=True
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    holding.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Program]:
    layout = tmp_path / "layout.json"
    layout.write_text(json.dumps(TRUTH["layout"]))
    options = ["--https", "--layout", str(layout), "--dealer", str(TRUTH["dealer"])]
    with program(
        tmp_path, "--profile", TRUTH["profile"], "--players", str(TRUTH["players"]), *options
    ) as one:
        yield one


def enter_pin(page: Page) -> None:
    page.fill("[name=pin]", PIN)
    page.click(".pin button")
    page.wait_for_selector("#photo", state="attached")


def test_a_phone_films_the_table(phone: Page, table: Program) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    phone.goto(f"{table.secure_address}/phone")
    enter_pin(phone)
    assert not phone.is_visible("#secure"), "this is the secure address"
    phone.click("#start")
    phone.wait_for_function("() => document.querySelector('#video').videoWidth > 0")
    board = wait_board(phone, lambda now: any(one["kind"] == "played" for one in now["history"]))
    played = [(one["seat"], sorted(one["cards"])) for one in board["history"] if one["kind"] == "played"]
    phone.screenshot(path=SCREENS / "phone-camera-filming-en.png", full_page=True)
    assert played == [(FIRST["seat"], sorted(FIRST["cards"]))]
    assert faults_of_layout(phone, (".work > *",)) == []
    phone.click("#stop")
    board = wait_board(phone, lambda now: now["camera"]["state"] == "stale")
    assert board["camera"]["state"] == "stale", "a camera that sends nothing is no live camera"


def test_the_plain_address_shows_the_way(device: Callable[..., Device], table: Program) -> None:
    """127.0.0.1 counts as secure for a browser, so the page is asked what it shows where nothing is."""
    one = device("phone", "zh")
    one.context.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    page = one.open(f"{table.address}/phone")
    assert table.secure_address in page.inner_text("#secure")
    enter_pin(page)
    assert not page.is_visible("#start")
    page.set_input_files("#photo", {"name": "p.jpg", "mimeType": "image/jpeg", "buffer": still()})
    page.locator("#sent").filter(has_text="9").wait_for()
    assert "live" in page.evaluate(_CAMERA_STATES), "a photograph is shown until the eye trusts it"
    page.screenshot(path=SCREENS / "phone-plain-zh.png", full_page=True)
    assert faults_of_layout(page, (".work > *",)) == []


def still() -> bytes:
    """One picture of the film."""
    film = cv2.VideoCapture(str(FILM))
    picture = cv2.imencode(".jpg", film.read()[1])[1].tobytes()
    film.release()
    return picture
