"""A Gandengyan profile's rules in words, both languages, made from its parameters so that a changed one reads
changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.gandengyan_profile import GandengyanProfile

from .phrases import text
from .schemas import Text


def gandengyan_rules(profile: GandengyanProfile) -> Iterator[Text]:
    """One sentence an item: dealing, following, shapes, bombs, drawing, calls, score."""
    yield from _deal(profile)
    yield from _follow(profile)
    yield from _jokers(profile)
    yield from _shapes(profile)
    yield from _bombs(profile)
    yield _draws(profile)
    yield from _calls(profile)
    yield from _score(profile)
    yield from _held(profile)
    yield from _springs(profile)
    yield from _ending(profile)


_LEADS = {
    "random-dealer": ("A dealer drawn by lot leads the first deal", "首局随机定庄并先出"),
    "lowest-card": ("Who holds the lowest card leads the first deal", "首局持最小牌者先出"),
    "lowest-drawn": ("Who drew the lowest card leads the first deal", "首局抽到最小牌者先出"),
    "first-to-draw": ("Who draws first leads the first deal", "首局先摸牌者先出"),
    "cut": ("A cut decides who leads the first deal", "首局端牌定先出"),
    "agreed": ("The table agrees on who leads the first deal", "首局先出者由大家商定"),
}
_NEXT = {
    "winner": ("then the winner deals.", "以后赢家坐庄。"),
    "rotation": ("then the next seat deals.", "以后轮流坐庄。"),
    "cut": ("then a cut decides the dealer.", "以后端牌定庄。"),
}


def _deal(profile: GandengyanProfile) -> Iterator[Text]:
    low, high = profile.players
    deal = profile.deal
    turn = ("clockwise", "顺时针") if profile.direction == "cw" else ("counter-clockwise", "逆时针")
    yield text(
        f"{low} to {high} players, {turn[0]}. The dealer gets {deal.dealer_cards} cards, the others "
        f"{deal.other_cards}.",
        f"{low}至{high}人，{turn[1]}出牌。庄家{deal.dealer_cards}张，其他人{deal.other_cards}张。",
    )
    first, then = _LEADS[deal.first_leader], _NEXT[deal.next_dealer]
    yield text(f"{first[0]}; {then[0]}", f"{first[1]}，{then[1]}")
    if deal.lead_lowest != "never":
        when = (
            ("in the first deal", "首局") if deal.lead_lowest == "first-deal" else ("in every deal", "每局")
        )
        yield text(f"The lead must hold the lowest card {when[0]}.", f"{when[1]}首出必须带最小的牌。")


_TOPS = {"single": ("singles", "单张"), "pair": ("pairs", "对子"), "plane": ("threes", "三张")}


def _follow(profile: GandengyanProfile) -> Iterator[Text]:
    follow = profile.follow
    tops = [_TOPS[shape] for shape in follow.two_tops]
    top = (
        "; 2s top " + " and ".join(each[0] for each in tops) if tops else "",
        "；2可压任何" + "、".join(each[1] for each in tops) if tops else "",
    )
    if follow.law == "next":
        yield text(
            f"A play is answered by the same shape exactly one rank higher{top[0]}.",
            f"跟牌须同牌型且只大一级{top[1]}。",
        )
    else:
        yield text(
            "A play is answered by any higher one of the same shape and length.",
            "跟牌须同牌型同张数，点数更大即可。",
        )
    if follow.single_beaten_by != "single":
        kind = (
            ("a higher pair", "更大的对子")
            if follow.single_beaten_by == "higher-pair"
            else ("any pair", "任意对子")
        )
        yield text(f"A single is also beaten by {kind[0]}.", f"单张也可被{kind[1]}压。")
    if follow.passes_bind:
        yield text("Who passed is out of the trick.", "不出后本轮不能再出。")
    else:
        yield text("Who passed may play again when the turn comes round.", "不出后轮到时仍可再出。")


def _jokers(profile: GandengyanProfile) -> Iterator[Text]:
    if not profile.jokers.wild:
        yield text("Jokers are not wild: singles above the 2.", "王不作万能牌，单出大过2。")
        return
    most = profile.jokers.per_combination
    alone = "may" if profile.jokers.alone else "may not"
    yield text(
        f"Jokers are wild, at most {most} in one combination, and {alone} be played alone.",
        f"王为万能牌，一手牌最多用{most}张，{'可以' if profile.jokers.alone else '不可'}单出。",
    )


def _shapes(profile: GandengyanProfile) -> Iterator[Text]:
    shapes = profile.shapes
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
    if shapes.plane:
        yield text("Three of a rank are a shape of their own.", "三张同点是一种普通牌型。")
    if shapes.plane_chain:
        yield text(
            f"Chains of threes: {shapes.plane_chain[0]} to {shapes.plane_chain[1]} ranks.",
            f"飞机：{shapes.plane_chain[0]}至{shapes.plane_chain[1]}连。",
        )


def _bombs(profile: GandengyanProfile) -> Iterator[Text]:
    bombs = profile.bombs
    rocket = (", or both jokers", "，或双王") if bombs.rocket else ("", "")
    low, high = bombs.sizes
    span = (f"{low} to {high}", f"{low}至{high}") if low < high else (str(low), str(low))
    yield text(
        f"A bomb, {span[0]} of a rank{rocket[0]}, beats all other shapes.",
        f"炸弹（{span[1]}张同点{rocket[1]}）可压其他任何牌型。",
    )
    if not bombs.any_higher:
        yield text("Bombs too must be exactly one higher.", "炸弹之间也只能大一级。")


_DRAWS = {
    "everyone": ("After a trick everybody draws {n}, the winner first.", "每轮结束每人补{n}张，赢家先补。"),
    "winner": ("After a trick its winner draws {n}.", "每轮结束赢家补{n}张。"),
    "on-the-spot": ("Who does not answer draws {n} at once.", "接不上或不接就摸{n}张。"),
    "none": ("Nobody draws.", "不补牌。"),
}


def _draws(profile: GandengyanProfile) -> Text:
    en, zh = _DRAWS[profile.drawing.who]
    again = ("", "")
    if profile.drawing.who != "none" and profile.drawing.when_empty == "reshuffle":
        again = (" The played cards become the new stock.", "底牌用完后，已出的牌重新洗。")
    return text(en.format(n=profile.drawing.count) + again[0], zh.format(n=profile.drawing.count) + again[1])


def _calls(profile: GandengyanProfile) -> Iterator[Text]:
    calls = profile.calls
    if not calls.at:
        return
    missed = (f"; who forgot pays ×{calls.missed_factor}", f"，忘报者付×{calls.missed_factor}")
    yield text(
        f"Hands of {calls.at} or fewer are called{missed[0] if calls.missed_factor > 1 else ''}.",
        f"剩{calls.at}张或更少要报牌{missed[1] if calls.missed_factor > 1 else ''}。",
    )


def _score(profile: GandengyanProfile) -> Iterator[Text]:
    score = profile.score
    if score.unit == "pips":
        yield text("Losers pay the points of the cards they hold.", "输家按手中点数付分。")
    else:
        yield text("Losers pay for each card left.", "输家按剩牌张数付分。")
    if score.against:
        yield text("The points count against the losers: the fewest win.", "输家记负分，分少者胜。")
    doubled = [
        (score.soft_bomb, "soft bomb", "软炸"),
        (score.hard_bomb, "hard bomb", "硬炸"),
        (score.rocket, "rocket", "火箭"),
    ]
    told = [each for each in doubled if each[0] > 1]
    if told:
        once = (" (the first only)", "（只算第一个）") if score.bombs_once else ("", "")
        yield text(
            "Bombs multiply" + once[0] + ": " + ", ".join(f"{en} ×{n}" for n, en, _ in told) + ".",
            "炸弹翻倍" + once[1] + "：" + "，".join(f"{zh}×{n}" for n, _, zh in told) + "。",
        )
    if score.bombs_count == "beating" and told:
        yield text("Only bombs that beat another's cards count.", "只有压过别人的炸弹才算。")


def _held(profile: GandengyanProfile) -> Iterator[Text]:
    score = profile.score
    found = [
        (score.held_two, "2", "2"),
        (score.held_joker, "joker", "王"),
        (score.held_bomb, "bomb", "炸弹"),
    ]
    told = [each for each in found if each[0] > 1]
    if told:
        each_one = ("for each", "每张都算") if score.held == "each" else ("once", "只算一次")
        yield text(
            f"A loser's held cards multiply ({each_one[0]}): "
            + ", ".join(f"{en} ×{n}" for n, en, _ in told)
            + ".",
            f"输家手里（{each_one[1]}）：" + "，".join(f"有{zh} ×{n}" for n, _, zh in told) + "。",
        )


def _springs(profile: GandengyanProfile) -> Iterator[Text]:
    score = profile.score
    if score.spring > 1:
        yield text(f"Spring ×{score.spring}: a loser who played nothing.", f"春天×{score.spring}：一张未出。")
    if score.reverse_spring > 1:
        yield text(
            f"Reverse spring ×{score.reverse_spring}: the dealer played once and lost.",
            f"反春×{score.reverse_spring}：庄家只出一手而输。",
        )
    if score.no_loser_played > 1:
        yield text(
            f"×{score.no_loser_played} when no loser has played a card.",
            f"输家都没出过牌：×{score.no_loser_played}。",
        )


def _ending(profile: GandengyanProfile) -> Iterator[Text]:
    if profile.score.exempt_cards:
        yield text(
            f"Who holds {profile.score.exempt_cards} or fewer pays nothing.",
            f"只剩{profile.score.exempt_cards}张及以下的不输不赢。",
        )
    if profile.lay_down.allowed:
        yield text(
            "A dealt hand that is one straight may be laid down at once.", "发到的整手牌是顺子可直接撒牌。"
        )
    if profile.match.play_on:
        yield text("A deal goes on until the last player.", "一局打到只剩最后一人。")
    if profile.match.deals:
        yield text(f"A match has {profile.match.deals} deals.", f"一场打{profile.match.deals}局。")
