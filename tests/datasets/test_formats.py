"""Label files and shards come back as they were written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.formats import (
    RANK_CLASSES,
    SUIT_CLASSES,
    PoseLabel,
    class_ids,
    parse_pose_line,
    pose_line,
    read_pictures,
    write_picture,
    write_shard,
)
from vision.labels import CODES

LABEL = PoseLabel((10.0, 20.0, 30.0, 60.0), (20.0, 28.0), (20.0, 52.0))


def test_pose_line_round_trip() -> None:
    again = parse_pose_line(pose_line(LABEL, 416, 300), 416, 300)
    assert again.box_xyxy == pytest.approx(LABEL.box_xyxy, abs=1e-3)
    assert again.rank_point == pytest.approx(LABEL.rank_point, abs=1e-3)
    assert again.pip_point == pytest.approx(LABEL.pip_point, abs=1e-3)


def test_a_box_over_the_edge_is_cut() -> None:
    values = [float(v) for v in pose_line(PoseLabel((-9, 5, 10, 300), (2, -3), (4, 110)), 100, 100).split()]
    assert all(0 <= v <= 1 for v in values if v != 2)


@pytest.mark.parametrize("line", ["", "0 0.5 0.5 0.1 0.1", "3 " + "0.5 " * 10])
def test_other_lines_are_refused(line: str) -> None:
    with pytest.raises(ValueError, match="pose label"):
        parse_pose_line(line, 100, 100)


def test_class_ids_are_one_to_one_over_the_codes() -> None:
    pairs = {class_ids(code) for code in (*CODES, "none")}
    assert len(pairs) == 55
    assert class_ids("RJ") == (RANK_CLASSES.index("RJ"), SUIT_CLASSES.index("none"))
    assert class_ids("none") == (15, 4)
    assert len(RANK_CLASSES) == 16


def test_pictures_round_trip(tmp_path: Path) -> None:
    for part in ("images", "labels"):
        (tmp_path / part / "train").mkdir(parents=True)
    picture = np.full((80, 120, 3), (200, 60, 20), np.uint8)
    write_picture(tmp_path, "train", "000001", picture, [LABEL])
    ((again, labels),) = read_pictures(tmp_path, "train")
    assert np.abs(again.astype(int) - picture).max() < 6
    assert labels[0].box_xyxy == pytest.approx(LABEL.box_xyxy, abs=1e-3)


def test_shard_holds_crops_and_classes(tmp_path: Path) -> None:
    crops = np.arange(2 * 64 * 64 * 3, dtype=np.uint32).astype(np.uint8).reshape(2, 64, 64, 3)
    write_shard(tmp_path / "crops-00000.npz", crops, ["6h", "none"], np.array([12.5, 30.0]))
    shard = np.load(tmp_path / "crops-00000.npz")
    assert (shard["crops"] == crops).all()
    assert [RANK_CLASSES[i] for i in shard["ranks"]] == ["6", "none"]
    assert [SUIT_CLASSES[i] for i in shard["suits"]] == ["h", "none"]
