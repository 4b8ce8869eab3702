"""`python -m models.train detector|reader`: trains one stage of the eye from folders that `datasets.synth`
wrote."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .quiet_torch import prepare


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one training; 0 when it ended by its budget, 2 with a message when the data or the checkpoint is
    missing."""
    options = _parser().parse_args(arguments)
    prepare(options.threads)
    try:
        last = _detector(options) if options.stage == "detector" else _reader(options)
    except FileNotFoundError as error:
        print(f"models.train: {error}", file=sys.stderr)
        return 2
    print(f"checkpoint: {last}")
    return 0


def _detector(options: argparse.Namespace) -> Path:
    from .pose_training import PoseRun, train_detector

    run = PoseRun(
        data=tuple(Path(folder) for folder in options.data),
        val=tuple(options.val),
        out=options.out,
        minutes=options.minutes,
        epochs=options.epochs,
        size=options.size,
        batch=options.batch or 16,
        lr=options.lr or 0.002,
        seed=options.seed,
        start=options.start,
    )
    return train_detector(run, resume=options.resume, plots=not options.no_plots)


def _reader(options: argparse.Namespace) -> Path:
    from .crop_store import CropSource
    from .reader_training import ReaderRun, ReaderTraining

    run = ReaderRun(
        sources=tuple(CropSource.parse(text) for text in options.data),
        val=tuple(options.val),
        out=options.out,
        minutes=options.minutes,
        epochs=options.epochs,
        batch=options.batch or 256,
        lr=options.lr or 0.003,
        seed=options.seed,
        start=options.start,
    )
    training = ReaderTraining(run)
    if options.resume:
        training.resume()
    return training.train()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.train", description=__doc__)
    stages = parser.add_subparsers(dest="stage", required=True)
    detector = stages.add_parser("detector", help="stage 1: finds index corners")
    reader = stages.add_parser("reader", help="stage 2: reads upright crops")
    detector.add_argument("--size", type=int, default=416, help="side of the training pictures, px")
    detector.add_argument("--no-plots", action="store_true", help="leave out ultralytics' plots")
    for stage in (detector, reader):
        stage.add_argument(
            "--data",
            action="append",
            required=True,
            help="data folder, may be repeated; reader: FOLDER:WEIGHT",
        )
        stage.add_argument(
            "--val", action="append", type=Path, required=True, help="validation folder, may be repeated"
        )
        stage.add_argument("--out", type=Path, required=True, help="folder of the run")
        stage.add_argument("--minutes", type=float, default=30.0, help="time budget")
        stage.add_argument("--epochs", type=int, help="passes; the detector then takes no heed of --minutes")
        stage.add_argument("--batch", type=int, help="pictures or crops a step")
        stage.add_argument("--lr", type=float, help="peak learning rate")
        stage.add_argument("--seed", type=int, default=0)
        stage.add_argument(
            "--start",
            type=Path,
            help="checkpoint or exported .onnx to start from (of the detector: fitting layers)",
        )
        stage.add_argument("--resume", action="store_true", help="go on with the run in --out")
        stage.add_argument("--threads", type=int, help="CPU threads; all cores by default")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
