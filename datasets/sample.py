"""Scenes at random: every choice is drawn here and returned as data.

An index counts when at least `VISIBLE` of its box lies open in the picture; when it is half hidden the card
is printed without that corner, so that nothing doubtful is shown.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.labels import CODES, JOKERS

from .backgrounds import sample_background
from .deck import FaceIndex
from .effects import sample_effects, sample_light
from .fonts import Typeface
from .hands import Hand
from .layouts import COUNTS, KINDS, Place, centred, turned
from .pool import EITHER_JOKERS, Pool
from .props import KINDS as PROP_KINDS
from .props import Prop
from .scene import CardPose, IndexLabel, Matrix, Scene, Shadows, card_points, find_labels

VISIBLE = 0.8
HIDDEN = 0.3
BARE_FACES = 0.05
"""Part of the cards printed without any index: court figures and body pips alone are no index."""
JOKER_WEIGHT = 2.6
GLYPH_RANGE = (8.5, 60.0)
"""Heights of a rank glyph in a picture, px."""
DRAWN_PER_BLOCK, ART_PER_BLOCK = 6, 3
BLOCK = 250
"""Pictures of a block share a few decks, so that faces are drawn, or halved, once."""


def sample_scene(
    seed: tuple[int, int], pool: Pool, backgrounds: tuple[str, ...], size: int, crowded: bool = False
) -> Scene:
    """Scene number `seed[1]` of series `seed[0]`: the same numbers and pool give the same scene.

    A crowded scene, made to cut crops from, has many cards, and keeps half hidden indices as they are: its
    labels tell how much of each index shows.
    """
    rng = np.random.default_rng(seed)
    empty = rng.random() < (0.02 if crowded else 0.06)
    many = crowded or rng.random() < 0.65
    usual, spread = (13.5, 0.36) if many else (19.0, 0.45)
    glyph = float(np.clip(np.exp(rng.normal(np.log(usual), spread)), *GLYPH_RANGE))
    cards = [] if empty else _sample_cards(rng, seed, pool, glyph, size, many)
    under, over, hands = _sample_props(rng, pool, glyph, size)
    plain = Scene(
        size, size, sample_background(rng, backgrounds), under, tuple(cards), over, hands,
        _sample_shadows(rng, glyph),        sample_light(rng, size), sample_effects(rng, glyph), (),
    )  # fmt: skip
    labels = find_labels(plain, pool)
    return (
        replace(plain, labels=labels)
        if crowded
        else _bared(plain, labels, rng.random(len(cards)) < BARE_FACES)
    )


def _bared(scene: Scene, labels: tuple[IndexLabel, ...], whole: np.ndarray) -> Scene:
    """Drop the labels of hidden indices; print over half hidden ones, and over all of a card in `whole`."""
    doubtful: dict[int, list[int]] = {}
    count: dict[int, int] = {}
    for label in labels:
        position = count[label.card] = count.get(label.card, -1) + 1
        if whole[label.card] or HIDDEN < label.visible < VISIBLE:
            doubtful.setdefault(label.card, []).append(position)
    cards = tuple(replace(c, bare=tuple(doubtful.get(n, ()))) for n, c in enumerate(scene.cards))
    kept = tuple(label for label in labels if label.visible >= VISIBLE and not whole[label.card])
    return replace(scene, cards=cards, labels=kept)


def _sample_cards(
    rng: np.random.Generator, seed: tuple[int, int], pool: Pool, glyph: float, size: int, many: bool
) -> list[CardPose]:
    decks = _sample_decks(rng, seed, pool, glyph)
    kind = str(rng.choice(list(KINDS), p=[0.13, 0.27, 0.23, 0.07, 0.08, 0.22]))
    low, high = COUNTS[kind]
    count = int(np.clip(rng.integers((low + high) // 2 if many else low, high + 1), 1, 28))
    hand = _deal(rng, pool, decks, count)
    first = pool.face(*hand[0]).face
    rank_part, clear = _index_size(first.indices, first.height)
    tall = min(glyph / rank_part, 2.2 * size)
    places = turned(
        centred(KINDS[kind](rng, count, first.width / first.height, clear)), rng.uniform(-np.pi, np.pi)
    )
    view = _sample_view(rng, tall)
    placed = zip(hand, places, strict=False)
    posed = [p for h, place in placed if (p := _pose(rng, pool, h, place, view, tall)) is not None]
    shift = _aim(rng, pool, posed, size, middle=0.85 if many else 0.5)
    return [replace(p, matrix=_flat(shift @ np.array(p.matrix).reshape(3, 3))) for p in posed]


def _sample_decks(rng: np.random.Generator, seed: tuple[int, int], pool: Pool, glyph: float) -> list[str]:
    """One deck, or sometimes two; low-resolution faces only where they are small."""
    block = np.random.default_rng([seed[0], seed[1] // BLOCK, 99])
    drawn = [f"drawn-{int(s)}" for s in block.integers(0, 1 << 30, DRAWN_PER_BLOCK)]
    art = [pool.art_names[int(k)] for k in block.permutation(len(pool.art_names))[:ART_PER_BLOCK]]

    def one() -> str:
        draw = rng.random()
        if draw < 0.2 and pool.loose.get("As") and glyph <= 17:
            return "faces53"
        if draw < 0.5 and art:
            return art[int(rng.integers(len(art)))]
        return drawn[int(rng.integers(len(drawn)))]

    return [one() for _ in range(1 if rng.random() < 0.8 else 2)]


def _deal(rng: np.random.Generator, pool: Pool, decks: list[str], count: int) -> list[tuple[str, str, int]]:
    """`count` cards (deck, code, number), all codes alike but jokers more often, few twice, few face down."""
    out: list[tuple[str, str, int]] = []
    for _ in range(count):
        name = decks[int(rng.integers(len(decks)))]
        if rng.random() < 0.035 and out and name != "faces53":
            out.append((name, "back", 0))
            continue
        codes = pool.codes(name)
        weights = np.array([JOKER_WEIGHT if code in JOKERS else 1.0 for code in codes])
        code = codes[int(rng.choice(len(codes), p=weights / weights.sum()))]
        if code in JOKERS and name != "faces53":
            name = _loose_joker(pool, name, code, float(rng.random()))
        out.append((name, code, int(rng.integers(1000))))
    if out[0][1] == "back":
        out[0] = (out[0][0], CODES[int(rng.integers(52))], 0)
    return out


def _loose_joker(pool: Pool, name: str, code: str, draw: float) -> str:
    """Now and then a joker comes from a pack of its own; of `val` nobody asks what may be either."""
    if draw < 0.15 and pool.loose.get(code):
        return "faces53"
    if draw < 0.32 and pool.split == "train" and pool.loose.get(EITHER_JOKERS):
        return EITHER_JOKERS
    return name


def _index_size(indices: tuple[FaceIndex, ...], height: int) -> tuple[float, float]:
    """Height of the rank glyph and width of the index strip, as parts of the card's height."""
    if not indices:
        return 0.08, 0.12
    first = min(indices, key=lambda i: (i.box_xyxy[1], i.box_xyxy[0]))
    rank = min(0.62 * first.unit, 0.16 * height)
    return max(0.045, rank / height), (first.box_xyxy[2] + 3) / height


