"""The parameters of Gandengyan (干瞪眼): one field for each thing on which two tables may differ.

Every decision of the rules page is a field here, so that a user can copy a profile, change a value and play
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

from .profile import DIRECTIONS
from .profile_reader import Table

Span = tuple[int, int] | None
FIRST_LEADERS = ("random-dealer", "lowest-card", "lowest-drawn", "first-to-draw", "cut", "agreed")
NEXT_DEALERS = ("winner", "rotation", "cut")
_SUIT_ORDERS = tuple(map("".join, permutations("dchs")))
BOMB_ORDER = ("size", "natural", "rank")
CUT_PIPS: Mapping[str, int] = {rank: n for n, rank in enumerate("A23456789TJQK", 1)}
HAND_PIPS: Mapping[str, int] = {**CUT_PIPS, "BJ": 5, "RJ": 5}


@dataclass(frozen=True, slots=True)
class Deal:
    """Dealing, and who leads."""

    dealer_cards: int
    other_cards: int
    first_leader: str
    """Who leads the first deal; with `lowest-card` only the first lead tells (hands are hidden)."""
    next_dealer: str
    lead_lowest: str
    """When the lead must hold a natural card of the lowest rank dealt:

    `never`, `first-deal`, `every-deal`.
    """
    lowest_suits: str
    """Suits from low to high, where the lowest card decides between equal ranks."""
    cut_pips: dict[str, int]
    """What a cut card counts, the winner being 1."""
    cut_direction: str
    stuck_draws: bool
    """Whether cards are drawn when the lead moves on from a seat that holds only jokers."""
    void_dealer: str
    """Who deals again after a void deal: `same` or `next`."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Drawing from the stock."""

    who: str
    """`everyone` or the trick's `winner` after a trick; `on-the-spot`: who does not answer; `none`."""
    count: int
    when_empty: str
    """`play-on`, or `reshuffle` the played cards."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """Shapes beside single and pair; spans count ranks, None forbids the shape."""

    straight: Span
    pair_chain: Span
    plane: bool
    """Three of a rank as a plain shape."""
    plane_chain: Span


@dataclass(frozen=True, slots=True)
class Jokers:
    """What jokers can do."""

    wild: bool
    per_combination: int
    """Most wild jokers in one combination."""
    alone: bool
    """Whether a joker may be played as a single, above the 2."""


@dataclass(frozen=True, slots=True)
class Bombs:
    """Bombs and their order."""

    sizes: tuple[int, int]
    naturals: int
    """Natural cards that a bomb needs at least."""
    order: tuple[str, ...]
    """What decides between two bombs, first things first; `natural`:

    more naturals than jokers' help, i.e. no joker.
    """
    rocket: bool
    any_higher: bool
    """Any higher bomb beats, not just the next rank of the same size."""


@dataclass(frozen=True, slots=True)
class Follow:
    """The follow law."""

    law: str
    """`next`: exactly one rank higher (大一); `higher`: any higher."""
    two_tops: tuple[str, ...]
    """Shapes whose 2s beat any of the same shape: of `single`, `pair`, `plane`."""
    single_beaten_by: str
    """`single` only, `any-pair`, or a `higher-pair`."""
    passes_bind: bool
    """Whether who passed is out of the trick."""
    default_reading: str
    """Of several undeclared readings: `most-of-a-rank` then lowest, or the `lowest` outright."""


@dataclass(frozen=True, slots=True)
class Calls:
    """Last-card calls (报单)."""

    at: int
    """Called with so many cards or fewer; 0: no calls."""
    say_count: bool
    before_play: bool
    """The call comes before the play that leaves so few."""
    missed_factor: int
    """A loser who forgot pays so many times; 1: no penalty."""


@dataclass(frozen=True, slots=True)
class Score:
    """Doublings and losses. Factors of 1 do nothing."""

    unit: str
    """A loser pays for `cards` left or their `pips`."""
    pips: dict[str, int]
    against: bool
    """Points against the losers; the winner gets 0."""
    soft_bomb: int
    hard_bomb: int
    rocket: int
    hard_from: int
    """The size from which a bomb is hard."""
    bombs_count: str
    """`all` bombs played, or only those `beating` another player's combination."""
    bombs_once: bool
    """The first bomb doubles, later ones do not."""
    last_play_counts: bool
    no_loser_played: int
    held: str
    """Held cards double for `each` one, or `once`."""
    held_two: int
    held_joker: int
    held_bomb: int
    spring: int
    reverse_spring: int
    exempt_cards: int
    """A loser with so many cards or fewer pays nothing."""


