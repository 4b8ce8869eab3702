"""What the host is told of the camera's picture."""

from __future__ import annotations

import pytest

from server.picture_verdicts import measured_text, measured_verdicts, told_verdicts
from vision.observations import Camera, CameraState
from vision.picture_check import PictureMeasures

GOOD = PictureMeasures(120.0, False, 0.0, px=22.0, sharpness=12.0, ratio=1.2)


@pytest.mark.parametrize(
    ("measures", "name", "figure"),
    [
        (PictureMeasures(20.0, True, 0.0), "brightness", "20"),
        (PictureMeasures(120.0, False, 0.09), "glare", "9"),
        (PictureMeasures(120.0, False, 0.0, px=11.2, sharpness=12.0), "size", "11"),
        (PictureMeasures(120.0, False, 0.0, px=22.0, sharpness=3.3), "focus", "3.3"),
        (PictureMeasures(120.0, False, 0.0, px=22.0, sharpness=12.0, ratio=2.4), "view", "2.4"),
    ],
)
def test_each_fault_is_told_with_its_figure(measures: PictureMeasures, name: str, figure: str) -> None:
    bad = [one for one in measured_verdicts(measures, Camera.LIVE) if not one.ok]
    assert [one.name for one in bad] == [name]
    assert figure in bad[0].message.en
    assert figure in bad[0].message.zh


def test_nothing_is_said_of_cards_that_are_not_there() -> None:
    verdicts = measured_verdicts(PictureMeasures(120.0, False, 0.0), Camera.LIVE)
    assert {one.name for one in verdicts if not one.known} == {"focus", "size", "view"}
    assert all(one.known for one in measured_verdicts(GOOD, Camera.LIVE))


def test_a_moved_camera_is_not_steady() -> None:
    assert [one.name for one in measured_verdicts(GOOD, Camera.MOVED) if not one.ok] == ["steadiness"]


def test_the_eyes_own_word_is_told_with_its_figures() -> None:
    told = CameraState(3.0, Camera.LIVE, "cards_small", {"px": 11, "wanted": 14})
    assert [(one.name, one.value) for one in told_verdicts(told) if not one.ok] == [("size", 11.0)]
    assert all(one.ok for one in told_verdicts(None))


@pytest.mark.parametrize("params", [None, {}])
def test_without_figures_the_plain_sentence_is_said(params: dict[str, object] | None) -> None:
    assert "{" not in str(measured_text("cards_small", params))
