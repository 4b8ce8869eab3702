"""One line of `paiyan score --jsonl`: the plays of a deal and the hands left in, the payments out."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from .actions import Action, EndDeal, LayDown, LetStand, MissedCall, Play, Settle, ShowHand, StartDeal
from .amount import Amount, exact, plain
from .check import profile_of
from .errors import ActionError, EngineError, RecordError
from .events import Contradiction, Event, Refused, Settled
from .game import Game, game_for
from .messages import message
from .notation import read_cards, read_ranks
from .profile import AnyProfile
from .state import Phase

Plays = tuple[tuple[int, tuple[str, ...], tuple[str, ...] | None], ...]


def score(deal: Any, *, profile: AnyProfile | None = None, lang: str = "en") -> dict[str, Any]:
    """The result of one deal, never raising for what the line says.

    Args:
        deal: `{"profile", "players", "dealer", "stake"?, "plays": [{"seat", "cards", "declared"?}], "hands":
            {"seat": [codes]}}`; passes and draws are implied by the order of plays, `hands` are what losers
            still hold. A violation does not stop the scoring: it is listed, and the play stands. Also, where
            they happened, `"missed_calls": [seats]` and `"lay_downs": {"seat": [codes]}`.
        profile: used where the line names none.
        lang: `en` or `zh`, for violations and the error.

    Returns:
        `{"winner", "multiplier", "payments", "violations": [{"play", "code", "seat", "message"}]}`, payments
        by seat; `play` is the index in `plays`, null where a violation is about a hand. Or `{"error",
        "code"}`.
    """
    try:
        return _score(deal, profile, lang)
    except EngineError as error:
        return {"error": message(error.code, error.params, lang, default=str(error)), "code": error.code}


def _score(deal: Any, profile: AnyProfile | None, lang: str) -> dict[str, Any]:
    if not isinstance(deal, Mapping):
        raise RecordError("a line must be an object with profile, players, dealer, plays and hands")
    rules = profile_of(deal, profile)
    if rules.game == "guandan":
        return cast(dict[str, Any], import_module(".guandan_score", __package__).score(rules, deal, lang))
    record = _Record(game_for(rules), deal, lang)
    record.play_out()
    return record.result()


class _Record:
    """A deal being scored: plays what the line lists, notes what breaks a rule, goes on."""

    def __init__(self, game: Game, deal: Mapping[str, Any], lang: str) -> None:
        self.game = game
        self.lang = lang
        self.players = _whole(deal, "players")
        self.state = game.start(self.players, stake=_stake(deal.get("stake", game.profile.stake)))
        self.dealer = _whole(deal, "dealer", None)
        self.plays = _plays(deal.get("plays", ()), self.players)
        self.hands = _hands(deal.get("hands", {}), self.players)
        self.lay_downs = _hands(deal.get("lay_downs", {}), self.players)
        self.missed_calls = _seats(deal.get("missed_calls", ()), self.players)
        self.violations: list[dict[str, Any]] = []
        self.settled: Settled | None = None

    def play_out(self) -> None:
        """Run the deal to its settlement."""
        self._do(StartDeal(dealer=self.dealer))
        for seat, cards in sorted(self.lay_downs.items()):
            self._do(LayDown(seat, cards))
        for index, (seat, cards, declared) in enumerate(self.plays):
            if self.state.phase is not Phase.PLAYING:
                self._note(index, "after-the-end", seat, {"seat": seat})
                continue
            refused = self._do(Play(seat, cards, declared))
            if refused is not None:
                self._note(index, refused.code, seat, refused.params)
                self._do(LetStand(seat))
        if self.state.phase is Phase.PLAYING:
            self._do(EndDeal("person", self._winner_by_hands()))
        for seat in self.missed_calls:
            self._do(MissedCall(seat))
        for seat, cards in sorted(self.hands.items()):
            if seat != self.state.winner or cards:
                self._do(ShowHand(seat, cards))
        self._do(Settle())

    def _do(self, action: Action) -> Refused | None:
        refused = None
        for event in self.game.decide(self.state, action):
            self.state = self.game.evolve(self.state, event)
            refused = self._notice(event) or refused
        return refused

    def _notice(self, event: Event) -> Refused | None:
        if isinstance(event, Contradiction):
            self._note(event.play, event.code, event.seat, event.params)
        if isinstance(event, Settled):
            self.settled = event
        return event if isinstance(event, Refused) else None

    def _note(self, index: int | None, code: str, seat: int | None, params: dict[str, Any]) -> None:
        sentence = message(code, params, self.lang)
        self.violations.append({"play": index, "code": code, "seat": seat, "message": sentence})

    def _winner_by_hands(self) -> int:
        """Nobody went out by the count of plays: the one seat without cards left has won."""
        out = [seat for seat in range(self.players) if not self.hands.get(seat)]
        if len(out) == 1:
            return out[0]
        if self.game.profile.game == "colour-match" and len(self.hands) == self.players:
            return min(self.hands, key=lambda seat: (len(self.hands[seat]), seat))
        params = {"seats": out}
        raise ActionError(
            "no-winner", params, "nobody has played the last card, and the hands do not tell who won"
        )

    def result(self) -> dict[str, Any]:
        """The line to print."""
        if self.settled is None:
            raise RecordError("the deal was not settled")
        found: dict[str, Any] = {
            "winner": self.settled.winner,
            "multiplier": self.settled.multiplier,
            "payments": [plain(payment.amount) for payment in self.settled.payments],
            "violations": self.violations,
        }
        if self.settled.order and len(self.settled.order) == self.players:
            found["order"] = list(self.settled.order)
        return found


def _whole(deal: Mapping[str, Any], field: str, default: Any = ...) -> Any:
    value = deal.get(field, default)
    if value is None and default is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordError(f"{field} must be a whole number")
    return value


def _stake(value: Any) -> Amount:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RecordError("stake must be a number")
    return exact(value)


def _plays(value: Any, players: int) -> Plays:
    if not isinstance(value, list | tuple):
        raise RecordError("plays must be a list of {seat, cards}")
    found = []
    for index, play in enumerate(value):
        if not isinstance(play, Mapping) or "seat" not in play or "cards" not in play:
            raise RecordError(f"play {index} must be an object with seat and cards")
        cards = read_cards(play["cards"], f"cards of play {index}")
        if not cards:
            raise RecordError(f"play {index} has no cards")
        declared = read_ranks(play["declared"]) if play.get("declared") else None
        found.append((_seat(play["seat"], players, f"seat of play {index}"), cards, declared))
    return tuple(found)


def _hands(value: Any, players: int) -> dict[int, tuple[str, ...]]:
    if not isinstance(value, Mapping):
        raise RecordError("hands must be an object from seat to cards")
    return {
        _seat(seat, players, "a seat of hands"): read_cards(cards, "hands") for seat, cards in value.items()
    }


def _seats(value: Any, players: int) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise RecordError("missed_calls must be a list of seats")
    return tuple(_seat(seat, players, "missed_calls") for seat in value)


def _seat(value: Any, players: int, where: str) -> int:
    text = str(value)
    if not text.isdecimal() or isinstance(value, bool) or int(text) >= players:
        raise RecordError(f"{where} must be from 0 to {players - 1}, not {value!r}")
    return int(text)
