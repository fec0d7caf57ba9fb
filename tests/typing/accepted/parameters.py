"""Free parameters: a chain keeps its type when they are bound or solved for."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Never, reveal_type

from lapwing.prelude import (
    AbsoluteDistance,
    Approximate,
    AtomDomain,
    MaxDivergence,
    Measurement,
    Param,
    constructor,
    make_user_measurement,
    space_of,
    then,
    then_clamp,
    then_sum,
    then_user_measurement,
    then_user_transformation,
)


def add_noise(number: int) -> int:
    return number


@constructor
def make_noise(
    input_domain: AtomDomain[int], input_metric: AbsoluteDistance[int], scale: float | Param
) -> Measurement[AtomDomain[int], AbsoluteDistance[int], MaxDivergence, int, Never]:
    return make_user_measurement(input_domain, input_metric, MaxDivergence(), add_noise, f"d_in/{scale}")


then_noise = then(make_noise)
total = space_of(list[int]) >> then_clamp((0, 120)) >> then_sum()
private = total >> then_noise(Param("scale"))
failing = total >> then_user_measurement(Approximate(MaxDivergence()), add_noise, "(d_in/scale, 1/1000)")
stretched = total >> then_user_transformation(AtomDomain(int), AbsoluteDistance(int), add_noise, "factor*d_in")

reveal_type(private.solve(d_in=1, d_out=1.0))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]
reveal_type(private.solve(d_in=1, d_out=1)([23]))  # R: int
reveal_type(failing.solve(d_in=1, d_out=(1.0, 1e-3)))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, Approximate[MaxDivergence, float], int, Never]
reveal_type(stretched.solve(d_in=1, d_out=240))  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(private.bind(scale=2))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]
reveal_type(private.bind(scale=Fraction(1, 2)).map(1))  # R: float
reveal_type(private.bind(scale=Decimal("0.5")).map(1))  # R: float
reveal_type(stretched.bind(factor=2))  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(private.privacy_map.solve(1, 1.0))  # R: Fraction
reveal_type(private.privacy_map.bind(scale=0.5))  # R: Map[int, float]
reveal_type(Param("sides", integer=True).name)  # R: str
reveal_type(2 * Param("scale") + 1)  # R: Expr
