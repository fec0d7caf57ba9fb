"""What is known may go where less is asked: bounded data into a chain for any data, data of a known size into one for any size."""

from __future__ import annotations

from typing import reveal_type

from lapwing.prelude import (
    AbsoluteDistance,
    AtomDomain,
    BitVectorDomain,
    Bounded,
    MaxDivergence,
    Measurement,
    Sized,
    Space,
    SymmetricDistance,
    Transformation,
    Unbounded,
    Unweighted,
    VectorDomain,
    space_of,
    then_clamp,
    then_count,
    then_identity,
    then_sum,
    then_user_measurement,
)


def add_noise(number: int) -> int:
    return number


def length(domain: BitVectorDomain[Unweighted]) -> int:
    return domain.size


bounded: VectorDomain[int] = VectorDomain(AtomDomain(int, bounds=(0, 5)))
sized: VectorDomain[int] = VectorDomain(AtomDomain(int), size=3)
both: VectorDomain[int, Unbounded, Sized] = VectorDomain(AtomDomain(int, bounds=(0, 5)), size=3)

people = space_of(list[int])
clamped = people >> then_clamp((0, 120))
sized_space = Space(VectorDomain(AtomDomain(int, bounds=(0, 5)), size=3), SymmetricDistance())
count = people >> then_count()
private_count = count >> then_user_measurement(MaxDivergence(), add_noise, "d_in")

reveal_type(clamped >> count)  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(clamped >> private_count)  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]
reveal_type((sized_space >> then_identity()) >> count)  # R: Transformation[VectorDomain[int, Bounded, Sized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(clamped >> then_clamp((0, 9)) >> then_sum())  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(length(BitVectorDomain(8, max_weight=2)))  # R: int

# A chain for any data is a chain for bounded data, and a chain to bounded data is a chain to any data.
takes_bounded: Transformation[VectorDomain[int, Bounded], SymmetricDistance, AtomDomain[int], AbsoluteDistance[int]] = count
gives_any: Transformation[VectorDomain[int], SymmetricDistance, VectorDomain[int], SymmetricDistance] = clamped
measures_sized: Measurement[VectorDomain[int, Bounded, Sized], SymmetricDistance, MaxDivergence, object] = private_count
