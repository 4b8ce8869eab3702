"""The camera as the operator sees it, and pictures that a phone sends in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import StreamingResponse

from vision.observations import CameraState, SeenCard

from .exchange import Box, CameraReport, Layout, Verdict, Zone
from .host import HostDesk
from .house import House
from .phrases import camera_text, text

_BOUNDARY = "paiyanframe"
MAX_PICTURE = 8 * 1024 * 1024


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
            boxes=[seen_box(card) for card in eye.lying()] if eye else [],
            verdicts=verdicts(eye.advice) if eye else [],
            layout=_layout(house),
        )

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


def _layout(house: House) -> Layout | None:
    placed = house.eye.layout if house.eye else None
    if placed is None:
        return None
    width, height = placed.width, placed.height

    def ratios(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
        return [(_unit(x / width), _unit(y / height)) for x, y in points]

    zones = [Zone(seat=each.seat, hand=ratios(each.hand)) for each in placed.seats]
    return Layout(table=ratios(placed.quad), play_area=ratios(placed.play_area), zones=zones)


def seen_box(card: SeenCard) -> Box:
    """A seen card as a box on the picture."""
    return Box(
        code=card.code,
        score=_unit(card.score),
        polygon=list(card.polygon),
        alternatives=[(code, _unit(score)) for code, score in card.alternatives],
        unsure=not card.sure,
    )


_ADVICE = {
    "blurry": "focus",
    "too_dark": "brightness",
    "glare": "brightness",
    "cards_small": "size",
    "camera_moved": "steadiness",
    "askew": "view",
}


def verdicts(advice: CameraState | None) -> list[Verdict]:
    """Focus, brightness, size, steadiness and view, each with its judgement."""
    fault = _ADVICE.get(advice.message_code) if advice else None
    names = ("focus", "brightness", "size", "steadiness", "view")
    return [_verdict(name, advice if name == fault else None) for name in names]


def _verdict(name: str, fault: CameraState | None) -> Verdict:
    message = camera_text(fault.message_code if fault else "ok") or text("good", "良好")
    value = next((v for v in fault.params.values() if isinstance(v, int | float)), None) if fault else None
    return Verdict(name=name, ok=fault is None, value=value, message=message)


def _unit(value: float) -> float:
    return min(1.0, max(0.0, value))
