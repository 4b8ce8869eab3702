"""The benchmark of whole deals: `python -m datasets.bench_films` (or `make bench-films`).

Films are made over seeds, decks, lights, paces and sizes that no training saw; the whole program watches each
in a process of its own; what it said is compared with the truth. `report.html` and `report.json` come out.
Everything is kept in the output folder and taken up again after an interruption: a film or a result that is
there is not made twice. Documented in docs/benchmark.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from .bench_line import EYES
from .bench_report import summary_table, write_report
from .bench_score import Benchmark, FilmScore, benchmark, score_film
from .film_spec import LIGHTS, FilmSpec
from .film_truth import load_truth

FIRST_DECK = 90_000
"""Seeds of drawn decks from here on are for this benchmark; training draws from lower ones."""
DEALS = 44


@dataclass(frozen=True, slots=True)
class Item:
    """One film of the benchmark and where its files are."""

    name: str
    spec: FilmSpec | None
    folder: Path
    eye: str
    stem: str = "film"

    @property
    def video(self) -> Path:
        return self.folder / f"{self.stem}.mp4"

    @property
    def result(self) -> Path:
        return self.folder / f"{self.stem}.result-{self.eye}.json"


def plan(deals: int, seed: int, fps: float, art: Sequence[Path] = ()) -> list[FilmSpec]:
    """The films, in an order whose every beginning is a fair sample.

    Profiles classic, winner-draws, shanghai and huaian; 2 to 6 players; every fourth film 1080p, the others
    720p; all lights; fast and normal play; every fourth film with a bump of the camera, every third with a
    lamp switched.
    `art`: folders of deck pictures, used for every second film.
    """
    return [_planned(number, seed, fps, art) for number in range(deals)]


def _planned(number: int, seed: int, fps: float, art: Sequence[Path]) -> FilmSpec:
    profile = ("classic", "winner-draws", "shanghai", "classic", "huaian", "winner-draws", "shanghai")[
        number % 7
    ]
    players = {"huaian": 4, "shanghai": 3 + number % 4, "classic": 2 + number % 5}.get(
        profile, 2 + number % 4
    )
    large = number // 2 % 4 == 1
    deck = (
        str(art[number // 2 % len(art)])
        if art and number % 2
        else f"drawn:{FIRST_DECK + seed * 1000 + number}"
    )
    return FilmSpec(
        profile=profile,
        players=players,
        seed=seed * 1000 + number,
        illegal_rate=0.05,
        width=1920 if large else 1280,
        height=1080 if large else 720,
        fps=fps,
        deck=deck,
        light=LIGHTS[number % len(LIGHTS)],
        pace=("fast", "normal", "fast")[number % 3],
        lamps=int(number % 3 == 2),
        bumps=int(number % 4 == 3),
        shake=(0.0, 0.25, 0.5)[number % 3],
        glyph=(14.5, 16.5, 19.0)[number % 3],
        most_plays=38 if profile == "huaian" else 34,
        crf=25,
    )


def planned_items(folder: Path, specs: Iterable[FilmSpec], eye: str) -> list[Item]:
    """Items whose folders are named after everything that decides the film."""
    items = []
    for number, spec in enumerate(specs):
        key = hashlib.sha256(json.dumps(spec.to_dict(), sort_keys=True).encode()).hexdigest()[:10]
        name = f"{number:03d}-{spec.profile}-{spec.players}"
        items.append(Item(name, spec, folder / "films" / f"{name}-{key}", eye))
    return items


def found_items(folder: Path, eye: str) -> list[Item]:
    """Items for films that are there already: every film.mp4 or NAME.mp4 with its JSON."""
    items = []
    for video in sorted(folder.rglob("*.mp4")):
        if video.with_suffix(".json").is_file():
            name = video.stem if video.stem != "film" else video.parent.name
            items.append(Item(name, None, video.parent, eye, video.stem))
    return items


def run_item(item: Item) -> FilmScore:
    """Make the film and have it watched, as far as that is not done yet.

    Raises:
        BenchError: with the end of what the failing process wrote.
    """
    if item.spec is not None and not item.video.with_suffix(".json").is_file():
        item.folder.mkdir(parents=True, exist_ok=True)
        spec = item.folder / "spec.json"
        spec.write_text(json.dumps(item.spec.to_dict()), encoding="utf-8")
        _python("datasets.film", "--spec", str(spec), "--out", str(item.folder))
    if not item.result.is_file():
        _python("datasets.bench_line", str(item.video), str(item.result), "--eye", item.eye)
    said = json.loads(item.result.read_text(encoding="utf-8"))
    return score_film(item.name, load_truth(item.video.with_suffix(".json")), said)


class BenchError(RuntimeError):
    """A step of the benchmark failed."""


def _python(module: str, *arguments: str) -> None:
    environment = {**os.environ, "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1")}
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    if done.returncode:
        raise BenchError(f"{module} {' '.join(arguments)} failed:\n{done.stderr[-2000:]}")


def run_all(items: Sequence[Item], jobs: int) -> tuple[Benchmark, dict[str, str]]:
    """All items, `jobs` at a time; the benchmark so far and what failed. Interrupting keeps what is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    scores: dict[str, FilmScore] = {}
    failures: dict[str, str] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress, ThreadPoolExecutor(jobs) as pool:
        bar = progress.add_task("films", total=len(items))
        waiting: dict[Future[FilmScore], Item] = {pool.submit(run_item, item): item for item in items}
        try:
            while waiting:
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    item = waiting.pop(future)
                    _take(future, item, scores, failures)
                    progress.update(bar, advance=1, description=_line(item, scores, failures))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            console.print("stopped: what is done is kept, run again to go on")
    ordered = [scores[item.name] for item in items if item.name in scores]
    return benchmark(ordered), failures


