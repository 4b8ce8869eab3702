"""The running server's one owner: session, hub and eye. Everything here happens on one event loop."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress

from vision.detections import Detections
from vision.observations import Camera, CameraState, Observation

from .eye import Eye, Image
from .eyes import EyeMaker
from .facts import DEAL_BEGUN
from .hub import Hub, Message
from .phrases import text
from .problems import StoreError
from .publishing import Publishers
from .records import Record
from .schemas import Alert, Scoreboard
from .scoreboard import scoreboard, seat_names
from .second_looks import Seen
from .session import Session

RETRY_SECONDS = 2.0
MAX_WAITING = 5000
"""Observations kept in memory while the disk takes none."""


class House:
    """Takes what the eye reports, lets the session decide, and tells the viewers once it is on the disk."""

    def __init__(
        self,
        session: Session,
        hub: Hub,
        clock: Callable[[], float] = time.time,
        eyes: EyeMaker | None = None,
        publishers: Publishers | None = None,
    ) -> None:
        self.session = session
        self.publishers = publishers or Publishers((), session.store.path)
        self._eyes = eyes
        self.hub = hub
        self.eye: Eye | None = None
        self.addresses: list[str] = []
        self.secure_addresses: list[str] = []
        self.fingerprint = ""
        self.trouble: StoreError | None = None
        self._clock = clock
        self._waiting: deque[tuple[Observation, int]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._board: Scoreboard | None = None
        session.listeners.append(self._recorded)

    # ---------------------------------------------------------------- what everybody sees

    def board(self) -> Scoreboard:
        """The present scoreboard."""
        if self._board is None:
            self._board = self._make_board()
        self._board.session.viewers = self.hub.viewers
        return self._board

    def _make_board(self) -> Scoreboard:
        board = scoreboard(self.session, self._clock(), self.hub.viewers)
        if self.eye is not None:
            board.camera.fps, (board.camera.width, board.camera.height) = self.eye.fps, self.eye.size
        if self.trouble is not None:
            board.alerts.append(_trouble_alert(self.trouble, board))
        return board

    def publish(self) -> None:
        """Send the present scoreboard to everybody."""
        self._board = None
        board = self.board()
        self.hub.publish_scoreboard(Message(board.seq, "scoreboard", board.model_dump_json()))

    def _recorded(self, records: tuple[Record, ...]) -> None:
        begun = any(record.kind == DEAL_BEGUN for record in records)
        if self.eye is not None and begun:
            self.eye.new_deal()
        self._fit_eye(begun)
        for record in records:
            data = json.dumps(record.to_dict(), ensure_ascii=False)
            self.hub.publish_record(Message(record.seq, "record", data))
        if self.publishers.all:
            self.publishers.wake(seat_names(self.session))
        self.publish()

    def _fit_eye(self, begun: bool) -> None:
        """Watch with the table's present seats and packs, once no deal of the old table is running."""
        outdated = self._eyes is not None and self._eyes.outdated
        if self.eye is not None and outdated and (begun or self.session.between_deals):
            self.eye.relayout()

    # ---------------------------------------------------------------- what the eye reports

    def seen(self, seen: Seen) -> None:
        """An observation or a second look has come from the eye's thread."""
        look = seen.look
        if seen.ended:
            self._guarded(self.session.source_ended)
        elif look is not None:
            self._guarded(lambda: self.session.looked_again(look, seen.cards))
        elif seen.observation is not None:
            self._waiting.append((seen.observation, seen.eye))
            if len(self._waiting) > MAX_WAITING:
                self._waiting.popleft()
            self._work_off()

    def _work_off(self) -> None:
        while self._waiting:
            observation, eye = self._waiting[0]
            if not self._guarded(lambda: self.session.observe(observation, eye)):  # noqa: B023
                return
            self._waiting.popleft()

    def _guarded(self, act: Callable[[], object]) -> bool:
        """Do it; when the disk takes nothing, keep the work and try again later."""
        try:
            act()
        except StoreError as fault:
            if self.trouble is None:
                self.trouble = fault
                self.publish()
                self._later(self._retry())
            return False
        if self.trouble is not None:
            self.trouble = None
            self.publish()
        self._ask_the_eye()
        return True

    async def _retry(self) -> None:
        while self.trouble is not None:
            await asyncio.sleep(RETRY_SECONDS)
            if not self._waiting:
                self.trouble = None
                self.publish()
            self._work_off()

    def _ask_the_eye(self) -> None:
        for look in list(self.session.looks):
            self.session.looks.remove(look)
            if self.eye is None or not self.eye.look_again(look):
                self._later(self._no_second_look(Seen(look.eye, look=look)))

    async def _no_second_look(self, seen: Seen) -> None:
        self.seen(seen)

    def _later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---------------------------------------------------------------- life

    def watch(self, eye: Eye) -> None:
        """Take what this eye sees from now on."""
        loop = asyncio.get_running_loop()
        self.close_eye()
        self.eye = eye
        eye.start(lambda seen: loop.call_soon_threadsafe(self.seen, seen))

    def no_camera(self) -> None:
        """Enter by hand; the log may end with a camera that saw the table before a restart."""
        known = self.session.camera
        if known is not None and known.body["message_code"] != "camera_off":
            self.session.observe(CameraState(0.0, Camera.LOST, "camera_off"))

    def next_eye(self) -> int:
        """A number that no eye in the log has had."""
        return self.session.store.last_seq() + 1

    async def switch_source(self, source: str) -> None:
        """Watch another source from now on; `manual` or nothing: enter by hand.

        Raises SourceError or ModelFileError; the present eye then goes on.
        """
        if source in ("", "manual"):
            await asyncio.to_thread(self.close_eye)
            self.no_camera()
        elif self._eyes is not None:
            eye = await asyncio.to_thread(self._eyes.open, source, self.next_eye())
            await asyncio.to_thread(self.close_eye)
            self.watch(eye)
        self.publish()

    def indices(self, image: Image) -> Detections | None:
        """Index corners in a BGR picture, for judging the picture; any thread may ask."""
        return None if self._eyes is None else self._eyes.indices(image)

    def close_eye(self) -> None:
        """Stop watching."""
        if self.eye is not None:
            self.eye.close()
            self.eye = None

    async def close(self) -> None:
        """Stop everything; the log is closed last."""
        self.hub.close()
        await asyncio.to_thread(self.publishers.stop)
        await asyncio.to_thread(self.close_eye)
        for task in tuple(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def _trouble_alert(fault: StoreError, board: Scoreboard) -> Alert:
    sentences = {
        "full": (
            "The disk is full. Nothing is lost yet: free some space.",
            "磁盘已满，请清理空间，记录尚未丢失。",
        ),
        "locked": ("Another program holds the log. Please close it.", "记录文件被其他程序占用，请关闭它。"),
    }
    en, zh = sentences.get(fault.code, (str(fault), str(fault)))
    return Alert(
        id=f"store-{fault.code}",
        seq=board.seq,
        code=fault.code,
        sentence=text(en, zh),
        evidence=None,
        at=board.at,
    )
