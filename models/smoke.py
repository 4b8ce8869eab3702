"""`python -m models.smoke`: the whole workshop on a tiny scale: pictures, two trainings, exports, parity, one
picture read.

It shows that the parts fit together on this machine, not that the result reads cards. About four minutes on
two cores.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path

import cv2

_THRESHOLDS = (1e-3, 1e-4, 1e-5, 1e-6, 1e-8)
"""After two epochs scores are tiny: the first that lets anything through will do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs every step; 0 when all went well, else the status of the step that failed."""
    options = _parser().parse_args(arguments)
    place = (
        nullcontext(str(options.out)) if options.out else tempfile.TemporaryDirectory(prefix="paiyan-smoke-")
    )
    with place as folder:
        out = Path(folder)
        for name, step in _steps(out, options):
            began = time.monotonic()
            status = step()
            outcome = "ok" if status == 0 else f"failed ({status})"
            print(f"smoke: {name}: {outcome}, {time.monotonic() - began:.0f} s", flush=True)
            if status:
                return status
    return 0


def _steps(out: Path, options: argparse.Namespace) -> list[tuple[str, Callable[[], int]]]:
    from datasets import synth

    from . import export, train

    pictures, crops, runs, weights = out / "pictures", out / "crops", out / "runs", out / "weights"
    threads = ["--threads", str(options.threads)] if options.threads else []
    numbers = ["--seed", str(options.seed), "--size", "256"]

    def generate(what: str, folder: Path, split: str, count: int) -> Callable[[], int]:
        return lambda: synth.main(
            [what, "--out", str(folder), "--split", split, "--count", str(count), *numbers]
        )

    def training(stage: str, data: Path, val: Path, *more: str) -> Callable[[], int]:
        folders = ["--data", str(data), "--val", str(val), "--out", str(runs / stage)]
        return lambda: train.main([stage, *folders, "--epochs", "2", *more, *threads])

    def exporting(stage: str, checkpoint: Path, val: Path) -> Callable[[], int]:
        return lambda: export.main(
            [stage, str(checkpoint), "--val", str(val), "--out", str(weights), *threads]
        )

    small = ("--size", "256", "--batch", "8", "--no-plots")
    return [
        ("training pictures", generate("detector", pictures, "train", options.pictures)),
        ("validation pictures", generate("detector", pictures, "val", 8)),
        ("training crops", generate("reader", crops / "train", "train", options.crops)),
        ("validation crops", generate("reader", crops / "val", "val", 100)),
        ("detector training", training("detector", pictures, pictures, *small)),
        ("reader training", training("reader", crops / "train", crops / "val", "--batch", "32")),
        ("detector parity", exporting("detector", runs / "detector" / "weights" / "last.pt", pictures)),
        ("reader parity", exporting("reader", runs / "reader" / "last.pt", crops / "val")),
        ("reading with the exported weights", lambda: _read(pictures, weights)),
    ]


def _read(pictures: Path, weights: Path) -> int:
    """The product's own detector runs with the new files; untrained as they are, only the form of the answer
    counts."""
    from vision.detector import TwoStageDetector
    from vision.index_detector import IndexDetector
    from vision.index_reader import IndexReader
    from vision.model_files import find_model

    finder = IndexDetector.load(find_model("index_detector", weights), runtime="onnxruntime")
    detector = TwoStageDetector(finder, IndexReader.load(find_model("index_reader", weights)), refuse=1.0)
    images = [cv2.imread(str(path)) for path in sorted((pictures / "images" / "val").glob("*.jpg"))]
    for threshold in _THRESHOLDS:
        finder.threshold = threshold
        if any(len(detector.detect(image)) for image in images):
            return 0
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.smoke", description=__doc__)
    parser.add_argument("--out", type=Path, help="keep everything there instead of in a temporary folder")
    parser.add_argument("--pictures", type=int, default=48)
    parser.add_argument("--crops", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--threads", type=int)
    return parser


if __name__ == "__main__":
    sys.exit(main())
