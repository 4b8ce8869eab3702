"""The committed weights: whole, described, small, and answering as when they were exported."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from models import check, golden
from vision.detector import load_detector
from vision.index_reader import CROP, PIP_AT, RANK_AT, RANK_LABELS, SUIT_LABELS
from vision.model_files import find_model

WEIGHTS = Path(__file__).parents[2] / "models" / "weights"
MOST_BYTES = 12_000_000


@pytest.fixture(autouse=True)
def _committed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIYAN_WEIGHTS", str(WEIGHTS))


@pytest.mark.parametrize("name", check.NAMES)
def test_weights_are_whole_and_described(name: str) -> None:
    model = find_model(name)
    for key in ("labels", "input", "outputs", "licence", "parity", "training", "metrics"):
        assert key in model.meta, key
    card = model.path.with_suffix(".md").read_text(encoding="utf-8")
    assert card.startswith(f"# {name}")
    assert model.meta["licence"] in card


def test_weights_stay_small() -> None:
    assert sum(path.stat().st_size for path in WEIGHTS.iterdir()) <= MOST_BYTES


def test_description_of_the_reader_is_the_programs() -> None:
    meta = find_model("index_reader").meta
    assert meta["labels"] == {"rank": list(RANK_LABELS), "suit": list(SUIT_LABELS)}
    assert meta["input"]["shape"] == [1, 3, CROP, CROP]
    assert meta["crop"] == {"rank_point": list(RANK_AT), "pip_point": list(PIP_AT)}


def test_golden_picture_is_answered_as_at_the_export() -> None:
    hashes = {name: find_model(name).sha256 for name in check.NAMES}
    found = load_detector(runtime="onnxruntime").detect(golden.picture())
    assert check.differences(found, hashes) == []


def test_golden_answers_are_right() -> None:
    truth = {f"{rank}{suit}" for rank, suit, *_ in golden.CARDS}
    read = [answer["code"] for answer in golden.read()["answers"] if answer["confidence"] > 0.5]
    assert set(read) == truth
    assert len(read) == 2 * len(truth)


def test_the_picture_turned_is_read_the_same() -> None:
    detector = load_detector(runtime="onnxruntime")
    pictures = (golden.picture(), cv2.rotate(golden.picture(), cv2.ROTATE_90_CLOCKWISE))
    upright, turned = (detector.detect(picture) for picture in pictures)
    assert sorted(upright.select(upright.confidences > 0.5).codes) == sorted(
        turned.select(turned.confidences > 0.5).codes
    )


def test_a_damaged_answer_is_noticed() -> None:
    hashes = {name: find_model(name).sha256 for name in check.NAMES}
    found = load_detector(runtime="onnxruntime").detect(golden.picture())
    assert check.differences(found.shifted(5, 0), hashes)
    assert check.differences(found.select(slice(1, None)), hashes)
    assert check.differences(found, hashes | {"index_reader": "0" * 64})
