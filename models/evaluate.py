"""`python -m models.evaluate FOLDER...`: figures and pictures of how well the eye reads labelled
photographs."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
from rich.progress import track

from vision.detector import load_detector
from vision.model_files import ENVIRONMENT, ModelFileError, find_model

from .overlay import draw, gallery
from .photo_evaluation import PhotoResult, calibration_pairs, confusions, evaluate_photos, summary, table
from .photo_labels import LabelledPhoto, load_photos


def main(arguments: Sequence[str] | None = None) -> int:
    """Evaluates; 0 when done, 2 with a message when folders or weights are missing."""
    options = _parser().parse_args(arguments)
    if options.weights:
        os.environ[ENVIRONMENT] = str(options.weights)
    try:
        photos = [photo for folder in options.folders for photo in load_photos(folder)]
        results = run(photos, options)
        if options.record:
            _record(results)
    except (FileNotFoundError, ValueError, ModelFileError) as error:
        print(f"models.evaluate: {error}", file=sys.stderr)
        return 2
    return 0


def run(photos: Sequence[LabelledPhoto], options: argparse.Namespace) -> list[PhotoResult]:
    """Reads all photographs, prints the table and writes what is to be looked at into --out."""
    detector = load_detector(threads=options.threads, runtime=options.runtime)
    steps = evaluate_photos(detector, photos, options.packs)
    results = list(track(steps, "photographs", total=len(photos), disable=not sys.stderr.isatty()))
    figures = summary(results)
    print("\n".join(table(figures)))
    if options.out:
        write_report(options.out, results, figures)
        write_plots(options.out, results)
    return results


def write_report(out: Path, results: Sequence[PhotoResult], figures: dict[str, object]) -> None:
    """figures.json, errors.txt, worst.jpg and one overlay for each photograph with an error."""
    (out / "overlays").mkdir(parents=True, exist_ok=True)
    (out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    bad = sorted(
        (r for r in results if not r.tally.perfect), key=lambda r: -(2 * r.tally.wrong + r.tally.missed)
    )
    (out / "errors.txt").write_text("".join(_error_line(result) for result in bad), encoding="utf-8")
    tiles = []
    for result in bad:
        picture = draw(
            cv2.imread(str(result.photo.path)), result.sightings, result.detections, result.photo.cards
        )
        name = f"{result.photo.source}_{result.photo.path.stem}"
        cv2.imwrite(str(out / "overlays" / f"{name}.jpg"), picture)
        tiles.append((f"{name}: {result.tally.wrong} wrong, {result.tally.missed} missed", picture))
    cv2.imwrite(str(out / "worst.jpg"), gallery(tiles[:24]))


def write_plots(out: Path, results: Sequence[PhotoResult]) -> None:
    """reliability.png and confusion.png; they need matplotlib."""
    from .plots import confusion_plot, reliability_plot

    reliability_plot(out / "reliability.png", *calibration_pairs(results))
    confusion_plot(out / "confusion.png", confusions(results))


def _error_line(result: PhotoResult) -> str:
    hits = result.photo.cards & result.reported
    wrong = " ".join((result.reported - hits).elements())
    missed = " ".join((result.photo.cards - hits).elements())
    unsure = " ".join(f"{s.code}:{s.score:.2f}" for s in result.sightings if not s.sure)
    name = f"{result.photo.source}/{result.photo.path.name}"
    return f"{name}\twrong: {wrong}\tmissed: {missed}\tunsure: {unsure}\n"


def _record(results: Sequence[PhotoResult]) -> None:
    """Puts the table into the descriptions and cards of the weights that were used; without times, which
    tell of the machine and its load."""
    from .export import write_description

    figures = summary(results)
    for row in figures.values():
        del row["median_ms"]
    for name in ("index_detector", "index_reader"):
        model = find_model(name)
        meta = dict(model.meta) | {"metrics": {"photographs": figures, "table": table(figures)}}
        write_description(model.path.with_suffix(".json"), meta)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.evaluate", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="folders with labels.json")
    parser.add_argument("--weights", type=Path, help="folder of the weights; the product's own by default")
    parser.add_argument("--out", type=Path, help="folder for plots, overlays and galleries")
    parser.add_argument("--packs", type=int, default=1)
    parser.add_argument("--runtime", help="onnxruntime, openvino or auto")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument(
        "--record", action="store_true", help="write the table into the weights' descriptions and cards"
    )
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
