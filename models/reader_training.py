"""Trains stage 2 in bfloat16 within a time budget; stops and goes on where it was."""

from __future__ import annotations

import json
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from torch.nn import functional

from vision.labels import RANKS

from .crop_augment import augment
from .crop_store import CropMixture, CropSource, rank_targets
from .pose_training import record
from .reader_net import IndexReaderNet
from .restore import EXPORTED, restore_reader


@dataclass(frozen=True, slots=True)
class ReaderRun:
    """One training run of stage 2; `data` are crop folders, each with its weight."""

    sources: tuple[CropSource, ...]
    val: tuple[Path, ...]
    out: Path
    minutes: float = 30.0
    batch: int = 256
    lr: float = 0.003
    width: int = 32
    seed: int = 0
    start: Path | None = None
    smoothing: float = 0.02
    round_steps: int = 200
    epochs: int | None = None

    @property
    def data(self) -> tuple[Path, ...]:
        """The folders alone."""
        return tuple(source.folder for source in self.sources)


class ReaderTraining:
    """Network, moving average, optimiser and what is needed to go on after a stop."""

    def __init__(self, run: ReaderRun) -> None:
        torch.manual_seed(run.seed)
        self.run = run
        self.net = IndexReaderNet(run.width).to(memory_format=torch.channels_last)
        self.average = IndexReaderNet(run.width).to(memory_format=torch.channels_last).eval()
        self.mixture = CropMixture(run.sources, np.random.default_rng(run.seed))
        if run.start and run.start.suffix == EXPORTED:
            restore_reader(self.net, run.start, to_tensor(self.mixture.draw(512)[0]))
        elif run.start:
            self.net.load_state_dict(torch.load(run.start, map_location="cpu", weights_only=True)["average"])
        self.average.load_state_dict(self.net.state_dict())
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=run.lr, weight_decay=0.02, betas=(0.9, 0.98)
        )
        self.generator = torch.Generator().manual_seed(run.seed)
        self.steps = 0
        self.seconds = 0.0
        self.history: list[dict[str, float]] = []

    @property
    def path(self) -> Path:
        """The checkpoint file."""
        return self.run.out / "last.pt"

    def train(self) -> Path:
        """Trains until the budget is used up and returns the checkpoint."""
        self.run.out.mkdir(parents=True, exist_ok=True)
        budget = self.run.minutes * 60
        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        with Progress(*columns) as progress:
            task = progress.add_task("reader", total=budget, completed=self.seconds)
            while self.seconds < budget and not self._done():
                began = time.monotonic()
                self.mixture.refresh()
                loss = self._round(budget, began)
                self.seconds += time.monotonic() - began
                figures = {
                    "steps": self.steps,
                    "seconds": round(self.seconds),
                    "loss": loss,
                } | self._quick_check()
                self.history.append(figures)
                self.save()
                progress.update(task, completed=self.seconds, description=_line(figures))
                progress.console.print(_line(figures))
        record(self.run.out, self.run, seconds=self.seconds)
        return self.path

    def _done(self) -> bool:
        """Whether as many crops were drawn as `epochs` passes hold."""
        return self.run.epochs is not None and self.steps * self.run.batch >= self.run.epochs * len(
            self.mixture
        )

    def _round(self, budget: float, began: float) -> float:
        self.net.train()
        losses = []
        for _ in range(self.run.round_steps):
            spent = self.seconds + time.monotonic() - began
            losses.append(self._step(min(1.0, spent / budget)))
            if spent > budget or self._done():
                break
        return float(np.mean(losses))

    def _step(self, progress: float) -> float:
        for group in self.optimiser.param_groups:
            group["lr"] = self.run.lr * learning_rate(progress, self.steps)
        stored, labels = self.mixture.draw(self.run.batch)
        crops = augment(to_tensor(stored), self.generator).contiguous(memory_format=torch.channels_last)
        targets = torch.from_numpy(labels)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            rank, suit, _ = self.net(crops)
        loss = functional.cross_entropy(
            rank.float(), torch.from_numpy(rank_targets(labels[:, 0])), label_smoothing=self.run.smoothing
        )
        loss = loss + functional.cross_entropy(
            suit.float(), targets[:, 1], label_smoothing=self.run.smoothing
        )
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.steps += 1
        self._follow()
        return float(loss.detach())

    @torch.no_grad()
    def _follow(self) -> None:
        decay = min(0.998, (1 + self.steps) / (10 + self.steps))
        own = self.net.state_dict()
        for name, value in self.average.state_dict().items():
            if value.is_floating_point():
                value.lerp_(own[name], 1 - decay)
            else:
                value.copy_(own[name])

    def _quick_check(self) -> dict[str, float]:
        """Accuracy on up to 2,000 crops of each validation folder, the same ones every time."""
        figures = {}
        for folder in self.run.val:
            crops, labels = CropMixture([CropSource(folder)], np.random.default_rng(1)).draw(2000)
            rank, suit = predict(self.average, crops)
            figures[f"{folder.name}_rank"] = float((rank.argmax(1) == labels[:, 0]).mean())
            figures[f"{folder.name}_both"] = float(both_right(rank, suit, labels).mean())
        return figures

    def save(self) -> None:
        """Writes the checkpoint whole or not at all."""
        content: dict[str, Any] = {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "generator": self.generator.get_state(),
            "steps": self.steps,
            "seconds": self.seconds,
            "width": self.run.width,
            "history": self.history,
        }
        fresh = self.path.with_suffix(".tmp")
        torch.save(content, fresh)
        fresh.replace(self.path)
        (self.run.out / "history.json").write_text(
            json.dumps(self.history, indent=1) + "\n", encoding="utf-8"
        )

    def resume(self) -> None:
        """Goes back to the checkpoint in the run's folder. Raises FileNotFoundError where there is none."""
        if not self.path.is_file():
            raise FileNotFoundError(f"nothing to resume: {self.path} is missing; start without --resume")
        content = torch.load(self.path, map_location="cpu", weights_only=True)
        self.net.load_state_dict(content["net"])
        self.average.load_state_dict(content["average"])
        self.optimiser.load_state_dict(content["optimiser"])
        self.generator.set_state(content["generator"])
        self.steps, self.seconds, self.history = content["steps"], content["seconds"], content["history"]


