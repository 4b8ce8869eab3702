from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from vision.model_files import ENVIRONMENT, ModelFileError, find_model


def put(folder: Path, content: bytes = b"weights", **meta: object) -> Path:
    (folder / "index_reader.onnx").write_bytes(content)
    meta = {"sha256": hashlib.sha256(content).hexdigest(), "threshold": 0.3} | meta
    (folder / "index_reader.json").write_text(json.dumps(meta), encoding="utf-8")
    return folder


def test_finds_weights_and_their_description(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(put(tmp_path)))
    model = find_model("index_reader")
    assert model.path == tmp_path / "index_reader.onnx"
    assert model.meta["threshold"] == 0.3
    assert model.sha256 == hashlib.sha256(b"weights").hexdigest()


def test_missing_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path))
    with pytest.raises(ModelFileError, match=ENVIRONMENT) as error:
        find_model("index_reader")
    assert error.value.code == "weights_missing"


def test_damaged_weights(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "index_reader.onnx").write_bytes(b"weightz")
    with pytest.raises(ModelFileError) as error:
        find_model("index_reader", tmp_path)
    assert error.value.code == "weights_damaged"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"threshold": 1}'], ids=["empty", "broken", "list", "no hash"]
)
def test_undescribed_weights(tmp_path: Path, text: str) -> None:
    put(tmp_path)
    (tmp_path / "index_reader.json").write_text(text, encoding="utf-8")
    with pytest.raises(ModelFileError) as error:
        find_model("index_reader", tmp_path)
    assert error.value.code == "weights_undescribed"
