"""The inverse of a map: the largest distance that may go in."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from lapwing.errors import UnsolvableError, shown
from lapwing.exact import to_float_up, to_int_up
from lapwing.maps._algebra import isolate
from lapwing.maps._bisect import LARGEST_FLOAT, LARGEST_INT, last_float, last_int
from lapwing.maps._evaluate import evaluate
from lapwing.maps._expr import constant
from lapwing.maps._operations import negate
from lapwing.maps._quantity import Scalar

if TYPE_CHECKING:
    from lapwing.maps._map import QI, QO, Map


def inverse(map: Map[QI, QO], d_out: QO) -> QI:
    """Give the largest d_in with map.check(d_in, d_out). The map must not fall anywhere."""
    demand = f"{map} at most {shown(d_out)}"
    if not isinstance(map.input, Scalar):
        names = ", ".join(map.input.names)
        raise UnsolvableError(demand, f"the distance has several parts ({names}), and only one can be found")
    map.demand_bound("the inverse")

    def holds(d_in: Any) -> bool:
        return map.check(d_in, d_out)

    if not holds(0):
        raise UnsolvableError(demand, "not even the distance 0 meets it")
    whole = map.input.whole
    guess = _guess(map, d_out)
    if guess is not None:
        after: int | float = int(guess) + 1 if whole else math.nextafter(guess, math.inf)
        if after <= LARGEST_INT and holds(guess) and not holds(after):
            return cast("QI", guess)
    if holds(LARGEST_INT if whole else LARGEST_FLOAT):
        raise UnsolvableError(demand, "every distance meets it, so there is no largest one")
    found = last_int(holds, 0, LARGEST_INT) if whole else last_float(holds, 0.0, LARGEST_FLOAT)
    return cast("QI", found)


def _guess(map: Map[Any, Any], d_out: object) -> int | float | None:
    """Invert by algebra where the map has one output: the exact distance, rounded down."""
    if not isinstance(map.input, Scalar) or not isinstance(map.output, Scalar):
        return None
    limit = map.output.limit(d_out, "d_out")
    if not isinstance(limit, Fraction):
        return None
    distance = isolate(map.outputs[0], map.input.name, constant(limit))
    if distance is None:
        return None
    value = evaluate(negate(distance))
    exact = value.exact()
    if isinstance(exact, float) or (exact is not None and exact > 0):
        return None
    if map.input.whole:
        number = to_int_up(value if exact is None else exact)
        return None if number is None or number > 0 else -number
    rounded = -to_float_up(value if exact is None else exact)
    return rounded + 0.0 if 0 <= rounded <= LARGEST_FLOAT else None
