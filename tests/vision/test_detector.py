from __future__ import annotations

import numpy as np
import pytest

from vision.detector import READER_ODDS, Thoroughness, TwoStageDetector, posterior_not_index
from vision.index_detector import Corners
from vision.index_reader import Reading
from vision.labels import INDEX_OF


class FakeFinder:
    """Finds one upright corner at a fixed place of whatever it is shown."""

    def __init__(self) -> None:
        self.calls: list[tuple[tuple[int, ...], tuple[float, ...]]] = []

    def find(self, image: np.ndarray, scales: tuple[float, ...]) -> Corners:
        self.calls.append((image.shape, tuple(scales)))
        points = np.array([[20, 20]], np.float32)
        return Corners(
            np.array([[14, 12, 26, 40]], np.float32),
            points,
            points + np.array([0, 12], np.float32),
            np.array([0.7], np.float32),
        )


class FakeReader:
    """Reads `code` where the crop's upper half is darker than the lower one, else no index."""

    def __init__(self, code: str = "9h", refused: float = 0.9) -> None:
        self.code, self.refused = code, refused

    def read(self, crops: np.ndarray) -> Reading:
        upright = crops[:, 16:28, 28:36].mean(axis=(1, 2, 3)) < crops[:, 38:50, 28:36].mean(axis=(1, 2, 3))
        probs = np.full((len(crops), 54), 0.1 / 53, np.float32)
        probs[:, INDEX_OF[self.code]] = 0.9
        embeddings = np.ones((len(crops), 2), np.float32)
        return Reading(probs, np.where(upright, 0.05, self.refused).astype(np.float32), embeddings)


def picture(dark_above: bool) -> np.ndarray:
    image = np.full((64, 64, 3), 128, np.uint8)
    image[10:26], image[26:44] = (20, 230) if dark_above else (230, 20)
    return image


def test_reads_what_was_found() -> None:
    found = TwoStageDetector(FakeFinder(), FakeReader()).detect(picture(dark_above=True))
    assert found.codes == ("9h",)
    assert found.rank_points.tolist() == [[20, 20]]
    assert found.not_index[0] == pytest.approx(1 / (1 + 19 * (7 / 3) / READER_ODDS), rel=1e-3)


@pytest.mark.parametrize(
    ("not_index", "score", "low", "high"),
    [
        (0.02, 0.8, 0.0, 0.03),
        (0.02, 0.3, 0.1, 0.3),
        (0.1, 0.3, 0.5, 0.7),
        (0.9, 0.8, 0.9, 0.95),
        (0.0, 1.0, 0.0, 0.001),
    ],
)
def test_an_unsure_finding_needs_a_surer_reading(
    not_index: float, score: float, low: float, high: float
) -> None:
    result = posterior_not_index(np.float32([not_index]), np.float32([score]))
    assert low <= result[0] <= high


def test_a_corner_found_upside_down_is_turned() -> None:
    found = TwoStageDetector(FakeFinder(), FakeReader()).detect(picture(dark_above=False))
    assert found.codes == ("9h",)
    assert found.rank_points.tolist() == [[20, 32]]
    assert found.pip_points.tolist() == [[20, 20]]
    assert found.not_index[0] < 0.2


def test_what_the_reader_refuses_is_left_out() -> None:
    flat = np.full((64, 64, 3), 128, np.uint8)
    assert len(TwoStageDetector(FakeFinder(), FakeReader(refused=0.99)).detect(flat)) == 0
    doubted = TwoStageDetector(FakeFinder(), FakeReader(refused=0.7)).detect(flat)
    assert 0.7 < doubted.not_index[0] < 0.95


def test_regions_are_looked_at_alone_and_keep_the_pictures_coordinates() -> None:
    finder = FakeFinder()
    image = np.full((500, 800, 3), 128, np.uint8)
    image[110:126], image[126:144] = 20, 230
    found = TwoStageDetector(finder, FakeReader()).detect(
        image, [(300, 100, 400, 180), (700, 450, 900, 600), (900, 0, 950, 50)]
    )
    assert [shape for shape, _ in finder.calls] == [(80, 100, 3)] * 2 + [(50, 100, 3)] * 2
    assert [scales for _, scales in finder.calls] == [(1.0,), (2.0, 0.5)] * 2
    assert [300 + 20, 100 + 20] in found.rank_points.tolist()


@pytest.mark.parametrize(
    ("height", "width", "scales"),
    [
        (480, 480, (2.0, 1.0)),
        (900, 700, (2.0, 1.0, 0.5)),
        (1080, 1920, (1.0, 0.5, 0.25)),
        (2160, 3840, (1.0, 0.5, 0.25)),
    ],
)
def test_sizes_looked_at(height: int, width: int, scales: tuple[float, ...]) -> None:
    assert Thoroughness().scales(height, width) == scales


def corners(units: list[float], score: float = 0.8) -> Corners:
    points = np.stack([np.arange(len(units)) * 100.0, np.zeros(len(units))], axis=1).astype(np.float32)
    below = points + np.stack([np.zeros(len(units)), units], axis=1).astype(np.float32)
    boxes = np.concatenate([points - 5, below + 5], axis=1)
    return Corners(boxes, points, below, np.full(len(units), score, np.float32))


@pytest.mark.parametrize(
    ("found", "scales"),
    [
        pytest.param(corners([]), (2.0, 0.5), id="nothing found: look everywhere"),
        pytest.param(corners([14.0] * 3), (2.0, 0.5), id="too few to tell"),
        pytest.param(corners([14.0] * 9, score=0.3), (2.0, 0.5), id="none is clear"),
        pytest.param(corners([14.0] * 9), (2.0,), id="small ones: no need to shrink"),
        pytest.param(corners([40.0] * 9), (0.5,), id="large ones: no need to enlarge"),
        pytest.param(corners([14.0] * 5 + [50.0] * 5), (2.0, 0.5), id="near and far cards"),
    ],
)
def test_sizes_that_can_show_nothing_more_are_left_out(found: Corners, scales: tuple[float, ...]) -> None:
    assert Thoroughness().further((2.0, 1.0, 0.5), found) == scales


@pytest.mark.parametrize(
    "image",
    [np.zeros((5, 5), np.uint8), np.zeros((5, 5, 4), np.uint8), np.zeros((5, 5, 3), np.float32)],
    ids=["grey", "alpha", "float"],
)
def test_refuses_what_is_no_picture(image: np.ndarray) -> None:
    with pytest.raises(ValueError, match="a picture must be"):
        TwoStageDetector(FakeFinder(), FakeReader()).detect(image)
