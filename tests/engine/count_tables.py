"""Count tables: for fixed hands, how many plays each profile allows, as chess engines keep perft counts.

    python -m tests.engine.count_tables > tests/golden/gandengyan_counts.txt

The counts are made by the slow enumerator from every part of the hand; suits alone do not make another play,
a reading does.
"""

from __future__ import annotations

from itertools import combinations

from tests.engine import slow_rules

HANDS = (
    "3s 4h 5d 6c 7s",
    "3s 3h 4d 4c 5s 5h",
    "4s 4h 4d BJ 9c",
    "4s 5h BJ RJ 9d 2c",
    "2s 2h Ad Ac Ks BJ",
    "7s 7h 7d 7c 8s BJ RJ",
    "3s 3h 3d 4s 4h 4d 5s 5h 5d RJ",
    "9s Th Jd Qc Ks Ah 2d BJ RJ",
    "BJ",
    "BJ RJ",
)
ANSWERED = (
    "3s",
    "Ac",
    "2d",
    "4s 4c",
    "As Ad",
    "3d 4d 5d",
    "Ts Jd Qs",
    "3c 3d 4c 4d",
    "6s 6h 6d",
    "6s 6h 6d 6c",
)


Play = tuple[tuple[str, ...], object]


def slow_plays(profile: str, hand: tuple[str, ...]) -> set[Play]:
    """All leads of a hand: ranks spent (wild jokers alike, written W) and the reading."""
    found = set()
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            spent = tuple(sorted("W" if card in ("BJ", "RJ") else card[0] for card in cards))
            found.update((spent, reading) for reading in slow_rules.readings(cards, profile))
    return found


def lines() -> list[str]:
    """The table: profile, hand, what lies there, number of plays."""
    found = []
    for profile in slow_rules.TABLES:
        for hand in HANDS:
            plays = slow_plays(profile, tuple(hand.split()))
            found.append(f"{profile:15} | {hand:30} | {'lead':12} | {len(plays)}")
            for on in ANSWERED:
                readings = slow_rules.readings(tuple(on.split()), profile)
                if readings:
                    count = sum(slow_rules.beats(reading, readings[0], profile) for _, reading in plays)
                    found.append(f"{profile:15} | {hand:30} | {on:12} | {count}")
    return found


if __name__ == "__main__":
    print("\n".join(lines()))
