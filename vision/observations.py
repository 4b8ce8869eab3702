"""What the eye tells the referee: frozen facts about cards on the table, in the order they were seen.

Times (`at`) are seconds on the source's own clock. Positions are picture pixels of the layout's reference
picture, so they stay put when the camera is bumped. Every observation goes to JSON and back with `to_dict`
and `observation_from_dict`; the pictures travel beside it (`pictures`), because JSON is no place for JPEG
bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

Polygon = tuple[tuple[float, float], ...]
Alternatives = tuple[tuple[str, float], ...]
Zone = Literal["play", "hand"]


class Camera(StrEnum):
    """What the camera is doing; `live` is the only state in which plays are read."""

    CALIBRATING = "calibrating"
    LIVE = "live"
    MOVED = "moved"
    DARK = "dark"
    STALE = "stale"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One physical card as the eye believes it.

    `code` is the most probable of the 54 codes, `score` its pooled probability over all looks (0…1),
    `alternatives` the other candidates with theirs, best first (empty when nothing else is plausible),
    `votes` the number of looks that agreed on `code`, `polygon` the outline in pixels. `sure` is false when
    a person should look.
    """

    id: int
    code: str
    score: float
    alternatives: Alternatives = ()
    votes: int = 1
    polygon: Polygon = ()
    sure: bool = True

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {
            "id": self.id,
            "code": self.code,
            "score": round(self.score, 4),
            "alternatives": [[code, round(p, 4)] for code, p in self.alternatives],
            "votes": self.votes,
            "polygon": [[round(x, 1), round(y, 1)] for x, y in self.polygon],
            "sure": self.sure,
        }

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> SeenCard:
        """The card that `to_dict` wrote."""
        return cls(
            id=int(value["id"]),
            code=str(value["code"]),
            score=float(value["score"]),
            alternatives=tuple((str(code), float(p)) for code, p in value.get("alternatives", ())),
            votes=int(value.get("votes", 1)),
            polygon=tuple((float(x), float(y)) for x, y in value.get("polygon", ())),
            sure=bool(value.get("sure", True)),
        )


