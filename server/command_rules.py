"""`check`, `score` and `profiles`: the engine's pure functions from the shell."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as RichTable

from engine.check import check as check_case
from engine.profile import load_profile, profile_names, profile_text
from engine.score import score as score_deal

from .problems import ExitCode, UserError
from .profile_page import profile_info
from .table import named_profile
from .told import complain, faults_told

ProfileOption = Annotated[str | None, typer.Option("--profile", "-p", help="Profile name or TOML file.")]
LangOption = Annotated[str, typer.Option("--lang", help="Language of messages: en or zh.")]


@faults_told
def check(
    profile: ProfileOption = None,
    level: Annotated[str | None, typer.Option(help="Guandan: the level rank.")] = None,
    on: Annotated[
        str | None, typer.Option(help='Cards to beat, such as "6s 7s 8s"; none for a lead.')
    ] = None,
    play: Annotated[str | None, typer.Argument(help='Cards played, such as "7h 8h 9h".')] = None,
    declared: Annotated[
        str | None, typer.Option(help="Ranks the combination was called as, such as 345.")
    ] = None,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="Read cases from stdin, one JSON object a line.")
    ] = False,
    lang: LangOption = "en",
) -> None:
    """Judge a play: is it legal on what lies there?"""
    rules = named_profile(profile) if profile else None
    if jsonl:
        _by_line(lambda case: check_case(case, profile=rules, level=level, lang=lang))
        return
    if play is None or rules is None:
        raise UserError(
            "usage", "Name the profile and the cards: paiyan check --profile classic --on '6s' '7h'"
        )
    verdict = check_case(
        {"on": on or None, "play": play, "declared": declared}, profile=rules, level=level, lang=lang
    )
    if "error" in verdict:
        raise UserError(str(verdict["code"]), str(verdict["error"]))
    typer.echo(f"{'legal' if verdict['legal'] else 'illegal'}: {_said(verdict)}")
    if not verdict["legal"]:
        raise typer.Exit(ExitCode.DIFFERENT)


def _said(verdict: dict[str, Any]) -> str:
    if not verdict["legal"]:
        return str(verdict["message"])
    ranks = " ".join(verdict["stands_for"])
    return f"{verdict['kind']} {ranks}".strip()


@faults_told
def score(
    profile: ProfileOption = None,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="Read deals from stdin, one JSON object a line.")
    ] = True,
    lang: LangOption = "en",
) -> None:
    """Reckon deals from their plays and the hands left: winner, multiplier, payments, violations."""
    rules = named_profile(profile) if profile else None
    if not jsonl:
        raise UserError(
            "usage", "Deals are read from stdin, one JSON object a line: paiyan score --jsonl < deals"
        )
    _by_line(lambda deal: score_deal(deal, profile=rules, lang=lang))


def _by_line(answer: Callable[[Any], dict[str, Any]]) -> None:
    """One output line per input line, in order; a bad line gets an error and the run goes on."""
    bad = 0
    for result in _answers(answer):
        bad += "error" in result
        sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
    sys.stdout.flush()
    if bad:
        complain(f"{bad} line{'s' if bad > 1 else ''} could not be answered; see the errors in the output")


def _answers(answer: Callable[[Any], dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for number, raw in enumerate(sys.stdin.buffer, start=1):
        try:
            case = json.loads(raw)
        except ValueError as fault:
            yield {"error": f"line {number} is not JSON: {fault}", "code": "not-json"}
            continue
        yield answer(case)


@faults_told
def profiles(
    name: Annotated[str | None, typer.Argument(help="Show this profile's rules and parameters.")] = None,
    toml: Annotated[
        bool, typer.Option("--toml", help="Print the profile's file, to copy and change.")
    ] = False,
    lang: LangOption = "en",
) -> None:
    """List the profiles, or show one."""
    if name is None:
        _list_profiles(lang)
        return
    found = named_profile(name)
    if toml:
        typer.echo(profile_text(found.name), nl=False)
        return
    _show_profile(name, lang)


def _list_profiles(lang: str) -> None:
    if not sys.stdout.isatty():
        for name in profile_names():
            typer.echo(name)
        return
    grid = RichTable("profile", "game", "title", "players", box=None)
    for name in profile_names():
        each = load_profile(name)
        title = each.title_zh if lang == "zh" else each.title_en
        grid.add_row(name, each.game, title, "{}–{}".format(*each.players))
    Console().print(grid)


def _show_profile(name: str, lang: str) -> None:
    info = profile_info(name)
    typer.echo(f"{info.name}: {getattr(info.title, lang, info.title.en)} ({info.game})")
    typer.echo(f"source: {info.source}")
    for rule in info.rules:
        typer.echo(f"- {getattr(rule, lang, rule.en)}")
    for parameter in info.parameters:
        label = getattr(parameter.label, lang, parameter.label.en)
        typer.echo(f"  {parameter.name} = {_shown(parameter.value)}  # {label}")


def _shown(value: object) -> str:
    """A value as a profile's file has it."""
    return json.dumps(value, ensure_ascii=False)
