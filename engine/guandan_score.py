"""One line of `paiyan score --jsonl` for Guandan: the plays of a deal in, the finishing order and the climb
out.

Payments are the levels each seat's side climbs; the multiplier is always 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from .actions import Action, LetStand, Play, ShowHand, StartDeal
from .amount import plain
from .errors import ActionError, RecordError
from .events import Contradiction, Refused, Settled
from .guandan import Guandan
from .guandan_actions import EnterOrder, SetLevels
from .guandan_judge import check_level
from .guandan_order import COPIES
from .guandan_profile import HAND_SIZE, SEATS, GuandanProfile
from .messages import message
from .notation import read_cards, read_ranks
from .state import Phase

_Line = Mapping[str, Any]
_ScoredPlay = tuple[int, tuple[str, ...], tuple[str, ...] | None]


def score(profile: GuandanProfile, deal: _Line, lang: str) -> dict[str, Any]:
    """The result of one deal.

    Args:
        profile: the table's rules.
        deal: `{"players": 4, "dealer"?, "level"?, "plays": [{"seat", "cards", "declared"?}], "hands":
        {"seat": [codes]}}`;
            `dealer` is who leads, null if only the first play tells; passes are implied. A play that breaks a
            rule is listed and stands.
        lang: `en` or `zh`.

    Returns:
        `{"winner", "multiplier", "payments", "violations": [{"play", "code", "seat", "message"}], "order"}`;
        the winner is the seat of first place.

    Raises:
        RecordError: a field is missing or wrong, or the deal does not come to an end.
    """
    return _Record(profile, deal, lang).result()


class _Record:
    """A deal being scored: plays what the line lists, notes what breaks a rule, goes on."""

    def __init__(self, profile: GuandanProfile, deal: _Line, lang: str) -> None:
        self.game = Guandan(profile)
        self.lang = lang
        players = deal.get("players", SEATS)
        self.state = self.game.start(_whole(players, "players"))
        self.plays = _plays(deal.get("plays", ()))
        self.hands = _hands(deal.get("hands", {}))
        self.violations: list[dict[str, Any]] = []
        self.settled: Settled | None = None
        level = check_level(str(deal["level"])) if deal.get("level") else "2"
        self._do(SetLevels((level, level)))
        dealer = deal.get("dealer")
        self._do(
            StartDeal(dealer=None if dealer is None else _seat(dealer, "dealer"), hands=self._small_hands())
        )

    def _small_hands(self) -> tuple[tuple[str, ...], ...] | None:
        """The dealt hands where the line adds up to other hands than 27 each; None: the usual deal, hands
        hidden."""
        dealt = [self.hands.get(seat, ()) for seat in range(SEATS)]
        for seat, cards, _ in self.plays:
            dealt[seat] += cards
        copies = Counter(card for hand in dealt for card in hand)
        if not all(dealt) or all(len(hand) == HAND_SIZE for hand in dealt) or max(copies.values()) > COPIES:
            return None
        return tuple(dealt)

    def result(self) -> dict[str, Any]:
        """The line to print."""
        for index, (seat, cards, declared) in enumerate(self.plays):
            if self.state.phase is not Phase.PLAYING:
                self._note(index, "after-the-end", seat, {"seat": seat})
                continue
            refused = self._do(Play(seat, cards, declared))
            if refused is not None:
                self._note(index, refused.code, seat, refused.params)
                self._stand(seat)
        if self.state.phase is Phase.PLAYING:
            self._do(EnterOrder(self._order_by_hands()))
        for seat, cards in sorted(self.hands.items()):
            self._do(ShowHand(seat, cards))
        assert self.settled is not None
        return {
            "winner": self.settled.winner,
            "multiplier": self.settled.multiplier,
            "payments": [plain(payment.amount) for payment in self.settled.payments],
            "violations": self.violations,
            "order": list(self.settled.order),
        }

    def _stand(self, seat: int) -> None:
        try:
            self._do(LetStand(seat))
        except ActionError as error:
            if error.code != "cannot-stand":
                raise

    def _order_by_hands(self) -> tuple[int, ...]:
        """Nobody went out by the count of plays: seats without cards left have, in the order of their last
        plays."""
        last = {seat: index for index, (seat, _, _) in enumerate(self.plays)}
        emptied = [seat for seat in last if seat not in self.state.order and not self.hands.get(seat)]
        order = (*self.state.order, *sorted(emptied, key=last.__getitem__))
        if not order or not self.hands:
            raise RecordError("the plays do not end the deal, and the hands do not tell who is out")
        return order

    def _do(self, action: Action) -> Refused | None:
        refused = None
        for event in self.game.decide(self.state, action):
            self.state = self.game.evolve(self.state, event)
            if isinstance(event, Contradiction):
                self._note(event.play, event.code, event.seat, event.params)
            elif isinstance(event, Settled):
                self.settled = event
            elif isinstance(event, Refused):
                refused = event
        return refused

    def _note(self, index: int | None, code: str, seat: int | None, params: Mapping[str, Any]) -> None:
        sentence = message(code, params, self.lang)
        self.violations.append({"play": index, "code": code, "seat": seat, "message": sentence})


def _whole(value: Any, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordError(f"{field} must be a whole number, not {value!r}")
    return value


def _seat(value: Any, field: str) -> int:
    text = str(value)
    if isinstance(value, bool) or not text.isdecimal() or int(text) >= SEATS:
        raise RecordError(f"{field} must be a seat from 0 to {SEATS - 1}, not {value!r}")
    return int(text)


def _plays(value: Any) -> tuple[_ScoredPlay, ...]:
    if not isinstance(value, list | tuple):
        raise RecordError("plays must be a list of {seat, cards}")
    return tuple(_one_play(index, play) for index, play in enumerate(value))


def _one_play(index: int, play: Any) -> _ScoredPlay:
    if not isinstance(play, Mapping) or "seat" not in play or "cards" not in play:
        raise RecordError(f"play {index} must be an object with seat and cards")
    cards = read_cards(play["cards"], f"cards of play {index}")
    if not cards:
        raise RecordError(f"play {index} has no cards")
    declared = read_ranks(play["declared"]) if play.get("declared") else None
    return _seat(play["seat"], f"seat of play {index}"), cards, declared


def _hands(value: Any) -> dict[int, tuple[str, ...]]:
    if not isinstance(value, Mapping):
        raise RecordError("hands must be an object from seat to cards")
    return {_seat(seat, "a seat of hands"): read_cards(cards, "hands") for seat, cards in value.items()}
