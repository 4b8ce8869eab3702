"""From one publisher to many viewers: the newest scoreboard to everybody, and every record to who wants
them all.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass

MAX_BEHIND = 2000
"""Records a reader may lag behind before it is cut off; it comes back with its last id and is served from
the log.
"""


@dataclass(frozen=True, slots=True)
class Message:
    """One message, serialised once for all viewers. `seq` is the event id."""

    seq: int
    event: str
    data: str


class Hub:
    """Belongs to one event loop. Publishing never waits for a viewer."""

    def __init__(self) -> None:
        self._newest: Message | None = None
        self._revision = 0
        self._changed = asyncio.Event()
        self._readers: set[asyncio.Queue[Message | None]] = set()
        self._viewers = 0
        self._closed = False

    @property
    def viewers(self) -> int:
        """How many scoreboards are being watched."""
        return self._viewers

    @property
    def newest(self) -> Message | None:
        """The last scoreboard published."""
        return self._newest

    def publish_scoreboard(self, message: Message) -> None:
        """Replace the scoreboard that everybody sees. A slow viewer skips to the newest."""
        self._newest = message
        self._revision += 1
        self._changed.set()
        self._changed = asyncio.Event()

    def publish_record(self, message: Message) -> None:
        """Hand a record to all readers of records, in order, none left out."""
        for queue in tuple(self._readers):
            if queue.qsize() >= MAX_BEHIND:
                self._readers.discard(queue)
                queue.put_nowait(None)
            else:
                queue.put_nowait(message)

    async def scoreboards(self) -> AsyncGenerator[Message]:
        """The present scoreboard, then the newest one after every change."""
        self._viewers += 1
        seen = -1
        try:
            while not self._closed:
                changed = self._changed
                if self._newest is not None and seen != self._revision:
                    seen = self._revision
                    yield self._newest
                else:
                    await changed.wait()
        finally:
            self._viewers -= 1

    async def records(self) -> AsyncGenerator[Message]:
        """Every record from now on; ends when the reader fell too far behind."""
        queue: asyncio.Queue[Message | None] = asyncio.Queue()
        self._readers.add(queue)
        try:
            while (message := await queue.get()) is not None:
                yield message
        finally:
            self._readers.discard(queue)

    def close(self) -> None:
        """Let all viewers go, so that the server can stop."""
        self._closed = True
        self._changed.set()
        for queue in tuple(self._readers):
            queue.put_nowait(None)
