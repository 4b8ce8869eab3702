"""Generate training pictures: `python -m datasets.synth detector|reader --out DIR --count N --seed S`.

Every picture depends on the seed and its own number alone, so more workers or a longer run give the same
pictures.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from .backgrounds import find_backgrounds
from .crops import Crop, Jitter, scene_crops
from .formats import (
    PoseLabel,
    card_record,
    write_card_records,
    write_data_yaml,
    write_picture,
    write_shard,
)
from .legibility import contrast, index_record
from .manifest import MANIFEST, Manifest, digest, load_manifest, source_digest
from .pool import Pool
from .render import render
from .sample import BLOCK, sample_scene
from .scene import Scene
from .sheets import crop_sheet, picture_sheet

SHARD = 5_000
SHEET_PICTURES, SHEET_CROPS = 24, 240
COPIES = 3
NONE_SHARE = 0.22

_worker: dict[str, object] = {}


def main(argv: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    options = _parser().parse_args(argv)
    problem = _problem(options)
    if problem:
        print(f"datasets.synth: {problem}", file=sys.stderr)
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    source = source_digest(Path(__file__).parent)
    counts = _detector(options) if options.what == "detector" else _reader(options)
    _save_manifest(options, counts, source)
    print(f"{options.out}: {dict(counts)}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m datasets.synth", description=__doc__)
    parser.add_argument(
        "what", choices=("detector", "reader"), help="pictures with pose labels, or upright crops"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write")
    parser.add_argument("--count", type=int, required=True, help="pictures, or crops")
    parser.add_argument(
        "--start", type=int, default=0, help="number of the first picture (first crop), to extend a set"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--split", choices=("train", "val"), default="train")
    parser.add_argument(
        "--art", type=Path, help="folder with decks/ and faces53/; without it all decks are drawn"
    )
    parser.add_argument(
        "--backgrounds", type=Path, help="folder of surface photographs; without it all are painted"
    )
    parser.add_argument(
        "--fonts", type=Path, nargs="*", default=[], help="folders of fonts instead of fontconfig's"
    )
    parser.add_argument("--size", type=int, default=416, help="side of the pictures, px")
    parser.add_argument("--workers", type=int, default=1)
    return parser


def _problem(options: argparse.Namespace) -> str:
    """What is wrong with the options, or nothing."""
    for folder in (options.art, options.backgrounds, *options.fonts):
        if folder is not None and not folder.is_dir():
            return f"{folder} is no folder; name one that exists or leave the option out"
    if options.art is not None and not (options.art / "decks").is_dir():
        return f"{options.art} has no decks/ inside; name the folder that holds decks/ and faces53/"
    if options.count < 1 or options.start < 0 or options.workers < 1 or options.size < 64:
        return "--count and --workers must be at least 1, --start at least 0, --size at least 64"
    if options.start and (options.out / MANIFEST).exists():
        before = load_manifest(options.out)
        if (before.kind, before.split, before.seed) != (options.what, options.split, options.seed):
            return (
                f"{options.out} holds a {before.kind} set of seed {before.seed}; extend it with the same ones"
            )
    if options.what == "reader" and options.start % SHARD:
        return f"--start of a reader set must be a multiple of {SHARD}, the crops in one file"
    return ""


def _prepare(options: argparse.Namespace) -> None:
    """Load decks and backgrounds once in each worker."""
    cv2.setNumThreads(1)
    _worker["options"] = options
    _worker["pool"] = Pool(options.art, options.split, tuple(options.fonts))
    _worker["backgrounds"] = find_backgrounds(options.backgrounds, options.split)


def _run(
    options: argparse.Namespace, job: Callable[[Any], Any], jobs: list[Any], label: str, total: int
) -> Iterator[Any]:
    """Run jobs in this process or in several, with a progress bar that counts what each job returns first."""
    columns = (
        TextColumn(label),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns) as progress:
        task = progress.add_task(label, total=total)
        if options.workers == 1:
            _prepare(options)
            for item in jobs:
                result = job(item)
                progress.advance(task, result[0])
                yield result
            return
        context = get_context("spawn")
        with ProcessPoolExecutor(options.workers, context, _prepare, (options,)) as executor:
            for result in executor.map(job, jobs):
                progress.advance(task, result[0])
                yield result


def _scene(number: int, crowded: bool) -> tuple[Scene, np.ndarray]:
    options, pool = _worker["options"], _worker["pool"]
    assert isinstance(options, argparse.Namespace)
    assert isinstance(pool, Pool)
    backgrounds = _worker["backgrounds"]
    assert isinstance(backgrounds, tuple)
    scene = sample_scene((options.seed, number), pool, backgrounds, options.size, crowded)
    return scene, render(scene, pool)


def _detector(options: argparse.Namespace) -> Counter[str]:
    for part in ("images", "labels"):
        (options.out / part / options.split).mkdir(parents=True, exist_ok=True)
    numbers = list(range(options.start, options.start + options.count))
    jobs = [numbers[k : k + 50] for k in range(0, len(numbers), 50)]
    counts: Counter[str] = Counter()
    samples: list[tuple[np.ndarray, Scene]] = []
    records: list[dict[str, object]] = []
    for _, found, some, cards in _run(options, _detector_job, jobs, "pictures", options.count):
        counts.update(found)
        samples += some[: max(1, math.ceil(SHEET_PICTURES / len(jobs)))]
        records += cards
    write_card_records(options.out, options.split, records)
    write_data_yaml(options.out, options.split)
    picture_sheet(options.out / f"sheet-{options.split}.jpg", samples[:SHEET_PICTURES])
    return counts


def _detector_job(
    numbers: list[int],
) -> tuple[int, Counter[str], list[tuple[np.ndarray, Scene]], list[dict[str, object]]]:
    options = _worker["options"]
    assert isinstance(options, argparse.Namespace)
    counts: Counter[str] = Counter()
    samples, records = [], []
    for number in numbers:
        scene, picture = _scene(number, crowded=False)
        labels = [PoseLabel(label.box_xyxy, label.rank_point, label.pip_point) for label in scene.labels]
        write_picture(options.out, options.split, f"{number:06d}", picture, labels)
        records.append(_record(f"{number:06d}", scene, picture))
        counts.update(["pictures"] + [label.code for label in scene.labels])
        if len(samples) < SHEET_PICTURES:
            samples.append((picture, scene))
    return len(numbers), counts, samples, records


def _record(name: str, scene: Scene, picture: np.ndarray) -> dict[str, object]:
    """The cards of a picture that show a legible index, how many others show one, and all indices."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    indices = [index_record(label, contrast(grey, label)) for label in scene.labels]
    shown = {label.card for label in scene.labels}
    clear = {label.card for label, record in zip(scene.labels, indices, strict=True) if record["legible"]}
    cards = [(scene.cards[k].code, scene.cards[k].deck) for k in sorted(clear)]
    return card_record(name, (scene.width, scene.height), cards, indices, len(shown - clear))


