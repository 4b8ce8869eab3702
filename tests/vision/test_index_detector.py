from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from vision.index_detector import OVERLAP, TILE, Corners, IndexDetector, cuts, merge, to_input


def corners(rows: list[tuple[float, float, float, float]]) -> Corners:
    """Upright corners from (x, y, unit, score): middle and size."""
    table = np.array(rows, np.float32)
    middle, half = table[:, :2], np.stack([np.zeros(len(table)), table[:, 2] / 2], axis=1).astype(np.float32)
    size = np.stack([table[:, 2] * 0.5, table[:, 2]], axis=1)
    return Corners(
        np.concatenate([middle - size, middle + size], axis=1), middle - half, middle + half, table[:, 3]
    )


class FakeSession:
    """Answers every picture with the same raw rows (cx cy w h score, then x y v of both points) and keeps the
    shapes."""

    name = "fake"

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = np.array(rows, np.float32)
        self.shapes: list[tuple[int, ...]] = []

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        self.shapes.append(batch.shape)
        return [self.rows.T[None]]


ROW = [50, 60, 10, 20, 0.9, 50, 55, 1, 50, 66, 1]


@pytest.mark.parametrize("length", [30, TILE, TILE + 100, 2160, 2560, 3840, 4032, 9000])
def test_tiles_cover_the_whole_length_and_overlap(length: int) -> None:
    parts = cuts(length)
    assert parts[0][0] == 0
    assert parts[-1][1] == length
    assert all(end - start <= TILE * 1.1 for start, end in parts)
    assert all(before[1] - after[0] >= OVERLAP for before, after in pairwise(parts))


def test_input_is_padded_rgb() -> None:
    image = np.zeros((33, 50, 3), np.uint8)
    image[..., 0] = 255
    batch = to_input(image)
    assert batch.shape == (1, 3, 64, 64)
    assert batch[0, :, 0, 0].tolist() == [0, 0, 1]
    assert batch[0, :, 63, 63] == pytest.approx([114 / 255] * 3)


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        pytest.param([(50, 50, 20, 0.9), (52, 51, 21, 0.8)], 1, id="the same corner twice"),
        pytest.param([(50, 50, 20, 0.9), (70, 50, 20, 0.8)], 2, id="neighbours in a fan"),
        pytest.param([(50, 50, 20, 0.9), (50, 72, 20, 0.8)], 2, id="one below the other"),
        pytest.param([(50, 50, 20, 0.7), (53, 50, 20, 0.9), (90, 50, 20, 0.2)], 2, id="the better one stays"),
    ],
)
def test_merge(rows: list[tuple[float, float, float, float]], kept: int) -> None:
    result = merge(Corners.concat([corners(rows)]))
    assert len(result) == kept
    assert result.scores[0] == pytest.approx(max(row[3] for row in rows))


def test_coordinates_come_back_from_scales_and_weak_rows_are_dropped() -> None:
    weak = [*ROW[:4], 0.1, *ROW[5:]]
    session = FakeSession([ROW, weak])
    found = IndexDetector(session, threshold=0.25).find(np.zeros((200, 300, 3), np.uint8), (0.5,))
    assert session.shapes == [(1, 3, 128, 160)]
    assert found.rank_points.tolist() == [[100, 110]]
    assert found.pip_points.tolist() == [[100, 132]]
    assert found.boxes.tolist() == [[90, 100, 110, 140]]


def test_large_pictures_are_looked_at_in_tiles() -> None:
    session = FakeSession([ROW])
    found = IndexDetector(session).find(np.zeros((2160, 3840, 3), np.uint8))
    assert len(session.shapes) == 6
    assert len(found) == 6
    assert found.rank_points[:, 0].max() > 2000


def test_nothing_found_is_no_corner() -> None:
    assert (
        len(IndexDetector(FakeSession([[*ROW[:4], 0.01, *ROW[5:]]])).find(np.zeros((64, 64, 3), np.uint8)))
        == 0
    )
