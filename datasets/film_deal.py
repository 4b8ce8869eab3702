"""Plays a deal with the engine and writes it down as a script.

Two tables run side by side: one where all hands are known, from which the players choose, and one as the
camera sees it, without hands, spoken passes and draws. A play enters the script only if both judge it alike,
so a film's truth never depends on what no camera can see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from engine.actions import Action, LetStand, Pass, Play, Retract, Settle, ShowHand, StartDeal
from engine.cards import pack, rank, sort_cards
from engine.events import DealStarted, Drew, Event, Played, Refused, Settled, TrickWon
from engine.game import Game, game_for, legal_plays
from engine.guandan_actions import SetLevels
from engine.guandan_state import GuandanState
from engine.profile import AnyProfile, load_profile
from engine.state import Phase, State

from .film_script import Habits, Lay, LayOpen, PassBy, Script, Step, Sweep, TakeBack, TakeCards
from .film_spec import FilmSpec
from .film_table import FilmError

ATTEMPTS = 400
_SMALL_HAND = 8
Cards = tuple[str, ...]


class _DealFailedError(Exception):
    """This shuffle can't be filmed (void, endless, or the two tables disagree): deal again."""


def play_deal(spec: FilmSpec, habits: Habits) -> Script:
    """One deal of `spec.profile`, drawn from the spec's seed.

    Raises:
        EngineError: for an unknown profile or a number of players that it refuses.
        FilmError: if no shuffle grants the wishes.
    """
    profile = load_profile(spec.profile)
    game = game_for(profile)
    game.start(spec.players, stake=spec.stake)
    if profile.game == "colour-match":
        raise FilmError("colour-match can't be filmed: choose a profile of Gandengyan or Guandan")
    for attempt in range(ATTEMPTS):
        try:
            script = _Deal(spec, habits, profile, game, spec.rng(f"deal {attempt}")).play()
        except _DealFailedError:
            continue
        if _granted(spec, script):
            return script
    raise FilmError(
        f"none of {ATTEMPTS} deals of {spec.profile} from seed {spec.seed} has the plays, bombs and illegal "
        "plays asked for: ask for less or take another seed"
    )


def _granted(spec: FilmSpec, script: Script) -> bool:
    lays = [step for step in script.steps if isinstance(step, Lay)]
    bombs = sum(
        event.get("kind") == "played" and event.get("combination") in ("bomb", "rocket")
        for event in script.events
    )
    return (
        bombs >= spec.least_bombs
        and sum(not lay.legal for lay in lays) >= spec.least_illegal
        and spec.fewest_plays <= len(lays) <= spec.most_plays
    )


