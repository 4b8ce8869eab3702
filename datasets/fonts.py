"""Typefaces of drawn decks: every usable TrueType/OpenType file found in folders or by fontconfig.

With no folder and no fontconfig the DejaVu files that ship with matplotlib are used, and failing those the
one face inside Pillow, so drawing always works; the more families are installed, the more index styles.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

RANK_GLYPHS = "0123456789JQKA"
LEFT_OUT = re.compile(
    r"ital|obli|slant|math|emoji|symbol|outline|shadow|dots|unifont|blank|initial|keyb"
    r"|because|bwht|isabella|steve|dingbat|d050000",
    re.I,
)


@dataclass(frozen=True, slots=True, order=True)
class Typeface:
    """One font file: its family name, its path, the face number inside a collection."""

    family: str
    path: str
    number: int = 0


BUILT_IN = Typeface("Pillow default", "")


def find_typefaces(folders: Sequence[Path] = ()) -> tuple[Typeface, ...]:
    """Typefaces that can draw every rank, sorted by family and path.

    Looks in `folders` (recursively), else asks fontconfig (`fc-list`), else takes matplotlib's own fonts,
    else the one built into Pillow. Raises FileNotFoundError when folders were named but hold no usable font.
    """
    files = sorted(
        {p for f in folders for p in Path(f).rglob("*") if p.suffix.lower() in (".ttf", ".otf", ".ttc")}
    )
    if not folders:
        files = _fontconfig_files() or _matplotlib_files()
    faces = (_typeface(path) for path in files if not LEFT_OUT.search(path.name))
    found = tuple(sorted(face for face in faces if face is not None and covers(face, RANK_GLYPHS)))
    if not found and not folders:
        return (BUILT_IN,)
    if not found:
        raise FileNotFoundError(
            "no font that can draw card ranks was found; pass a folder of .ttf files with --fonts"
        )
    return found


def families(typefaces: Iterable[Typeface]) -> dict[str, tuple[Typeface, ...]]:
    """Typefaces by family, so that a family with twenty weights is not drawn twenty times as often."""
    groups: dict[str, list[Typeface]] = {}
    for face in typefaces:
        groups.setdefault(face.family, []).append(face)
    return {name: tuple(group) for name, group in sorted(groups.items())}


@lru_cache(maxsize=256)
def font(face: Typeface, size: int) -> ImageFont.FreeTypeFont:
    """The typeface at `size` px per em."""
    if face == BUILT_IN:
        return ImageFont.load_default(size)  # type: ignore[return-value]
    return ImageFont.truetype(face.path, size, index=face.number)


def covers(face: Typeface, text: str) -> bool:
    """Whether the typeface has a visible glyph of its own for every character of `text`."""
    sample = font(face, 24)
    missing = _pixels(sample, "\uffff")
    glyphs = [_pixels(sample, character) for character in text]
    distinct = len(set(glyphs)) == len(set(text))
    return distinct and all(g and g != missing for g in glyphs)


def text_mask(face: Typeface, text: str, height: int, stroke: float = 0.0) -> np.ndarray:
    """Coverage (H, W) float32 0..1 of a text whose ink is `height` px high, cut to its ink.

    `stroke` thickens the lines by that part of the height.
    """
    probe = font(face, 200)
    left, top, right, bottom = probe.getbbox(text)
    em = max(8, round(200 * height / max(1, bottom - top)))
    typeface = font(face, em)
    width_px = round(stroke * height)
    left, top, right, bottom = typeface.getbbox(text, stroke_width=width_px)
    image = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4), 0)
    draw = ImageDraw.Draw(image)
    draw.text((2 - left, 2 - top), text, font=typeface, fill=255, stroke_width=width_px)
    return trimmed(np.asarray(image, np.float32) / 255)


def trimmed(mask: np.ndarray) -> np.ndarray:
    """A coverage mask cut to its ink."""
    rows, columns = np.flatnonzero(mask.max(axis=1) > 0.2), np.flatnonzero(mask.max(axis=0) > 0.2)
    if not len(rows):
        return mask
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _typeface(path: Path) -> Typeface | None:
    try:
        family, style = ImageFont.truetype(str(path), 16).getname()
        return None if LEFT_OUT.search(f"{family} {style}") else Typeface(family or path.stem, str(path))
    except (OSError, ValueError):
        return None


def _pixels(sample: ImageFont.FreeTypeFont, character: str) -> bytes:
    try:
        mask = sample.getmask(character)
    except (OSError, ValueError):
        return b""
    return bytes(mask) if mask.size[0] * mask.size[1] and max(bytes(mask), default=0) > 60 else b""


def _fontconfig_files() -> list[Path]:
    try:
        listing = subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return []
    paths = (Path(line.split(":")[0].strip()) for line in listing.splitlines())
    return sorted({p for p in paths if p.suffix.lower() in (".ttf", ".otf", ".ttc")})


def _matplotlib_files() -> list[Path]:
    spec = importlib.util.find_spec("matplotlib")
    if spec is None or spec.origin is None:
        return []
    return sorted((Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf").glob("DejaVu*.ttf"))
