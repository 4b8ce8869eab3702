"""The sentences of the log and the board in both languages. The engine's own sentences (why a play is
refused) are not here but in `engine.messages`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.notation import show_cards, show_ranks

from .schemas import Text


def text(en: str, zh: str) -> Text:
    """One sentence in both languages."""
    return Text(en=en, zh=zh)


def cards_text(cards: Iterable[str]) -> Text:
    """Cards in a row, with suit signs."""
    codes = tuple(cards)
    return Text(en=show_cards(codes, "en"), zh=show_cards(codes, "zh"))


def ranks_text(ranks: Iterable[str]) -> Text:
    """Ranks in a row."""
    letters = tuple(ranks)
    return Text(en=show_ranks(letters, "en"), zh=show_ranks(letters, "zh"))


_KINDS = {
    "single": ("single", "单张"),
    "pair": ("pair", "对子"),
    "triple": ("triple", "三张"),
    "plane": ("plane", "飞机"),
    "straight": ("straight", "顺子"),
    "pair-chain": ("pair chain", "板凳"),
    "plane-chain": ("plane chain", "飞机连"),
    "bomb": ("bomb", "炸弹"),
    "soft-bomb": ("soft bomb", "软炸"),
    "hard-bomb": ("hard bomb", "硬炸"),
    "rocket": ("rocket", "火箭"),
    "full-house": ("full house", "三带二"),
    "tube": ("tube", "三连对"),
    "plate": ("plate", "钢板"),
    "straight-flush": ("straight flush", "同花顺"),
    "four-jokers": ("four jokers", "天王炸"),
    "none": ("no combination", "不成牌型"),
}


def kind_text(kind: str) -> Text:
    """The name of a shape."""
    return text(*_KINDS.get(kind, (kind.replace("-", " "), kind)))


def side_text(side: int) -> Text:
    """A Guandan side: 0 is North-South, 1 East-West."""
    return text(*(("North-South", "南北方"), ("East-West", "东西方"))[side])


def colour_text(colour: str) -> Text:
    """A colour of the matching game."""
    return text(colour, {"red": "红色", "black": "黑色"}.get(colour, colour))


_REASONS = {
    "soft-bomb": ("soft bomb", "软炸"),
    "hard-bomb": ("hard bomb", "硬炸"),
    "rocket": ("rocket", "火箭"),
    "bomb": ("bomb", "炸弹"),
    "no-loser-played": ("no loser played a card", "输家都没出牌"),
    "spring": ("spring", "春天"),
    "reverse-spring": ("reverse spring", "反春"),
    "two-held": ("a 2 still held", "手中有2"),
    "joker-held": ("a joker still held", "手中有王"),
    "holding": ("holding a joker, a 2 or a bomb", "手中有王、2或炸弹"),
    "missed-call": ("missed last-card call", "忘记报单"),
}


def reason_text(reason: str) -> Text:
    """Why something doubles."""
    return text(*_REASONS.get(reason, (reason.replace("-", " "), reason)))


_PAYMENT_NOTES = {
    "exempt": ("one card left pays nothing", "只剩一张，不输不赢"),
    "laid-down": ("settled by a lay-down", "撒牌结算"),
    "void": ("void deal, nothing is paid", "流局，不算分"),
    "finished": ("finished, pays nobody", "已出完，不算分"),
}


def payment_note(reason: str) -> Text | None:
    """A remark on a line of the payment sheet."""
    return text(*_PAYMENT_NOTES[reason]) if reason in _PAYMENT_NOTES else None


_CAMERA = {
    "ok": ("The camera sees the table.", "摄像头正常。"),
    "calibrating": ("Learning the empty table.", "正在熟悉牌桌。"),
    "camera_moved": ("The camera was moved; finding the table again.", "摄像头被移动，正在重新定位。"),
    "too_dark": ("It is too dark to read the cards. Switch a lamp on.", "光线太暗，看不清牌，请开灯。"),
    "cards_small": ("The cards look small. Bring the camera nearer.", "牌太小，请把摄像头靠近一些。"),
    "glare": (
        "A lamp is mirrored in the cards. Turn it or the camera a little.",
        "牌面反光，请调整灯或摄像头。",
    ),
    "blurry": ("The picture is blurred. Focus the camera.", "画面模糊，请对焦。"),
    "askew": ("The camera looks too flat across the table.", "摄像头角度太低。"),
    "camera_stale": ("No new picture has come for a while.", "已有一段时间没有新画面。"),
    "camera_lost": ("The camera is lost. Trying to reach it again.", "摄像头已断开，正在重连。"),
    "camera_back": ("The camera is back.", "摄像头已恢复。"),
    "light_changed": ("The light changed.", "光线有变化。"),
    "source_ended": ("The film has ended.", "影片已播完。"),
}


def camera_text(code: str) -> Text | None:
    """What the camera's state means for the host."""
    return text(*_CAMERA[code]) if code in _CAMERA else None