def _sample_view(rng: np.random.Generator, tall: float) -> np.ndarray:
    """The homography from table px to picture px: a slant, and the perspective that goes with it."""
    slant = np.radians(
        rng.choice([rng.uniform(0, 14), rng.uniform(14, 40), rng.uniform(40, 58)], p=[0.45, 0.4, 0.15])
    )
    towards = rng.uniform(0, 2 * np.pi)
    distance = rng.uniform(5, 18) * tall
    c, s = np.cos(towards), np.sin(towards)
    turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
    squash = np.diag([np.cos(slant), 1.0, 1.0])
    squash[2, 0] = np.sin(slant) / distance
    return np.asarray(turn.T @ squash @ turn)


def _pose(
    rng: np.random.Generator,
    pool: Pool,
    card: tuple[str, str, int],
    place: Place,
    view: np.ndarray,
    tall: float,
) -> CardPose | None:
    face = pool.face(*card).face
    x, y, angle = place
    scale = tall / face.height
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    half_w, half_h = face.width / 2, face.height / 2
    matrix = view @ np.array([
        [c, -s, x * tall - c * half_w + s * half_h], [s, c, y * tall - s * half_w - c * half_h], [0, 0, 1],
    ])  # fmt: skip
    corners = np.array([[0, 0, 1], [face.width, 0, 1], [0, face.height, 1], [face.width, face.height, 1]])
    if (corners @ matrix.T)[:, 2].min() < 0.45:
        return None
    bend = float(rng.normal(0, 0.012) * face.height) if rng.random() < 0.15 else 0.0
    return CardPose(*card, _flat(matrix), bend, float(rng.uniform(0.9, 1.0)), ())


