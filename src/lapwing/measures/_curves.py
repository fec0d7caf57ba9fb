"""Comparing the loss of two laws with a curve, at every point of the curve.

A curve is any expression in one variable, so no rule decides every case. What has a closed form is decided by the
measures themselves; here are the means that they share: taking a curve apart, and intervals for the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, final

from lapwing.errors import FreeParameterError, UndecidedError
from lapwing.maps import Curve, Expr, Map, compare, constant, real_number, substitute, symbol
from lapwing.maps._atoms import Apply
from lapwing.maps._evaluate import Program, to_ball

if TYPE_CHECKING:
    from flint import arb

D_IN = real_number("d_in")
BITS = 128
_MOST_INTERVALS = 4000
_DEPTH = 60


def closed_expression(curve: Curve) -> Expr:
    """The expression of a curve that has no other variable."""
    other = curve.expression.free - {curve.variable}
    if other:
        raise FreeParameterError(tuple(sorted(other)), "a comparison with a curve")
    return curve.expression


def parts_of(expression: Expr, function: str) -> tuple[Expr, ...]:
    """The arguments of an application such as min(x, y), or the expression itself."""
    atom = expression.atom
    return atom.arguments if isinstance(atom, Apply) and atom.function.name == function else (expression,)


def put(expression: Expr, variable: str, value: Expr) -> Expr:
    """The expression with a value in the place of its variable."""
    return substitute((expression,), {variable: value})[0]


def as_line(expression: Expr, variable: str) -> tuple[Expr, Expr] | None:
    """The numbers (a, b) if the expression is a + b·variable, else None."""
    start = put(expression, variable, constant(0))
    slope = put(expression, variable, constant(1)) - start
    if start.wild or slope.wild or start + slope * symbol(variable) != expression:
        return None
    return start, slope


@final
class Range:
    """Encloses an expression of one variable over intervals."""

    __slots__ = ("_program",)

    def __init__(self, expression: Expr, variable: str) -> None:
        self._program = Program((expression,), (variable,))

    def over(self, a: arb, b: arb) -> arb:
        """Enclose the values between a and b, at flint's current precision."""
        return to_ball(self._program.run([a.union(b)], exactly=False)[0])


def stays_below(over: Callable[[arb, arb], arb], curve: Range, a: arb, b: arb) -> bool:
    """Whether a function is at most a curve from a to b, where `over` bounds the function from above on an interval.

    It needs some room between the two; where they touch, it gives up, which counts as no.
    """
    waiting = [(a, b, 0)]
    for _ in range(_MOST_INTERVALS):
        if not waiting:
            return True
        a, b, depth = waiting.pop()
        if over(a, b) <= curve.over(a, b):
            continue
        middle = ((a + b) / 2).mid()
        if depth == _DEPTH or over(middle, middle) > curve.over(middle, middle):
            return False
        waiting += [(middle, b, depth + 1), (a, middle, depth + 1)]
    return False


def stays_above(level: Expr, expression: Expr, variable: str, start: Expr) -> bool:
    """Whether the expression is at least `level` wherever its variable is at least `start`: at once, or as it rises."""
    moved = put(expression, variable, start + symbol(D_IN.name))
    first = put(expression, variable, start)
    return _is_at_most(level, moved) or (compare(level, first) in (-1, 0) and _is_at_most(first, moved))


def _is_at_most(left: Expr, right: Expr) -> bool:
    try:
        return Map(D_IN, D_IN, (left,)).at_most(Map(D_IN, D_IN, (right,)))
    except UndecidedError:
        return False
