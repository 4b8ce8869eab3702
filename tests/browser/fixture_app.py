"""A small stand-in for the server: pages, hand-made scoreboards and a stream, to see every state of the page.

    python -m tests.browser.fixture_app 8123          then open http://127.0.0.1:8123/?state=deal-end

`POST /fixture/state?name=alert` pushes another scoreboard to everybody who listens.
"""

import asyncio
import io
import sys
from collections.abc import AsyncIterator
from typing import Any

import cv2
import numpy as np
import segno
import uvicorn
from fastapi import FastAPI, Response
from sse_starlette.sse import EventSourceResponse
from starlette.datastructures import QueryParams

from server.exchange import (
    Answer,
    Box,
    CameraReport,
    Correction,
    CorrectionPreview,
    Difference,
    Entry,
    Evening,
    Layout,
    LayoutProposal,
    Me,
    PictureCheck,
    PinEntry,
    PlayerStatistics,
    Rules,
    Settings,
    Verdict,
    Why,
    Zone,
)
from server.pages import assets, pages_router
from server.profile_page import changed_rules, profile_info
from server.schemas import HistoryEvent, ProfileInfo, Scoreboard

from .boards import BOARDS, HISTORY, PROFILES, REFUSAL, START, mid_deal, text

LAYOUT = Layout(
    table=[(0.2, 0.12), (0.8, 0.12), (0.95, 0.92), (0.05, 0.92)],
    play_area=[(0.34, 0.32), (0.66, 0.32), (0.72, 0.68), (0.28, 0.68)],
    zones=[
        Zone(seat=0, hand=[(0.25, 0.72), (0.75, 0.72), (0.8, 0.92), (0.2, 0.92)]),
        Zone(seat=1, hand=[(0.74, 0.3), (0.85, 0.3), (0.92, 0.7), (0.78, 0.7)]),
        Zone(seat=2, hand=[(0.3, 0.12), (0.7, 0.12), (0.68, 0.28), (0.32, 0.28)]),
        Zone(seat=3, hand=[(0.15, 0.3), (0.26, 0.3), (0.22, 0.7), (0.08, 0.7)]),
    ],
)


VERDICTS = [
    Verdict(name="focus", ok=True, value=12.4, message=text("清晰", "sharp")),
    Verdict(name="brightness", ok=True, value=121, message=text("亮度合适", "bright enough")),
    Verdict(
        name="glare",
        ok=False,
        value=9,
        message=text(
            "画面有9%过曝，请调整灯或摄像头。",
            "9 % of the picture is blown out. Turn the lamp or the camera a little.",
        ),
    ),
    Verdict(
        name="size",
        ok=False,
        value=11,
        message=text(
            "牌角只有11像素高，需要14像素。请把摄像头靠近一些，或使用1080p。",
            "The print on the cards is 11 px high, 14 are needed. Bring the camera nearer, or use 1080p.",
        ),
    ),
    Verdict(name="steadiness", ok=True, message=text("稳定", "keeps still")),
    Verdict(
        name="view",
        ok=True,
        known=False,
        message=text("请在桌上摊开几张牌再看。", "Lay some cards open on the table to see."),
    ),
]


def picture(width: int = 1280, height: int = 720) -> bytes:
    """A made-up table with three cards, as JPEG."""
    image = np.full((height, width, 3), (46, 58, 66), np.uint8)
    table = np.array([(0.2, 0.12), (0.8, 0.12), (0.95, 0.92), (0.05, 0.92)]) * (width, height)
    cv2.fillPoly(image, [table.astype(np.int32)], (70, 96, 58))
    for box in boxes():
        corners = np.array(box.polygon, np.int32)
        cv2.fillPoly(image, [corners], (238, 244, 246))
        cv2.putText(image, box.code, tuple(map(int, corners[0] + (8, 40))), 0, 1.1, (40, 40, 190), 3)
    return bytes(cv2.imencode(".jpg", image)[1])


