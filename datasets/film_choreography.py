"""Carries out a script: who reaches where and when, as tracks of arms and cards.

All randomness of the movements is drawn here, from one generator, and kept as data in the cast.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from .film_arm import Pose
from .film_script import Habits, Lay, LayOpen, PassBy, Script, Sweep, SweepStyle, TakeBack, TakeCards
from .film_stage import Stage
from .film_track import CARD_WIDTH, ArmTrack, CardMove, CardTrack, Cast, Place, centroid, fan

GRIP = 26.0
"""How far the finger tips hold a fan below its middle, in mm."""
LIFT = 26.0


@dataclass(slots=True)
class PlayTime:
    """When a play was seen: `at` its last card touched the table, `settled` the hand was gone again."""

    play: int
    at: float
    settled: float
    gone: float | None = None


@dataclass(frozen=True, slots=True)
class Choreography:
    """The cast and the times of the plays, of the trick's ends and of the shown hands."""

    cast: Cast
    plays: tuple[PlayTime, ...]
    swept: tuple[float, ...]
    shown: dict[int, float]


@dataclass(slots=True)
class _Table:
    """What lies where while the film is being arranged."""

    pile: list[int] = field(default_factory=list)
    of_play: dict[int, list[int]] = field(default_factory=dict)
    stock: list[int] = field(default_factory=list)
    discards: int = 0