@dataclass(frozen=True, slots=True)
class CardsAppeared:
    """New cards came to rest together: one play, or a hand laid open.

    `id` counts up from 1. `settled_at` is when the hand was gone and the cards lay still, `at` when this
    was known. `seat_votes` sums to at most 1: how much the evidence speaks for each seat; `evidence` gives
    the same by kind: `place` (where the cards lie), `arm` (where the hand came from), `facing` (towards
    whom they lie). `joins` names an earlier observation to which these cards belong, when the rest of a
    play was laid or uncovered a moment later. `unread` is how much seems to lie with them that was not
    read, in areas of one card. `before` and `after` are JPEG.
    """

    id: int
    at: float
    settled_at: float
    cards: tuple[SeenCard, ...]
    zone: Zone = "play"
    seat_votes: Mapping[int, float] = field(default_factory=dict)
    evidence: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    joins: int | None = None
    unread: float = 0.0
    before: bytes = field(default=b"", repr=False)
    after: bytes = field(default=b"", repr=False)
    view: tuple[float, ...] | None = field(default=None, repr=False)
    """3×3 map by rows, from the pixels of `cards` to those of the picture `after`."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The cards' codes, in the order seen."""
        return tuple(card.code for card in self.cards)

    @property
    def seat(self) -> int | None:
        """The seat with the most votes, `None` without any."""
        return max(self.seat_votes, key=lambda seat: self.seat_votes[seat]) if self.seat_votes else None

    @property
    def region(self) -> tuple[int, int, int, int]:
        """The box `(x0, y0, x1, y1)` round all its cards, in pixels; what `Watcher.look_again` wants."""
        points = [point for card in self.cards for point in card.polygon] or [(0.0, 0.0)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return int(min(xs)), int(min(ys)), int(max(xs)) + 1, int(max(ys)) + 1

    @property
    def pictures(self) -> dict[str, bytes]:
        """The JPEG evidence by name, those that exist."""
        return {name: data for name, data in (("before", self.before), ("after", self.after)) if data}

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values, without the pictures."""
        return {
            "kind": "cards_appeared",
            "id": self.id,
            "at": round(self.at, 3),
            "settled_at": round(self.settled_at, 3),
            "cards": [card.to_dict() for card in self.cards],
            "zone": self.zone,
            "seat_votes": _votes_to_dict(self.seat_votes),
            "evidence": {name: _votes_to_dict(votes) for name, votes in self.evidence.items()},
            "joins": self.joins,
            "unread": round(self.unread, 3),
        }


@dataclass(frozen=True, slots=True)
class CardsReread:
    """More looks changed what is known of cards that were reported before: `id` is their `CardsAppeared`."""

    id: int
    at: float
    cards: tuple[SeenCard, ...]

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        cards = [card.to_dict() for card in self.cards]
        return {"kind": "cards_reread", "id": self.id, "at": round(self.at, 3), "cards": cards}


@dataclass(frozen=True, slots=True)
class CardsVanished:
    """Some cards were taken away while others stay: a take-back.

    `ids` are the cards' own ids, parallel to `cards`; `appeared` the ids of the `CardsAppeared` they came
    with.
    """

    at: float
    ids: tuple[int, ...]
    cards: tuple[SeenCard, ...]
    appeared: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {
            "kind": "cards_vanished",
            "at": round(self.at, 3),
            "ids": list(self.ids),
            "cards": [card.to_dict() for card in self.cards],
            "appeared": list(self.appeared),
        }


@dataclass(frozen=True, slots=True)
class TableCleared:
    """Everything in the play area was swept away; `appeared` are the plays whose cards lay there."""

    at: float
    appeared: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {"kind": "table_cleared", "at": round(self.at, 3), "appeared": list(self.appeared)}


@dataclass(frozen=True, slots=True)
class CameraState:
    """The camera changed its state, or there is advice about the picture.

    `message_code` is a stable code for the page (`ok`, `calibrating`, `camera_moved`, `too_dark`,
    `cards_small`, `glare`, `blurry`, `askew`, `camera_stale`, `camera_lost`, `light_changed`), `params` its
    numbers.
    """

    at: float
    state: Camera
    message_code: str = "ok"
    params: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {
            "kind": "camera_state",
            "at": round(self.at, 3),
            "state": str(self.state),
            "message_code": self.message_code,
            "params": dict(self.params),
        }


Observation = CardsAppeared | CardsReread | CardsVanished | TableCleared | CameraState


def observation_from_dict(
    value: Mapping[str, Any], pictures: Mapping[str, bytes] | None = None
) -> Observation:
    """The observation that `to_dict` wrote; `pictures` gives `before` and `after` back. `ValueError` for an
    unknown kind.
    """
    kind = value.get("kind")
    at = float(value.get("at", 0.0))
    cards = tuple(SeenCard.from_dict(card) for card in value.get("cards", ()))
    if kind == "cards_appeared":
        return _appeared_from_dict(value, cards, pictures or {})
    if kind == "cards_reread":
        return CardsReread(int(value["id"]), at, cards)
    if kind == "cards_vanished":
        return CardsVanished(at, tuple(value["ids"]), cards, tuple(value.get("appeared", ())))
    if kind == "table_cleared":
        return TableCleared(at, tuple(value.get("appeared", ())))
    if kind == "camera_state":
        return CameraState(at, Camera(value["state"]), str(value["message_code"]), dict(value["params"]))
    raise ValueError(f"unknown observation kind {kind!r}")


def _appeared_from_dict(
    value: Mapping[str, Any], cards: tuple[SeenCard, ...], pictures: Mapping[str, bytes]
) -> CardsAppeared:
    return CardsAppeared(
        id=int(value["id"]),
        at=float(value["at"]),
        settled_at=float(value["settled_at"]),
        cards=cards,
        zone=value.get("zone", "play"),
        seat_votes=_votes_from_dict(value.get("seat_votes", {})),
        evidence={name: _votes_from_dict(votes) for name, votes in value.get("evidence", {}).items()},
        joins=value.get("joins"),
        unread=float(value.get("unread", 0.0)),
        before=pictures.get("before", b""),
        after=pictures.get("after", b""),
    )


def _votes_to_dict(votes: Mapping[int, float]) -> dict[str, float]:
    return {str(seat): round(weight, 4) for seat, weight in votes.items()}


def _votes_from_dict(votes: Mapping[str, float]) -> dict[int, float]:
    return {int(seat): float(weight) for seat, weight in votes.items()}
