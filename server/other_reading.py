"""A play that the rules refuse only because of how a wild card on the table was read.

Undeclared, the rules give the cards one reading. Whether another was called, no camera hears; so where the
play would be legal on another reading nobody is accused, and a person is asked what was called.
"""

from __future__ import annotations

from engine.events import Refused

from .bench import Bench
from .desk import Outcome
from .records import Body

OTHER_READING = "other-reading"


def hangs_on_a_reading(refusal: Refused | None) -> bool:
    """Whether the play would be legal if what lies there had been called otherwise."""
    return refusal is not None and "other_reading" in refusal.params


def ask_what_was_called(bench: Bench, refusal: Refused, certainty: float = 1.0) -> bool:
    """Ask whether the cards to beat were called as the reading that makes the play legal.

    False, and nothing is asked, when the play that laid them is not to be found.
    """
    current = bench.desk.state.current
    laid = next(
        (
            group
            for group in reversed(bench.desk.laid)
            if current is not None
            and group.outcome is Outcome.PLAYED
            and (group.seat, group.cards) == (current.seat, current.cards)
        ),
        None,
    )
    if current is None or laid is None:
        return False
    ranks = list(refusal.params["other_reading"])
    called: Body = {
        "cards": list(current.cards),
        "score": None,
        "seat": current.seat,
        "action": "reading",
        "target": laid.fact.seq,
        "stands_for": ranks,
        "declared": [refusal.params["other_shape"], *ranks],
    }
    not_called: Body = {
        "cards": list(refusal.cards),
        "score": round(min(1.0, certainty), 4),
        "seat": refusal.seat,
        "action": "play",
        "refused": True,
    }
    bench.ask(
        OTHER_READING,
        seat=refusal.seat,
        cards=refusal.cards,
        alternatives=[called, not_called],
        params={"owner": current.seat, "pile": list(current.cards), "ranks": ranks},
    )
    return True
