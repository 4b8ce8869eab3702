"""The verdict on one play in Guandan: legal or not, as what, and which rule is broken (RULES.md, section
Guandan)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .cards import check_cards, sort_cards
from .errors import EngineError
from .guandan_combos import RUN_LENGTH, RUN_WIDTH, Combo, Shape
from .guandan_compare import beats
from .guandan_order import COPIES, JOKERS, LEVELS, RANK_AT, RANK_OF, wild_card
from .guandan_recognise import readings
from .verdict import Verdict

Reason = tuple[str, dict[str, Any]]
_SHAPE_NAMES = frozenset(shape.value for shape in Shape)
_FEWEST_IN_RUN = {Shape.STRAIGHT: 3, Shape.TUBE: 2, Shape.PLATE: 3}
"""From how many ranks on a wrong length is worth naming."""


def check_level(level: str | None) -> str:
    """The level, `2` when none is given.

    Raises:
        EngineError: code `invalid-level` if it is none of 2…9 T J Q K A.
    """
    level = "2" if level is None else {"10": "T"}.get(level, level.upper())
    if level not in LEVELS:
        text = f"{level!r} is no level: one of {' '.join(LEVELS)}"
        raise EngineError("invalid-level", {"level": level, "allowed": " ".join(LEVELS)}, text)
    return level


def judge_cards(
    on: tuple[str, ...] | None,
    play: tuple[str, ...],
    level: str | None,
    declared: tuple[str, ...] | None = None,
) -> Verdict:
    """The verdict on laying `play` on the cards `on` (None or empty: a lead), whoever plays.

    `on` is read undeclared, its strongest reading must be beaten. `declared` names the ranks of the whole
    play, a shape (`straight`), or both.

    Raises:
        CardError: if a code is no card.
        EngineError: `invalid-level`; `on-no-shape` if `on` is no combination.
    """
    level = check_level(level)
    on, play = check_cards(on or ()), check_cards(play)
    current = None
    if on:
        found = readings(on, level)
        if not found:
            raise EngineError(
                "on-no-shape", {"cards": list(on)}, f"{' '.join(on)} is no combination to be beaten"
            )
        current = found[0]
    third = third_copies((*on, *play))
    if third:
        return _refusal("third-copy", play, level, {"cards": list(third)})
    return judge_on(current, play, level, declared)


def judge_on(
    current: Combo | None, play: tuple[str, ...], level: str, declared: tuple[str, ...] | None = None
) -> Verdict:
    """The verdict on `play` when the reading `current` is in force (None: a lead)."""
    found = readings(play, level)
    if not found:
        code, params = why_no_combination(play, level)
        return _refusal(code, play, level, params)
    wanted = [combo for combo in found if not declared or matches(combo, declared)]
    if declared and not wanted:
        return _refusal(
            "cannot-be-read",
            play,
            level,
            {
                "cards": list(sort_cards(play)),
                "declared": list(declared),
                "readings": [list(combo.ranks) for combo in found],
            },
        )
    legal = [combo for combo in wanted if current is None or beats(combo, current)]
    if legal:
        return _accepted(legal, play, level)
    assert current is not None
    code, params = why_not_beaten(nearest(wanted, current), current, level)
    return _refusal(code, play, level, params)


def matches(combo: Combo, declared: tuple[str, ...]) -> bool:
    """Whether a reading is the declared one: its ranks in any order, its shape, or both."""
    shapes = [word for word in declared if word in _SHAPE_NAMES]
    ranks = [word for word in declared if word not in _SHAPE_NAMES]
    return (not shapes or combo.shape in shapes) and (not ranks or Counter(ranks) == Counter(combo.ranks))


def nearest(found: list[Combo], current: Combo) -> Combo:
    """Of readings that all fail, the one to speak about: of the shape to be beaten if there is one, else the
    strongest."""
    return next((combo for combo in found if combo.shape is current.shape), found[0])


def third_copies(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards that occur more often than two packs hold: a third 7♠ is impossible."""
    return tuple(card for card, count in Counter(cards).items() if count > COPIES)


def why_not_beaten(play: Combo, current: Combo, level: str) -> Reason:
    """The broken rule when a valid combination does not beat the one in force."""
    params = {**_named("play", play), **_named("on", current), "rank": level}
    if current.shape is Shape.FOUR_JOKERS:
        return "four-jokers-on-top", params
    if play.is_bomb and current.is_bomb:
        return "bomb-does-not-beat", params
    if current.is_bomb:
        return "only-a-bomb", params
    if play.shape is current.shape:
        return "does-not-beat", params
    return "other-shape", params


def why_no_combination(cards: tuple[str, ...], level: str) -> Reason:
    """The broken rule when the cards are no combination at all."""
    wild = wild_card(level)
    wilds = cards.count(wild)
    naturals = tuple(card for card in cards if card != wild)
    params: dict[str, Any] = {"cards": list(sort_cards(cards)), "rank": level}
    if any(card in JOKERS for card in naturals):
        as_joker = wilds and any(readings((*naturals, *(joker,) * wilds), "") for joker in JOKERS)
        return ("wild-no-joker" if as_joker else "joker-alone"), params
    counts = Counter(RANK_OF[card] for card in naturals)
    for shape in RUN_WIDTH:
        if _is_run_of_wrong_length(shape, counts, wilds):
            return f"{shape.value}-length", params
    if _goes_round_the_ace(counts, wilds):
        return "round-the-ace", params
    if len(cards) in (4, 5) and max(counts.values()) + wilds >= 3:
        return "triple-with", params
    return "no-combination", params


def _is_run_of_wrong_length(shape: Shape, counts: Counter[str], wilds: int) -> bool:
    width = RUN_WIDTH[shape]
    length, rest = divmod(counts.total() + wilds, width)
    if rest or length < _FEWEST_IN_RUN[shape] or length > len(RANK_AT) - 1 or length == RUN_LENGTH[shape]:
        return False
    return any(
        _fits(counts, RANK_AT[low : low + length], width) for low in range(1, len(RANK_AT) - length + 1)
    )


def _goes_round_the_ace(counts: Counter[str], wilds: int) -> bool:
    for shape, width in RUN_WIDTH.items():
        length = RUN_LENGTH[shape]
        if counts.total() + wilds == length * width:
            circle = (*LEVELS, *LEVELS)
            return any(_fits(counts, circle[low : low + length], width) for low in range(len(LEVELS)))
    return False


def _fits(counts: Counter[str], ranks: tuple[str, ...], width: int) -> bool:
    """Whether the naturals all lie in these ranks, at most `width` of each; the wilds then fill up."""
    return len(set(ranks)) == len(ranks) and sum(min(counts[rank], width) for rank in ranks) == counts.total()


def _named(side: str, combo: Combo) -> dict[str, Any]:
    return {side: list(combo.ranks), f"{side}_shape": combo.shape.value}


def _accepted(legal: list[Combo], play: tuple[str, ...], level: str) -> Verdict:
    best, *others = legal
    return Verdict(
        legal=True,
        code="ok",
        kind=best.shape.value,
        stands_for=best.ranks,
        message_params={},
        wilds=play.count(wild_card(level)),
        reading=best,
        alternatives=tuple(dict.fromkeys(combo.ranks for combo in others)),
    )


def _refusal(code: str, play: tuple[str, ...], level: str, params: dict[str, Any]) -> Verdict:
    found = readings(play, level)
    return Verdict(
        legal=False,
        code=code,
        kind=found[0].shape.value if found else "none",
        stands_for=found[0].ranks if found else (),
        message_params=params,
        wilds=play.count(wild_card(level)),
    )
