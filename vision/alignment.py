"""Brings a picture onto the reference picture: small shifts and light by least squares, a knocked camera by
features.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Matrix = NDArray[np.float64]

IDENTITY: Matrix = np.eye(3)
_STEP = 2
_CLIP = 14.0
_RIDGE = 2e3
_FINE = 0.15
_MIN_INLIERS = 14
_FEATURES = {"maxCorners": 300, "qualityLevel": 0.01, "minDistance": 8}


@dataclass(frozen=True, slots=True)
class Fit:
    """A picture as `gain` × reference + `offset` (each (3,), BGR), shifted by `shift` (x, y) px; `residual`
    grey levels, median.
    """

    gain: Array
    offset: Array
    shift: tuple[float, float]
    residual: float


class Reference:
    """The reference picture, float32 BGR (h, w, 3), prepared for fitting."""

    def __init__(self, picture: Array) -> None:
        self.picture = picture
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3) / 8
        along = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3) / 8
        self.slope = cv2.blur(cv2.magnitude(across, along), (3, 3))
        part = slice(None, None, _STEP)
        self._columns = np.stack(
            [
                grey[part, part].ravel(),
                np.ones(across[part, part].size, np.float32),
                across[part, part].ravel(),
                along[part, part].ravel(),
            ],
            axis=1,
        )
        self._colours = picture[part, part].reshape(-1, 3)
        self._steep = self.slope[part, part].ravel()

    def fit(self, picture: Array, ignore: NDArray[np.bool_] | None = None) -> Fit:
        """Light and small shift (up to some 3 px) of a picture against the reference; `ignore` (h, w) marks
        what moves.
        """
        kept = np.ones(len(self._columns), bool) if ignore is None else ~ignore[::_STEP, ::_STEP].ravel()
        if kept.sum() < 0.1 * kept.size:
            kept[:] = True
        shift, plain = (0.0, 0.0), picture
        for _ in range(3):
            solution, miss, keep = self._robust(plain, kept)
            gain = max(float(solution[0]), 0.1)
            step = (-float(solution[2]) / gain, -float(solution[3]) / gain)
            shift = (shift[0] + step[0], shift[1] + step[1])
            if max(map(abs, step)) < _FINE:
                break
            plain = _shifted(picture, shift)
        else:
            solution, miss, keep = self._robust(plain, kept)
        gains, offsets = self._light(plain[::_STEP, ::_STEP].reshape(-1, 3), keep)
        return Fit(gains, offsets, shift, float(np.median(miss)))

    def _robust(self, picture: Array, kept: NDArray[np.bool_]) -> tuple[Array, Array, NDArray[np.bool_]]:
        """Gain, offset and shift terms; the miss of each px; the px that fit."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[::_STEP, ::_STEP].ravel()
        keep = kept
        for _ in range(2):
            solution = self._solve(grey, keep)
            miss = np.abs(grey - self._columns @ solution)
            better = kept & (miss < max(_CLIP / 2, 2.5 * float(np.median(miss[keep]))) + self._steep)
            if better.sum() < 0.1 * better.size:
                break
            keep = better
        return solution, miss, keep

    def _solve(self, grey: Array, keep: NDArray[np.bool_]) -> Array:
        rows, target = self._columns[keep], grey[keep]
        normal = (rows.T @ rows).astype(np.float64)
        normal += np.diag([1.0, 1.0, _RIDGE, _RIDGE])
        right = rows.T @ target + np.array([1.0, 0.0, 0.0, 0.0], np.float32)
        return np.linalg.solve(normal, right).astype(np.float32)

    def _light(self, colours: Array, keep: NDArray[np.bool_]) -> tuple[Array, Array]:
        """Gain and offset of each channel over the kept pixels."""
        ours, theirs = self._colours[keep], colours[keep]
        mean, other = ours.mean(axis=0), theirs.mean(axis=0)
        spread = ((ours - mean) ** 2).sum(axis=0) + 1e4
        gain = (((ours - mean) * (theirs - other)).sum(axis=0) + 1e4 * other / np.maximum(mean, 1)) / spread
        gain = np.clip(gain, 0.2, 5.0).astype(np.float32)
        return gain, (other - gain * mean).astype(np.float32)


