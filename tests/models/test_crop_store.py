from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.formats import EITHER, NONE, RANK_CLASSES, class_ids
from models.crop_store import CropMixture, CropShards, CropSource, rank_targets


def write(folder: Path, shard: int, value: int, count: int = 5, compressed: bool = False) -> None:
    folder.mkdir(exist_ok=True)
    crops = np.full((count, 64, 64, 3), value, np.uint8)
    crops[:, 0, 0, 0] = np.arange(count)
    save = np.savez_compressed if compressed else np.savez
    save(
        folder / f"crops-{shard:05d}.npz",
        crops=crops,
        ranks=np.full(count, value),
        suits=np.full(count, 1),
        units=np.ones(count),
    )


@pytest.mark.parametrize("compressed", [False, True], ids=["mapped", "compressed"])
def test_positions_run_over_all_shards(tmp_path: Path, compressed: bool) -> None:
    write(tmp_path, 0, 3, compressed=compressed)
    write(tmp_path, 1, 7, count=4, compressed=compressed)
    shards = CropShards(tmp_path)
    crops, labels = shards.take(np.array([8, 0, 5]))
    assert len(shards) == 9
    assert crops[:, 0, 0, 0].tolist() == [3, 0, 0]
    assert crops[:, 9, 9, 2].tolist() == [7, 3, 7]
    assert labels.tolist() == [[7, 1], [3, 1], [7, 1]]


def test_new_shards_are_picked_up_and_half_written_ones_left(tmp_path: Path) -> None:
    write(tmp_path, 0, 3)
    (tmp_path / "crops-00001.npz").write_bytes(b"PK\x03\x04 not all of it")
    shards = CropShards(tmp_path)
    assert len(shards) == 5
    write(tmp_path, 1, 4)
    assert shards.refresh() == 10


def test_a_folder_of_weight_zero_is_never_drawn(tmp_path: Path) -> None:
    write(tmp_path / "a", 0, 1)
    write(tmp_path / "b", 0, 2)
    mixture = CropMixture(
        [CropSource(tmp_path / "a"), CropSource(tmp_path / "b", 0.0)], np.random.default_rng(0)
    )
    _, labels = mixture.draw(200)
    assert set(labels[:, 0]) == {1}


def test_no_crops_at_all_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"datasets\.synth"):
        CropMixture([CropSource(tmp_path)], np.random.default_rng(0))


@pytest.mark.parametrize(("text", "weight"), [("a/b", 1.0), ("a/b:2.5", 2.5)])
def test_source_from_text(text: str, weight: float) -> None:
    assert CropSource.parse(text) == CropSource(Path("a/b"), weight)


def test_a_joker_that_may_be_either_asks_for_one_half_of_each() -> None:
    targets = rank_targets(np.array([class_ids(code)[0] for code in ("As", "BJ", EITHER, NONE)]))
    assert targets.shape == (4, len(RANK_CLASSES))
    named = [{RANK_CLASSES[i]: float(row[i]) for i in np.flatnonzero(row)} for row in targets]
    assert named == [{"A": 1.0}, {"BJ": 1.0}, {"BJ": 0.5, "RJ": 0.5}, {"none": 1.0}]