def _reader(options: argparse.Namespace) -> Counter[str]:
    first = options.start // SHARD
    shards = math.ceil(options.count / SHARD)
    jobs = [(first + k, min(SHARD, options.count - k * SHARD)) for k in range(shards)]
    counts: Counter[str] = Counter()
    samples: list[Crop] = []
    for _, found, some in _run(options, _reader_job, jobs, "crops", options.count):
        counts.update(found)
        samples += some[: max(1, math.ceil(SHEET_CROPS / len(jobs)))]
    crop_sheet(options.out / f"sheet-{options.split}.png", samples[:SHEET_CROPS])
    return counts


def _reader_job(job: tuple[int, int]) -> tuple[int, Counter[str], list[Crop]]:
    shard, count = job
    options = _worker["options"]
    assert isinstance(options, argparse.Namespace)
    rng = np.random.default_rng([options.seed, shard, 3])
    crops: list[Crop] = []
    number = shard * BLOCK
    while len(crops) < count:
        scene, picture = _scene(number, crowded=True)
        crops += scene_crops(rng, scene, picture, COPIES, NONE_SHARE, Jitter())
        number += 1
    crops = [crops[k] for k in rng.permutation(len(crops))[:count]]
    pictures, units = np.stack([c.picture for c in crops]), np.array([c.unit for c in crops])
    write_shard(options.out / f"crops-{shard:05d}.npz", pictures, [c.code for c in crops], units)
    return count, Counter(["crops"] * count + [c.code for c in crops]), crops[:SHEET_CROPS]


def _save_manifest(options: argparse.Namespace, counts: Counter[str], source: str) -> None:
    pool = Pool(options.art, options.split, tuple(options.fonts)) if options.workers > 1 else _worker["pool"]
    assert isinstance(pool, Pool)
    backgrounds = find_backgrounds(options.backgrounds, options.split)
    names = [face.family for group in pool.case.families for face in group[:1]]
    decks = {name: deck.licence for name, deck in pool.art.items()}
    sources = [*names, *decks, *(Path(b).name for b in backgrounds)]
    sources += [f"{code}:{len(faces)}" for code, faces in pool.loose.items()]
    manifest = Manifest(
        options.what, options.split, options.seed, options.start + options.count, options.size, decks,
        tuple(names), len(backgrounds), digest(sources), (source,), dict(sorted(counts.items())),
    )  # fmt: skip
    extends = options.start > 0 and (options.out / MANIFEST).exists()
    (manifest.extending(load_manifest(options.out)) if extends else manifest).save(options.out)


if __name__ == "__main__":
    sys.exit(main())
