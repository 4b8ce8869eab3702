"""Evidence pictures: kept once, dropped oldest first, never at the cost of an event."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.evidence import EvidenceShelf
from server.store import Store


@pytest.fixture
def ticking(tmp_path: Path):
    ticks = iter(range(1, 10_000))
    with Store.open(tmp_path, clock=lambda: float(next(ticks))) as store:
        yield store


def test_a_picture_is_kept_once_and_given_back(ticking: Store, tmp_path: Path) -> None:
    shelf = EvidenceShelf(tmp_path / "evidence", ticking)
    first, second = shelf.keep(b"jpeg", 1), shelf.keep(b"jpeg", 1)
    assert first == second
    assert first is not None
    assert shelf.load(first) == b"jpeg"
    assert shelf.used() == 4


def test_the_oldest_go_first_when_the_quota_is_full(ticking: Store, tmp_path: Path) -> None:
    shelf = EvidenceShelf(tmp_path / "evidence", ticking, quota=25 * 100)
    ids = [shelf.keep(f"{i:0100}".encode(), 1) for i in range(30)]
    assert shelf.used() <= 2500
    assert shelf.load(str(ids[0])) is None
    assert shelf.load(str(ids[-1])) is not None


@pytest.mark.parametrize("name", ["../paiyan.db", "", "x" * 24, "0" * 23, "0" * 24])
def test_only_pictures_of_the_shelf_are_given_out(ticking: Store, tmp_path: Path, name: str) -> None:
    assert EvidenceShelf(tmp_path / "evidence", ticking).load(name) is None


def test_no_picture_or_no_room_gives_no_id(
    ticking: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = EvidenceShelf(tmp_path / "evidence", ticking)
    assert shelf.keep(b"", 1) is None

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert shelf.keep(b"jpeg", 1) is None
    assert shelf.used() == 0
