"""Frozen dataclasses to plain JSON values and back, driven by their type hints."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from .amount import exact, plain
from .errors import RecordError

T = TypeVar("T")
Reader = Callable[[Any], Any]


def encode(value: Any) -> Any:
    """The value as JSON types: dataclasses become dicts by field name, tuples lists, enums their values."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, Fraction):
        return plain(exact(value))
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: encode(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    return [encode(item) for item in value]


def decode(cls: type[T], data: Any) -> T:
    """An instance of the dataclass from what `encode` wrote; missing fields take their defaults.

    Raises:
        RecordError: on an unknown field, a missing one without default, or a value of another type.
    """
    reader: Reader = _reader(cast(Any, cls))
    return cast(T, reader(data))


@cache
def _reader(hint: Any) -> Reader:
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any or hint is object:
        return lambda value: value
    if origin in (Union, types.UnionType):
        return _union_reader(args)
    if origin is tuple:
        return _tuple_reader(args)
    if origin is dict or origin is Mapping:
        return _dict_reader(_reader(args[0]), _reader(args[1]))
    if isinstance(hint, type) and is_dataclass(hint):
        return _dataclass_reader(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum_reader(hint)
    if hint is Fraction:
        return _fraction_reader
    if isinstance(hint, type):
        return _plain_reader(hint)
    raise TypeError(f"no way to read {hint!r}")


def _union_reader(args: tuple[Any, ...]) -> Reader:
    optional = type(None) in args
    readers = [_reader(arg) for arg in args if arg is not type(None)]

    def read(value: Any) -> Any:
        if value is None and optional:
            return None
        for reader in readers[:-1]:
            try:
                return reader(value)
            except RecordError:
                continue
        return readers[-1](value)

    return read


def _tuple_reader(args: tuple[Any, ...]) -> Reader:
    if len(args) == 2 and args[1] is Ellipsis:
        item = _reader(args[0])
        return lambda value: tuple(item(part) for part in _sequence(value))
    readers = tuple(_reader(arg) for arg in args)

    def read(value: Any) -> Any:
        parts = _sequence(value)
        if len(parts) != len(readers):
            raise RecordError(f"expected {len(readers)} values, found {value!r}")
        return tuple(reader(part) for reader, part in zip(readers, parts, strict=True))

    return read


def _sequence(value: Any) -> list[Any] | tuple[Any, ...]:
    if isinstance(value, list | tuple):
        return value
    raise RecordError(f"expected a list, found {value!r}")


def _dict_reader(read_key: Reader, read_value: Reader) -> Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise RecordError(f"expected an object, found {value!r}")
        return {read_key(key): read_value(item) for key, item in value.items()}

    return read


def _dataclass_reader(cls: type) -> Reader:
    hints: dict[str, Any] | None = None

    def read(value: Any) -> Any:
        nonlocal hints
        if not isinstance(value, Mapping):
            raise RecordError(f"expected an object for {cls.__name__}, found {value!r}")
        if hints is None:
            found = get_type_hints(cls)
            hints = {field.name: _reader(found[field.name]) for field in fields(cls)}
        unknown = sorted(set(value) - set(hints))
        if unknown:
            raise RecordError(f"{cls.__name__} has no field {unknown[0]!r}")
        try:
            return cls(**{name: hints[name](item) for name, item in value.items()})
        except TypeError as error:
            raise RecordError(f"{cls.__name__}: {error}") from error

    return read


def _enum_reader(cls: type[Enum]) -> Reader:
    def read(value: Any) -> Any:
        try:
            return cls(value)
        except ValueError as error:
            raise RecordError(str(error)) from error

    return read


def _fraction_reader(value: Any) -> Any:
    if isinstance(value, int | float | Fraction):
        return exact(value)
    raise RecordError(f"expected a number, found {value!r}")


def _plain_reader(cls: type) -> Reader:
    def read(value: Any) -> Any:
        if isinstance(value, cls) and not (cls is int and isinstance(value, bool)):
            return value
        raise RecordError(f"expected {cls.__name__}, found {value!r}")

    return read
