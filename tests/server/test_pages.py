"""The pages without a browser: texts in both languages, the language chosen, what is delivered."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from server.pages import LANGUAGES, PAGES, as_json, texts
from tests.browser.boards import BOARDS
from tests.browser.fixture_app import create_app

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "server" / "static"
TEMPLATES = ROOT / "server" / "templates"
_LITERAL = re.compile(r'\bt\(\s*"([^"]+)"')
_PREFIX = re.compile(r"\bt\(\s*`([a-z-]+\.)\$\{")
_IN_TEMPLATE = re.compile(r"t\['([^']+)'\]")


@pytest_asyncio.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(create_app())
    async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as made:
        yield made


def scripts() -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted((STATIC / "js").glob("*.js")))


def templates() -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted(TEMPLATES.iterdir()))


def test_both_languages_have_the_same_strings() -> None:
    assert texts("zh").keys() == texts("en").keys()


@pytest.mark.parametrize("key", sorted(texts("en")))
def test_a_string_has_the_same_placeholders_in_both_languages(key: str) -> None:
    found = [sorted(re.findall(r"\{\w+\}", texts(language)[key])) for language in LANGUAGES]
    assert found[0] == found[1]


def test_every_string_that_is_asked_for_exists() -> None:
    asked = set(_LITERAL.findall(scripts())) | set(_IN_TEMPLATE.findall(templates()))
    assert len(asked) > 100
    assert asked - texts("en").keys() == set()


def test_every_family_of_strings_exists() -> None:
    families = set(_PREFIX.findall(scripts()))
    assert len(families) > 5
    assert {one for one in families if not any(key.startswith(one) for key in texts("en"))} == set()


@pytest.mark.parametrize(
    ("header", "query", "cookie", "expected"),
    [
        pytest.param("zh-CN,zh;q=0.9,en;q=0.8", "", "", "zh-Hans", id="browser speaks Chinese"),
        pytest.param("de-DE,en;q=0.5,zh;q=0.4", "", "", "en", id="English before Chinese"),
        pytest.param("fr", "", "", "en", id="neither"),
        pytest.param("", "", "", "en", id="says nothing"),
        pytest.param("zh;q=oops,en", "", "", "en", id="broken weight"),
        pytest.param("en", "", "zh", "zh-Hans", id="remembered choice"),
        pytest.param("en", "?lang=zh", "en", "zh-Hans", id="asked for"),
        pytest.param("en", "?lang=xx", "", "en", id="asked for nonsense"),
    ],
)
async def test_the_language(
    client: httpx.AsyncClient, header: str, query: str, cookie: str, expected: str
) -> None:
    headers = {"accept-language": header} | ({"cookie": f"lang={cookie}"} if cookie else {})
    html = (await client.get(f"/{query}", headers=headers)).text
    assert f'<html lang="{expected}"' in html


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("host", ["0", "1"])
async def test_a_page_is_whole(client: httpx.AsyncClient, path: str, host: str) -> None:
    answer = await client.get(f"{path}?host={host}&state=deal-end")
    assert answer.status_code == 200
    boot = re.search(r'<script type="application/json" id="boot">(.*?)</script>', answer.text, re.DOTALL)
    assert boot is not None
    carried = json.loads(boot.group(1))
    assert carried["board"] == json.loads(BOARDS["deal-end"]().model_dump_json())
    assert carried["me"]["host"] is (host == "1")
    assert "script-src" not in answer.headers["content-security-policy"]
    assert answer.headers["content-security-policy"].startswith("default-src 'self'")


async def test_every_file_a_page_names_is_there(client: httpx.AsyncClient) -> None:
    pages = [(await client.get(path)).text for path in PAGES]
    named = {found for page in pages for found in re.findall(r"/static/[\w./-]+", page)}
    imported = {f"/static/js/{found}" for found in re.findall(r'from "\./([\w.]+)"', scripts())}
    assert len(named | imported) > 20
    answers = {one: (await client.get(one)).status_code for one in sorted(named | imported)}
    assert {one: status for one, status in answers.items() if status != 200} == {}


def test_nothing_is_fetched_from_elsewhere() -> None:
    """The page works on a network without the internet."""
    styles = "\n".join(file.read_text("utf-8") for file in (STATIC / "css").glob("*.css"))
    foreign = re.findall(r"https?://[\w./-]+", scripts() + styles + templates())
    assert set(foreign) <= {"http://www.w3.org/2000/svg", "http://"}


def test_json_cannot_end_its_script() -> None:
    dangerous = {"name": "</script><script>alert(1)</script>\u2028"}
    text = as_json(dangerous)
    assert "<" not in text
    assert "\u2028" not in text
    assert json.loads(text) == dangerous
