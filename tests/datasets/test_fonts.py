"""Typefaces are found, judged by their glyphs, and drawn at the height asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets.fonts import BUILT_IN, RANK_GLYPHS, covers, find_typefaces, text_mask


def test_every_typeface_found_draws_every_rank() -> None:
    for face in find_typefaces()[:40]:
        assert covers(face, RANK_GLYPHS), face


def test_a_glyph_that_a_font_lacks_is_not_covered() -> None:
    assert not covers(BUILT_IN, "大")
    assert covers(BUILT_IN, "JOKER")


@pytest.mark.parametrize("text", list(RANK_GLYPHS))
def test_ink_is_as_high_as_asked(text: str) -> None:
    mask = text_mask(BUILT_IN, text, 40)
    assert abs(mask.shape[0] - 40) <= 3
    assert mask.max() > 0.9
    assert mask[0].max() > 0.2
    assert mask[-1].max() > 0.2


def test_a_folder_without_fonts_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="--fonts"):
        find_typefaces([tmp_path])
