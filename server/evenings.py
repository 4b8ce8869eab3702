"""All evenings in the log: who played, how often, with what result. A fold over the stored events."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.amount import Amount, exact, plain

from .deal import split_by_deal
from .exchange import Evening, PlayerStatistics
from .facts import DEAL_BEGUN
from .records import Record, standing
from .store import LogReader, Store
from .table import TABLE_SET, Table

Groups = Mapping[int, list[Record]]
"""The records of the log by evening."""
_KINDS = ("evening-begun", TABLE_SET, DEAL_BEGUN, "played", "refused", "settled", "rederived")
_BOMBS = frozenset({"bomb", "rocket", "straight-flush", "four-jokers"})


@dataclass(slots=True)
class _Player:
    evenings: set[int] = field(default_factory=set)
    deals: int = 0
    wins: int = 0
    total: Amount = 0
    best: Amount = 0
    bombs: int = 0
    refused: int = 0


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal of the log: its table and its standing events."""

    evening: int
    table: Table
    events: tuple[Record, ...]

    @property
    def amounts(self) -> list[Amount] | None:
        """What each seat got, None if the deal was never settled."""
        settled = next((each for each in reversed(self.events) if each.kind == "settled"), None)
        return None if settled is None else [exact(line["amount"]) for line in settled.body["payments"]]

    @property
    def winner(self) -> int | None:
        """The seat that won."""
        settled = next((each for each in reversed(self.events) if each.kind == "settled"), None)
        return settled.body["winner"] if settled else None


class Past:
    """All evenings of a log. Reading them takes a while when there are many, so it is done in another thread,
    on a connection of its own, and once for all who ask before something new is written.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[object, list[Evening], list[PlayerStatistics]] | None = None
        self._reading = asyncio.Lock()

    async def read(self) -> tuple[list[Evening], list[PlayerStatistics]]:
        """The evenings, the latest first, and the statistics of everybody."""
        async with self._reading:
            names = self._store.people()
            state = (self._store.last_seq(), names)
            if self._known is None or self._known[0] != state:
                self._known = (state, *await asyncio.to_thread(_read_past, self._store.path, names))
            return self._known[1], self._known[2]


def _read_past(path: Path, names: dict[int, str]) -> tuple[list[Evening], list[PlayerStatistics]]:
    with LogReader(path) as log:
        groups = _by_evening(log.of_kinds(_KINDS))
    return evenings(groups, names), statistics(groups, names)


def evenings(groups: Groups, names: dict[int, str]) -> list[Evening]:
    """All evenings, the latest first."""
    found = [_evening(number, group, names) for number, group in groups.items()]
    return [each for each in reversed(found) if each is not None]


def statistics(groups: Groups, names: dict[int, str]) -> list[PlayerStatistics]:
    """Every remembered player over all evenings, best total first."""
    players: dict[str, _Player] = defaultdict(_Player)
    for number, group in groups.items():
        for deal in played_deals(number, group):
            _count(deal, names, players)
    shown = [
        PlayerStatistics(
            name=name,
            evenings=len(player.evenings),
            deals=player.deals,
            wins=player.wins,
            total=plain(player.total),
            best=plain(player.best),
            bombs=player.bombs,
            refused=player.refused,
        )
        for name, player in players.items()
    ]
    return sorted(shown, key=lambda each: (-each.total, each.name))


def played_deals(evening: int, records: Iterable[Record]) -> Iterator[PlayedDeal]:
    """The deals among the records of an evening."""
    for number, group in sorted(split_by_deal(records).items()):
        begun = next((record for record in group if record.kind == DEAL_BEGUN), None)
        if number and begun is not None:
            events = tuple(record for record in standing(group) if record.source == "derived")
            yield PlayedDeal(evening, Table.from_dict(begun.body["table"]), events)


def _by_evening(records: Iterable[Record]) -> Groups:
    found: dict[int, list[Record]] = defaultdict(list)
    for record in records:
        found[record.evening].append(record)
    return dict(sorted(found.items()))


def _evening(number: int, records: list[Record], names: dict[int, str]) -> Evening | None:
    tables = [record for record in records if record.kind == TABLE_SET]
    if not tables:
        return None
    table = Table.from_dict(tables[-1].body)
    totals: dict[str, Amount] = {}
    settled = 0
    for deal in played_deals(number, records):
        amounts = deal.amounts
        settled += amounts is not None
        for person, amount in zip(deal.table.people, amounts or (), strict=False):
            name = names.get(person)
            if name is not None:
                totals[name] = totals.get(name, 0) + amount
    return Evening(
        id=number,
        name=table.session,
        started_at=records[0].at,
        profile=table.profile,
        deals=settled,
        totals={name: plain(amount) for name, amount in totals.items()},
    )


def _count(deal: PlayedDeal, names: dict[int, str], players: dict[str, _Player]) -> None:
    amounts = deal.amounts
    if amounts is None:
        return
    for seat, person in enumerate(deal.table.people):
        if person not in names or seat >= len(amounts):
            continue
        player = players[names[person]]
        player.evenings.add(deal.evening)
        player.deals += 1
        player.wins += deal.winner == seat
        player.total += amounts[seat]
        player.best = max(player.best, amounts[seat])
        player.bombs += sum(e.kind == "played" and _by(e, seat) and _is_bomb(e) for e in deal.events)
        player.refused += sum(e.kind == "refused" and _by(e, seat) for e in deal.events)


def _by(event: Record, seat: int) -> bool:
    return bool(event.body.get("seat") == seat)


def _is_bomb(event: Record) -> bool:
    return event.body["combination"] in _BOMBS
