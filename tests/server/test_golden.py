"""A whole deal of hand-made observations gives exactly the events on file, now and after every change.

To accept a wanted change: PAIYAN_WRITE_GOLDEN=1 pytest tests/server/test_golden.py, then read the difference.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from server.session import Session
from server.told_events import teller
from tests.server.fake_eye import FakeEye

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "deal_events.jsonl"


def play_a_deal(eye: FakeEye) -> None:
    """A bomb, an illegal play that is taken back, a card read better later, a take-back, hands at the end."""
    eye.lay(0, "7s 7h 7d")
    eye.sweep()
    eye.lay(0, "4s 5s 6s")
    eye.lay(1, "9c Tc Jc")
    eye.vanish()
    unsure = eye.seen_cards("5d 6d 7c", unsure={"7c": [("Tc", 0.4)]})
    eye.appear(unsure, {1: 0.9})
    seen = eye.by_number[eye.number]
    eye.reread(eye.number, tuple(type(c)(c.id, c.code, 0.99, (), 9, c.polygon) for c in seen.cards))
    eye.sweep()
    eye.lay(1, "8d")
    eye.lay(2, "9d 9h")
    eye.vanish()
    eye.lay(2, "9d")
    eye.lay(1, "Td")
    eye.sweep()
    eye.lay(1, "3h 3c 3d")
    eye.hand(0, "4h Kd BJ")
    eye.hand(2, "2c 4c 5c 6c 8c Tc Qc")
    eye.hand(3, "2h 4d 5h 6h 8h")
    eye.hand(3, "Th Qh As")


def test_the_events_of_a_deal_are_those_on_file(session: Session, eye: FakeEye) -> None:
    lines: list[str] = []
    session.listeners.append(teller(session, lines.append, as_json=True))
    play_a_deal(eye)
    text = "\n".join(lines) + "\n"
    if os.environ.get("PAIYAN_WRITE_GOLDEN"):
        GOLDEN.write_text(text, "utf-8")
    assert text == GOLDEN.read_text("utf-8")
    assert json.loads(lines[-1])["kind"] == "settled"
