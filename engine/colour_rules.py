"""The matching game: which card follows which, and what the cards left are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .cards import NATURALS, is_joker, is_red, rank, sort_cards
from .colour_profile import ColourProfile
from .state import OnTable
from .verdict import LegalPlay, Verdict

ANY = "any"


def colour(card: str) -> str:
    """`red` or `black`."""
    return "red" if is_red(card) else "black"


def follow_key(profile: ColourProfile, card: str) -> tuple[str, str]:
    """What a top card asks for:

    its rank, and its colour, or `any` for a choosing card whose colour is not said.
    """
    return rank(card), ANY if rank(card) == profile.specials.choose else colour(card)


def follows(profile: ColourProfile, card: str, top: tuple[str, ...] | None) -> bool:
    """Whether the card may be laid on a top card that asks for `(rank, colour)`; None:

    nothing is known of it.
    """
    if top is None or top[1] == ANY or rank(card) in profile.specials.ranks:
        return True
    return rank(card) == top[0] or colour(card) == top[1]


def verdict(profile: ColourProfile, cards: tuple[str, ...], top: tuple[str, ...] | None) -> Verdict:
    """The verdict on laying the cards on what is asked for."""
    shown = {"cards": list(sort_cards(cards))}
    if len(cards) != 1:
        return Verdict(False, "one-card", "none", (), shown)
    if is_joker(cards[0]):
        return Verdict(False, "joker-out", "none", (), shown)
    kind = special_kind(profile, rank(cards[0]))
    if follows(profile, cards[0], top):
        return Verdict(True, "ok", kind, follow_key(profile, cards[0]))
    params: dict[str, Any] = {"card": cards[0], "specials": list(profile.specials.ranks), **shown}
    if top is not None:
        params |= {"rank": top[0], "colour": top[1]}
    return Verdict(False, "no-match", kind, (), params)


def special_kind(profile: ColourProfile, card_rank: str) -> str:
    """The kind of a card: `card`, or the special that its rank stands for."""
    specials = profile.specials
    names = {
        specials.draw_two: "draw-two",
        specials.choose: "choose",
        specials.reverse: "reverse",
        specials.skip: "skip",
    }
    return names.get(card_rank, "card")


def legal_cards(
    profile: ColourProfile, hand: Iterable[str], current: OnTable | None
) -> tuple[LegalPlay, ...]:
    """Every card of a known hand that follows."""
    top = current.stands_for if current else None
    found = (card for card in dict.fromkeys(hand) if card in NATURALS and follows(profile, card, top))
    return tuple(
        LegalPlay((card,), special_kind(profile, rank(card)), follow_key(profile, card)) for card in found
    )


def hand_points(profile: ColourProfile, hand: tuple[str, ...]) -> int:
    """Each pair of equal colour and rank counts; without a pair every card costs, down to a limit; no card:

    0.
    """
    if not hand:
        return 0
    pairs = sum(number // 2 for number in Counter((rank(card), colour(card)) for card in hand).values())
    if pairs:
        return pairs * profile.score.pair
    return max(profile.score.lowest, len(hand) * profile.score.no_pair_card)
