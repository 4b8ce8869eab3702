"""Evidence cut out of a picture, and where things lie on it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.alignment import move_points
from vision.snapshots import WIDEST, Snapshot


@pytest.mark.parametrize("width", [1280, 1920], ids=["as it is", "made smaller"])
@pytest.mark.parametrize("moved", [(0.0, 0.0), (14.0, -6.0)], ids=["still", "camera moved"])
def test_the_map_finds_a_card_on_the_cut_out(width: int, moved: tuple[float, float]) -> None:
    """A white card at (800, 400) of the reference is drawn where the camera sees it now."""
    x, y = 800, 400
    picture = np.zeros((width * 9 // 16, width, 3), np.uint8)
    here = (int(x - moved[0]), int(y - moved[1]))
    cv2.rectangle(picture, here, (here[0] + 60, here[1] + 90), (255, 255, 255), -1)
    pose = np.array([[1, 0, moved[0]], [0, 1, moved[1]], [0, 0, 1.0]])
    jpeg, view = Snapshot.take(picture, pose, 0.0).cut((x, y, x + 60, y + 90))
    cut = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    rows, columns = np.nonzero(cut > 128)
    (left, top), (right, bottom) = move_points(np.array([[x, y], [x + 60, y + 90]], float), view)
    assert max(abs(left - columns.min()), abs(right - columns.max())) <= 2
    assert max(abs(top - rows.min()), abs(bottom - rows.max())) <= 2
    assert cut.shape[1] < WIDEST
