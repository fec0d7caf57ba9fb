"""Chains of one to five links show where they start, where they end, and what they release."""

from __future__ import annotations

from typing import Any, reveal_type

from lapwing.prelude import (
    AbsoluteDistance,
    AtomDomain,
    ChangeOneDistance,
    L1Distance,
    MaxDivergence,
    Space,
    VectorDomain,
    make_clamp,
    make_sum,
    space_of,
    then_clamp,
    then_count,
    then_identity,
    then_sum,
    then_user_measurement,
    then_user_transformation,
)


def add_noise(number: int) -> int:
    return number


def double(vector: Any) -> Any:
    return vector * 2


people = space_of(list[int])
clamped = people >> then_clamp((0, 120))
total = clamped >> then_sum()
private = total >> then_user_measurement(MaxDivergence(), add_noise, "d_in/240")

# One link of each kind.
reveal_type(people >> then_identity())  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, VectorDomain[int, Unbounded, Unsized], SymmetricDistance, Never]
reveal_type(clamped)  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, VectorDomain[int, Bounded, Unsized], SymmetricDistance, Never]
reveal_type(people >> then_count())  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(Space(VectorDomain(AtomDomain(float, (0.0, 1.0)), size=9), ChangeOneDistance()) >> then_sum())  # R: Transformation[VectorDomain[float, Bounded, Sized], ChangeOneDistance, AtomDomain[float, Unbounded], AbsoluteDistance[float], Never]
reveal_type(people >> then_user_transformation(AtomDomain(int), AbsoluteDistance(int), len, "d_in"))  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(space_of(int) >> then_user_measurement(MaxDivergence(), add_noise, "d_in"))  # R: Measurement[AtomDomain[int, Unbounded], AbsoluteDistance[int], MaxDivergence, int, Never]

# Clamping keeps the metric, whatever it is, and the size.
reveal_type(space_of(list[int], L1Distance(int)) >> then_clamp((0, 9)))  # R: Transformation[VectorDomain[int, Unbounded, Unsized], L1Distance[int], VectorDomain[int, Bounded, Unsized], L1Distance[int], Never]
reveal_type(Space(VectorDomain(AtomDomain(float), size=9), ChangeOneDistance()) >> then_clamp((0.0, 1.0)))  # R: Transformation[VectorDomain[float, Unbounded, Sized], ChangeOneDistance, VectorDomain[float, Bounded, Sized], ChangeOneDistance, Never]

# Two, three, four and five links.
reveal_type(total)  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(private)  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]
four = people >> then_identity() >> then_clamp((0, 120)) >> then_sum() >> then_identity()
reveal_type(four)  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
five = four >> then_user_measurement(MaxDivergence(), add_noise, "d_in")
reveal_type(five)  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]

# A chain joins a chain, however the parts are grouped.
reveal_type(clamped >> (Space(clamped.output_domain, clamped.output_metric) >> then_sum()))  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type((people >> then_identity()) >> private)  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]
reveal_type(people >> then_user_transformation(people.domain, people.metric, double, "d_in") >> private)  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]

# The constructors themselves give the same types.
reveal_type(make_clamp(people.domain, people.metric, (0, 120)))  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, VectorDomain[int, Bounded, Unsized], SymmetricDistance, Never]
reveal_type(make_sum(clamped.output_domain, clamped.output_metric))  # R: Transformation[VectorDomain[int, Bounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]

# What a chain tells about itself.
reveal_type(total.output_domain)  # R: AtomDomain[int, Unbounded]
reveal_type(private.output_measure)  # R: MaxDivergence
reveal_type(private.verified)  # R: bool
reveal_type(private.parameters)  # R: tuple[str, ...]
reveal_type(private.explain())  # R: str
