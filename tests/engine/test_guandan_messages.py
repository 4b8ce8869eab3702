"""Every code of Guandan has a sentence in both languages, and the words in it are all filled."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.guandan_messages import SENTENCES
from engine.guandan_profile import FORFEITS, OFFENCES, PENALTIES
from engine.messages import message

from .guandan_play import Match, verdict

ENGINE = Path(__file__).parents[2] / "engine"
REFUSALS = [
    ("9h 9s", "8s 8d", "does-not-beat", "pair 8 8 does not beat pair 9 9", "对子 8 8 压不住对子 9 9"),
    ("9h 9s", "8s", "other-shape", "single 8 does not answer pair 9 9", "单张 8 接不了对子 9 9"),
    ("9h 9s 9d 9c", "As", "only-a-bomb", "only a higher bomb does", "只有更大的炸弹能压"),
    ("3s 4s 5s 6s 7s", "9h 9s 9d 9c", "bomb-does-not-beat", "straight flush 3 4 5 6 7", "同花顺 3 4 5 6 7"),
    ("BJ BJ RJ RJ", "As Ac Ad Ah", "four-jokers-on-top", "nothing beats the four jokers", "天王炸最大"),
    ("", "BJ 2h", "wild-no-joker", "any card except a joker", "不能配王"),
    ("", "BJ RJ", "joker-alone", "little joker big joker is no combination", "小王 大王 不成牌型"),
    ("", "3s 4s 5s 6d", "straight-length", "exactly five cards", "必须正好五张"),
    ("", "3s 3d 4s 4d", "tube-length", "exactly three pairs", "必须正好三对"),
    ("", "3s 3d 3c 4s 4c 4d 5s 5c 5d", "plate-length", "exactly two triples", "必须正好两个三张"),
    ("", "Qs Ks As 2s 3d", "round-the-ace", "never between", "不能在中间"),
    ("", "7s 7d 7h 3s", "triple-with", "with one pair", "带一对"),
    ("", "7s 9d", "no-combination", "7♠ 9♦ is no combination", "不成牌型"),
    ("", "7s 7s 7s", "third-copy", "two packs hold it twice", "两副牌只有两张"),
]


@pytest.mark.parametrize(
    ("on", "play", "code", "english", "chinese"), REFUSALS, ids=[row[2] for row in REFUSALS]
)
def test_refusals_in_both_languages(on: str, play: str, code: str, english: str, chinese: str) -> None:
    refused = verdict(on, play, level="T" if code == "round-the-ace" else "2")
    assert refused.code == code
    for lang, words in (("en", english), ("zh", chinese)):
        text = message(refused.code, refused.message_params, lang)
        assert words in text
        assert "{" not in text


def test_cannot_be_read_lists_the_readings() -> None:
    refused = verdict("", "8s 8c 9d 9s 5h", level="5", declared="8 8 9 9 T")
    text = message(refused.code, refused.message_params, "en")
    assert text == "5♥ 8♣ 8♠ 9♦ 9♠ cannot be 8 8 9 9 10: it can only be 9 9 9 8 8 or 8 8 8 9 9"


def test_every_sentence_fills_its_words_alike_in_both_languages() -> None:
    for code, (english, chinese) in SENTENCES.items():
        words = re.findall(r"{(\w+)}", english)
        assert set(words) >= set(re.findall(r"{(\w+)}", chinese)), code


def test_every_code_the_engine_raises_or_refuses_with_has_a_sentence() -> None:
    found = set()
    for file in (*ENGINE.glob("guandan*.py"), ENGINE / "tribute.py"):
        text = file.read_text(encoding="utf-8")
        found.update(re.findall(r'(?:ActionError|EngineError|Contradiction)\(\s*"([a-z-]+)"', text))
        found.update(re.findall(r'return "([a-z]+(?:-[a-z]+)+)", (?:\{|params)', text))
    assert len(found) > 30
    for code in found:
        for lang in ("en", "zh"):
            assert message(code, {}, lang)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_words_for_the_page(lang: str) -> None:
    codes = [f"offence-{name}" for name in OFFENCES]
    codes += [f"penalty-{name}" for name in (*PENALTIES, "put-back")]
    codes += [f"forfeit-{name}" for name in FORFEITS]
    codes += [f"match-{name}" for name in ("passed", "reached", "time", "offences", "forfeit")]
    codes += ["side-0", "side-1"]
    assert all(message(code, {}, lang) for code in codes)


def test_physical_refusals_speak_of_the_seat() -> None:
    match = Match()
    match.start(0, ["9s 9d", "3s 3d", "4s 5s 5d", "6s 6d"])
    for text in ("8s 8d 8c", "8s"):
        refused = match.play(0, text)[0].to_dict()
        for lang in ("en", "zh"):
            assert "{" not in message(refused["code"], refused["params"], lang)
