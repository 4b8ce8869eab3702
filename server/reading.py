"""What cards a group shows, as far as its evidence and the pack's inventory tell. No rule of play enters
here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from vision.observations import SeenCard

MAX_ALTERNATIVES = 4


@dataclass(frozen=True, slots=True)
class Reading:
    """The believed cards of one group, in the order seen.

    `certainty` is the least of the cards' probabilities once cards that lie elsewhere are ruled out.
    `others` are the next best readings with theirs. `impossible` are believed cards of which the pack has
    no copy left.
    """

    cards: tuple[str, ...]
    certainty: float
    others: tuple[tuple[tuple[str, ...], float], ...] = ()
    impossible: tuple[str, ...] = ()


def read_cards(cards: Sequence[SeenCard], used: Iterable[str], packs: int) -> Reading:
    """The best joint reading of a group when `used` cards of so many `packs` can't come again."""
    left = _Inventory(used, packs)
    chosen: dict[int, tuple[str, float]] = {}
    impossible = []
    for place in sorted(range(len(cards)), key=lambda i: -cards[i].score):
        candidates = _posterior(_candidates(cards[place]), left)
        code, score = candidates[0] if candidates else (cards[place].code, 0.0)
        if not candidates:
            impossible.append(code)
        left.take(code)
        chosen[place] = (code, score if cards[place].sure or len(candidates) == 1 else min(score, 0.5))
    best = tuple(chosen[place][0] for place in range(len(cards)))
    certainty = min((score for _, score in chosen.values()), default=0.0)
    others = tuple(_other_readings(cards, best, used, packs))
    return Reading(best, certainty, others, tuple(impossible))


def plausible_readings(reading: Reading, least: float) -> tuple[tuple[str, ...], ...]:
    """The believed reading and every other one with at least the probability `least`."""
    return (reading.cards, *(cards for cards, score in reading.others if score >= least))


def twin_readings(cards: Sequence[str], used: Iterable[str], packs: int) -> tuple[tuple[str, ...], ...]:
    """With several packs equal cards that lie together may be counted wrongly: the readings with one equal
    card more or fewer.
    """
    if packs == 1:
        return ()
    counts, spent = Counter(cards), Counter(used)
    more = [(*cards, code) for code, count in counts.items() if count + spent[code] < packs]
    fewer = []
    for code, count in counts.items():
        if count > 1:
            rest = list(cards)
            rest.remove(code)
            fewer.append(tuple(rest))
    return (*more, *fewer)


class _Inventory:
    """How many copies of each card may still turn up."""

    def __init__(self, used: Iterable[str], packs: int) -> None:
        self._used = Counter(used)
        self._packs = packs

    def has(self, code: str) -> bool:
        return self._used[code] < self._packs

    def take(self, code: str) -> None:
        self._used[code] += 1


def _candidates(card: SeenCard) -> dict[str, float]:
    candidates = dict(card.alternatives)
    candidates[card.code] = max(card.score, candidates.get(card.code, 0.0))
    return candidates


def _posterior(candidates: Mapping[str, float], left: _Inventory) -> list[tuple[str, float]]:
    """Candidates that are still possible, best first; what the ruled out ones had is shared among the
    rest.
    """
    ruled_out = sum(score for code, score in candidates.items() if not left.has(code))
    remaining = max(1.0 - ruled_out, 1e-6)
    possible = [(code, min(1.0, score / remaining)) for code, score in candidates.items() if left.has(code)]
    return sorted(possible, key=lambda pair: -pair[1])


def _other_readings(
    cards: Sequence[SeenCard], best: tuple[str, ...], used: Iterable[str], packs: int
) -> list[tuple[tuple[str, ...], float]]:
    """Readings that differ in one card, most probable first."""
    others: dict[tuple[str, ...], float] = {}
    for place, card in enumerate(cards):
        rest = best[:place] + best[place + 1 :]
        left = _Inventory((*used, *rest), packs)
        for code, score in _posterior(_candidates(card), left):
            reading = (*best[:place], code, *best[place + 1 :])
            if code != best[place]:
                others[reading] = max(score, others.get(reading, 0.0))
    return sorted(others.items(), key=lambda pair: -pair[1])[:MAX_ALTERNATIVES]


def joint_score(cards: Sequence[SeenCard]) -> float:
    """The product of the cards' own scores: how sure the eye was of the whole group."""
    return prod(card.score for card in cards)
