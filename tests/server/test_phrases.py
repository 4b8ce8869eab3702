"""Every event, question and fault can be said in both languages."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from engine import actions, colour_state, events, guandan_actions, guandan_events, tribute
from server.other_reading import OTHER_READING
from server.phrases import EVENTS, PROBLEMS, QUESTIONS, bilingual, camera_text, kind_text, text

MODULES = (actions, colour_state, guandan_actions, guandan_events, tribute)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("kind", sorted(events._EVENTS) if MODULES else [])
def test_every_event_of_the_engine_has_a_sentence(kind: str) -> None:
    assert kind in EVENTS


@pytest.mark.parametrize("table", [EVENTS, QUESTIONS], ids=["events", "questions"])
def test_both_languages_say_the_same_things(table: dict[str, tuple[str, str]]) -> None:
    for code, (en, zh) in table.items():
        assert fields(en) == fields(zh), code
        assert en
        assert zh


def test_every_question_the_referee_asks_has_words(root_dir: Path) -> None:
    asked = set()
    for name in ("plays", "hands", "referee"):
        source = (root_dir / "server" / f"{name}.py").read_text("utf-8")
        asked |= set(re.findall(r'bench\.ask\(\s*"([a-z-]+)"', source))
    assert asked
    asked.add(OTHER_READING)
    assert asked <= set(QUESTIONS)


def test_every_fault_of_the_server_is_said_in_chinese_too(root_dir: Path) -> None:
    codes = set()
    for path in (root_dir / "server").glob("*.py"):
        codes |= set(re.findall(r'UserError\(\s*"([a-z-]+)"', path.read_text("utf-8")))
    shell_only = {"usage", "no-truth", "no-tally", "unwritable", "bad-profile", "unknown-entry"}
    shell_only |= {"bad-outlet", "mqtt-missing"}  # options of the command line
    assert codes - shell_only <= set(PROBLEMS)


def test_texts_go_in_by_language() -> None:
    said = bilingual("{a} beats {n}", "{a}压{n}", a=text("ace", "尖"), n=3)
    assert (said.en, said.zh) == ("ace beats 3", "尖压3")


def test_unknown_names_are_shown_as_they_are() -> None:
    assert kind_text("new-shape").en == "new shape"
    assert camera_text("nothing known") is None
