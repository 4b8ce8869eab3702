"""The log on disk: append-only, all or nothing, and nothing acknowledged is ever lost."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from server.migrations import STEPS, migrate
from server.problems import ExitCode, StoreError
from server.records import Draft, Record, standing
from server.store import LOG_NAME, Store, backup_log


def note(kind: str = "note", **body: object) -> Draft:
    return Draft("fact", kind, body)


@pytest.fixture
def store(tmp_path: Path):
    with Store.open(tmp_path) as opened:
        yield opened


def test_what_was_appended_is_read_back_in_order(store: Store) -> None:
    played = Draft("derived", "played", {"seat": 1}, cause=0, who="Ann")
    written = store.append(1, 3, [note(card="As"), played])
    assert [r.seq for r in written] == [1, 2]
    assert written[1].cause == 1
    assert list(store.read()) == list(written)
    assert store.last_seq() == 2
    assert store.last_numbers() == (1, 3)


def test_read_by_range_deal_and_evening(store: Store) -> None:
    for deal in (1, 2, 2, 3):
        store.append(1 if deal < 3 else 2, deal, [note()])
    assert [r.seq for r in store.read(deal=2)] == [2, 3]
    assert [r.seq for r in store.read(after=1, before=4)] == [2, 3]
    assert [r.seq for r in store.read(evening=2)] == [4]


def test_a_batch_is_written_whole_or_not_at_all(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        store.append(1, 1, [note(), Draft("rumour", "x", {})])  # type: ignore[arg-type]
    assert list(store.read()) == []
    store.append(1, 1, [note()])
    assert len(list(store.read())) == 1


@pytest.mark.parametrize("statement", ["UPDATE records SET kind = 'x'", "DELETE FROM records"])
def test_nothing_is_ever_updated_or_deleted(store: Store, statement: str) -> None:
    store.append(1, 1, [note()])
    other = sqlite3.connect(store.path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        other.execute(statement)
    other.close()


def test_the_log_is_synchronous_and_write_ahead(store: Store) -> None:
    assert store._connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert store._connection.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_reopened_it_goes_on_where_it_was(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.append(1, 1, [note()])
    with Store.open(tmp_path) as store:
        assert store.append(1, 1, [note()])[0].seq == 2


def test_a_second_writer_is_turned_away_and_changes_nothing(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="Another paiyan") as caught:
        Store.open(tmp_path)
    assert caught.value.code == "locked"
    assert caught.value.exit_code == ExitCode.STORE
    store.append(1, 1, [note()])


def test_a_log_locked_by_another_program_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.store._BUSY_MS", 50)
    Store.open(tmp_path).close()
    other = sqlite3.connect(tmp_path / LOG_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="Another program is writing") as caught:
        Store.open(tmp_path)
    assert caught.value.code == "locked"
    other.execute("ROLLBACK")
    other.close()
    Store.open(tmp_path).close()


@pytest.mark.parametrize("damage", ["header", "middle"])
def test_a_damaged_log_is_kept_aside_unchanged(tmp_path: Path, damage: str) -> None:
    with Store.open(tmp_path) as store:
        store.append(1, 1, [note(text="x" * 500) for _ in range(200)])
    path = tmp_path / LOG_NAME
    content = bytearray(path.read_bytes())
    start = 0 if damage == "header" else 9 * 4096
    content[start : start + 6000] = b"\x55" * 6000
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is damaged") as caught:
        Store.open(tmp_path)
    assert caught.value.code == "damaged"
    kept = list(tmp_path.glob(f"{LOG_NAME}.damaged-*"))
    assert [k.read_bytes() for k in kept] == [bytes(content)]
    with Store.open(tmp_path) as fresh:
        assert fresh.last_seq() == 0
    assert kept[0].read_bytes() == bytes(content)


def test_a_full_disk_is_reported_and_loses_nothing(store: Store) -> None:
    store.append(1, 1, [note()])
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="disk is full") as caught:
        store.append(1, 1, [note(text="x" * 100_000)])
    assert caught.value.code == "full"
    assert store.last_seq() == 1
    store._connection.execute("PRAGMA max_page_count = 100000")
    assert store.append(1, 1, [note()])[0].seq == 2


def test_a_log_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    raw = sqlite3.connect(tmp_path / LOG_NAME)
    raw.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    raw.close()
    before = (tmp_path / LOG_NAME).read_bytes()
    with pytest.raises(StoreError, match="newer paiyan") as caught:
        Store.open(tmp_path)
    assert caught.value.code == "newer"
    assert (tmp_path / LOG_NAME).read_bytes() == before


@pytest.mark.parametrize("version", range(1, len(STEPS)))
def test_an_older_log_is_migrated_and_a_copy_kept(tmp_path: Path, version: int) -> None:
    raw = sqlite3.connect(tmp_path / LOG_NAME, isolation_level=None)
    for number, statements in enumerate(STEPS[:version], start=1):
        for statement in statements:
            raw.execute(statement)
        raw.execute(f"PRAGMA user_version = {number}")
    columns = "at, evening, deal, source, kind, body, meta"
    raw.execute(f"INSERT INTO records ({columns}) VALUES (0, 1, 1, 'fact', 'note', '{{}}', '{{}}')")
    raw.close()
    with Store.open(tmp_path) as store:
        assert [r.kind for r in store.read()] == ["note"]
        assert store.person("Ann") == 1
    assert (tmp_path / f"{LOG_NAME}.schema-{version}").exists()


def test_a_failing_step_leaves_the_file_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = sqlite3.connect(":memory:", isolation_level=None)
    monkeypatch.setattr("server.migrations.STEPS", (("CREATE TABLE a (x)", "nonsense"),))
    with pytest.raises(sqlite3.OperationalError):
        migrate(raw)
    assert raw.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0] == 0
    raw.close()


def test_a_backup_while_running_holds_everything_acknowledged(store: Store, tmp_path: Path) -> None:
    store.append(1, 1, [note(), note()])
    target = tmp_path / "copy" / LOG_NAME
    target.parent.mkdir()
    store.backup(target)
    store.append(1, 1, [note()])
    with Store.open(target.parent) as copy:
        assert copy.last_seq() == 2
    with pytest.raises(StoreError, match="exists already"):
        backup_log(store.path, target)


def test_a_backup_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no log"):
        backup_log(tmp_path / "absent.db", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_people_are_remembered_and_can_be_forgotten(store: Store) -> None:
    ann = store.person("安 Ann")
    assert store.person("安 Ann") == ann
    assert store.forget(ann)
    assert not store.forget(ann)
    assert store.people() == {}
    assert "安".encode() not in store.path.read_bytes()


def rec(seq: int, kind: str, deal: int = 1, **body: object) -> Record:
    source = "derived" if kind == "played" else "fact"
    return Record(seq, 0.0, 1, deal, source, kind, body, {})


def test_standing_leaves_out_what_was_voided() -> None:
    log = [
        rec(1, "seen"),
        rec(2, "played"),
        rec(3, "played", deal=2),
        rec(4, "played"),
        rec(5, "rederived", from_seq=3),
        rec(6, "played"),
    ]
    assert [r.seq for r in standing(log)] == [1, 2, 3, 5, 6]
