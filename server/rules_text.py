"""A profile's rules in words, both languages, made from its parameters so that a changed one reads
changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.gandengyan_profile import GandengyanProfile
from engine.guandan_profile import GuandanProfile
from engine.profile import AnyProfile

from .phrases import text
from .rules_guandan import guandan_rules
from .schemas import Text


def rules_in_words(profile: AnyProfile) -> list[Text]:
    """One sentence an item."""
    if isinstance(profile, GandengyanProfile):
        return list(_gandengyan(profile))
    if isinstance(profile, GuandanProfile):
        return list(guandan_rules(profile))
    return [
        text("A card follows if its colour or its rank is the same.", "颜色或点数相同的牌可以接。"),
        text("Who can't follow draws. First out wins.", "接不上就摸牌，先出完者胜。"),
    ]


def _gandengyan(profile: GandengyanProfile) -> Iterator[Text]:
    low, high = profile.players
    deal = profile.deal
    yield text(
        f"{low} to {high} players. The dealer gets {deal.dealer_cards} cards, the others {deal.other_cards}.",
        f"{low}至{high}人。庄家{deal.dealer_cards}张，其他人{deal.other_cards}张。",
    )
    yield _follow(profile)
    yield _jokers(profile)
    yield from _shapes(profile)
    yield _draws(profile)
    yield from _score(profile)


def _follow(profile: GandengyanProfile) -> Text:
    if profile.follow.law == "next":
        return text(
            "A play is answered by the same shape exactly one rank higher; a 2 tops singles and pairs; "
            "a bomb beats all.",
            "跟牌须同牌型且只大一级；2可压单张和对子；炸弹可压任何牌。",
        )
    return text(
        "A play is answered by any higher one of the same shape and length.",
        "跟牌须同牌型同张数，点数更大即可。",
    )


def _jokers(profile: GandengyanProfile) -> Text:
    if not profile.jokers.wild:
        return text("Jokers are not wild: singles above the 2.", "王不作万能牌，单出大过2。")
    most = profile.jokers.per_combination
    alone = "may" if profile.jokers.alone else "may not"
    return text(
        f"Jokers are wild, at most {most} in one combination, and {alone} be played alone.",
        f"王为万能牌，一手牌最多用{most}张，{'可以' if profile.jokers.alone else '不可'}单出。",
    )


def _shapes(profile: GandengyanProfile) -> Iterator[Text]:
    shapes, bombs = profile.shapes, profile.bombs
    if shapes.straight:
        yield text(
            f"Straights: {shapes.straight[0]} to {shapes.straight[1]} ranks, no 2.",
            f"顺子：{shapes.straight[0]}至{shapes.straight[1]}张，不含2。",
        )
    if shapes.pair_chain:
        yield text(
            f"Pair chains: {shapes.pair_chain[0]} to {shapes.pair_chain[1]} pairs.",
            f"板凳：{shapes.pair_chain[0]}至{shapes.pair_chain[1]}对。",
        )
    rocket = (", or both jokers", "，或双王") if bombs.rocket else ("", "")
    yield text(
        f"Bombs: {bombs.sizes[0]} to {bombs.sizes[1]} of a rank{rocket[0]}.",
        f"炸弹：{bombs.sizes[0]}至{bombs.sizes[1]}张同点{rocket[1]}。",
    )


_DRAWS = {
    "everyone": ("After a trick everybody draws {n}, the winner first.", "每轮结束每人补{n}张，赢家先补。"),
    "winner": ("After a trick its winner draws {n}.", "每轮结束赢家补{n}张。"),
    "on-the-spot": ("Who does not answer draws {n} at once.", "接不上或不接就摸{n}张。"),
    "none": ("Nobody draws.", "不补牌。"),
}


def _draws(profile: GandengyanProfile) -> Text:
    en, zh = _DRAWS.get(profile.drawing.who, _DRAWS["none"])
    return text(en.format(n=profile.drawing.count), zh.format(n=profile.drawing.count))


def _score(profile: GandengyanProfile) -> Iterator[Text]:
    score = profile.score
    if score.unit == "pips":
        yield text("Losers pay the pips they hold.", "输家按手中点数付分。")
    else:
        yield text(
            f"Losers pay for each card left; soft bomb ×{score.soft_bomb}, hard ×{score.hard_bomb}, "
            f"rocket ×{score.rocket}.",
            f"输家按剩牌张数付分；软炸×{score.soft_bomb}，硬炸×{score.hard_bomb}，火箭×{score.rocket}。",
        )
    if score.spring > 1:
        yield text(f"Spring ×{score.spring}: a loser who played nothing.", f"春天×{score.spring}：一张未出。")
    if score.exempt_cards:
        yield text(
            f"Who holds {score.exempt_cards} card pays nothing.", f"只剩{score.exempt_cards}张的不输不赢。"
        )
