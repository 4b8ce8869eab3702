"""A profile's rules in words, both languages, made from its parameters so that a changed one reads
changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from engine.colour_profile import ColourProfile
from engine.gandengyan_profile import GandengyanProfile
from engine.guandan_profile import GuandanProfile
from engine.notation import show_rank
from engine.profile import AnyProfile

from .phrases import cards_text, text
from .rules_gandengyan import gandengyan_rules
from .rules_guandan import guandan_rules
from .schemas import Text


def rules_in_words(profile: AnyProfile) -> list[Text]:
    """One sentence an item."""
    if isinstance(profile, GandengyanProfile):
        return list(gandengyan_rules(profile))
    if isinstance(profile, GuandanProfile):
        return list(guandan_rules(profile))
    return list(_colour_match(cast(ColourProfile, profile)))


def _colour_match(profile: ColourProfile) -> Iterator[Text]:
    low, high = profile.players
    deal, starter = profile.deal, cards_text((profile.deal.starter,))
    yield text(
        f"{low} to {high} players get {deal.other_cards} cards each. Who holds {starter.en} starts.",
        f"{low}至{high}人，每人{deal.other_cards}张，持{starter.zh}者先出。",
    )
    yield text("A card follows if its colour or its rank is the same.", "颜色或点数相同的牌可以接。")
    until = {
        "playable": ("draws until a card fits", "一直摸到能出"),
        "one": ("draws one card", "摸一张"),
    }[profile.draw_until]
    yield text(f"Who can't follow {until[0]}. First out wins.", f"接不上就{until[1]}，先出完者胜。")
    yield _specials(profile)
    yield _score(profile)


def _specials(profile: ColourProfile) -> Text:
    specials = profile.specials
    two, choose, reverse, skip = (show_rank(rank) for rank in specials.ranks)
    stack = ("they add up", "可叠加") if specials.stack else ("they don't add up", "不叠加")
    return text(
        f"{two}: the next draws two; {choose}: choose a colour; {reverse}: turn round; {skip}: skip; "
        f"{stack[0]}.",
        f"{two}：下家摸两张；{choose}：选颜色；{reverse}：反转方向；{skip}：跳过；{stack[1]}。",
    )


def _score(profile: ColourProfile) -> Text:
    score = profile.score
    return text(
        f"Losers: {score.pair:+} for a pair held, {score.no_pair_card:+} for each other card, not below "
        f"{score.lowest}; an illegal play {score.illegal:+}.",
        f"输家：一对{score.pair:+}分，单张{score.no_pair_card:+}分，最低{score.lowest}分；违规{score.illegal:+}分。",
    )
