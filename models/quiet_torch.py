"""Settings that must stand before torch and ultralytics are imported: threads, and nothing that asks the
network."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

_FONTS = (
    Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"),
    Path("/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"),
)


def prepare(threads: int | None = None) -> int:
    """Sets the environment and returns the number of threads. Call it before the first import of torch.

    Ultralytics would set one OpenMP thread, fetch a font and send usage data; idle OpenMP threads that spin
    slow a training down to a tenth where other programs run.
    """
    count = threads or os.cpu_count() or 1
    os.environ["OMP_NUM_THREADS"] = str(count)
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("YOLO_OFFLINE", "1")
    os.environ.setdefault("YOLO_AUTOINSTALL", "0")
    os.environ.setdefault("YOLO_VERBOSE", "True")
    os.environ.setdefault("MPLBACKEND", "Agg")
    _settle_ultralytics(count)
    return count


def _settle_ultralytics(threads: int) -> None:
    import torch
    from ultralytics.utils import SETTINGS, USER_CONFIG_DIR

    torch.set_num_threads(threads)
    if SETTINGS.get("sync", False):
        SETTINGS.update({"sync": False})
    _place_font(Path(USER_CONFIG_DIR) / "Arial.ttf")


def _place_font(target: Path) -> None:
    """Plots ask for Arial and would fetch it: any font does."""
    source = next((font for font in _FONTS if font.is_file()), None) or _matplotlib_font()
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def _matplotlib_font() -> Path:
    import matplotlib

    return Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
