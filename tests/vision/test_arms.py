"""Arms in hand-drawn masks of what differs from the empty table."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arms import ArmTracker
from vision.layout import TableLayout

WIDTH, HEIGHT, SCALE = 1280, 720, 0.25


@pytest.mark.parametrize("step", [20, 70, 110], ids=lambda step: f"{step}px-a-frame")
def test_an_arm_that_sweeps_along_the_edge_stays_one_arm(step):
    layout = TableLayout.default(3, WIDTH, HEIGHT)
    shape = (round(HEIGHT * SCALE), round(WIDTH * SCALE))
    tracker = ArmTracker(layout, shape, SCALE)
    seen: set[int] = set()
    for number in range(8):
        left = round((300 + step * number) * SCALE)
        changed = np.zeros(shape, bool)
        changed[round(420 * SCALE) :, left : left + 20] = True
        now = tracker.feed(changed, np.zeros(shape, np.float32), number / 12)
        seen |= {arm.id for arm in now.present}
    assert len(seen) == 1


def test_arms_far_apart_are_two():
    layout = TableLayout.default(3, WIDTH, HEIGHT)
    shape = (round(HEIGHT * SCALE), round(WIDTH * SCALE))
    tracker = ArmTracker(layout, shape, SCALE)
    changed = np.zeros(shape, bool)
    changed[round(420 * SCALE) :, 60:80] = True
    first = tracker.feed(changed, np.zeros(shape, np.float32), 0.0)
    changed = np.zeros(shape, bool)
    changed[round(420 * SCALE) :, 220:240] = True
    second = tracker.feed(changed, np.zeros(shape, np.float32), 0.1)
    assert {arm.id for arm in first.present}.isdisjoint(arm.id for arm in second.present)
