"""What a camera and an imprecise corner do to a crop, drawn at random for a whole batch at once."""

from __future__ import annotations

import torch
from torch.nn import functional

from vision.index_reader import CROP, PIP_AT, RANK_AT

_MIDDLE = ((RANK_AT[1] + PIP_AT[1]) / 2 - CROP / 2) * 2 / CROP
"""Height of the index's middle in the crop, from -1 to 1."""


def augment(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """(b, 3, 64, 64) float 0…1 of the same: turned, shifted, scaled, sheared, lit, blurred, covered,
    noisy."""
    crops = _warp(crops, generator)
    crops = _light(crops, generator)
    crops = _soften(crops, generator)
    crops = _cover(crops, generator)
    noise = (
        torch.randn(crops.shape, generator=generator)
        * _uniform(len(crops), 0, 0.05, generator)[:, None, None, None]
    )
    return (crops + noise).clamp_(0, 1)


def _uniform(count: int, low: float, high: float, generator: torch.Generator) -> torch.Tensor:
    return torch.rand(count, generator=generator) * (high - low) + low


def _normal(count: int, sigma: float, limit: float, generator: torch.Generator) -> torch.Tensor:
    return (torch.randn(count, generator=generator) * sigma).clamp(-limit, limit)


def _warp(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """A little more than the crops' own jitter, and the narrowing and shear of an oblique view."""
    count = len(crops)
    angle = _normal(count, 0.05, 0.15, generator)
    size = torch.exp(_normal(count, 0.06, 0.15, generator))
    narrow = torch.exp(_normal(count, 0.07, 0.2, generator))
    shear = _normal(count, 0.05, 0.15, generator)
    cos, sin = torch.cos(angle) * size, torch.sin(angle) * size
    matrix = torch.zeros(count, 2, 3)
    matrix[:, 0, 0], matrix[:, 0, 1] = cos * narrow, -sin + shear
    matrix[:, 1, 0], matrix[:, 1, 1] = sin * narrow, cos
    # Turn and scale about the middle of the index, not of the crop.
    middle = torch.tensor([0.0, _MIDDLE])
    matrix[:, :, 2] = middle - matrix[:, :, :2] @ middle
    matrix[:, :, 2] += (torch.randn(count, 2, generator=generator) * 0.9).clamp(-2.5, 2.5) * 2 / CROP
    grid = functional.affine_grid(matrix, [count, 3, CROP, CROP], align_corners=False)
    return functional.grid_sample(crops, grid, mode="bilinear", padding_mode="border", align_corners=False)


def _light(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Exposure, contrast, gamma and colour cast."""
    count = len(crops)
    gain = torch.exp(_normal(count, 0.15, 0.45, generator))[:, None] * torch.exp(
        (torch.randn(count, 3, generator=generator) * 0.05).clamp(-0.15, 0.15)
    )
    gamma = torch.exp(_normal(count, 0.15, 0.4, generator))[:, None, None, None]
    contrast = torch.exp(_normal(count, 0.15, 0.4, generator))[:, None, None, None]
    mean = crops.mean(dim=(1, 2, 3), keepdim=True)
    crops = (crops - mean) * contrast + mean
    return (crops.clamp(1e-3, 1) ** gamma * gain[:, :, None, None]).clamp(0, 1)


def _soften(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """A part of the batch goes through a smaller size, as a far card does; another part is smeared along one
    direction."""
    order = torch.randperm(len(crops), generator=generator)
    crops = crops.clone()
    for part, size in zip(order.chunk(8)[:3], (24, 32, 44), strict=False):
        small = functional.interpolate(crops[part], size=size, mode="bilinear", antialias=True)
        crops[part] = functional.interpolate(small, size=CROP, mode="bilinear")
    for part, kernel in zip(order.chunk(16)[6:9], ((1, 5), (5, 1), (3, 3)), strict=False):
        padding = (kernel[0] // 2, kernel[1] // 2)
        crops[part] = functional.avg_pool2d(crops[part], kernel, 1, padding, count_include_pad=False)
    return crops


def _cover(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """One crop in six gets an edge painted over, as by a neighbouring card or a finger; the index's middle
    stays free."""
    chosen = torch.nonzero(torch.rand(len(crops), generator=generator) < 1 / 6).flatten()
    for i in chosen.tolist():
        depth = int(torch.randint(4, 16, (1,), generator=generator))
        colour = torch.rand(3, 1, 1, generator=generator)
        side = int(torch.randint(0, 4, (1,), generator=generator))
        view = crops[i]
        if side == 0:
            view[:, :, :depth] = colour
        elif side == 1:
            view[:, :, CROP - depth :] = colour
        elif side == 2:
            view[:, : depth // 3] = colour
        else:
            view[:, CROP - depth // 2 :] = colour
    return crops
