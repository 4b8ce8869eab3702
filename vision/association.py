"""Indices of one physical card merged into one `CardSighting`.

A card shows up to two indices (four on four-corner decks): turned by half a circle to each other, the
second to the lower right of the first. How far in units depends on the deck and is estimated from the
picture. Whether two indices belong together is weighed from where they lie and from what they show; when
either alone would do, two different cards of a fan could be merged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from .card_geometry import CardGeometry, PairFrame, estimate_geometry, pair_frame
from .detections import Detections
from .labels import CODES, INDEX_OF, JOKERS
from .observations import Polygon
from .sightings import PLAUSIBLE, SURE, CardSighting, agreement, pool, ranked

Array = NDArray[np.float64]

BESIDE, OPPOSITE, BELOW, ACROSS = 1, 2, 3, 4
"""Which corner an index is, seen from another of the same card."""
PAIR_WEIGHT = 0.6
"""What a second index is worth beside the first."""
_BACKGROUND = 0.02
"""Stray indices of fitting direction in an area of one square unit."""
_LOOSE_FROM, _LOOSE_TO = 0.5, 1.7
_ODD_UNIT = 2.2
_MOST_NOT_INDEX, _LEAST = 0.7, 0.12
_CROSSING, _WEAK, _STRONG = 1.2, 0.6, 0.8
_EXACT = 0.6
_CROOKED, _ODD_ON_FACE = 0.45, 1.6
_JOKER_BESIDE = 0.7
"""Tolerance for a joker's other corners that stand the same way, where two equal jokers may lie in a fan."""
_TWIN_BESIDE = 0.05
"""The same for any card of two packs once the deck's geometry was seen, as a share of the way from corner to
corner: equal cards lie side by side in fans, and with large indices nearly as far apart as two upper corners.
"""
_CLEAR = 0.9
"""An index read this clearly is one, whatever its box or place says."""
_PART = 0.6
"""Share of a joker's box that lies in a larger one of the same sign."""
_CONTRADICTION = -1.0
"""Two indices that agree less than this are two cards wherever they lie: in a fan that happens, two
misreadings rarely.
"""


def associate(
    detections: Detections, packs: int = 1, geometry: CardGeometry | None = None
) -> list[CardSighting]:
    """Merges the indices of each physical card; at most `packs` cards of one code are sure.

    `geometry` is what is known of the deck from earlier pictures. Sightings come in the order of their
    first index. One is unsure when its pooled probability is below `SURE`, its indices disagree, its size
    doesn't fit the others, or there are more of its code than packs.
    """
    kept = np.flatnonzero(_plausible(detections))
    if not len(kept):
        return []
    everything, detections = len(detections), detections.select(kept)
    geometry = estimate_geometry(detections, geometry)
    groups = _groups(detections, packs, geometry)
    sightings = [_sighting(detections, rows, geometry) for rows in groups]
    sightings = _off_faces(sightings, _crooked(detections))
    sightings = _within_packs(_odd_sizes(sightings), packs)
    if len(kept) == everything:
        return sightings
    return [replace(card, rows=tuple(int(kept[row]) for row in card.rows)) for card in sightings]


def _plausible(detections: Detections) -> NDArray[np.bool_]:
    """Rows worth a thought: likely an index at all, and no weak finding across a strong one."""
    sure = detections.confidences
    middles = (detections.rank_points + detections.pip_points) / 2
    units = detections.units
    near = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    crossing = (near < _CROSSING * np.minimum(units[:, None], units[None])) & (sure[None] > _STRONG)
    crossed = (crossing & (sure[:, None] < _WEAK)).any(axis=1)
    return (detections.not_index < _MOST_NOT_INDEX) & (sure > _LEAST) & ~crossed & ~_parts(detections)


