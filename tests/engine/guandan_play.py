"""Helpers to play Guandan in tests: short cards, small known hands, whole actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from engine.actions import Action, Play, StartDeal
from engine.events import Event
from engine.game import game_for, judge
from engine.guandan import Guandan
from engine.guandan_state import GuandanState
from engine.profile import load_profile
from engine.verdict import Verdict


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def verdict(on: str, play: str, level: str = "2", declared: str = "", profile: str = "huaian") -> Verdict:
    said = cards(declared) or None
    return judge(load_profile(profile), cards(on) or None, cards(play), level=level, declared=said)


class Match:
    """A match that remembers all events; `do` returns those of one action."""

    def __init__(self, profile: str = "huaian") -> None:
        self.game = cast(Guandan, game_for(load_profile(profile)))
        self.state: GuandanState = self.game.start(4)
        self.log: list[Event] = []

    def do(self, action: Action) -> list[Event]:
        events = list(self.game.decide(self.state, action))
        for event in events:
            self.state = self.game.evolve(self.state, event)
        self.log += events
        return events

    def all(self, actions: Iterable[Action]) -> list[Event]:
        return [event for action in actions for event in self.do(action)]

    def start(self, leader: int | None = None, hands: Iterable[str] | None = None) -> list[Event]:
        known = None if hands is None else tuple(cards(hand) for hand in hands)
        return self.do(StartDeal(dealer=leader, hands=known))

    def play(self, seat: int, text: str, declared: str = "") -> list[Event]:
        return self.do(Play(seat, cards(text), cards(declared) or None))


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def of(events: Iterable[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]
