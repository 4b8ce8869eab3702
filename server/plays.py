"""Cards laid in the play area: accepted, illegal, or a question.

The reading and the seat come from evidence alone (`reading`, `seating`). The verdict on them decides only
how much evidence is needed: a legal play that was read surely is taken; an illegal one needs more, a second
look, and no other plausible reading or seat that would make it legal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import Any

from engine.actions import LetStand, Pass, Play
from engine.events import Contradiction, Event, Refused
from vision.observations import Polygon, SeenCard

from .bench import Bench, refused
from .desk import LIFTED, SECOND_LOOK, Laid, Outcome
from .facts import APPEARED, Fact
from .other_reading import ask_what_was_called, hangs_on_a_reading
from .reading import Reading, plausible_readings, read_cards, twin_readings
from .records import Body
from .seating import RIVAL, Seating, seat_of_play
from .tribute_faults import TRIBUTE_DOUBT, fault_of, paid_surely


@dataclass(frozen=True, slots=True)
class Thresholds:
    """How sure the referee must be: probabilities of the least certain card of a group."""

    accept: float = 0.75
    accuse: float = 0.93
    plausible: float = 0.03
    """A reading with this probability must be illegal too before anybody is accused."""
    unread: float = 0.12
    """When so much of a card seems to lie unread beside those that were read, nobody is accused."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A group as it would be played: the reading, the seat, what the engine says to it (None: impossible)."""

    reading: Reading
    seating: Seating
    events: tuple[Event, ...] | None
    ruled: bool = False
    looked: bool = False
    unread: float = 0.0

    @property
    def play(self) -> Play | None:
        """The action."""
        seat = self.seating.seat
        return None if seat is None else Play(seat, self.reading.cards)

    @property
    def legal(self) -> bool:
        """Whether the engine takes it."""
        return self.events is not None and refused(self.events) is None

    @property
    def fault(self) -> Contradiction | None:
        """What it shows to have been wrong with an earlier tribute."""
        return fault_of(self.events)


def judge_play(
    bench: Bench, limits: Thresholds, look: tuple[SeenCard, ...] | None, *, last_word: bool
) -> None:
    """Decide about the group of `bench.fact`.

    `look` are the cards as a second look showed them. Without `last_word` a doubtful group may be put off
    for one.
    """
    cards = _new_cards(bench)
    if not cards:
        bench.ignore("seen-again")
        return
    candidate = _candidate(bench, cards)
    if _impossible(candidate) and not candidate.ruled:
        _ask_impossible(bench, candidate)
    elif _sure(candidate, limits) and (candidate.ruled or (candidate.legal and not candidate.fault)):
        _take(bench, candidate, limits)
    elif not last_word:
        bench.note(SECOND_LOOK, {"target": bench.fact.seq, "observation": bench.fact.body["id"]})
    else:
        _last_word(bench, limits, candidate, look)


def _last_word(
    bench: Bench, limits: Thresholds, candidate: Candidate, look: tuple[SeenCard, ...] | None
) -> None:
    """The second look is in (or will never come): accuse, take it after all, or ask."""
    if look:
        looked = _candidate(bench, look)
        if sorted(looked.reading.cards) == sorted(candidate.reading.cards):
            better = max((candidate, looked), key=lambda each: each.reading.certainty)
            candidate = replace(better, looked=True, seating=candidate.seating)
        elif _sure(looked, limits) and not _sure(candidate, limits):
            candidate = replace(looked, looked=True)
        else:
            _ask_cards(bench, limits, candidate, (looked.reading.cards, looked.reading.certainty))
            return
    enough = _sure(candidate, limits) if candidate.legal else _accusable(bench, limits, candidate)
    if enough:
        _take(bench, candidate, limits)
    elif not candidate.legal and _sure(candidate, limits):
        _ask_verdict(bench, candidate)
    elif not candidate.seating.certain:
        _ask_seat(bench, limits, candidate)
    else:
        _ask_cards(bench, limits, candidate, None)


def _sure(candidate: Candidate, limits: Thresholds) -> bool:
    if candidate.events is None:
        return False
    return candidate.ruled or (candidate.seating.certain and candidate.reading.certainty >= limits.accept)


def _accusable(bench: Bench, limits: Thresholds, candidate: Candidate) -> bool:
    """Whether the evidence is strong enough for an accusation, whatever else might have been the case."""
    if candidate.events is None or not _sure(candidate, limits):
        return False
    if bench.desk.shaky or not candidate.looked or candidate.reading.certainty < limits.accuse:
        return False
    if candidate.unread >= limits.unread:
        return False
    refusal = refused(candidate.events)
    if hangs_on_a_reading(refusal) or _may_be_unseen(bench, refusal):
        return False
    seats = (candidate.seating.seat, *candidate.seating.rivals)
    current = bench.desk.state.current
    if bench.desk.swept and current is not None and candidate.seating.seat != current.seat:
        return False
    packs, used = bench.game.profile.packs, _used(bench)
    tribute = getattr(bench.desk.state, "in_tribute", False)  # then cards come singly
    readings = [
        *plausible_readings(candidate.reading, limits.plausible),
        *(() if tribute else twin_readings(candidate.reading.cards, used, packs)),
    ]
    return not any(
        seat is not None and _would_be_legal(bench, Play(seat, cards)) for seat in seats for cards in readings
    )


