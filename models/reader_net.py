"""Stage 2's network: a small classifier of upright index crops with a rank head and a suit head."""

from __future__ import annotations

import torch
from torch import nn
from ultralytics.nn.modules import Bottleneck, Conv

from vision.index_reader import RANK_LABELS, SUIT_LABELS

EMBEDDING = 128


class IndexReaderNet(nn.Module):
    """(b, 3, 64, 64) RGB 0…1 → rank logits (b, 16), suit logits (b, 5), embedding (b, 128).

    Plain convolutions: on a CPU they train three times faster than the blocks with many small layers. Pooling
    keeps four rows and two columns: the rank stands above the pip, and a 6 is told from a 9 by that.
    """

    def __init__(self, width: int = 32, dropout: float = 0.1) -> None:
        super().__init__()
        w = width
        self.features = nn.Sequential(
            Conv(3, w, 3, 2),
            Conv(w, 2 * w, 3, 2),
            Conv(2 * w, 4 * w, 3),
            Conv(4 * w, 6 * w, 3, 2),
            Conv(6 * w, 8 * w, 3),
            Bottleneck(8 * w, 8 * w, e=0.5),
            nn.AvgPool2d((2, 4)),
        )
        self.embed = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(dropout),
            nn.Linear(8 * w * 8, EMBEDDING, bias=False),
            nn.BatchNorm1d(EMBEDDING),
            nn.SiLU(),
        )
        self.rank = nn.Linear(EMBEDDING, len(RANK_LABELS))
        self.suit = nn.Linear(EMBEDDING, len(SUIT_LABELS))

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Logits of both heads and the embedding."""
        embedding = self.embed(self.features(crops))
        return self.rank(embedding), self.suit(embedding), embedding
