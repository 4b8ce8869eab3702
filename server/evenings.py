"""All evenings in the log: who played, how often, with what result. A fold over the stored events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.amount import Amount, exact, plain

from .deal import split_by_deal
from .exchange import Evening, PlayerStatistics
from .facts import DEAL_BEGUN
from .records import Record, standing
from .store import Store
from .table import TABLE_SET, Table

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


def evenings(store: Store) -> list[Evening]:
    """All evenings, the latest first."""
    names = store.people()
    found = [_evening(number, group, names) for number, group in _by_evening(store.read()).items()]
    return [each for each in reversed(found) if each is not None]


def statistics(store: Store) -> list[PlayerStatistics]:
    """Every remembered player over all evenings, best total first."""
    names = store.people()
    players: dict[str, _Player] = defaultdict(_Player)
    for number, group in _by_evening(store.read()).items():
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


def _by_evening(records: Iterable[Record]) -> dict[int, list[Record]]:
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
