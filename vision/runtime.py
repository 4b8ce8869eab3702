"""Runs an ONNX file: ONNX Runtime always, OpenVINO instead where it is installed and faster on this
machine."""

from __future__ import annotations

import importlib
import importlib.util
import os
import time
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

ENVIRONMENT = "PAIYAN_RUNTIME"
CHOICES = ("auto", "onnxruntime", "openvino")
Array = NDArray[np.float32]


class Session(Protocol):
    """One loaded model with one input."""

    name: str

    def run(self, batch: Array) -> list[Array]:
        """Outputs in the model's order for an input of shape (b, c, h, w), float32."""
        ...


class OnnxRuntimeSession:
    """ONNX Runtime on the CPU."""

    name = "onnxruntime"

    def __init__(self, path: Path, threads: int = 0) -> None:
        ort = importlib.import_module("onnxruntime")
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        # Idle threads that spin take the cores away from capture and server.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def run(self, batch: Array) -> list[Array]:
        return list(self._session.run(None, {self._input: batch}))


class OpenVinoSession:
    """OpenVINO on the CPU, compiled once with the ONNX file's free axes left free.

    Watching asks for some forty input shapes in a deal. Compiling the network anew for each costs
    0.1-0.5 s; with free axes a new shape costs about one more inference and a known one nothing.
    """

    name = "openvino"

    def __init__(self, path: Path, threads: int = 0) -> None:
        openvino = importlib.import_module("openvino")
        options: dict[str, Any] = {"PERFORMANCE_HINT": "LATENCY"}
        if threads:
            options["INFERENCE_NUM_THREADS"] = threads
        compiled = openvino.Core().compile_model(str(path), "CPU", options)
        self._request = compiled.create_infer_request()

    def run(self, batch: Array) -> list[Array]:
        result = self._request.infer([batch], share_inputs=True)
        return [np.array(result[i]) for i in range(len(result))]


def load_session(
    path: Path, trial_shape: tuple[int, int, int, int], *, threads: int = 0, choice: str | None = None
) -> Session:
    """A session for the ONNX file at `path`; `threads` 0 means all cores.

    `choice` (else $PAIYAN_RUNTIME, else `auto`) names the runtime; `auto` times both on zeros of
    `trial_shape` when OpenVINO can be imported. Raises ValueError for an unknown choice.
    """
    choice = choice or os.environ.get(ENVIRONMENT) or "auto"
    if choice not in CHOICES:
        raise ValueError(f"{ENVIRONMENT} is {choice!r}; it must be one of {', '.join(CHOICES)}")
    if choice == "openvino":
        return OpenVinoSession(path, threads)
    first = OnnxRuntimeSession(path, threads)
    if choice == "onnxruntime" or importlib.util.find_spec("openvino") is None:
        return first
    second = OpenVinoSession(path, threads)
    trial = np.zeros(trial_shape, np.float32)
    return min((first, second), key=lambda session: _best_time(session, trial))


def _best_time(session: Session, trial: Array) -> float:
    session.run(trial)
    times = []
    for _ in range(3):
        start = time.perf_counter()
        session.run(trial)
        times.append(time.perf_counter() - start)
    return min(times)
