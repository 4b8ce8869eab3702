"""The command `paiyan`."""

from __future__ import annotations

import typer

from .command_deck import deck_app
from .command_rules import check, profiles, score
from .command_see import see
from .command_tally import tally
from .command_watch import backup, demo, replay, run

app = typer.Typer(
    name="paiyan",
    help="The card eye: watches a real card table, referees and keeps the score.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (run, demo, replay, see, tally, check, score, profiles, backup):
    app.command()(command)
app.add_typer(deck_app, name="deck")


def main() -> None:
    """Entry point of the console script."""
    app()


if __name__ == "__main__":
    main()
