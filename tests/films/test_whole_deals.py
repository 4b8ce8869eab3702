"""Whole deals through the whole program. One of Guandan: 27 cards a seat, two packs, level 5, 27 plays of one
to eight cards, in 150 seconds, until both of a side are out.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from datasets.bench_line import recognise
from datasets.film_truth import load_truth

WHOLE = sorted((Path(__file__).resolve().parent / "whole").glob("*.mp4"))


def test_a_whole_deal_is_there() -> None:
    (film,) = WHOLE
    plays = load_truth(film.with_suffix(".json")).plays
    assert film.stem == "huaian-deal"
    assert max(len(play.cards) for play in plays) >= 8
    assert sum(len(play.cards) for play in plays) >= 2 * 27


@pytest.mark.slow
@pytest.mark.parametrize("film", WHOLE, ids=lambda film: film.stem)
def test_a_whole_deals_events_equal_its_truth(film: Path) -> None:
    cv2.setNumThreads(1)
    said = recognise(film)
    assert said.differences == []
    assert len(said.plays) == len(load_truth(film.with_suffix(".json")).plays)
