"""Every code of the engine as a sentence, in English and in Chinese."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from .message_words import only, words

Sentence = tuple[str, str]

SENTENCES: dict[str, Sentence] = {
    # verdicts on a play
    "ok": ("legal", "合规"),
    "not-next": ("{play} does not follow {on}: {only}", "{play} 接不了 {on}：{only}"),
    "not-higher": ("{play} is not higher than {on}: {only}", "{play} 压不住 {on}：{only}"),
    "wrong-shape": (
        "{play_shape} {play} does not answer {on_shape} {on}: {only}",
        "{play_shape} {play} 接不了{on_shape} {on}：{only}",
    ),
    "wrong-length": (
        "{play_size} cards do not answer {on_size}: {play} does not follow {on}: {only}",
        "张数不同，{play} 接不了 {on}：{only}",
    ),
    "needs-bomb": ("{play} does not beat the bomb {on}: {only}", "{play} 压不住炸弹 {on}：{only}"),
    "bomb-too-low": ("bomb {play} does not beat bomb {on}: {only}", "炸弹 {play} 压不住炸弹 {on}：{only}"),
    "nothing-beats-rocket": ("nothing beats the rocket", "火箭（双王）最大，什么都压不住"),
    "declared-impossible": (
        "{cards} cannot be {declared}: it can only be {readings}",
        "{cards} 不能当作 {declared}：只能是 {readings}",
    ),
    "lone-joker": (
        "a joker is not played alone: put it with another card",
        "王不能单出：必须搭配其它牌",
    ),
    "jokers-alone": (
        "both jokers alone are no combination here: put them with other cards",
        "双王不能单独出：必须搭配其它牌",
    ),
    "jokers-not-wild": (
        "jokers stand for no other card here: a single joker, or both as the rocket",
        "这里的王不能代替别的牌：只能单出，或双王一起出",
    ),
    "too-many-wilds": (
        "{jokers} jokers in one combination: {most} is the most",
        "一手牌里用了 {jokers} 张王：最多 {most} 张",
    ),
    "bomb-needs-naturals": (
        "{cards} is no bomb: a bomb needs {naturals} cards of one rank without jokers",
        "{cards} 不成炸弹：炸弹至少要 {naturals} 张同点的真牌",
    ),
    "bomb-too-big": (
        "{size} of one rank: a bomb has at most {most} cards",
        "{size} 张同点：炸弹最多 {most} 张",
    ),
    "no-triples": (
        "three of one rank are no shape here: a bomb needs {from}",
        "这里没有三张的牌型：炸弹要 {from} 张",
    ),
    "no-such-chain": ("{shape_many} are not allowed here: {cards}", "这里不许出{shape}：{cards}"),
    "chain-length": (
        "a {shape} of {length} ranks is not allowed: from {fewest} to {most} ranks",
        "{shape}连了 {length} 个点：只能 {fewest} 到 {most} 个点",
    ),
    "two-in-chain": (
        "a 2 is never in a straight or a chain: 3 is the lowest, A the highest",
        "2 不能进顺子和连对：最小 3，最大 A",
    ),
    "no-shape": ("{cards} is no combination: {can}", "{cards} 不成牌型：{can}"),
    # who plays, and with what
    "not-your-lead": (
        "{seat} cannot lead: the lead belongs to {leader}",
        "{seat} 不能先出：该 {leader} 先出",
    ),
    "out-of-turn": ("it is not the turn of {seat}: it is {turn}'s", "还没轮到 {seat}：该 {turn}"),
    "passed-already": (
        "{seat} has passed and is out of this trick",
        "{seat} 这一轮已经不出，不能再出",
    ),
    "already-out": ("{seat} is out already", "{seat} 已经出完了"),
    "too-many-cards": (
        "{seat} plays {cards_count} cards but holds {held}",
        "{seat} 出了 {cards_count} 张，手里只有 {held} 张",
    ),
    "card-played-before": (
        "{cards} has been played before: one pack holds it once",
        "{cards} 之前已经出过：一副牌里只有一张",
    ),
    "not-held": ("{seat} does not hold {cards}", "{seat} 手里没有 {cards}"),
    "low-card-not-led": (
        "the first lead must hold the lowest rank in the hand: a {rank}",
        "首出必须带最小的牌：{rank}",
    ),
    "after-the-end": (
        "{seat} plays after the deal has ended",
        "本局已经结束， {seat} 还在出牌",
    ),
    # what laid-open hands contradict
    "hand-count": (
        "{seat} shows {shown} cards, {expected} were expected",
        "{seat} 亮出 {shown} 张，应有 {expected} 张",
    ),
    "card-twice": (
        "{cards} appears twice, but the pack holds it once",
        "{cards} 出现了两次，一副牌里只有一张",
    ),
    "lower-card-held": (
        "{seat} led a {led} but was dealt the lower {card}",
        "{seat} 首出 {led}，但当时手里有更小的 {card}",
    ),
    "lower-card-elsewhere": (
        "{leader} led with a {led}, but {seat} was dealt the lower {card}",
        "{leader} 用 {led} 首出，但 {seat} 有更小的 {card}",
    ),
    "could-have-led": (
        "the lead moved on from {seat}, but it held {cards}",
        "{seat} 没有先出，但当时手里有 {cards}",
    ),
    "call-count": (
        "{seat} called {called} cards but holds {held}",
        "{seat} 报 {called} 张，实际 {held} 张",
    ),
    # requests that make no sense
    "invalid-card": (
        "{word} is no card: use codes such as As Td 3c BJ RJ",
        "{word} 不是牌：请用 As Td 3c BJ RJ 这样的代码",
    ),
    "invalid-profile": ("{text}", "规则文件有误：{text}"),
    "invalid-record": ("{text}", "输入有误：{text}"),
    "players": (
        "{profile} is for {low} to {high} players, not {players}",
        "{profile} 适合 {low} 到 {high} 人，不是 {players} 人",
    ),
    "stake": ("the stake must be more than 0, not {stake}", "底分必须大于 0，不能是 {stake}"),
    "on-no-shape": ("{cards} is no combination: nothing can lie on it", "{cards} 不成牌型：无法接牌"),
    "deal-running": ("deal {deal} is not settled yet", "第 {deal} 局还没有结算"),
    "no-such-seat": ("there is no {seat}", "没有 {seat}"),
    "cut-again": ("a joker was cut: cut again", "端到了王：重端"),
    "hands-wrong": ("the hands do not have the sizes of the profile", "手牌张数与规则不符"),
    "stock-wrong": ("the stock must be exactly the undealt cards", "底牌必须正好是没有发出的牌"),
    "not-playing": ("no deal is being played", "现在没有进行中的牌局"),
    "not-showing": ("hands are laid open after a deal", "亮牌要等一局结束以后"),
    "no-cards": ("a play needs at least one card", "出牌至少一张"),
    "own-trick": ("{seat} does not pass on its own combination", "{seat} 不能对自己的牌不出"),
    "must-lead": (
        "{seat} cannot pass: it must lead, or is not on turn",
        "{seat} 不能不出：该它先出，或还没轮到它",
    ),
    "nothing-refused": ("no refused play lies on the table", "桌上没有违规的牌"),
    "hands-missing": ("hands not laid open yet: {seats}", "还有人没有亮牌：{seats}"),
    "no-lay-down": ("{profile} has no lay-downs", "{profile} 没有撒牌"),
    "lay-down-late": (
        "a hand is laid down before the first lead, once a seat",
        "撒牌必须在首出以前，每人一次",
    ),
    "not-one-straight": ("{cards} is not one straight: no lay-down", "{cards} 不是一组顺子：不能撒牌"),
    "stock-short": ("{stock} cards are left to draw, not {count}", "底牌只剩 {stock} 张，摸不了 {count} 张"),
    "no-winner": (
        "nobody has played the last card, and the hands do not tell who won",
        "没有人出完，手牌也看不出谁赢了",
    ),
    "wrong-game": ("{kind} is no action of this game", "这个游戏没有 {kind}"),
}

_EXTRA_MODULES = (".colour_messages", ".guandan_messages")


def message(
    code: str,
    params: Mapping[str, Any],
    lang: str,
    *,
    default: str | None = None,
    names: Sequence[str] | None = None,
) -> str:
    """The sentence of a code, filled with its parameters.

    Args:
        code: a verdict, contradiction or error code of any game.
        params: what the code's event carries; texts of cards and ranks are made from it.
        lang: `en` or `zh`.
        default: returned for a code without a sentence.
        names: the players' names by seat; without them seats are numbered.

    Raises:
        KeyError: for an unknown code without `default`, or another language.
    """
    found = _sentence(code)
    if found is None:
        if default is None:
            raise KeyError(code)
        return default
    template = found[_LANGS.index(lang)]
    text = template.format_map(words(params, lang, names))
    if params.get("options") and "{only}" not in template and "{can}" not in template:
        text += only(params["options"], lang, tail=True)
    return re.sub("号位 (?=[\u4e00-\u9fff])", "号位", text)


_LANGS = ("en", "zh")


def _sentence(code: str) -> Sentence | None:
    if code in SENTENCES:
        return SENTENCES[code]
    for module in _EXTRA_MODULES:
        try:
            more: dict[str, Sentence] = import_module(module, __package__).SENTENCES
        except ModuleNotFoundError:
            continue
        if code in more:
            return more[code]
    return None


def codes() -> tuple[str, ...]:
    """All codes of this module, for tests and translators."""
    return tuple(SENTENCES)
