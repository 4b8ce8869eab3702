"""What goes to and fro besides the scoreboard: answers to the operator's pages, and requests.

Routes that the pages use (everything that changes something needs the host's cookie, except the PIN itself):

    GET  /api/scoreboard                 Scoreboard
    GET  /api/stream                     server-sent events `scoreboard` (Scoreboard)
    GET  /api/me                         Me
    POST /api/host                       PinEntry → Me; 403 Problem on a wrong PIN, 429 when too many
    DELETE /api/host                     → Me
    POST /api/entries                    Entry → Scoreboard
    POST /api/corrections                Correction → CorrectionPreview; with its token Scoreboard
    POST /api/questions/{id}             Answer → Scoreboard
    POST /api/settings                   Settings → Scoreboard
    GET  /api/profiles                   [ProfileInfo]
    GET  /api/camera                     CameraReport
    GET  /api/camera.jpg                 the newest picture
    PUT  /api/layout                     Layout → Layout
    GET  /api/events?before=SEQ&limit=N  [HistoryEvent], oldest first; also ?deal=N
    GET  /api/events/{seq}/why           Why
    GET  /api/evidence/{id}              a picture (JPEG)
    GET  /api/evenings                   [Evening], the latest first
    GET  /api/statistics                 [PlayerStatistics]
    GET  /api/people                     names of the players remembered (host only)
    DELETE /api/people/{name}            forgets a person: the name is replaced everywhere
    GET  /api/export.csv, /api/export.json   the evening's deals
    GET  /api/qr.svg                     the join address as a QR code
"""

from typing import Annotated, Literal

from pydantic import Field

from .schemas import Camera, Card, Model, ParameterValue, Point, Ratio, Seat, Text

LevelRank = Annotated[str, Field(pattern=r"^[2-9TJQKA]$", description="a Guandan level, T for 10")]

# ------------------------------------------------------------- answers besides the scoreboard


class Me(Model):
    """Who is asking: the host's device may change things, a viewer may look."""

    host: bool
    name: str = ""
    addresses: list[str] = Field(
        default_factory=list, description="addresses of the page on the local network"
    )
    secure_addresses: list[str] = Field(
        default_factory=list, description="the same with https, for a phone that is the camera"
    )
    fingerprint: str = Field("", description="SHA-256 of the self-made certificate, as AB:CD:…")


class Box(Model):
    """One card in a picture. Points in px of the picture."""

    code: Card
    score: Ratio
    polygon: list[Point]
    alternatives: list[tuple[Card, Ratio]] = Field(default_factory=list)
    unsure: bool = False


class Why(Model):
    """Why the log holds an event: pictures, boxes, votes and the rule."""

    seq: int
    text: Text
    before: str | None = None
    after: str | None = None
    boxes: list[Box] = Field(default_factory=list, description="on the picture `after`")
    votes: list[Box] = Field(
        default_factory=list, description="reading of each card with its share of the votes"
    )
    seat_votes: dict[int, Ratio] = Field(default_factory=dict)
    rule: Text | None = None
    source: str | None = Field(None, description="document and section of the rule")
    inferred_from: int | None = None


class Zone(Model):
    """One seat's place in the picture. Points as ratios of width and height."""

    seat: Seat
    hand: list[tuple[Ratio, Ratio]]


class Layout(Model):
    """Table corners (clockwise from top left) and seat zones, in ratios of the picture."""

    table: list[tuple[Ratio, Ratio]] = Field(min_length=3, max_length=12)
    play_area: list[tuple[Ratio, Ratio]] = Field(default_factory=list)
    zones: list[Zone] = Field(default_factory=list)


class Verdict(Model):
    """One property of the camera's picture with its judgement."""

    name: Literal["focus", "brightness", "glare", "size", "steadiness", "view"]
    ok: bool
    known: bool = Field(
        True, description="False while no cards lie there to judge by; `ok` then means nothing"
    )
    value: float | None = None
    message: Text


class CameraReport(Model):
    """The camera picture as the operator sees it. The picture itself is `/api/camera.jpg`."""

    state: Camera
    source: str | None = None
    boxes: list[Box] = Field(default_factory=list)
    verdicts: list[Verdict] = Field(default_factory=list)
    layout: Layout | None = None
    placed: bool = Field(False, description="a person has placed the layout; else it is the plain default")


class LayoutProposal(Model):
    """A layout found in the newest picture. `found` is False where the table's edge isn't clear."""

    layout: Layout
    found: bool


