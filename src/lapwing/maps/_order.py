"""Comparing two maps at every distance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from lapwing.errors import UndecidedError
from lapwing.maps._atoms import Symbol
from lapwing.maps._compare import compare
from lapwing.maps._expr import Expr, constant, symbol
from lapwing.maps._prove import Prover
from lapwing.maps._quantity import CurveQuantity, Scalar
from lapwing.maps._sturm import rational_at_most
from lapwing.maps._walk import substitute

if TYPE_CHECKING:
    from lapwing.maps._curve import Curve
    from lapwing.maps._map import Map

_WHOLE = (0, 1, 2, 3, 10, 100, 10**6)
_REAL = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 1000), Fraction(7, 3))
_MOST_POINTS = 400


def map_at_most(left: Map[Any, Any], right: Map[Any, Any]) -> bool:
    """Tell whether left(d) <= right(d) for every distance d."""
    for side in (left, right):
        side.demand_bound("a comparison of maps")
    if len(left.input.parts) != len(right.input.parts) or len(left.output.parts) != len(right.output.parts):
        raise UndecidedError(str(left), str(right))
    whole = {part.name: isinstance(part, Scalar) and part.whole for part in left.input.parts}
    rename = {a: symbol(b) for a, b in zip(right.input.names, left.input.names, strict=True)}
    verdicts: list[bool | None] = []
    for i, (ours, theirs) in enumerate(zip(left.output.parts, right.output.parts, strict=True)):
        f, g, variables, positive = left.outputs[i], right.outputs[i], dict(whole), frozenset[str]()
        if isinstance(ours, CurveQuantity) and isinstance(theirs, CurveQuantity):
            (g,) = substitute((g,), {**rename, theirs.variable: symbol(ours.variable)})
            f, g = _from_zero(f, g, ours.variable)
            variables[ours.variable] = False
            positive = _above_zero(ours.variable)
        else:
            (g,) = substitute((g,), rename)
        verdicts.append(everywhere_at_most(f, g, variables, positive))
        if verdicts[-1] is False:
            return False
    if None in verdicts:
        raise UndecidedError(str(left), str(right))
    return True


def curve_at_most(value: Expr, limit: Curve) -> bool:
    """Tell whether a curve, given as an expression in the limit's variable, is nowhere above it. Undecided is no."""
    f, g = _from_zero(value, limit.expression, limit.variable)
    return everywhere_at_most(f, g, {limit.variable: False}, _above_zero(limit.variable)) is True


def _from_zero(f: Expr, g: Expr, variable: str) -> tuple[Expr, Expr]:
    """Shift the variable so that it runs from 0. A Rényi order alpha is above 1, every other variable is at least 0."""
    if variable != "alpha":
        return f, g
    f, g = substitute((f, g), {variable: symbol(variable) + 1})
    return f, g


def _above_zero(variable: str) -> frozenset[str]:
    """Name the variable if, once shifted, it is above 0 and never 0 itself."""
    return frozenset({variable}) if variable == "alpha" else frozenset()


def everywhere_at_most(
    f: Expr, g: Expr, variables: dict[str, bool], positive: frozenset[str] = frozenset()
) -> bool | None:
    """Tell whether f <= g for all nonnegative values of the variables; True marks a whole one. None if no rule decides.

    Of the variables that are `positive`, the value 0 does not count.
    """
    free = f.free | g.free
    if not all(isinstance(atom, Symbol) for atom in (*f.atoms(), *g.atoms())) or len(free) > 1:
        if Prover(frozenset(variables), positive).at_most(f, g):
            return True
    else:
        verdict = rational_at_most(f, g, whole=all(variables[name] for name in free), zero=free.isdisjoint(positive))
        if verdict is not None:
            return verdict
    for point in _points({name: variables[name] for name in sorted(free)}):
        if any(point.get(name) == 0 for name in positive):
            continue
        a, b = substitute((f, g), {name: constant(x) for name, x in point.items()})
        if compare(a, b) == 1:
            return False
    return None


def _points(variables: dict[str, bool]) -> Iterator[dict[str, Fraction | int]]:
    """List points at which a difference is likely to show."""
    choices: list[tuple[Fraction | int, ...]] = [_WHOLE if whole else (*_WHOLE, *_REAL) for whole in variables.values()]
    for n, values in enumerate(product(*choices)):
        if n == _MOST_POINTS:
            return
        yield dict(zip(variables, values, strict=True))
