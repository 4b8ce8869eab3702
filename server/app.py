"""The web application, built by a function from a house, so that tests run it in process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.middleware.gzip import GZipMiddleware

from engine.errors import EngineError
from engine.messages import message
from vision.frames import SourceError
from vision.model_files import ModelFileError

from .exchange import Problem
from .host import HostDesk
from .house import House
from .pages import assets, pages_router
from .phrases import PROBLEMS
from .problems import StoreError, UserError
from .routes_camera import camera_router
from .routes_host import host_router, who_is
from .routes_public import public_router
from .schemas import Text

_STATUS = {
    "wrong-pin": 403,
    "not-host": 403,
    "other-site": 403,
    "too-many-tries": 429,
    "unknown-event": 404,
    "no-question": 404,
    "no-picture": 404,
    "stale-preview": 409,
    "deal-running": 409,
    "deal-waiting": 409,
}


def build_app(house: House, desk: HostDesk, on_start: Callable[[], None] | None = None) -> FastAPI:
    """The application. `on_start` runs on the event loop once it is up (it opens the eye)."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        if on_start is not None:
            on_start()
        yield
        await house.close()

    app = FastAPI(title="paiyan", summary="The card eye: table, referee and score.", lifespan=lifespan)
    app.state.host_desk = desk
    app.include_router(public_router(house))
    app.include_router(host_router(house, desk))
    app.include_router(camera_router(house, desk))
    app.include_router(pages_router(house.board, lambda request: who_is(request, house, desk)))
    app.mount("/static", assets())
    app.add_middleware(GZipMiddleware, minimum_size=2000)
    _add_fault_pages(app)
    return app


def _add_fault_pages(app: FastAPI) -> None:
    @app.exception_handler(UserError)
    async def user_error(_: Request, fault: UserError) -> JSONResponse:
        status = 507 if isinstance(fault, StoreError) else _STATUS.get(fault.code, 422)
        headers = {"Retry-After": "60"} if status == 429 else None
        return _answer(status, fault.code, problem_text(fault), headers)

    @app.exception_handler(SourceError)
    @app.exception_handler(ModelFileError)
    async def no_eye(_: Request, fault: SourceError | ModelFileError) -> JSONResponse:
        return _answer(422, fault.code, Text(en=str(fault), zh=PROBLEMS.get(fault.code, str(fault))))

    @app.exception_handler(EngineError)
    async def engine_error(_: Request, fault: EngineError) -> JSONResponse:
        return _answer(422, fault.code, engine_text(fault))

    @app.exception_handler(RequestValidationError)
    async def bad_request(_: Request, fault: RequestValidationError) -> JSONResponse:
        first = fault.errors()[0] if fault.errors() else {"loc": (), "msg": "?"}
        where = ".".join(str(part) for part in first["loc"][1:])
        return _answer(422, "bad-request", Text(en=f"{where}: {first['msg']}", zh=f"{where}：{first['msg']}"))


def problem_text(fault: UserError) -> Text:
    """A fault in both languages."""
    if isinstance(fault.__cause__, EngineError):
        return engine_text(fault.__cause__)
    return Text(en=str(fault), zh=PROBLEMS.get(fault.code, str(fault)))


def engine_text(fault: EngineError) -> Text:
    """An engine's fault in both languages."""
    texts = [message(fault.code, fault.params, lang, default=str(fault)) for lang in ("en", "zh")]
    return Text(en=texts[0], zh=texts[1])


def _answer(status: int, code: str, text: Text, headers: dict[str, str] | None = None) -> JSONResponse:
    problem = Problem(code=code, message=text)
    return JSONResponse(problem.model_dump(), status_code=status, headers=headers)
