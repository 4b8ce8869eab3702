"""`deck`: teach the eye an unusual deck, and see what it knows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import track

from vision.deck_learner import DeckLearner
from vision.detector import load_detector
from vision.frames import IMAGE_SUFFIXES, Frame, read_image
from vision.labels import is_code
from vision.learned_deck import LearnedDeck, deck_names
from vision.sources import open_source

from .command_see import pictures
from .decks import decks_folder
from .settings import DataOption
from .told import errors, faults_told

Picture = NDArray[np.uint8]
FILM_STEP = 0.4
"""Seconds between the frames of a film that are looked at."""

deck_app = typer.Typer(help="Teach the eye a deck of your own.", no_args_is_help=True)


@deck_app.command()
@faults_told
def learn(
    name: Annotated[str, typer.Argument(help="A name for the deck.")],
    sources: Annotated[
        list[str],
        typer.Argument(
            help="Photos, folders or films of the cards; a photo named 9d.jpg shows only that card."
        ),
    ],
    data: DataOption = None,
) -> None:
    """Learn a deck from pictures of its cards, spread out or one after another."""
    detector, learner = load_detector(), DeckLearner()
    shown = list(_pictures(sources)) if not _has_film(sources) else _pictures(sources)
    for picture, code in track(shown, "learning", console=errors, disable=not errors.is_terminal):
        learner.add(detector.detect(picture), code)
    deck = learner.finish(name)
    path = deck.save(decks_folder(data))
    typer.echo(f"{name}: {len(deck.shown)} of 54 cards learned, kept in {path}")
    _tell_gaps(deck)


def _tell_gaps(deck: LearnedDeck) -> None:
    if deck.missing:
        typer.echo(f"not shown: {' '.join(deck.missing)}")
    for pair in deck.confusions():
        typer.echo(f"hard to tell apart: {pair.a} and {pair.b} ({pair.likeness:.2f})")


@deck_app.command("list")
@faults_told
def list_decks(data: DataOption = None) -> None:
    """Name the decks learned so far."""
    for name in deck_names(decks_folder(data)):
        typer.echo(name)


@deck_app.command()
@faults_told
def show(name: Annotated[str, typer.Argument(help="The deck.")], data: DataOption = None) -> None:
    """Say which cards of a deck were learned and which look alike."""
    deck = LearnedDeck.load(name, decks_folder(data))
    typer.echo(f"{name}: {len(deck.shown)} of 54 cards")
    _tell_gaps(deck)


def _has_film(sources: list[str]) -> bool:
    return any(
        not Path(each).is_dir() and Path(each).suffix.lower() not in IMAGE_SUFFIXES for each in sources
    )


def _pictures(sources: list[str]) -> Iterator[tuple[Picture, str | None]]:
    """Pictures (uint8 BGR) with the code that the file's name gives, if it gives one."""
    for source in sources:
        path = Path(source)
        if path.is_dir() or path.suffix.lower() in IMAGE_SUFFIXES:
            for each in pictures([path]):
                yield read_image(each), each.stem if is_code(each.stem) else None
        else:
            yield from _film(source)


def _film(source: str) -> Iterator[tuple[Picture, None]]:
    due = 0.0
    for item in open_source(source, realtime=False):
        if isinstance(item, Frame) and item.at >= due:
            due = item.at + FILM_STEP
            yield item.image, None