def _parts(detections: Detections) -> NDArray[np.bool_]:
    """Rows that are a part of another row's joker sign: a star or 大王 above a word is found by itself too.

    Of two boxes of one joker that stand the same way, the smaller goes when most of it lies in the larger.
    """
    x0, y0, x1, y1 = detections.boxes.astype(np.float64).T
    area = np.maximum((x1 - x0) * (y1 - y0), 1e-6)
    width = np.minimum(x1[:, None], x1[None]) - np.maximum(x0[:, None], x0[None])
    height = np.minimum(y1[:, None], y1[None]) - np.maximum(y0[:, None], y0[None])
    inside = np.maximum(width, 0) * np.maximum(height, 0) > _PART * area[:, None]
    jokers = np.isin(detections.best, [INDEX_OF[code] for code in JOKERS])
    same_way = np.cos(detections.angles[:, None] - detections.angles[None]) > 0.8
    larger = area[None] > area[:, None]
    likely = detections.not_index[None] < _MOST_NOT_INDEX
    return (inside & same_way & larger & likely & jokers[:, None] & jokers[None]).any(axis=1)


def _groups(detections: Detections, packs: int, geometry: CardGeometry) -> list[tuple[int, ...]]:
    """Partition of the rows into cards: best pairs first, a card takes one index for each of its corners.

    With two packs equal cards may lie side by side: then no two indices of a card may lie as no card has
    them.
    """
    frame = pair_frame(detections)
    evidence, corner = _pair_evidence(detections, frame, packs, geometry)
    card_of = list(range(len(detections)))
    members: dict[int, list[int]] = {row: [row] for row in card_of}
    probs = detections.class_probs.astype(np.float64)
    firsts, seconds = np.nonzero(evidence > 0)
    possible = (np.maximum(evidence, evidence.T) > 0) | (packs == 1)
    for k in np.argsort(-evidence[firsts, seconds], kind="stable"):
        a, b = card_of[firsts[k]], card_of[seconds[k]]
        if a == b or not possible[np.ix_(members[a], members[b])].all():
            continue
        if _fit_together(members[a], members[b], corner, probs):
            members[a] += members[b]
            for row in members.pop(b):
                card_of[row] = a
    groups = sorted(tuple(sorted(rows)) for rows in members.values())
    return _with_strays(groups, frame, corner, geometry)


def _with_strays(
    groups: list[tuple[int, ...]], frame: PairFrame, corner: NDArray[np.int8], geometry: CardGeometry
) -> list[tuple[int, ...]]:
    """Lonely indices that lie exactly at a corner of a card join it though they read otherwise: a
    misreading, no card.

    That goes for the free corners of a card of a four-corner deck that shows two corners or more, and for
    two corners that have a place of the table to themselves.
    """
    cards = [rows for rows in groups if len(rows) > 1]
    strays = [rows[0] for rows in groups if len(rows) == 1]
    four = any(corner[rows[0], row] != OPPOSITE for rows in cards for row in rows[1:])
    for stray in list(strays):
        home = next(
            (i for i, rows in enumerate(cards) if four and _at_corner(stray, rows, frame, geometry)), None
        )
        if home is not None and len(cards[home]) < 4:
            cards[home] = tuple(sorted((*cards[home], stray)))
            strays.remove(stray)
    for a in list(strays):
        b = next((b for b in strays if a < b and _alone_together(a, b, frame, geometry)), None)
        if a in strays and b is not None:
            strays.remove(a)
            strays.remove(b)
            cards.append((a, b))
    return sorted([*cards, *((row,) for row in strays)])


def _at_corner(stray: int, rows: tuple[int, ...], frame: PairFrame, geometry: CardGeometry) -> bool:
    """Whether a row lies within half a unit of where every row of a card expects one of the other corners."""
    for row in rows:
        right, down = abs(float(frame.right[row, stray])), float(frame.down[row, stray])
        facing = float(frame.opposite[row, stray])
        off = [np.hypot(right - geometry.right, down - geometry.down), np.hypot(right, down - geometry.down)]
        reach = (
            min(off) if facing > 0.95 else np.hypot(right - geometry.right, down) if facing < -0.95 else 9.0
        )
        if reach > _EXACT or not 0.75 < float(frame.ratio[row, stray]) < 1.33:
            return False
    return True