def boxes() -> list[Box]:
    def card(code: str, x: int, score: float, unsure: bool = False) -> Box:
        polygon = [(x, 280), (x + 110, 270), (x + 118, 430), (x + 8, 440)]
        alternatives = [(code, score), ("6d", 0.3)] if unsure else []
        return Box(code=code, score=score, polygon=polygon, alternatives=alternatives, unsure=unsure)

    return [card("8d", 460, 0.98), card("9d", 590, 0.61, unsure=True), card("Tc", 720, 0.95)]


class Fixture:
    """The present scoreboard and everybody who listens to it."""

    def __init__(self) -> None:
        self.state = "mid-deal"
        self.host = True
        self.seq = 1000
        self.received: list[dict[str, Any]] = []
        self.listeners: set[asyncio.Queue[Scoreboard]] = set()

    def board(self) -> Scoreboard:
        return BOARDS[self.state]()

    def show(self, name: str) -> int:
        self.state = name
        self.seq += 1
        for queue in self.listeners:
            queue.put_nowait(self.board().model_copy(update={"seq": self.seq}))
        return self.seq

    def keep(self, kind: str, body: Any) -> Scoreboard:
        self.received.append({"kind": kind, **body.model_dump(exclude_defaults=True)})
        return self.board()


class Picker:
    """Reads `?state=` and `?host=` of any page before it is made."""

    def __init__(self, app: Any, fixture: Fixture) -> None:
        self.app = app
        self.fixture = fixture

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        query = QueryParams(scope.get("query_string", b""))
        if query.get("state") in BOARDS:
            self.fixture.state = query["state"]
        if "host" in query:
            self.fixture.host = query["host"] == "1"
        await self.app(scope, receive, send)


def preview(correction: Correction) -> CorrectionPreview:
    return CorrectionPreview(
        token="kept",
        differences=[
            Difference(
                seq=correction.seq,
                seat=1,
                before=text("Grace 出顺子 7 8 9", "Grace follows with 7 8 9"),
                after=text("Grace 不出", "Grace passes"),
            ),
            Difference(seq=25, seat=0, before=None, after=text("阿明赢得这一轮", "阿明 wins the trick")),
        ],
        totals_before=[148, -52, -96, 0],
        totals_after=[156, -60, -96, 0],
    )


