"""The decks that scenes may use: art folders, single low-resolution faces, and drawn decks by number.

A split keeps designs apart: decks that share drawings stay on one side, drawn decks of `val` use typefaces
that `train` never sees. Faces are handed out with a pyramid of halved pictures, so that a small card is
area-sampled.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.labels import BIG_JOKER, CODES, JOKERS, LITTLE_JOKER

from .art import find_spot, index_of, load_deck, read_face, second_signs, sign_index
from .deck import Deck, Face
from .deck_style import TypeCase, type_case
from .draw_deck import deck_of
from .fonts import find_typefaces

VAL_DECKS = (
    "gnome_atlasnye",
    "jackfurby",
    "gnome_neoclassical",
    "gnome_neoclassical_4_color",
    "gnome_tigullio",
)
"""Held out: atlasnye and jackfurby share one design, the two neoclassical another, tigullio stands alone."""
LEFT_OUT_JOKERS = (
    "pysol_neo",
    "hayeah",
    "pysol_me-uk",
    "gnome_tango",
    "gnome_anglo_modern",
    "gnome_anglo_modern_4_color",
    "gnome_plastic",
    "gnome_simplistic",
    "gnome_tigullio",
)
"""Jokers without a corner sign, with signs alike, with signs that ink alone does not find, or with words
outside the corners: those would lie unlabelled in the picture."""
FIGURE_DECKS = (
    "gnome_anglo",
    "gnome_anglo_modern",
    "gnome_anglo_poker",
    "gnome_bellot",
    "gnome_paris",
    "kde_standard",
)
FOLDER_OF_JOKER = {LITTLE_JOKER: "joker_black", BIG_JOKER: "joker_red"}
EITHER_JOKERS = "joker_other"
"""Loose jokers with a coloured picture and black letters: in one pack that is the big one, in another the
little one."""
TRAINED_JOKERS = frozenset({
    ("joker_red", 17), ("joker_other", 9), ("joker_other", 21), ("joker_other", 53), ("joker_other", 65),
})  # fmt: skip
EXTRA_JOKERS = ("gnome_ancient_french", "gnome_lattmann", "gnome_rheinland", "gnome_slavic_costumes")
"""Packs of `jokers_extra` that training takes: all signs in their corners are found and labelled."""
HELD_OUT_JOKERS = frozenset(("joker_other", number) for number in (6, 8, 34, 38, 40, 52, 54, 58, 60, 66))
"""Loose jokers are split by number, odd ones are held out; these show the drawing of one on the other side,
or of a deck that is trained on, and go with it."""


@dataclass(frozen=True, slots=True, eq=False)
class PooledFace:
    """A face with its halved pictures: `levels[k]` is 2**-k as large, uint8 RGBA, premultiplied by alpha."""

    face: Face
    levels: tuple[np.ndarray, ...]
    stock: tuple[int, int, int]


class Pool:
    """Decks of one split ("train" or "val"), by name.

    Names: a folder's name for art, `drawn-7` for a drawn deck, `faces53` for the loose faces, of which
    a code has many: a number picks one.
    """

    def __init__(self, art: Path | None, split: str, fonts: tuple[Path, ...] = ()) -> None:
        self.split = split
        self.case = _typecase(fonts, split)
        self.art = {} if art is None else _art_decks(art / "decks", split)
        self.loose = {} if art is None else _loose_faces(art / "faces53", split)
        self.figures = _figures(self.art)
        self._deck = lru_cache(maxsize=24)(self._load)
        self._face = lru_cache(maxsize=900)(self._pooled)
        self._loose = lru_cache(maxsize=2500)(self._pooled_loose)

    @property
    def art_names(self) -> tuple[str, ...]:
        return tuple(sorted(self.art))

    def deck(self, name: str) -> Deck:
        """A deck by name; raises KeyError for a name the split does not have."""
        return self._deck(name)

    def codes(self, name: str) -> tuple[str, ...]:
        """Codes that the deck can show with an index."""
        if name == "faces53":
            return tuple(code for code in CODES if self.loose.get(code))
        return tuple(code for code in CODES if code in self.deck(name).faces and self._shows(name, code))

    def face(self, name: str, code: str, number: int = 0) -> PooledFace:
        """A face; `number` picks one of the loose faces of a code (modulo their count)."""
        if name == "faces53":
            return self._loose(code, number % len(self.loose[code]))
        if name == EITHER_JOKERS:
            return self._loose(EITHER_JOKERS, number % len(self.loose[EITHER_JOKERS]))
        return self._face(name, code)

    def _load(self, name: str) -> Deck:
        if name.startswith("drawn-"):
            return deck_of(int(name.removeprefix("drawn-")), self.case, self.figures)
        return self.art[name]

    def _shows(self, name: str, code: str) -> bool:
        return code not in JOKERS or name.startswith("drawn-") or bool(self.deck(name).faces[code].indices)

    def _pooled_loose(self, code: str, number: int) -> PooledFace:
        return _pooled(self.loose[code][number])

    def _pooled(self, name: str, code: str) -> PooledFace:
        if code == "back":
            back = self.deck(name).back
            return _pooled(Face("As", _plain_back() if back is None else back, ()))
        return _pooled(self.deck(name).faces[code])


def _pooled(face: Face) -> PooledFace:
    rgba = face.image
    flat = cv2.multiply(
        rgba, cv2.merge([rgba[..., 3]] * 3 + [np.full_like(rgba[..., 3], 255)]), scale=1 / 255
    )
    levels = [flat]
    while levels[-1].shape[0] > 60:
        levels.append(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    corner = rgba[8 : face.height // 3 : 4, 4 : face.width // 4 : 2, :3].reshape(-1, 3)
    stock = np.percentile(corner, 80, axis=0) if len(corner) else np.array([250, 250, 250])
    return PooledFace(face, tuple(levels), (int(stock[0]), int(stock[1]), int(stock[2])))


def _typecase(fonts: tuple[Path, ...], split: str) -> TypeCase:
    """Typefaces of a split: a family is held out by its name, one in eight, as long as enough are left."""
    faces = find_typefaces(fonts)
    val = tuple(f for f in faces if held_out(f.family, 8))
    train = tuple(f for f in faces if not held_out(f.family, 8))
    chosen = val if split == "val" else train
    return type_case(chosen if len({f.family for f in chosen}) >= 3 else faces)


def held_out(name: str, one_in: int) -> bool:
    """A fixed choice by name, the same on every machine."""
    return int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) % one_in == 0


def _art_decks(folder: Path, split: str) -> dict[str, Deck]:
    facts_file = folder.parent / "decks.json"
    facts = json.loads(facts_file.read_text()) if facts_file.exists() else {}
    names = [
        p.name for p in sorted(folder.iterdir()) if p.is_dir() and facts.get(p.name, {}).get("use") != "rare"
    ]
    wanted = [n for n in names if (n in VAL_DECKS) == (split == "val")]
    decks = {n: load_deck(folder / n, str(facts.get(n, {}).get("licence", "see the folder"))) for n in wanted}
    return {n: _without_jokers(d) if n in LEFT_OUT_JOKERS else d for n, d in decks.items()}


def _without_jokers(deck: Deck) -> Deck:
    return Deck(deck.name, {c: f for c, f in deck.faces.items() if c not in JOKERS}, deck.back, deck.licence)


def _loose_faces(folder: Path, split: str) -> dict[str, tuple[Face, ...]]:
    """Single faces by code, and those of `EITHER_JOKERS`. Jokers are split by design; all others are for
    training alone."""
    if not folder.is_dir():
        return {}
    found = {}
    for code in (*CODES, EITHER_JOKERS):
        name = FOLDER_OF_JOKER.get(code, code)
        files = sorted((folder / name).glob("*.jpg"))
        if name.startswith("joker"):
            files = [path for path in files if joker_held_out(name, int(path.stem)) == (split == "val")]
        elif split == "val":
            files = []
        if code in JOKERS and split == "train":
            files += [p for pack in EXTRA_JOKERS if (p := _extra_joker(folder, code, pack)).is_file()]
        faces = (_loose_face(path, BIG_JOKER if code == EITHER_JOKERS else code) for path in files)
        found[code] = tuple(face for face in faces if face is not None)
    return found


def _extra_joker(loose: Path, code: str, pack: str) -> Path:
    return loose.parent / "jokers_extra" / f"{code}_{pack}.png"


def joker_held_out(folder: str, number: int) -> bool:
    """Whether a loose joker, by its folder and file number, is kept from training."""
    if (folder, number) in TRAINED_JOKERS:
        return False
    return number % 2 == 1 or (folder, number) in HELD_OUT_JOKERS


def _loose_face(path: Path, code: str) -> Face | None:
    image = read_face(path)
    spot = find_spot(image, code)
    if spot is None:
        return None
    height, width = image.shape[:2]
    box = (min(spot.rank[0], spot.pip[0]), spot.rank[1], max(spot.rank[2], spot.pip[2]), spot.pip[3])
    index = sign_index(box) if code in JOKERS else index_of(spot)
    turned = find_spot(np.ascontiguousarray(image[::-1, ::-1]), code)
    if turned is None:
        return None
    box = (
        min(turned.rank[0], turned.pip[0]),
        turned.rank[1],
        max(turned.rank[2], turned.pip[2]),
        turned.pip[3],
    )
    other = sign_index(box) if code in JOKERS else index_of(turned)
    leaning = max(abs(i.rank_point[0] - i.pip_point[0]) / i.unit for i in (index, other))
    if abs(other.unit / index.unit - 1) > 0.2 or leaning > 0.3:
        return None
    indices = (index, other.turned(width, height))
    return Face(code, image, (*indices, *second_signs(image, indices)) if code in JOKERS else indices)


def _figures(decks: Mapping[str, Deck]) -> dict[str, tuple[np.ndarray, ...]]:
    """Insides of court and joker faces, for drawn decks to borrow."""
    found: dict[str, list[np.ndarray]] = {}
    for name in FIGURE_DECKS:
        for code, face in decks[name].faces.items() if name in decks else ():
            if code[0] in "JQK" or (code in JOKERS and face.indices):
                x = round(max(i.box_xyxy[2] for i in face.indices if i.box_xyxy[2] < face.width / 2)) + 3
                y = round(0.05 * face.height)
                if x < 0.3 * face.width:
                    found.setdefault(code, []).append(face.image[y:-y, x:-x, :3].copy())
    return {code: tuple(pictures) for code, pictures in found.items()}


def _plain_back() -> np.ndarray:
    back = np.full((500, 350, 4), 255, np.uint8)
    back[20:-20, 20:-20, :3] = (40, 60, 140)
    return back
