"""Evidence pictures: files beside the log; over the quota the oldest are dropped, events never."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from .problems import StoreError
from .store import Store

DEFAULT_QUOTA = 2_000_000_000
"""Bytes of pictures kept by default: tens of thousands of plays."""
_ID_LENGTH = 24


class EvidenceShelf:
    """JPEG files under `folder`, named by a digest of their bytes, so the same picture is kept once."""

    def __init__(self, folder: Path, store: Store, quota: int = DEFAULT_QUOTA) -> None:
        self.folder = folder
        self._store = store
        self._quota = quota

    def keep(self, jpeg: bytes, deal: int) -> str | None:
        """Keep a picture and return its id; None when there is none or the disk has no room for it."""
        if not jpeg:
            return None
        picture = hashlib.sha256(jpeg).hexdigest()[:_ID_LENGTH]
        try:
            self._write(self.path(picture), jpeg)
            self._store.note_evidence(picture, deal, len(jpeg))
            self._make_room()
        except (OSError, StoreError):
            return None
        return picture

    def load(self, picture: str) -> bytes | None:
        """The bytes of a picture, None if it is unknown or was dropped for room."""
        if len(picture) != _ID_LENGTH or not set(picture) <= set("0123456789abcdef"):
            return None
        try:
            return self.path(picture).read_bytes()
        except OSError:
            return None

    def path(self, picture: str) -> Path:
        """Where a picture lies."""
        return self.folder / picture[:2] / f"{picture}.jpg"

    def used(self) -> int:
        """Bytes in use."""
        return self._store.evidence_bytes()

    @staticmethod
    def _write(path: Path, jpeg: bytes) -> None:
        if path.exists():
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part")
        try:
            unfinished.write_bytes(jpeg)
            os.replace(unfinished, path)
        except OSError:
            with suppress(OSError):
                unfinished.unlink()
            raise

    def _make_room(self) -> None:
        while self._store.evidence_bytes() > self._quota:
            oldest = self._store.oldest_evidence()
            for picture, _ in oldest:
                with suppress(OSError):
                    self.path(picture).unlink()
            self._store.drop_evidence(picture for picture, _ in oldest)
