"""Makes films of whole deals.

    python -m datasets.film --profile classic --players 4 --seed 7 --out films/seven

A deal is played by the engine, arranged as movements of arms and cards, and painted as seen by a camera above
the table. `film.mp4` and `film.json` (the truth) come out. The same options give the same film.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from .deck import Deck
from .film_arm import draw_style
from .film_choreography import Choreographer, Choreography
from .film_deal import play_deal
from .film_render import FilmScene, Renderer
from .film_script import Script, SweepStyle
from .film_spec import (
    LIGHTS,
    PACES,
    PROCEDURAL,
    SHUFFLES,
    FilmSpec,
    camera_of,
    habits_of,
    lens_of,
    spec_from_dict,
    table_of,
)
from .film_stage import Stage, make_stage
from .film_table import FilmError, paint_table
from .film_truth import save_truth, truth_of
from .film_video import open_film

Progress = Callable[[int, int], None]
"""Called with frames done and frames in all."""


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """A film that is arranged but not painted yet."""

    spec: FilmSpec
    script: Script
    stage: Stage
    dance: Choreography
    scene: FilmScene

    @property
    def frame_count(self) -> int:
        return int(np.ceil(self.dance.cast.duration * self.spec.fps))

    def frames(self) -> Iterator[np.ndarray]:
        """All pictures, uint8 BGR."""
        return Renderer(self.scene).frames(self.spec.fps)

    def truth(self) -> dict[str, object]:
        """The value of its JSON file."""
        return truth_of(self.script, self.stage, self.dance, self.spec.fps, film=self.spec.to_dict())

    def write(self, folder: Path, name: str = "film", progress: Progress | None = None) -> tuple[Path, Path]:
        """Write `name`.mp4 and `name`.json into a folder; their paths."""
        folder.mkdir(parents=True, exist_ok=True)
        video, truth = folder / f"{name}.mp4", folder / f"{name}.json"
        spec, total = self.spec, self.frame_count
        with open_film(video, spec.width, spec.height, spec.fps, spec.crf, spec.preset) as sink:
            for number, frame in enumerate(self.frames(), 1):
                sink.send(frame)
                if progress is not None:
                    progress(number, total)
        save_truth(truth, self.truth())
        return video, truth


def make_film(spec: FilmSpec, script: Script | None = None, deck: Deck | None = None) -> Film:
    """Play (or take `script`), arrange and dress a film.

    Raises:
        FilmError: if the spec can't be filmed; the engine's own errors for profile and players.
    """
    habits = habits_of(spec)
    if script is None:
        script = play_deal(spec, habits)
    if deck is None:
        deck = find_deck(spec.deck)
    _check_faces(deck, script)
    stage = make_stage(
        script.players, spec.width, spec.height, script.turn, deck, camera_of(spec), spec.glyph
    )
    dance = Choreographer(script, stage, habits, spec.rng("movement")).arrange()
    lens = lens_of(spec, dance.cast.duration)
    margin = int(lens.shake.margin() * spec.height / 720) + 2
    table = paint_table(table_of(spec), stage, margin)
    rng = spec.rng("people")
    people = tuple(draw_style(rng) for _ in range(script.players))
    scene = FilmScene(stage, dance.cast, deck, people, table, margin, lens)
    return Film(spec, script, stage, dance, scene)


def find_deck(name: str) -> Deck:
    """`drawn:SEED` or a folder of deck art."""
    kind, _, seed = name.partition(":")
    if kind == "drawn":
        from .draw_deck import draw_deck

        if not seed.isdigit():
            raise FilmError(f"{name!r}: a drawn deck needs a number, such as drawn:7")
        return draw_deck(int(seed))
    from .art import load_deck

    folder = Path(name)
    if not folder.is_dir():
        raise FilmError(f"no deck {name!r}: give drawn:SEED or a folder of card pictures")
    return load_deck(folder)


def _check_faces(deck: Deck, script: Script) -> None:
    cards = {card for hand in script.dealt.values() for card in hand}
    for step in script.steps:
        cards.update(getattr(step, "cards", ()))
    missing = sorted(card for card in cards if card not in deck.faces)
    if missing:
        raise FilmError(f"the deck {deck.name} lacks {' '.join(missing)}: take another deck or another seed")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m datasets.film", description=__doc__)
    d = FilmSpec()
    parser.add_argument("--out", type=Path, required=True, help="folder for film.mp4 and film.json")
    parser.add_argument("--spec", type=Path, help='JSON with all other options, as in the truth\'s "film"')
    parser.add_argument("--name", default="film", help="file name without ending")
    parser.add_argument("--profile", default=d.profile)
    parser.add_argument("--players", type=int, default=d.players)
    parser.add_argument("--seed", type=int, default=d.seed)
    parser.add_argument("--illegal-rate", type=float, default=d.illegal_rate, help="share of illegal plays")
    parser.add_argument("--taken-back", type=float, default=d.taken_back, help="share of those taken back")
    parser.add_argument("--size", default=f"{d.width}x{d.height}", help="such as 1920x1080")
    parser.add_argument("--fps", type=float, default=d.fps)
    parser.add_argument("--stake", type=int, default=d.stake)
    parser.add_argument("--level", default=None, help="level rank (guandan)")
    parser.add_argument("--deck", default=None, help="drawn:SEED or a folder of card pictures")
    parser.add_argument(
        "--background",
        default=d.background,
        help=f"{PROCEDURAL}, wood, felt, cloth, plastic, leather or a picture",
    )
    parser.add_argument("--light", default=d.light, choices=(*LIGHTS, "any"))
    parser.add_argument("--pace", default=d.pace, choices=PACES)
    parser.add_argument("--lamps", type=int, default=d.lamps, help="how often a lamp is switched")
    parser.add_argument("--bumps", type=int, default=d.bumps, help="how often the camera is knocked")
    parser.add_argument("--shake", type=float, default=d.shake, help="trembling in px at 720 lines")
    parser.add_argument("--pitch", type=float, default=None, help="degrees off the vertical")
    parser.add_argument(
        "--glyph", type=float, default=d.glyph, help="height of a rank glyph in px at 720 lines"
    )
    parser.add_argument("--crf", type=int, default=d.crf, help="compression: 18 fine to 32 coarse")
    parser.add_argument(
        "--plays", default=f"{d.fewest_plays}-{d.most_plays}", help="length of the deal, such as 8-20"
    )
    parser.add_argument(
        "--bombs", type=int, default=d.least_bombs, dest="least_bombs", help="at least so many bombs"
    )
    parser.add_argument(
        "--illegal", type=int, default=0, dest="least_illegal", help="at least so many illegal plays"
    )
    parser.add_argument(
        "--sweep", default=d.sweep, choices=(*SweepStyle, "any"), help="what becomes of a trick"
    )
    parser.add_argument(
        "--shuffle", default=d.shuffle, choices=SHUFFLES, help="poor: short deals full of bombs"
    )
    parser.add_argument("--preset", default=d.preset, help="x264 preset")
    return parser


def spec_from_arguments(arguments: argparse.Namespace) -> FilmSpec:
    """The spec that a command line asks for."""
    if arguments.spec is not None:
        return spec_from_dict(json.loads(arguments.spec.read_text(encoding="utf-8")))
    apart = ("out", "name", "size", "plays", "spec")
    values = {name: value for name, value in vars(arguments).items() if name not in apart}
    width, _, height = arguments.size.partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise FilmError(f"--size {arguments.size}: write it like 1280x720")
    fewest, _, most = arguments.plays.partition("-")
    if not (fewest.isdigit() and most.isdigit()):
        raise FilmError(f"--plays {arguments.plays}: write it like 8-20")
    values |= {"fewest_plays": int(fewest), "most_plays": int(most)}
    values["deck"] = arguments.deck or f"drawn:{arguments.seed}"
    return FilmSpec(width=int(width), height=int(height), **values)


def main(argv: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    from rich.console import Console
    from rich.progress import track

    from engine.errors import EngineError

    cv2.setNumThreads(1)
    arguments = _parser().parse_args(argv)
    console = Console(stderr=True)
    try:
        film = make_film(spec_from_arguments(arguments))
        ticks = iter(track(range(film.frame_count), "painting", console=console))
        video, truth = film.write(arguments.out, arguments.name, lambda *_: next(ticks, None))
        next(ticks, None)
    except (FilmError, EngineError, ValueError, OSError) as error:
        console.print(f"[red]{error}[/red]", highlight=False)
        return 2
    console.print(
        f"{video}  {video.stat().st_size / 1e6:.1f} MB, {film.dance.cast.duration:.0f} s, truth in {truth}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
