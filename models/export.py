"""`python -m models.export detector|reader`: writes ONNX, description and card into a weights folder, if
parity holds."""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from .quiet_torch import prepare

WEIGHTS = Path(__file__).with_name("weights")
LICENCE = "AGPL-3.0-or-later"


def main(arguments: Sequence[str] | None = None) -> int:
    """Exports one stage; 0 when written, 1 when the exported answers differ, 2 when something is missing."""
    options = _parser().parse_args(arguments)
    prepare(options.threads)
    from .onnx_export import ParityError

    try:
        meta = (export_detector_files if options.stage == "detector" else export_reader_files)(options)
    except ParityError as error:
        print(f"models.export: {error}; nothing was written", file=sys.stderr)
        return 1
    except FileNotFoundError as error:
        print(f"models.export: {error}", file=sys.stderr)
        return 2
    print(json.dumps({key: meta[key] for key in ("sha256", "bytes", "parity")}, indent=1))
    return 0


def export_detector_files(options: argparse.Namespace) -> dict[str, Any]:
    """Stage 1: parity on up to 40 validation pictures in their own sizes."""
    import cv2

    from .onnx_export import detector_parity, export_detector

    paths = sorted(p for folder in options.data for p in (Path(folder) / "images" / "val").glob("*.jpg"))
    pictures = [cv2.imread(str(path)) for path in paths[:: max(1, len(paths) // 40)]][:40]
    if not pictures:
        raise FileNotFoundError("no validation pictures to compare on; name a data folder with --data")
    pictures.append(np.ascontiguousarray(pictures[0][: pictures[0].shape[0] // 2 + 7]))
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "index_detector.onnx"
        model = export_detector(options.checkpoint, path)
        parity = detector_parity(model, path, pictures).check()
        meta = {
            "name": "index_detector",
            "labels": ["index"],
            "keypoints": ["rank", "pip"],
            "input": {
                "name": "images",
                "shape": [1, 3, "height", "width"],
                "multiple": 32,
                "mean": 0.0,
                "std": 255.0,
            },
            "outputs": {"corners": "cx cy w h score rank_x rank_y rank_v pip_x pip_y pip_v, px"},
            "threshold": options.threshold,
        }
        return _write(path, meta, parity, options)


def export_reader_files(options: argparse.Namespace) -> dict[str, Any]:
    """Stage 2: parity on validation crops, temperatures fitted on them."""
    from .crop_store import CropMixture, CropSource
    from .onnx_export import export_reader, reader_parity
    from .reader_training import both_right, predict
    from .temperature import expected_calibration_error, fit_temperature

    sources = [CropSource.parse(text) for text in options.data]
    mixture = CropMixture(sources, np.random.default_rng(7))
    stored, labels = mixture.draw(6000)
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "index_reader.onnx"
        net = export_reader(options.checkpoint, path)
        parity = reader_parity(net, path, stored[:256]).check()
        rank, suit = predict(net, stored)
        suited = labels[:, 0] < 13
        warmth = {
            "rank": fit_temperature(rank, labels[:, 0]),
            "suit": fit_temperature(suit[suited], labels[suited, 1]),
        }
        right = both_right(rank, suit, labels)
        stated = _stated(rank, suit, suited, warmth)
        meta = reader_meta(warmth) | {
            "validation_crops": {
                "count": len(labels),
                "right": round(float(right.mean()), 4),
                "rank_right": round(float((rank.argmax(1) == labels[:, 0]).mean()), 4),
                "calibration_error": round(expected_calibration_error(stated, right), 4),
            }
        }
        return _write(path, meta, parity, options)


def reader_meta(warmth: dict[str, float]) -> dict[str, Any]:
    """The description of stage 2 without what the exporter adds."""
    from vision.index_reader import CROP, PIP_AT, RANK_AT, RANK_LABELS, SUIT_LABELS

    return {
        "name": "index_reader",
        "labels": {"rank": list(RANK_LABELS), "suit": list(SUIT_LABELS)},
        "input": {"name": "crops", "shape": [1, 3, CROP, CROP], "mean": 0.0, "std": 255.0},
        "crop": {"rank_point": list(RANK_AT), "pip_point": list(PIP_AT)},
        "outputs": {"rank": "logits", "suit": "logits", "embedding": "128 numbers"},
        "temperature": warmth,
    }


def _stated(rank: np.ndarray, suit: np.ndarray, suited: np.ndarray, warmth: dict[str, float]) -> np.ndarray:
    from vision.index_reader import softmax

    sure_rank = softmax(rank / warmth["rank"]).max(1)
    sure_suit = softmax(suit / warmth["suit"]).max(1)
    return sure_rank * np.where(suited, sure_suit, 1.0)


def _write(path: Path, meta: dict[str, Any], parity: Any, options: argparse.Namespace) -> dict[str, Any]:
    run_file = options.checkpoint.parent / "run.json"
    if not run_file.is_file():
        run_file = options.checkpoint.parent.parent / "run.json"
    training = json.loads(run_file.read_text(encoding="utf-8")) if run_file.is_file() else {}
    meta |= {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "bytes": path.stat().st_size,
        "made": datetime.now(UTC).strftime("%Y-%m-%d"),
        "licence": LICENCE,
        "parity": {"inputs": parity.inputs, "largest_differences": parity.differences},
        "training": training,
        "metrics": {},
    }
    options.out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, options.out / path.name)
    write_description(options.out / path.with_suffix(".json").name, meta)
    return meta


def write_description(side: Path, meta: dict[str, Any]) -> None:
    """Writes the .json and, from it, the .md card beside it."""
    from .model_card import card

    side.write_text(json.dumps(meta, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    side.with_suffix(".md").write_text(card(meta), encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.export", description=__doc__)
    parser.add_argument("stage", choices=("detector", "reader"))
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument(
        "--val", dest="data", action="append", default=[], help="validation folder: parity and calibration"
    )
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--threshold", type=float, default=0.2, help="detector: least score of a corner")
    parser.add_argument("--threads", type=int)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
