"""Turns checkpoints into ONNX files with sizes left open, and compares their answers with the trained
networks'."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from ultralytics.nn.tasks import load_checkpoint

from vision.index_reader import CROP
from vision.runtime import OnnxRuntimeSession, Session

from .reader_net import IndexReaderNet

OPSET = 17
TOLERANCE = {"detector_px": 0.05, "detector_score": 1e-3, "reader_logit": 5e-3, "reader_embedding": 5e-3}
"""Largest differences allowed between the exported and the trained network."""

Array = NDArray[np.float32]


class ParityError(RuntimeError):
    """The exported network does not answer as the trained one does."""


@dataclass(frozen=True, slots=True)
class Parity:
    """Largest differences found over `inputs` inputs: points and boxes px, scores, logits, embeddings."""

    inputs: int
    differences: dict[str, float]

    def check(self) -> Parity:
        """Itself; raises ParityError where a difference is above TOLERANCE."""
        broken = {name: value for name, value in self.differences.items() if not value <= TOLERANCE[name]}
        if broken:
            raise ParityError(f"exported and trained answers differ: {broken}, allowed {TOLERANCE}")
        return self


def load_detector_net(checkpoint: Path) -> nn.Module:
    """The trained pose network, fused and ready to trace."""
    model, _ = load_checkpoint(checkpoint, device="cpu")
    model = model.float().eval().fuse()
    for parameter in model.parameters():
        parameter.requires_grad = False
    return model


def load_reader_net(checkpoint: Path) -> IndexReaderNet:
    """The averaged reader network of a checkpoint."""
    content = torch.load(checkpoint, map_location="cpu", weights_only=True)
    net = IndexReaderNet(content["width"])
    net.load_state_dict(content["average"])
    return net.eval()


def export_detector(checkpoint: Path, target: Path) -> nn.Module:
    """Writes the ONNX file: `images` (b, 3, h, w) → `corners` (b, 11, n) = cx cy w h score, then x y v of
    rank and pip point."""
    model = load_detector_net(checkpoint)
    head = model.model[-1]
    head.export, head.dynamic, head.format = True, True, "onnx"
    example = torch.zeros(1, 3, 640, 640)
    model(example)
    axes = {"images": {0: "batch", 2: "height", 3: "width"}, "corners": {0: "batch", 2: "anchors"}}
    _to_onnx(model, example, target, ["images"], ["corners"], axes)
    head.export = False
    return model


def export_reader(checkpoint: Path, target: Path) -> IndexReaderNet:
    """Writes the ONNX file: `crops` (b, 3, 64, 64) → `rank` (b, 16), `suit` (b, 5), `embedding` (b, 128)."""
    net = load_reader_net(checkpoint)
    names = ["rank", "suit", "embedding"]
    axes = {name: {0: "batch"} for name in ("crops", *names)}
    _to_onnx(net, torch.rand(2, 3, CROP, CROP), target, ["crops"], names, axes)
    return net


def _to_onnx(
    net: nn.Module, example: torch.Tensor, target: Path, inputs: list[str], outputs: list[str], axes: dict
) -> None:
    import onnx
    import onnxslim

    target.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        example,
        str(target),
        opset_version=OPSET,
        input_names=inputs,
        output_names=outputs,
        dynamic_axes=axes,
        dynamo=False,
    )
    slim = onnxslim.slim(onnx.load(str(target)))
    slim.producer_name, slim.producer_version, slim.doc_string = "paiyan", "", ""
    onnx.save(slim, str(target))


def detector_parity(
    model: nn.Module, path: Path, pictures: list[NDArray[np.uint8]], session: Session | None = None
) -> Parity:
    """Compares raw answers on BGR pictures of any size, where the score is above 0.05."""
    from vision.index_detector import to_input

    session = session or OnnxRuntimeSession(path)
    worst = {"detector_px": 0.0, "detector_score": 0.0}
    for picture in pictures:
        batch = to_input(picture)
        with torch.no_grad():
            raw = model(torch.from_numpy(batch))
        trained = (raw[0] if isinstance(raw, tuple) else raw).numpy()[0]
        exported = session.run(batch)[0][0]
        counted = np.maximum(trained[4], exported[4]) > 0.05
        difference = np.abs(trained - exported)
        worst["detector_score"] = max(worst["detector_score"], float(difference[4].max(initial=0)))
        places = difference[[0, 1, 2, 3, 5, 6, 8, 9]][:, counted]
        worst["detector_px"] = max(worst["detector_px"], float(places.max(initial=0)))
    return Parity(len(pictures), worst)


def reader_parity(
    net: IndexReaderNet, path: Path, crops: NDArray[np.uint8], session: Session | None = None
) -> Parity:
    """Compares logits and embeddings on crops (n, 64, 64, 3)."""
    from vision.index_reader import to_input

    session = session or OnnxRuntimeSession(path)
    batch = to_input(crops)
    with torch.no_grad():
        trained = [part.numpy() for part in net(torch.from_numpy(batch))]
    exported = session.run(batch)
    gaps = [float(np.abs(a - b).max(initial=0)) for a, b in zip(trained, exported, strict=True)]
    return Parity(len(crops), {"reader_logit": max(gaps[:2]), "reader_embedding": gaps[2]})
