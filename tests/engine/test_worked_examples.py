"""The worked examples of the rules page: verdicts, with the sentences that refusals are said in."""

from __future__ import annotations

import pytest

from engine.cards import parse
from engine.check import check
from engine.game import judge
from engine.profile import load_profile
from engine.score import score

CLASSIC, DRAWS, LOW = "classic", "winner-draws", "low-card-leads"

LEGAL = {
    "classic-3-straight-next": (CLASSIC, "6s 7s 8s", "7h 8h 9h", None, "straight", "789"),
    "classic-3-bomb-on-straight": (CLASSIC, "6s 7s 8s", "9s 9h 9d", None, "bomb", "999"),
    "classic-4-a-on-k": (CLASSIC, "Ks", "Ad", None, "single", "A"),
    "classic-4-2-on-k": (CLASSIC, "Ks", "2d", None, "single", "2"),
    "classic-4-bomb-on-2": (CLASSIC, "2s", "3s 3h 3d", None, "bomb", "333"),
    "classic-4-rocket-on-22": (CLASSIC, "2s 2h", "BJ RJ", None, "rocket", "BJ RJ"),
    "classic-4-2-joker-on-99": (CLASSIC, "9s 9h", "2d BJ", None, "pair", "22"),
    "classic-5-a-k-joker": (CLASSIC, None, "As Ks BJ", None, "straight", "QKA"),
    "classic-6-445-joker": (CLASSIC, None, "4s 4h 5s RJ", None, "pair-chain", "4455"),
    "classic-6-455667-joker": (CLASSIC, None, "4s 5s 5h 6s 6h RJ", None, "pair-chain", "445566"),
    "winner-draws-7-3-both-jokers": (DRAWS, None, "3s BJ RJ", None, "bomb", "333"),
    "winner-draws-7-declared-345": (DRAWS, None, "3s BJ RJ", "345", "straight", "345"),
    "classic-8-3333-on-aaa": (CLASSIC, "As Ah Ad", "3s 3h 3d 3c", None, "bomb", "3333"),
    "classic-8-555-joker-on-kkk": (CLASSIC, "Ks Kh Kd", "5s 5h 5d RJ", None, "bomb", "5555"),
    "classic-8-333-on-qq-joker": (CLASSIC, "Qs Qh BJ", "3s 3h 3d", None, "bomb", "333"),
    "classic-8-444-on-333": (CLASSIC, "3s 3h 3d", "4s 4h 4d", None, "bomb", "444"),
    "classic-8-rocket-on-2222": (CLASSIC, "2s 2h 2d 2c", "BJ RJ", None, "rocket", "BJ RJ"),
    "winner-draws-9-444-on-3333": (DRAWS, "3s 3h 3d 3c", "4s 4h 4d", None, "bomb", "444"),
    "low-card-leads-10-888-joker": (LOW, None, "8s 8h 8d BJ", None, "bomb", "8888"),
    "shanghai-11-4-joker": ("shanghai", None, "4s BJ", None, "pair", "44"),
    "shanghai-11-2-joker": ("shanghai", None, "2s RJ", None, "pair", "22"),
    "shanghai-11-4-5-joker": ("shanghai", None, "4s 5s RJ", None, "straight", "345"),
    "shanghai-11-declared-456": ("shanghai", None, "4s 5s RJ", "456", "straight", "456"),
    "planes-12-3-4-then-4-5": ("planes", "3s 4s", "4h 5h", None, "straight", "45"),
    "planes-12-three-planes": (
        "planes",
        None,
        "3s 3h 3d 4s 4h 4d 5s 5h 5d",
        None,
        "plane-chain",
        "333444555",
    ),
    "planes-12-666-joker-on-9": ("planes", "9s", "6s 6h 6d RJ", None, "bomb", "6666"),
    "planes-12-2-on-3": ("planes", "3s", "2s", None, "single", "2"),
    "free-beat-13-j-on-9": ("free-beat", "9s", "Js", None, "single", "J"),
    "free-beat-13-44-on-9": ("free-beat", "9s", "4s 4h", None, "pair", "44"),
    "free-beat-13-99-on-55": ("free-beat", "5s 5h", "9s 9h", None, "pair", "99"),
    "sichuan-15-45-both-jokers": ("sichuan", None, "4s 5s BJ RJ", None, "pair-chain", "4455"),
    "sichuan-15-follows-3456": ("sichuan", "3s 4h 5h 6s", "4s 5s BJ RJ", None, "straight", "4567"),
    "sichuan-15-bomb-on-345": ("sichuan", "3s 4h 5h", "4s BJ RJ", None, "bomb", "444"),
    "sichuan-15-declared-456": ("sichuan", "3s 4h 5h", "4s BJ RJ", "456", "straight", "456"),
}

