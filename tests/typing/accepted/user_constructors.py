"""Constructors of the user's own: @constructor keeps a signature, then makes it chain, generic or not."""

from __future__ import annotations

from typing import Any, Never, TypeVar, reveal_type

from lapwing.prelude import (
    AbsoluteDistance,
    AtomDomain,
    BitVectorDomain,
    Bounded,
    DiscreteDistance,
    Domain,
    L1Distance,
    MaxDivergence,
    Measurement,
    Metric,
    Sized,
    Space,
    SymmetricDistance,
    Transformation,
    VectorDomain,
    Weighted,
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
R = TypeVar("R")
N = TypeVar("N", int, float)


def average(vector: Any) -> float:
    return float(sum(vector)) / len(vector)


def flip(bits: Any) -> list[bool]:
    return list(bits)


@constructor
def make_mean(
    input_domain: VectorDomain[float, Bounded, Sized], input_metric: SymmetricDistance
) -> Transformation[VectorDomain[float, Bounded, Sized], SymmetricDistance, AtomDomain[float], AbsoluteDistance[float], Never]:
    return make_user_transformation(input_domain, input_metric, AtomDomain(float), AbsoluteDistance(float), average, "d_in/2")


@constructor
def make_constant(input_domain: D, input_metric: M, value: R, *, cost: int = 0) -> Measurement[D, M, MaxDivergence, R, Never]:
    return make_user_measurement(input_domain, input_metric, MaxDivergence(), lambda data: value, f"{cost}")


@constructor
def make_flip(
    input_domain: BitVectorDomain[Weighted], input_metric: DiscreteDistance
) -> Measurement[BitVectorDomain[Weighted], DiscreteDistance, MaxDivergence, list[bool], Never]:
    return make_user_measurement(input_domain, input_metric, MaxDivergence(), flip, "d_in")


@constructor
def make_doubled(input_domain: VectorDomain[N], input_metric: L1Distance[N]) -> Transformation[VectorDomain[N], L1Distance[N], VectorDomain[N], L1Distance[N], Never]:
    return make_user_transformation(input_domain, input_metric, input_domain, input_metric, lambda vector: vector * 2, "2*d_in")


then_mean, then_constant, then_flip, then_doubled = then(make_mean), then(make_constant), then(make_flip), then(make_doubled)
sized = Space(VectorDomain(AtomDomain(float), size=9), SymmetricDistance())
mean = sized >> then_clamp((0.0, 1.0)) >> then_mean()

reveal_type(mean)  # R: Transformation[VectorDomain[float, Unbounded, Sized], SymmetricDistance, AtomDomain[float, Unbounded], AbsoluteDistance[float], Never]
reveal_type(mean([0.5] * 9))  # R: float
reveal_type(mean >> then_constant("no comment"))  # R: Measurement[VectorDomain[float, Unbounded, Sized], SymmetricDistance, MaxDivergence, str, Never]
reveal_type(space_of(str) >> then_constant(0, cost=1))  # R: Measurement[AtomDomain[str, Unbounded], DiscreteDistance, MaxDivergence, int, Never]
reveal_type((space_of(list[int]) >> then_clamp((0, 9)) >> then_sum() >> then_constant([1.5]))([3]))  # R: list[float]
reveal_type(Space(BitVectorDomain(8, max_weight=2), DiscreteDistance()) >> then_flip())  # R: Measurement[BitVectorDomain[Weighted], DiscreteDistance, MaxDivergence, list[bool], Never]
reveal_type(space_of(list[int], L1Distance(int)) >> then_doubled() >> then_doubled())  # R: Transformation[VectorDomain[int, Unbounded, Unsized], L1Distance[int], VectorDomain[int, Unbounded, Unsized], L1Distance[int], Never]
reveal_type(space_of(list[float], L1Distance(float)) >> then_doubled())  # R: Transformation[VectorDomain[float, Unbounded, Unsized], L1Distance[float], VectorDomain[float, Unbounded, Unsized], L1Distance[float], Never]
reveal_type(make_constant(AtomDomain(str), DiscreteDistance(), 3, cost=1))  # R: Measurement[AtomDomain[str, Unbounded], DiscreteDistance, MaxDivergence, int, Never]

# @constructor leaves the signature as it is; the two checkers write it in two ways.
reveal_type(make_mean)  # R: def (input_domain: VectorDomain[float, Bounded, Sized], input_metric: SymmetricDistance) -> Transformation[VectorDomain[float, Bounded, Sized], SymmetricDistance, AtomDomain[float, Unbounded], AbsoluteDistance[float], Never]  # R(pyright): (input_domain: VectorDomain[float, Bounded, Sized], input_metric: SymmetricDistance) -> Transformation[VectorDomain[float, Bounded, Sized], SymmetricDistance, AtomDomain[float, Unbounded], AbsoluteDistance[float], Never]
