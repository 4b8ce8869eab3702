"""The pages people look at: Jinja templates, our own ES modules and style sheets, texts in two languages.

Nothing here knows how the scoreboard is made. A page is delivered with the present scoreboard inside it, so
that the first paint needs no second request; from then on the page listens to `/api/stream`.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import get_args

from fastapi import APIRouter, Request
from fastapi.responses import Response
from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup
from starlette.staticfiles import StaticFiles

from .exchange import Me
from .schemas import Language, Scoreboard

PAGES = {
    "/": "board",
    "/evening": "evening",
    "/operator": "operator",
    "/entry": "entry",
    "/setup": "setup",
    "/join": "join",
    "/overlay": "overlay",
    "/phone": "phone",
}
THEMES = {"dark": "not all", "light": "all", "auto": "(prefers-color-scheme: light)"}
SUITS = ("two", "four")
LANGUAGES: tuple[Language, ...] = get_args(Language)
CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'self'; base-uri 'none'; form-action 'self'"
)


@cache
def texts(language: Language) -> dict[str, str]:
    """All strings of the pages in one language, by key."""
    file = resources.files(__package__) / "texts" / f"{language}.json"
    strings: dict[str, str] = json.loads(file.read_text("utf-8"))
    return strings


def choose_language(request: Request) -> Language:
    """`?lang=`, else the cookie `lang`, else the browser's first language that we speak, else English."""
    for wish in (request.query_params.get("lang"), request.cookies.get("lang")):
        for language in LANGUAGES:
            if wish == language:
                return language
    return _accepted(request.headers.get("accept-language", ""))


def _accepted(header: str) -> Language:
    weighed = []
    for position, part in enumerate(header.split(",")):
        tag, _, parameter = part.strip().partition(";q=")
        try:
            weight = float(parameter or 1)
        except ValueError:
            weight = 0.0
        weighed.append((-weight, position, tag.lower()))
    for _, _, tag in sorted(weighed):
        for language in LANGUAGES:
            if tag.split("-")[0] == language:
                return language
    return "en"


def as_json(value: object) -> Markup:
    """JSON that is safe inside a `<script type="application/json">`."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028"))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader(__package__ or "server"),
        autoescape=select_autoescape(),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["as_json"] = as_json
    return environment


@dataclass(frozen=True, slots=True)
class Look:
    """What this device likes, from its cookies."""

    language: Language
    theme: str
    suits: str

    @classmethod
    def of(cls, request: Request) -> "Look":
        theme, suits = (request.cookies.get(name, "") for name in ("theme", "suits"))
        return cls(
            choose_language(request),
            theme if theme in THEMES else "dark",
            suits if suits in SUITS else "two",
        )


def render(name: str, look: Look, board: Scoreboard, me: Me) -> str:
    """One page as HTML."""
    language = look.language
    strings = texts(language)
    boot = {"board": board.model_dump(mode="json"), "me": me.model_dump(mode="json"), "texts": strings}
    template = _environment().get_template(f"{name}.html")
    return template.render(
        page=name, lang=language, look=look, light_media=THEMES[look.theme], t=strings, boot=boot
    )


def pages_router(board: Callable[[], Scoreboard], me: Callable[[Request], Me]) -> APIRouter:
    """Routes of all pages. `board` gives the present scoreboard, `me` says who asks."""
    router = APIRouter(include_in_schema=False)

    def add(path: str, name: str) -> None:
        async def page(request: Request) -> Response:
            html = render(name, Look.of(request), board(), me(request))
            headers = {"Content-Security-Policy": CONTENT_POLICY, "Cache-Control": "no-store"}
            return Response(html, media_type="text/html", headers=headers)

        router.add_api_route(path, page, methods=["GET"], name=f"page-{name}")

    for path, name in PAGES.items():
        add(path, name)
    return router


class Assets(StaticFiles):
    """Our scripts and style sheets; always revalidated, so that an update shows at once."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


def assets() -> Assets:
    """Application to mount at `/static`."""
    return Assets(packages=[(__package__ or "server", "static")])
