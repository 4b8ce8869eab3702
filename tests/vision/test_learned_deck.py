"""Learning a deck: naming by elimination, prototypes that correct the network, keeping by name."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from vision.assignment import best_assignment
from vision.deck_learner import DeckLearner, learn_deck
from vision.detections import Detections
from vision.index_reader import Reading
from vision.labels import CODES, INDEX_OF
from vision.learned_deck import DeckError, LearnedDeck, PrototypeReader, deck_names

from .fake_table import FakeCard, card_indices, detections_of, probabilities

RNG = np.random.default_rng(5)
LOOKS = RNG.normal(size=(len(CODES), 32))
LOOKS /= np.linalg.norm(LOOKS, axis=1, keepdims=True)


def _seen(cards: list[FakeCard], misread: dict[str, np.ndarray] | None = None) -> Detections:
    """Detections with embeddings near each card's own look."""
    indices = card_indices(cards)
    found = detections_of(indices, sharp=0.9)
    probs = np.array(found.class_probs)
    for row, (code, _, _) in enumerate(indices):
        if misread and code in misread:
            probs[row] = misread[code]
    looks = np.stack([LOOKS[INDEX_OF[code]] for code, _, _ in indices]) + RNG.normal(
        0, 0.02, (len(indices), 32)
    )
    looks /= np.linalg.norm(looks, axis=1, keepdims=True)
    return Detections(
        found.boxes, found.rank_points, found.pip_points, found.scores, probs, found.not_index, looks
    )


def _spread(codes: tuple[str, ...]) -> list[FakeCard]:
    return [
        FakeCard(code, 100 + 130 * (i % 9), 120 + 150 * (i // 9), 7 * i % 40) for i, code in enumerate(codes)
    ]


@pytest.mark.parametrize("size", [1, 3, 5])
def test_assignment_is_the_best_of_all(size):
    gain = np.random.default_rng(size).normal(size=(size, size + 1))
    best = max(itertools.permutations(range(size + 1), size), key=lambda p: sum(gain[range(size), p]))
    assert tuple(best_assignment(gain)) == best


def test_assignment_needs_enough_columns():
    with pytest.raises(ValueError, match="2 rows"):
        best_assignment(np.zeros((2, 1)))


def test_misread_cards_are_named_by_what_is_left():
    misread = {"6d": probabilities("9d", 0.8, instead="6d"), "9d": probabilities("9d", 0.9, instead="6d")}
    deck = learn_deck("old", [_seen(_spread(CODES), misread)])
    assert deck.missing == ()
    found = int(np.argmax(deck.prototypes @ LOOKS[INDEX_OF["6d"]]))
    assert CODES[found] == "6d"


def test_cards_seen_in_several_pictures_are_one():
    learner = DeckLearner()
    learner.add(_seen(_spread(CODES[:20])))
    assert learner.add(_seen(_spread(CODES[10:30]))) == 30
    assert sorted(learner.names()) == sorted(CODES[:30])


def test_cards_shown_one_after_another_by_name():
    learner = DeckLearner()
    for code in ("As", "BJ", "RJ"):
        learner.add(_seen([FakeCard(code, 300, 200)], {code: probabilities("7h", 0.9)}), code)
    deck = learner.finish("by-name")
    assert deck.shown == ("As", "BJ", "RJ")
    assert deck.counts[INDEX_OF["BJ"]] == 2


class FixedReader:
    """A network that takes every crop for `code`, with given embeddings."""

    def __init__(self, code: str, embeddings: np.ndarray) -> None:
        self.code, self.embeddings = code, embeddings

    def read(self, crops: np.ndarray) -> Reading:
        n = len(crops)
        probs = np.tile(probabilities(self.code, 0.8).astype(np.float32), (n, 1))
        return Reading(probs, np.zeros(n, np.float32), self.embeddings[:n].astype(np.float32))


def test_prototypes_correct_the_network():
    deck = learn_deck("old", [_seen(_spread(CODES))])
    wanted = ["6d", "Kc", "RJ"]
    looks = np.stack([LOOKS[INDEX_OF[code]] for code in wanted])
    reading = PrototypeReader(FixedReader("9d", looks), deck).read(np.zeros((3, 64, 64, 3), np.uint8))
    assert [CODES[i] for i in reading.class_probs.argmax(axis=1)] == wanted
    assert np.allclose(reading.class_probs.sum(axis=1), 1, atol=1e-5)


def test_cards_never_shown_are_left_to_the_network():
    deck = learn_deck("part", [_seen(_spread(CODES[:10]))])
    reader = PrototypeReader(FixedReader("RJ", LOOKS[:1]), deck)
    reading = reader.read(np.zeros((1, 64, 64, 3), np.uint8))
    assert CODES[int(reading.class_probs[0].argmax())] == "RJ"


def test_confusable_cards_are_reported():
    looks = LOOKS.copy()
    looks[1] = looks[0]
    deck = LearnedDeck("twins", looks, np.ones(len(CODES), np.int64))
    (worst,) = deck.confusions()
    assert {worst.a, worst.b} == {CODES[0], CODES[1]}


def test_kept_by_name(tmp_path):
    deck = learn_deck("old deck", [_seen(_spread(CODES[:5]))])
    deck.save(tmp_path)
    assert deck_names(tmp_path) == ("old deck",)
    again = LearnedDeck.load("old deck", tmp_path)
    assert again.shown == deck.shown
    assert np.allclose(again.prototypes, deck.prototypes, atol=1e-6)


@pytest.mark.parametrize(
    ("do", "message"),
    [
        (lambda _: DeckLearner().finish("x"), "no card was seen"),
        (lambda _: DeckLearner().add(detections_of(card_indices([FakeCard("As", 9, 9)]))), "no embeddings"),
        (lambda _: DeckLearner().add(_seen([FakeCard("As", 300, 200)]), "1s"), "no card"),
        (lambda _: DeckLearner().add(_seen(_spread(("As", "Kd"))), "As"), "2 cards"),
        (lambda folder: LearnedDeck.load("gone", folder), "known decks: none yet"),
        (lambda _: LearnedDeck("a/b", LOOKS, np.ones(54, np.int64)), "no name"),
        (lambda _: LearnedDeck("ok", LOOKS[:5], np.ones(54, np.int64)), "doesn't fit"),
    ],
    ids=["nothing", "no-embeddings", "bad-code", "two-cards", "unknown", "bad-name", "bad-shape"],
)
def test_errors_say_what_to_do(tmp_path, do, message):
    with pytest.raises(DeckError, match=message):
        do(tmp_path)


def test_broken_file(tmp_path):
    (tmp_path / "bad.npz").write_bytes(b"no archive")
    with pytest.raises(DeckError, match="learn the deck again"):
        LearnedDeck.load("bad", tmp_path)


def test_other_reader_is_refused():
    deck = learn_deck("old", [_seen(_spread(CODES[:3]))])
    reader = PrototypeReader(FixedReader("As", np.ones((1, 7))), deck)
    with pytest.raises(DeckError, match="another reader"):
        reader.read(np.zeros((1, 64, 64, 3), np.uint8))
