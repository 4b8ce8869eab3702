"""The runtimes: chosen by name, and equal in what they answer."""

from pathlib import Path

import numpy as np
import pytest

from vision.model_files import find_model
from vision.runtime import OnnxRuntimeSession, OpenVinoSession, load_session

READER = (3, 3, 64, 64)


def reader_path() -> Path:
    return Path(find_model("index_reader").path)


def test_an_unknown_runtime_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIYAN_RUNTIME", "abacus")
    with pytest.raises(ValueError, match=r"'abacus'.*auto, onnxruntime, openvino"):
        load_session(reader_path(), READER)


def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIYAN_RUNTIME", "onnxruntime")
    assert load_session(reader_path(), READER).name == "onnxruntime"


def test_without_openvino_auto_is_onnxruntime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert load_session(reader_path(), READER, choice="auto").name == "onnxruntime"


def test_openvino_compiles_once_and_answers_as_onnxruntime(monkeypatch: pytest.MonkeyPatch) -> None:
    openvino = pytest.importorskip("openvino", reason="the extra `fast` is not installed")
    compiled = []
    compile_model = openvino.Core.compile_model

    def counted(core: object, *args: object, **options: object) -> object:
        compiled.append(args)
        return compile_model(core, *args, **options)

    monkeypatch.setattr(openvino.Core, "compile_model", counted)
    fast, plain = OpenVinoSession(reader_path(), 1), OnnxRuntimeSession(reader_path(), 1)
    noise = np.random.default_rng(5)
    for count in (1, 8, 3, 8, 1):
        batch = noise.random((count, 3, 64, 64), np.float32)
        for ours, theirs in zip(fast.run(batch), plain.run(batch), strict=True):
            assert ours.shape == theirs.shape
            np.testing.assert_allclose(ours, theirs, atol=0.1)
    assert len(compiled) == 1
