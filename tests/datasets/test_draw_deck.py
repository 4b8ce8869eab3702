"""Drawn decks: all codes, same seed same pixels, indices where the ink is."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.art import ink
from datasets.deck import Face
from datasets.draw_deck import draw_deck
from datasets.fonts import Typeface
from vision.labels import CODES, JOKERS

SEEDS = range(6)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_deck_has_all_54_codes_with_indices_inside_the_face(
    seed: int, typefaces: tuple[Typeface, ...]
) -> None:
    deck = draw_deck(seed, typefaces)
    assert set(deck.faces) == set(CODES)
    for code, face in deck.faces.items():
        assert len(face.indices) in (2, 4), code
        for index in face.indices:
            x0, y0, x1, y1 = index.box_xyxy
            assert 0 <= x0 < x1 <= face.width, code
            assert 0 <= y0 < y1 <= face.height, code
            assert x0 <= index.rank_point[0] <= x1
            wide_word = code in JOKERS and x1 - x0 > 1.5 * (y1 - y0)
            assert wide_word or y0 <= index.pip_point[1] <= y1


def test_same_seed_gives_the_same_pixels_and_another_seed_other_ones(typefaces: tuple[Typeface, ...]) -> None:
    one, again, other = (draw_deck(seed, typefaces).faces["Qd"] for seed in (3, 3, 4))
    assert one.image.shape == again.image.shape
    assert (one.image == again.image).all()
    assert one.indices == again.indices
    assert one.image.shape != other.image.shape or (one.image != other.image).any()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_turned_round_shows_the_same_index(seed: int, typefaces: tuple[Typeface, ...]) -> None:
    face = draw_deck(seed, typefaces).faces["7s"]
    turned = {tuple(np.round(i.turned(face.width, face.height).rank_point, 3)) for i in face.indices}
    assert turned == {tuple(np.round(i.rank_point, 3)) for i in face.indices}


@pytest.mark.parametrize("code", ["6h", "9s", "Tc", "Ad", "BJ", "RJ"])
def test_the_box_holds_ink_and_its_rim_is_bare(code: str, typefaces: tuple[Typeface, ...]) -> None:
    for seed in SEEDS:
        face = draw_deck(seed, typefaces).faces[code]
        inside, rim = ink_share(face)
        assert inside > (0.06 if code in JOKERS else 0.15), (seed, code)
        assert rim < 0.12, (seed, code)


def ink_share(face: Face) -> tuple[float, float]:
    """Inked part of the first index's box, and of the rim 2 px outside its left and lower edge."""
    mask = ink(face.image) > 0
    x0, y0, x1, y1 = (int(v) for v in face.indices[0].box_xyxy)
    rim = np.concatenate([mask[y0:y1, max(0, x0 - 2)], mask[min(y1 + 2, face.height - 1), x0:x1]])
    return float(mask[y0:y1, x0:x1].mean()), float(rim.mean())
