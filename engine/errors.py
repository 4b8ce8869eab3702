"""What can go wrong with a request, each with a stable code that a page can translate.

A play that breaks the rules is no error: it is the event `Refused`. Errors are requests that make no sense at
all.
"""

from __future__ import annotations

from collections.abc import Mapping


class EngineError(ValueError):
    """Base of all: `code` is stable, `params` fill the sentence of `engine.messages.message(code, params,
    lang)`.
    """

    def __init__(self, code: str, params: Mapping[str, object] | None = None, text: str = "") -> None:
        self.code = code
        self.params: dict[str, object] = dict(params or {})
        super().__init__(text or f"{code}: {self.params}")


class CardError(EngineError):
    """A text or value that names no card."""

    def __init__(self, word: object) -> None:
        super().__init__(
            "invalid-card", {"word": str(word)}, f"{word!r} is no card: use codes such as As Td 3c BJ RJ"
        )


class ProfileError(EngineError):
    """A profile that is unknown, or a file with a wrong value; the text names file, line, key and allowed
    values.
    """

    def __init__(self, text: str, **params: object) -> None:
        super().__init__("invalid-profile", {"text": text, **params}, text)


class RecordError(EngineError):
    """A dictionary that is not what `to_dict` writes, or a request line with a missing or wrong field."""

    def __init__(self, text: str) -> None:
        super().__init__("invalid-record", {"text": text}, text)


class ActionError(EngineError):
    """An action that does not fit the state:
    a play before the deal has started, a dealer that does not exist …
    """
