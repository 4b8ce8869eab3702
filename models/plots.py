"""Reliability plot and confusion matrix as PNG files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.labels import CODES

from .scoring import wilson
from .temperature import reliability


def reliability_plot(path: Path, stated: NDArray[np.float32], right: NDArray[np.bool_]) -> None:
    """Stated probability against the share that was right, with counts and intervals."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 5))
    axes.plot([0, 1], [0, 1], color="0.7")
    for mean, share, count in reliability(stated, right):
        low, high = wilson(round(share * count), count)
        axes.plot([mean, mean], [low, high], color="tab:blue")
        axes.plot(mean, share, "o", color="tab:blue")
        axes.annotate(str(count), (mean, share), textcoords="offset points", xytext=(5, -9), fontsize=8)
    axes.set(
        xlabel="stated probability",
        ylabel="share right",
        xlim=(0, 1.02),
        ylim=(0, 1.02),
        title="Reliability of card readings",
    )
    figure.savefig(path, dpi=110, bbox_inches="tight")
    pyplot.close(figure)


def confusion_plot(path: Path, pairs: Counter[tuple[str, str]], labels: Sequence[str] = CODES) -> None:
    """Rows: what it was, columns: what was read; counts of `pairs` (true, read)."""
    from matplotlib import pyplot

    place = {label: i for i, label in enumerate(labels)}
    matrix = np.zeros((len(labels), len(labels)))
    for (true, read), count in pairs.items():
        if true in place and read in place:
            matrix[place[true], place[read]] += count
    figure, axes = pyplot.subplots(figsize=(len(labels) * 0.2 + 2, len(labels) * 0.2 + 2))
    axes.imshow(matrix / np.maximum(matrix.sum(1, keepdims=True), 1), cmap="Blues", vmin=0, vmax=1)
    for i, j in zip(*np.nonzero(matrix), strict=True):
        axes.text(
            j,
            i,
            f"{matrix[i, j]:.0f}",
            ha="center",
            va="center",
            fontsize=5,
            color="red" if i != j else "0.5",
        )
    axes.set_xticks(range(len(labels)), labels, rotation=90, fontsize=6)
    axes.set_yticks(range(len(labels)), labels, fontsize=6)
    axes.set(xlabel="read", ylabel="true")
    figure.savefig(path, dpi=130, bbox_inches="tight")
    pyplot.close(figure)
