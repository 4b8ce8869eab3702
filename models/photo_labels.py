"""Labelled photographs of card tables: the multiset of cards each picture shows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.labels import is_code


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """One photograph: its readable cards, how many more face-up cards nobody can tell, and tags."""

    path: Path
    source: str
    cards: Counter[str]
    unreadable: int
    tags: frozenset[str]
    boxes: tuple[tuple[str, tuple[float, ...]], ...] = ()
    """(code, xyxy px) of each card where the labels hold boxes."""

    @property
    def derived(self) -> bool:
        """A copy of another photograph, turned or cut: left out of headline figures."""
        return "derived" in self.tags


def load_photos(folder: Path) -> list[LabelledPhoto]:
    """The photographs of a folder with a labels.json, either of `cards` or of `boxes` with codes.

    Raises FileNotFoundError without labels.json, ValueError for a card code that is none.
    """
    labels = folder / "labels.json"
    if not labels.is_file():
        raise FileNotFoundError(f"{folder} has no labels.json; it must list each picture's file and cards")
    pictures = folder / "images" if (folder / "images").is_dir() else folder
    return [_photo(entry, pictures, folder.name) for entry in json.loads(labels.read_text(encoding="utf-8"))]


def _photo(entry: dict[str, Any], pictures: Path, source: str) -> LabelledPhoto:
    codes = entry["cards"] if "cards" in entry else [box["code"] for box in entry["boxes"]]
    _check(codes, entry["file"])
    return LabelledPhoto(
        path=pictures / entry["file"],
        source=source,
        cards=Counter(codes),
        unreadable=int(entry.get("unreadable", 0)) + len(entry.get("ignore", ())),
        tags=frozenset(entry.get("tags", ())),
        boxes=tuple((box["code"], tuple(box.get("xyxy", ()))) for box in entry.get("boxes", ())),
    )


def _check(codes: Iterable[str], name: str) -> None:
    wrong = [code for code in codes if not is_code(code)]
    if wrong:
        raise ValueError(f"{name}: {', '.join(map(repr, wrong))} names no card")
