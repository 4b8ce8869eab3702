"""Everything that can go wrong for a user: a stable code, a sentence that says what to do, an exit status."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the shell sees. 2 is left to typer (wrong usage)."""

    OK = 0
    DIFFERENT = 1
    BAD_INPUT = 3
    NO_SOURCE = 4
    NO_WEIGHTS = 5
    STORE = 6
    PORT = 7


class UserError(Exception):
    """A fault that a person can mend. `str()` is the sentence to show; `code` is stable."""

    def __init__(self, code: str, message: str, exit_code: ExitCode = ExitCode.BAD_INPUT) -> None:
        super().__init__(message)
        self.code = code
        self.exit_code = exit_code


class StoreError(UserError):
    """The log can't be opened or written. Codes: `locked damaged newer full unwritable`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message, ExitCode.STORE)
