"""Accuracy: how large the noise of a scale is, and which scale keeps it within a limit.

An accuracy a at level alpha says: the noise is at most a in size, except with a probability of at most alpha. Each
answer is on the safe side. An accuracy is rounded up, a scale is rounded down, and what is returned was compared with
the exact tail.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, final

import attrs

from lapwing.errors import OutOfRangeError
from lapwing.exact import Number, is_at_most, read_parameter, to_float_up
from lapwing.maps import Expr, as_expr, constant, evaluate, ln
from lapwing.maps._bisect import LARGEST_FLOAT, last_float, last_int
from lapwing.measurements._exp_family import tail

if TYPE_CHECKING:
    from flint import arb


def laplace_scale_to_accuracy(scale: Number, alpha: Number) -> float:
    """The accuracy of continuous Laplace noise: scale*ln(1/alpha), as P[|X| > a] = e^(-a/scale).

    >>> laplace_scale_to_accuracy(10, 0.05)
    29.95732273553991
    """
    return to_float_up(evaluate(_read_scale(scale) * ln(1 / _read_alpha(alpha))))


def accuracy_to_laplace_scale(accuracy: Number, alpha: Number) -> float:
    """The largest scale of continuous Laplace noise that is at most `accuracy` in size, except with probability alpha.

    >>> accuracy_to_laplace_scale(30, 0.05)
    10.014246020860021
    """
    limit, level = _read_accuracy(accuracy), _read_proper_alpha(alpha)
    return _last_scale(lambda scale: evaluate(scale * ln(1 / level)).at_most(limit))


def gaussian_scale_to_accuracy(scale: Number, alpha: Number) -> float:
    """The accuracy of continuous Gaussian noise with standard deviation `scale`: P[|X| > a] = erfc(a/(scale*sqrt(2))).

    >>> gaussian_scale_to_accuracy(10, 0.05)
    19.59963984540054...
    """
    exact, level = _read_scale(scale), _rational(_read_alpha(alpha))
    if exact.rational == 0 or level == 1:
        return 0.0
    sigma = _rational(exact)
    return _first_float(lambda a: is_at_most(Erfc(Fraction(a) / sigma), level) is True)


def accuracy_to_gaussian_scale(accuracy: Number, alpha: Number) -> float:
    """The largest scale of continuous Gaussian noise that is at most `accuracy` in size, except with probability alpha.

    >>> accuracy_to_gaussian_scale(20, 0.05)
    10.2042691...
    """
    limit, level = _read_accuracy(accuracy), _rational(_read_proper_alpha(alpha))
    return _last_scale(lambda scale: is_at_most(Erfc(limit / scale), level))


def discrete_laplace_scale_to_accuracy(scale: Number, alpha: Number) -> int:
    """The least whole number that discrete Laplace noise exceeds in size with probability alpha at most.

    It is the accuracy of `make_laplace` on integers and of `make_geometric`.

    >>> discrete_laplace_scale_to_accuracy(10, 0.05)
    30
    """
    return _discrete_accuracy(1, scale, alpha)


def accuracy_to_discrete_laplace_scale(accuracy: int, alpha: Number) -> float:
    """The largest scale of discrete Laplace noise that is at most `accuracy` in size, except with probability alpha.

    >>> accuracy_to_discrete_laplace_scale(30, 0.05)
    10.1852451897005
    """
    return _discrete_scale(1, accuracy, alpha)


def discrete_gaussian_scale_to_accuracy(scale: Number, alpha: Number) -> int:
    """The least whole number that discrete Gaussian noise exceeds in size with probability alpha at most.

    It is the accuracy of `make_gaussian` on integers.

    >>> discrete_gaussian_scale_to_accuracy(10, 0.05)
    20
    """
    return _discrete_accuracy(2, scale, alpha)


def accuracy_to_discrete_gaussian_scale(accuracy: int, alpha: Number) -> float:
    """The largest scale of discrete Gaussian noise that is at most `accuracy` in size, except with probability alpha.

    >>> accuracy_to_discrete_gaussian_scale(20, 0.05)
    10.463358519622165
    """
    return _discrete_scale(2, accuracy, alpha)


@final
@attrs.frozen
class Erfc:
    """P[|X| > x] for a standard normal X: erfc(x/sqrt(2))."""

    x: Fraction

    def enclose(self, precision: int) -> arb:
        """Enclose the probability."""
        from flint import arb

        from lapwing.exact._enclosure import ball_of

        return (ball_of(self.x) / arb(2).sqrt()).erfc()


def _two_sided(p: int, scale: Expr, accuracy: int) -> Expr:
    """P[|Z| > accuracy] for discrete noise."""
    return 2 * tail(p, scale, as_expr(accuracy))


def _discrete_accuracy(p: int, scale: Number, alpha: Number) -> int:
    exact, level = _read_scale(scale), _rational(_read_alpha(alpha))
    if exact.rational == 0:
        return 0

    def fails(accuracy: int) -> bool:
        return not evaluate(_two_sided(p, exact, accuracy)).at_most(level)

    if not fails(0):
        return 0
    high = 1
    while fails(high):
        high *= 2
    return last_int(fails, high // 2, high) + 1


def _discrete_scale(p: int, accuracy: int, alpha: Number) -> float:
    limit, level = _read_accuracy(accuracy), _rational(_read_proper_alpha(alpha))
    if limit.denominator != 1:
        raise OutOfRangeError("accuracy", accuracy, "a whole number")
    return _last_scale(lambda scale: evaluate(_two_sided(p, constant(scale), int(limit))).at_most(level))


def _last_scale(holds: Callable[[Fraction], bool | None]) -> float:
    """The last float that holds as a scale, both as the decimal that a constructor reads and as the number it is."""
    return last_float(
        lambda x: x == 0 or holds(max(Fraction(x), read_parameter(x, "scale"))) is True, 0.0, LARGEST_FLOAT
    )


def _first_float(holds: Callable[[float], bool]) -> float:
    """The first positive float for which something holds that then goes on to hold."""
    return math.nextafter(last_float(lambda x: not holds(x), 0.0, LARGEST_FLOAT), math.inf)


def _read_scale(scale: Number) -> Expr:
    exact = read_parameter(scale, "scale")
    if exact < 0:
        raise OutOfRangeError("scale", scale, "at least 0")
    return constant(exact)


def _read_accuracy(accuracy: Number) -> Fraction:
    exact = read_parameter(accuracy, "accuracy")
    if exact < 0:
        raise OutOfRangeError("accuracy", accuracy, "at least 0")
    return exact


def _read_alpha(alpha: Number) -> Expr:
    exact = read_parameter(alpha, "alpha")
    if not 0 < exact <= 1:
        raise OutOfRangeError("alpha", alpha, "above 0 and at most 1")
    return constant(exact)


def _read_proper_alpha(alpha: Number) -> Expr:
    exact = read_parameter(alpha, "alpha")
    if not 0 < exact < 1:
        raise OutOfRangeError("alpha", alpha, "between 0 and 1, both excluded")
    return constant(exact)


def _rational(value: Expr) -> Fraction:
    number = value.rational
    assert number is not None
    return number
