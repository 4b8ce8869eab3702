"""Learns a deck from pictures: which card each index is, decided over the whole deck, since every card is
there once.

Cards may be shown spread out (several in a picture) or one after another. A card that the network misreads
is named by what is left over: of 54 cards each has one name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .assignment import best_assignment
from .association import associate
from .detections import Detections
from .labels import CODES, INDEX_OF
from .learned_deck import DeckError, LearnedDeck, prototypes_of
from .sightings import CardSighting, pool

Array = NDArray[np.float64]

SAME_CARD = 0.93
"""Cosine of embeddings above which sightings in two pictures are the same card, when nothing else is known.
"""
_PAIR_WEIGHT = 0.6


@dataclass(slots=True)
class _Shown:
    """One physical card shown: its embeddings, one row an index, and what the network thinks; `code` when
    the user said it.
    """

    embeddings: list[Array]
    probs: list[Array]
    code: str | None = None

    @property
    def middle(self) -> Array:
        total = np.sum(self.embeddings, axis=0)
        return total / max(float(np.linalg.norm(total)), 1e-9)

    @property
    def pooled(self) -> Array:
        return pool(self.probs, _PAIR_WEIGHT)


@dataclass(slots=True)
class DeckLearner:
    """Collects pictures of one deck; `finish` names the cards and makes the `LearnedDeck`."""

    cards: list[_Shown] = field(default_factory=list)

    def add(self, found: Detections, code: str | None = None) -> int:
        """The detections of one picture; `code` names its only card. Returns how many cards are known so
        far.

        Raises `DeckError` for detections without embeddings, an unknown code, or a named picture with more
        than one card.
        """
        if not len(found):
            return len(self.cards)
        if found.embeddings is None:
            raise DeckError("these weights give no embeddings: a deck can't be learned with them")
        if code is not None and code not in INDEX_OF:
            raise DeckError(f"{code!r} is no card; codes are As … Kc, BJ and RJ")
        sightings = associate(found, packs=len(CODES))
        if code is not None and len(sightings) != 1:
            raise DeckError(f"{len(sightings)} cards are in the picture that should show {code} alone")
        taken: set[int] = set()
        for sighting in sightings:
            taken.add(self._add(sighting, found, code, taken))
        return len(self.cards)

    def _add(self, sighting: CardSighting, found: Detections, code: str | None, taken: set[int]) -> int:
        assert found.embeddings is not None
        rows = list(sighting.rows)
        embeddings = [np.asarray(found.embeddings[row], np.float64) for row in rows]
        probs = [np.asarray(found.class_probs[row], np.float64) for row in rows]
        known = self._known(np.sum(embeddings, axis=0), code, taken)
        if known is None:
            self.cards.append(_Shown(embeddings, probs, code))
            return len(self.cards) - 1
        self.cards[known].embeddings += embeddings
        self.cards[known].probs += probs
        return known

    def _known(self, embedding: Array, code: str | None, taken: set[int]) -> int | None:
        """The card shown before that this one is: by its name, else by its look; two cards of one picture
        are never the same.
        """
        if code is not None:
            return next((i for i, card in enumerate(self.cards) if card.code == code), None)
        unit = embedding / max(float(np.linalg.norm(embedding)), 1e-9)
        likeness = [
            -1.0 if i in taken or card.code is not None else float(card.middle @ unit)
            for i, card in enumerate(self.cards)
        ]
        best = int(np.argmax(likeness)) if likeness else -1
        return best if best >= 0 and likeness[best] > SAME_CARD else None

    def names(self) -> tuple[str, ...]:
        """A code for each card shown, all different where they weren't given twice: the likeliest naming of
        all together.
        """
        given = [card.code for card in self.cards]
        open_cards = [i for i, code in enumerate(given) if code is None]
        free = [code for code in CODES if code not in set(given)]
        if len(open_cards) > len(free):
            raise DeckError(
                f"{len(self.cards)} different cards were seen, a deck has {len(CODES)}; "
                "show one deck only, without other things"
            )
        if open_cards:
            columns = [INDEX_OF[code] for code in free]
            gain = np.log(np.maximum(np.stack([self.cards[i].pooled[columns] for i in open_cards]), 1e-6))
            for i, column in zip(open_cards, best_assignment(gain), strict=True):
                given[i] = free[int(column)]
        return tuple(str(code) for code in given)

    def finish(self, name: str) -> LearnedDeck:
        """The deck under a name. Raises `DeckError` when nothing was seen."""
        pairs = [
            (code, embedding)
            for code, card in zip(self.names(), self.cards, strict=True)
            for embedding in card.embeddings
        ]
        prototypes, counts = prototypes_of(pairs)
        return LearnedDeck(name, prototypes, counts)


def learn_deck(name: str, pictures: Sequence[Detections]) -> LearnedDeck:
    """A deck from the detections of several pictures, unnamed."""
    learner = DeckLearner()
    for found in pictures:
        learner.add(found)
    return learner.finish(name)
