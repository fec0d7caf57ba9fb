"""Solving a map for its one free parameter."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from lapwing.errors import UnsolvableError, shown
from lapwing.exact import read_parameter, to_float_up, to_int_up
from lapwing.maps._algebra import isolate
from lapwing.maps._bisect import LARGEST_FLOAT, LARGEST_INT, last_float, last_int
from lapwing.maps._evaluate import evaluate
from lapwing.maps._expr import Expr, constant
from lapwing.maps._operations import negate
from lapwing.maps._quantity import Scalar

if TYPE_CHECKING:
    from lapwing.maps._map import QI, QO, Map

_SMALLEST_FLOAT = 5e-324


def solve(map: Map[QI, QO], d_in: QI, d_out: QO, *, integer: bool) -> Fraction:
    """Give the parameter's value at which the map at d_in just meets d_out.

    The loss may rise or fall with the parameter. Either way the value is the last one on the private side: exact where
    algebra gives a rational number, else to one float's width. Whatever is returned was checked.
    """
    demand = f"{map} at most {shown(d_out)} for d_in = {shown(d_in)}"
    if len(map.parameters) != 1:
        names = ", ".join(sorted(map.parameters))
        raise UnsolvableError(demand, f"it takes one free parameter, but {f'{names} are' if names else 'none is'} free")
    (name,) = map.parameters
    target = d_out if _curved(map) else map.output.join(tuple(_typed(map, d_out)))

    def holds(value: Fraction | float) -> bool:
        return map.bind({name: Fraction(value)}).is_within(d_in, target)

    for guess in _guesses(map, name, d_in, target, integer):
        if guess >= 0 and holds(guess):
            return guess
    return _search(holds, name, demand, integer)


def _curved(map: Map[Any, Any]) -> bool:
    return not all(isinstance(part, Scalar) for part in map.output.parts)


def _typed(map: Map[Any, Any], d_out: object) -> Iterator[object]:
    """Read the limits as the user typed them: 0.1 means 1/10, where `check` would let the float above it pass too."""
    for part, value in zip(map.output.parts, map.output.split(d_out, "d_out"), strict=True):
        if isinstance(value, float) and math.isfinite(value):
            part.limit(value, "d_out")
            yield read_parameter(value, "d_out") if isinstance(part, Scalar) and not part.whole else value
        else:
            yield value


def _guesses(map: Map[Any, Any], name: str, d_in: object, target: object, integer: bool) -> Iterator[Fraction]:
    """Solve by algebra, one output at a time. Whoever calls tries each guess."""
    expressions = map.substituted(d_in)
    for part, expression, limit in zip(map.output.parts, expressions, map.output.split(target, "d_out"), strict=True):
        if name not in expression.free or not isinstance(part, Scalar):
            continue
        number = part.limit(limit, "d_out")
        found = isolate(expression, name, constant(number)) if isinstance(number, Fraction) else None
        if found is not None:
            yield from _round(found, integer)


def _round(value: Expr, integer: bool) -> Iterator[Fraction]:
    """Give the number itself if it is rational, else its two neighbours among the floats (or the integers)."""
    exact = evaluate(value).exact()
    if isinstance(exact, float):
        return
    if exact is not None and (not integer or exact.denominator == 1):
        yield Fraction(exact)
        return
    below, above = evaluate(negate(value)), evaluate(value)
    if integer:
        low, high = to_int_up(below), to_int_up(above)
        if low is not None and high is not None:
            yield from (Fraction(-low), Fraction(high))
        return
    for rounded in (-to_float_up(below), to_float_up(above)):
        if math.isfinite(rounded):
            yield Fraction(rounded)


def _search(holds: Callable[[Fraction | float], bool], name: str, demand: str, integer: bool) -> Fraction:
    """Find by bisection where the demand begins or ceases to hold."""
    low: float | int = 0 if integer else _SMALLEST_FLOAT
    high: float | int = LARGEST_INT if integer else LARGEST_FLOAT
    at_low, at_high = holds(low), holds(high)
    if at_low and at_high:
        raise UnsolvableError(demand, f"every value of {name} meets it")
    if not at_low and not at_high:
        between = next((2.0**k for k in range(-64, 65) if holds(int(2.0**k) if integer else 2.0**k)), None)
        if between is None:
            raise UnsolvableError(demand, f"no value of {name} meets it")
        raise UnsolvableError(demand, f"the loss both rises and falls with {name}: bind a value, such as {between:g}")
    if at_low:
        return Fraction(_last(holds, low, high, integer))
    # The loss falls: the first value that holds comes right after the last one that does not.
    last = _last(lambda value: not holds(value), low, high, integer)
    return Fraction(last + 1 if integer else math.nextafter(last, math.inf))


def _last(holds: Callable[[Fraction | float], bool], low: float, high: float, integer: bool) -> float:
    return last_int(holds, int(low), int(high)) if integer else last_float(holds, low, high)
