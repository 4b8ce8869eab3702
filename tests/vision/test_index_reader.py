from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.index_reader import (
    CROP,
    PIP_AT,
    RANK_AT,
    RANK_LABELS,
    SUIT_LABELS,
    IndexReader,
    crop_matrix,
    reading,
    upright_crops,
)
from vision.labels import CODES, INDEX_OF


def heads(rank: str, suit: str, sure: float = 0.96) -> tuple[np.ndarray, np.ndarray]:
    ranks = np.full((1, 16), (1 - sure) / 15, np.float32)
    suits = np.full((1, 5), (1 - sure) / 4, np.float32)
    ranks[0, RANK_LABELS.index(rank)] = sure
    suits[0, SUIT_LABELS.index(suit)] = sure
    return ranks, suits


@pytest.mark.parametrize("code", ["As", "2h", "Td", "9c", "BJ", "RJ"])
def test_every_kind_of_card_is_read_from_its_heads(code: str) -> None:
    suit = "none" if code in ("BJ", "RJ") else code[1]
    result = reading(*heads(code if suit == "none" else code[0], suit), np.ones((1, 4), np.float32))
    assert CODES[int(result.class_probs[0].argmax())] == code
    assert result.class_probs.sum() == pytest.approx(1)
    assert result.class_probs[0, INDEX_OF[code]] > 0.85
    assert result.not_index[0] < 0.01
    assert np.linalg.norm(result.embeddings[0]) == pytest.approx(1)


def test_none_of_the_rank_head_is_no_index() -> None:
    result = reading(*heads("none", "none"), np.zeros((1, 4), np.float32))
    assert result.not_index[0] == pytest.approx(0.96)
    assert result.class_probs.sum() == pytest.approx(1)


def test_an_unsure_suit_leaves_the_rank_standing() -> None:
    ranks, _ = heads("7", "s")
    suits = np.array([[0.4, 0.05, 0.05, 0.4, 0.1]], np.float32)
    result = reading(ranks, suits, np.ones((1, 4), np.float32))
    best = [CODES[i] for i in np.argsort(-result.class_probs[0])[:2]]
    assert sorted(best) == ["7c", "7s"]


@pytest.mark.parametrize("angle", [0, 37, 90, 180, 271])
@pytest.mark.parametrize("unit", [9, 22, 70])
def test_crops_come_out_upright(angle: float, unit: float) -> None:
    turn = np.radians(angle)
    up = np.array([np.sin(turn), -np.cos(turn)]) * unit
    middle = np.array([300.0, 280.0])
    rank, pip = middle + up / 2, middle - up / 2
    image = np.full((600, 600, 3), 255, np.uint8)
    cv2.circle(image, tuple(map(round, rank)), max(2, round(unit / 4)), (0, 0, 255), -1)
    cv2.circle(image, tuple(map(round, pip)), max(2, round(unit / 4)), (255, 0, 0), -1)
    (crop,) = upright_crops(image, rank[None], pip[None])
    assert crop.shape == (CROP, CROP, 3)
    r, p = (
        crop[int(RANK_AT[1]), int(RANK_AT[0])].astype(int),
        crop[int(PIP_AT[1]), int(PIP_AT[0])].astype(int),
    )
    assert r[0] > r[2] + 100
    assert p[2] > p[0] + 100


def test_crop_matrix_puts_both_points_in_place_even_if_they_coincide() -> None:
    matrix = crop_matrix((10, 20), (40, 60))
    assert matrix @ (10, 20, 1) == pytest.approx(RANK_AT)
    assert matrix @ (40, 60, 1) == pytest.approx(PIP_AT)
    assert np.isfinite(crop_matrix((5, 5), (5, 5))).all()


class FakeSession:
    name = "fake"

    def __init__(self) -> None:
        self.batches: list[int] = []

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        self.batches.append(len(batch))
        n = len(batch)
        rank = np.zeros((n, 16), np.float32)
        rank[:, 5] = batch[:, 0, 0, 0] * 10
        return [rank, np.zeros((n, 5), np.float32), np.ones((n, 3), np.float32)]


def test_reads_in_batches_and_cools_by_temperature() -> None:
    crops = np.full((5, CROP, CROP, 3), 255, np.uint8)
    session = FakeSession()
    hot = IndexReader(session, batch=2).read(crops)
    cold = IndexReader(FakeSession(), rank_temperature=4.0, batch=8).read(crops)
    assert session.batches == [2, 2, 1]
    assert hot.class_probs.max() > cold.class_probs.max()
    assert len(IndexReader(session).read(crops[:0]).not_index) == 0
