"""A play that shows an earlier tribute to have been wrong: who paid a king and now plays an ace.

The play itself is legal and taken. That somebody paid wrongly is an accusation: it needs the evidence that
any accusation needs, of the play and of the tribute, or it is only a question.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Contradiction, Event

from .bench import Bench
from .desk import Laid, Outcome
from .facts import APPEARED

ACCUSING = frozenset({"tribute-not-highest", "resisted-without-jokers"})
TRIBUTE_DOUBT = "tribute-doubt"


def fault_of(events: Sequence[Event] | None) -> Contradiction | None:
    """The wrong tribute among what follows from a play, if there is one."""
    return next((e for e in events or () if isinstance(e, Contradiction) and e.code in ACCUSING), None)


def paid_surely(bench: Bench, fault: Contradiction, accuse: float) -> bool:
    """Whether the tribute that is called wrong was read as surely as an accusation needs."""
    paid = fault.params.get("card")
    group = next((g for g in bench.desk.laid if _is_tribute(g, fault.seat) and paid in g.cards), None)
    if group is None or group.fact.kind != APPEARED or group.fact.ruling is not None:
        return True
    return all(card.sure and card.score >= accuse for card in group.fact.appeared.cards)


def _is_tribute(group: Laid, seat: int | None) -> bool:
    return group.outcome is Outcome.TRIBUTE and group.seat == seat
