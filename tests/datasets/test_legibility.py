"""What a drawn set says of single indices, and the rule of what can be read."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.legibility import contrast, index_record, legible
from datasets.scene import IndexLabel
from datasets.synth import main


def label(height: float, width: float, turn: float = 0.0) -> IndexLabel:
    """An index round (60, 60), its hull a plain rectangle."""
    c, s = np.cos(turn), np.sin(turn)
    frame = np.array([[c, s], [-s, c]])
    hull = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2) @ frame + 60
    rank, pip = np.array([[0, -height / 4], [0, height / 4]]) @ frame + 60
    return IndexLabel("7h", tuple(map(tuple, hull)), tuple(rank), tuple(pip), 1.0, 0)


@pytest.mark.parametrize("turn", [0.0, 0.7, np.pi, -2.0])
def test_an_index_is_measured_along_its_own_axes(turn: float) -> None:
    assert label(30, 12, turn).size == pytest.approx((12, 30))


@pytest.mark.parametrize(
    ("width", "height", "levels", "expected"),
    [
        pytest.param(7, 14, 60, True, id="just large enough"),
        pytest.param(7, 13.9, 60, False, id="too low"),
        pytest.param(4.9, 20, 60, False, id="seen too obliquely"),
        pytest.param(12, 30, 20, False, id="in the dark"),
    ],
)
def test_legible(width: float, height: float, levels: float, expected: bool) -> None:
    assert legible(width, height, levels) is expected


def test_noise_is_no_contrast() -> None:
    rng = np.random.default_rng(0)
    plain = np.clip(rng.normal(120, 6, (120, 120)), 0, 255).astype(np.uint8)
    printed = plain.copy()
    cv2.circle(printed, (60, 52), 5, 20, -1)
    assert contrast(plain, label(30, 14)) < 20
    assert contrast(printed, label(30, 14)) > 60


def test_an_index_over_the_edge_has_its_inner_part_measured() -> None:
    picture = np.full((60, 120), 200, np.uint8)
    picture[50:, :] = 0
    assert index_record(label(30, 14), contrast(picture, label(30, 14)))["legible"] is True
    assert contrast(np.zeros((20, 20), np.uint8), label(30, 14)) == 0.0


def test_a_drawn_set_tells_every_index(tmp_path: Path) -> None:
    assert main(["detector", "--out", str(tmp_path), "--count", "4", "--seed", "5", "--split", "val"]) == 0
    records = json.loads((tmp_path / "images" / "val" / "labels.json").read_text())
    assert len(records) == 4
    for record in records:
        lines = (tmp_path / "labels" / "val" / record["file"].replace("jpg", "txt")).read_text().splitlines()
        assert len(lines) == len(record["indices"])
        readable = {index["code"] for index in record["indices"] if index["legible"]}
        assert set(record["cards"]) == readable
