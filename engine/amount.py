"""Amounts of points or money, exact: whole numbers, or fractions where the stake is one (0.5, 0.25)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from .errors import RecordError

Amount = int | Fraction


def exact(value: int | float | str | Fraction) -> Amount:
    """The number as people write it: `0.1` is one tenth, whole numbers stay whole.

    Raises:
        RecordError: for what is no finite number.
    """
    if isinstance(value, bool):
        raise RecordError(f"expected a number, found {value!r}")
    try:
        found = Fraction(str(value) if isinstance(value, float) else value)
    except (ValueError, ZeroDivisionError, TypeError) as error:
        raise RecordError(f"expected a number, found {value!r}") from error
    return found.numerator if found.denominator == 1 else found


def plain(amount: Amount) -> int | float:
    """The amount as JSON has it; `exact` reads it back."""
    return amount if isinstance(amount, int) else float(amount)


def total(amounts: Iterable[int | float | Fraction]) -> Amount:
    """The exact sum."""
    return exact(sum((Fraction(exact(amount)) for amount in amounts), Fraction(0)))
