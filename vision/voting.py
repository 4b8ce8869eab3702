"""What a card is, over several looks: probabilities pooled, scores by their median, presence with
hysteresis.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .labels import CODES, INDEX_OF
from .observations import Alternatives
from .sightings import PLAUSIBLE, SURE, pool, ranked

Array = NDArray[np.float64]

LOOKS = 3
"""Looks before a card is believed."""
ENOUGH = 7
"""Looks after which a card that is still doubtful is reported as such."""
KEPT = 15
_LOOK_WEIGHT = 0.2
_AGREE = 0.7
_PLAUSIBLE_MASS = 0.6
_STEADY, _HEARD = 0.4, 0.2


@dataclass(slots=True)
class CardVotes:
    """The looks at one card. `prior` (54,) log probabilities that inventory gives, added once."""

    looks: list[Array] = field(default_factory=list)
    prior: Array | None = None
    count: int = 0
    _pooled: Array | None = None

    def add(self, probs: Array) -> None:
        """One more look: its probabilities (54,). The least sure of many is forgotten."""
        self.looks.append(np.asarray(probs, np.float64))
        self.count += 1
        self._pooled = None
        if len(self.looks) > KEPT:
            del self.looks[int(np.argmin([look.max() for look in self.looks]))]

    def weigh(self, prior: Array | None) -> None:
        """Use another inventory prior."""
        self.prior, self._pooled = prior, None

    @property
    def pooled(self) -> Array:
        """(54,) probabilities over all looks."""
        if self._pooled is None:
            pooled = pool(self.looks, _LOOK_WEIGHT)
            if self.prior is not None:
                pooled = pooled * np.exp(self.prior - self.prior.max())
                pooled /= pooled.sum()
            self._pooled = pooled
        return self._pooled

    @property
    def code(self) -> str:
        """The likeliest card."""
        return CODES[int(self.pooled.argmax())]

    @property
    def votes(self) -> int:
        """Looks that agree on `code`."""
        best = INDEX_OF[self.code]
        return sum(int(look.argmax()) == best for look in self.looks)

    @property
    def score(self) -> float:
        """How sure `code` is, 0…1: the median look, and not more than all looks together."""
        best = INDEX_OF[self.code]
        median = float(np.median([look[best] for look in self.looks]))
        return min(
            median if self.prior is None else max(median, float(self.pooled[best])), float(self.pooled[best])
        )

    @property
    def alternatives(self) -> Alternatives:
        """The other plausible cards, best first."""
        return tuple(pair for pair in ranked(self.pooled) if pair[0] != self.code and pair[1] >= PLAUSIBLE)

    @property
    def sure(self) -> bool:
        """Enough looks, high score, and most looks agree."""
        return self.count >= LOOKS and self.score >= SURE and self.votes >= _AGREE * len(self.looks)

    @property
    def plausible(self) -> bool:
        """Whether it looks like a card at all: a few codes share most of what the looks say, and they don't
        say something else every time.
        """
        mean = np.mean(self.looks, axis=0)
        best = int(self.pooled.argmax())
        steady = sum(look[best] >= _HEARD for look in self.looks) >= _STEADY * len(self.looks)
        return steady and float(np.sort(mean)[-3:].sum()) >= _PLAUSIBLE_MASS

    @property
    def decided(self) -> bool:
        """Sure, or looked at so often that it won't become so."""
        return self.sure or self.count >= ENOUGH


@dataclass(slots=True)
class Presence:
    """Whether a card is there, one counter with hysteresis: a few looks raise it to `full`, as many misses
    empty it.
    """

    hits: int = 0
    full: int = 4
    confirmed: bool = False

    def hit(self) -> None:
        """Seen."""
        self.hits = min(self.full, self.hits + 1)
        self.confirmed = self.confirmed or self.hits >= LOOKS

    def miss(self) -> None:
        """Looked for and not seen."""
        self.hits = max(0, self.hits - 1)

    @property
    def empty(self) -> bool:
        """No longer believed."""
        return self.hits == 0
