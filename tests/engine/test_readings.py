"""The table of readings of the rules page, cell by cell."""

from __future__ import annotations

import pytest

from engine.cards import parse
from engine.combos import Shape
from engine.profile import load_profile, parse_profile, profile_text
from engine.recognise import readings

ONE, TWO, LOW = ("classic", "short-straight"), ("sichuan", "tournament"), ("low-card-leads",)
DRAWS, SHANGHAI, PLANES, FREE = ("winner-draws",), ("shanghai",), ("planes",), ("free-beat",)
ALL = (*ONE, *DRAWS, *LOW, *TWO, *SHANGHAI, *PLANES, *FREE)
NO = ""
TABLE = [
    ("BJ", {NO: (*ONE, *DRAWS, *LOW, *TWO, *SHANGHAI, *PLANES), "single BJ": FREE}),
    ("BJ RJ", {NO: SHANGHAI, "rocket BJRJ": tuple(name for name in ALL if name != "shanghai")}),
    (
        "4s BJ",
        {
            "pair 44": (*ONE, *DRAWS, *LOW, *TWO, *SHANGHAI),
            "pair 44; straight 34; straight 45": PLANES,
            NO: FREE,
        },
    ),
    (
        "4s 5s BJ",
        {"straight 345; straight 456": tuple(name for name in ALL if name != "free-beat"), NO: FREE},
    ),
    ("4s 4h RJ", {"bomb 444": (*ONE, *DRAWS, *TWO, *SHANGHAI), NO: (*LOW, *FREE), "plane 444": PLANES}),
    ("4s 4h 4d BJ", {"bomb 4444": tuple(name for name in ALL if name != "free-beat"), NO: FREE}),
    (
        "4s BJ RJ",
        {
            NO: (*ONE, *FREE),
            "bomb 444; straight 345; straight 456": (*DRAWS, *TWO, *SHANGHAI),
            "straight 345; straight 456": LOW,
            "plane 444; straight 345; straight 456": PLANES,
        },
    ),
    (
        "4s 5s BJ RJ",
        {
            NO: (*ONE, *FREE),
            "straight 3456; straight 4567": (*DRAWS, *LOW, *SHANGHAI),
            "pair-chain 4455; straight 3456; straight 4567": TWO,
            "pair-chain 4455": PLANES,
        },
    ),
    (
        "4s 4h BJ RJ",
        {
            NO: (*ONE, *LOW, *FREE),
            "bomb 4444": (*DRAWS, *SHANGHAI),
            "bomb 4444; pair-chain 3344; pair-chain 4455": (*TWO, *PLANES),
        },
    ),
    ("4s 4h 4d BJ RJ", {NO: tuple(name for name in ALL if name != "planes"), "bomb 44444": PLANES}),
    ("2s BJ", {"pair 22": tuple(name for name in ALL if name != "free-beat"), NO: FREE}),
]
CELLS = [
    (cards, profile, wanted) for cards, row in TABLE for wanted, names in row.items() for profile in names
]


def test_every_cell_is_there():
    assert sorted((cards, profile) for cards, profile, _ in CELLS) == sorted(
        (cards, profile) for cards, _ in TABLE for profile in ALL
    )


@pytest.mark.parametrize(("cards", "profile", "wanted"), CELLS)
def test_readings(cards, profile, wanted):
    if profile == "short-straight":
        wanted = "; ".join(part for part in wanted.split("; ") if "straight" not in part or len(part) == 12)
    found = readings(parse(cards), load_profile(profile))
    assert "; ".join(f"{combo.shape} {''.join(combo.stands_for)}" for combo in found) == wanted


def test_the_ace_is_the_top_of_every_chain():
    assert [combo.stands_for for combo in readings(parse("Ks As BJ"), load_profile("classic"))] == [
        ("Q", "K", "A")
    ]


def test_a_lowest_first_profile_reads_the_lowest():

    text = profile_text("sichuan").replace('default_reading = "most-of-a-rank"', 'default_reading = "lowest"')
    profile = parse_profile(text, "my.toml")
    found = readings(parse("4s BJ RJ"), profile)
    assert [combo.shape for combo in found] == [Shape.STRAIGHT, Shape.BOMB, Shape.STRAIGHT]
