"""The matching game's sentences."""

from __future__ import annotations

SENTENCES: dict[str, tuple[str, str]] = {
    "one-card": ("one card at a time: {cards}", "一次只能出一张：{cards}"),
    "joker-out": ("jokers are not in this game", "这个游戏不用大小王"),
    "no-match": (
        "{card} does not follow: only {colour} cards, a {rank} or a special card ({specials})",
        "{card} 接不了：只能出{colour}牌、{rank} 或特殊牌（{specials}）",
    ),
    "skipped-seat": (
        "{seat} is skipped: only the same skip card answers it",
        "{seat} 被禁止：只能用同样的禁止牌接",
    ),
    "must-play": ("{seat} must play, or draw until it can", "{seat} 必须出牌，或摸到能出为止"),
    "no-colour": ("{seat} has no colour to choose", "{seat} 没有可挑的颜色"),
    "start-card-late": (
        "the start card is changed once a deal, before the first play",
        "换底牌一局一次，而且要在首出以前",
    ),
}
