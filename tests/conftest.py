"""Fixtures every test folder shares."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("PAIYAN_SHARED", ROOT.parent / "shared"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of the reference data are skipped by name where it is absent, and never where it is demanded."""
    if SHARED.is_dir() or os.environ.get("PAIYAN_REQUIRE_SHARED"):
        return
    skip = pytest.mark.skip(reason="the reference data (shared/) is not beside this checkout")
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(skip)


@pytest.fixture(scope="session")
def root_dir() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """The reference data: rules/cases, data/photos, data/art. Use with the marker `shared`."""
    if not SHARED.is_dir():
        raise FileNotFoundError(f"{SHARED} is absent, though PAIYAN_REQUIRE_SHARED demands it")
    return SHARED
