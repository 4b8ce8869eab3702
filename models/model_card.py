"""Writes a model's card from its description, so that the two never disagree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

_PURPOSE = {
    "index_detector": "Finds the index corners of playing cards in a picture: a box, the centre of the rank "
    "glyph (rank point) and of the small suit pip (pip point), whose direction tells which way up the corner "
    "is. YOLO11 pose, one head at stride 8, one class.",
    "index_reader": "Reads one upright 64×64 crop of an index corner: rank head (13 ranks, two jokers, none) "
    "and suit head (four suits, none), with a 128-number embedding for decks learned later.",
}
_FAILURES = {
    "index_detector": (
        "indices of less than about 10 px between rank and pip",
        "indices of which less than about two thirds is visible",
        "ornaments of court figures and printed words are reported at times; the reader has to refuse them",
    ),
    "index_reader": (
        "jokers without any word or sign in the corner",
        "♣ and ♠ at fewer than about 12 px, blurred 5 and 3, 8 and 6",
        "ranks in other alphabets or with other letters than J Q K A",
        "in decks that print the two jokers alike, little and big cannot be told apart",
    ),
}


def card(meta: dict[str, Any]) -> str:
    """The card's Markdown text."""
    name = meta["name"]
    parts = [
        f"# {name}",
        "",
        _PURPOSE[name],
        "",
        f"Licence {meta['licence']} · made {meta['made']} · {meta['bytes'] / 1e6:.1f} MB",
        "",
    ]
    parts += ["## Data", "", *_data(meta.get("training", {})), ""]
    parts += ["## Figures", "", *_figures(meta), ""]
    parts += ["## Known failures", "", *(f"* {text}" for text in _FAILURES[name]), ""]
    parts += ["## Exported and trained answers", "", _parity(meta["parity"]), ""]
    return "\n".join(parts)


def _data(training: dict[str, Any]) -> Iterable[str]:
    settings = training.get("settings", {})
    if settings:
        minutes = training.get("seconds", 0) / 60
        yield f"Trained for {minutes:.0f} minutes on one shared CPU core, seed {settings.get('seed')}, on:"
        yield ""
    for entry in training.get("data", ()):
        manifest = entry.get("manifest", {})
        counts, licences = manifest.get("counts", ""), manifest.get("licences", "")
        yield f"* `{entry['name']}` {_short(counts)} {_short(licences)}".rstrip()
    yield ""
    yield "Most training pictures are drawn and composed; art decks, photographs and their licences are named"
    yield "in the data manifests. None of them is part of this repository. Validation photographs were never"
    yield "trained on; of a handful of exports the one that reads them best was kept, which flatters it."


def _short(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {part}" for key, part in value.items())
    return "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _figures(meta: dict[str, Any]) -> Iterable[str]:
    crops = meta.get("validation_crops")
    if crops:
        yield (
            f"Validation crops ({crops['count']}): {crops['right']:.1%} rank and suit right, "
            f"rank alone {crops['rank_right']:.1%}, "
            f"calibration error {crops['calibration_error']:.3f}."
        )
        yield ""
    yield from meta.get("metrics", {}).get("table", ("No evaluation recorded yet.",))


def _parity(parity: dict[str, Any]) -> str:
    gaps = ", ".join(f"{name} {value:.2g}" for name, value in parity["largest_differences"].items())
    return f"Largest differences over {parity['inputs']} inputs: {gaps}."