ILLEGAL = {
    "classic-3-8910-on-678": (
        CLASSIC,
        "6s 7s 8s",
        "8h 9h Th",
        "not-next",
        "8 9 10 does not follow 6 7 8: only 7 8 9 or a bomb",
        "8 9 10 接不了 6 7 8：只能出 7 8 9 或炸弹",
    ),
    "classic-3-2-on-678": (
        CLASSIC,
        "6s 7s 8s",
        "2h",
        "wrong-shape",
        "single 2 does not answer straight 6 7 8: only 7 8 9 or a bomb",
        "单张 2 接不了顺子 6 7 8：只能出 7 8 9 或炸弹",
    ),
    "classic-4-q-on-k": (
        CLASSIC,
        "Ks",
        "Qd",
        "not-next",
        "Q does not follow K: only an A, a 2 or a bomb",
        "Q 接不了 K：只能出 A、2 或炸弹",
    ),
    "classic-4-aa-on-k": (
        CLASSIC,
        "Ks",
        "As Ad",
        "wrong-shape",
        "pair A A does not answer single K: only an A, a 2 or a bomb",
        "对子 A A 接不了单张 K：只能出 A、2 或炸弹",
    ),
    "classic-4-3-on-2": (
        CLASSIC,
        "2s",
        "3d",
        "not-next",
        "3 does not follow 2: only a bomb",
        "3 接不了 2：只能出炸弹",
    ),
    "classic-4-33-on-22": (
        CLASSIC,
        "2s 2h",
        "3d 3c",
        "not-next",
        "3 3 does not follow 2 2: only a bomb",
        "3 3 接不了 2 2：只能出炸弹",
    ),
    "classic-5-k-a-2": (
        CLASSIC,
        None,
        "Ks As 2d",
        "two-in-chain",
        "a 2 is never in a straight or a chain: 3 is the lowest, A the highest",
        "2 不能进顺子和连对：最小 3，最大 A",
    ),
    "classic-6-four-pairs": (
        CLASSIC,
        None,
        "4s 4h 5s 5h 6s 6h 7s 7h",
        "chain-length",
        "a pair chain of 4 ranks is not allowed: from 2 to 3 ranks",
        "连对连了 4 个点：只能 2 到 3 个点",
    ),
    "classic-6-6789-on-567": (
        CLASSIC,
        "5s 6s 7s",
        "6h 7h 8h 9h",
        "wrong-length",
        "4 cards do not answer 3: 6 7 8 9 does not follow 5 6 7: only 6 7 8 or a bomb",
        "张数不同，6 7 8 9 接不了 5 6 7：只能出 6 7 8 或炸弹",
    ),
    "classic-7-3-both-jokers": (
        CLASSIC,
        None,
        "3s BJ RJ",
        "too-many-wilds",
        "2 jokers in one combination: 1 is the most",
        "一手牌里用了 2 张王：最多 1 张",
    ),
    "classic-8-333-on-444": (
        CLASSIC,
        "4s 4h 4d",
        "3s 3h 3d",
        "bomb-too-low",
        "bomb 3 3 3 does not beat bomb 4 4 4: only a higher bomb or the rocket",
        "炸弹 3 3 3 压不住炸弹 4 4 4：只能出更大的炸弹或火箭",
    ),
    "classic-8-2222-on-rocket": (
        CLASSIC,
        "BJ RJ",
        "2s 2h 2d 2c",
        "nothing-beats-rocket",
        "nothing beats the rocket",
        "火箭（双王）最大，什么都压不住",
    ),
    "classic-9-444-on-3333": (
        CLASSIC,
        "3s 3h 3d 3c",
        "4s 4h 4d",
        "bomb-too-low",
        "bomb 4 4 4 does not beat bomb 3 3 3 3: only a higher bomb or the rocket",
        "炸弹 4 4 4 压不住炸弹 3 3 3 3：只能出更大的炸弹或火箭",
    ),
    "low-card-leads-10-88-joker": (
        LOW,
        None,
        "8s 8h BJ",
        "bomb-needs-naturals",
        "8♥ 8♠ little joker is no bomb: a bomb needs 3 cards of one rank without jokers",
        "8♥ 8♠ 小王 不成炸弹：炸弹至少要 3 张同点的真牌",
    ),
    "shanghai-11-4455": (
        "shanghai",
        None,
        "4s 4h 5s 5h",
        "no-such-chain",
        "pair chains are not allowed here: 4♥ 4♠ 5♥ 5♠",
        "这里不许出连对：4♥ 4♠ 5♥ 5♠",
    ),
    "planes-12-3456": (
        "planes",
        None,
        "3s 4s 5s 6s",
        "chain-length",
        "a straight of 4 ranks is not allowed: from 2 to 3 ranks",
        "顺子连了 4 个点：只能 2 到 3 个点",
    ),
    "planes-12-666-on-9": (
        "planes",
        "9s",
        "6s 6h 6d",
        "wrong-shape",
        "plane 6 6 6 does not answer single 9: only a 10, a 2 or a bomb",
        "飞机 6 6 6 接不了单张 9：只能出 10、2 或炸弹",
    ),
    "free-beat-13-9-on-55": (
        "free-beat",
        "5s 5h",
        "9s",
        "wrong-shape",
        "single 9 does not answer pair 5 5: only a higher pair or a bomb",
        "单张 9 接不了对子 5 5：只能出更大的对子或炸弹",
    ),
}


