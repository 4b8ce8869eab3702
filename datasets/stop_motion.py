"""Stop-motion sequences from real photographs.

    python -m datasets.stop_motion PHOTOS --out runs/stop_motion

PHOTOS is a folder with `labels.json` (a list of `{"file", "cards", "tags"?}`) or of such folders. A single
photograph is a table that the camera sees for the first time; two photographs of one scene, the second with
more cards, are a play. Each sequence is a folder of numbered pictures with `truth.json`, which any camera
source can read; unless `--only-make` is given the watcher is shown each, and its cards are compared with the
labels. Photographs may belong to others: the sequences stay in the output folder.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import permutations
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.layout import TableLayout

STILLS = 12
"""Pictures of each state, a quarter of a second apart."""
INTERVAL = 0.25
SAME_SCENE = 60
"""Points that must move together between two photographs of one scene."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A labelled photograph: the cards that can be read in it."""

    path: Path
    cards: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}-{self.path.stem}"


@dataclass(frozen=True, slots=True)
class Strip:
    """A sequence: photographs shown one after another, one alone or two of a scene that grows."""

    photos: tuple[Photo, ...]

    @property
    def name(self) -> str:
        return "+".join(photo.name for photo in self.photos)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the watcher made of one state of a sequence."""

    sequence: str
    state: int
    right: tuple[str, ...]
    missed: tuple[str, ...]
    invented: tuple[str, ...]
    unsure: tuple[str, ...]


def find_photos(folder: Path) -> list[Photo]:
    """All labelled photographs in a folder and the folders in it, copies tagged `derived` left out.

    Raises:
        ValueError: if there are none.
    """
    photos = []
    for labels in sorted([*folder.glob("labels.json"), *folder.glob("*/labels.json")]):
        for entry in json.loads(labels.read_text(encoding="utf-8")):
            if "cards" in entry and "derived" not in entry.get("tags", ()):
                photos.append(Photo(labels.parent / entry["file"], tuple(entry["cards"])))
    if not photos:
        raise ValueError(f"{folder} holds no labels.json that names files and their cards")
    return photos


def growing_pairs(photos: Sequence[Photo]) -> list[Strip]:
    """Pairs of photographs of one folder that show one scene, the second with more cards."""
    pairs = []
    for before, after in permutations(photos, 2):
        if before.path.parent != after.path.parent or not set(before.cards) < set(after.cards):
            continue
        if len(after.cards) - len(before.cards) <= 5 and same_scene(before.path, after.path):
            pairs.append(Strip((before, after)))
    return pairs


def same_scene(one: Path, two: Path) -> bool:
    """Whether one homography carries many points of the first picture to the second."""
    images = [_reduced(path, 800) for path in (one, two)]
    finder = cv2.SIFT_create(1500)
    (points_a, words_a), (points_b, words_b) = (finder.detectAndCompute(image, None) for image in images)
    if words_a is None or words_b is None or min(len(words_a), len(words_b)) < SAME_SCENE:
        return False
    matches = cv2.BFMatcher().knnMatch(words_a, words_b, k=2)
    good = [pair[0] for pair in matches if len(pair) == 2 and pair[0].distance < 0.75 * pair[1].distance]
    if len(good) < SAME_SCENE:
        return False
    source = np.array([points_a[m.queryIdx].pt for m in good], np.float32)
    target = np.array([points_b[m.trainIdx].pt for m in good], np.float32)
    _, inliers = cv2.findHomography(source, target, cv2.RANSAC, 4.0)
    return inliers is not None and int(inliers.sum()) >= SAME_SCENE


def write_sequence(sequence: Strip, folder: Path) -> Path:
    """Write numbered pictures, each with its own noise and a breath of light, and `truth.json`."""
    target = folder / sequence.name
    target.mkdir(parents=True, exist_ok=True)
    size: tuple[int, int] | None = None
    for state, photo in enumerate(sequence.photos):
        image = _read(photo.path)
        size = size or (image.shape[1], image.shape[0])
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        for number in range(STILLS):
            name = f"{state * STILLS + number:04d}.jpg"
            cv2.imwrite(
                str(target / name), _still(image, state * STILLS + number), [cv2.IMWRITE_JPEG_QUALITY, 93]
            )
    truth = {
        "interval": INTERVAL,
        "states": [
            {"from": state * STILLS, "cards": list(p.cards)} for state, p in enumerate(sequence.photos)
        ],
    }
    (target / "truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")
    return target


def watch(folder: Path, detector: Any) -> list[Outcome]:
    """Show a sequence to the watcher; what it believes at the end of each state."""
    frames, pipeline = import_module("vision.frames"), import_module("vision.pipeline")
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    pictures = sorted(folder.glob("*.jpg"))
    height, width = _read(pictures[0]).shape[:2]
    watcher = pipeline.Watcher(TableLayout.default(2, width, height), detector)
    starts = [state["from"] for state in truth["states"]] + [len(pictures)]
    outcomes = []
    for state, wanted in enumerate(truth["states"]):
        for number in range(starts[state], starts[state + 1]):
            watcher.feed(frames.Frame(_read(pictures[number]), number * truth["interval"], number))
        outcomes.append(_outcome(folder.name, state, wanted["cards"], watcher.cards))
    return outcomes


def _outcome(name: str, state: int, wanted: Sequence[str], seen: Sequence[Any]) -> Outcome:
    believed = {card.code for card in seen if card.sure}
    doubted = {card.code for card in seen if not card.sure} - believed
    return Outcome(
        name,
        state,
        tuple(sorted(believed & set(wanted))),
        tuple(sorted(set(wanted) - believed - doubted)),
        tuple(sorted(believed - set(wanted))),
        tuple(sorted(doubted)),
    )


def _still(image: np.ndarray, number: int) -> np.ndarray:
    rng = np.random.default_rng(number)
    noise = rng.normal(0, 1.6, image.shape).astype(np.float32)
    return np.clip(image * (1 + 0.006 * np.sin(number)) + noise, 0, 255).astype(np.uint8)


def _read(path: Path) -> np.ndarray:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"can't read the photograph {path}")
    return image


def _reduced(path: Path, longest: int) -> np.ndarray:
    image = _read(path)
    factor = min(1.0, longest / max(image.shape[:2]))
    return cv2.cvtColor(
        cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY
    )


def _sequences(photos: Sequence[Photo], limit: int | None) -> Iterator[Strip]:
    pairs = growing_pairs(photos)
    singles = [Strip((photo,)) for photo in photos]
    yield from [*pairs, *singles][:limit]


def main(argv: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    from rich.console import Console
    from rich.progress import track

    parser = argparse.ArgumentParser(prog="python -m datasets.stop_motion", description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--out", type=Path, default=Path("runs/stop_motion"))
    parser.add_argument("--limit", type=int, help="at most so many sequences, growing scenes first")
    parser.add_argument("--only-make", action="store_true", help="don't watch them")
    arguments = parser.parse_args(argv)
    console = Console()
    try:
        sequences = list(_sequences(find_photos(arguments.photos), arguments.limit))
        detector = None if arguments.only_make else import_module("vision.detector").load_detector()
        outcomes: list[Outcome] = []
        for sequence in track(sequences, "sequences", console=Console(stderr=True)):
            folder = write_sequence(sequence, arguments.out)
            outcomes += [] if detector is None else watch(folder, detector)
    except (ValueError, OSError) as error:
        console.print(f"[red]{error}[/red]", highlight=False)
        return 2
    for each in outcomes:
        console.print(_words(each), highlight=False)
    _write_summary(arguments.out, outcomes, console, len(sequences))
    return 0


def _words(each: Outcome) -> str:
    parts = [f"{each.sequence} [{each.state}] right {len(each.right)}"]
    for label in ("missed", "invented", "unsure"):
        cards = getattr(each, label)
        parts += [f"{label} {' '.join(cards)}"] if cards else []
    return " · ".join(parts)


def _write_summary(folder: Path, outcomes: Sequence[Outcome], console: Any, sequences: int) -> None:
    totals = {
        label: sum(len(getattr(each, label)) for each in outcomes)
        for label in ("right", "missed", "invented", "unsure")
    }
    folder.mkdir(parents=True, exist_ok=True)
    rows = [{name: getattr(each, name) for name in each.__slots__} for each in outcomes]
    (folder / "outcomes.json").write_text(
        json.dumps({"totals": totals, "states": rows}, indent=1), encoding="utf-8"
    )
    console.print(
        f"{sequences} sequences: " + ", ".join(f"{count} {label}" for label, count in totals.items())
    )


if __name__ == "__main__":
    sys.exit(main())
