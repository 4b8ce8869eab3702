"""Decks from folders of card pictures, with their index corners located by ink.

A folder holds one picture a code (`As.png`, `Td.jpg`, `BJ.png`, …) and perhaps `back`. Nothing but the
pictures is needed: the rank glyph and the pip under it are found as connected ink in the top left corner,
checked against the other faces of the deck, and looked for again in the other three corners.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.labels import CODES, JOKERS

from .deck import FACE_HEIGHT, Deck, Face, FaceIndex

PICTURES = (".png", ".jpg", ".jpeg", ".webp")
CORNER = (0.36, 0.47)
"""Part of a face (of its width, of its height) in which an index is looked for."""
SAME_GLYPH = 0.75
"""Correlation from which another corner counts as showing the same index."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Spot:
    """Rank glyph and pip (or the two halves of a joker's sign) as boxes xyxy in face pixels."""

    rank: Box
    pip: Box


def load_deck(folder: Path | str, licence: str = "see the folder's own licence") -> Deck:
    """Read a folder of faces and locate their indices.

    Faces are at most `FACE_HEIGHT` px high, smaller pictures keep their size. A joker without any word or
    sign in its corner gets no index. Raises FileNotFoundError when the folder holds no face at all.
    """
    folder = Path(folder)
    pictures = {code: read_face(path) for code, path in _face_files(folder).items()}
    if not pictures:
        raise FileNotFoundError(f"{folder} holds no picture named by a card code such as As.png")
    spots = _agree({code: find_spot(image, code) for code, image in pictures.items()}, pictures)
    faces = {code: Face(code, image, _indices(image, spots[code], code)) for code, image in pictures.items()}
    back = next((read_face(p) for p in sorted(folder.glob("back.*")) if p.suffix.lower() in PICTURES), None)
    return Deck(folder.name, faces, back, licence)


def read_face(path: Path) -> np.ndarray:
    """One picture as uint8 RGBA of at most `FACE_HEIGHT` rows; without alpha, its corners get rounded."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise ValueError(f"{path} is not a readable picture")
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    rgba = cv2.cvtColor(image, cv2.COLOR_BGRA2RGBA if image.shape[2] == 4 else cv2.COLOR_BGR2RGBA)
    if rgba.shape[0] > FACE_HEIGHT:
        size = (round(rgba.shape[1] * FACE_HEIGHT / rgba.shape[0]), FACE_HEIGHT)
        rgba = cv2.resize(rgba, size, interpolation=cv2.INTER_AREA)
    if rgba[..., 3].min() == 255:
        rgba[..., 3] = rounded_alpha(rgba.shape[1], rgba.shape[0], 0.05 * rgba.shape[1])
    return rgba


@lru_cache(maxsize=64)
def rounded_alpha(width: int, height: int, radius: float) -> np.ndarray:
    """Alpha (H, W) of a rectangle with rounded corners, antialiased; `radius` in px."""
    xs = np.abs(np.arange(width) + 0.5 - width / 2) - (width / 2 - radius)
    ys = np.abs(np.arange(height) + 0.5 - height / 2) - (height / 2 - radius)
    outside = np.hypot(np.maximum(xs, 0)[None, :], np.maximum(ys, 0)[:, None]) - radius
    return np.clip((0.5 - outside) * 255, 0, 255).astype(np.uint8)


def ink(corner: np.ndarray) -> np.ndarray:
    """Mask (H, W), uint8 0 or 255, of what is printed in a face's corner: what differs from its paper."""
    solid = corner[..., 3] > 200
    paper = np.percentile(corner[solid][:, :3], 75, axis=0)
    distance = np.abs(corner[..., :3].astype(np.float32) - paper).max(axis=2)
    threshold = max(40.0, 0.4 * float(np.percentile(distance[solid], 99)))
    return ((distance > threshold) & solid).astype(np.uint8) * 255


def find_spot(image: np.ndarray, code: str) -> Spot | None:
    """Rank and pip in the top left corner of a face, or None when nothing there looks like an index."""
    if code in JOKERS:
        return _joker_spot(_corner_pieces(image, (0.6, 0.55)), image)
    pieces = _corner_pieces(image, CORNER)
    height, width = image.shape[:2]
    starts = [p for p in pieces if p[0] < 0.17 * width and p[1] < 0.16 * height and _tall(p) > 0.028 * height]
    if not starts:
        return None
    first = min(starts, key=lambda p: p[0] / width + 2.0 * p[1] / height)
    rank = _joined(first, [p for p in pieces if _beside(p, first)])
    below = [p for p in pieces if _under(p, rank)]
    if not below:
        return None
    pip = min(below, key=lambda p: p[1])
    return Spot(rank, _joined(pip, [p for p in below if p[1] < pip[3] and _overlap_x(p, pip) > 0]))


def _face_files(folder: Path) -> dict[str, Path]:
    files = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES)
    return {p.stem: p for p in files if p.stem in CODES}


