"""Deals played for films: what the script says follows from the rules, and from what a camera can see."""

from __future__ import annotations

from collections import Counter

import pytest

from datasets.film_deal import play_deal
from datasets.film_script import Lay, LayOpen, Script, Sweep, SweepStyle, TakeBack, TakeCards
from datasets.film_spec import FilmSpec, habits_of, spec_from_dict
from datasets.film_table import FilmError
from engine.errors import EngineError


def played(**options: object) -> Script:
    spec = FilmSpec(**{"shuffle": "poor", "illegal_rate": 0.15, **options})  # type: ignore[arg-type]
    return play_deal(spec, habits_of(spec))


DEALS = [
    pytest.param({"profile": "classic", "players": 4, "seed": 3}, id="classic-4"),
    pytest.param({"profile": "winner-draws", "players": 2, "seed": 4}, id="winner-draws-2"),
    pytest.param({"profile": "shanghai", "players": 5, "seed": 5}, id="shanghai-5"),
    pytest.param({"profile": "low-card-leads", "players": 3, "seed": 6}, id="low-card-leads-3"),
    pytest.param({"profile": "huaian", "players": 4, "seed": 7, "shuffle": "good"}, id="huaian"),
]


@pytest.mark.parametrize("options", DEALS)
def test_every_card_is_laid_from_the_hand_that_holds_it(options: dict[str, object]) -> None:
    script = played(**options)
    held = {seat: Counter(cards) for seat, cards in script.dealt.items()}
    lying: dict[int, tuple[str, ...]] = {}
    drawn = {event["seat"]: [] for event in script.events if event["kind"] == "drew"}
    for event in script.events:
        if event["kind"] == "drew":
            drawn[event["seat"]].extend(event["cards"])
    for step in script.steps:
        if isinstance(step, TakeCards):
            taken = [drawn[step.seat].pop(0) for _ in range(step.count)]
            held[step.seat].update(taken)
        elif isinstance(step, Lay):
            assert not Counter(step.cards) - held[step.seat]
            held[step.seat] -= Counter(step.cards)
            lying[step.play] = step.cards
        elif isinstance(step, TakeBack):
            held[step.seat].update(lying[step.play])
        elif isinstance(step, LayOpen):
            assert Counter(step.cards) == held[step.seat]


@pytest.mark.parametrize("options", DEALS)
def test_illegal_plays_are_the_ones_that_are_taken_back(options: dict[str, object]) -> None:
    script = played(**options, taken_back=1.0)
    back = {step.play for step in script.steps if isinstance(step, TakeBack)}
    assert back == {step.play for step in script.steps if isinstance(step, Lay) and not step.legal}


@pytest.mark.parametrize("options", DEALS[:4])
def test_payments_add_up_to_nothing_and_the_winner_is_out(options: dict[str, object]) -> None:
    script = played(**options)
    assert script.payments is not None
    assert sum(script.payments) == 0
    assert script.winner is not None
    assert script.winner not in script.hands
    assert set(script.hands) | {script.winner} == set(range(script.players))


def test_a_guandan_script_names_the_level_that_was_played_not_the_one_climbed_to() -> None:
    script = played(profile="huaian", seed=7, shuffle="good", level="7")
    assert script.level == "7"
    assert any(event["kind"] == "level-moved" for event in script.events)
    assert played(profile="huaian", seed=7, shuffle="good").level == "2"
    assert played(profile="classic", seed=3).level is None


def test_the_same_spec_gives_the_same_deal_and_another_seed_another() -> None:
    assert played(seed=11) == played(seed=11)
    assert played(seed=11) != played(seed=12)


def test_every_trick_that_is_won_is_swept_before_the_next_lead() -> None:
    script = played(profile="classic", players=4, seed=3)
    leads = {step.play for step in script.steps if isinstance(step, Lay) and step.lead}
    clear = True
    for step in script.steps:
        if isinstance(step, Lay) and step.lead:
            assert clear
        if isinstance(step, Lay):
            clear = False
        if isinstance(step, Sweep) or (isinstance(step, TakeBack) and step.play in leads):
            clear = True


def test_wishes_are_granted() -> None:
    script = played(seed=8, fewest_plays=5, most_plays=20, least_bombs=1, least_illegal=1)
    lays = [step for step in script.steps if isinstance(step, Lay)]
    assert 5 <= len(lays) <= 20
    assert any(not lay.legal for lay in lays)
    assert any(event.get("combination") in ("bomb", "rocket") for event in script.events)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        pytest.param({"profile": "nonesuch"}, EngineError, "nonesuch", id="profile"),
        pytest.param({"profile": "classic", "players": 9}, EngineError, "9", id="players"),
        pytest.param({"profile": "colour-match", "players": 3}, FilmError, "colour-match", id="game"),
    ],
)
def test_what_cannot_be_played_is_said(
    options: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        played(**options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        pytest.param({"width": 641}, "even size", id="odd-width"),
        pytest.param({"fps": 0}, "frames a second", id="fps"),
        pytest.param({"illegal_rate": 1.5}, "illegal-rate", id="rate"),
        pytest.param({"light": "moon"}, "moon", id="light"),
        pytest.param({"pace": "sprint"}, "sprint", id="pace"),
        pytest.param({"sweep": "burn"}, "burn", id="sweep"),
        pytest.param({"shuffle": "never"}, "never", id="shuffle"),
        pytest.param({"fewest_plays": 9, "most_plays": 3}, "9 to 3", id="plays"),
    ],
)
def test_a_spec_that_makes_no_sense_is_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(FilmError, match=words):
        FilmSpec(**options)  # type: ignore[arg-type]


def test_a_spec_survives_json() -> None:
    spec = FilmSpec(profile="huaian", seed=5, sweep=SweepStyle.TAKE_AWAY.value)
    assert spec_from_dict(spec.to_dict()) == spec
