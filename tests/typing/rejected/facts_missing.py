"""A link that asks for bounds, a size or a weight does not take data without."""

from __future__ import annotations

from typing import Any, Never

from lapwing.prelude import (
    AbsoluteDistance,
    AtomDomain,
    BitVectorDomain,
    Bounded,
    DiscreteDistance,
    MaxDivergence,
    Measurement,
    OptionDomain,
    Sized,
    Space,
    SymmetricDistance,
    Transformation,
    VectorDomain,
    Weighted,
    constructor,
    make_sum,
    make_user_measurement,
    make_user_transformation,
    space_of,
    then,
    then_clamp,
    then_identity,
    then_sum,
)


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
def make_flip(
    input_domain: BitVectorDomain[Weighted], input_metric: DiscreteDistance
) -> Measurement[BitVectorDomain[Weighted], DiscreteDistance, MaxDivergence, list[bool], Never]:
    return make_user_measurement(input_domain, input_metric, MaxDivergence(), flip, "d_in")


then_mean, then_flip = then(make_mean), then(make_flip)
people, floats = space_of(list[int]), space_of(list[float])
sized = Space(VectorDomain(AtomDomain(float), size=9), SymmetricDistance())

# Bounds.
people >> then_sum()  # E: operator
people >> then_identity() >> then_sum()  # E: operator
sized >> then_mean()  # E: operator
make_sum(people.domain, people.metric)  # E: Bounded
bounded_only = Space(VectorDomain(AtomDomain(int, bounds=(0, 5))), SymmetricDistance()) >> then_sum()
for_all: Transformation[VectorDomain[int], SymmetricDistance, AtomDomain[int], AbsoluteDistance[int]] = bounded_only  # E: assignment
(people >> then_identity()) >> bounded_only  # E: operator
bounded: VectorDomain[int, Bounded] = VectorDomain(AtomDomain(int))  # E: VectorDomain

# Sizes.
floats >> then_clamp((0.0, 1.0)) >> then_mean()  # E: operator
floats >> then_mean()  # E: operator
(floats >> then_clamp((0.0, 1.0))) >> (sized >> then_clamp((0.0, 1.0)))  # E: operator
known: VectorDomain[float, Bounded, Sized] = VectorDomain(AtomDomain(float, bounds=(0.0, 1.0)))  # E: assignment

# Weights.
Space(BitVectorDomain(8), DiscreteDistance()) >> then_flip()  # E: operator
make_flip(BitVectorDomain(8), DiscreteDistance())  # E: Weighted
light: BitVectorDomain[Weighted] = BitVectorDomain(8)  # E: assignment

# Values that may be missing.
Space(VectorDomain(OptionDomain(AtomDomain(float))), SymmetricDistance()) >> then_clamp((0.0, 1.0))  # E: operator
space_of(list[float | None]) >> then_clamp((0.0, 1.0))  # E: operator
(space_of(list[float | None]) >> then_identity()) >> (floats >> then_identity())  # E: operator