def _corner_pieces(image: np.ndarray, corner: tuple[float, float]) -> list[Box]:
    """Boxes of connected ink wholly inside the corner: no frame, no body pip, no court figure."""
    height, width = image.shape[:2]
    right, bottom = int(width * corner[0]), int(height * corner[1])
    mask = ink(image[: bottom + 1, : right + 1])
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = []
    for x, y, w, h, area in stats[1:]:
        inside = x + w < right and y + h < bottom and x > 0 and y > 0
        if inside and area > 0.00008 * width * height and max(w, h) > 0.012 * height:
            boxes.append((float(x), float(y), float(x + w), float(y + h)))
    return boxes


def _tall(box: Box) -> float:
    return box[3] - box[1]


def _overlap_x(a: Box, b: Box) -> float:
    return min(a[2], b[2]) - max(a[0], b[0])


def _beside(box: Box, first: Box) -> bool:
    """Whether a piece belongs to the same rank: the digits of a 10, parts of a broken glyph."""
    shared = min(box[3], first[3]) - max(box[1], first[1])
    gap = max(box[0] - first[2], first[0] - box[2])
    return shared > 0.6 * _tall(box) and gap < 0.35 * _tall(first) and _tall(box) <= 1.25 * _tall(first)


def _under(box: Box, rank: Box) -> bool:
    gap = box[1] - rank[3]
    middle = (box[0] + box[2]) / 2
    slack = 0.3 * (rank[2] - rank[0]) + 0.15 * _tall(rank)
    near = rank[0] - slack < middle < rank[2] + slack
    return -1 <= gap < 0.8 * _tall(rank) and near and 0.3 * _tall(rank) < _tall(box) < 1.5 * _tall(rank)


def _joined(first: Box, others: list[Box]) -> Box:
    boxes = np.array([first, *others])
    low, high = boxes.min(axis=0), boxes.max(axis=0)
    return (float(low[0]), float(low[1]), float(high[2]), float(high[3]))


def _joker_spot(pieces: list[Box], image: np.ndarray) -> Spot | None:
    """The word down (or along) the edge, or the sign in the corner, cut into an upper and a lower half."""
    height, width = image.shape[:2]
    starts = [p for p in pieces if p[0] < 0.16 * width and p[1] < 0.1 * height and p[2] < 0.36 * width]
    if not starts:
        return None
    first = min(starts, key=lambda p: p[0] / width + 2.0 * p[1] / height)
    row = _word_along(first, pieces)
    x0, y0, x1, y1 = row if row[2] - row[0] > 1.4 * _tall(row) else _word_down(first, pieces, image)
    middle = (y0 + y1) / 2
    return Spot((x0, y0, x1, middle), (x0, middle, x1, y1))


def _word_along(first: Box, pieces: list[Box]) -> Box:
    row = first
    for piece in sorted(pieces):
        level = abs(piece[1] + piece[3] - first[1] - first[3]) < 0.5 * _tall(first)
        if level and piece[0] - row[2] < 0.5 * _tall(first):
            row = _joined(row, [piece])
    return row


def _word_down(first: Box, pieces: list[Box], image: np.ndarray) -> Box:
    height, width = image.shape[:2]
    group = first
    for piece in sorted(
        (p for p in pieces if p[0] < 0.16 * width and p[2] < 0.36 * width), key=lambda p: p[1]
    ):
        if piece[1] - group[3] < 0.065 * height and _overlap_x(piece, group) > 0:
            group = _joined(group, [piece])
    return group


def _agree(spots: dict[str, Spot | None], pictures: dict[str, np.ndarray]) -> dict[str, Spot | None]:
    """Replace what was missed, or differs from the deck's other faces, by the deck's usual place."""
    suited = [code for code in spots if code not in JOKERS]
    known = {code: spot for code in suited if (spot := spots[code]) is not None}
    if not known:
        return spots
    usual = np.median([_relative(spot, pictures[code]) for code, spot in known.items()], axis=0)
    fixed = dict(spots)
    for code in suited:
        spot = known.get(code)
        if spot is None or not _usual(_relative(spot, pictures[code]), usual, code):
            fixed[code] = _absolute(_peers(code, known, pictures, usual), pictures[code])
    return fixed


def _relative(spot: Spot, image: np.ndarray) -> np.ndarray:
    size = (image.shape[1], image.shape[0])
    return np.array([*spot.rank, *spot.pip]) / np.array(size * 4)


def _absolute(values: np.ndarray, image: np.ndarray) -> Spot:
    x0, y0, x1, y1, *pip = (values * np.array((image.shape[1], image.shape[0]) * 4)).tolist()
    return Spot((x0, y0, x1, y1), (pip[0], pip[1], pip[2], pip[3]))


def _usual(values: np.ndarray, usual: np.ndarray, code: str) -> bool:
    """Rows must agree with the deck; columns too, but for the wide 10."""
    rows = np.abs(values - usual)[1::2].max() < 0.018
    columns = code[0] == "T" or float(np.abs(values - usual)[[0, 2, 4, 6]].max()) < 0.05
    return bool(rows and columns)


