"""A deliberately slow reading of the rules page for the nine Gandengyan tables. Shares no code with the
engine.

Every joker is tried as every rank; every assignment is tried as every shape. Ranks are numbers: 3 … 14 (the
ace) and 15 (the 2); jokers are "b" and "r".
"""

from __future__ import annotations

from functools import cache
from itertools import product

ALL = range(3, 16)
FACE = {
    "3": 3,
    "4": 4,
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 8,
    "9": 9,
    "T": 10,
    "J": 11,
    "Q": 12,
    "K": 13,
    "A": 14,
    "2": 15,
}
NAME = {number: face for face, number in FACE.items()}

TABLES = {
    "classic": {
        "straight": range(3, 13),
        "pairs": (2, 3),
        "bombs": (3, 4),
        "order": "tiers",
        "wild": 1,
        "rocket": True,
    },
    "winner-draws": {
        "straight": range(3, 13),
        "pairs": (),
        "bombs": (3, 4),
        "order": "rank",
        "wild": 2,
        "rocket": True,
    },
    "low-card-leads": {
        "straight": range(3, 13),
        "pairs": (),
        "bombs": (3, 4),
        "order": "rank",
        "wild": 2,
        "rocket": True,
        "three naturals": True,
    },
    "sichuan": {
        "straight": range(3, 13),
        "pairs": range(2, 13),
        "bombs": (3, 4),
        "order": "size",
        "wild": 2,
        "rocket": True,
    },
    "shanghai": {
        "straight": range(3, 7),
        "pairs": (),
        "bombs": (3, 4),
        "order": "size",
        "wild": 2,
        "rocket": False,
    },
    "planes": {
        "straight": (2, 3),
        "pairs": (2, 3),
        "planes": (2, 3),
        "plane": True,
        "bombs": (4, 5, 6),
        "order": "size",
        "wild": 2,
        "rocket": True,
    },
    "tournament": {
        "straight": range(3, 13),
        "pairs": range(2, 13),
        "bombs": (3, 4),
        "order": "size, natural last",
        "wild": 2,
        "rocket": True,
    },
    "short-straight": {
        "straight": (3,),
        "pairs": (),
        "bombs": (3, 4),
        "order": "tiers",
        "wild": 1,
        "rocket": True,
    },
    "free-beat": {
        "straight": range(3, 13),
        "pairs": (),
        "bombs": (4,),
        "order": "rank",
        "wild": 0,
        "rocket": True,
        "free": True,
    },
}


def face(card):
    return {"BJ": "b", "RJ": "r"}.get(card) or FACE[card[0]]


def shape_of(ranks, table):
    """The shape of natural ranks, or None: `(name, copies of a rank, lowest rank, cards)`."""
    ranks = sorted(ranks)
    size = len(ranks)
    kinds = sorted(set(ranks))
    copies = {ranks.count(kind) for kind in kinds}
    if len(kinds) == 1:
        if size == 1:
            return "single", 1, kinds[0], 1
        if size == 2:
            return "pair", 2, kinds[0], 2
        if size == 3 and table.get("plane"):
            return "plane", 3, kinds[0], 3
        if size in table["bombs"]:
            return "bomb", size, kinds[0], size
        return None
    if len(copies) != 1 or 15 in kinds or kinds[-1] - kinds[0] != len(kinds) - 1:
        return None
    width = copies.pop()
    allowed = {
        1: ("straight", table["straight"]),
        2: ("pairs", table["pairs"]),
        3: ("planes", table.get("planes", ())),
    }
    if width in allowed and len(kinds) in allowed[width][1]:
        return f"chain {allowed[width][0]}", width, kinds[0], size
    return None


def readings(cards, profile):
    """All readings as `(shape, number of jokers used as other cards)`, the default one first."""
    return readings_of_faces(tuple(sorted(map(face, cards), key=str)), profile)


@cache
def readings_of_faces(faces, profile):
    table = TABLES[profile]
    jokers = [f for f in faces if f in ("b", "r")]
    naturals = [f for f in faces if f not in ("b", "r")]
    found = set()
    if not naturals:
        if sorted(jokers) == ["b", "r"] and table["rocket"]:
            found.add((("rocket", 2, 16, 2), 0))
        if len(jokers) == 1 and table.get("free"):
            found.add((("single", 1, 16 if jokers == ["b"] else 17, 1), 0))
    elif len(jokers) <= table["wild"]:
        for stand_ins in product(ALL, repeat=len(jokers)):
            shape = shape_of(naturals + list(stand_ins), table)
            if shape is None:
                continue
            if shape[0] == "bomb" and table.get("three naturals") and len(naturals) < 3:
                continue
            found.add((shape, len(jokers)))
    return sorted(found, key=lambda reading: (-reading[0][1], reading[0][2]))


def bomb_value(reading, order):
    (_, _, rank, size), jokers = reading
    natural = 0 if jokers else 1
    if order == "tiers":
        return size, natural, rank
    if order == "rank":
        return (rank,)
    if order == "size":
        return size, rank
    return size, rank, natural


def beats(new, old, profile):
    table = TABLES[profile]
    (name, _, rank, size), _ = new
    (old_name, _, old_rank, old_size), _ = old
    if old_name == "rocket":
        return False
    if name == "rocket":
        return True
    if name == "bomb":
        return old_name != "bomb" or bomb_value(new, table["order"]) > bomb_value(old, table["order"])
    if old_name == "bomb":
        return False
    if table.get("free"):
        if old_name == "single" and name == "pair":
            return True
        return name == old_name and size == old_size and rank > old_rank
    if name != old_name or size != old_size:
        return False
    if rank == old_rank + 1:
        return True
    return rank == 15 and old_rank < 15 and name in ("single", "pair", "plane")


def verdict(profile, on, play, declared=None):
    """The reading in force of a legal play, or None."""
    found = readings(play, profile)
    if declared is not None:
        found = [reading for reading in found if ranks(reading) == sorted(FACE[name] for name in declared)]
    if on is not None:
        found = [reading for reading in found if beats(reading, on, profile)]
    return found[0] if found else None


def ranks(reading):
    """The ranks that a reading stands for, low to high."""
    (name, width, low, size), _ = reading
    if name == "rocket":
        return [16, 17]
    if name.startswith("chain"):
        return sorted(list(range(low, low + size // width)) * width)
    return [low] * size
