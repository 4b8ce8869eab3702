"""Train and val share no design, no typeface family and no loose face."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.fonts import families, find_typefaces
from datasets.pool import VAL_DECKS, Pool, held_out


def test_a_family_is_on_one_side_only() -> None:
    names = {face.family for face in find_typefaces()}
    train, val = (
        {face.family for group in Pool(None, split).case.families for face in group}
        for split in ("train", "val")
    )
    if len({name for name in names if held_out(name, 8)}) >= 3:
        assert not train & val
    assert train | val == names


def test_the_choice_by_name_takes_about_one_in_n() -> None:
    share = np.mean([held_out(f"name {k}", 8) for k in range(4000)])
    assert 0.1 < share < 0.15
    assert held_out("Lato", 8) == held_out("Lato", 8)


def test_weights_of_one_family_stay_together() -> None:
    for name, group in families(find_typefaces()).items():
        assert {face.family for face in group} == {name}


def test_halved_pictures_are_premultiplied_and_reach_a_small_size(pool: Pool) -> None:
    pooled = pool.face("drawn-3", "9d")
    assert all(a.shape[0] >= 1.9 * b.shape[0] for a, b in zip(pooled.levels, pooled.levels[1:], strict=False))
    assert pooled.levels[-1].shape[0] <= 64
    for level in pooled.levels:
        assert (level[..., :3] <= level[..., 3:].astype(int) + 2).all()


@pytest.mark.shared
def test_art_designs_and_loose_jokers_are_parted(shared_dir: Path) -> None:
    art = shared_dir / "data" / "art"
    train, val = (Pool(art, split) for split in ("train", "val"))
    assert set(val.art_names) == set(VAL_DECKS)
    assert not set(train.art_names) & set(val.art_names)
    for code in ("BJ", "RJ"):
        ours, theirs = ({face.image.tobytes() for face in p.loose[code]} for p in (train, val))
        assert ours
        assert not ours & theirs
    assert not val.loose["As"]
