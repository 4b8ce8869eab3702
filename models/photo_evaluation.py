"""Runs the eye over labelled photographs and keeps what is needed to count, plot and look."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.association import associate
from vision.detections import Detections
from vision.detector import Detector
from vision.sightings import CardSighting

from .photo_labels import LabelledPhoto
from .scoring import Tally, compare, share_text, total

HIGH = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class PhotoResult:
    """One photograph: what was detected and sighted, and the tally of the sure cards."""

    photo: LabelledPhoto
    detections: Detections
    sightings: tuple[CardSighting, ...]
    tally: Tally
    seconds: float

    @property
    def reported(self) -> Counter[str]:
        """The cards given as sure."""
        return Counter(s.code for s in self.sightings if s.sure)


def evaluate_photos(
    detector: Detector, photos: Sequence[LabelledPhoto], packs: int = 1
) -> Iterator[PhotoResult]:
    """Reads each photograph. Raises FileNotFoundError for a picture that cannot be read."""
    for photo in photos:
        image = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
        if image is None:
            raise FileNotFoundError(f"{photo.path} cannot be read as a picture")
        began = time.perf_counter()
        detections = detector.detect(image)
        sightings = tuple(associate(detections, packs))
        seconds = time.perf_counter() - began
        reported = Counter(s.code for s in sightings if s.sure)
        yield PhotoResult(
            photo, detections, sightings, compare(photo.cards, reported, photo.unreadable), seconds
        )


def calibration_pairs(results: Sequence[PhotoResult]) -> tuple[np.ndarray, np.ndarray]:
    """Stated score and whether it was right, for every sighting of photographs without unreadable cards."""
    stated, right = [], []
    for result in results:
        if result.photo.unreadable:
            continue
        left = Counter(result.photo.cards)
        for sighting in sorted(result.sightings, key=lambda s: -s.score):
            stated.append(sighting.score)
            right.append(left[sighting.code] > 0)
            left[sighting.code] -= 1
    return np.array(stated, np.float32), np.array(right, bool)


def confusions(results: Sequence[PhotoResult]) -> Counter[tuple[str, str]]:
    """(true, read): hits, and where a picture has one card missed and one wrong, the two as a pair."""
    pairs: Counter[tuple[str, str]] = Counter()
    for result in results:
        hits = result.photo.cards & result.reported
        pairs.update({(code, code): count for code, count in hits.items()})
        missed = list((result.photo.cards - hits).elements())
        wrong = list((result.reported - hits).elements())
        for code in missed:
            kin = [w for w in wrong if w[0] == code[0]] or [w for w in wrong if w[1] == code[1]]
            if kin:
                pairs[code, kin[0]] += 1
                wrong.remove(kin[0])
    return pairs


def summary(results: Sequence[PhotoResult]) -> dict[str, Any]:
    """Figures for each source and for all together, derived copies left out; times in ms."""
    by_source: dict[str, list[PhotoResult]] = defaultdict(list)
    for result in results:
        if not result.photo.derived:
            by_source[result.photo.source].append(result)
    figures = {source: _figures(group) for source, group in sorted(by_source.items())}
    everything = [result for group in by_source.values() for result in group]
    if len(by_source) > 1:
        figures["all"] = _figures(everything)
    return figures


def _figures(group: Sequence[PhotoResult]) -> dict[str, Any]:
    tally = total(result.tally for result in group)
    any_code = total(
        compare(r.photo.cards, Counter(s.code for s in r.sightings), r.photo.unreadable) for r in group
    )
    stated, right = calibration_pairs(group)
    high = stated >= HIGH
    return {
        "pictures": tally.pictures,
        "cards": tally.hits + tally.missed,
        "hits": tally.hits,
        "wrong": tally.wrong,
        "missed": tally.missed,
        "forgiven": tally.forgiven,
        "precision": share_text(tally.hits, tally.hits + tally.wrong),
        "recall": share_text(tally.hits, tally.hits + tally.missed),
        "perfect": share_text(tally.perfect, tally.pictures),
        "recall_with_unsure": share_text(any_code.hits, any_code.hits + any_code.missed),
        "right_at_0.9": share_text(int(right[high].sum()), int(high.sum())),
        "median_ms": round(1000 * float(np.median([r.seconds for r in group]))),
    }


def table(figures: dict[str, Any]) -> list[str]:
    """The figures as the lines of a Markdown table, times only where the figures hold them."""
    columns = [
        "pictures",
        "cards",
        "precision",
        "recall",
        "perfect",
        "recall_with_unsure",
        "right_at_0.9",
        "median_ms",
    ]
    if not all("median_ms" in row for row in figures.values()):
        columns.remove("median_ms")
    lines = ["| source | " + " | ".join(column.replace("_", " ") for column in columns) + " |"]
    lines.append("|" + "---|" * (len(columns) + 1))
    for source, row in figures.items():
        lines.append(f"| {source} | " + " | ".join(str(row[column]) for column in columns) + " |")
    return lines