def create_app() -> FastAPI:
    app = FastAPI()
    fixture = app.state.fixture = Fixture()
    app.include_router(pages_router(fixture.board, lambda _request: me()))
    app.mount("/static", assets())

    def me() -> Me:
        return Me(
            host=fixture.host,
            name="阿明",
            addresses=["http://192.168.1.23:8000", "http://10.0.0.7:8000"],
            secure_addresses=["https://192.168.1.23:8443"],
            fingerprint=":".join(["A7", "0C", "5E", "9B"] * 8),
        )

    app.add_middleware(Picker, fixture=fixture)

    @app.get("/api/scoreboard")
    def scoreboard() -> Scoreboard:
        return fixture.board()

    @app.get("/api/stream")
    async def stream() -> EventSourceResponse:
        queue: asyncio.Queue[Scoreboard] = asyncio.Queue()
        fixture.listeners.add(queue)

        async def events() -> AsyncIterator[dict[str, str]]:
            try:
                while True:
                    board = await queue.get()
                    yield {"event": "scoreboard", "id": str(board.seq), "data": board.model_dump_json()}
            finally:
                fixture.listeners.discard(queue)

        return EventSourceResponse(events())

    @app.post("/fixture/state")
    async def state(name: str) -> int:
        return fixture.show(name)

    @app.get("/api/me")
    def whoami() -> Me:
        return me()

    @app.post("/api/host")
    def become_host(entry: PinEntry) -> Response:
        if entry.pin != "2468":
            problem = '{"code":"wrong-pin","message":{"zh":"PIN 不对。","en":"Wrong PIN."}}'
            return Response(problem, 403, media_type="application/json")
        fixture.host = True
        return Response(me().model_dump_json(), media_type="application/json")

    @app.post("/api/entries")
    def entries(body: Entry) -> Scoreboard:
        return fixture.keep("entry", body)

    @app.post("/api/corrections")
    def corrections(body: Correction) -> CorrectionPreview | Scoreboard:
        board = fixture.keep("correction", body)
        return board if body.token else preview(body)

    @app.post("/api/questions/{question_id}")
    def answer(question_id: str, body: Answer) -> Scoreboard:
        return fixture.keep(f"answer {question_id}", body)

    @app.post("/api/settings")
    def settings(body: Settings) -> Scoreboard:
        return fixture.keep("settings", body)

    @app.get("/api/profiles")
    def profiles() -> list[ProfileInfo]:
        return PROFILES

    @app.post("/api/profiles/try")
    def try_rules(body: Rules) -> ProfileInfo:
        return profile_info(body.profile, changed_rules(body.profile, body.parameters))

    @app.get("/api/camera")
    def camera() -> CameraReport:
        return CameraReport(
            state=mid_deal().camera,
            source="0",
            boxes=boxes(),
            verdicts=VERDICTS,
            layout=LAYOUT,
        )

    @app.get("/api/camera/check")
    def check() -> PictureCheck:
        return PictureCheck(verdicts=VERDICTS, indices=6)

    @app.get("/api/layout/proposal")
    def proposal() -> LayoutProposal:
        return LayoutProposal(layout=LAYOUT, found=True)

    @app.put("/api/layout")
    def layout(body: Layout) -> Layout:
        fixture.keep("layout", body)
        return body

    @app.get("/api/people")
    def people() -> list[str]:
        return ["阿明", "Grace"]

    @app.get("/api/events")
    def events_before(
        before: int | None = None, limit: int = 100, deal: int | None = None
    ) -> list[HistoryEvent]:
        found = [one for one in HISTORY if before is None or one.seq < before][-limit:]
        return [one.model_copy(update={"deal": deal or one.deal}) for one in found]

    @app.get("/api/events/{seq}/why")
    def why(seq: int) -> Why:
        return Why(
            seq=seq,
            text=REFUSAL,
            before="before",
            after="after",
            boxes=boxes(),
            votes=boxes(),
            seat_votes={1: 0.93, 2: 0.07},
            rule=text(
                "跟牌必须同型、同张数，且只大一点。",
                "Follow with the same shape and length exactly one rank higher.",
            ),
            source="001 part 2",
        )

    @app.get("/api/evidence/{name}")
    @app.get("/api/camera.jpg")
    def evidence() -> Response:
        return Response(picture(), media_type="image/jpeg")

    @app.get("/api/qr.svg")
    def qr() -> Response:
        out = io.BytesIO()
        segno.make("http://192.168.1.23:8000", error="m").save(out, kind="svg", border=2, scale=8)
        return Response(out.getvalue(), media_type="image/svg+xml")

    @app.get("/api/statistics")
    def statistics() -> list[PlayerStatistics]:
        return [
            PlayerStatistics(
                name="阿明", evenings=6, deals=74, wins=25, total=612, best=384, bombs=19, refused=2
            ),
            PlayerStatistics(
                name="Grace", evenings=4, deals=51, wins=11, total=-233, best=96, bombs=8, refused=5
            ),
        ]

    @app.get("/api/evenings")
    def evenings() -> list[Evening]:
        return [
            Evening(
                id=2,
                name="周五晚上",
                started_at=START,
                profile="classic",
                deals=5,
                totals={"阿明": 148, "Ben": 0},
            ),
            Evening(
                id=1,
                name="Birthday",
                started_at=START - 9e5,
                profile="classic",
                deals=12,
                totals={"Grace": 40},
            ),
        ]

    return app


if __name__ == "__main__":
    uvicorn.run(
        create_app(), host="127.0.0.1", port=int(sys.argv[1]) if sys.argv[1:] else 8123, log_level="warning"
    )
