"""Stage 1's network and trainer: ultralytics' pose training, taught bfloat16 and channels-last on the CPU."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from ultralytics.models.yolo.pose import PoseTrainer
from ultralytics.nn.tasks import PoseModel

from .restore import EXPORTED, restore_detector

ARCHITECTURE = Path(__file__).with_name("index_detector.yaml")


class IndexPoseModel(PoseModel):
    """The pose model whose training forward runs in bfloat16; the loss is computed on float32.

    In bfloat16 decoded boxes would have steps of 4 px beyond 512 px, hence the cast before the loss.
    """

    def loss(self, batch: dict[str, Any], preds: Any = None) -> Any:
        """See `BaseModel.loss`."""
        if preds is None:
            with torch.autocast("cpu", dtype=torch.bfloat16):
                preds = self.forward(batch["img"])
            preds = _float32(preds)
        return super().loss(batch, preds)


class IndexTrainer(PoseTrainer):
    """`PoseTrainer` for `IndexPoseModel`; `start` names a checkpoint or a state dict whose fitting layers are
    taken over, or an exported ONNX file, which is taken back whole."""

    start: Path | None = None
    warmup_steps = 60

    def follow_clock(self) -> None:
        """Lets the learning rate fall by the time budget: nobody knows how many epochs fit in."""
        self.add_callback("on_train_batch_start", _rate_by_time)

    def get_model(
        self, cfg: Any = None, weights: nn.Module | None = None, verbose: bool = True
    ) -> IndexPoseModel:
        """The model in channels-last, with the start weights where their shapes fit."""
        model = IndexPoseModel(cfg, nc=1, ch=3, data_kpt_shape=self.data["kpt_shape"], verbose=verbose)
        model = self.set_model_names_for_load(model)
        if weights is not None:
            model.load(weights)
        elif self.start is not None and self.start.suffix == EXPORTED:
            restore_detector(model, self.start, self._some_pictures())
        elif self.start is not None:
            taken = load_fitting(model, self.start)
            print(f"start weights: {taken} of {len(model.state_dict())} tensors taken from {self.start.name}")
        return model.to(memory_format=torch.channels_last)

    def _some_pictures(self, count: int = 48) -> torch.Tensor:
        """(b, 3, h, w) RGB 0…1: pictures of the training set, in which batch norms find their statistics."""
        folders = self.data["train"] if isinstance(self.data["train"], list) else [self.data["train"]]
        paths = [p for folder in folders for p in sorted(Path(folder).glob("*.jpg"))[: count // len(folders)]]
        pictures = [cv2.resize(cv2.imread(str(p))[..., ::-1], (self.args.imgsz,) * 2) for p in paths]
        return torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float() / 255

    def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
        """The batch with its pictures in channels-last."""
        batch = super().preprocess_batch(batch)
        batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
        return batch


def _rate_by_time(trainer: IndexTrainer) -> None:
    trainer.steps = getattr(trainer, "steps", 0) + 1
    spent = (time.time() - trainer.train_time_start) / (trainer.args.time * 3600)
    rise = min(1.0, trainer.steps / trainer.warmup_steps)
    fall = trainer.args.lrf + (1 - trainer.args.lrf) * (1 + math.cos(math.pi * min(1.0, spent))) / 2
    for group in trainer.optimizer.param_groups:
        group["lr"] = trainer.args.lr0 * rise * fall


def load_fitting(model: nn.Module, path: Path) -> int:
    """Copies every tensor of `path` whose name and shape fit into `model`; returns how many."""
    state = state_of(path)
    own = model.state_dict()
    fitting = {name: value for name, value in state.items() if name in own and own[name].shape == value.shape}
    model.load_state_dict(fitting, strict=False)
    return len(fitting)


def state_of(path: Path) -> dict[str, torch.Tensor]:
    """The state dict in `path`: a bare one, or that of an ultralytics checkpoint (its average where it holds
    one)."""
    content = torch.load(path, map_location="cpu", weights_only=False)
    if isinstance(content, dict):
        content = content.get("ema") or content.get("model") or content
    if isinstance(content, nn.Module):
        content = content.float().state_dict()
    return {name: value.float() for name, value in content.items() if isinstance(value, torch.Tensor)}


def _float32(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.float()
    if isinstance(value, dict):
        return {key: _float32(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_float32(part) for part in value)
    return value
