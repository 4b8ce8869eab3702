"""Cards that lie with a play but were not read: new, as bright as the cards beside them, and no known card's.

A card of which no index was read would be lost without a word, and the rest of its play might look illegal.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from .masks import largest
from .snapshots import Snapshot
from .tracks import Track

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

_WIDTH = 640
_DIFFERS = 30
_AROUND = 1.1
"""How far round the play to look, in heights of a card."""
_GROWN, _LEAST = 0.10, 0.15
"""In widths of a card: how much known outlines are widened, and how broad an unread strip must be."""
_BRIGHT = 0.75


def unread_share(before: Snapshot, after: Snapshot, cards: Sequence[Track], known: Sequence[Track]) -> float:
    """How much of a card lies unread beside `cards`, in areas of one card; 0 when all is explained.

    `known` are all cards on the table, hidden ones too.
    """
    scale = _WIDTH / (after.image.shape[1] / after.factor)
    wide, high = cards[0].size
    points = np.concatenate([np.asarray(track.outline) for track in cards]) * scale
    low = np.floor(points.min(axis=0) - _AROUND * high * scale).astype(int)
    size = np.ceil(points.max(axis=0) + _AROUND * high * scale).astype(int) - low
    was, now = (_cut(each, scale, low, size) for each in (before, after))
    new = _differs(was, now)
    own = _filled(cards, scale, low, size, _GROWN * wide * scale)
    left = new & ~_filled(known, scale, low, size, _GROWN * wide * scale) & ~own
    left &= _as_bright(now, own)
    broad = max(2, round(_LEAST * wide * scale))
    left = cv2.morphologyEx(left.astype(np.uint8), cv2.MORPH_OPEN, np.ones((broad, broad), np.uint8))
    return _beside(left, own, broad) / (wide * high * scale * scale)


def _cut(snapshot: Snapshot, scale: float, low: NDArray[np.int_], size: NDArray[np.int_]) -> Image:
    """Part of a snapshot in the reference's position, `scale` px per full px."""
    step = scale / snapshot.factor
    matrix = np.array([[step, 0, -low[0]], [0, step, -low[1]], [0, 0, 1.0]]) @ snapshot.pose
    width, height = (int(v) for v in size)
    part = cv2.warpPerspective(snapshot.image, matrix, (width, height), flags=cv2.INTER_LINEAR)
    return cv2.blur(part, (3, 3))


def _differs(was: Image, now: Image) -> Mask:
    """What changed, whatever the light."""
    light = float(np.clip(np.median((now[::4, ::4] + 1.0) / (was[::4, ::4] + 1.0)), 0.7, 1.4))
    return largest(cv2.absdiff(cv2.convertScaleAbs(was, alpha=light), now)) > _DIFFERS


def _filled(
    cards: Sequence[Track], scale: float, low: NDArray[np.int_], size: NDArray[np.int_], grow: float
) -> Mask:
    mask = np.zeros((int(size[1]), int(size[0])), np.uint8)
    for track in cards:
        cv2.fillPoly(mask, [np.int32(np.round(np.asarray(track.outline) * scale - low))], 1)
    wide = 2 * round(grow) + 1
    return cv2.dilate(mask, np.ones((wide, wide), np.uint8)).astype(bool)


def _as_bright(now: Image, own: Mask) -> Mask:
    """Px as bright and nearly as grey as the paper of the cards that were read."""
    if not own.any():
        return np.zeros(own.shape, bool)
    dark = now.min(axis=2)
    paper = float(np.percentile(dark[own], 70))
    return cv2.blur(dark, (7, 7)) > _BRIGHT * paper


def _beside(left: NDArray[np.uint8], own: Mask, reach: int) -> float:
    """The largest piece that touches the play's cards, px."""
    near = cv2.dilate(own.astype(np.uint8), np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)).astype(bool)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(left, connectivity=8)
    touching = set(np.unique(labels[near])) - {0}
    return float(max((stats[i, cv2.CC_STAT_AREA] for i in range(1, count) if i in touching), default=0))