@dataclass(slots=True)
class _Deal:
    """One deal being played."""

    spec: FilmSpec
    habits: Habits
    profile: AnyProfile
    game: Game
    rng: np.random.Generator
    open: State = field(init=False)
    hidden: State = field(init=False)
    steps: list[Step] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    plays: int = 0
    offended: bool = False

    def play(self) -> Script:
        """The whole deal as a script."""
        dealer, dealt, stock = self._start()
        level = self.open.level if isinstance(self.open, GuandanState) else None
        while self.open.phase is Phase.PLAYING:
            if self.plays > self.spec.most_plays:
                raise _DealFailedError
            self._turn()
        settled = self._settle()
        return Script(
            profile=self.spec.profile,
            players=self.spec.players,
            dealer=dealer,
            stake=self.spec.stake,
            packs=self.profile.packs,
            level=level,
            turn=self.profile.direction,
            stock=stock,
            steps=tuple(self.steps),
            hands={step.seat: step.cards for step in self.steps if isinstance(step, LayOpen)},
            dealt=dealt,
            events=tuple(event.to_dict() for event in self.events),
            winner=settled.winner,
            multiplier=settled.multiplier,
            payments=tuple(payment.amount for payment in settled.payments),
        )

    # -- the course of the deal

    def _start(self) -> tuple[int, dict[int, Cards], int]:
        spec, rng = self.spec, self.rng
        self.open = self.game.start(spec.players, stake=spec.stake)
        self.hidden = self.game.start(spec.players, stake=spec.stake)
        if self.profile.game == "guandan" and spec.level is not None:
            self._both(SetLevels((spec.level, spec.level)))
        dealer = int(rng.integers(spec.players))
        hands, stock = self._deal_out(self._counts(dealer))
        known = None if self._lowest_leads() else dealer
        started = self._apply(StartDeal(dealer=known, hands=tuple(hands), stock=stock))[0]
        assert isinstance(started, DealStarted)
        leader = started.leader if started.leader is not None else dealer
        self._hide(StartDeal(dealer=started.dealer if started.dealer is not None else leader))
        return leader, dict(enumerate(hands)), len(stock)

    def _deal_out(self, counts: list[int]) -> tuple[list[Cards], Cards]:
        """Hands of so many cards, and the stock."""
        cards = list(pack(self.profile.packs))
        self.rng.shuffle(cards)
        if self.spec.shuffle == "poor":
            cards = self._clumped(cards, max(counts))
        hands, at = [], 0
        for count in counts:
            hands.append(sort_cards(cards[at : at + count]))
            at += count
        rest = cards[at:]
        self.rng.shuffle(rest)
        return hands, tuple(rest)

    def _clumped(self, cards: list[str], size: int) -> list[str]:
        """Cards of neighbouring ranks together, in clumps of `size`."""
        order = sort_cards(cards)
        places = np.argsort(
            np.arange(len(order)) / (4 * self.profile.packs) + self.rng.normal(0, 0.9, len(order))
        )
        clumps = [places[at : at + size] for at in range(0, len(places), size)]
        whole = [clump for clump in clumps if len(clump) == size]
        self.rng.shuffle(whole)
        tail = [clump for clump in clumps if len(clump) < size]
        return [order[place] for clump in (*whole, *tail) for place in clump]

    def _counts(self, dealer: int) -> list[int]:
        if self.profile.game == "guandan":
            return [27] * self.spec.players
        started = self.game.decide(self.game.start(self.spec.players), StartDeal(dealer=dealer))[0]
        assert isinstance(started, DealStarted)
        return list(started.counts)

    def _lowest_leads(self) -> bool:
        deal = getattr(self.profile, "deal", None)
        return getattr(deal, "first_leader", "") == "lowest-card"

    def _turn(self) -> None:
        seat = self.open.turn
        if seat is None:
            raise _DealFailedError
        if not self.offended and self.rng.random() < self.spec.illegal_rate:
            wrong = self._pick_illegal(seat)
            if wrong is not None:
                self._lay_illegal(seat, *wrong)
                return
        self.offended = False
        cards = self._choose(seat)
        if cards is None:
            self._pass(seat)
        else:
            self._lay_legal(seat, cards)

    def _lay_legal(self, seat: int, cards: Cards) -> None:
        lead = self.open.current is None
        events = self._both(Play(seat, cards))
        if not any(isinstance(event, Played) for event in events):
            raise _DealFailedError
        self._write(Lay(seat, cards, self.plays, self._parts(cards), lead=lead), events)
        self.plays += 1

    def _lay_illegal(self, seat: int, cards: Cards, code: str) -> None:
        lead = self.open.current is None
        back = bool(self.rng.random() < self.spec.taken_back)
        refused = self._both(Play(seat, cards))
        lay = Lay(seat, cards, self.plays, self._parts(cards), code, taken_back=back, lead=lead)
        self._write(lay, refused)
        if back:
            self._write(TakeBack(seat, self.plays), self._both(Retract(seat)))
            self.offended = True
        else:
            self._write(None, self._both(LetStand(seat)))
        self.plays += 1

    def _pass(self, seat: int) -> None:
        if self.open.current is None and not self._may_pass_lead(seat):
            raise _DealFailedError
        knock = bool(self.rng.random() < self.habits.knock)
        self._write(PassBy(seat, knock), self._apply(Pass(seat)))

    def _may_pass_lead(self, seat: int) -> bool:
        hand = self.open.seats[seat].hand or ()
        return all(card in ("BJ", "RJ") for card in hand)

    def _settle(self) -> Settled:
        if self.open.ended in (None, "void") or not self.plays:
            raise _DealFailedError
        if self.profile.game == "guandan":
            return self._settled(self.events, self.hidden)
        winner = self.open.order[0] if self.open.order else 0
        for turn in range(1, self.spec.players):
            seat = (winner + turn) % self.spec.players
            hand = self.open.seats[seat].hand
            if hand:
                cards = sort_cards(hand)
                self._write(LayOpen(seat, cards), self._both(ShowHand(seat, cards)))
        if self.open.phase is Phase.SHOWING:
            self._write(None, self._both(Settle()))
        return self._settled(self.events, self.hidden)

    def _settled(self, events: Sequence[Event], hidden: State) -> Settled:
        settled = next((event for event in reversed(events) if isinstance(event, Settled)), None)
        seen = hidden.settlement
        if settled is None or seen is None:
            raise _DealFailedError
        if [p.amount for p in settled.payments] != [p.amount for p in seen.payments]:
            raise _DealFailedError
        return settled

    # -- the two tables

    def _apply(self, action: Action) -> tuple[Event, ...]:
        events = self.game.decide(self.open, action)
        for event in events:
            self.open = self.game.evolve(self.open, event)
        self.events += events
        return events

    def _hide(self, action: Action) -> tuple[Event, ...]:
        events = self.game.decide(self.hidden, action)
        for event in events:
            self.hidden = self.game.evolve(self.hidden, event)
        return events

    def _both(self, action: Action) -> tuple[Event, ...]:
        seen, events = self._hide(action), self._apply(action)
        if _code(seen) != _code(events):
            raise _DealFailedError
        return events

    def _write(self, step: Step | None, events: Sequence[Event]) -> None:
        """Add a step and what the table does because of it: the sweep of a trick, cards drawn."""
        consequences: list[Step] = []
        for event in events:
            if isinstance(event, TrickWon):
                consequences.append(Sweep(event.seat, self.habits.sweep))
            elif isinstance(event, Drew):
                consequences.append(TakeCards(event.seat, event.count))
        # what a play implies happened before it, what a pass brings about happens after it
        before = isinstance(step, Lay)
        self.steps += consequences if before else []
        self.steps += [] if step is None else [step]
        self.steps += [] if before else consequences

    # -- choices

    def _choose(self, seat: int) -> Cards | None:
        """A legal play, or None to pass."""
        options = self._legal(seat)
        if not options:
            return None
        leading = self.open.current is None
        if not leading and self.rng.random() < self._reluctance(seat, options):
            return None
        weights = np.array([_appeal(cards, leading) for cards in options])
        return options[int(self.rng.choice(len(options), p=weights / weights.sum()))]

    def _reluctance(self, seat: int, options: Sequence[Cards]) -> float:
        current = self.open.current
        assert current is not None
        if self.profile.game == "guandan" and (current.seat - seat) % 4 == 2:
            return 0.75
        if min(len(cards) for cards in options) != len(current.cards):
            return 0.5
        return 0.12

    def _legal(self, seat: int) -> list[Cards]:
        """Undeclared plays that the rules allow and the table accepts."""
        hand = self.open.seats[seat].hand or ()
        level = self.open.level if isinstance(self.open, GuandanState) else None
        plays = legal_plays(self.profile, hand, self.open.current, level=level)
        options = _one_a_kind([play.cards for play in plays if play.declared is None])
        return [cards for cards in options if self._allowed(seat, cards)]

    def _pick_illegal(self, seat: int) -> tuple[Cards, str] | None:
        """A play that breaks a rule, preferably one that a player could think right."""
        hand = self.open.seats[seat].hand or ()
        current = self.open.current
        found: list[tuple[Cards, str]] = []
        for cards in _one_a_kind(self._wrong_ideas(hand)):
            code = self._verdict(seat, cards)
            if code not in (None, "ok"):
                found.append((cards, str(code)))
        if not found:
            return None
        size = len(current.cards) if current is not None else 0
        weights = np.array([4.0 if len(cards) == size else 1.0 / len(cards) for cards, _ in found])
        return found[int(self.rng.choice(len(found), p=weights / weights.sum()))]

    def _wrong_ideas(self, hand: Cards) -> list[Cards]:
        if len(hand) <= _SMALL_HAND:
            return [cards for cards in self._subsets(hand) if len(cards) <= 5]
        ideas: list[Cards] = [(card,) for card in hand]
        for first in range(len(hand)):
            for size in (2, 3, 5):
                ideas.append(tuple(hand[first : first + size]))
        return [cards for cards in ideas if cards]

    def _subsets(self, hand: Cards) -> list[Cards]:
        """All ways to take cards from a small hand; from a large one, from several random parts of it."""
        if len(hand) <= _SMALL_HAND:
            parts = [hand]
        else:
            parts = [tuple(self.rng.choice(hand, _SMALL_HAND, replace=False).tolist()) for _ in range(4)]
        return [
            sort_cards(cards)
            for part in parts
            for size in range(1, len(part) + 1)
            for cards in combinations(part, size)
        ]

    def _allowed(self, seat: int, cards: Cards) -> bool:
        """Whether the open table accepts a play; the hidden one is asked when it is made."""
        return _code(self.game.decide(self.open, Play(seat, cards))) == "ok"

    def _verdict(self, seat: int, cards: Cards) -> str | None:
        """`ok` or the broken rule, None when the two tables disagree."""
        code = _code(self.game.decide(self.open, Play(seat, cards)))
        return code if code == _code(self.game.decide(self.hidden, Play(seat, cards))) else None

    def _parts(self, cards: Cards) -> tuple[int, ...]:
        if len(cards) < 2 or self.rng.random() >= self.habits.split:
            return (len(cards),)
        first = int(self.rng.integers(1, len(cards)))
        return first, len(cards) - first


def _code(events: Sequence[Event]) -> str:
    return next((event.code for event in events if isinstance(event, Refused)), "ok")


def _one_a_kind(options: Sequence[Cards]) -> list[Cards]:
    """Of plays with equal ranks, one."""
    kinds = {tuple(sorted(rank(card) for card in cards)): cards for cards in options}
    return list(kinds.values())


def _appeal(cards: Cards, leading: bool) -> float:
    """How readily a player lays these cards: leads are long and low, bombs and jokers are kept."""
    bomb = len(cards) >= 3 and len({rank(card) for card in cards}) == 1
    precious = sum(rank(card) in ("2", "BJ", "RJ") for card in cards)
    weight = (len(cards) ** 1.6 if leading else 1.0) * 0.35**precious
    return float(weight * (0.25 if bomb else 1.0))