def _aim(rng: np.random.Generator, pool: Pool, cards: list[CardPose], size: int, middle: float) -> np.ndarray:
    """Move the picture: to the middle of the cards, or so that an index of some card falls well inside it."""
    shown = [c for c in cards if pool.face(c.deck, c.code, c.number).face.indices]
    target = rng.uniform(0.12, 0.88, 2) * size
    if not shown:
        return np.array([[1, 0, target[0]], [0, 1, target[1]], [0, 0, 1]])
    if rng.random() < middle:
        middles = np.array([_middle(c, pool) for c in shown])
        target = rng.uniform(0.3, 0.7, 2) * size
        at = np.median(middles, axis=0)
        return np.array([[1, 0, target[0] - at[0]], [0, 1, target[1] - at[1]], [0, 0, 1]])
    card = shown[int(rng.integers(len(shown)))]
    face = pool.face(card.deck, card.code, card.number).face
    index = face.indices[int(rng.integers(len(face.indices)))]
    at = card_points(card, np.array([index.rank_point]), face.width)[0]
    return np.array([[1, 0, target[0] - at[0]], [0, 1, target[1] - at[1]], [0, 0, 1]])


def _middle(card: CardPose, pool: Pool) -> np.ndarray:
    face = pool.face(card.deck, card.code, card.number).face
    return card_points(card, np.array([[face.width / 2, face.height / 2]]), face.width)[0]


def _flat(matrix: np.ndarray) -> Matrix:
    return tuple(float(v) for v in (matrix / matrix[2, 2]).ravel())


def _sample_shadows(rng: np.random.Generator, glyph: float) -> Shadows:
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.02, 0.3) * glyph
    return Shadows(
        float(far * np.cos(angle)), float(far * np.sin(angle)), float(rng.uniform(0.08, 0.5) * glyph + 1),
        float(rng.uniform(0.15, 0.65)),
    )  # fmt: skip


def _sample_props(
    rng: np.random.Generator, pool: Pool, glyph: float, size: int
) -> tuple[tuple[Prop, ...], tuple[Prop, ...], tuple[Hand, ...]]:
    busy = rng.random()
    number = 0 if busy < 0.38 else int(rng.integers(1, 5)) if busy < 0.75 else int(rng.integers(4, 14))
    under = tuple(_sample_prop(rng, pool, glyph, size, PROP_KINDS) for _ in range(number))
    over = tuple(
        _sample_prop(rng, pool, glyph, size, ("chip", "coin"))
        for _ in range(int(rng.choice([0, 1, 2], p=[0.88, 0.09, 0.03])))
    )
    hands = tuple(
        _sample_hand(rng, glyph, size) for _ in range(int(rng.choice([0, 1, 2], p=[0.84, 0.13, 0.03])))
    )
    return under, over, hands


def _sample_prop(
    rng: np.random.Generator, pool: Pool, glyph: float, size: int, kinds: tuple[str, ...]
) -> Prop:
    x, y = rng.uniform(-0.05, 1.05, 2) * size
    group = pool.case.families[int(rng.integers(len(pool.case.families)))]
    face: Typeface = group[0]
    angle = float(rng.uniform(-np.pi, np.pi)) if rng.random() < 0.7 else float(rng.normal(0, 0.05))
    large = float(glyph * np.exp(rng.uniform(np.log(0.6), np.log(2.5))))
    return Prop(str(rng.choice(kinds)), float(x), float(y), angle, large, int(rng.integers(1 << 31)), face)


def _sample_hand(rng: np.random.Generator, glyph: float, size: int) -> Hand:
    """A hand reaching in from outside; a finger is about as thick as two rank glyphs are high."""
    width = float(np.clip(glyph * rng.uniform(1.5, 2.6), 12, 70))
    side = rng.uniform(0, 2 * np.pi)
    reach = rng.uniform(0.3, 0.75) * size
    x, y = size / 2 - np.cos(side) * reach, size / 2 - np.sin(side) * reach
    return Hand(
        float(x),
        float(y),
        float(side + rng.normal(0, 0.3)),
        width,
        float(rng.uniform(0, 0.8)),
        int(rng.integers(1 << 31)),
    )
