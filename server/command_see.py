"""`see` and `tally`: cards on photographs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer

from vision.association import associate
from vision.detector import Detector, load_detector
from vision.frames import IMAGE_SUFFIXES, SourceError, read_image
from vision.sightings import CardSighting

from .overlay import draw_cards
from .problems import ExitCode, UserError
from .told import complain, exit_code_of, faults_told

ImagesArgument = Annotated[list[Path], typer.Argument(help="Pictures, or folders of pictures.")]


@faults_told
def see(
    images: ImagesArgument,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a picture.")] = False,
    draw: Annotated[Path | None, typer.Option(help="Folder for pictures with the cards drawn in.")] = None,
    packs: Annotated[int, typer.Option(min=1, max=10, help="How many packs of cards may lie there.")] = 1,
) -> None:
    """Read the cards on photographs."""
    detector = load_detector()
    worst = ExitCode.OK
    for path in pictures(images):
        try:
            _see_one(path, detector, packs, as_json=as_json, draw=draw)
        except SourceError as fault:
            worst = exit_code_of(fault)
            _tell_fault(path, fault, as_json=as_json)
    if worst:
        raise typer.Exit(worst)


def _see_one(path: Path, detector: Detector, packs: int, *, as_json: bool, draw: Path | None) -> None:
    image = read_image(path)
    cards = associate(detector.detect(image), packs)
    if as_json:
        typer.echo(json.dumps(seen_json(path, cards), ensure_ascii=False))
    else:
        typer.echo(seen_text(path, cards))
    if draw is not None:
        _write_picture(draw / f"{path.stem}.jpg", draw_cards(image, cards))


def _tell_fault(path: Path, fault: SourceError, *, as_json: bool) -> None:
    complain(fault)
    if as_json:
        typer.echo(
            json.dumps({"image": str(path), "error": str(fault), "code": fault.code}, ensure_ascii=False)
        )


def _write_picture(path: Path, image: Any) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        written = cv2.imwrite(str(path), image)
    except OSError as fault:
        raise UserError("unwritable", f"{path} can't be written ({fault.strerror}).") from fault
    if not written:
        raise UserError(
            "unwritable", f"{path} can't be written: is the folder writable and the disk not full?"
        )


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


def seen_json(path: Path, cards: Sequence[CardSighting]) -> dict[str, Any]:
    """`cards` believed, one per physical card; their `boxes`; and what is `unsure`."""
    sure = [card for card in cards if card.sure]
    return {
        "image": str(path),
        "cards": [card.code for card in sure],
        "boxes": [
            {"code": card.code, "polygon": _rounded(card), "score": round(card.score, 4)} for card in sure
        ],
        "unsure": [
            {"alternatives": _candidates(card), "polygon": _rounded(card)} for card in cards if not card.sure
        ],
    }


def seen_text(path: Path, cards: Sequence[CardSighting]) -> str:
    """The same for people."""
    sure = " ".join(card.code for card in cards if card.sure) or "no cards"
    doubts = [" or ".join(code for code, _ in _candidates(card)) for card in cards if not card.sure]
    return f"{path}: {sure}" + (f"; unsure: {', '.join(doubts)}" if doubts else "")


def _candidates(card: CardSighting) -> list[list[Any]]:
    own = [[card.code, round(card.score, 4)]]
    return own + [[code, round(score, 4)] for code, score in card.alternatives if code != card.code]


def _rounded(card: CardSighting) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in card.polygon]
