"""What everybody may ask: the scoreboard, the stream, the log, pictures, exports, health."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import lru_cache
from typing import Annotated, Literal

import segno
from fastapi import APIRouter, Header, HTTPException, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from sse_starlette import EventSourceResponse, ServerSentEvent

from engine.amount import exact, plain
from engine.profile import profile_names

from .evenings import Past
from .exchange import Evening, PlayerStatistics, Why
from .history import history
from .house import House
from .hub import Message
from .metrics import metrics_text
from .profile_page import profile_info
from .records import Record
from .schemas import HistoryEvent, ProfileInfo, Scoreboard
from .scoreboard import seat_names
from .why import why

PING_SECONDS = 15


def public_router(house: House) -> APIRouter:
    """Routes that change nothing."""
    router = APIRouter()
    past = Past(house.session.store)

    @router.get("/api/scoreboard", tags=["board"])
    async def get_scoreboard() -> Scoreboard:
        """The whole public state of the table."""
        return house.board()

    @router.get("/api/stream", tags=["board"])
    async def get_stream() -> EventSourceResponse:
        """Server-sent events `scoreboard`: the present one, then one after every change."""
        return EventSourceResponse(_boards(house), ping=PING_SECONDS)

    @router.get("/api/records/stream", tags=["log"])
    async def get_record_stream(
        last_event_id: Annotated[int | None, Header()] = None, after: int | None = None
    ) -> EventSourceResponse:
        """Server-sent events `record`: every record after `Last-Event-ID` (or `after`), none left out."""
        start = last_event_id if last_event_id is not None else after
        return EventSourceResponse(_records(house, start), ping=PING_SECONDS)

    @router.get("/api/records", tags=["log"])
    async def get_records(
        after: int = 0, limit: Annotated[int, Query(ge=1, le=1000)] = 200, deal: int | None = None
    ) -> list[dict[str, object]]:
        """The raw log: facts, what people said, and what was derived; voided events too."""
        found: list[dict[str, object]] = []
        for record in house.session.store.read(after=after, deal=deal):
            found.append(record.to_dict())
            if len(found) == limit:
                break
        return found

    @router.get("/api/events", tags=["log"])
    async def get_events(
        before: int | None = None,
        limit: Annotated[int, Query(ge=1, le=500)] = 100,
        deal: int | None = None,
    ) -> list[HistoryEvent]:
        """The log in words, oldest first; of one deal, if it is named."""
        deals = [each for each in house.session.deals if deal is None or each.number == deal]
        return history(deals, seat_names(house.session), limit, before)

    @router.get("/api/evenings", tags=["log"])
    async def get_evenings() -> list[Evening]:
        """All evenings in the log, the latest first."""
        return (await past.read())[0]

    @router.get("/api/statistics", tags=["log"])
    async def get_statistics() -> list[PlayerStatistics]:
        """What every player did over all evenings."""
        return (await past.read())[1]

    @router.get("/api/events/{seq}/why", tags=["log"])
    async def get_why(seq: int) -> Why:
        """Why the log holds an event."""
        found = why(house.session, seq)
        if found is None:
            raise HTTPException(404, "no such event")
        return found

    @router.get("/api/evidence/{picture}", tags=["log"], response_class=Response)
    async def get_evidence(picture: str) -> Response:
        """An evidence picture (JPEG). Pictures are named by their content and never change."""
        data = house.session.shelf.load(picture.removesuffix(".jpg"))
        if data is None:
            raise HTTPException(404, "no such picture, or it was dropped to make room")
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(data, media_type="image/jpeg", headers=headers)

    @router.get("/api/profiles", tags=["set-up"])
    async def get_profiles() -> list[ProfileInfo]:
        """The rules that can be played, the table's own first; it has its changed values."""
        table = house.session.table
        names = [name for name in profile_names() if table is None or name != table.profile]
        own = [profile_info(table.profile, table.rules)] if table else []
        return [*own, *(profile_info(name) for name in names)]

    @router.get("/api/qr.svg", tags=["board"], response_class=Response)
    async def get_qr(request: Request, page: Literal["", "phone"] = "") -> Response:
        """The join address as a QR code; with `?page=phone` the secure address for a phone as the camera."""
        secure = house.secure_addresses if page else []
        base = [*secure, *house.addresses, str(request.base_url).rstrip("/")][0]
        address = f"{base}/{page}" if page else base
        picture = io.BytesIO()
        segno.make(address, micro=False).save(picture, kind="svg", scale=8, border=2)
        return Response(picture.getvalue(), media_type="image/svg+xml")

    @router.get("/api/export.csv", tags=["export"], response_class=PlainTextResponse)
    async def get_csv() -> Response:
        """The evening's deals as a table: one line a deal, one column a player, totals last."""
        return _download(_csv(house), "text/csv; charset=utf-8", "paiyan.csv")

    @router.get("/api/export.json", tags=["export"])
    async def get_json() -> Response:
        """The evening whole: scoreboard and raw log."""
        records = [record.to_dict() for record in house.session.store.read(evening=house.session.evening)]
        content = {"scoreboard": house.board().model_dump(mode="json"), "records": records}
        return _download(json.dumps(content, ensure_ascii=False), "application/json", "paiyan.json")

    @router.get("/health", tags=["operation"])
    async def get_health() -> Response:
        """Whether the server works: 200, or 503 while the log can't be written."""
        content = {
            "status": "ok" if house.trouble is None else "degraded",
            "seq": house.session.store.last_seq(),
            "camera": house.board().camera.state,
            "store": "ok" if house.trouble is None else house.trouble.code,
        }
        return JSONResponse(content, status_code=200 if house.trouble is None else 503)

    @router.get("/metrics", tags=["operation"], response_class=PlainTextResponse)
    async def get_metrics() -> PlainTextResponse:
        """Figures for Prometheus."""
        return PlainTextResponse(metrics_text(house), media_type="text/plain; version=0.0.4; charset=utf-8")

    return router


async def _boards(house: House) -> AsyncGenerator[bytes]:
    if house.hub.newest is None:
        house.publish()
    async with aclosing(house.hub.scoreboards()) as messages:
        async for message in messages:
            yield _event(message)


async def _records(house: House, after: int | None) -> AsyncGenerator[bytes]:
    newest = house.session.store.last_seq() if after is None else after
    while missed := list(house.session.store.read(after=newest)):
        for record in missed:
            newest = record.seq
            yield _event(_message(record))
    async with aclosing(house.hub.records()) as messages:
        async for message in messages:
            if message.seq > newest:
                yield _event(message)


@lru_cache(maxsize=32)
def _event(message: Message) -> bytes:
    """The message as it goes over the wire, made once for all who listen."""
    return ServerSentEvent(data=message.data, event=message.event, id=str(message.seq)).encode()


def _message(record: Record) -> Message:
    return Message(record.seq, "record", json.dumps(record.to_dict(), ensure_ascii=False))


def _csv(house: House) -> str:
    board = house.board()
    lines = io.StringIO()
    writer = csv.writer(lines)
    writer.writerow(["deal", "winner", "multiplier", *(_plain(player.name) for player in board.players)])
    for row in board.totals.deals:
        winner = "" if row.winner is None else _plain(board.players[row.winner].name)
        writer.writerow([row.number, winner, row.multiplier, *map(_figure, row.amounts)])
    writer.writerow(["total", "", "", *map(_figure, board.totals.totals)])
    return "\ufeff" + lines.getvalue()


def _figure(amount: float) -> int | float:
    """A whole amount without a decimal point."""
    return plain(exact(amount))


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t") else name


def _download(content: str, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