def _used(bench: Bench) -> tuple[str, ...]:
    """Cards of which a copy was played, or lies there refused."""
    state = bench.desk.state
    return (*state.used, *(card for each in state.pending for card in each.cards))


def _may_be_unseen(bench: Bench, refusal: Refused | None) -> bool:
    """Whether a play or a pass that escaped the camera would explain the refusal as well: a lead by another
    seat always, more cards than held while a question of the deal is open.
    """
    code = refusal.code if refusal is not None else None
    return code == "not-your-lead" or (code == "too-many-cards" and bool(bench.desk.questions))


def _would_be_legal(bench: Bench, play: Play) -> bool:
    events = bench.try_action(play)
    return events is not None and refused(events) is None


# ---------------------------------------------------------------- evidence


def _new_cards(bench: Bench) -> tuple[SeenCard, ...]:
    """The group without cards of the pile that only came to light again: same card, same place."""
    appeared = bench.fact.appeared
    if bench.fact.ruling is not None:
        return appeared.cards
    lying = [card for laid in bench.desk.laid if _is_pile(laid) for card in laid.fact.appeared.cards]
    return tuple(card for card in appeared.cards if not any(_same_card(card, other) for other in lying))


def _is_pile(laid: Laid) -> bool:
    played = laid.outcome in (Outcome.PLAYED, Outcome.REFUSED, Outcome.ASKED)
    return laid.on_table and played and laid.fact.kind == APPEARED


def _same_card(card: SeenCard, other: SeenCard) -> bool:
    """Whether both are one physical card that was seen twice: equal codes, centres closer than half a
    card.
    """
    if card.code != other.code or not card.polygon or not other.polygon:
        return False
    (ax, ay), (bx, by) = _centre(card.polygon), _centre(other.polygon)
    width = max(x for x, _ in card.polygon) - min(x for x, _ in card.polygon)
    height = max(y for _, y in card.polygon) - min(y for _, y in card.polygon)
    return hypot(ax - bx, ay - by) < max(width, height) / 2


def _centre(polygon: Polygon) -> tuple[float, float]:
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


def _candidate(bench: Bench, cards: tuple[SeenCard, ...]) -> Candidate:
    ruling = bench.fact.ruling
    reading = read_cards(cards, _used(bench), bench.game.profile.packs)
    if ruling is not None:
        reading = Reading(ruling.cards or tuple(card.code for card in cards), 1.0)
    seating = _seating(bench)
    declared = ruling.declared if ruling else None
    events = None
    if seating.seat is not None:
        events = bench.try_action(Play(seating.seat, reading.cards, declared))
    unread = float(bench.fact.body.get("unread", 0.0))
    return Candidate(reading, seating, events, ruled=ruling is not None, unread=unread)


def _seating(bench: Bench) -> Seating:
    ruling, state = bench.fact.ruling, bench.desk.state
    if ruling is not None and ruling.seat is not None:
        return Seating(ruling.seat, True, ((ruling.seat, 1.0),))
    swept = bench.desk.swept and state.current is not None
    turn = state.current.seat if swept and state.current is not None else state.turn
    gone = tuple(seat for seat, each in enumerate(state.seats) if each.place is not None)
    votes = bench.fact.appeared.seat_votes
    seating = seat_of_play(votes, state.players, turn, swept=swept, gone=gone)
    return replace(seating, certain=True) if ruling is not None and seating.seat is not None else seating


# ---------------------------------------------------------------- outcomes


def _take(bench: Bench, candidate: Candidate, limits: Thresholds, *, provisional: bool = False) -> None:
    meta: Body = {
        "evidence": bench.fact.evidence,
        "certainty": round(candidate.reading.certainty, 4),
        "seats": [[seat, round(share, 3)] for seat, share in candidate.seating.shares],
        "looked": candidate.looked,
    }
    if provisional:
        meta["provisional"] = True
    if candidate.fault is not None:
        meta["accuse"] = not provisional and _founded(bench, candidate, candidate.fault, limits)
    assert candidate.events is not None
    bench.take(candidate.events, meta)
    if candidate.fault is not None and not meta["accuse"] and not provisional:
        _ask_tribute(bench, candidate, candidate.fault)
    ruling = bench.fact.ruling
    if ruling is not None and ruling.action == "let-stand" and refused(candidate.events):
        bench.act(LetStand(candidate.seating.seat))


def _founded(bench: Bench, candidate: Candidate, fault: Contradiction, limits: Thresholds) -> bool:
    """Whether play and tribute were seen well enough to say that the tribute was wrong."""
    if candidate.ruled:
        return True
    votes = bench.fact.appeared.seat_votes
    others = [vote for seat, vote in votes.items() if seat != candidate.seating.seat]
    clear = candidate.looked and not bench.desk.shaky and bool(votes) and max(others, default=0.0) < RIVAL
    alone = len(plausible_readings(candidate.reading, limits.plausible)) == 1
    sure = candidate.reading.certainty >= limits.accuse
    return clear and alone and sure and paid_surely(bench, fault, limits.accuse)


