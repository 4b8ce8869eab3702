"""Trains stage 1 from folders of pictures with pose labels, within a time budget, so that it can be
resumed."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import yaml

KEYPOINT_SIGMAS = [0.12, 0.12]
"""How strictly a keypoint's distance from the truth counts, in box sizes: ultralytics' default for two points
(0.5) hardly counts."""


@dataclass(frozen=True, slots=True)
class PoseRun:
    """One training run of stage 1; `data` are folders as `datasets.synth detector` writes them, `val`
    likewise."""

    data: tuple[Path, ...]
    val: tuple[Path, ...]
    out: Path
    minutes: float = 30.0
    epochs: int | None = None
    size: int = 416
    batch: int = 16
    lr: float = 0.002
    seed: int = 0
    start: Path | None = None
    val_pictures: int = 100


def train_detector(run: PoseRun, *, resume: bool = False, plots: bool = True) -> Path:
    """Runs or resumes the training and returns its last checkpoint. Raises FileNotFoundError for data that is
    not there."""
    from .index_pose import ARCHITECTURE, IndexTrainer

    run.out.mkdir(parents=True, exist_ok=True)
    last = run.out / "weights" / "last.pt"
    overrides = _overrides(run, write_data_file(run), plots)
    if resume:
        if not last.is_file():
            raise FileNotFoundError(f"nothing to resume: {last} is missing; start without --resume")
        overrides |= {"model": str(last), "resume": str(last)}
    else:
        overrides["model"] = str(ARCHITECTURE)
    trainer = IndexTrainer(overrides=overrides)
    trainer.start = None if resume else run.start
    if run.epochs is None:
        trainer.follow_clock()
    began = time.time()
    trainer.train()
    record(run.out, run, seconds=time.time() - began)
    return last


def write_data_file(run: PoseRun) -> Path:
    """The data description that ultralytics reads, with a small seeded choice of the validation pictures."""
    train = [folder / "images" / "train" for folder in run.data]
    missing = [str(folder) for folder in train if not folder.is_dir()]
    if missing:
        raise FileNotFoundError(
            f"no training pictures in {', '.join(missing)}; make them with python -m datasets.synth"
        )
    val = sorted(p for folder in run.val for p in (folder / "images" / "val").glob("*.jpg"))
    if not val:
        raise FileNotFoundError(
            "no validation pictures; make them with python -m datasets.synth detector --split val"
        )
    step = max(1, len(val) // run.val_pictures)
    listing = run.out / "val.txt"
    listing.write_text("\n".join(str(p.resolve()) for p in val[::step]) + "\n", encoding="utf-8")
    content = {
        "train": [str(p.resolve()) for p in train],
        "val": str(listing.resolve()),
        "names": {0: "index"},
        "kpt_shape": [2, 3],
        "kpt_oks_sigmas": KEYPOINT_SIGMAS,
        "kpt_names": {0: ["rank", "pip"]},
    }
    path = run.out / "data.yaml"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    return path


def _overrides(run: PoseRun, data: Path, plots: bool) -> dict[str, object]:
    return {
        "data": str(data),
        "project": str(run.out.parent.resolve()),
        "name": run.out.name,
        "exist_ok": True,
        "imgsz": run.size,
        "batch": run.batch,
        "nbs": run.batch,
        # With a time budget ultralytics sets the number of epochs itself.
        "epochs": run.epochs or 100,
        "time": None if run.epochs else run.minutes / 60,
        "device": "cpu",
        "amp": False,
        "optimizer": "AdamW",
        "lr0": run.lr,
        "lrf": 0.02,
        "cos_lr": True,
        "warmup_epochs": 0.0,
        "momentum": 0.9,
        "weight_decay": 0.0005,
        "seed": run.seed,
        "deterministic": False,
        "plots": plots,
        # A mirrored glyph is no card; whole scenes are turned already, and turning labels would loosen their
        # boxes.
        "fliplr": 0.0,
        "flipud": 0.0,
        "degrees": 0.0,
        "mosaic": 0.0,
        "close_mosaic": 0,
        "translate": 0.1,
        "scale": 0.35,
        "hsv_h": 0.02,
        "hsv_s": 0.5,
        "hsv_v": 0.4,
        "box": 5.0,
        "pose": 6.0,
        "kobj": 0.2,
        "patience": 1000,
    }


def record(out: Path, run: object, *, seconds: float) -> None:
    """Writes run.json: the settings, the manifests of the data it saw, how long it took."""
    settings = {key: _plain(value) for key, value in asdict(run).items()}
    manifests = [read_manifest(folder) for folder in getattr(run, "data", ())]
    content = {"settings": settings, "data": manifests, "seconds": round(seconds)}
    (out / "run.json").write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_manifest(folder: Path) -> dict[str, object]:
    """A data folder's manifest.json under its folder's name; empty where it has none."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {"name": folder.name, "manifest": manifest}


def _plain(value: object) -> object:
    if isinstance(value, Path):
        return value.name
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return value
