"""A table for tests: play a deal in few words."""

from __future__ import annotations

from engine.actions import Action, Play, Settle, ShowHand, StartDeal
from engine.cards import parse
from engine.events import Event
from engine.game import game_for
from engine.profile import AnyProfile, load_profile
from engine.state import State


class Table:
    """A game under a profile; `events` are all events so far, `last` those of the last action."""

    def __init__(
        self, profile: str | AnyProfile, players: int, dealer: int | None = 0, stake: int = 1
    ) -> None:
        self.profile = load_profile(profile) if isinstance(profile, str) else profile
        self.game = game_for(self.profile)
        self.state: State = self.game.start(players, stake=stake)
        self.events: list[Event] = []
        self.last: tuple[Event, ...] = ()
        self.do(StartDeal(dealer=dealer))

    def do(self, *actions: Action) -> tuple[Event, ...]:
        for action in actions:
            self.last = self.game.decide(self.state, action)
            for event in self.last:
                self.state = self.game.evolve(self.state, event)
                self.events.append(event)
        return self.last

    def play(self, seat: int, cards: str, declared: str | None = None) -> tuple[Event, ...]:
        return self.do(Play(seat, parse(cards), tuple(declared.replace("10", "T")) if declared else None))

    def plays(self, *plays: tuple[int, str]) -> None:
        for seat, cards in plays:
            self.play(seat, cards)
            assert self.last[-1].kind != "refused", self.last

    def show(self, **hands: str) -> None:
        for seat, cards in hands.items():
            self.do(ShowHand(int(seat.removeprefix("seat")), parse(cards)))

    def settle(self) -> tuple[int, ...]:
        self.do(Settle())
        assert self.state.settlement is not None
        return tuple(payment.amount for payment in self.state.settlement.payments)

    def kinds(self) -> list[str]:
        return [event.kind for event in self.last]