def _alone_together(a: int, b: int, frame: PairFrame, geometry: CardGeometry) -> bool:
    """Whether two rows are opposite corners of a card under or over which no other index lies."""
    if float(frame.opposite[a, b]) < 0.95 or geometry.evidence < 1:
        return False
    miss = np.hypot(frame.right[a, b] - geometry.right, frame.down[a, b] - geometry.down)
    near = np.hypot(frame.right[a], frame.down[a]) < 1.3 * geometry.length
    near |= np.hypot(frame.right[b], frame.down[b]) < 1.3 * geometry.length
    return bool(miss < 2 * _EXACT) and int(near.sum()) <= 2


def _pair_evidence(
    detections: Detections, frame: PairFrame, packs: int, geometry: CardGeometry
) -> tuple[Array, NDArray[np.int8]]:
    """(n, n) log odds that rows i, j are one card, and which corner j is of i's card."""
    probs = detections.class_probs.astype(np.float64)
    same = agreement(probs[:, None, :], probs[None, :, :])
    sized = (frame.ratio > 0.62) & (frame.ratio < 1.6)
    sigma = np.full_like(same, geometry.sigma)
    jokers = np.isin(detections.best, [INDEX_OF[code] for code in JOKERS])
    sigma[jokers[:, None] & jokers[None, :]] = 2.5
    opposite = _place(frame, geometry.right, geometry.down, sigma) + same
    if jokers.any():
        both = jokers[:, None] & jokers[None, :]
        opposite = np.where(
            both, np.maximum(opposite, _jokers_apart(detections, frame, jokers, geometry, same)), opposite
        )
    opposite[(frame.opposite < 0.9) | ~sized] = -np.inf
    if packs == 1:
        loose = _loosely_opposite(frame, geometry) & sized & (same > 3.0)
        opposite[loose] = np.maximum(opposite[loose], 0.5 * same[loose])
    if packs > 1:
        sigma[sigma > _JOKER_BESIDE] = _JOKER_BESIDE
        if geometry.evidence >= 1:
            sigma[~(jokers[:, None] & jokers[None, :])] = _TWIN_BESIDE * geometry.right
    beside = _place(frame, geometry.right, 0.0, sigma) + same
    beside[(frame.opposite > -0.9) | ~sized | (same < 2.5)] = -np.inf
    below = _place(frame, 0.0, geometry.down, sigma) + same
    below[(frame.opposite < 0.9) | ~sized | (same < 2.5)] = -np.inf
    across = _place(frame, -geometry.right, geometry.down, sigma) + same
    across[(frame.opposite < 0.9) | ~sized | (same < 2.5)] = -np.inf
    opposite[same < _CONTRADICTION] = -np.inf
    every = np.stack([beside, opposite, below, across])
    corner = np.array([BESIDE, OPPOSITE, BELOW, ACROSS], dtype=np.int8)[every.argmax(axis=0)]
    evidence = every.max(axis=0)
    np.fill_diagonal(evidence, -np.inf)
    return evidence, corner


def _place(frame: PairFrame, right: float, down: float, sigma: Array) -> Array:
    """Log odds of the offset alone: where the other index should be, against anywhere."""
    miss = np.hypot(frame.right - right, frame.down - down)
    mirrored = np.hypot(frame.right + right, frame.down + down)
    if down == 0.0:
        miss = np.minimum(miss, mirrored)
    odds = -np.log(2 * np.pi * sigma**2 * _BACKGROUND) - (miss / sigma) ** 2 / 2
    return np.where(miss < 4 * sigma, odds, -np.inf)


def _jokers_apart(
    detections: Detections, frame: PairFrame, jokers: NDArray[np.bool_], geometry: CardGeometry, same: Array
) -> Array:
    """Log odds of opposite corners for jokers, whose word or sign has a size of its own.

    Their offset is measured in units of the other cards' indices; without any it tells only that one lies to
    the lower right of the other.
    """
    if jokers.all():
        ahead = (frame.right > 0.5) & (frame.down > 0.5) & (frame.down < 1.7 * geometry.length)
        return np.where(ahead, 0.5 * same, -np.inf)
    scale = (detections.units / float(np.median(detections.units[~jokers])))[:, None]
    fitted = PairFrame(frame.right * scale, frame.down * scale, frame.opposite, frame.ratio)
    return _place(fitted, geometry.right, geometry.down, np.full_like(same, 2.5)) + same