def bilingual(en: str, zh: str, **values: Text | str | int) -> Text:
    """Both sentences with values put in; a Text goes in by language."""

    def fill(sentence: str, lang: str) -> str:
        words = {name: getattr(v, lang) if isinstance(v, Text) else v for name, v in values.items()}
        return sentence.format(**words)

    return Text(en=fill(en, "en"), zh=fill(zh, "zh"))


QUESTIONS = {
    "cards-unsure": (
        "{name} laid {cards}, I think. Which cards are they?",
        "{name}出的好像是{cards}，请确认是哪几张？",
    ),
    "seat-unsure": ("Who laid {cards}?", "{cards}是谁出的？"),
    "illegal-unsure": (
        "{name} laid {cards}. That would be illegal, but I am not sure enough: please look.",
        "{name}出了{cards}，似乎不合规则，但我不能确定，请看一下。",
    ),
    "other-reading": (
        "{name} laid {cards}. That is allowed only if {owner}'s {pile} were called as {ranks}. Were they?",
        "{name}出了{cards}：只有{owner}的{pile}报作{ranks}才合规则。当时是这样报的吗？",
    ),
    "tribute-doubt": (
        "{name} laid {cards}, I think; then the tribute was wrong: {why}. Please look.",
        "{name}出的好像是{cards}；若是，则进贡有误：{why}。请看一下。",
    ),
    "played-before": (
        "{cards}: {again} was seen in this deal before. What was laid now?",
        "{cards}：{again}本局已经出现过，现在出的是什么？",
    ),
    "partly-taken-back": (
        "Some cards of {cards} were taken away again. What stays?",
        "{cards}中有牌被拿回，请确认留下哪些。",
    ),
    "refused-swept": (
        "{name}'s refused {cards} were swept away. Did {name} take them back?",
        "{name}被判违规的{cards}已被收走，是拿回去了吗？",
    ),
    "hand-seat": ("Whose hand is {cards}?", "{cards}是谁的手牌？"),
    "hand-count": (
        "{name} should hold {expected} cards, but {seen} lie open. Which cards are they?",
        "{name}应剩{expected}张，摊开的是{seen}张，请确认。",
    ),
    "hand-unsure": ("Is {name}'s hand {cards}?", "{name}的手牌是{cards}吗？"),
}

