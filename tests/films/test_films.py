"""Short films through the whole program: frames, eye, plays, rules, score.

Each must come out as it was filmed, without a false alert and without a lost card. That of Guandan is the
first twenty seconds of a deal at level 7: fans with equal cards and jokers, a bomb, an illegal play taken
back. (`python -m datasets.bench_films` does the same with whole deals by the dozen.)
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from datasets.bench_line import recognise
from datasets.bench_score import Outcome, score_film
from datasets.film_truth import load_truth

FOLDER = Path(__file__).resolve().parent
FILMS = sorted(path for path in FOLDER.glob("*.mp4"))


def test_the_films_are_there() -> None:
    assert [film.stem for film in FILMS] == [
        "classic-three-players",
        "huaian-opening",
        "shanghai-three-players",
        "winner-draws-two-players",
    ]
    assert all(film.stat().st_size <= 1_500_000 for film in FILMS)


@pytest.mark.parametrize("film", FILMS, ids=lambda film: film.stem)
def test_a_film_is_recognised_as_it_was_played(film: Path) -> None:
    cv2.setNumThreads(1)
    said, truth = recognise(film), load_truth(film.with_suffix(".json"))
    score = score_film(film.stem, truth, json.loads(json.dumps(said.to_dict())))
    assert len([each for each in score.matched if each.truth is not None]) == len(truth.plays)
    for each in score.matched:
        # whoever is not sure enough to accuse may ask, if the right answer is among those offered
        careful = each.truth is not None and not each.truth.legal and each.outcome is Outcome.ASKED
        assert careful or each.outcome is Outcome.RIGHT, said.differences
    if truth.payments is not None:
        assert score.payments_right
        assert score.hands_right
