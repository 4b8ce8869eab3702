"""What watching costs: frames and looks a second, beside decoding the same film, in one run.

    python tests/bench/bench_vision.py [--seconds 5] [--smoke]

The bundled demo film is watched at 720p and, enlarged, at 1080p. Figures are shown, never asserted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from datasets.film import make_film
from datasets.film_render import Renderer
from datasets.film_spec import FilmSpec
from datasets.film_truth import load_truth
from vision.detector import load_detector
from vision.frames import Frame
from vision.pipeline import Watcher

FILM = Path(__file__).resolve().parents[2] / "server" / "demo" / "deal.mp4"


def frames(height: int) -> Iterator[Frame]:
    """The demo film's frames, enlarged to `height` lines."""
    capture = cv2.VideoCapture(str(FILM))
    fps, number = capture.get(cv2.CAP_PROP_FPS), 0
    while True:
        good, image = capture.read()
        if not good:
            return
        if image.shape[0] != height:
            image = cv2.resize(image, (round(image.shape[1] * height / image.shape[0]), height))
        yield Frame(image, number / fps, number)
        number += 1


def decoding(seconds: float) -> float:
    """Frames a second of decoding alone."""
    start, count = time.perf_counter(), 0
    for _ in frames(720):
        count += 1
        if time.perf_counter() - start > seconds:
            break
    return count / (time.perf_counter() - start)


def watching(height: int, seconds: float) -> tuple[float, float, float]:
    """Frames a second with everything, looks a second of film, and seconds of work for a second of film."""
    layout = load_truth(FILM.with_suffix(".json")).layout
    watcher = Watcher(layout, load_detector())
    work, last = 0.0, 0.0
    for frame in frames(height):
        start = time.perf_counter()
        watcher.feed(frame)
        work += time.perf_counter() - start
        last = frame.at
        if work > seconds:
            break
    film = max(last, 1e-6)
    return watcher.effort.frames / work, watcher.effort.looks / film, work / film


def per_second(once: Callable[[], object], seconds: float) -> float:
    """How often `once` runs in a second, after a first run."""
    once()
    start, count = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        once()
        count += 1
    return count / (time.perf_counter() - start)


def looking(seconds: float) -> dict[str, float]:
    """Looks a second: a whole picture, and the region of a play."""
    detector = load_detector()
    image = next(frames(720)).image
    return {
        "looks at a whole 1280x720 picture": per_second(lambda: detector.detect(image), seconds),
        "looks at a region of 416x416": per_second(
            lambda: detector.detect(image, [(400, 150, 816, 566)]), seconds
        ),
    }


def painting(seconds: float) -> float:
    """Frames of a film painted a second."""
    spec = FilmSpec(seed=3000, players=3, shuffle="poor", most_plays=6, fewest_plays=3, deck="drawn:912")
    renderer, numbers = Renderer(make_film(spec).scene), iter(np.arange(10_000))
    return per_second(lambda: renderer.frame(int(next(numbers)), spec.fps), seconds)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure")
    parser.add_argument("--smoke", action="store_true", help="only see that it runs")
    arguments = parser.parse_args()
    seconds = 0.2 if arguments.smoke else arguments.seconds
    decoded = decoding(seconds)
    print(f"{'decoding the film':48} {decoded:8.1f} frames/s")
    for height in (720, 1080):
        rate, looks, load = watching(height, seconds)
        name = f"watching it at {height} lines"
        print(f"{name:48} {rate:8.1f} frames/s = {rate / decoded:.2f} of decoding")
        print(f"{'':48} {looks:8.1f} looks, {load:.2f} s of work per second of film")
    for name, rate in looking(seconds).items():
        print(f"{name:48} {rate:8.1f} /s = {rate / decoded:.2f} of decoding")
    print(f"{'painting a film at 1280x720':48} {painting(seconds):8.1f} frames/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
