"""A small pool of drawn decks that needs no art, no photographs and few fonts."""

from __future__ import annotations

import pytest

from datasets.fonts import Typeface, find_typefaces
from datasets.pool import Pool


@pytest.fixture(scope="session")
def typefaces() -> tuple[Typeface, ...]:
    return find_typefaces()[:12]


@pytest.fixture(scope="session")
def pool() -> Pool:
    return Pool(None, "train")
