"""Reading profile files: every wrong value is refused with its line, its key and what would be allowed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .cards import RANKS
from .errors import ProfileError

_REQUIRED: Any = object()
SettingKind = Literal["text", "choice", "choices", "boolean", "integer", "span", "optional-span"]


@dataclass(frozen=True, slots=True)
class Setting:
    """One value that a profile was read with, and what else would be allowed: `words` for a choice, whole
    numbers from `low` to `high` for an integer or the ends of a span. `value` is as in the file, or the
    default.
    """

    key: str
    kind: SettingKind
    value: bool | int | str | tuple[int, ...] | tuple[str, ...]
    words: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None


class Table:
    """One table of a profile file.

    Each getter takes a key once; `finish` refuses keys that nobody asked for.
    """

    def __init__(self, data: Mapping[str, Any], source: str, text: str, path: tuple[str, ...] = ()) -> None:
        self.data = dict(data)
        self.source = source
        self.text = text
        self.path = path
        self._taken: set[str] = set()
        self._children: dict[str, Table] = {}
        self._settings: dict[str, Setting] = {}

    @classmethod
    def parse(cls, text: str, source: str) -> Table:
        """The top table of a TOML text.

        Raises:
            ProfileError: with the line, if the text is no TOML.
        """
        try:
            return cls(tomllib.loads(text), source, text)
        except tomllib.TOMLDecodeError as error:
            raise ProfileError(f"{source}: not a TOML file: {error}", source=source) from error

    def line_of(self, key: str) -> int | None:
        """The line (from 1) on which a key of this table is written, or None."""
        wanted = ".".join(self.path)
        table = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            header = re.match(r"\s*\[+\s*([\w.\-\" ]+?)\s*\]+", line)
            if header:
                table = header[1].replace('"', "")
                if (
                    table in (f"{wanted}.{key}".lstrip("."), wanted)
                    and not self._is_inline(key)
                    and table != wanted
                ):
                    return number
                continue
            name = re.match(r"\s*\"?([\w.\-]+)\"?\s*=", line)
            if name and self._matches(table, name[1], line, wanted, key):
                return number
        return None

    def _is_inline(self, key: str) -> bool:
        return not isinstance(self.data.get(key), Mapping)

    def _matches(self, table: str, name: str, line: str, wanted: str, key: str) -> bool:
        full = f"{table}.{name}".strip(".")
        if full == f"{wanted}.{key}".strip("."):
            return True
        return full == wanted and re.search(rf"[{{,]\s*\"?{re.escape(key)}\"?\s*=", line) is not None

    def refuse(self, key: str, reason: str) -> ProfileError:
        """The error for a key: file, line, key, value, and what is allowed."""
        line = self.line_of(key)
        where = f"{self.source}, line {line}" if line else self.source
        name = ".".join((*self.path, key))
        if key in self.data:
            text = f"{where}: {name} = {_show(self.data[key])}: {reason}"
        else:
            text = f"{self._where_missing()}: {name} is missing: {reason}"
        return ProfileError(text, source=self.source, line=line, key=name)

    def _where_missing(self) -> str:
        for number, line in enumerate(self.text.splitlines(), 1):
            header = re.match(r"\s*\[\s*([\w.\-]+)\s*\]", line)
            if self.path and header and header[1] == ".".join(self.path):
                return f"{self.source}, line {number}"
        return self.source

    def has(self, key: str) -> bool:
        """Whether the file gives this key."""
        return key in self.data

    def _take(self, key: str, default: Any, allowed: str) -> Any:
        self._taken.add(key)
        if key in self.data:
            return self.data[key]
        if default is _REQUIRED:
            raise self.refuse(key, f"allowed: {allowed}")
        return default

    def settings(self) -> tuple[Setting, ...]:
        """What was read here and in the tables taken from here, with dotted keys, in the order of reading."""
        found = list(self._settings.values())
        for child in self._children.values():
            found.extend(child.settings())
        return tuple(found)

    def _note(self, key: str, kind: SettingKind, value: Any, **allowed: Any) -> None:
        self._settings[key] = Setting(".".join((*self.path, key)), kind, value, **allowed)

    def text_value(self, key: str, default: Any = _REQUIRED) -> str:
        """A text."""
        value = self._take(key, default, "a text in quotes")
        if not isinstance(value, str):
            raise self.refuse(key, "allowed: a text in quotes")
        self._note(key, "text", value)
        return value

    def choice(self, key: str, allowed: Iterable[str], default: Any = _REQUIRED) -> str:
        """One of the allowed words."""
        words = tuple(allowed)
        listed = ", ".join(f'"{word}"' for word in words)
        value = self._take(key, default, listed)
        if value not in words:
            raise self.refuse(key, f"allowed: {listed}")
        self._note(key, "choice", value, words=words)
        return str(value)

    def choices(self, key: str, allowed: Iterable[str], default: Any = _REQUIRED) -> tuple[str, ...]:
        """A list of allowed words, each at most once."""
        words = tuple(allowed)
        listed = "a list of " + ", ".join(f'"{word}"' for word in words)
        value = self._take(key, default, listed)
        if not isinstance(value, list | tuple) or any(word not in words for word in value):
            raise self.refuse(key, f"allowed: {listed}")
        if len(set(value)) != len(value):
            raise self.refuse(key, f"allowed: {listed}, each once")
        self._note(key, "choices", tuple(value), words=words)
        return tuple(value)

    def boolean(self, key: str, default: Any = _REQUIRED) -> bool:
        """true or false."""
        value = self._take(key, default, "true, false")
        if not isinstance(value, bool):
            raise self.refuse(key, "allowed: true, false")
        self._note(key, "boolean", value)
        return value

    def integer(self, key: str, low: int, high: int, default: Any = _REQUIRED) -> int:
        """A whole number in a range, ends included."""
        allowed = f"allowed: a whole number from {low} to {high}"
        value = self._take(key, default, allowed.removeprefix("allowed: "))
        if not _is_whole(value) or not low <= value <= high:
            raise self.refuse(key, allowed)
        self._note(key, "integer", value, low=low, high=high)
        return int(value)

    def integers(self, key: str, low: int, high: int, default: Any = _REQUIRED) -> tuple[int, ...]:
        """A rising list of whole numbers in a range."""
        allowed = f"allowed: a rising list of whole numbers from {low} to {high}"
        value = self._take(key, default, allowed.removeprefix("allowed: "))
        if not isinstance(value, list | tuple) or not all(_is_whole(n) and low <= n <= high for n in value):
            raise self.refuse(key, allowed)
        if list(value) != sorted(set(value)):
            raise self.refuse(key, allowed)
        return tuple(value)

    def span(self, key: str, low: int, high: int, default: Any = _REQUIRED) -> tuple[int, int]:
        """`[from, to]` of whole numbers."""
        allowed = f"allowed: [from, to] with whole numbers from {low} to {high}"
        value = self._take(key, default, allowed.removeprefix("allowed: "))
        if not _is_span(value, low, high):
            raise self.refuse(key, allowed)
        self._note(key, "span", tuple(value), low=low, high=high)
        return int(value[0]), int(value[1])

    def optional_span(
        self, key: str, low: int, high: int, default: Any = _REQUIRED
    ) -> tuple[int, int] | None:
        """`[from, to]` of whole numbers, or None where the file says false."""
        allowed = f"allowed: false, or [from, to] with whole numbers from {low} to {high}"
        value = self._take(key, default, allowed.removeprefix("allowed: "))
        if value is False or value is None:
            self._note(key, "optional-span", False, low=low, high=high)
            return None
        if not _is_span(value, low, high):
            raise self.refuse(key, allowed)
        self._note(key, "optional-span", tuple(value), low=low, high=high)
        return int(value[0]), int(value[1])

    def rank_numbers(
        self, key: str, default: Mapping[str, int], extra: tuple[str, ...] = ()
    ) -> dict[str, int]:
        """A table from ranks (`A`, `T` or `10`, …) to whole numbers; ranks that are not given keep their
        default.
        """
        child = self.table(key)
        names = (*RANKS, *extra)
        numbers = dict(default)
        for name in child.data:
            rank = "T" if name == "10" else name
            if rank not in names:
                raise child.refuse(name, f"allowed keys: {', '.join(names)}")
            numbers[rank] = child.integer(name, 0, 1000)
        for rank in names:
            child._note(rank, "integer", numbers[rank], low=0, high=1000)
        return numbers

    def table(self, key: str) -> Table:
        """A table inside this one; empty if the file does not give it."""
        value = self._take(key, {}, "a table")
        if not isinstance(value, Mapping):
            raise self.refuse(key, f"allowed: a table [{'.'.join((*self.path, key))}]")
        if key not in self._children:
            self._children[key] = Table(value, self.source, self.text, (*self.path, key))
        return self._children[key]

    def finish(self) -> None:
        """Refuse what nobody asked for, here and in the tables taken from here."""
        for key in self.data:
            if key not in self._taken:
                known = ", ".join(sorted(self._taken))
                raise self.refuse(key, f"unknown key; allowed here: {known}")
        for child in self._children.values():
            child.finish()


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_span(value: object, low: int, high: int) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(_is_whole(n) for n in value):
        return False
    return bool(low <= value[0] <= value[1] <= high)


def _show(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)
