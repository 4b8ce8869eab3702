"""A Guandan profile's rules in words, both languages, made from its parameters so that a changed one reads
changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.guandan_messages import SENTENCES
from engine.guandan_profile import (
    FIRST_AND_SECOND,
    HAND_SIZE,
    HIGHER_TO_FIRST,
    OFF_STAGE,
    PASSING,
    REACHING,
    GuandanProfile,
)
from engine.notation import show_rank

from .phrases import text
from .schemas import Text


def guandan_rules(profile: GuandanProfile) -> Iterator[Text]:
    """One sentence an item: seating and cards, shapes, climbing, the end of the match, tribute, time,
    ledger.
    """
    yield from _table(profile)
    yield from _shapes()
    yield _climbs(profile)
    yield from _winning(profile)
    yield from _tribute(profile)
    yield from _time(profile)
    yield from _points(profile)
    yield from _ledger(profile)
    if profile.call_at:
        yield text(
            f"A hand of {profile.call_at} cards or fewer is announced.",
            f"手牌剩{profile.call_at}张或更少时要报牌。",
        )


def _table(profile: GuandanProfile) -> Iterator[Text]:
    turn = ("clockwise", "顺时针") if profile.direction == "cw" else ("counter-clockwise", "逆时针")
    yield text(
        f"Four players, partners opposite, two packs, {HAND_SIZE} cards each, {turn[0]}.",
        f"四人两副牌，对家为伴，每人{HAND_SIZE}张，{turn[1]}出牌。",
    )
    if profile.seating != "free":
        yield text(
            "Each side draws a card; the smaller sits North-South.", "双方各抽一张牌，牌小的一方坐南北。"
        )
    if profile.first_lead == "highest-card":
        yield text("Everyone draws a card: the highest leads the first deal.", "各抽一张牌，最大者首局先出。")
    else:
        yield text(
            "A card is turned over in the pack: who draws it leads the first deal.",
            "翻一张牌插入牌中，抽到者首局先出。",
        )


def _shapes() -> Iterator[Text]:
    yield text(
        "Single, pair, triple, full house, straight of five, tube (three pairs in a row), plate (two triples "
        "in a row). The same shape and size beats, any higher; the level rank is above the A.",
        "单张、对子、三张、三带二、五张顺子、三连对、钢板。同牌型同张数，大者即可压；级牌大于A。",
    )
    yield text(
        "Bombs from the top: four jokers, six and more of a rank, straight flush, five, four.",
        "炸弹从大到小：天王炸、六张及以上、同花顺、五张、四张。",
    )
    yield text(
        "The two hearts of the level rank are wild for any card except a joker. Undeclared, the strongest "
        "legal reading counts.",
        "两张红桃级牌为逢人配，可代替王以外的任何牌；不声明时按能出的最大牌型算。",
    )
    yield text(
        "When a player goes out and nobody beats the last play, the partner leads.",
        "出完最后一手牌无人压时，由对家接风。",
    )


def _climbs(profile: GuandanProfile) -> Text:
    second, third, last = profile.climbs
    return text(
        f"First and second climb {second} levels, first and third {third}, first and last {last}; the climb "
        "stops at A.",
        f"双下升{second}级，一三名升{third}级，一四名升{last}级；A必打，升级止于A。",
    )


_NEEDS = {
    True: ("by finishing first and second", "打成双下"),
    False: ("by finishing first with the partner not last", "获头游且对家不是末游"),
}


def _winning(profile: GuandanProfile) -> Iterator[Text]:
    needs = _NEEDS[profile.passing_needs == FIRST_AND_SECOND]
    passing = (
        f"The match is won by passing A in a deal at one's own A, {needs[0]}.",
        f"在自己打A的一局中{needs[1]}为过A，过A者胜。",
    )
    reaching = "The match is won by the side that reaches A first.", "先打到A者胜。"
    first, later = profile.won_by[0], profile.won_by[-1]
    if first == later:
        yield text(*(reaching if first == REACHING else passing))
    else:
        one, two = (reaching, passing) if first == REACHING else (passing, reaching)
        yield text(f"Round 1: {one[0]}", f"第一轮：{one[1]}")
        yield text(f"Later rounds: {two[0]}", f"以后各轮：{two[1]}")
    if PASSING in profile.won_by and profile.failed_tries:
        yield _tries(profile)


def _tries(profile: GuandanProfile) -> Text:
    back, row = profile.back_to, profile.tries_in_a_row
    return text(
        f"{profile.failed_tries} failed tries at A{' in a row' if row else ''}: back to "
        f"{show_rank(back, 'en')}.",
        f"{'连续' if row else ''}{profile.failed_tries}次打A不过，退到{show_rank(back, 'zh')}。",
    )


def _tribute(profile: GuandanProfile) -> Iterator[Text]:
    yield text(
        "Before the next deal the last pays the first the highest card, level hearts excepted; who paid the "
        "first leads.",
        "下一局前末游向头游进贡最大的牌（红桃级牌除外），由向头游进贡者先出。",
    )
    if profile.double_tribute == HIGHER_TO_FIRST:
        yield text(
            "After first and second both losers pay: the first takes the higher card; of equal cards that of "
            "the next seat, which leads.",
            "双下时双方都进贡，头游拿大牌；两张相同时头游拿下家的，由下家先出。",
        )
    else:
        yield text(
            "After first and second both losers pay: the last to the first, the third to the second.",
            "双下时末游向头游进贡，三游向二游进贡。",
        )
    yield _given_back(profile)
    yield text(
        "Payers who hold both big jokers resist: nobody pays, the first leads.",
        "进贡方有两张大王可抗贡：不进贡，头游先出。",
    )


def _given_back(profile: GuandanProfile) -> Text:
    if profile.return_at_most == "any":
        return text("Any card may be given back.", "还贡可还任意一张牌。")
    most = profile.return_at_most
    return text(
        f"The card given back is no higher than {show_rank(most, 'en')} by its face.",
        f"还贡的牌按牌面不得超过{show_rank(most, 'zh')}。",
    )


def _time(profile: GuandanProfile) -> Iterator[Text]:
    if profile.time_limit is None:
        return
    tie = ("the side off stage", "台下一方") if profile.time_tie == OFF_STAGE else ("nobody", "不分胜负，无")
    yield text(
        f"After {profile.time_limit} minutes the higher level wins; at equal levels {tie[0]} does.",
        f"限时{profile.time_limit}分钟，到时级数高者胜；级数相同时{tie[1]}胜。",
    )


def _points(profile: GuandanProfile) -> Iterator[Text]:
    points = profile.points
    if points is None:
        return
    first, last = (points.bonus[0], points.bonus[-1]) if points.bonus else (0, 0)
    yield text(
        f"A win is {points.win} points and a speed bonus of {first} to {last} by order of finishing; a "
        f"win on time {points.on_time}.",
        f"胜方得{points.win}分，按完成先后另加{first}至{last}分；到时取胜得{points.on_time}分。",
    )


def _ledger(profile: GuandanProfile) -> Iterator[Text]:
    if profile.ledger is None:
        return
    for offence, penalties in profile.ledger.penalties.items():
        named = SENTENCES[f"offence-{offence}"]
        steps = [SENTENCES[f"penalty-{penalty}"] for penalty in penalties]
        yield text(
            f"{named[0].capitalize()}: "
            + "; ".join(f"{n}. {step[0]}" for n, step in enumerate(steps, 1))
            + ".",
            f"{named[1]}：" + "；".join(f"第{n}次{step[1]}" for n, step in enumerate(steps, 1)) + "。",
        )
    yield text(
        f"Levels taken or given are {profile.ledger.levels}; what can't be taken below 2 is taken from later "
        f"climbs. {profile.ledger.late_minutes} minutes late or leaving: forfeit.",
        f"升、退均为{profile.ledger.levels}级，2以下扣不足的在以后升级中补扣；迟到"
        f"{profile.ledger.late_minutes}分钟或中途退出判弃权。",
    )
