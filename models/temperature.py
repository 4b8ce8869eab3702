"""Calibration of logits by one temperature, and how well stated probabilities come true."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.index_reader import softmax

Array = NDArray[np.float32]


def fit_temperature(logits: Array, labels: NDArray[np.int64]) -> float:
    """The temperature with the least cross entropy for logits (n, k) and labels (n,), between 0.3 and 5."""
    grid = np.exp(np.linspace(np.log(0.3), np.log(5.0), 120))
    losses = [cross_entropy(logits / warmth, labels) for warmth in grid]
    return float(round(grid[int(np.argmin(losses))], 4))


def cross_entropy(logits: Array, labels: NDArray[np.int64]) -> float:
    """Mean negative log probability of the labels."""
    chosen = softmax(logits)[np.arange(len(labels)), labels]
    return float(-np.log(np.maximum(chosen, 1e-12)).mean())


def reliability(stated: Array, right: NDArray[np.bool_], bins: int = 10) -> list[tuple[float, float, int]]:
    """For each bin of stated probability that holds anything: mean stated, share right, count."""
    which = np.minimum((stated * bins).astype(int), bins - 1)
    rows = []
    for b in range(bins):
        members = which == b
        if members.any():
            rows.append((float(stated[members].mean()), float(right[members].mean()), int(members.sum())))
    return rows


def expected_calibration_error(stated: Array, right: NDArray[np.bool_], bins: int = 10) -> float:
    """Mean distance between stated probability and share right, weighted by count."""
    rows = reliability(stated, right, bins)
    total = sum(count for _, _, count in rows)
    return sum(abs(mean - share) * count for mean, share, count in rows) / total if total else 0.0
