"""The one place where an exact number becomes a float.

A privacy map may promise too much loss, never too little. So every number that leaves the exact world goes up: to the
smallest float (or integer) that is not below it. Rounding down is `-to_float_up(-x)`.
"""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flint import arb

_INFINITY = float("inf")
_LARGEST = sys.float_info.max
_SMALLEST = 5e-324
_SAFE = 2**53  # every integer up to here is a float

# The number (mantissa * 2**exponent), or one of the two infinities.
Bound: TypeAlias = tuple[int, int] | float

# An integer with more bits than this fills no useful answer, and might fill the memory.
_MOST_BITS = 1 << 26


@runtime_checkable
class Refinable(Protocol):
    """A real number that can be enclosed as tightly as one asks."""

    def enclose(self, precision: int) -> arb:
        """Enclose the number in a ball, computed with `precision` bits. The caller has set flint's precision."""
        ...


def ratio_up(numerator: int, denominator: int) -> float:
    """Give the smallest float that is not below numerator/denominator. The denominator is positive.

    >>> ratio_up(1, 2)
    0.5
    >>> ratio_up(1, 10) > Fraction(1, 10)
    True
    """
    if denominator == 1 and -_SAFE <= numerator <= _SAFE:
        return float(numerator)
    try:
        nearest = numerator / denominator  # Python rounds this division correctly, at any size
    except OverflowError:
        return _INFINITY if numerator > 0 else -_LARGEST
    above, below = nearest.as_integer_ratio()
    if above * denominator < numerator * below:
        return math.nextafter(nearest, _INFINITY)
    return nearest or 0.0  # never -0.0


def to_float_up(value: Fraction | int | Refinable) -> float:
    """Give the smallest float that is not below `value`.

    A number that no precision pins down, such as the logarithm of zero, gives infinity: a bound that is always true.

    >>> to_float_up(Fraction(1, 4))
    0.25
    >>> to_float_up(Fraction(1, 3)) - 1 / 3 > 0
    True
    """
    if isinstance(value, (Fraction, int)):
        return ratio_up(value.numerator, value.denominator)
    high: Bound = _INFINITY
    for low, high in _refine(value):
        rounded = _bound_up(high)
        if _bound_up(low) == rounded and low != -_INFINITY:
            return rounded
    return _bound_up(high)


def to_int_up(value: Fraction | int | Refinable) -> int | None:
    """Give the smallest integer that is not below `value`, or None if there is none (or none that a machine can hold).

    >>> to_int_up(Fraction(7, 2))
    4
    """
    if isinstance(value, (Fraction, int)):
        return -((-value.numerator) // value.denominator)
    high: Bound = _INFINITY
    for low, high in _refine(value):
        rounded = _bound_ceiling(high)
        if rounded is not None and rounded == _bound_ceiling(low):
            return rounded
        if low == _INFINITY:
            return None
    return _bound_ceiling(high)


def sign(value: Fraction | int | Refinable) -> int | None:
    """Give -1, 0 or 1, or None when no precision up to the cap decides.

    >>> sign(Fraction(-2, 3))
    -1
    """
    if isinstance(value, (Fraction, int)):
        return (value > 0) - (value < 0)
    for low, high in _refine(value):
        below, above = _bound_sign(low), _bound_sign(high)
        if below == above or below > 0:
            return below
        if above < 0:
            return -1
    return None


def is_at_most(value: Fraction | int | Refinable, limit: Fraction | int) -> bool | None:
    """Tell whether value <= limit, or None when no precision up to the cap decides.

    Whatever `to_float_up` returned for a value is a limit that this function certifies.

    >>> is_at_most(Fraction(1, 10), Fraction(1, 10))
    True
    """
    if isinstance(value, (Fraction, int)):
        return value <= limit
    for low, high in _refine(value):
        if _bound_at_most(high, limit):
            return True
        if not _bound_at_most(low, limit):
            return False
    return None


def _refine(value: Refinable) -> Iterator[tuple[Bound, Bound]]:
    from lapwing.exact._enclosure import refine  # flint takes 20 ms to import, and a rational map never needs it

    return refine(value)


def _bound_up(bound: Bound) -> float:
    if not isinstance(bound, tuple):
        return bound
    mantissa, exponent = bound
    top = mantissa.bit_length() + exponent  # 2**(top - 1) <= |bound| < 2**top
    if top > 1100:
        return _INFINITY if mantissa > 0 else -_LARGEST
    if top < -1100:
        return _SMALLEST if mantissa > 0 else 0.0
    if exponent >= 0:
        return ratio_up(mantissa << exponent, 1)
    return ratio_up(mantissa, 1 << -exponent)


def _bound_ceiling(bound: Bound) -> int | None:
    if not isinstance(bound, tuple) or bound[1] > _MOST_BITS:
        return None
    mantissa, exponent = bound
    if exponent >= 0:
        return mantissa << exponent
    if mantissa.bit_length() + exponent <= 0:
        return int(mantissa > 0)
    return -((-mantissa) >> -exponent)


def _bound_sign(bound: Bound) -> int:
    number = bound[0] if isinstance(bound, tuple) else bound
    return (number > 0) - (number < 0)


def _bound_at_most(bound: Bound, limit: Fraction | int) -> bool:
    if not isinstance(bound, tuple):
        return bound < 0
    mantissa, exponent = bound
    if _bound_sign(bound) <= 0 <= limit:
        return True
    # Compare sizes first: an exponent can be too large to shift by.
    top = mantissa.bit_length() + exponent
    size = limit.numerator.bit_length() - limit.denominator.bit_length()
    if top > size + 2:
        return mantissa < 0
    if top < size - 2:
        return limit > 0
    if exponent >= 0:
        return (mantissa << exponent) * limit.denominator <= limit.numerator
    return mantissa * limit.denominator <= limit.numerator << -exponent
