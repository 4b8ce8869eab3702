"""Indices of art folders are found from ink alone."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.art import load_deck
from datasets.draw_deck import draw_deck
from datasets.fonts import Typeface
from vision.labels import CODES, JOKERS

SUITED = tuple(code for code in CODES if code not in JOKERS)


def save_deck(folder: Path, faces: dict[str, np.ndarray]) -> None:
    for code, image in faces.items():
        cv2.imwrite(str(folder / f"{code}.png"), cv2.cvtColor(image, cv2.COLOR_RGBA2BGRA))


@pytest.mark.parametrize("seed", [2, 5, 21])
def test_located_indices_are_where_they_were_drawn(
    seed: int, typefaces: tuple[Typeface, ...], tmp_path: Path
) -> None:
    drawn = draw_deck(seed, typefaces)
    save_deck(tmp_path, {code: drawn.faces[code].image for code in SUITED})
    found = load_deck(tmp_path)
    good = sum(
        _same_place(found.faces[c].indices[0], drawn.faces[c].indices)
        for c in SUITED
        if found.faces[c].indices
    )
    assert good >= 50, f"{good} of 52 indices found"


def _same_place(index, truth) -> bool:  # type: ignore[no-untyped-def]
    return any(
        np.hypot(*np.subtract(index.rank_point, t.rank_point)) < 0.2 * t.unit
        and np.hypot(*np.subtract(index.pip_point, t.pip_point)) < 0.2 * t.unit
        for t in truth
    )


def test_a_folder_without_cards_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"As\.png"):
        load_deck(tmp_path)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["gnome_anglo", "gnome_ornamental", "kde_standard", "bidly"])
def test_every_suited_face_of_real_art_has_two_indices_of_one_size(name: str, shared_dir: Path) -> None:
    deck = load_deck(shared_dir / "data" / "art" / "decks" / name)
    assert set(SUITED) <= set(deck.faces)
    units = np.array([i.unit / deck.faces[c].height for c in SUITED for i in deck.faces[c].indices])
    assert all(len(deck.faces[c].indices) == 2 for c in SUITED)
    assert units.std() < 0.12 * units.mean()