@pytest.mark.parametrize(("profile", "on", "play", "declared", "kind", "stands"), LEGAL.values(), ids=LEGAL)
def test_legal(profile, on, play, declared, kind, stands):
    verdict = judge(
        load_profile(profile),
        parse(on) if on else None,
        parse(play),
        declared=tuple(declared) if declared else None,
    )
    assert (verdict.legal, verdict.code, verdict.kind) == (True, "ok", kind)
    assert verdict.stands_for == (("BJ", "RJ") if kind == "rocket" else tuple(stands))


@pytest.mark.parametrize(("profile", "on", "play", "code", "en", "zh"), ILLEGAL.values(), ids=ILLEGAL)
def test_illegal_and_said_in_both_languages(profile, on, play, code, en, zh):
    case = {"profile": profile, "on": on, "play": play}
    english, chinese = check(case, lang="en"), check(case, lang="zh")
    assert (english["legal"], english["code"], english["message"]) == (False, code, en)
    assert (chinese["legal"], chinese["code"], chinese["message"]) == (False, code, zh)


def test_the_sentence_of_the_rules_page():
    case = {"profile": "classic", "on": ["5s"], "play": ["7d"]}
    assert check(case)["message"] == "7 does not follow 5: only a 6, a 2 or a bomb"
    assert check(case, lang="zh")["message"] == "7 接不了 5：只能出 6、2 或炸弹"


def result(profile, dealer, plays, hands):
    line = {
        "profile": profile,
        "players": 4,
        "dealer": dealer,
        "stake": 1,
        "plays": [{"seat": seat, "cards": cards} for seat, cards in plays],
        "hands": hands,
    }
    found = score(line)
    assert "error" not in found, found
    return found


def test_classic_scoring_1():
    plays = [(1, "3s"), (2, "7s 7h 7d"), (2, "4s"), (0, "5s"), (1, "BJ RJ")]
    hands = {"0": "2s 9h Kd", "2": "5h", "3": "3d 5d 8h 9d Jd"}
    found = result("classic", 1, plays, hands)
    assert found["multiplier"] == 8
    assert found["payments"] == [-48, 128, 0, -80]


def test_classic_scoring_2_three_twos():
    plays = [(0, "6s"), (1, "7s"), (0, "8s"), (1, "9s")]
    found = result("classic", 0, plays, {"0": "2s 2h 2d 4c", "2": "3s", "3": "3d"})
    assert found["multiplier"] == 1
    assert found["payments"] == [-32, 32, 0, 0]


def test_low_card_leads_10_a_led_bomb_doubles_nothing():
    found = result("low-card-leads", 0, [(0, "5s 5h 5d")], {"1": "7s", "2": "7d", "3": "8d"})
    assert found["multiplier"] == 1


def test_tournament_14():
    plays = [(2, "3s"), (0, "4h"), (1, "7s 7h 7d"), (2, "8s 8h 8d")]
    found = result("tournament", 2, plays, {"0": "BJ 2s 9d", "1": "4s", "3": "5s"})
    assert found["multiplier"] == 4
    assert found["payments"][0] == -24
    assert found["payments"][2] == 0


@pytest.mark.parametrize(("profile", "multiplier"), [("low-card-leads", 4), ("winner-draws", 8)])
def test_example_16_a_led_bomb_beaten_by_a_bomb(profile, multiplier):
    plays = [(0, "5s 5h 5d"), (1, "6s 6h 6d 6c")]
    hands = {"0": "9s", "2": "9d", "3": "9h"}
    assert result(profile, 0, plays, hands)["multiplier"] == multiplier
