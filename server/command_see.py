"""`see`: the cards on photographs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer

from vision.detector import Detector
from vision.draw import draw_reading
from vision.frames import IMAGE_SUFFIXES, SourceError, read_image
from vision.reader import PictureReading, read_picture

from .decks import DeckOption, detector_for
from .problems import ExitCode, UserError
from .told import complain, exit_code_of, faults_told

ImagesArgument = Annotated[list[Path], typer.Argument(help="Pictures, or folders of pictures.")]


@faults_told
def see(
    images: ImagesArgument,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a picture.")] = False,
    draw: Annotated[Path | None, typer.Option(help="Folder for pictures with the cards drawn in.")] = None,
    packs: Annotated[int, typer.Option(min=1, max=10, help="How many packs of cards may lie there.")] = 1,
    deck: DeckOption = None,
) -> None:
    """Read the cards on photographs."""
    paths = list(pictures(images))
    detector = detector_for(deck)
    worst = ExitCode.OK
    for path in paths:
        try:
            _see_one(path, detector, packs, as_json=as_json, draw=draw)
        except SourceError as fault:
            worst = exit_code_of(fault)
            _tell_fault(path, fault, as_json=as_json)
    if worst:
        raise typer.Exit(worst)


def _see_one(path: Path, detector: Detector, packs: int, *, as_json: bool, draw: Path | None) -> None:
    image: Any = read_image(path)
    reading = read_picture(image, detector, packs)
    if as_json:
        typer.echo(json.dumps({"file": str(path), **reading.to_dict()}, ensure_ascii=False))
    else:
        typer.echo(in_words(path, reading))
    if draw is not None:
        _write_picture(draw / f"{path.stem}.jpg", draw_reading(image, reading))


def _tell_fault(path: Path, fault: SourceError, *, as_json: bool) -> None:
    complain(fault)
    if as_json:
        line = {"file": str(path), "error": str(fault), "code": fault.code}
        typer.echo(json.dumps(line, ensure_ascii=False))


def _write_picture(path: Path, image: Any) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        written = cv2.imwrite(str(path), image)
    except OSError as fault:
        raise UserError("unwritable", f"{path} can't be written ({fault.strerror}).") from fault
    if not written:
        raise UserError("unwritable", f"{path} can't be written: is there room, and may you write there?")


def pictures(paths: Iterable[Path]) -> Iterator[Path]:
    """The files themselves, and the pictures in folders by name. Raises SourceError for an empty folder."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(each for each in path.iterdir() if each.suffix.lower() in IMAGE_SUFFIXES)
        if not found:
            raise SourceError("empty_folder", f"{path}: no picture in this folder", path=str(path))
        yield from found


def in_words(path: Path, reading: PictureReading) -> str:
    """A reading for people."""
    parts = [f"{path}: {' '.join(reading.cards) or 'no cards'}"]
    if reading.unsure:
        doubts = [" or ".join(code for code, _ in box.alternatives) for box in reading.unsure]
        parts.append(f"unsure: {', '.join(doubts)}")
    if reading.advice is not None:
        parts.append(reading.advice.message)
    return "; ".join(parts)
