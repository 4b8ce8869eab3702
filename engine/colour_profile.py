"""The parameters of the matching game (colour-match)."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import NATURALS, RANKS
from .profile import DIRECTIONS
from .profile_reader import Table


@dataclass(frozen=True, slots=True)
class ColourDeal:
    """Dealing: every seat gets `dealer_cards` = `other_cards`."""

    dealer_cards: int
    other_cards: int
    starter: str
    """The card whose holder starts; the dealer if nobody holds it."""


@dataclass(frozen=True, slots=True)
class Specials:
    """The ranks that stand for the special cards."""

    draw_two: str
    choose: str
    reverse: str
    skip: str
    stack: bool

    @property
    def ranks(self) -> tuple[str, ...]:
        """All of them."""
        return self.draw_two, self.choose, self.reverse, self.skip


@dataclass(frozen=True, slots=True)
class ColourScore:
    """Points from the cards left."""

    pair: int
    no_pair_card: int
    lowest: int
    illegal: int


@dataclass(frozen=True, slots=True)
class ColourProfile:
    """All rules of one colour-match table."""

    name: str
    game: str
    title_en: str
    title_zh: str
    source: str
    players: tuple[int, int]
    packs: int
    direction: str
    stake: int
    deal: ColourDeal
    draw_until: str
    """`playable` or `one`."""
    stock_end: str
    """`when-stuck` or `at-once`."""
    specials: Specials
    score: ColourScore


def parse(table: Table, source: str) -> ColourProfile:
    """A colour-match profile from its TOML table.

    Raises:
        ProfileError: naming the line, the key and the allowed values.
    """
    title, deal, draw = table.table("title"), table.table("deal"), table.table("draw")
    players = table.span("players", 2, 10)
    cards = deal.integer("cards", 1, 25)
    if players[1] * cards + 1 > len(NATURALS):
        raise table.refuse("players", f"{players[1]} players with {cards} cards each need more than one pack")
    return ColourProfile(
        name=table.text_value("name", source.rsplit("/", 1)[-1].removesuffix(".toml")),
        game="colour-match",
        title_en=title.text_value("en"),
        title_zh=title.text_value("zh"),
        source=table.text_value("source"),
        players=players,
        packs=1,
        direction=table.choice("direction", DIRECTIONS),
        stake=table.integer("stake", 1, 1_000_000, 1),
        deal=ColourDeal(cards, cards, deal.choice("starter", NATURALS, "3s")),
        draw_until=draw.choice("until", ("playable", "one"), "playable"),
        stock_end=draw.choice("stock_end", ("when-stuck", "at-once"), "when-stuck"),
        specials=_specials(table.table("specials")),
        score=_score(table.table("score")),
    )


def _specials(table: Table) -> Specials:
    names = ("draw_two", "choose", "reverse", "skip")
    ranks = [table.choice(name, RANKS) for name in names]
    for name, rank in zip(names, ranks, strict=True):
        if ranks.count(rank) > 1:
            raise table.refuse(name, "each special needs a rank of its own")
    draw_two, choose, reverse, skip = ranks
    return Specials(draw_two, choose, reverse, skip, table.boolean("stack", True))


def _score(table: Table) -> ColourScore:
    return ColourScore(
        pair=table.integer("pair", -100, 100, 2),
        no_pair_card=table.integer("no_pair_card", -100, 100, -1),
        lowest=table.integer("lowest", -1000, 0, -5),
        illegal=table.integer("illegal", -100, 0, -1),
    )
