"""Hand-made evenings: observations as an eye would report them, without a camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from server.records import Record
from server.session import Session
from server.table import Table
from vision.observations import CardsAppeared, CardsReread, CardsVanished, SeenCard, TableCleared


class FakeEye:
    """Makes observations with ids and times as a watcher does, and answers second looks."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.at = 0.0
        self.number = 0
        self.cards = 0
        self.by_number: dict[int, CardsAppeared] = {}
        self.second_look: Callable[[CardsAppeared], Sequence[SeenCard]] = lambda seen: seen.cards

    def seen_cards(
        self, text: str, score: float = 0.99, unsure: dict[str, list[tuple[str, float]]] | None = None
    ) -> tuple[SeenCard, ...]:
        """Cards such as `7s 8s`, each with its own place; `unsure` gives alternatives and lowers the
        score.
        """
        found = []
        for code in text.split():
            self.cards += 1
            x = 40.0 * self.cards
            polygon = ((x, 10.0), (x + 30, 10.0), (x + 30, 50.0), (x, 50.0))
            others = tuple((unsure or {}).get(code, ()))
            own = score if not others else 1 - sum(p for _, p in others)
            found.append(SeenCard(self.cards, code, own, others, 5, polygon, not others))
        return tuple(found)

    def appear(
        self,
        cards: tuple[SeenCard, ...],
        votes: dict[int, float],
        zone: str = "play",
        joins: int | None = None,
        picture: bytes = b"",
        unread: float = 0.0,
    ) -> tuple[Record, ...]:
        self.at += 2.0
        self.number += 1
        seen = CardsAppeared(
            self.number,
            self.at,
            self.at - 0.2,
            cards,
            zone,  # type: ignore[arg-type]
            votes,
            joins=joins,
            unread=unread,
            after=picture,
        )
        self.by_number[self.number] = seen
        return self._report(seen)

    def lay(self, seat: int, text: str, **more: object) -> tuple[Record, ...]:
        """Seat lays these cards, seen clearly unless told otherwise."""
        votes = {seat: 0.9}
        return self.appear(self.seen_cards(text, **more), votes)  # type: ignore[arg-type]

    def hand(self, seat: int, text: str, **more: object) -> tuple[Record, ...]:
        return self.appear(self.seen_cards(text, **more), {seat: 1.0}, "hand")  # type: ignore[arg-type]

    def vanish(self, number: int | None = None, count: int | None = None) -> tuple[Record, ...]:
        self.at += 1.0
        gone = self.by_number[number or self.number].cards[:count]
        return self._report(CardsVanished(self.at, tuple(c.id for c in gone), gone, (number or self.number,)))

    def reread(self, number: int, cards: tuple[SeenCard, ...]) -> tuple[Record, ...]:
        self.at += 0.5
        return self._report(CardsReread(number, self.at, cards))

    def sweep(self, *appeared: int) -> tuple[Record, ...]:
        """Everything goes; `appeared` are the numbers of the groups that lay there, where that matters."""
        self.at += 1.0
        return self._report(TableCleared(self.at, appeared))

    def _report(self, seen: object) -> tuple[Record, ...]:
        records = self.session.observe(seen)  # type: ignore[arg-type]
        while self.session.looks:
            look = self.session.looks.pop(0)
            cards = self.second_look(self.by_number[look.observation])
            records += self.session.looked_again(look, cards)
        return records


def new_table(session: Session, players: int = 4, profile: str = "classic", dealer: int | None = 0) -> Table:
    people = tuple(session.store.person(f"player {seat}") for seat in range(players))
    return Table(profile, people, first_dealer=dealer)


def derived(records: Sequence[Record], *kinds: str) -> list[Record]:
    """The derived records of these kinds (all, when none is named)."""
    return [r for r in records if r.source == "derived" and (not kinds or r.kind in kinds)]


def kinds(session: Session) -> list[str]:
    """Kinds of the standing events of the last deal."""
    assert session.deal is not None
    return [record.kind for record in session.deal.derived]