class Choreographer:
    """Arranges one script on one stage."""

    def __init__(self, script: Script, stage: Stage, habits: Habits, rng: np.random.Generator) -> None:
        self._script, self._stage, self._habits, self._rng = script, stage, habits, rng
        self._cards: list[CardTrack] = []
        self._arms: list[ArmTrack] = []
        self._plays: dict[int, PlayTime] = {}
        self._table = _Table()
        self._swept: list[float] = []
        self._shown: dict[int, float] = {}
        self._now = 1.0
        self._busy_until = 0.0
        self._z = 0
        self._stock_spot, self._discard_spot = stage.side_spots

    def arrange(self) -> Choreography:
        """Carry out every step."""
        self._put_stock()
        for step in self._script.steps:
            self._do(step)
        duration = max(self._now, self._busy_until) + self._habits.shown_for
        cast = Cast(tuple(self._cards), tuple(self._arms), duration)
        plays = tuple(self._plays[number] for number in sorted(self._plays))
        return Choreography(cast, plays, tuple(self._swept), dict(self._shown))

    def _do(self, step: object) -> None:
        match step:
            case Lay():
                self._lay(step)
            case TakeBack():
                self._take_back(step)
            case PassBy():
                self._pass(step)
            case Sweep():
                self._sweep(step)
            case TakeCards():
                self._take_cards(step)
            case LayOpen():
                self._lay_open(step)
            case _:
                raise TypeError(f"unknown step {step!r}")

    # -- steps

    def _lay(self, step: Lay) -> None:
        habits, rng = self._habits, self._rng
        self._wait(self._think())
        spot = self._spot_for_play(step.seat)
        places = self._fan_places(spot, step.cards)
        tracks = [self._new_card(code) for code in step.cards]
        self._table.of_play[step.play] = tracks
        first = 0
        for part, count in enumerate(step.parts):
            chosen = slice(first, first + count)
            self._lay_part(step, tracks[chosen], places[chosen], pause=part > 0)
            first += count
        self._table.pile += tracks
        if rng.random() < habits.slide and len(self._table.pile) > len(tracks):
            self._nudge(self._table.pile[: -len(tracks)], self._plays[step.play].at - 0.3)

    def _lay_part(self, step: Lay, tracks: list[int], places: list[Place], pause: bool) -> None:
        habits, rng = self._habits, self._rng
        start = self._now + (float(rng.uniform(0.1, 0.35)) if pause else 0.0)
        reach = habits.reach * float(rng.uniform(0.8, 1.3))
        linger = habits.linger * float(rng.uniform(0.3, 2.0))
        if rng.random() < habits.long_linger:
            linger += float(rng.uniform(0.8, 2.2))
        grip = self._grip(places)
        arm, touch, gone = self._visit(step.seat, Pose.CARRY, start, grip, reach, linger)
        for track, place in zip(tracks, places, strict=True):
            self._carry_in(track, arm, start, touch, place)
        self._plays[step.play] = PlayTime(step.play, touch, gone)
        self._now, self._busy_until = max(self._now, gone - 0.25), gone

    def _take_back(self, step: TakeBack) -> None:
        self._wait(self._habits.alert * float(self._rng.uniform(0.75, 1.3)))
        tracks = self._table.of_play[step.play]
        places = [self._place_of(track) for track in tracks]
        start, reach = self._now, self._habits.reach
        grip = self._grip(places)
        arm, touch, gone = self._visit(step.seat, Pose.CARRY, start, grip, reach, 0.35)
        for track in tracks:
            self._carry_out(track, arm, touch + 0.3, gone)
            self._table.pile.remove(track)
        self._plays[step.play].gone = gone
        self._now, self._busy_until = gone, gone

    def _pass(self, step: PassBy) -> None:
        if not step.knock:
            self._wait(float(self._rng.uniform(0.15, 0.5)))
            return
        self._wait(float(self._rng.uniform(0.3, 0.8)))
        spot = self._stage.hand_spot(step.seat).ahead(float(self._rng.uniform(-30, 60)), -5)
        start = self._now
        away = self._away(step.seat, spot)
        times = (start, start + 0.35, start + 0.45, start + 0.58, start + 0.68, start + 1.05)
        up, down = replace(spot, lift=18.0), replace(spot, lift=0.0)
        self._arms.append(ArmTrack(step.seat, Pose.KNOCK, times, (away, up, down, up, down, away)))
        self._now, self._busy_until = start + 0.5, start + 1.05

    def _sweep(self, step: Sweep) -> None:
        self._wait(self._habits.sweep_after * float(self._rng.uniform(0.6, 1.5)))
        if not self._table.pile:
            return
        start, places = self._now, [self._place_of(track) for track in self._table.pile]
        middle = centroid(places)
        gather = replace(
            self._stage.play_spot(step.seat).ahead(0, 30), angle=self._stage.home(step.seat).angle
        )
        gather = replace(gather, x=0.5 * gather.x + 0.5 * middle.x, y=0.5 * gather.y + 0.5 * middle.y)
        times, arm, goal = self._sweep_arm(step, start, middle, gather)
        for track in self._table.pile:
            self._gather(track, times, arm, goal, step.style)
        self._table.pile.clear()
        self._swept.append(times[-1])
        self._now, self._busy_until = times[-1] - 0.1, times[-1]

    def _take_cards(self, step: TakeCards) -> None:
        for _ in range(step.count):
            if not self._table.stock:
                return
            track = self._table.stock.pop()
            self._wait(float(self._rng.uniform(0.05, 0.3)))
            place = self._place_of(track)
            grip = replace(place, angle=self._toward(step.seat, place)).ahead(0, -18)
            arm, touch, gone = self._visit(step.seat, Pose.PINCH, self._now, grip, 0.5, 0.16)
            self._carry_out(track, arm, touch + 0.08, gone)
            self._now, self._busy_until = touch + 0.05, gone

    def _lay_open(self, step: LayOpen) -> None:
        self._wait(float(self._rng.uniform(0.25, 0.7)))
        spot = self._stage.hand_spot(step.seat)
        room = 0.30 * (self._stage.table_edges[2] - self._stage.table_edges[0])
        least = self._reach(step.cards) + 2.5
        step_mm = min(least + 8, max(least, (room - CARD_WIDTH) / max(1, len(step.cards) - 1)))
        middle = spot.ahead(float(self._rng.normal(0, 5)), 0, float(self._rng.normal(0, 0.03)))
        places = fan(middle, len(step.cards), step_mm, float(self._rng.uniform(0.0, 0.012)))
        tracks = [self._new_card(code) for code in step.cards]
        arm, touch, gone = self._visit(step.seat, Pose.CARRY, self._now, self._grip(places), 0.6, 0.4)
        for track, place in zip(tracks, places, strict=True):
            self._carry_in(track, arm, self._now, touch, place)
        self._shown[step.seat] = gone
        self._now, self._busy_until = touch + 0.2, gone

    # -- parts of steps

    def _put_stock(self) -> None:
        spot = replace(self._stock_spot, angle=float(self._rng.uniform(-0.5, 0.5)), turn=1.0)
        for number in range(self._script.stock):
            track = self._new_card("")
            x, y = self._rng.normal(0, 0.35, 2)
            place = replace(spot, x=spot.x + x, y=spot.y + y, lift=0.3 * number)
            self._cards[track].moves.append(CardMove(-2.0, -1.0, place, self._layer()))
            self._table.stock.append(track)

    def _visit(
        self, seat: int, pose: Pose, start: float, at: Place, reach: float, stay: float
    ) -> tuple[int, float, float]:
        """An arm comes from its seat, stays and goes: its number, when it touches, when it is gone."""
        away = self._away(seat, at)
        touch, leave = start + reach, start + reach + stay
        gone = leave + 0.85 * reach
        drift = at.ahead(float(self._rng.normal(0, 1.5)), float(self._rng.normal(-1.5, 1.5)))
        self._arms.append(ArmTrack(seat, pose, (start, touch, leave, gone), (away, at, drift, away)))
        return len(self._arms) - 1, touch, gone

    def _carry_in(self, track: int, arm: int, start: float, end: float, place: Place) -> None:
        hand = self._arms[arm].at(end)
        assert hand is not None
        grip = place.seen_from(hand)
        layer = self._layer()
        self._cards[track].moves.append(CardMove(start, end, place, layer, arm, grip))

    def _carry_out(self, track: int, arm: int, start: float, end: float) -> None:
        self._cards[track].moves.append(CardMove(start, end, None, self._layer(), arm))

    def _sweep_arm(
        self, step: Sweep, start: float, middle: Place, gather: Place
    ) -> tuple[tuple[float, ...], int, Place]:
        """The sweeping arm: reach, gather, carry to the side, go. Times, arm number, where the cards end."""
        pace = self._habits.reach / 0.62
        facing = gather.angle
        far = replace(middle, angle=facing).ahead(0, 10)
        near = gather.ahead(0, -20)
        away = self._away(step.seat, near)
        if step.style is SweepStyle.TAKE_AWAY:
            times = tuple(start + pace * t for t in (0, 0.6, 1.4, 1.6, 2.2))
            stops = (away, far, near, near, away)
            goal = away
        else:
            goal = self._discard_place()
            along = _nearest_turn(self._toward(step.seat, goal), near.angle)
            side = replace(goal, angle=along, lift=0, turn=0).ahead(0, -20)
            times = tuple(start + pace * t for t in (0, 0.6, 1.4, 2.1, 2.7))
            stops = (away, far, near, side, self._away(step.seat, side))
        self._arms.append(ArmTrack(step.seat, Pose.SWEEP, times, stops))
        return times, len(self._arms) - 1, goal

    def _gather(self, track: int, times: tuple[float, ...], arm: int, goal: Place, style: SweepStyle) -> None:
        rng, layer = self._rng, self._layer()
        hand = self._arms[arm].at(times[2])
        assert hand is not None
        messy = hand.ahead(float(rng.normal(0, 7)), 18 + float(rng.normal(0, 6)), float(rng.normal(0, 0.16)))
        moves = self._cards[track].moves
        before = self._place_of(track)
        messy = replace(messy, angle=_nearest_turn(messy.angle, before.angle), lift=0.0, turn=before.turn)
        moves.append(CardMove(times[1] + 0.1, times[2], messy, layer))
        if style is SweepStyle.TAKE_AWAY:
            moves.append(CardMove(times[3], times[4], None, layer, arm))
            return
        x, y = rng.normal(0, 2.2 if style is SweepStyle.TURN_DOWN else 5.0, 2)
        end = replace(
            goal,
            x=goal.x + x,
            y=goal.y + y,
            angle=goal.angle + float(rng.normal(0, 0.05)),
            lift=0.3 * (self._table.discards),
            turn=1.0 if style is SweepStyle.TURN_DOWN else 0.0,
        )
        self._table.discards += 1
        end = replace(end, angle=_nearest_turn(end.angle, messy.angle))
        moves.append(CardMove(times[2], times[3], end, self._layer()))

    def _nudge(self, tracks: Sequence[int], at: float) -> None:
        """Older cards are pushed a little by the hand that lays new ones."""
        dx, dy = self._rng.normal(0, 5.0, 2)
        turn = float(self._rng.normal(0, 0.04))
        for track in tracks:
            before = self._place_of(track)
            if self._cards[track].moves[-1].end > at:
                continue
            layer = self._cards[track].moves[-1].z
            after = replace(before, x=before.x + dx, y=before.y + dy, angle=before.angle + turn)
            self._cards[track].moves.append(CardMove(at, at + 0.27, after, layer))

    # -- places and times

    def _spot_for_play(self, seat: int) -> Place:
        jitter, rng = self._habits.jitter, self._rng
        spot = self._stage.play_spot(seat)
        return spot.ahead(
            float(rng.normal(0, 9)) * jitter,
            float(rng.normal(0, 7)) * jitter,
            float(rng.normal(0, 0.10)) * jitter,
        )

    def _fan_places(self, spot: Place, cards: Sequence[str]) -> list[Place]:
        rng, count = self._rng, len(cards)
        least = self._reach(cards) + 2.5
        step = least + float(rng.uniform(0.0, 6.0) if count > 3 else rng.uniform(0.0, 15.0))
        step = max(least, min(step, 170.0 / max(1, count - 1))) if count > 5 else step
        curl = float(rng.uniform(-0.01, 0.07)) if count <= 5 else float(rng.uniform(0, 0.03))
        reverse = bool(rng.random() < self._habits.reverse_fan)
        places = fan(spot, count, step, curl, reverse)
        return [p.ahead(*rng.normal(0, 0.6, 2), float(rng.normal(0, 0.014))) for p in places]

    def _reach(self, cards: Sequence[str]) -> float:
        """How much of each card a fan must leave open, in mm."""
        jokers = any(card in ("BJ", "RJ") for card in cards)
        return max(self._stage.index_reach, self._stage.joker_reach if jokers else 0.0)

    def _grip(self, places: Sequence[Place]) -> Place:
        middle = places[len(places) // 2]
        centre = centroid(places)
        return replace(middle, x=centre.x, y=centre.y, lift=0.0, turn=0.0).ahead(0, -GRIP)

    def _away(self, seat: int, at: Place) -> Place:
        """Where a hand on its way to `at` is out of the picture."""
        home = self._stage.home(seat)
        along = self._toward(seat, at)
        outside = replace(home, angle=along).ahead(float(self._rng.normal(0, 12)), -150)
        return replace(outside, angle=_nearest_turn(outside.angle, at.angle), lift=LIFT)

    def _toward(self, seat: int, at: Place) -> float:
        """The forward direction of this seat's arm when its hand is at a place."""
        home = self._stage.home(seat)
        elbow = home.ahead(0, -260)
        return math.atan2(at.x - elbow.x, -(at.y - elbow.y))

    def _discard_place(self) -> Place:
        return replace(
            self._discard_spot, angle=float(self._rng.normal(0.3, 0.15)), lift=0.3 * self._table.discards
        )

    def _place_of(self, track: int) -> Place:
        place = self._cards[track].last_place()
        if place is None:
            raise ValueError(f"card {track} is not on the table")
        return place

    def _new_card(self, code: str) -> int:
        self._cards.append(CardTrack(code))
        return len(self._cards) - 1

    def _layer(self) -> int:
        self._z += 1
        return self._z

    def _think(self) -> float:
        return self._habits.think * float(self._rng.lognormal(0, 0.35))

    def _wait(self, seconds: float) -> None:
        self._now += seconds


def _nearest_turn(angle: float, to: float) -> float:
    """The same direction, but less than half a turn away from `to`."""
    return to + math.remainder(angle - to, math.tau)