def _loosely_opposite(frame: PairFrame, geometry: CardGeometry) -> NDArray[np.bool_]:
    """Pairs that an oblique view could have made of two opposite corners."""
    length = np.hypot(frame.right, frame.down)
    near = (length > _LOOSE_FROM * geometry.length) & (length < _LOOSE_TO * geometry.length)
    quadrant = (frame.right > 0.15 * length) & (frame.down > 0.15 * length)
    return near & quadrant & (frame.opposite > 0.75)


def _fit_together(a: Sequence[int], b: Sequence[int], corner: NDArray[np.int8], probs: Array) -> bool:
    """Whether two part cards can be one: they show the same, have at most four indices, no corner twice."""
    rows = [*a, *b]
    if agreement(pool(probs[a], PAIR_WEIGHT), pool(probs[b], PAIR_WEIGHT)) < _CONTRADICTION:
        return False
    if len(rows) > 4:
        return False
    taken = [int(corner[rows[0], row]) for row in rows[1:]]
    return len(set(taken)) == len(taken)


def _sighting(detections: Detections, rows: tuple[int, ...], geometry: CardGeometry) -> CardSighting:
    """One card from its rows: readings pooled, outline from the indices."""
    chosen = list(rows)
    probs = pool(detections.class_probs[chosen], PAIR_WEIGHT)
    is_index = 1.0 - float(np.prod(detections.not_index[chosen]))
    names = ranked(probs)
    best = [CODES[int(i)] for i in detections.class_probs[chosen].argmax(axis=1)]
    strong = detections.class_probs[chosen].max(axis=1) > 0.5
    sharp = [code for code, clear in zip(best, strong, strict=True) if clear]
    disagree = len(set(sharp)) > 1 and 2 * max(map(sharp.count, sharp)) <= len(sharp)
    score = names[0][1] * is_index
    points = tuple(
        (_point(detections.rank_points[row]), _point(detections.pip_points[row])) for row in chosen
    )
    outline, polygon = _outlines(detections, chosen, geometry)
    first = chosen[int(np.argmax(detections.scores[chosen]))]
    return CardSighting(
        code=names[0][0],
        score=score,
        alternatives=names[1:],
        polygon=polygon,
        index_points=points,
        unit=float(detections.units[chosen].mean()),
        angle=float(detections.angles[first]),
        probs=probs,
        sure=score >= SURE and not disagree,
        rows=rows,
        outline=outline,
    )


def _outlines(detections: Detections, rows: list[int], geometry: CardGeometry) -> tuple[Polygon, Polygon]:
    """Where the whole card should lie, and what is known for sure: the card from two opposite indices, else
    the index.
    """
    rank = detections.rank_points[rows].astype(np.float64)
    pip = detections.pip_points[rows].astype(np.float64)
    middles, vectors = (rank + pip) / 2, rank - pip
    units = np.linalg.norm(vectors, axis=1)
    ups = vectors / np.maximum(units, 1e-6)[:, None]
    against = ups @ ups[0] < 0
    if not against.any():
        outline = geometry.outline(middles[0], ups[0], float(units[0]))
        return outline, _index_outline(middles[0], ups[0], float(units[0]))
    j = int(np.argmax(np.where(against, np.linalg.norm(middles - middles[0], axis=1), -1)))
    up = ups[0] - ups[j]
    up /= max(float(np.linalg.norm(up)), 1e-6)
    unit = float(units[[0, j]].mean())
    offset = (middles[j] - middles[0]) / unit
    right, down = float(-up[1] * offset[0] + up[0] * offset[1]), float(-(up @ offset))
    if abs(right) < 0.5 * geometry.right or abs(down) < 0.5 * geometry.down:
        outline = geometry.outline(middles[0], ups[0], float(units[0]))
        return outline, outline
    outline = replace(geometry, right=right, down=down).outline(middles[0], up, unit)
    return outline, outline


