"""Privacy losses: the logarithm of p/q at one outcome, and how it compares with a bound."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, final

import attrs

from lapwing.exact import Refinable, is_at_most, to_float_up
from lapwing.maps import Expr, ln
from lapwing.maps._atoms import Apply
from lapwing.measures._laws import ZERO, Outcome, Pair, as_expression, simplest

if TYPE_CHECKING:
    from flint import arb

Value: TypeAlias = Fraction | float | Refinable
"""An exact number, infinity (the only float) or a number that can be enclosed."""


@final
@attrs.frozen
class LogRatio:
    """The logarithm of a rational number other than 1. It is irrational, so it can be told from any bound."""

    ratio: Fraction

    def enclose(self, precision: int) -> arb:
        """Enclose the logarithm."""
        from lapwing.exact._enclosure import ball_of

        return ball_of(self.ratio).log()


def loss(outcome: Outcome) -> Value:
    """The privacy loss ln(p/q) of an outcome with p > 0."""
    p, q = outcome.p, outcome.q
    if q == ZERO:
        return math.inf
    if p == q:
        return ZERO
    if isinstance(p, Fraction) and isinstance(q, Fraction):
        return LogRatio(p / q)
    return simplest(logarithm(as_expression(p) / as_expression(q)))


def logarithm(x: Expr) -> Expr:
    """The logarithm of an expression, taken apart where it is a number times powers of exponentials.

    So the loss of a Laplace law is the rational number that it is, and a bound of that very size is seen to hold.
    """
    if len(x.numerator) != 1 or len(x.denominator) != 1:
        return ln(x)
    ((above, a),) = x.numerator.items()
    ((below, b),) = x.denominator.items()
    total = ln(Fraction(a, b))
    for monomial, side in ((above, 1), (below, -1)):
        for atom, exponent in monomial:
            if not isinstance(atom, Apply) or atom.function.name != "exp":
                return ln(x)
            total += side * exponent * atom.arguments[0]
    return total


def greatest_losses(pair: Pair) -> list[Value]:
    """Losses among which the greatest one is. Rational ratios leave only their largest."""
    ratios = [o.p / o.q for o in pair.shared if isinstance(o.p, Fraction) and isinstance(o.q, Fraction)]
    found: list[Value] = [loss(Outcome(max(ratios), Fraction(1)))] if ratios else []
    found += [loss(o) for o in pair.shared if isinstance(o.p, Expr) or isinstance(o.q, Expr)]
    if pair.disjoint_mass:
        found.append(math.inf)
    return found


def at_most(value: Value, limit: Fraction | float) -> bool | None:
    """Whether value <= limit, where infinity is the only float; None if no precision decides."""
    if isinstance(limit, float) or isinstance(value, float):
        return limit == math.inf or (isinstance(value, float) and value <= limit)
    return is_at_most(value, limit)


def round_up(value: Value) -> float:
    """The smallest float that is not below the value."""
    return value if isinstance(value, float) else to_float_up(value)