EVENTS = {
    "deal-begun": ("A new deal.", "新的一局。"),
    "deal-started": ("{name} deals.", "{name}坐庄。"),
    "played": ("{name}: {cards} ({kind})", "{name}：{cards}（{kind}）"),
    "passed": ("{name} passes", "{name}不出"),
    "trick-won": ("{name} wins the trick", "{name}赢得本轮"),
    "lead-moved": ("{name} can't lead, the lead moves on", "{name}无法首出，轮到下家"),
    "drew": ("{name} draws {count}", "{name}补{count}张"),
    "reshuffled": ("The played cards are the new stock", "已出的牌重新洗作底牌"),
    "doubled": ("×{factor}: {reason}", "×{factor}：{reason}"),
    "refused": ("{name}: {cards}: {why}", "{name}：{cards}：{why}"),
    "retracted": ("{name} takes {cards} back", "{name}收回{cards}"),
    "taken-back": ("{name} takes {cards} back", "{name}收回{cards}"),
    "withdraw": ("{name} takes {cards} back", "{name}收回{cards}"),
    "stood": ("{name}'s {cards} stand", "{name}的{cards}算数"),
    "called": ("{name} calls: {count} left", "{name}报牌：剩{count}张"),
    "call-missed": ("{name} forgot the last-card call", "{name}忘记报单"),
    "laid-down": ("{name} lays down: {cards}", "{name}撒牌：{cards}"),
    "went-out": ("{name} is out", "{name}出完了"),
    "deal-ended": ("The deal is over", "本局结束"),
    "hand-shown": ("{name} shows {cards}", "{name}亮牌：{cards}"),
    "contradiction": ("{why}", "{why}"),
    "settled": ("Settled: ×{factor}", "结算：×{factor}"),
    "asked": ("{why}", "{why}"),
    "lead-skipped": ("{name} can't lead", "{name}无法首出"),
    "penalised": ("{name} pays a point for an illegal play", "{name}违规，扣一分"),
    "skipped": ("{name} is skipped", "{name}被跳过"),
    "turned": ("The direction turns round", "方向反转"),
    "colour-chosen": ("{name} chooses {colour}", "{name}选择{colour}"),
    "start-card-changed": ("{name} has the start card changed", "{name}要求换首牌"),
    "dealer-found": ("{name} is the dealer", "{name}是庄家"),
    "match-started": ("A new match.", "新的一场。"),
    "levels-set": ("The match stands at NS {ns}, EW {ew}", "级数：南北 {ns}，东西 {ew}"),
    "tribute-due": ("Tribute is due: {payers} pay {receivers}", "进贡：{payers}向{receivers}"),
    "resisted": ("Both big jokers are with the payers: no tribute", "抗贡，免进贡"),
    "tribute-paid": ("{name} pays tribute: {cards}", "{name}进贡{cards}"),
    "tribute-taken": ("{name} takes {cards}", "{name}收{cards}"),
    "card-returned": ("{name} gives {cards} back", "{name}还贡{cards}"),
    "tribute-done": ("Tribute is done", "进贡完毕"),
    "level-moved": ("{side}: level {before} to {after}", "{side}：{before} 级到 {after} 级"),
    "stage-taken": ("{side} is on stage", "{side}上台"),
    "try-failed": ("{side} fails at A, try {count}", "{side}打A未过，第{count}次"),
    "tries-cleared": ("{side}: failed tries are cleared", "{side}：打A次数清零"),
    "match-ended": ("The match is over: {winner} ({why})", "本场结束：{winner}（{why}）"),
    "offence-noted": ("{side}: {offence}, {penalty}", "{side}：{offence}，{penalty}"),
    "corrected": ("Corrected by {who}", "{who}作了更正"),
    "confirmed": ("Confirmed by {who}", "{who}已确认"),
}

PROBLEMS = {
    "no_camera": "找不到这个摄像头。",
    "no_stream": "无法打开这个视频流。",
    "no_file": "没有这个文件或文件夹。",
    "empty_file": "文件是空的。",
    "not_video": "这不是能读的影片。",
    "not_image": "这不是能读的图片。",
    "empty_folder": "文件夹里没有图片。",
    "weights_missing": "缺少模型权重。",
    "weights_undescribed": "模型权重缺少说明文件。",
    "weights_damaged": "模型权重已损坏。",
    "no-picture": "摄像头还没有画面。",
    "no-phone": "请先选择手机作为摄像头。",
    "picture-too-large": "图片太大，最多 8 MB。",
    "not-a-picture": "这不是能读的图片，请发送 JPEG。",
    "wrong-pin": "PIN 不对。请看运行 paiyan 的终端。",
    "too-many-tries": "PIN 错误次数过多，请等一分钟再试。",
    "not-host": "只有主持人可以修改，请先输入 PIN。",
    "other-site": "请求来自其他网站，已拒绝。",
    "no-evening": "请先设置牌桌。",
    "no-deal": "还没有开局。",
    "deal-running": "本局尚未结算，请先结算或作废。",
    "deal-waiting": "本局已开始，请出第一手牌。",
    "stale-preview": "牌局已有新变化，请重新查看更正。",
    "unknown-event": "没有这条记录，或已被更正。",
    "not-correctable": "开局不能更正，请作废后重新开局。",
    "nothing-to-undo": "本局还没有可以撤销的内容。",
    "no-question": "这个问题已经处理过了。",
    "no-such-choice": "没有这个选项。",
    "seat-missing": "请选择座位。",
    "cards-missing": "请先选牌。",
    "one-card": "请只选一张牌。",
    "side-missing": "请选择一方：南北或东西。",
    "levels-missing": "请输入双方的级数。",
    "order-missing": "请按次序选出谁先出完。",
    "card-unknown": "还有不明的牌，请选定。",
    "bad-stake": "底分必须大于 0，最多三位小数。",
    "bad-dealer": "庄家不在桌上。",
    "bad-players": "这种玩法不支持这个人数。",
    "bad-layout": "区域无效，请重新调整。",
    "unknown-profile": "没有这种玩法。",
    "unknown-parameter": "这种玩法没有这个参数。",
    "not-adjustable": "这是自己的玩法文件，请在文件里修改。",
    "full": "磁盘已满，请清理空间。",
    "locked": "记录文件被其他程序占用。",
}