@dataclass(frozen=True, slots=True)
class LayDown:
    """撒牌: a dealt hand that is one straight."""

    allowed: bool
    dealer_first: bool
    """The dealer's lay-down settles before all others."""
    jokers_make_bombs: bool
    """Whether jokers count in the bombs that make a non-dealer pay."""


@dataclass(frozen=True, slots=True)
class Match:
    """How deals add up."""

    deals: int
    """Deals in a match; 0: as many as people like."""
    play_on: bool
    """A deal goes on to the last; its result is the finishing order."""


@dataclass(frozen=True, slots=True)
class GandengyanProfile:
    """All rules of one Gandengyan table."""

    name: str
    game: str
    title_en: str
    title_zh: str
    source: str
    players: tuple[int, int]
    usual_players: int
    packs: int
    direction: str
    stake: int
    deal: Deal
    drawing: Drawing
    shapes: Shapes
    jokers: Jokers
    bombs: Bombs
    follow: Follow
    calls: Calls
    score: Score
    lay_down: LayDown
    match: Match

    def __hash__(self) -> int:
        """Equal profiles have equal names; cheap, since tables of readings are kept per profile."""
        return hash((self.name, self.source))


def parse(table: Table, source: str) -> GandengyanProfile:
    """A Gandengyan profile from its TOML table; `source` names the file.

    Raises:
        ProfileError: naming the line, the key and the allowed values.
    """
    title = table.table("title")
    deal = _deal(table.table("deal"))
    players = table.span("players", 2, 10)
    _check_pack(table, players, deal)
    return GandengyanProfile(
        name=table.text_value("name", source.rsplit("/", 1)[-1].removesuffix(".toml")),
        game="gandengyan",
        title_en=title.text_value("en"),
        title_zh=title.text_value("zh"),
        source=table.text_value("source"),
        players=players,
        usual_players=table.integer(
            "usual_players", players[0], players[1], min(max(4, players[0]), players[1])
        ),
        packs=1,
        direction=table.choice("direction", DIRECTIONS),
        stake=table.integer("stake", 1, 1_000_000, 1),
        deal=deal,
        drawing=_drawing(table.table("draw")),
        shapes=_shapes(table.table("shapes")),
        jokers=_jokers(table.table("jokers")),
        bombs=_bombs(table),
        follow=_follow(table.table("follow")),
        calls=_calls(table.table("calls")),
        score=_score(table.table("score")),
        lay_down=_lay_down(table.table("lay_down")),
        match=_match(table.table("match")),
    )


def _check_pack(table: Table, players: tuple[int, int], deal: Deal) -> None:
    needed = deal.dealer_cards + (players[1] - 1) * deal.other_cards
    if needed > 54:
        raise table.refuse("players", f"{players[1]} players need {needed} cards, one pack has 54")


def _deal(table: Table) -> Deal:
    return Deal(
        dealer_cards=table.integer("dealer_cards", 1, 27),
        other_cards=table.integer("other_cards", 1, 27),
        first_leader=table.choice("first_leader", FIRST_LEADERS),
        next_dealer=table.choice("next_dealer", NEXT_DEALERS),
        lead_lowest=table.choice("lead_lowest", ("never", "first-deal", "every-deal"), "never"),
        lowest_suits=table.choice("lowest_suits", _SUIT_ORDERS, "dchs"),
        cut_pips=table.rank_numbers("cut_pips", CUT_PIPS),
        cut_direction=table.choice("cut_direction", DIRECTIONS, "ccw"),
        stuck_draws=table.boolean("stuck_draws", False),
        void_dealer=table.choice("void_dealer", ("same", "next"), "same"),
    )


