"""The scoreboard: the whole public state of a table after one event, as the page and other programs read it.

`Scoreboard` is what `GET /api/scoreboard` answers and what every server-sent event named
`scoreboard` carries, with the sequence number of its last event as the id. A viewer who was away
needs only the newest one. Cards are code strings (`As`, `Td`, `BJ`), seats are 0, 1, … in turn
direction, times are seconds since 1970 (UTC), texts come in both languages, pictures are named by
an id under `/api/evidence/`.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Annotated[int, Field(ge=0, le=19)]
Card = Annotated[
    str, Field(pattern=r"^(?:[A23456789TJQK][shdc]|BJ|RJ|\?)$", description="card code, or ? for unread")
]
Ratio = Annotated[float, Field(ge=0, le=1)]
Point = tuple[float, float]
Language = Literal["zh", "en"]


class Model(BaseModel):
    """Base of all messages: unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


class Text(Model):
    """One sentence in both languages."""

    zh: str
    en: str


# ------------------------------------------------------------- players and the table


class Player(Model):
    """One seat as everybody may see it. `count` is None while the size of the hand is not known."""

    seat: Seat
    name: str
    count: int | None = None
    shown: list[Card] = Field(default_factory=list, description="cards this seat has played in this deal")
    side: Literal["NS", "EW"] | None = None
    place: int | None = Field(None, description="order of going out, 1 = first; None while still in")
    last_card: int | None = Field(
        None, description="the number called, when the profile has a last-card call"
    )
    passed: bool = Field(False, description="has passed since the combination to beat was played")
    played_nothing: bool = Field(False, description="would be a spring if the deal ended now")
    deal_score: float = 0
    total: float = 0
    connected: bool = True


class Combination(Model):
    """The combination that has to be beaten."""

    seat: Seat
    cards: list[Card]
    kind: str = Field(description="stable code of the shape, for example straight or soft-bomb")
    kind_text: Text
    stands_for: list[str] = Field(
        default_factory=list,
        description="rank each card stands for, in the order of `cards`; empty when as printed",
    )
    reading: Text | None = Field(
        None, description="the reading in force, when a wild card made several possible"
    )
    beaten_by: Text = Field(description="what would beat it, in words")
    seq: int | None = Field(None, description="the event that laid it")


class TablePlay(Model):
    """Cards of one play that lie on the table in this trick, oldest first."""

    seq: int
    seat: Seat
    cards: list[Card]
    status: Literal["beaten", "current", "illegal", "asked"]
    stands_for: list[str] = Field(default_factory=list)


class Factor(Model):
    """One doubling of the deal, with its reason."""

    factor: int
    reason: Text
    seat: Seat | None = None
    seq: int | None = None


class Multiplier(Model):
    value: int = 1
    factors: list[Factor] = Field(default_factory=list)


class Alert(Model):
    """Something the players must hear about now. `open` until it was taken back, let stand or corrected."""

    id: str
    seq: int
    seat: Seat | None = None
    code: str
    sentence: Text
    cards: list[Card] = Field(default_factory=list)
    evidence: str | None = Field(None, description="picture id")
    at: float
    open: bool = True
    outcome: Literal["taken-back", "let-stand", "answered"] | None = Field(
        None, description="how it was put right, once it is closed"
    )
    closed_at: float | None = None


class Alternative(Model):
    """One possible answer to a question; `cards` empty and `action` set for 'it was no play'."""

    cards: list[Card] = Field(default_factory=list)
    score: Ratio | None = None
    seat: Seat | None = None
    action: Literal["play", "reading", "not-a-play", "pass"] = "play"
    stands_for: list[str] = Field(default_factory=list)
    label: Text | None = None


class Question(Model):
    """The referee can't tell and asks a person to look."""

    id: str
    seq: int
    seat: Seat | None = None
    code: str
    sentence: Text
    alternatives: list[Alternative]
    evidence: str | None = None
    at: float


class HistoryEvent(Model):
    """One line of the log as people read it."""

    seq: int
    at: float
    deal: int
    kind: str = Field(
        description="event kind of the engine or the server, for example played, passed, refused"
    )
    seat: Seat | None = None
    cards: list[Card] = Field(default_factory=list)
    text: Text
    inferred: bool = Field(False, description="implied by a later play, not seen")
    evidence: str | None = None
    correctable: bool = False
    corrected_by: str | None = Field(None, description="who corrected it, when somebody did")
    has_why: bool = False


# ------------------------------------------------------------- the end of a deal and the evening


class OpenHand(Model):
    """Cards a loser still held, laid open."""

    seat: Seat
    cards: list[Card]
    expected: int | None = Field(
        None, description="the count the log expects; differing from len(cards) it is shown"
    )
    evidence: str | None = None
    confirmed: bool = False


class Payment(Model):
    """One line of the payment sheet: n × stake × the doublings."""

    seat: Seat
    amount: float = Field(description="signed; the winner's is positive")
    cards_left: int | None = None
    stake: float = 1
    factors: list[Factor] = Field(
        default_factory=list, description="deal-wide first, then those of this loser"
    )
    note: Text | None = Field(None, description="for example one card left pays nothing")


