"""RenyiDivergence: Rényi differential privacy, for all orders at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

import attrs

from lapwing.core import Measure
from lapwing.exact import sign
from lapwing.maps import (
    INFINITY,
    Curve,
    CurveQuantity,
    Expr,
    Quantity,
    choose,
    constant,
    exp,
    less_equal,
    ln,
    maximum,
    symbol,
)
from lapwing.measures._curves import BITS, Range, as_line, closed_expression, parts_of, stays_above, stays_below
from lapwing.measures._laws import Pair, as_expression, read_pair, simplest
from lapwing.measures._losses import LogRatio, Value, greatest_losses, logarithm
from lapwing.measures._search import is_bounded

if TYPE_CHECKING:
    from flint import arb

    from lapwing.core import FiniteLaw

RENYI = CurveQuantity("renyi", "alpha")
ALPHA = symbol(RENYI.variable)


@final
@attrs.frozen
class RenyiDivergence(Measure[Curve]):
    """Rényi differential privacy: the loss is a curve, a bound on the Rényi divergence of each order α > 1.

    D_α(p‖q) = ln(Σ p^α q^(1−α))/(α − 1), which is infinite if q never gives an outcome that p can give. Orders up to 1
    are no part of the definition: there the curve is infinite, too.

    Why: Definition 4 of Mironov (2017), for all orders together. p^α q^(1−α) is written as q·exp(α·ln(p/q)).

    >>> from lapwing.prelude import RenyiDivergence
    >>> curve = RenyiDivergence().divergence({"yes": 0.75, "no": 0.25}, {"yes": 0.25, "no": 0.75})
    >>> curve(2)
    0.8472978603872037
    """

    @property
    def quantity(self) -> Quantity[Curve]:
        """A curve in α."""
        return RENYI

    def divergence(self, p: FiniteLaw, q: FiniteLaw) -> Curve:
        """The curve α ↦ D_α(p‖q), exactly."""
        return Curve(RENYI.variable, renyi_expression(read_pair(p, q)))

    def within(self, p: FiniteLaw, q: FiniteLaw, d_out: Any) -> bool:
        """Whether D_α(p‖q) is at most the curve d_out at every α > 1. Undecided counts as no.

        Lines a + b·α, constants, and minima of them are decided to a hundred bits or so. Any other curve is compared on
        intervals, which needs some room between the two. A curve is a loss, so it is taken to be nonnegative.
        """
        limit = RENYI.limit(d_out, "d_out")
        return is_below_curve(read_pair(p, q), limit)


def renyi_expression(pair: Pair) -> Expr:
    """D_α as an expression in alpha."""
    if pair.disjoint_mass:
        return INFINITY
    terms = [as_expression(o.q) * exp(ALPHA * logarithm(as_expression(o.p) / as_expression(o.q))) for o in pair.shared]
    total = constant(1) if pair.same else sum(terms, constant(0))
    return choose(less_equal(ALPHA, 1), INFINITY, ln(total) / (ALPHA - 1))


def is_below_curve(pair: Pair, curve: Curve) -> bool:
    """Whether D_α(p‖q) is at most the curve at every α > 1."""
    expression = _above_one(closed_expression(curve))
    if pair.same or expression in (INFINITY, _above_one(renyi_expression(pair))):
        return True
    return not pair.disjoint_mass and all(_is_below(pair, part) for part in parts_of(expression, "min"))


def _above_one(expression: Expr) -> Expr:
    """The branch for α > 1 of an expression that is guarded as `renyi_expression` guards its own."""
    difference, *branches = parts_of(expression, "if<=")
    return branches[1] if branches and difference == ALPHA - 1 else expression


def _is_below(pair: Pair, expression: Expr) -> bool:
    line = as_line(expression, RENYI.variable)
    if expression == INFINITY:
        return True
    if line is None:
        return _is_below_by_intervals(pair, expression)
    start, slope = line
    rising = sign(simplest(slope))
    if rising == 0:
        return all(_is_at_most(value, start) for value in greatest_losses(pair))
    return rising == 1 and is_bounded(pair, simplest(start + slope), simplest(slope))


def _is_at_most(value: Value, limit: Expr) -> bool:
    return sign(simplest(_as_expression(value) - limit)) in (-1, 0)


def _as_expression(value: Value) -> Expr:
    if isinstance(value, LogRatio):
        return ln(value.ratio)
    return value if isinstance(value, Expr) else constant(value)


def _is_below_by_intervals(pair: Pair, expression: Expr) -> bool:
    """Divergences rise with the order: on an interval the one at its right end bounds them, and D_∞ bounds the last."""
    from flint import arb

    from lapwing.exact._enclosure import working_precision
    from lapwing.measures._cumulants import Cumulants

    highest = maximum(*map(_as_expression, greatest_losses(pair)))
    with working_precision(BITS):
        cumulants = Cumulants(pair)
        curve = Range(expression, RENYI.variable)

        def over(a: arb, b: arb) -> arb:
            return cumulants.renyi(b - 1)

        # No end is a square, so that the root of one does not turn into a number that hides where it came from.
        for end in (3 * 4**k for k in range(12)):
            if cumulants.top > curve.over(arb(end), arb(end)):
                continue
            if stays_above(highest, expression, RENYI.variable, constant(end)):
                return stays_below(over, curve, arb(1), arb(end))
    return False
