"""Decks a table has taught: kept in the data folder, chosen by name where cards are read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vision.detector import Detector, load_detector
from vision.index_reader import IndexReader
from vision.learned_deck import LearnedDeck, PrototypeReader

from .settings import data_folder

DeckOption = Annotated[str | None, typer.Option("--deck", help="A deck taught with `paiyan deck learn`.")]


def decks_folder(data: Path | None = None) -> Path:
    """Where learned decks lie."""
    return data_folder(data) / "decks"


def detector_for(deck: str | None, data: Path | None = None) -> Detector:
    """The detector, with a learned deck if one is named.

    Raises ModelFileError: the weights can't be used. DeckError: no such deck, or not of these weights.
    """
    if deck is None:
        return load_detector()
    learned = LearnedDeck.load(deck, decks_folder(data))
    return load_detector(reader=PrototypeReader(IndexReader.load(), learned))
