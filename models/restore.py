"""Takes trained networks back out of their exported ONNX files, so that training goes on from the weights in
use.

An export folds each batch norm into its convolution. Loaded as they are, the folded weights would be pushed
off by the first training steps, which normalise by the batch. So the norms are set up anew from a few
pictures: with the mean and the variance found there, and with the scale and the shift that undo them, the
network answers as before and the next step finds its norms where it expects them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

EXPORTED = ".onnx"


def restore_detector(model: nn.Module, path: Path, pictures: torch.Tensor) -> int:
    """Fills the pose network from its ONNX file; `pictures` (b, 3, h, w), 0…1, set up the norms.

    Returns how many convolutions were filled. Raises ValueError for a file of another architecture.
    """
    stored = _stored(path)
    folded: dict[nn.Module, torch.Tensor] = {}
    filled = 0
    for name, conv in model.named_modules():
        if not isinstance(conv, nn.Conv2d) or name.endswith("dfl.conv"):
            continue
        weight, bias = stored.get(f"{name}.weight"), stored.get(f"{name}.bias")
        if weight is None or bias is None or weight.shape != conv.weight.shape:
            raise ValueError(f"{path} holds no fitting {name}; it is not an export of this network")
        filled += 1
        _fill(conv, weight, bias, _norm_after(model, name), folded)
    _settle_norms(model, folded, pictures)
    return filled


def restore_reader(net: nn.Module, path: Path, crops: torch.Tensor) -> int:
    """Fills the reader from its ONNX file, convolutions in their order; see `restore_detector`."""
    stored = _stored(path)
    model = onnx.load(str(path))
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    own = [(name, m) for name, m in net.named_modules() if isinstance(m, nn.Conv2d)]
    if len(convolutions) != len(own):
        raise ValueError(
            f"{path} has {len(convolutions)} convolutions instead of {len(own)}; another network"
        )
    folded: dict[nn.Module, torch.Tensor] = {}
    for (name, conv), node in zip(own, convolutions, strict=True):
        weight, bias = (stored[n] for n in node.input[1:3])
        _fill(conv, weight, bias, _norm_after(net, name), folded)
    product = next(node for node in model.graph.node if node.op_type == "MatMul")
    rest = {"embed.2.weight": stored[product.input[1]].T} | {
        name: value for name, value in stored.items() if name in net.state_dict()
    }
    state = net.state_dict()
    state.update({name: value.reshape(state[name].shape) for name, value in rest.items()})
    net.load_state_dict(state)
    _settle_norms(net, folded, crops)
    return len(own)


def _stored(path: Path) -> dict[str, torch.Tensor]:
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing; name an exported .onnx file or a checkpoint")
    initializers = onnx.load(str(path)).graph.initializer
    return {i.name: torch.from_numpy(np.array(numpy_helper.to_array(i))) for i in initializers}


def _norm_after(model: nn.Module, name: str) -> nn.BatchNorm2d | None:
    """The norm beside a convolution in ultralytics' `Conv` block."""
    parent = model.get_submodule(name.rpartition(".")[0])
    norm = getattr(parent, "bn", None)
    return norm if isinstance(norm, nn.BatchNorm2d) else None


@torch.no_grad()
def _fill(
    conv: nn.Conv2d,
    weight: torch.Tensor,
    bias: torch.Tensor,
    norm: nn.BatchNorm2d | None,
    folded: dict[nn.Module, torch.Tensor],
) -> None:
    conv.weight.copy_(weight)
    if norm is not None:
        folded[norm] = bias
    elif conv.bias is not None:
        conv.bias.copy_(bias)


@torch.no_grad()
def _settle_norms(model: nn.Module, folded: dict[nn.Module, torch.Tensor], inputs: torch.Tensor) -> None:
    """Each norm gets the statistics of what reaches it, and the scale and shift that leave only the bias."""

    def settle(norm: nn.Module, arguments: tuple[torch.Tensor, ...]) -> None:
        assert isinstance(norm, nn.BatchNorm2d)
        variance, mean = torch.var_mean(arguments[0].float(), dim=(0, 2, 3), unbiased=False)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_(torch.sqrt(variance + norm.eps))
        norm.bias.copy_(folded[norm] + mean)

    hooks = [norm.register_forward_pre_hook(settle) for norm in folded]
    training = model.training
    model.eval()
    model(inputs)
    model.train(training)
    for hook in hooks:
        hook.remove()
