"""Finds the weights on disk and refuses those that are not what their description says."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ENVIRONMENT = "PAIYAN_WEIGHTS"
_HERE = Path(__file__).resolve().parent


class ModelFileError(RuntimeError):
    """Weights that cannot be used. `code` is stable: `weights_missing`, `weights_undescribed`,
    `weights_damaged`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A checked ONNX file and its description (labels, input size, temperature, metrics, …)."""

    name: str
    path: Path
    meta: Mapping[str, Any]

    @property
    def sha256(self) -> str:
        """The hash that the description names and the file has."""
        return str(self.meta["sha256"])


def weight_folders() -> tuple[Path, ...]:
    """Where weights are looked for, in this order: $PAIYAN_WEIGHTS alone if set, else the installed package,
    else the checkout."""
    override = os.environ.get(ENVIRONMENT)
    if override:
        return (Path(override).expanduser(),)
    return (_HERE / "_weights", _HERE.parent / "models" / "weights")


def find_model(name: str, folder: Path | None = None) -> ModelFile:
    """The model `name` (`index_detector`, `index_reader`) with its description, its hash compared.

    Raises ModelFileError: no such file (`weights_missing`), no readable description beside it
    (`weights_undescribed`), or another content than the description says (`weights_damaged`).
    """
    folders = (folder,) if folder else weight_folders()
    path = next(_candidates(name, folders), None)
    if path is None:
        places = ", ".join(str(f) for f in folders)
        raise ModelFileError(
            "weights_missing",
            f"no {name}.onnx in {places}; set {ENVIRONMENT} to the folder that holds the weights, "
            "or install the package again",
        )
    meta = _description(path)
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != meta["sha256"]:
        raise ModelFileError(
            "weights_damaged",
            f"{path} is not the file its description names (sha256 {found[:12]}…, "
            f"expected {str(meta['sha256'])[:12]}…); "
            "fetch or export both again",
        )
    return ModelFile(name, path, meta)


def _candidates(name: str, folders: tuple[Path, ...]) -> Iterator[Path]:
    for folder in folders:
        path = folder / f"{name}.onnx"
        if path.is_file():
            yield path


def _description(path: Path) -> dict[str, Any]:
    side = path.with_suffix(".json")
    try:
        meta = json.loads(side.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelFileError(
            "weights_undescribed", f"{side} cannot be read ({error}); it must lie beside {path.name}"
        ) from error
    if not isinstance(meta, dict) or "sha256" not in meta:
        raise ModelFileError("weights_undescribed", f"{side} names no sha256; export the model again")
    return meta
