"""Sums of bounded numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import frexp, trunc
from typing import Any, Never

from typing_extensions import TypeVar

from lapwing.core import Bounded, DatasetMetric, Metric, SizedMetric, Transformation, Unsized, constructor, then
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.exact import ExactFloat
from lapwing.maps import Expr, floor, symbol
from lapwing.metrics import AbsoluteDistance
from lapwing.transformations._require import require_bounds, require_records, require_vector

N = TypeVar("N", int, float)
S0 = TypeVar("S0", bound=Unsized)
M0 = TypeVar("M0", bound=DatasetMetric[int] | SizedMetric[int])

GRID_BITS = 62  # a bound has at most this many bits in units of the grid, so that an element fits int64


@constructor
def make_sum(
    input_domain: VectorDomain[N, Bounded, S0], input_metric: M0
) -> Transformation[VectorDomain[N, Bounded, S0], M0, AtomDomain[N], AbsoluteDistance[N], Never]:
    """Sum the elements, exactly.

    Integers are summed without overflow. Floats are cut towards zero to a grid 2^k, 62 bits below the larger bound,
    and summed as integers: the result does not depend on their order. It is a float that remembers the exact sum for
    the links that follow.

    Map: `m*d_in` with m the larger of the bounds in size; with a known size, w the width of the bounds:
    `w*floor(d_in/2)` for the metrics that add and remove, `w*d_in` for those that change records.

    Why: one record more or less moves the sum by at most m. With a known size each record removed is matched by one
    added, and the pair moves the sum by at most w; so does a record changed. The bounds are cut to the grid by the
    same monotone function as the elements.

    >>> from lapwing.prelude import space_of, then_clamp, then_sum
    >>> total = space_of(list[float]) >> then_clamp((0.0, 10.0)) >> then_sum()
    >>> total([0.1] * 10), total.map(1)
    (1.0, 10.0)
    """
    domain = require_vector("then_sum", input_domain, input_metric)
    lower, upper = require_bounds("then_sum", domain)
    require_records("then_sum", input_metric)
    carrier: Any = domain.atom.carrier
    output_domain: Any = AtomDomain(carrier)
    output_metric: Any = AbsoluteDistance(carrier)
    add_up, least, greatest = whole_sum(lower, upper) if carrier is int else grid_sum(lower, upper)
    return Transformation(
        input_domain,
        input_metric,
        output_domain,
        output_metric,
        add_up,
        sum_map(input_metric, domain.size, least, greatest),
    )


def sum_map(metric: Metric[Any], size: int | None, least: Fraction, greatest: Fraction) -> Expr:
    """How far sums of elements between `least` and `greatest` can be apart."""
    d_in = symbol("d_in")
    if isinstance(metric, SizedMetric):
        return d_in * (greatest - least)
    if size is not None:
        return floor(d_in / 2) * (greatest - least)
    return d_in * max(abs(least), abs(greatest))


def whole_sum(lower: int, upper: int) -> tuple[Callable[[Any], int], Fraction, Fraction]:
    """The sum of integers, and the bounds that its elements keep."""
    magnitude = max(abs(lower), abs(upper))

    def add_up(vector: Any) -> int:
        from lapwing.arrays import sum_whole

        return sum_whole(vector, magnitude)

    return add_up, Fraction(lower), Fraction(upper)


def grid_sum(lower: float, upper: float) -> tuple[Callable[[Any], ExactFloat], Fraction, Fraction]:
    """The sum of floats on a grid, and the bounds that its elements keep once they are on it."""
    exponent = frexp(max(abs(lower), abs(upper)))[1] - GRID_BITS
    unit = Fraction(2) ** exponent

    def add_up(vector: Any) -> ExactFloat:
        from lapwing.arrays import sum_on_grid

        return ExactFloat(sum_on_grid(vector, exponent) * unit)

    return add_up, trunc(Fraction(lower) / unit) * unit, trunc(Fraction(upper) / unit) * unit


then_sum = then(make_sum)
