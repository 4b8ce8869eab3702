"""The log on disk: append-only SQLite, one writer, every append on the disk before it counts."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from .migrations import STEPS, migrate, version_of
from .problems import StoreError
from .records import Draft, Record

LOG_NAME = "paiyan.db"
_BUSY_MS = 2000
_COLUMNS = "seq, at, evening, deal, source, kind, body, meta, cause, who"
_INSERT = (
    "INSERT INTO records (at, evening, deal, source, kind, body, meta, cause, who) VALUES (?,?,?,?,?,?,?,?,?)"
)


class Store:
    """The one writer of a log file. Readers (a backup, a viewer of SQLite files) may open it at any time.

    `append` returns only when the records are on the disk (write-ahead log, synchronous FULL): what was
    acknowledged survives a killed process and a pulled plug.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        guard: sqlite3.Connection,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._connection = connection
        self._guard = guard
        self._clock = clock
        self.path = path

    @classmethod
    def open(cls, folder: Path, *, clock: Callable[[], float] = time.time) -> Store:
        """Open or create the log in `folder`.

        Raises StoreError: `locked` (another paiyan, or another program, is writing), `damaged` (the file was
        renamed and kept), `newer` (written by a later version), `full`, `unwritable`.
        """
        path = folder / LOG_NAME
        with _sqlite_faults(path):
            _make_folder(folder)
            guard = _take_guard(folder)
            try:
                return cls(_open_checked(path), path, guard, clock)
            except BaseException:
                guard.close()
                raise

    def append(self, evening: int, deal: int, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        """Write `drafts` in one transaction and return them as records. All are written, or none.

        Raises StoreError `full` or `locked`; the log is then as it was before.
        """
        with _sqlite_faults(self.path), self._transaction():
            return tuple(self._insert_all(evening, deal, drafts))

    def _insert_all(self, evening: int, deal: int, drafts: Sequence[Draft]) -> Iterator[Record]:
        at = self._clock()
        first: int | None = None
        for draft in drafts:
            cause = first if draft.cause == 0 else draft.cause
            row = (at, evening, deal, draft.source, draft.kind, _dump(draft.body), _dump(draft.meta), cause)
            seq = self._connection.execute(_INSERT, (*row, draft.who)).lastrowid
            assert seq is not None
            first = first or seq
            yield Record(
                seq, at, evening, deal, draft.source, draft.kind, draft.body, draft.meta, cause, draft.who
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    def read(
        self,
        *,
        after: int = 0,
        before: int | None = None,
        deal: int | None = None,
        evening: int | None = None,
    ) -> Iterator[Record]:
        """Records in order of `seq`, with `after < seq < before`, of one deal or evening if given."""
        wheres, values = ["seq > ?"], [after]
        for column, value in (("seq <", before), ("deal =", deal), ("evening =", evening)):
            if value is not None:
                wheres.append(f"{column} ?")
                values.append(value)
        query = f"SELECT {_COLUMNS} FROM records WHERE {' AND '.join(wheres)} ORDER BY seq"
        for row in self._connection.execute(query, values):
            yield _record(row)

    def last_seq(self) -> int:
        """The sequence number of the newest record, 0 for an empty log."""
        return int(self._connection.execute("SELECT COALESCE(MAX(seq), 0) FROM records").fetchone()[0])

    def last_numbers(self) -> tuple[int, int]:
        """The highest evening and deal number in use, 0 for none."""
        row = self._connection.execute(
            "SELECT COALESCE(MAX(evening), 0), COALESCE(MAX(deal), 0) FROM records"
        ).fetchone()
        return int(row[0]), int(row[1])

    # ---------------------------------------------------------------- people

    def person(self, name: str) -> int:
        """The number under which a player is remembered; a new name is added."""
        with _sqlite_faults(self.path), self._transaction():
            self._connection.execute("INSERT OR IGNORE INTO people (name) VALUES (?)", (name,))
            found = self._connection.execute("SELECT id FROM people WHERE name = ?", (name,))
            return int(found.fetchone()[0])

    def people(self) -> dict[int, str]:
        """Everyone remembered."""
        return {int(i): str(n) for i, n in self._connection.execute("SELECT id, name FROM people")}

    def forget(self, person: int) -> bool:
        """Delete a person's name for good; their seat stays in the log as a number. False if unknown."""
        self._connection.execute("PRAGMA secure_delete = ON")
        with _sqlite_faults(self.path), self._transaction():
            gone = self._connection.execute("DELETE FROM people WHERE id = ?", (person,)).rowcount > 0
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return gone

    # ---------------------------------------------------------------- evidence (index of the picture files)

    def note_evidence(self, picture: str, deal: int, size: int) -> None:
        """Remember that a picture of `size` bytes was kept."""
        with _sqlite_faults(self.path), self._transaction():
            self._connection.execute(
                "INSERT OR IGNORE INTO evidence (id, at, deal, bytes) VALUES (?, ?, ?, ?)",
                (picture, self._clock(), deal, size),
            )

    def evidence_bytes(self) -> int:
        """Bytes of all pictures kept."""
        return int(self._connection.execute("SELECT COALESCE(SUM(bytes), 0) FROM evidence").fetchone()[0])

    def oldest_evidence(self, limit: int = 20) -> list[tuple[str, int]]:
        """The oldest pictures and their sizes."""
        query = "SELECT id, bytes FROM evidence ORDER BY at, id LIMIT ?"
        return [(str(i), int(b)) for i, b in self._connection.execute(query, (limit,))]

    def drop_evidence(self, pictures: Iterable[str]) -> None:
        """Forget pictures whose files were removed."""
        with _sqlite_faults(self.path), self._transaction():
            self._connection.executemany("DELETE FROM evidence WHERE id = ?", [(p,) for p in pictures])

    # ---------------------------------------------------------------- the file

    def backup(self, target: Path) -> None:
        """A consistent copy of the log, also while it is being written."""
        backup_log(self.path, target)

    def close(self) -> None:
        """Close the file and let another program write it."""
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()
        self._guard.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class LogReader:
    """Reads a log that another connection writes; opened on first use, in the thread that reads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    def after(self, seq: int, limit: int) -> list[Record]:
        """The next records after `seq`, at most `limit`."""
        query = f"SELECT {_COLUMNS} FROM records WHERE seq > ? ORDER BY seq LIMIT ?"
        return [_record(row) for row in self._open().execute(query, (seq, limit))]

    def of_kinds(self, kinds: Sequence[str]) -> Iterator[Record]:
        """All records of these kinds, in order of `seq`."""
        marks = ",".join("?" * len(kinds))
        query = f"SELECT {_COLUMNS} FROM records WHERE kind IN ({marks}) ORDER BY seq"
        for row in self._open().execute(query, tuple(kinds)):
            yield _record(row)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True)
        return self._connection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._connection is not None:
            self._connection.close()


def backup_log(source: Path, target: Path) -> None:
    """Copy the log file `source` to `target` (which must not exist), also while a server writes it."""
    if not source.is_file():
        raise StoreError("unwritable", f"There is no log at {source}: nothing to back up.")
    if target.exists():
        raise StoreError("unwritable", f"{target} exists already: choose another name for the backup.")
    with _sqlite_faults(target):
        reader, writer = sqlite3.connect(source), sqlite3.connect(target)
        try:
            reader.backup(writer)
        finally:
            reader.close()
            writer.close()


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _record(row: tuple[object, ...]) -> Record:
    seq, at, evening, deal, source, kind, body, meta, cause, who = row
    content, about = json.loads(str(body)), json.loads(str(meta))
    return Record(seq, at, evening, deal, source, kind, content, about, cause, who)  # type: ignore[arg-type]


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise StoreError("unwritable", f"The folder {folder} can't be made ({fault.strerror}).") from fault
    if not os.access(folder, os.W_OK):
        raise StoreError("unwritable", f"The folder {folder} can't be written: choose another with --data.")


def _take_guard(folder: Path) -> sqlite3.Connection:
    """An exclusive lock that the system releases when the process ends, however it ends."""
    path = folder / "paiyan.lock"
    guard = sqlite3.connect(path, timeout=0.2, isolation_level=None, check_same_thread=False)
    try:
        guard.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as fault:
        guard.close()
        raise StoreError(
            "locked",
            f"Another paiyan is keeping the log in {folder}. Stop it, or choose another folder with --data.",
        ) from fault
    return guard


def _open_checked(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
    try:
        _require_sound(connection)
        _require_known_version(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        _keep_copy_before_migration(connection, path)
        migrate(connection)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("COMMIT")
    except sqlite3.DatabaseError as fault:
        connection.close()
        if isinstance(fault, sqlite3.OperationalError) and not _is_damage(fault):
            raise
        raise _keep_aside(path) from fault
    except BaseException:
        connection.close()
        raise
    return connection


def _require_sound(connection: sqlite3.Connection) -> None:
    answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if answer != "ok":
        raise sqlite3.DatabaseError(f"malformed: {answer}")


def _require_known_version(connection: sqlite3.Connection, path: Path) -> None:
    version = version_of(connection)
    if version > len(STEPS):
        raise StoreError(
            "newer", f"{path} was written by a newer paiyan (schema {version}). Update this one to open it."
        )


def _keep_copy_before_migration(connection: sqlite3.Connection, path: Path) -> None:
    version = version_of(connection)
    if 0 < version < len(STEPS):
        copy = path.with_name(f"{path.name}.schema-{version}")
        if not copy.exists():
            backup_log(path, copy)


def _is_damage(fault: sqlite3.Error) -> bool:
    text = str(fault)
    return "malformed" in text or "not a database" in text


def _keep_aside(path: Path) -> StoreError:
    """Rename a damaged file with its companions, so that nothing is ever written over it."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    kept = path.with_name(f"{path.name}.damaged-{stamp}")
    for suffix in ("", "-wal", "-shm"):
        companion = path.with_name(path.name + suffix)
        if companion.exists():
            companion.rename(kept.with_name(kept.name + suffix))
    return StoreError(
        "damaged",
        f"The log {path} is damaged. It was kept as {kept}; nothing was written over it. "
        "Start again to begin a new log, or copy a backup to the old name first.",
    )


@contextmanager
def _sqlite_faults(path: Path) -> Iterator[None]:
    """Turn SQLite's faults into sentences that say what to do."""
    try:
        yield
    except sqlite3.OperationalError as fault:
        text = str(fault)
        if "locked" in text or "busy" in text:
            raise StoreError(
                "locked", f"Another program is writing {path}. Close it, or use another folder with --data."
            ) from fault
        if "full" in text or "disk I/O" in text:
            raise StoreError(
                "full",
                f"The disk is full: {path} can't grow. Free some space; what was recorded so far is safe.",
            ) from fault
        raise StoreError("unwritable", f"{path} can't be written ({text}).") from fault
