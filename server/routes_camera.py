"""The camera as the operator sees it, and pictures that a phone sends in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import StreamingResponse

from vision.frames import Frame
from vision.layout import TableLayout, Turn
from vision.layout_proposal import propose_layout
from vision.observations import Camera, SeenCard
from vision.picture_check import measure_picture

from .exchange import Box, CameraReport, Layout, LayoutProposal, PictureCheck, Zone
from .host import HostDesk
from .house import House
from .picture_verdicts import measured_verdicts, told_verdicts
from .problems import UserError
from .watching import layout_for

_BOUNDARY = "paiyanframe"


def camera_router(house: House, desk: HostDesk) -> APIRouter:
    """Camera routes. The picture shows the room, so only the host's device gets it."""
    router = APIRouter(tags=["camera"])

    def require_host(request: Request) -> None:
        if desk.asking(request.cookies) is None:
            raise HTTPException(403, "only the host sees the camera's picture")

    @router.get("/api/camera")
    async def get_camera() -> CameraReport:
        """State, verdicts on the picture, and the layout."""
        eye = house.eye
        return CameraReport(
            state=house.board().camera,
            source=eye.source.name if eye else None,
            boxes=[seen_box(card, eye.preview_scale) for card in eye.lying()] if eye else [],
            verdicts=told_verdicts(eye.advice) if eye else [],
            layout=_layout_in_force(house),
            placed=house.session.table is not None and house.session.table.layout is not None,
        )

    @router.get("/api/camera/check")
    async def get_check(request: Request) -> PictureCheck:
        """The newest picture measured, with the cards that lie in it."""
        require_host(request)
        frame = newest(house)
        found = await asyncio.to_thread(house.indices, frame.image)
        measures = await asyncio.to_thread(measure_picture, frame.image, found)
        state = house.session.camera
        camera = Camera(state.body["state"]) if state is not None else None
        count = len(found) if found is not None else 0
        return PictureCheck(verdicts=measured_verdicts(measures, camera), indices=count)

    @router.get("/api/layout/proposal")
    async def get_proposal(request: Request) -> LayoutProposal:
        """Table corners and seat zones found in the newest picture, to be corrected by hand."""
        require_host(request)
        table, frame = house.session.table, newest(house)
        if table is None:
            raise UserError("no-evening", "Set the table up first.")
        turn: Turn = "cw" if table.game().profile.direction == "cw" else "ccw"
        proposed = await asyncio.to_thread(propose_layout, frame.image, table.players, turn)
        whole = TableLayout.default(table.players, *frame.size, turn)
        return LayoutProposal(layout=layout_ratios(proposed), found=proposed.quad != whole.quad)

    @router.get("/api/camera.jpg", response_class=Response)
    async def get_picture(request: Request) -> Response:
        """The newest picture."""
        require_host(request)
        data = house.eye.preview() if house.eye else None
        if data is None:
            raise HTTPException(404, "no picture yet")
        return Response(data, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    @router.get("/api/camera.mjpg", response_class=StreamingResponse)
    async def get_film(request: Request) -> StreamingResponse:
        """The pictures as they come (MJPEG)."""
        require_host(request)
        kind = f"multipart/x-mixed-replace; boundary={_BOUNDARY}"
        return StreamingResponse(_pictures(house), media_type=kind)

    return router


async def _pictures(house: House) -> AsyncIterator[bytes]:
    last: bytes | None = None
    while house.eye is not None:
        data = house.eye.preview()
        if data is not None and data is not last:
            last = data
            head = f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            yield head.encode() + data + b"\r\n"
        await asyncio.sleep(0.2)


def newest(house: House) -> Frame:
    """The camera's newest picture. Raises UserError while there is none."""
    frame = house.eye.newest if house.eye is not None else None
    if frame is None:
        raise UserError("no-picture", "The camera has shown no picture yet.")
    return frame


def _layout_in_force(house: House) -> Layout | None:
    """The layout that the next frame is watched with: one just placed counts before that frame is there."""
    watched, table = house.eye.layout if house.eye else None, house.session.table
    if watched is None:
        return None
    if table is not None and table.layout is not None:
        watched = layout_for(table, watched.width, watched.height)
    return layout_ratios(watched)


def layout_ratios(placed: TableLayout) -> Layout:
    """A layout in ratios of the picture, as the page has it."""

    def ratios(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
        return [(_unit(x / placed.width), _unit(y / placed.height)) for x, y in points]

    zones = [Zone(seat=each.seat, hand=ratios(each.hand)) for each in placed.seats]
    return Layout(table=ratios(placed.quad), play_area=ratios(placed.play_area), zones=zones)


def seen_box(card: SeenCard, scale: float) -> Box:
    """A seen card as a box on the picture, which is `scale` times as large as the camera's."""
    return Box(
        code=card.code,
        score=_unit(card.score),
        polygon=[(x * scale, y * scale) for x, y in card.polygon],
        alternatives=[(code, _unit(score)) for code, score in card.alternatives],
        unsure=not card.sure,
    )


def _unit(value: float) -> float:
    return min(1.0, max(0.0, value))
