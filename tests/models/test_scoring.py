from __future__ import annotations

from collections import Counter

import pytest

from models.scoring import Tally, compare, share_text, total, wilson


@pytest.mark.parametrize(
    ("truth", "reported", "unreadable", "expected"),
    [
        pytest.param("As Kd", "As Kd", 0, (2, 0, 0, 0, 1), id="all right"),
        pytest.param("As Kd", "As", 0, (1, 0, 1, 0, 0), id="one missed"),
        pytest.param("As Kd", "As Qd", 0, (1, 1, 1, 0, 0), id="one mistaken"),
        pytest.param("As As", "As", 0, (1, 0, 1, 0, 0), id="a twin counts twice"),
        pytest.param("As", "As As", 0, (1, 1, 0, 0, 0), id="a card seen twice is wrong once"),
        pytest.param("As", "As 3c", 1, (1, 0, 0, 1, 1), id="a surplus card may be an unreadable one"),
        pytest.param("As", "As 3c 4c", 1, (1, 1, 0, 1, 0), id="no more than there are unreadable"),
        pytest.param("", "", 2, (0, 0, 0, 0, 1), id="nothing to read, nothing read"),
    ],
)
def test_compare(truth: str, reported: str, unreadable: int, expected: tuple[int, ...]) -> None:
    tally = compare(Counter(truth.split()), Counter(reported.split()), unreadable)
    assert (tally.hits, tally.wrong, tally.missed, tally.forgiven, tally.perfect) == expected


def test_total_adds_pictures() -> None:
    whole = total([Tally(hits=3, wrong=1, pictures=1), Tally(hits=1, missed=4, pictures=1, perfect=0)])
    assert (whole.pictures, whole.precision, whole.recall) == (2, 0.8, 0.5)


def test_wilson_is_inside_the_unit_interval_and_holds_the_share() -> None:
    for hits, count in ((0, 7), (7, 7), (3, 11), (970, 1000)):
        low, high = wilson(hits, count)
        assert 0 <= low <= hits / count <= high <= 1
    assert wilson(0, 0) == (0.0, 1.0)


def test_share_text_of_nothing_is_a_dash() -> None:
    assert share_text(0, 0) == "–"
    assert share_text(1, 2).startswith("0.500 (")