def undo(picture: Array, fit: Fit) -> Array:
    """The picture as the reference's light and camera would show it."""
    return _shifted((picture - fit.offset) / fit.gain, fit.shift)


def _shifted(picture: Array, shift: tuple[float, float]) -> Array:
    """Moved back by a shift."""
    dx, dy = shift
    if abs(dx) + abs(dy) < 0.02:
        return picture.astype(np.float32)
    height, width = picture.shape[:2]
    matrix = np.array([[1, 0, -dx], [0, 1, -dy]], np.float32)
    return cv2.warpAffine(picture, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE).astype(
        np.float32
    )


def find_similarity(reference: NDArray[np.uint8], picture: NDArray[np.uint8]) -> Matrix | None:
    """The 3×3 map from `picture` to `reference` (grey, same size) after the camera was knocked; `None` when
    it can't be told.

    Accepts turns up to 20° and scales within 15 %.
    """
    corners = cv2.goodFeaturesToTrack(reference, **_FEATURES)
    if corners is None or len(corners) < _MIN_INLIERS:
        return None
    guess = _coarse_shift(reference, picture)
    start = corners + np.float32(guess)
    moved, status, _ = cv2.calcOpticalFlowPyrLK(
        reference, picture, corners, start, winSize=(21, 21), maxLevel=3, flags=cv2.OPTFLOW_USE_INITIAL_FLOW
    )
    good = status.ravel() == 1
    if good.sum() < _MIN_INLIERS:
        return None
    matrix, inliers = cv2.estimateAffinePartial2D(
        moved[good], corners[good], method=cv2.RANSAC, ransacReprojThreshold=1.5
    )
    if matrix is None or inliers.sum() < max(_MIN_INLIERS, 0.4 * good.sum()):
        return None
    scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))
    turn = float(np.arctan2(matrix[1, 0], matrix[0, 0]))
    if not 0.87 < scale < 1.15 or abs(turn) > np.deg2rad(20):
        return None
    return np.vstack([matrix, [0, 0, 1]])


def find_translation(reference: NDArray[np.uint8], picture: NDArray[np.uint8]) -> Matrix | None:
    """The shift from `picture` to `reference` (grey, same size) for tables with hardly a feature; to be
    verified.
    """
    dx, dy = _coarse_shift(reference, picture)
    return None if dx == dy == 0.0 else np.array([[1, 0, -dx], [0, 1, -dy], [0, 0, 1.0]])


def _coarse_shift(reference: NDArray[np.uint8], picture: NDArray[np.uint8]) -> tuple[float, float]:
    """Where the reference's points went in the picture, by phase correlation; (0, 0) when it says nothing."""
    a, b = (
        np.float32(cv2.Laplacian(cv2.GaussianBlur(each, (0, 0), 1.5), cv2.CV_32F))
        for each in (reference, picture)
    )
    window = cv2.createHanningWindow((reference.shape[1], reference.shape[0]), cv2.CV_32F)
    (dx, dy), response = cv2.phaseCorrelate(a, b, window)
    return (dx, dy) if response > 0.05 else (0.0, 0.0)


def scaled(matrix: Matrix, factor: float) -> Matrix:
    """The same map for pictures `factor` times as large."""
    size = np.diag([factor, factor, 1.0])
    return size @ matrix @ np.linalg.inv(size)


def move_points(points: NDArray[np.floating], matrix: Matrix) -> Matrix:
    """Points (…, 2) through a 3×3 map."""
    flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
    return (
        cv2.perspectiveTransform(flat, matrix).reshape(np.shape(points))
        if flat.size
        else flat.reshape(np.shape(points))
    )
