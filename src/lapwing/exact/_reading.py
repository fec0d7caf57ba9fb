"""How Lapwing reads a number: parameters as typed, data as held."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import TypeAlias

from lapwing.errors import NonFiniteError, NotANumberError, OutOfRangeError
from lapwing.exact._exact_float import ExactFloat

Number: TypeAlias = int | float | Fraction | Decimal

# A Decimal can name 10^999999999 in a few characters. Writing that out as an integer would take the machine down.
_DIGITS = 3000


def read_parameter(value: object, name: str) -> Fraction:
    """Read a parameter as the user typed it: a float stands for its shortest decimal.

    >>> read_parameter(0.1, "scale")
    Fraction(1, 10)
    >>> read_parameter(Decimal("0.25"), "scale")
    Fraction(1, 4)
    """
    if type(value) is int:
        return Fraction(value)
    if isinstance(value, ExactFloat):
        return value.exact
    if isinstance(value, float):
        return Fraction(float.__repr__(_finite(value, name)))
    exact = _read_exact(value, name)
    if exact is not None:
        return exact
    if isinstance(value, Real):
        # A NumPy scalar of another width prints its own shortest decimal: float32(0.1) is "0.1".
        _finite(value, name)
        try:
            return Fraction(str(value))
        except ValueError:
            raise NotANumberError(name, value) from None
    raise NotANumberError(name, value)


def read_datum(value: object, name: str) -> Fraction:
    """Read a datum as the hardware holds it: a float is the dyadic number that it is.

    >>> read_datum(0.5, "bound")
    Fraction(1, 2)
    >>> read_datum(0.1, "bound") == Fraction(1, 10)
    False
    """
    if type(value) is int:
        return Fraction(value)
    if isinstance(value, ExactFloat):
        return value.exact
    if isinstance(value, float):
        return Fraction(_finite(value, name))
    exact = _read_exact(value, name)
    if exact is not None:
        return exact
    if isinstance(value, Real):
        _finite(value, name)
        ratio = getattr(value, "as_integer_ratio", None)
        if ratio is not None:
            numerator, denominator = ratio()
            return Fraction(int(numerator), int(denominator))
    raise NotANumberError(name, value)


def _read_exact(value: object, name: str) -> Fraction | None:
    """Read the kinds of number that are exact already. None if `value` is of another kind."""
    if isinstance(value, bool):
        raise NotANumberError(name, value)
    if isinstance(value, Integral):
        return Fraction(int(value))
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise NonFiniteError(name, value)
        if value and abs(value.adjusted()) > _DIGITS:
            raise OutOfRangeError(name, value, f"between 1e-{_DIGITS} and 1e{_DIGITS} in size")
        return Fraction(value)
    return None


def _finite(value: Real | float, name: str) -> float:
    """Refuse NaN (the one number that differs from itself) and the infinities, then hand the number back."""
    if value != value or value in (_INFINITY, -_INFINITY):
        raise NonFiniteError(name, value)
    return value  # type: ignore[return-value]  # a Real that is no float is compared here, never returned to a float


_INFINITY = float("inf")