def _drawing(table: Table) -> Drawing:
    return Drawing(
        who=table.choice("who", ("everyone", "winner", "on-the-spot", "none")),
        count=table.integer("count", 1, 5, 1),
        when_empty=table.choice("when_empty", ("play-on", "reshuffle"), "play-on"),
    )


def _shapes(table: Table) -> Shapes:
    return Shapes(
        straight=table.optional_span("straight", 2, 12),
        pair_chain=table.optional_span("pair_chain", 2, 12),
        plane=table.boolean("plane", False),
        plane_chain=table.optional_span("plane_chain", 2, 12, False),
    )


def _jokers(table: Table) -> Jokers:
    return Jokers(
        wild=table.boolean("wild"),
        per_combination=table.integer("per_combination", 0, 2, 2),
        alone=table.boolean("alone", False),
    )


def _bombs(top: Table) -> Bombs:
    table = top.table("bombs")
    sizes = table.span("sizes", 3, 6)
    if sizes[0] == 3 and top.table("shapes").boolean("plane", False):
        raise table.refuse(
            "sizes", "three of a rank cannot be a bomb and a plane: allowed from 4, or shapes.plane = false"
        )
    return Bombs(
        sizes=sizes,
        naturals=table.integer("naturals", 1, 4, 1),
        order=table.choices("order", BOMB_ORDER),
        rocket=table.boolean("rocket"),
        any_higher=table.boolean("any_higher", True),
    )


def _follow(table: Table) -> Follow:
    return Follow(
        law=table.choice("law", ("next", "higher")),
        two_tops=table.choices("two_tops", ("single", "pair", "plane"), ("single", "pair")),
        single_beaten_by=table.choice("single_beaten_by", ("single", "any-pair", "higher-pair"), "single"),
        passes_bind=table.boolean("passes_bind", False),
        default_reading=table.choice("default_reading", ("most-of-a-rank", "lowest"), "most-of-a-rank"),
    )


def _calls(table: Table) -> Calls:
    return Calls(
        at=table.integer("at", 0, 5, 0),
        say_count=table.boolean("say_count", False),
        before_play=table.boolean("before_play", False),
        missed_factor=table.integer("missed_factor", 1, 16, 1),
    )


def _score(table: Table) -> Score:
    factor = ("soft_bomb", "hard_bomb", "rocket", "no_loser_played", "held_two", "held_joker", "held_bomb")
    factors = {name: table.integer(name, 1, 16, 1) for name in (*factor, "spring", "reverse_spring")}
    return Score(
        unit=table.choice("unit", ("cards", "pips"), "cards"),
        pips=table.rank_numbers("pips", HAND_PIPS, ("BJ", "RJ")),
        against=table.boolean("against", False),
        hard_from=table.integer("hard_from", 3, 6, 4),
        bombs_count=table.choice("bombs_count", ("all", "beating"), "all"),
        bombs_once=table.boolean("bombs_once", False),
        last_play_counts=table.boolean("last_play_counts", True),
        held=table.choice("held", ("each", "once"), "each"),
        exempt_cards=table.integer("exempt_cards", 0, 10, 0),
        **factors,
    )


def _lay_down(table: Table) -> LayDown:
    return LayDown(
        allowed=table.boolean("allowed", False),
        dealer_first=table.boolean("dealer_first", True),
        jokers_make_bombs=table.boolean("jokers_make_bombs", True),
    )


def _match(table: Table) -> Match:
    return Match(deals=table.integer("deals", 0, 1000, 0), play_on=table.boolean("play_on", False))
