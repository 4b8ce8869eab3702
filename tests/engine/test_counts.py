"""The engine's legal plays against the count tables, and the tables against the enumerator that made them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards import parse
from engine.plays import legal_plays
from engine.profile import load_profile
from engine.quick_options import Holder, options, tables
from engine.recognise import readings
from tests.engine.count_tables import lines

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "gandengyan_counts.txt"
ROWS = [tuple(part.strip() for part in line.split("|")) for line in GOLDEN.read_text().splitlines()]


@pytest.mark.parametrize("profile_name", sorted({row[0] for row in ROWS}))
def test_legal_plays_are_as_many_as_the_table_says(profile_name):
    profile = load_profile(profile_name)
    rows = [row for row in ROWS if row[0] == profile_name]
    assert len(rows) >= 60
    for _, hand, on, count in rows:
        current = None if on == "lead" else readings(parse(on), profile)[0]
        found = legal_plays(profile, parse(hand), current)
        assert len(found) == int(count), (hand, on)
        quick = options(tables(profile), Holder(parse(hand)), current)
        assert len(quick) == int(count), (hand, on)


def test_the_table_is_what_the_enumerator_counts():
    assert GOLDEN.read_text().splitlines() == lines()