def learning_rate(progress: float, step: int, warmup: int = 100) -> float:
    """Factor of the peak rate: a short rise by steps, then a half cosine over the time budget."""
    return min(1.0, (step + 1) / warmup) * (0.01 + 0.99 * (1 + math.cos(math.pi * progress)) / 2)


def both_right(rank: np.ndarray, suit: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """(n,) whether the rank is right and, for a suited card, the suit too."""
    suited = labels[:, 0] < len(RANKS)
    return (rank.argmax(1) == labels[:, 0]) & ((suit.argmax(1) == labels[:, 1]) | ~suited)


def to_tensor(stored: np.ndarray) -> torch.Tensor:
    """(b, 3, h, w) float 0…1 of (b, h, w, 3) uint8."""
    return torch.from_numpy(stored).permute(0, 3, 1, 2).float().div_(255)


@torch.no_grad()
def predict(net: IndexReaderNet, stored: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Logits (n, 16) and (n, 5) for crops (n, 64, 64, 3)."""
    net.eval()
    outputs = []
    for part in range(0, len(stored), 256):
        crops = to_tensor(stored[part : part + 256]).contiguous(memory_format=torch.channels_last)
        rank, suit, _ = net(crops)
        outputs.append((rank.numpy(), suit.numpy()))
    ranks, suits = zip(*outputs, strict=True)
    return np.concatenate(ranks), np.concatenate(suits)


def _line(figures: dict[str, float]) -> str:
    return "  ".join(f"{name} {value:.4g}" for name, value in figures.items())
