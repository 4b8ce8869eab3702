"""Ordered steps that bring a log file to the schema of this version. A step, once released, never changes."""

from __future__ import annotations

import sqlite3

_RECORDS = (
    """
    CREATE TABLE records (
        seq     INTEGER PRIMARY KEY AUTOINCREMENT,
        at      REAL    NOT NULL,
        evening INTEGER NOT NULL,
        deal    INTEGER NOT NULL,
        source  TEXT    NOT NULL CHECK (source IN ('fact', 'person', 'derived')),
        kind    TEXT    NOT NULL,
        body    TEXT    NOT NULL,
        meta    TEXT    NOT NULL,
        cause   INTEGER REFERENCES records (seq),
        who     TEXT
    )
    """,
    "CREATE INDEX records_by_deal ON records (deal, seq)",
    "CREATE INDEX records_by_kind ON records (kind, seq)",
    """
    CREATE TRIGGER records_never_change BEFORE UPDATE ON records
    BEGIN SELECT RAISE (ABORT, 'the log is append-only'); END
    """,
    """
    CREATE TRIGGER records_never_go BEFORE DELETE ON records
    BEGIN SELECT RAISE (ABORT, 'the log is append-only'); END
    """,
)

_EVIDENCE = (
    """
    CREATE TABLE evidence (
        id      TEXT PRIMARY KEY,
        at      REAL    NOT NULL,
        deal    INTEGER NOT NULL,
        bytes   INTEGER NOT NULL
    )
    """,
    "CREATE INDEX evidence_by_age ON evidence (at)",
)

_PEOPLE = (
    """
    CREATE TABLE people (
        id      INTEGER PRIMARY KEY AUTOINCREMENT,
        name    TEXT NOT NULL UNIQUE
    )
    """,
)

STEPS: tuple[tuple[str, ...], ...] = (_RECORDS, _EVIDENCE, _PEOPLE)
"""Step n takes a file from `user_version` n to n + 1."""


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of an open file; a fresh file is at 0."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection) -> tuple[int, int]:
    """Apply the missing steps, each in its own transaction. Returns the versions before and after."""
    before = version_of(connection)
    for number, statements in enumerate(STEPS[before:], start=before + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
    return before, version_of(connection)
