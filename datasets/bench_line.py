"""Shows one film to the whole program and writes down what it said, when, and at what cost.

`python -m datasets.bench_line films/seven/film.mp4 seven.result.json` runs in a process of its own, once for
each film. The program under test is loaded by name, so that the workshop does not depend on it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2

from .film import make_film
from .film_eye import FilmEye
from .film_spec import spec_from_dict
from .film_truth import FilmTruth, load_truth

EYES = ("trained", "perfect")


@dataclass(slots=True)
class Clock:
    """The film's time and how long the present frame has been worked on.

    Work is this process's processor time, all threads added up: other programs on the machine don't count.
    """

    film: float = 0.0
    since: float = 0.0
    busy: float = 0.0
    frames: int = 0

    def told_at(self) -> float:
        """When something said now is known, in film seconds: the frame's own time plus the work on it."""
        return self.film + time.process_time() - self.since


@dataclass(slots=True)
class Recognised:
    """Everything that the program said about one film."""

    events: list[dict[str, Any]] = field(default_factory=list)
    plays: list[dict[str, Any]] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    seconds: float = 0.0
    duration: float = 0.0
    frames: int = 0
    looks: int = 0
    megapixels: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}


def recognise(video: Path, eye: str = "trained") -> Recognised:
    """Show a film to a session of the server, with its known table, dealer and layout."""
    told, told_events, truths, watching = (
        import_module(f"server.{name}") for name in ("command_watch", "told_events", "truth", "watching")
    )
    sources = import_module("vision.sources")
    truth = load_truth(video.with_suffix(".json"))
    clock, said = Clock(), Recognised(duration=float(truth.raw["duration"]))
    detector = _detector(eye, truth)
    with watching.open_session() as session:
        table = told.make_table(
            session,
            truth.profile,
            truth.players,
            truth.stake,
            truth.dealer,
            truth.layout,
            level=truth.raw.get("level"),
        )
        session.begin_evening(table)
        session.listeners.append(
            lambda records: said.events.extend(_told(records, session, told_events, clock))
        )
        screening = watching.Screening(session, detector)
        started = time.process_time()
        screening.show(_Paced(sources.open_source(str(video), realtime=False), clock, detector))
        said.seconds = time.process_time() - started
        server_truth = truths.Truth.load(video.with_suffix(".json"))
        said.differences = truths.differences(server_truth, session)
        if session.deal is not None:
            said.plays = truths.recognised_plays(session.deal)
        _effort(said, screening)
    said.frames = clock.frames
    return said


class _Paced:
    """A source that keeps the clock."""

    def __init__(self, source: Any, clock: Clock, detector: Any) -> None:
        self._source, self._clock, self._detector = source, clock, detector

    def __iter__(self) -> Iterator[Any]:
        for frame in self._source:
            at = getattr(frame, "at", self._clock.film)
            self._clock.film, self._clock.since = at, time.process_time()
            self._clock.frames += 1
            if isinstance(self._detector, FilmEye):
                self._detector.now = at
            yield frame


def _detector(eye: str, truth: FilmTruth) -> Any:
    if eye == "perfect":
        return FilmEye(make_film(spec_from_dict(truth.raw["film"])))
    return import_module("vision.detector").load_detector()


def _told(records: Any, session: Any, told_events: Any, clock: Clock) -> Iterator[dict[str, Any]]:
    for record in records:
        if told_events.is_told(record):
            event = told_events.event_json(record, told_events.seen_at(session.deal, record))
            yield {**event, "told_at": round(clock.told_at(), 3)}


def _effort(said: Recognised, screening: Any) -> None:
    """What the watcher counted, where it counts."""
    watcher = getattr(screening, "_watcher", None)
    effort = getattr(watcher, "effort", None)
    if effort is not None:
        said.looks = effort.looks
        said.megapixels = round(effort.pixels / 1e6, 1)


def main(argv: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.bench_line", description=__doc__)
    parser.add_argument("video", type=Path, help="film.mp4 with film.json beside it")
    parser.add_argument("result", type=Path, help="JSON file to write")
    parser.add_argument(
        "--eye", choices=EYES, default="trained", help="the networks, or the film's own knowledge"
    )
    arguments = parser.parse_args(argv)
    cv2.setNumThreads(1)
    said = recognise(arguments.video, arguments.eye)
    unfinished = arguments.result.with_suffix(".part")
    unfinished.write_text(json.dumps(said.to_dict(), ensure_ascii=False), encoding="utf-8")
    unfinished.replace(arguments.result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
