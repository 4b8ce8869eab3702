"""Label voting and presence over several looks."""

from __future__ import annotations

import numpy as np
import pytest

from vision.labels import CODES, INDEX_OF
from vision.sightings import agreement, pool, ranked
from vision.voting import ENOUGH, LOOKS, CardVotes, Presence

from .fake_table import probabilities


def _votes(*looks: np.ndarray) -> CardVotes:
    votes = CardVotes()
    for look in looks:
        votes.add(look)
    return votes


def test_three_good_looks_are_sure():
    assert not _votes(*[probabilities("9d")] * 2).sure
    votes = _votes(*[probabilities("9d")] * 3)
    assert votes.sure
    assert (votes.code, votes.votes) == ("9d", 3)


def test_one_bad_look_among_good_ones_changes_nothing():
    votes = _votes(*[probabilities("9d")] * 3, probabilities("6d"))
    assert votes.code == "9d"
    assert votes.sure


def test_half_and_half_is_never_sure():
    votes = _votes(*[probabilities("9d"), probabilities("6d")] * 3)
    assert not votes.sure
    assert {votes.code, votes.alternatives[0][0]} == {"9d", "6d"}


def test_always_doubtful_is_decided_in_the_end():
    votes = _votes(*[probabilities("9d", 0.55, "6d")] * (ENOUGH - 1))
    assert not votes.decided
    votes.add(probabilities("9d", 0.55, "6d"))
    assert votes.decided
    assert not votes.sure
    assert votes.plausible


def test_spread_over_everything_is_no_card():
    assert not _votes(*[np.full(len(CODES), 1 / len(CODES))] * 3).plausible


def test_inventory_tips_a_close_reading_but_not_a_clear_one():
    prior = np.zeros(len(CODES))
    prior[INDEX_OF["9d"]] = -4.0
    close = _votes(*[probabilities("9d", 0.6, "6d")] * 3)
    close.weigh(prior)
    assert close.code == "6d"
    clear = _votes(*[probabilities("9d", 0.999)] * 3)
    clear.weigh(prior)
    assert clear.code == "9d"


def test_many_looks_keep_the_clear_ones():
    votes = _votes(*[probabilities("9d", 0.5)] * 10, *[probabilities("9d", 0.99)] * 15)
    assert len(votes.looks) == 15
    assert votes.count == 25
    assert votes.score > 0.95


def test_presence_has_hysteresis():
    presence = Presence()
    for _ in range(LOOKS):
        assert not presence.confirmed
        presence.hit()
    assert presence.confirmed
    presence.miss()
    presence.hit()
    presence.miss()
    assert not presence.empty
    for _ in range(3):
        presence.miss()
    assert presence.empty


def test_pooling_two_witnesses_sharpens_less_than_independent_ones():
    one = probabilities("9d", 0.8)
    pooled = pool([one, one], 0.6)
    product = one * one / (one * one).sum()
    assert one[INDEX_OF["9d"]] < pooled[INDEX_OF["9d"]] < product[INDEX_OF["9d"]]


@pytest.mark.parametrize(("a", "b", "same"), [("9d", "9d", True), ("9d", "6d", False)])
def test_agreement(a, b, same):
    assert bool(agreement(probabilities(a), probabilities(b)) > 0) is same


def test_ranked_names_at_least_one():
    assert len(ranked(np.full(len(CODES), 1 / len(CODES)))) == 1
    assert [code for code, _ in ranked(probabilities("9d", 0.6, "6d"))] == ["9d", "6d"]
