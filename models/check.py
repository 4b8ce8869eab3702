"""`python -m models.check`: whether the committed weights are whole and answer as they did when they were
exported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2

from vision.detections import Detections
from vision.detector import load_detector
from vision.model_files import ModelFileError, find_model

from . import golden

NAMES = ("index_detector", "index_reader")
PX, PROBABILITY = 1.0, 0.03


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when all answers are the golden ones (or were written), 1 when not, 2 when weights cannot be used."""
    options = _parser().parse_args(arguments)
    try:
        hashes = {name: find_model(name).sha256 for name in NAMES}
        found = load_detector(runtime="onnxruntime").detect(golden.picture())
    except ModelFileError as error:
        print(f"models.check: {error}", file=sys.stderr)
        return 2
    if options.draw:
        cv2.imwrite(str(options.draw), golden.picture())
    if options.write:
        golden.write(found, hashes)
        print(f"{len(found)} answers written: {' '.join(found.codes)}")
        return 0
    faults = differences(found, hashes)
    print("\n".join(faults) or f"{len(found)} answers as expected")
    return 1 if faults else 0


def differences(found: Detections, hashes: dict[str, str]) -> list[str]:
    """What differs from the golden answers, one line each."""
    expected = golden.read()
    if expected["weights"] != hashes:
        return [
            "the golden answers belong to other weights: run python -m models.check --write and look at them"
        ]
    mine = golden.answers(found)
    if len(mine) != len(expected["answers"]):
        return [f"{len(mine)} indices found, expected {len(expected['answers'])}"]
    return [
        f"expected {a}, got {b}" for a, b in zip(expected["answers"], mine, strict=True) if not _close(a, b)
    ]


def _close(a: dict, b: dict) -> bool:
    points = zip((*a["rank_point"], *a["pip_point"]), (*b["rank_point"], *b["pip_point"]), strict=True)
    numbers = ((a[key], b[key]) for key in ("score", "confidence"))
    return (
        a["code"] == b["code"]
        and all(abs(p - q) <= PX for p, q in points)
        and all(abs(p - q) <= PROBABILITY for p, q in numbers)
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.check", description=__doc__)
    parser.add_argument("--write", action="store_true", help="commit the present answers as the golden ones")
    parser.add_argument("--draw", type=Path, help="also write the picture there")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
