"""The verdict on a play of Gandengyan, with what would have been legal."""

from __future__ import annotations

from typing import Any

from .cards import sort_cards
from .combos import ACE, CHAINS, TWO, Combo, Shape, ranks_of
from .compare import answers, beats
from .gandengyan_profile import GandengyanProfile
from .recognise import Key, chain_lows, chain_spans, key_of, readings
from .verdict import Verdict

Refusal = tuple[str, dict[str, Any]]


def verdict(
    profile: GandengyanProfile,
    current: Combo | None,
    cards: tuple[str, ...],
    declared: tuple[str, ...] | None = None,
) -> Verdict:
    """The verdict on laying `cards` on the reading in force `current` (None: a lead), whoever plays.

    Readings (RULES.md, Wild jokers and readings): a declared one is judged as declared; else, of those that
    beat the trick, the one with most cards of one rank, then the lowest.
    """
    found = readings(cards, profile)
    if not found:
        return _refuse(_with_answers(profile, no_shape(profile, cards), current), Shape.NONE, cards)
    if declared is not None:
        called = sorted(declared)
        meant = tuple(combo for combo in found if sorted(combo.stands_for) == called)
        if not meant:
            params = {"declared": list(declared), "readings": [list(combo.stands_for) for combo in found]}
            refusal = _with_answers(profile, ("declared-impossible", params), current)
            return _refuse(refusal, found[0].shape, cards)
        found = meant
    if current is None:
        return _accept(found)
    beating = tuple(combo for combo in found if beats(combo, current, profile))
    if beating:
        return _accept(beating)
    return _refuse(_does_not_follow(profile, found[0], current), found[0].shape, cards)


def _accept(found: tuple[Combo, ...]) -> Verdict:
    combo = found[0]
    others = tuple(other.stands_for for other in found[1:])
    return Verdict(True, "ok", combo.shape.value, combo.stands_for, {}, combo.wilds, others, combo)


def _refuse(refusal: Refusal, shape: Shape, cards: tuple[str, ...]) -> Verdict:
    code, params = refusal
    return Verdict(False, code, shape.value, (), {"cards": list(sort_cards(cards)), **params})


def _with_answers(profile: GandengyanProfile, refusal: Refusal, current: Combo | None) -> Refusal:
    """The refusal of an answer that is no shape, with what would have answered."""
    code, params = refusal
    if current is None:
        return refusal
    return code, {**params, "options": answers(current, profile)}


def _does_not_follow(profile: GandengyanProfile, new: Combo, current: Combo) -> Refusal:
    params = {
        "play": list(new.stands_for),
        "play_shape": new.shape.value,
        "on": list(current.stands_for) if current.shape is not Shape.NONE else [],
        "on_shape": current.shape.value,
        "options": answers(current, profile),
    }
    return _follow_code(profile, new, current), params


def _follow_code(profile: GandengyanProfile, new: Combo, current: Combo) -> str:
    if current.shape is Shape.ROCKET:
        return "nothing-beats-rocket"
    if current.shape is Shape.BOMB:
        return "bomb-too-low" if new.shape is Shape.BOMB else "needs-bomb"
    if new.shape is not current.shape:
        return "wrong-shape"
    if new.size != current.size:
        return "wrong-length"
    return "not-higher" if profile.follow.law == "higher" else "not-next"


def no_shape(profile: GandengyanProfile, cards: tuple[str, ...]) -> Refusal:
    """Why the cards are no combination: a code, and what the profile allows instead."""
    key = key_of(cards)
    naturals = tuple(place for place in key if place <= TWO)
    jokers = len(key) - len(naturals)
    refusal = _joker_trouble(profile, naturals, jokers)
    if refusal is None and naturals:
        refusal = _group_trouble(profile, naturals, jokers) or _chain_trouble(profile, naturals, jokers)
    return refusal or ("no-shape", {"shapes": allowed_shapes(profile)})


def _joker_trouble(profile: GandengyanProfile, naturals: Key, jokers: int) -> Refusal | None:
    if not naturals:
        return ("lone-joker", {}) if jokers == 1 else ("jokers-alone", {"jokers": jokers})
    if jokers and not profile.jokers.wild:
        return "jokers-not-wild", {}
    if jokers > profile.jokers.per_combination:
        return "too-many-wilds", {"jokers": jokers, "most": profile.jokers.per_combination}
    return None


def _group_trouble(profile: GandengyanProfile, naturals: Key, jokers: int) -> Refusal | None:
    if naturals[0] != naturals[-1]:
        return None
    size = len(naturals) + jokers
    low, high = profile.bombs.sizes
    if low <= size <= high and len(naturals) < profile.bombs.naturals:
        return "bomb-needs-naturals", {"naturals": profile.bombs.naturals, "size": size}
    if size > high:
        return "bomb-too-big", {"size": size, "most": high}
    return "no-triples", {"size": size, "from": low}


def _chain_trouble(profile: GandengyanProfile, naturals: Key, jokers: int) -> Refusal | None:
    size = len(naturals) + jokers
    spans = {width: (fewest, most) for width, fewest, most in chain_spans(profile)}
    for width in (1, 2, 3):
        length, rest = divmod(size, width)
        if rest or length < 2:
            continue
        if len(chain_lows(naturals, width, length)):
            return _chain_length(width, length, spans.get(width))
    if _would_chain_with_two(naturals, jokers):
        return "two-in-chain", {}
    return None


def _chain_length(width: int, length: int, span: tuple[int, int] | None) -> Refusal:
    shape = CHAINS[width].value
    if span is None:
        return "no-such-chain", {"shape": shape}
    return "chain-length", {"shape": shape, "length": length, "fewest": span[0], "most": span[1]}


def _would_chain_with_two(naturals: Key, jokers: int) -> bool:
    """A 2 used next to the ace, or low below the 3, with every rank equally often (jokers fill gaps)."""
    size = len(naturals) + jokers
    if TWO not in naturals or size < 3:
        return False
    for width in (1, 2, 3):
        length, rest = divmod(size, width)
        high = tuple(sorted(naturals))
        low = tuple(sorted(-1 if place == TWO else -2 if place == ACE else place for place in naturals))
        for places in (high, low):
            spread = places[-1] - places[0] < length
            if not rest and spread and max(places.count(place) for place in places) <= width:
                return True
    return False


def allowed_shapes(profile: GandengyanProfile) -> list[dict[str, Any]]:
    """The profile's shapes as message options: `shape`, and `fewest`/`most` ranks or cards."""
    shapes: list[dict[str, Any]] = [{"shape": "single"}, {"shape": "pair"}]
    if profile.shapes.plane:
        shapes.append({"shape": "plane"})
    for width, fewest, most in chain_spans(profile):
        shapes.append({"shape": CHAINS[width].value, "fewest": fewest, "most": most})
    low, high = profile.bombs.sizes
    shapes.append({"shape": "bomb", "fewest": low, "most": high})
    if profile.bombs.rocket:
        shapes.append({"shape": "rocket"})
    return shapes


def combo_as_it_lies(profile: GandengyanProfile, cards: tuple[str, ...]) -> tuple[Combo, tuple[str, ...]]:
    """The reading of a let-stand play:

    its first, or `NONE` when the cards are no combination; and its ranks.
    """
    found = readings(cards, profile)
    combo = found[0] if found else Combo(Shape.NONE, 0, len(cards))
    return combo, combo.stands_for if found else ranks_of(cards)
