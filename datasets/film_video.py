"""Writes frames as an H.264 film, as a camera's recorder would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import numpy as np


class FrameSink(Protocol):
    """Takes frames, uint8 BGR."""

    def send(self, frame: np.ndarray) -> None:
        """Add a frame."""


class _Sink:
    def __init__(self, writer: object) -> None:
        self._writer = writer

    def send(self, frame: np.ndarray) -> None:
        self._writer.send(np.ascontiguousarray(frame))  # type: ignore[attr-defined]


@contextmanager
def open_film(
    path: Path, width: int, height: int, fps: float, crf: int = 24, preset: str = "veryfast"
) -> Iterator[FrameSink]:
    """A sink that writes `path` (MP4, H.264, yuv420p); a broken run leaves no file behind.

    `crf` is x264's quality (18 fine … 32 coarse).
    """
    import imageio_ffmpeg

    unfinished = path.with_name(f".{path.stem}.part.mp4")
    writer = imageio_ffmpeg.write_frames(
        str(unfinished),
        (width, height),
        pix_fmt_in="bgr24",
        pix_fmt_out="yuv420p",
        fps=fps,
        codec="libx264",
        quality=None,
        macro_block_size=2,
        ffmpeg_log_level="error",
        output_params=["-crf", str(crf), "-preset", preset, "-threads", "1", "-movflags", "+faststart"],
    )
    writer.send(None)
    try:
        yield _Sink(writer)
    except BaseException:
        writer.close()
        unfinished.unlink(missing_ok=True)
        raise
    writer.close()
    unfinished.replace(path)


def write_film(
    path: Path, frames: Iterable[np.ndarray], fps: float, crf: int = 24, preset: str = "veryfast"
) -> int:
    """Write all frames; their number."""
    count = 0
    iterator = iter(frames)
    first = next(iterator)
    with open_film(path, first.shape[1], first.shape[0], fps, crf, preset) as sink:
        for frame in _chained(first, iterator):
            sink.send(frame)
            count += 1
    return count


def _chained(first: np.ndarray, rest: Iterator[np.ndarray]) -> Iterator[np.ndarray]:
    yield first
    yield from rest
