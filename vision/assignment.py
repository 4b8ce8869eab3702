"""The best one-to-one assignment of rows to columns (Kuhn, Munkres; shortest augmenting paths)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def best_assignment(gain: Array) -> NDArray[np.intp]:
    """For each of n rows its column of m ≥ n, all different, so that the sum of `gain` (n, m) is largest.

    Raises ValueError with more rows than columns.
    """
    rows, columns = gain.shape
    if rows > columns:
        raise ValueError(f"{rows} rows can't have a column each of {columns}")
    cost = gain.max() - gain if gain.size else gain
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(columns + 1, np.intp)
    for row in range(1, rows + 1):
        owner[0] = row
        _augment(cost, row_price, column_price, owner)
    chosen = np.zeros(rows, np.intp)
    for column in range(1, columns + 1):
        if owner[column]:
            chosen[owner[column] - 1] = column - 1
    return chosen


def _augment(cost: Array, row_price: Array, column_price: Array, owner: NDArray[np.intp]) -> None:
    """Give the row in `owner[0]` a column along the cheapest path; rows and columns count from 1."""
    columns = cost.shape[1]
    slack = np.full(columns + 1, np.inf)
    came_from = np.zeros(columns + 1, np.intp)
    used = np.zeros(columns + 1, bool)
    at = 0
    while owner[at]:
        used[at] = True
        row = owner[at]
        free = np.flatnonzero(~used[1:]) + 1
        reduced = cost[row - 1, free - 1] - row_price[row] - column_price[free]
        better = reduced < slack[free]
        slack[free[better]], came_from[free[better]] = reduced[better], at
        nearest = free[np.argmin(slack[free])]
        step = slack[nearest]
        row_price[owner[used]] += step
        column_price[used] -= step
        slack[free] -= step
        at = nearest
    while at:
        owner[at] = owner[came_from[at]]
        at = came_from[at]