def _index_outline(middle: Array, up: Array, unit: float) -> Polygon:
    right = np.array([-up[1], up[0]])
    across, along = right * 0.6 * unit, up * 1.05 * unit
    corners = (
        middle - across + along,
        middle + across + along,
        middle + across - along,
        middle - across - along,
    )
    return tuple((float(x), float(y)) for x, y in corners)


def _crooked(detections: Detections) -> NDArray[np.bool_]:
    """Rows whose points don't fit their box: an index is twice as long as wide, so a box tells how far it
    is turned.
    """
    width, height = (detections.boxes[:, 2:] - detections.boxes[:, :2]).T
    across, along = np.abs(np.sin(detections.angles)), np.abs(np.cos(detections.angles))
    expected = np.log((2 * across + along) / (2 * along + across))
    seen = np.log(np.maximum(width, 1.0) / np.maximum(height, 1.0))
    jokers = np.isin(detections.best, [INDEX_OF[code] for code in JOKERS])
    return (np.abs(seen - expected) > _CROOKED) & ~jokers & (detections.confidences < _CLEAR)


def _off_faces(sightings: list[CardSighting], crooked: NDArray[np.bool_]) -> list[CardSighting]:
    """Without what is read into the face of a sure card: big pips, courts, its own corner with a pip for
    its own.

    A good index that lies on a card is another card's; it is dropped only when it is weak, crooked or of
    another size. Crooked ones elsewhere are kept in doubt.
    """
    faces = [card for card in sightings if card.sure and card.score > _STRONG]
    kept = []
    for card in sightings:
        bent = bool(crooked[list(card.rows)].all())
        if len(card.rows) == 1 and any(_read_into(card, face, bent) for face in faces if face is not card):
            continue
        kept.append(card.doubted() if bent else card)
    return kept


def _read_into(card: CardSighting, face: CardSighting, bent: bool) -> bool:
    odd = card.code not in JOKERS and not 1 / _ODD_ON_FACE < card.unit / face.unit < _ODD_ON_FACE
    if card.score >= _CLEAR or not (bent or odd or card.score < _WEAK):
        return False
    (rank, pip), outline = card.index_points[0], np.asarray(face.outline, np.float32).reshape(-1, 1, 2)
    middle = ((rank[0] + pip[0]) / 2, (rank[1] + pip[1]) / 2)
    return cv2.pointPolygonTest(outline, middle, True) >= (-0.6 * face.unit if bent else 0.0)


def _odd_sizes(sightings: list[CardSighting]) -> list[CardSighting]:
    """Doubts single indices much smaller or larger than the others: print on a mat, big pips."""
    if len(sightings) < 4:
        return sightings
    usual = float(np.median([card.unit for card in sightings]))
    return [
        card
        if len(card.rows) > 1 or card.code in JOKERS or usual / _ODD_UNIT < card.unit < usual * _ODD_UNIT
        else card.doubted()
        for card in sightings
    ]


def _within_packs(sightings: list[CardSighting], packs: int) -> list[CardSighting]:
    """Inventory: surplus cards of a code take their next plausible reading, without one they are doubted."""
    result, used = list(sightings), Counter[str]()
    for i in sorted(
        range(len(result)), key=lambda i: (-len(result[i].rows) * result[i].sure, -result[i].score)
    ):
        card = result[i]
        free = card.probs.copy()
        for code, count in used.items():
            if count >= packs:
                free[INDEX_OF[code]] = 0.0
        if used[card.code] >= packs:
            card = _without(card, free)
        used[card.code] += 1
        result[i] = card
    return result


def _without(card: CardSighting, free: Array) -> CardSighting:
    """The sighting when the codes with `free` 0 are used up: always unsure, since one of the equal readings
    is wrong.
    """
    best = int(free.argmax())
    if free[best] < PLAUSIBLE:
        return card.doubted()
    names = (
        (CODES[best], float(free[best])),
        *(pair for pair in ranked(card.probs) if pair[0] != CODES[best]),
    )
    return replace(card, code=names[0][0], score=names[0][1], alternatives=names[1:], sure=False)


def _point(value: NDArray[np.float32]) -> tuple[float, float]:
    return float(value[0]), float(value[1])
