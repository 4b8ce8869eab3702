"""Guandan's codes as sentences, in English and in Chinese; `engine.messages` finds them here."""

from __future__ import annotations

from typing import Final

from .message_words import SHAPES

SHAPES.update(
    {
        "triple": ("triple", "三张"),
        "full-house": ("full house", "三带二"),
        "tube": ("tube", "三连对"),
        "plate": ("plate", "钢板"),
        "straight-flush": ("straight flush", "同花顺"),
        "four-jokers": ("four jokers", "天王炸"),
    }
)

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    # verdicts on a play
    "does-not-beat": (
        "{play_shape} {play} does not beat {on_shape} {on} at level {rank}: only a higher {on_shape} or a"
        " bomb",
        "打 {rank} 时，{play_shape} {play} 压不住{on_shape} {on}：只能出更大的{on_shape}或炸弹",
    ),
    "other-shape": (
        "{play_shape} {play} does not answer {on_shape} {on}: only a higher {on_shape} or a bomb",
        "{play_shape} {play} 接不了{on_shape} {on}：只能出更大的{on_shape}或炸弹",
    ),
    "only-a-bomb": (
        "{play_shape} {play} does not beat {on_shape} {on}: only a higher bomb does",
        "{play_shape} {play} 压不住{on_shape} {on}：只有更大的炸弹能压",
    ),
    "bomb-does-not-beat": (
        "{play_shape} {play} does not beat {on_shape} {on}: four jokers beat six and more of a rank, they a"
        " straight flush, it five, they four; then the rank decides",
        "{play_shape} {play} 压不住{on_shape} {on}：天王炸、六张及以上、同花顺、"
        "五张、四张，依次从大到小；同级比点数",
    ),
    "four-jokers-on-top": ("nothing beats the four jokers", "天王炸最大，什么都压不住"),
    "cannot-be-read": (
        "{cards} cannot be {declared}: it can only be {readings}",
        "{cards} 不能当作 {declared}：只能是 {readings}",
    ),
    "wild-no-joker": (
        "{cards}: the wild {rank} of hearts stands for any card except a joker",
        "{cards}：逢人配红桃 {rank} 不能配王",
    ),
    "joker-alone": (
        "{cards} is no combination: jokers are played singly, as an equal pair, as the pair of a full house,"
        " or all four",
        "{cards} 不成牌型：王只能单出、成对、作三带二的对子，或四王一起出",
    ),
    "straight-length": (
        "{cards} is no straight: a straight has exactly five cards",
        "{cards} 不成顺子：顺子必须正好五张",
    ),
    "tube-length": (
        "{cards} is no tube: a tube has exactly three pairs",
        "{cards} 不成三连对：必须正好三对",
    ),
    "plate-length": (
        "{cards} is no plate: a plate has exactly two triples",
        "{cards} 不成钢板：必须正好两个三张",
    ),
    "round-the-ace": (
        "{cards} is no run: the ace is the lowest or the highest card of one, never between",
        "{cards} 不成连牌：A 只能最小或最大，不能在中间",
    ),
    "triple-with": (
        "{cards} is no combination: a triple is played alone or with one pair",
        "{cards} 不成牌型：三张只能单独出，或带一对",
    ),
    "no-combination": (
        "{cards} is no combination: play a single, pair, triple, full house, straight of five, tube, plate or"
        " bomb",
        "{cards} 不成牌型：可以出单张、对子、三张、三带二、五张顺子、三连对、钢板或炸弹",
    ),
    "third-copy": (
        "{cards} cannot be: two packs hold it twice, and both are seen elsewhere",
        "{cards} 不可能：两副牌只有两张，都已出现",
    ),
    # tribute
    "tribute-not-highest": (
        "{seat} paid {card} as tribute but held the higher {cards}",
        "{seat}进贡了 {card}，但手里有更大的 {cards}",
    ),
    "tribute-wild": (
        "{card} is not paid as tribute: the hearts of the level {rank} are excepted",
        "{card} 不用进贡：级牌 {rank} 的红桃除外",
    ),
    "return-too-high": (
        "{seat} gave back {card}: only a card up to {rank} may be given back",
        "{seat}还了 {card}：还牌不得超过 {rank}",
    ),
    "resisted-without-jokers": (
        "{seat} plays a big joker, though {seats} resisted tribute with both",
        "{seat}出了大王，但抗贡时 {seats}应有两张大王",
    ),
    "no-tribute": ("no tribute is due now", "现在没有进贡"),
    "owes-nothing": ("{seat} owes no tribute now", "{seat}现在不用进贡"),
    "no-return": ("{seat} has no card to give back now", "{seat}现在不用还牌"),
    "return-due": ("a tribute card has been taken: give one back first", "贡牌已收：请先还牌"),
    "not-a-payer": ("only who owes tribute can resist it", "只有该进贡的人可以抗贡"),
    "no-two-jokers": ("the payers do not hold both big jokers", "该进贡的人没有两张大王"),
    # deals and matches
    "invalid-level": ("{level} is no level: one of {allowed}", "{level} 不是级数：可以是 {allowed}"),
    "drawn-cards": ("{count} drawn cards are needed, not {drawn}", "要抽 {count} 张牌，不是 {drawn} 张"),
    "no-pass": ("{seat} has nothing to pass on now", "{seat}现在没有什么可不出的"),
    "no-call": ("{seat} is out and has nothing to announce", "{seat}已经出完，不用报牌"),
    "cannot-stand": (
        "{seat} is out, the play cannot be its: correct the seat, or take the cards back",
        "{seat}已经出完，这手牌不会是它的：请改正座位，或收回",
    ),
    "order-needed": (
        "a Guandan deal ends with its finishing order, not only a winner: enter the order",
        "掼蛋要按出完的次序结束，不只看谁赢：请输入次序",
    ),
    "bad-order": ("the order names each seat at most once", "次序里每个座位最多一次"),
    "bad-hands": ("known hands must be given for all four seats", "手牌必须四家都给出"),
    "no-stage": ("say which side is on stage: 0 (NS) or 1 (EW)", "请说明哪一方在台上：0（南北）或 1（东西）"),
    "match-over": ("the match is over: start a new one", "比赛已经结束：请开始新的一场"),
    "no-time-limit": ("{profile} has no time limit", "{profile} 没有时间限制"),
    "no-ledger": ("{profile} keeps no ledger of offences", "{profile} 不记犯规"),
    "no-side": ("there is no side {side}: 0 is NS, 1 is EW", "没有 {side} 方：0 是南北，1 是东西"),
    "no-offence": ("{offence} is no offence: one of {allowed}", "没有 {offence} 这种犯规：可以是 {allowed}"),
    "no-reason": ("{reason} is no reason: one of {allowed}", "没有 {reason} 这种理由：可以是 {allowed}"),
    # words for the page
    "side-0": ("NS", "南北"),
    "side-1": ("EW", "东西"),
    "offence-order": ("drawing or playing out of order", "越序抓牌、出牌"),
    "offence-count": ("too many or too few cards", "多牌或少牌"),
    "offence-hidden-card": ("hidden card", "藏牌"),
    "offence-signal": ("signalling", "传递非法信息"),
    "penalty-put-back": ("put back at once: nothing is counted", "马上退回：不判罚"),
    "penalty-noted": ("noted", "记录在案"),
    "penalty-take-card": ("the rightful player takes any card from the offender", "由应当抓牌者任意抽一张"),
    "penalty-levels-back": ("levels are taken back", "退级"),
    "penalty-opponents-up": ("the opponents climb and are on stage", "对方升级，并在台上"),
    "penalty-match-lost": ("the match is lost", "本局判负"),
    "match-passed": ("passed A", "打过 A"),
    "match-reached": ("reached A first", "先打到 A"),
    "match-time": ("time is up", "到时"),
    "match-offences": ("by the referee's ledger", "犯规判负"),
    "match-forfeit": ("forfeit", "弃权判负"),
    "forfeit-late": ("late", "迟到"),
    "forfeit-left": ("left the match", "中途退出"),
    "forfeit-stalling": ("stalling", "长时间不出牌"),
    "forfeit-talk": ("talk or hints", "讲话或暗示"),
}
