from __future__ import annotations

import numpy as np

from models.temperature import cross_entropy, expected_calibration_error, fit_temperature, reliability


def test_overconfident_logits_are_cooled() -> None:
    rng = np.random.default_rng(0)
    logits = rng.normal(0, 1.5, (4000, 5)).astype(np.float32)
    chances = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    labels = np.array([rng.choice(5, p=row / row.sum()) for row in chances.astype(float)])
    warmth = fit_temperature(logits * 3, labels)
    assert 2.6 < warmth < 3.4
    assert cross_entropy(logits * 3 / warmth, labels) < cross_entropy(logits * 3, labels)


def test_reliability_counts_every_reading() -> None:
    stated = np.array([0.05, 0.55, 0.56, 1.0], np.float32)
    right = np.array([False, True, False, True])
    rows = reliability(stated, right)
    assert [count for _, _, count in rows] == [1, 2, 1]
    assert rows[-1][1] == 1.0
    assert expected_calibration_error(np.array([1.0, 1.0], np.float32), np.array([True, False])) == 0.5
