"""Where things lie on this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

DataOption = Annotated[Path | None, typer.Option("--data", help="Folder of the log and the pictures.")]
DATA_VARIABLE = "PAIYAN_DATA"


def data_folder(chosen: Path | None = None) -> Path:
    """The folder of the log and the pictures: as chosen, else $PAIYAN_DATA, else where programs keep data."""
    if chosen is not None:
        return chosen.expanduser()
    if os.environ.get(DATA_VARIABLE):
        return Path(os.environ[DATA_VARIABLE]).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "paiyan"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "paiyan"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "paiyan"
