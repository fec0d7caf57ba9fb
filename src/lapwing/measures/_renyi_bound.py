"""Rényi divergences as a curve, and whether they stay below another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lapwing.exact import sign
from lapwing.maps import INFINITY, Curve, Expr, choose, constant, exp, less_equal, ln, maximum, symbol
from lapwing.measures._curves import BITS, Range, as_line, closed_expression, parts_of, stays_above, stays_below
from lapwing.measures._laws import Pair, as_expression, simplest
from lapwing.measures._losses import LogRatio, Value, greatest_losses, logarithm
from lapwing.measures._search import is_bounded

if TYPE_CHECKING:
    from flint import arb

ORDER = "alpha"
ALPHA = symbol(ORDER)


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
    line = as_line(expression, ORDER)
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
        curve = Range(expression, ORDER)

        def over(a: arb, b: arb) -> arb:
            return cumulants.renyi(b - 1)

        # No end is a square, so that the root of one does not turn into a number that hides where it came from.
        for end in (3 * 4**k for k in range(12)):
            if cumulants.top > curve.over(arb(end), arb(end)):
                continue
            if stays_above(highest, expression, ORDER, constant(end)):
                return stays_below(over, curve, arb(1), arb(end))
    return False
