"""`tally`: the payment sheet from photographs of the hands that are left."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.actions import Action, EndDeal, Settle, ShowHand, StartDeal
from engine.amount import Amount, plain
from engine.events import Contradiction, Settled
from engine.game import game_for, run
from engine.messages import message
from engine.payment import Doubling, Payment
from engine.profile import AnyProfile
from engine.state import State
from vision.frames import read_image
from vision.reader import PictureReading, read_picture

from .command_see import ImagesArgument, pictures
from .decks import DeckOption, detector_for
from .phrases import payment_note, reason_text
from .problems import ExitCode, UserError
from .table import checked_stake, named_profile, require_players
from .told import complain, faults_told


@faults_told
def tally(
    photos: ImagesArgument,
    profile: Annotated[str, typer.Option("--profile", "-p", help="Profile name or TOML file.")] = "classic",
    stake: Annotated[float, typer.Option("--stake", min=0, help="Base stake; may be a fraction.")] = 1,
    multiplier: Annotated[int, typer.Option("--multiplier", "-m", min=1, help="Doublings of the deal.")] = 1,
    spring: Annotated[
        list[int] | None, typer.Option(help="Number of a photo whose player played nothing.")
    ] = None,
    deck: DeckOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Count the hands left, one photograph a loser, and say who pays what."""
    rules = named_profile(profile)
    paths = list(pictures(photos))
    require_players(rules, len(paths) + 1)
    detector = detector_for(deck)
    hands = [read_picture(read_image(path), detector, rules.packs) for path in paths]
    cards = [all_cards(hand) for hand in hands]
    sheet = reckon(rules, cards, checked_stake(stake), multiplier, set(spring or ()))
    doubts = _doubts(paths, hands)
    typer.echo(
        json.dumps(sheet | {"unsure": doubts}, ensure_ascii=False) if as_json else _words(sheet, paths)
    )
    for doubt in (*sheet["contradictions"], *doubts):
        complain(doubt)
    if doubts or sheet["contradictions"]:
        raise typer.Exit(ExitCode.DIFFERENT)


def reckon(
    rules: AnyProfile, hands: list[tuple[str, ...]], stake: Amount, multiplier: int, spring: set[int]
) -> dict[str, Any]:
    """The sheet for losers with these hands; the winner is seat 0, photo n is seat n."""
    if rules.game != "gandengyan":
        raise UserError("no-tally", f"{rules.name} is not scored by the cards left in the hands.")
    game = game_for(rules)
    opening: tuple[Action, ...] = (StartDeal(dealer=0), EndDeal("person", winner=0))
    state, _ = run(game, game.start(len(hands) + 1, stake=stake), opening)
    state = _as_left(state, hands, multiplier, spring)
    shown: list[Action] = [ShowHand(seat, cards) for seat, cards in enumerate(hands, 1)]
    _, found = run(game, state, (*shown, Settle(force=True)))
    settled = next(event for event in found if isinstance(event, Settled))
    return {
        "multiplier": settled.multiplier,
        "payments": [_payment(line, hands) for line in settled.payments],
        "contradictions": [message(e.code, e.params, "en") for e in found if isinstance(e, Contradiction)],
    }


def _as_left(state: State, hands: list[tuple[str, ...]], multiplier: int, spring: set[int]) -> State:
    """The state as if the deal had been played down to these hands."""
    for seat, cards in enumerate(hands, start=1):
        state = state.with_seat(seat, count=len(cards), plays=0 if seat in spring else 2)
    state = state.with_seat(0, count=0, plays=2)
    doublings = (Doubling("entered", multiplier),) if multiplier > 1 else ()
    return replace(state, doublings=doublings, plays=2 * len(hands), stock=0)


def _payment(line: Payment, hands: list[tuple[str, ...]]) -> dict[str, Any]:
    return {
        "seat": line.seat,
        "amount": plain(line.amount),
        "cards": list(hands[line.seat - 1]) if line.seat else [],
        "doublings": [{"reason": each.reason, "factor": each.factor} for each in line.doublings],
        "reason": line.reason,
    }


def _words(sheet: dict[str, Any], paths: list[Path]) -> str:
    lines = [f"multiplier ×{sheet['multiplier']}"]
    for line in sheet["payments"]:
        name = paths[line["seat"] - 1].name if line["seat"] else "winner"
        factors = "".join(
            f" ×{each['factor']} ({reason_text(each['reason']).en})" for each in line["doublings"]
        )
        note = payment_note(line["reason"])
        lines.append(
            f"{name}: {' '.join(line['cards'])}{factors} → {line['amount']}{f' ({note.en})' if note else ''}"
        )
    return "\n".join(lines)


def all_cards(hand: PictureReading) -> tuple[str, ...]:
    """The cards believed, and the likeliest of each that is unsure."""
    return (*hand.cards, *(box.alternatives[0][0] for box in hand.unsure))


def _doubts(paths: list[Path], hands: list[PictureReading]) -> list[str]:
    return [
        f"{path.name}: please look, is it {' or '.join(code for code, _ in box.alternatives)}?"
        for path, hand in zip(paths, hands, strict=True)
        for box in hand.unsure
    ]
