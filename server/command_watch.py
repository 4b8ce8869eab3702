"""`replay`, `demo`, `run` and `backup`: a source through the whole line, with and without the page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from engine.guandan_actions import SetLevels
from vision.frames import FrameSource
from vision.layout import TableLayout
from vision.sources import open_source

from .decks import DeckOption, detector_for
from .evidence import DEFAULT_QUOTA
from .outlets import outlet_for
from .problems import ExitCode, UserError
from .serving import Serving, serve
from .session import Session
from .settings import DataOption, data_folder
from .store import LOG_NAME, backup_log
from .table import Table, checked_stake, named_profile, require_players
from .told import complain, errors, faults_told
from .told_events import teller
from .truth import Truth, differences
from .watching import Screening, open_session

ProfileOption = Annotated[str, typer.Option("--profile", "-p", help="Profile name or TOML file.")]
PlayersOption = Annotated[int, typer.Option("--players", "-n", help="How many play.")]
StakeOption = Annotated[
    float, typer.Option("--stake", min=0, help="Base stake, points per card; 0.5 and the like are fine.")
]
DealerOption = Annotated[int | None, typer.Option("--dealer", help="Seat of the first dealer, from 0.")]
LevelOption = Annotated[
    str | None, typer.Option("--level", help="Guandan: the level both sides begin at, 2 … 10 J Q K A.")
]
LayoutOption = Annotated[
    Path | None, typer.Option("--layout", help="Seat zones as JSON, as the page saves them.")
]
PortOption = Annotated[int, typer.Option("--port", min=1, max=65535, help="Port of the page.")]
HostOption = Annotated[str, typer.Option("--host", help="Address to listen on.")]
HttpsOption = Annotated[
    bool | None,
    typer.Option(
        "--https/--no-https",
        help="A secure address too, with a self-made certificate, for a phone as the camera; on unless only "
        "this computer can reach the page.",
        show_default=False,
    ),
]
HttpsPortOption = Annotated[
    int | None, typer.Option("--https-port", min=1, max=65535, help="Port of the secure address, else 8443.")
]
QuotaOption = Annotated[
    float, typer.Option(min=0.01, help="GB of pictures kept; the oldest are dropped first, events never.")
]
WebhookOption = Annotated[
    list[str] | None,
    typer.Option(help="Post every event as JSON to this address; may be given more than once."),
]
MqttOption = Annotated[
    list[str] | None, typer.Option(help="Publish every event to mqtt://host/topic (needs paiyan[mqtt]).")
]


def make_table(
    session: Session,
    profile: str,
    players: int,
    stake: float,
    dealer: int | None,
    layout: TableLayout | None,
    names: list[str] | None = None,
    level: str | None = None,
) -> Table:
    """A checked table. Raises UserError: unknown profile, refused number of players, no such dealer or level.

    `level`: Guandan, both sides begin at this level instead of 2.
    """
    rules = named_profile(profile)
    require_players(rules, players)
    if level is not None and rules.game != "guandan":
        raise UserError("usage", f"{profile} has no levels: leave --level out, or choose a Guandan profile.")
    opening = None if level is None else SetLevels((read_level(level),) * 2).to_dict()
    called = [*(names or ()), *(str(seat + 1) for seat in range(len(names or ()), players))]
    people = tuple(session.store.person(name) for name in called[:players])
    shape = layout.to_dict() if layout else None
    table = Table(profile, people, stake=checked_stake(stake), layout=shape, opening=opening)
    return table.changed(first_dealer=dealer)


def read_level(level: str) -> str:
    """A level as people write it (`10`, `a`) as the engine does."""
    return {"10": "T"}.get(level, level.upper())


@faults_told
def replay(
    source: Annotated[str, typer.Argument(help="A film, or a folder of pictures.")],
    profile: ProfileOption = "classic",
    players: PlayersOption = 4,
    dealer: DealerOption = None,
    stake: StakeOption = 1,
    level: LevelOption = None,
    layout: LayoutOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    deck: DeckOption = None,
    save: Annotated[Path | None, typer.Option(help="Keep log and pictures in this folder.")] = None,
) -> None:
    """Watch a recorded deal and print its events, one a line."""
    require_players(named_profile(profile), players)
    zones = TableLayout.load(layout) if layout else None
    frames = open_source(source, realtime=False)
    detector = detector_for(deck)
    with open_session(save) as session:
        session.begin_evening(make_table(session, profile, players, stake, dealer, zones, level=level))
        session.listeners.append(teller(session, _line, as_json=as_json))
        with _progress(frames) as seen:
            Screening(session, detector).show(frames, seen)


@faults_told
def demo(
    port: PortOption = 8000,
    host: HostOption = "0.0.0.0",
    once: Annotated[bool, typer.Option("--once", help="Print the events, check them, and end.")] = False,
    film: Annotated[Path | None, typer.Option(help="Another film, with its truth beside it.")] = None,
) -> None:
    """Watch a bundled film of a deal on the page."""
    video, truth = _demo_film(film)
    if once:
        _demo_once(video, truth)
        return
    with open_session() as session:
        session.begin_evening(_filmed_table(session, truth))
        source = open_source(str(video), realtime=True)
        served = Serving(
            session, host, port, source=source, detector=detector_for(None), pin="000000", https=False
        )
        serve(served)


def _demo_film(film: Path | None) -> tuple[Path, Truth]:
    folder = Path(str(resources.files("server") / "demo"))
    video = film or folder / "deal.mp4"
    return video, Truth.load(video.with_suffix(".json"))


def _filmed_table(session: Session, truth: Truth) -> Table:
    names = ["安 An", "博 Bo", "辰 Chen", "丁 Ding", "娥 E", "方 Fang", "高 Gao"]
    return make_table(
        session,
        truth.profile,
        truth.players,
        truth.stake,
        truth.dealer,
        truth.layout,
        names[: truth.players],
        truth.level,
    )


def _demo_once(video: Path, truth: Truth) -> None:
    frames, detector = open_source(str(video), realtime=False), detector_for(None)
    with open_session() as session:
        session.begin_evening(_filmed_table(session, truth))
        session.listeners.append(teller(session, _line, as_json=True))
        with _progress(frames) as seen:
            Screening(session, detector).show(frames, seen)
        found = differences(truth, session)
    for difference in found:
        complain(difference)
    if found:
        raise typer.Exit(ExitCode.DIFFERENT)
    errors.print("The recognised deal equals the filmed one.", style="green")


@faults_told
def run(
    source: Annotated[
        str | None,
        typer.Option(
            "--source", "-s", help="Camera number, stream address, film or folder; none: hand entry."
        ),
    ] = None,
    profile: ProfileOption = "classic",
    players: PlayersOption = 4,
    port: PortOption = 8000,
    host: HostOption = "0.0.0.0",
    dealer: DealerOption = None,
    stake: StakeOption = 1,
    level: LevelOption = None,
    names: Annotated[str | None, typer.Option(help="Players' names by seat, separated by commas.")] = None,
    layout: LayoutOption = None,
    deck: DeckOption = None,
    data: DataOption = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new evening instead of going on.")] = False,
    pin: Annotated[str | None, typer.Option(help="The host's PIN; otherwise one is made up.")] = None,
    https: HttpsOption = None,
    https_port: HttpsPortOption = None,
    quota: QuotaOption = DEFAULT_QUOTA / 1e9,
    webhook: WebhookOption = None,
    mqtt: MqttOption = None,
) -> None:
    """Serve the live page: watch a table, referee and keep the score."""
    require_players(named_profile(profile), players)
    zones = TableLayout.load(layout) if layout else None
    outlets = tuple(outlet_for(url) for url in (*(webhook or ()), *(mqtt or ())))
    serving_port = _checked_port(host, port)
    frames = open_source(source) if source is not None else None
    detector = detector_for(deck, data) if frames is not None else None
    folder = data_folder(data)
    with open_session(folder, round(quota * 1e9)) as session:
        called = [name.strip() for name in names.split(",")] if names else None
        table = make_table(session, profile, players, stake, dealer, zones, called, level)
        if new or not session.resume() or not _goes_on(session, table):
            session.begin_evening(table)
        serve(
            Serving(
                session,
                host,
                serving_port,
                source=frames,
                detector=detector,
                pin=pin,
                folder=folder,
                https=https,
                https_port=https_port,
                outlets=outlets,
            )
        )


def _checked_port(host: str, port: int) -> int:
    """Refuse a port in use before the camera is opened."""
    from .serving import bound_socket

    bound_socket(host, port).close()
    return port


def _goes_on(session: Session, table: Table) -> bool:
    """Whether the evening in the log is the one that is asked for: same profile, as many players."""
    kept = session.table
    return kept is not None and (kept.profile, kept.players) == (table.profile, table.players)


@faults_told
def backup(
    target: Annotated[Path, typer.Argument(help="File to write.")],
    data: DataOption = None,
) -> None:
    """Copy the log while the server runs."""
    backup_log(data_folder(data) / LOG_NAME, target)
    typer.echo(f"The log was copied to {target}.")


def _line(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


@contextmanager
def _progress(source: FrameSource) -> Iterator[Callable[[float], None]]:
    """A bar on stderr while a film is watched, where somebody looks."""
    duration = float(getattr(source, "duration", 0.0)) or None
    columns = (
        TextColumn("watching"),
        BarColumn(),
        TextColumn("{task.completed:.0f} s"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("watching", total=duration)
        yield lambda at: bar.update(task, completed=at)
