"""Whether a privacy profile stays below a curve."""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING, TypeAlias

from lapwing.exact import sign
from lapwing.maps import INFINITY, Curve, Expr, constant, exp, ln, symbol
from lapwing.measures._curves import BITS, Range, as_line, closed_expression, parts_of, put, stays_above, stays_below
from lapwing.measures._hockey_stick import height, profile
from lapwing.measures._laws import Pair, as_expression, balls, simplest

if TYPE_CHECKING:
    from flint import arb

SCALE = "scale"  # stands for e^ε

Line: TypeAlias = tuple[Expr, Expr]
"""The numbers a and b of the line a + b·e^ε."""


def is_profile_below(pair: Pair, curve: Curve) -> bool:
    """Whether δ(ε) is at most the curve at every ε >= 0."""
    expression = closed_expression(curve)
    if pair.same or expression in (INFINITY, profile(pair, exp(symbol(curve.variable)))):
        return True
    return all(_is_below(pair, put(part, curve.variable, ln(symbol(SCALE)))) for part in parts_of(expression, "min"))


def _is_below(pair: Pair, expression: Expr) -> bool:
    """Compare as functions of e^ε, where the profile is convex and falls."""
    if expression == INFINITY:
        return True
    found = [as_line(part, SCALE) for part in parts_of(expression, "max")]
    lines = [line for line in found if line is not None]
    if lines and _is_below_lines(pair, lines):
        return True
    return None in found and _is_below_by_intervals(pair, expression)


def _is_below_lines(pair: Pair, lines: list[Line]) -> bool:
    """Whether the profile is below the highest of some lines.

    Between two points where lines cross, one line is the highest. The profile is convex, so it is below that line if it
    is so at both points. After the last point the profile falls, and a line that does not fall stays above it.
    """
    crossings = [
        (a - c) / (d - b) for i, (a, b) in enumerate(lines) for c, d in lines[:i] if d != b and not (a - c).wild
    ]
    corners = _in_order([constant(1), *crossings])
    heights = [height(pair, corner) for corner in corners]
    above = [
        [sign(simplest(a + b * corner - reached)) in (0, 1) for corner, reached in zip(corners, heights, strict=True)]
        for a, b in lines
    ]
    between = all(any(row[i] and row[i + 1] for row in above) for i in range(len(corners) - 1))
    after = any(row[-1] and sign(simplest(b)) in (0, 1) for row, (_, b) in zip(above, lines, strict=True))
    return between and after


def _ratios(pair: Pair) -> list[Expr]:
    return [as_expression(o.p) / as_expression(o.q) for o in pair.shared]


def _in_order(points: list[Expr]) -> list[Expr]:
    """The points from 1 on, in order. Two that enclosures can't tell apart may come either way round."""
    from lapwing.exact._enclosure import working_precision

    with working_precision(BITS):
        placed = [(point.enclose(BITS), point) for point in points]
        placed.sort(key=cmp_to_key(_by_place))
        return [point for place, point in placed if not place < 1]


def _by_place(x: tuple[arb, Expr], y: tuple[arb, Expr]) -> int:
    a, b = x[0].mid(), y[0].mid()
    return bool(a > b) - bool(a < b)


def _is_below_by_intervals(pair: Pair, expression: Expr) -> bool:
    """The profile falls: on an interval its value at the left end bounds it, after its last corner the one there."""
    from flint import arb

    from lapwing.exact._enclosure import working_precision

    last = _in_order([constant(1), *_ratios(pair)])[-1]
    if not stays_above(height(pair, last), expression, SCALE, last):
        return False
    with working_precision(BITS):
        ps, qs = balls(o.p for o in pair.outcomes), balls(o.q for o in pair.outcomes)

        def over(a: arb, b: arb) -> arb:
            return sum(((p - a * q).max(arb(0)) for p, q in zip(ps, qs, strict=True)), arb(0))

        return stays_below(over, Range(expression, SCALE), arb(1), last.enclose(BITS).upper())