def _peers(
    code: str, known: dict[str, Spot], pictures: dict[str, np.ndarray], usual: np.ndarray
) -> np.ndarray:
    """Median place of the same rank in other suits and of the same suit in other ranks."""
    rows = {c: _relative(s, pictures[c]) for c, s in known.items()}
    good = {c: v for c, v in rows.items() if _usual(v, usual, c) and c != code}
    ranks = [v[:4] for c, v in good.items() if c[0] == code[0]] or [usual[:4]]
    pips = [v[4:] for c, v in good.items() if c[1] == code[1]] or [usual[4:]]
    return np.concatenate([np.median(ranks, axis=0), np.median(pips, axis=0)])


def index_of(spot: Spot) -> FaceIndex:
    """The index that two boxes make; see `sign_index` for jokers."""
    x0, y0, x1, y1 = _joined(spot.rank, [spot.pip])
    centre = [((b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for b in (spot.rank, spot.pip)]
    return FaceIndex((x0, y0, x1, y1), centre[0], centre[1])


def sign_index(box: Box) -> FaceIndex:
    """The index of a joker's word or sign: the centres of its halves, farther apart when the word is wide.

    A word that runs along the upper edge gets a unit of a third of its width, so that a crop holds all of it.
    """
    x0, y0, x1, y1 = box
    unit = max((y1 - y0) / 2, (x1 - x0) / 3)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return FaceIndex(box, (x, y - unit / 2), (x, y + unit / 2))


def _indices(image: np.ndarray, spot: Spot | None, code: str) -> tuple[FaceIndex, ...]:
    """The located index and its copies in the other corners, as far as the ink there shows the same.

    The opposite corner of a suited card always has one, and a joker's sign may stand upright down there.
    """
    if spot is None:
        return ()
    height, width = image.shape[:2]
    joker = code in JOKERS
    first = sign_index(_joined(spot.rank, [spot.pip])) if joker else index_of(spot)
    patch = _patch(image, first.box_xyxy)
    upside_down = patch[::-1, ::-1]
    opposite = first.turned(width, height)
    found = [first]
    if moved := _best_match(image, upside_down, opposite, first.unit):
        found.append(moved)
    elif not joker:
        found.append(opposite)
    elif moved := _best_match(image, patch, _flipped(opposite), first.unit):
        found.append(moved)
    for other, look in ((first.mirrored(width), patch), (opposite.mirrored(width), upside_down)):
        if moved := _best_match(image, look, other, first.unit):
            found.append(moved)
    if joker and len(found) < 4:
        found += second_signs(image, tuple(found))
    return tuple(found)


def second_signs(image: np.ndarray, found: tuple[FaceIndex, ...]) -> list[FaceIndex]:
    """A joker's word in the right upper corner beside another sign in the left one, and its turned copy."""
    height, width = image.shape[:2]
    spot = find_spot(np.ascontiguousarray(image[:, ::-1]), JOKERS[0])
    if spot is None:
        return []
    sign = sign_index(_joined(spot.rank, [spot.pip])).mirrored(width)
    _, y0, _, y1 = sign.box_xyxy
    if y1 - y0 < 0.1 * height or any(_overlap(sign.box_xyxy, other.box_xyxy) for other in found):
        return []
    look = _patch(image, sign.box_xyxy)[::-1, ::-1]
    turned = _best_match(image, look, sign.turned(width, height), sign.unit)
    return [sign] if turned is None else [sign, turned]


def _overlap(a: Box, b: Box) -> bool:
    return _overlap_x(a, b) > 0 and min(a[3], b[3]) > max(a[1], b[1])


def _flipped(index: FaceIndex) -> FaceIndex:
    return FaceIndex(index.box_xyxy, index.pip_point, index.rank_point)


def _patch(image: np.ndarray, box: Box) -> np.ndarray:
    x0, y0, x1, y1 = (round(v) for v in box)
    return cv2.cvtColor(np.ascontiguousarray(image[max(y0, 0) : y1, max(x0, 0) : x1, :3]), cv2.COLOR_RGB2GRAY)


def _best_match(image: np.ndarray, patch: np.ndarray, at: FaceIndex, unit: float) -> FaceIndex | None:
    """The place near `at` where `patch` shows again, or None."""
    reach = max(3, round(0.4 * unit))
    x0, y0 = round(at.box_xyxy[0]), round(at.box_xyxy[1])
    left, top = max(x0 - reach, 0), max(y0 - reach, 0)
    window = _patch(image, (left, top, x0 + patch.shape[1] + reach, y0 + patch.shape[0] + reach))
    if window.shape[0] < patch.shape[0] or window.shape[1] < patch.shape[1]:
        return None
    scores = cv2.matchTemplate(window, np.ascontiguousarray(patch), cv2.TM_CCOEFF_NORMED)
    _, best, _, (dx, dy) = cv2.minMaxLoc(scores)
    if best < SAME_GLYPH:
        return None
    return _shifted(at, left + dx - x0, top + dy - y0)


def _shifted(index: FaceIndex, dx: float, dy: float) -> FaceIndex:
    x0, y0, x1, y1 = index.box_xyxy
    (rx, ry), (px, py) = index.rank_point, index.pip_point
    return FaceIndex((x0 + dx, y0 + dy, x1 + dx, y1 + dy), (rx + dx, ry + dy), (px + dx, py + dy))