def _ask_tribute(bench: Bench, candidate: Candidate, fault: Contradiction) -> None:
    reading, seat = candidate.reading, candidate.seating.seat
    readings = [(reading.cards, reading.certainty), *reading.others[:3]]
    alternatives = [_alternative(cards, score, seat) for cards, score in readings]
    params: Body = {"code": fault.code, "params": fault.params}
    bench.ask(
        TRIBUTE_DOUBT,
        seat=seat,
        cards=reading.cards,
        alternatives=[*alternatives, _NOT_A_PLAY],
        params=params,
        shaky=False,
    )


def _provisionally(bench: Bench, candidate: Candidate, limits: Thresholds) -> None:
    """Go on with the best guess where the rules allow it; the question stays open and nobody is accused."""
    if candidate.legal:
        _take(bench, candidate, limits, provisional=True)


def _ask_cards(
    bench: Bench,
    limits: Thresholds,
    candidate: Candidate,
    second: tuple[tuple[str, ...], float] | None,
) -> None:
    reading, seat = candidate.reading, candidate.seating.seat
    readings: list[tuple[tuple[str, ...], float]] = [(reading.cards, reading.certainty)]
    readings += [second] if second else []
    readings += [other for other in reading.others if second is None or other[0] != second[0]]
    alternatives = [_alternative(cards, score, seat) for cards, score in readings[:4]]
    bench.ask("cards-unsure", seat=seat, cards=reading.cards, alternatives=[*alternatives, _NOT_A_PLAY])
    _provisionally(bench, candidate, limits)


def _ask_seat(bench: Bench, limits: Thresholds, candidate: Candidate) -> None:
    cards, shares = candidate.reading.cards, candidate.seating.shares
    alternatives = [_alternative(cards, share, seat) for seat, share in shares[:4]]
    bench.ask(
        "seat-unsure", seat=candidate.seating.seat, cards=cards, alternatives=[*alternatives, _NOT_A_PLAY]
    )
    _provisionally(bench, candidate, limits)


def _ask_verdict(bench: Bench, candidate: Candidate) -> None:
    """Read surely enough to play, not surely enough to accuse."""
    cards, seat = candidate.reading.cards, candidate.seating.seat
    refusal = refused(candidate.events or ())
    if refusal is not None and hangs_on_a_reading(refusal):
        asked = ask_what_was_called(bench, refusal, candidate.reading.certainty)
        if asked:
            return
    alternatives = [_alternative(cards, candidate.reading.certainty, seat)]
    alternatives += [_alternative(cards, share, rival) for rival, share in candidate.seating.shares[1:3]]
    alternatives += [_alternative(other, score, seat) for other, score in candidate.reading.others[:2]]
    params: Body = {"code": refusal.code, "params": refusal.params} if refusal else {}
    bench.ask(
        "illegal-unsure", seat=seat, cards=cards, alternatives=[*alternatives, _NOT_A_PLAY], params=params
    )


def _impossible(candidate: Candidate) -> tuple[str, ...]:
    """Cards of which no copy is left: all were played, or seen going into another hand as tribute."""
    refusal = refused(candidate.events or ())
    known = refusal.params["cards"] if refusal is not None and refusal.code == "third-copy" else ()
    return candidate.reading.impossible or tuple(known)


def _ask_impossible(bench: Bench, candidate: Candidate) -> None:
    """The eye is sure of a card that was played before: something was misread, now or then."""
    reading, seat = candidate.reading, candidate.seating.seat
    bench.ask(
        "played-before",
        seat=seat,
        cards=reading.cards,
        alternatives=[_alternative(cards, score, seat) for cards, score in reading.others] + [_NOT_A_PLAY],
        params={"cards": list(_impossible(candidate))},
    )


def _alternative(cards: tuple[str, ...], score: float, seat: int | None) -> Body:
    return {"cards": list(cards), "score": round(min(1.0, score), 4), "seat": seat, "action": "play"}


_NOT_A_PLAY: dict[str, Any] = {"cards": [], "score": None, "seat": None, "action": "not-a-play"}


def conclude_doubt(bench: Bench, limits: Thresholds, look: tuple[SeenCard, ...] | None) -> None:
    """Decide about the group that waited for a second look."""
    bench.note(LIFTED, {"looked": bool(look)})
    judge_play(bench, limits, look, last_word=True)


def ruled_otherwise(bench: Bench, fact: Fact) -> bool:
    """Whether a person ruled that the group was no play; then that is all there is to say."""
    ruling = fact.ruling
    if ruling is None or ruling.action not in ("not-a-play", "pass"):
        return False
    if ruling.action == "pass":
        seat = ruling.seat if ruling.seat is not None else _seating(bench).seat
        if seat is not None:
            bench.act(Pass(seat))
    bench.ignore("ruled")
    return True
