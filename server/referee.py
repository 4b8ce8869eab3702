"""From what was seen to what happened: every fact of a deal becomes events, or a question to a person."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.actions import (
    Action,
    LetStand,
    Pass,
    Retract,
    ShowHand,
    StartDeal,
    action_from_dict,
)
from engine.game import Game
from engine.state import Phase, State
from vision.observations import SeenCard

from .bench import Bench, refused
from .desk import TAKEN_BACK, WITHDRAW, Derived, Desk, Laid, Outcome, with_derived, with_fact
from .facts import APPEARED, CAMERA, CLEARED, DEAL_BEGUN, ENTERED, LOOKED_AGAIN, SOURCE_ENDED, VANISHED, Fact
from .hands import settle_if_complete, show_hand, unfinished_hands
from .other_reading import ask_what_was_called, hangs_on_a_reading
from .plays import Thresholds, conclude_doubt, judge_play, ruled_otherwise
from .records import Body


class Referee:
    """Decides what facts mean. Pure: the same desk and fact always give the same events."""

    def __init__(self, game: Game, limits: Thresholds | None = None) -> None:
        self.game = game
        self.limits = limits or Thresholds()
        self._deciders: dict[str, Callable[[Bench], None]] = {
            DEAL_BEGUN: self._begun,
            APPEARED: self._appeared,
            VANISHED: self._vanished,
            CLEARED: self._cleared,
            ENTERED: self._entered,
            SOURCE_ENDED: unfinished_hands,
        }

    def start(self, state: State) -> Desk:
        """The desk before a deal."""
        return Desk(state)

    def step(self, desk: Desk, fact: Fact) -> tuple[Desk, tuple[Derived, ...]]:
        """The desk after a fact, and what was derived from it.

        Raises EngineError for an entry by a person that does not fit the state; observations never raise.
        """
        desk, first = self._settle_doubt(desk, fact)
        bench = Bench(self.game, with_fact(desk, fact), fact)
        decide = self._deciders.get(fact.kind)
        if decide is not None:
            decide(bench)
        return bench.desk, (*first, *bench.derived)

    def fold(self, desk: Desk, fact: Fact, derived: Iterable[Derived]) -> Desk:
        """The desk after a fact and the events on record for it. Judges nothing."""
        desk = with_fact(desk, fact)
        for each in derived:
            desk = with_derived(self.game, desk, fact, each)
        return desk

    def _settle_doubt(self, desk: Desk, fact: Fact) -> tuple[Desk, tuple[Derived, ...]]:
        """A second look answers the doubt; any other fact means that it will never come."""
        if desk.doubt is None or fact.kind == CAMERA:
            return desk, ()
        look: tuple[SeenCard, ...] | None = None
        if fact.kind == LOOKED_AGAIN:
            if fact.body["target"] != desk.doubt.seq:
                return desk, ()
            look = tuple(SeenCard.from_dict(card) for card in fact.body["cards"])
        bench = Bench(self.game, desk, desk.doubt)
        conclude_doubt(bench, self.limits, look)
        return bench.desk, tuple(bench.derived)

    # ---------------------------------------------------------------- one decider a kind of fact

    def _begun(self, bench: Bench) -> None:
        body = bench.fact.body
        if body.get("opening") is not None:
            bench.act(action_from_dict(body["opening"]))
        if body.get("action") is not None:
            bench.act(action_from_dict(body["action"]))
        else:
            bench.act(StartDeal(dealer=body.get("dealer"), cut=body.get("cut")))

    def _appeared(self, bench: Bench) -> None:
        if ruled_otherwise(bench, bench.fact):
            return
        phase, zone = bench.desk.state.phase, bench.fact.body["zone"]
        if phase is Phase.SHOWING:
            show_hand(bench, self.limits.accept)
        elif phase is Phase.IDLE:
            bench.ignore("no-deal")
        elif zone == "play":
            judge_play(bench, self.limits, None, last_word=bench.fact.ruling is not None)
        else:
            bench.ignore("hand-zone")

    def _vanished(self, bench: Bench) -> None:
        vanished = bench.fact.vanished
        numbers = vanished.appeared
        groups = [g for g in bench.desk.laid if g.is_observation(bench.fact.eye, numbers) and g.on_table]
        if groups and bench.desk.state.phase is not Phase.IDLE:
            whole = len(vanished.ids) >= sum(len(group.fact.body["cards"]) for group in groups)
            self._taken_away(bench, groups[-1], whole=whole)

    def _taken_away(self, bench: Bench, group: Laid, *, whole: bool) -> None:
        """Cards went back into a hand: a refused play is retracted, the last legal one withdrawn."""
        newest = bench.desk.last_play()
        if group.outcome is Outcome.REFUSED and whole:
            bench.act(Retract(group.seat))
        elif group.outcome is Outcome.ASKED and whole:
            bench.note(TAKEN_BACK, {"target": group.fact.seq, "seat": group.seat, "cards": list(group.cards)})
        elif group.outcome is Outcome.PLAYED and newest is group and whole and not _went_out(bench):
            bench.note(WITHDRAW, {"target": group.fact.seq, "seat": group.seat, "cards": list(group.cards)})
        elif group.outcome is Outcome.REFUSED or newest is group:
            bench.ask("partly-taken-back", seat=group.seat, cards=group.cards)

    def _cleared(self, bench: Bench) -> None:
        """The sweep closes the trick. It is no play; a refused play that was swept along must be asked
        about.
        """
        if bench.desk.state.phase is Phase.SHOWING:
            unfinished_hands(bench)
            return
        ruling = bench.fact.ruling
        if ruling is None and self._lead_taken_back(bench):
            return
        for pending in bench.desk.state.pending:
            if ruling is not None and ruling.action == "let-stand":
                bench.act(LetStand(pending.seat))
            elif ruling is not None:
                bench.act(Retract(pending.seat))
            else:
                bench.ask(
                    "refused-swept", seat=pending.seat, cards=pending.cards, alternatives=_STAND_OR_BACK
                )

    def _lead_taken_back(self, bench: Bench) -> bool:
        """Whether only illegal cards lay there: they went back into the hand, and nothing was swept."""
        numbers = bench.fact.body.get("appeared", ())
        groups = [g for g in bench.desk.laid if g.is_observation(bench.fact.eye, numbers)]
        if not groups or not all(_is_illegal(bench, group) for group in groups):
            return False
        for group in groups:
            self._taken_away(bench, group, whole=True)
        return True

    def _entered(self, bench: Bench) -> None:
        action, ruling = _ruled_action(bench), bench.fact.ruling
        if ruling is not None and ruling.action == "not-a-play":
            bench.ignore("ruled")
            return
        events = bench.game.decide(bench.desk.state, action)
        refusal = refused(events)
        asking = refusal is not None and ruling is None and hangs_on_a_reading(refusal)
        if asking and refusal is not None and ask_what_was_called(bench, refusal):
            return
        bench.take(events)
        if ruling is not None and ruling.action == "let-stand" and bench.desk.state.pending:
            bench.act(LetStand(bench.desk.state.pending[-1].seat))
        if isinstance(action, ShowHand):
            settle_if_complete(bench)


_STAND_OR_BACK: list[Body] = [
    {"cards": [], "score": None, "seat": None, "action": "retract"},
    {"cards": [], "score": None, "seat": None, "action": "let-stand"},
]


def _is_illegal(bench: Bench, group: Laid) -> bool:
    """Whether a group was refused, or is asked about because it seems illegal."""
    doubted = any(
        target == group.fact.seq and body["code"] == "illegal-unsure" for target, body in bench.desk.questions
    )
    return group.outcome is Outcome.REFUSED or (group.outcome is Outcome.ASKED and doubted)


def _went_out(bench: Bench) -> bool:
    return bench.desk.state.phase is Phase.SHOWING


def _ruled_action(bench: Bench) -> Action:
    """The action that a person entered, with later rulings on it."""
    data, ruling = dict(bench.fact.body["action"]), bench.fact.ruling
    if ruling is not None:
        if ruling.action == "pass":
            return Pass(ruling.seat if ruling.seat is not None else data["seat"])
        for name in ("seat", "cards", "declared"):
            value = getattr(ruling, name)
            if value is not None:
                data[name] = list(value) if isinstance(value, tuple) else value
    return action_from_dict(data)
