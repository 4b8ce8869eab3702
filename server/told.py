"""Faults told to the shell: one clear sentence on stderr and an exit status, no traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import typer
from rich.console import Console

from engine.errors import EngineError
from vision.frames import SourceError
from vision.layout import LayoutError
from vision.learned_deck import DeckError
from vision.model_files import ModelFileError

from .problems import ExitCode, UserError

P = ParamSpec("P")
R = TypeVar("R")

errors = Console(stderr=True, highlight=False, soft_wrap=True)


def exit_code_of(fault: Exception) -> ExitCode:
    """The exit status that goes with a fault."""
    if isinstance(fault, UserError):
        return fault.exit_code
    if isinstance(fault, SourceError):
        return ExitCode.NO_SOURCE
    return ExitCode.NO_WEIGHTS if isinstance(fault, ModelFileError) else ExitCode.BAD_INPUT


def complain(fault: Exception | str) -> None:
    """Say on stderr what went wrong."""
    errors.print(f"paiyan: {fault}", style="red", markup=False)


def faults_told(command: Callable[P, R]) -> Callable[P, R]:
    """A command whose faults end it with a sentence and an exit status."""

    @wraps(command)
    def told(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except (UserError, SourceError, LayoutError, ModelFileError, DeckError, EngineError) as fault:
            complain(fault)
            raise typer.Exit(exit_code_of(fault)) from fault
        except BrokenPipeError as fault:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from fault
        except KeyboardInterrupt as fault:
            raise typer.Exit(130) from fault

    return told