def _take(
    future: Future[FilmScore], item: Item, scores: dict[str, FilmScore], failures: dict[str, str]
) -> None:
    try:
        scores[item.name] = future.result()
    except Exception as error:  # one broken film must not end the benchmark
        failures[item.name] = str(error)


def _line(item: Item, scores: dict[str, FilmScore], failures: dict[str, str]) -> str:
    done = benchmark(scores.values())
    state = "failed" if item.name in failures else "clean" if scores[item.name].clean else "diverged"
    return f"{item.name} {state} · {done.right.hits}/{done.plays} plays right"


def main(argv: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    from rich.console import Console

    parser = argparse.ArgumentParser(prog="python -m datasets.bench_films", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("runs/bench_films"), help="folder for everything")
    parser.add_argument("--deals", type=int, default=DEALS, help="how many films to make")
    parser.add_argument("--first", type=int, default=0, help="leave out the films before this one")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other films; develop on those")
    parser.add_argument("--fps", type=float, default=12.0, help="pictures a second")
    parser.add_argument(
        "--art", type=Path, nargs="*", default=[], help="folders of deck pictures for every other film"
    )
    parser.add_argument("--films", type=Path, help="watch the films in this folder instead of making some")
    parser.add_argument(
        "--eye", choices=EYES, default="trained", help="the networks, or the film's own knowledge"
    )
    parser.add_argument("--again", action="store_true", help="watch films anew that were watched before")
    parser.add_argument("--jobs", type=int, default=1, help="films at a time")
    arguments = parser.parse_args(argv)
    if arguments.films is not None:
        items = found_items(arguments.films, arguments.eye)
    else:
        specs = plan(arguments.deals, arguments.seed, arguments.fps, arguments.art)
        items = planned_items(arguments.out, specs, arguments.eye)[arguments.first :]
    console = Console()
    if not items:
        console.print("no films: give a folder with film.mp4 and film.json, or a number of deals")
        return 2
    if arguments.again:
        for item in items:
            item.result.unlink(missing_ok=True)
    arguments.out.mkdir(parents=True, exist_ok=True)
    result, failures = run_all(items, max(1, arguments.jobs))
    videos = {item.name: item.video for item in items}
    page = write_report(arguments.out, result, failures, videos)
    console.print(summary_table(result))
    for name, reason in failures.items():
        console.print(f"[red]{name}[/red] {reason}", highlight=False)
    console.print(f"report: {page}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
