"""An evening on a fresh log, and an eye to tell it what is seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.evidence import EvidenceShelf
from server.session import Session
from server.store import Store
from tests.server.fake_eye import FakeEye, new_table


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    ticks = iter(range(1_000_000))
    with Store.open(tmp_path / "data", clock=lambda: 1000.0 + next(ticks)) as opened:
        yield opened


@pytest.fixture
def session(store: Store, tmp_path: Path) -> Session:
    """An evening of classic with four players; seat 0 deals first."""
    made = Session(store, EvidenceShelf(tmp_path / "evidence", store))
    made.begin_evening(new_table(made))
    return made


@pytest.fixture
def eye(session: Session) -> FakeEye:
    return FakeEye(session)
