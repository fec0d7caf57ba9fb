"""Constructors of the user's own, used or written with the wrong types."""

from __future__ import annotations

from typing import Any, Never, TypeVar

from lapwing.prelude import (
    AbsoluteDistance,
    AtomDomain,
    Domain,
    L1Distance,
    MaxDivergence,
    Measurement,
    Metric,
    Param,
    SymmetricDistance,
    Transformation,
    VectorDomain,
    ZeroConcentratedDivergence,
    constructor,
    make_user_measurement,
    make_user_transformation,
    space_of,
    then,
    then_clamp,
    then_sum,
)

D = TypeVar("D", bound=Domain[Any])
M = TypeVar("M", bound=Metric[Any])
N = TypeVar("N", int, float)


def add_noise(number: int) -> int:
    return number


@constructor
def make_noise(
    input_domain: AtomDomain[int], input_metric: AbsoluteDistance[int], scale: int, *, label: str = ""
) -> Measurement[AtomDomain[int], AbsoluteDistance[int], MaxDivergence, int, Never]:
    return make_user_measurement(input_domain, input_metric, MaxDivergence(), add_noise, f"d_in/{scale}")


@constructor
def make_open_noise(
    input_domain: AtomDomain[int], input_metric: AbsoluteDistance[int], scale: Param
) -> Measurement[AtomDomain[int], AbsoluteDistance[int], MaxDivergence, int, Never]:
    return make_user_measurement(input_domain, input_metric, MaxDivergence(), add_noise, f"d_in/{scale}")


@constructor
def make_doubled(input_domain: VectorDomain[N], input_metric: L1Distance[N]) -> Transformation[VectorDomain[N], L1Distance[N], VectorDomain[N], L1Distance[N], Never]:
    return make_user_transformation(input_domain, input_metric, input_domain, input_metric, lambda vector: vector * 2, "2*d_in")


def make_mislabelled(input_domain: D, input_metric: M) -> Measurement[D, M, MaxDivergence, int, Never]:
    return make_user_measurement(input_domain, input_metric, ZeroConcentratedDivergence(), add_noise, "d_in")  # E: ZeroConcentratedDivergence


def make_backwards(input_metric: M, input_domain: D) -> Transformation[D, M, D, M, Never]:
    return make_user_transformation(input_domain, input_metric, input_domain, input_metric, add_noise, "d_in")


def make_nothing(input_domain: D) -> Transformation[D, SymmetricDistance, D, SymmetricDistance, Never]:
    return make_user_transformation(input_domain, SymmetricDistance(), input_domain, SymmetricDistance(), add_noise, "d_in")


then_noise, then_open_noise, then_doubled = then(make_noise), then(make_open_noise), then(make_doubled)
total = space_of(list[int]) >> then_clamp((0, 9)) >> then_sum()
float_total = space_of(list[float]) >> then_clamp((0.0, 9.0)) >> then_sum()

total >> then_noise()  # E: Too few arguments
total >> then_noise("2")  # E: "str"
total >> then_noise(2.5)  # E: "float"
total >> then_noise(Param("scale"))  # E: "Param"
total >> then_open_noise(2)  # E: "int"
total >> then_noise(2, "label")  # E: Too many positional arguments
total >> then_noise(2, lable="mine")  # E: "lable"
float_total >> then_noise(2)  # E: operator
space_of(list[int]) >> then_noise(2)  # E: operator
space_of(list[int]) >> then_doubled()  # E: operator
space_of(list[str]) >> then_doubled()  # E: operator
make_noise(AbsoluteDistance(int), AtomDomain(int), 2)  # E: arg-type
make_noise(AtomDomain(int), AbsoluteDistance(int), scale=2, size=3)  # E: "size"
then_backwards = then(make_backwards)  # E: var-annotated
then_nothing = then(make_nothing)  # E: arg-type
then(3)  # E: arg-type
constructor("make_noise")  # E: type-var
Transformation(AtomDomain(int), SymmetricDistance(), AtomDomain(int))  # E: call-arg
Measurement(AbsoluteDistance(int), AtomDomain(int), MaxDivergence(), add_noise, "d_in")  # E: type-var