class PictureCheck(Model):
    """The newest picture measured: is it good enough to read cards?"""

    verdicts: list[Verdict]
    indices: int = Field(description="index corners found, on which sharpness, size and view are judged")


class Difference(Model):
    """One consequence of a correction, shown before it is kept."""

    seq: int | None = None
    seat: Seat | None = None
    before: Text | None = None
    after: Text | None = None


class CorrectionPreview(Model):
    """What a correction would change. Send the same correction with `token` to keep it."""

    token: str
    differences: list[Difference]
    totals_before: list[float] = Field(default_factory=list)
    totals_after: list[float] = Field(default_factory=list)


class Evening(Model):
    """One session of the log."""

    id: int
    name: str
    started_at: float
    profile: str
    deals: int
    totals: dict[str, float] = Field(default_factory=dict, description="by player's name")


class PlayerStatistics(Model):
    """What one person did over all evenings."""

    name: str
    evenings: int
    deals: int
    wins: int
    total: float
    best: float = Field(0, description="largest gain in one deal")
    bombs: int = 0
    refused: int = Field(0, description="plays that were not allowed")


class Problem(Model):
    """Why a request was refused, with a stable code and what to do."""

    code: str
    message: Text


# ------------------------------------------------------------- requests (host only, except PinEntry)


class PinEntry(Model):
    pin: str = Field(min_length=1, max_length=32)
    name: str = Field("", max_length=40, description="shown beside corrections made from this device")


class Correction(Model):
    """Two taps from any event: what should the log have said? `insert` puts a play before `seq`."""

    seq: int
    action: Literal["cards", "seat", "pass", "not-a-play", "undo", "insert", "reading", "let-stand"]
    seat: Seat | None = None
    cards: list[Card] = Field(default_factory=list)
    declared: list[str] = Field(default_factory=list, description="ranks the cards stand for, in their order")
    token: str | None = Field(None, description="from the preview; without it nothing is kept")


class Entry(Model):
    """One thing entered by hand."""

    action: Literal[
        "play", "pass", "draw", "retract", "let-stand", "hand", "last-card", "lay-down", "tribute",
        "give-back", "start-deal", "next-deal", "settle", "confirm", "offence", "undo",
        "set-levels", "new-match", "enter-order", "time-up", "forfeit", "resist", "skip-tribute",
    ]  # fmt: skip
    seat: Seat | None = None
    cards: list[Card] = Field(default_factory=list)
    declared: list[str] = Field(default_factory=list)
    number: int | None = Field(
        None, description="number called, a hand's size when its cards are not known, or a match's round"
    )
    code: str | None = Field(None, description="which offence, or why a side forfeits")
    side: Literal["NS", "EW"] | None = Field(
        None, description="Guandan: the side on stage (set-levels), or that forfeits or offends"
    )
    levels: tuple[LevelRank, LevelRank] | None = Field(None, description="Guandan: levels of NS and EW")
    failed: tuple[int, int] = Field((0, 0), description="Guandan: failed tries at A of NS and EW")
    seats: list[Seat] = Field(
        default_factory=list,
        description="Guandan: the finishing order, first place first (enter-order; set-levels: the one that "
        "owes tribute), or who holds the big jokers (resist)",
    )
    put_back: bool = Field(False, description="an offence that was put right at once counts nothing")


class Rules(Model):
    """Rules to try out: a profile with some values changed."""

    profile: str
    parameters: dict[str, ParameterValue] = Field(default_factory=dict)


class Answer(Model):
    """A person's answer to a question: one of its alternatives, or other cards."""

    choice: int | None = Field(None, ge=0)
    cards: list[Card] = Field(default_factory=list)
    seat: Seat | None = None
    action: Literal["play", "reading", "not-a-play", "pass"] = "play"


class Settings(Model):
    """The evening's set-up. A None leaves the present value, but `first_dealer` null is "as the rules say".

    `new_evening` begins another evening with totals at nothing; the last deal must be settled or void.
    """

    new_evening: bool = False
    session: str | None = Field(None, max_length=80)
    profile: str | None = None
    parameters: dict[str, ParameterValue] = Field(
        default_factory=dict, description="values that differ from the profile's own"
    )
    players: list[str] | None = Field(None, min_length=2, max_length=20)
    stake: float | None = Field(None, gt=0, le=1_000_000)
    first_dealer: Seat | None = None
    source: str | None = None