class DealResult(Model):
    """How the deal ended. `settled` once every hand is known; until then payments are provisional."""

    deal: int
    number: int = Field(0, description="1, 2, … within the evening")
    winner: Seat | None = None
    places: list[Seat] = Field(default_factory=list)
    void: bool = False
    settled: bool = False
    confirmed: bool = False
    multiplier: Multiplier = Field(default_factory=Multiplier)
    hands: list[OpenHand] = Field(default_factory=list)
    payments: list[Payment] = Field(default_factory=list)
    waiting_for: list[Seat] = Field(
        default_factory=list, description="seats whose hand has not been seen yet"
    )
    next_dealer: Seat | None = None
    next_dealer_reason: Text | None = None
    climb: Text | None = Field(None, description="Guandan: how far the winners climb")


class DealRow(Model):
    """One settled deal of the evening: amounts per seat. `deal` names it in the log, `number` counts from 1
    within the evening.
    """

    deal: int
    number: int = 0
    winner: Seat | None = None
    multiplier: int = 1
    amounts: list[float]
    corrected: bool = False


class Totals(Model):
    totals: list[float] = Field(default_factory=list, description="per seat")
    deals: list[DealRow] = Field(default_factory=list, description="oldest first")
    lowest_wins: bool = False


# ------------------------------------------------------------- surroundings


class Camera(Model):
    """State of the eye. `manual` means hand entry, without a camera."""

    state: Literal["manual", "calibrating", "live", "moved", "dark", "stale", "lost"] = "manual"
    since: float | None = None
    message: Text | None = None
    fps: float | None = None
    width: int | None = None
    height: int | None = None


class Level(Model):
    """Where one Guandan side stands."""

    side: Literal["NS", "EW"]
    level: str
    on_stage: bool = False
    failed_tries: int = 0


class Tribute(Model):
    """One tribute between deals. A card is None until it was seen."""

    payer: Seat
    receiver: Seat | None = None
    card: Card | None = None
    given_back: Card | None = None
    resisted: bool = False


class LedgerLine(Model):
    """Reports of one offence that count, for each side."""

    offence: str
    text: Text
    counts: tuple[int, int] = Field(description="NS and EW")


class Guandan(Model):
    levels: list[Level]
    level: str = Field(description="rank this deal is played at")
    wild: Card
    tributes: list[Tribute] = Field(default_factory=list)
    time_limit: float | None = Field(None, description="seconds a match may last")
    ends_at: float | None = Field(None, description="when the time is up; None while the clock does not run")
    time_left: float | None = Field(None, description="seconds as of the board's `at`, never below 0")
    owed: list[Seat] = Field(
        default_factory=list, description="finishing order that owes tribute before the next deal"
    )
    leader: Seat | None = Field(None, description="who leads after tribute, once that is known")
    round: int = 1
    ledger: list[LedgerLine] = Field(default_factory=list, description="the referee's ledger")
    has_ledger: bool = False
    match_winner: Literal["NS", "EW"] | None = None
    match_ended: Text | None = Field(None, description="why the match is over")


class Matching(Model):
    """The matching game: what a card must follow."""

    top: Card | None = None
    colour: Literal["red", "black"] | None = None
    clockwise: bool = True
    owed_draws: int = 0


ParameterValue = bool | int | str | list[int] | list[str]


class Choice(Model):
    """One allowed word of a parameter."""

    value: str
    label: Text


class Parameter(Model):
    """One adjustable rule of a profile: `value` as it is played, `standard` as the profile itself says."""

    name: str
    label: Text
    group_key: str = ""
    group: Text
    kind: Literal["text", "choice", "choices", "boolean", "integer", "span", "optional-span"]
    value: ParameterValue = Field(description="a span is [from, to]; an optional span may be false")
    standard: ParameterValue
    choices: list[Choice] = Field(default_factory=list)
    low: int | None = Field(None, description="least whole number, also of the ends of a span")
    high: int | None = None


class ProfileInfo(Model):
    name: str
    game: Literal["gandengyan", "guandan", "colour-match"]
    title: Text
    rules: list[Text] = Field(default_factory=list, description="the rules in words, one sentence an item")
    players_min: int = 2
    players_max: int = 7
    turn: Literal["cw", "ccw"] = "ccw"
    parameters: list[Parameter] = Field(default_factory=list)
    source: str | None = None


class SessionInfo(Model):
    name: str = ""
    started_at: float | None = None
    deal: int = 0
    dealer: Seat | None = None
    stake: float = 1
    stock: int | None = Field(None, description="cards left to draw")
    viewers: int = 0


class Scoreboard(Model):
    """Everything the page shows, after the event `seq`."""

    seq: int
    at: float
    phase: Literal["setup", "ready", "deal", "tribute", "counting", "deal-end", "match-end"]
    session: SessionInfo
    profile: ProfileInfo
    players: list[Player]
    turn: Seat | None = None
    must_lead: bool = False
    current: Combination | None = None
    table: list[TablePlay] = Field(default_factory=list)
    multiplier: Multiplier = Field(default_factory=Multiplier)
    alerts: list[Alert] = Field(default_factory=list, description="open ones and the latest closed one")
    questions: list[Question] = Field(default_factory=list)
    history: list[HistoryEvent] = Field(default_factory=list, description="the latest 60, oldest first")
    result: DealResult | None = None
    totals: Totals = Field(default_factory=Totals)
    camera: Camera = Field(default_factory=Camera)
    guandan: Guandan | None = None
    matching: Matching | None = None
