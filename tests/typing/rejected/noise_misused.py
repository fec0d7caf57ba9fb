"""Noise in the wrong place: the wrong norm, data that are no numbers, a release taken for something else."""

from __future__ import annotations

from lapwing.prelude import (
    AbsoluteDistance,
    Approximate,
    AtomDomain,
    L1Distance,
    L2Distance,
    MaxDivergence,
    Measurement,
    RenyiDivergence,
    SymmetricDistance,
    VectorDomain,
    ZExpFamily,
    ZeroConcentratedDivergence,
    make_gaussian,
    make_laplace,
    space_of,
    then_clamp,
    then_count,
    then_gaussian,
    then_gaussian_threshold,
    then_geometric,
    then_laplace,
    then_laplace_threshold,
    then_noise,
    then_noise_threshold,
    then_scalar_integer_laplace_cks20,
    then_sum,
)

people = space_of(list[int])
count = people >> then_count() >> then_laplace(2)

# The wrong norm.
space_of(list[int], L2Distance(float)) >> then_laplace(2)  # E: Unsupported operand types for >>
space_of(list[int], L1Distance(int)) >> then_gaussian(2)  # E: Unsupported operand types for >>
space_of(list[int], L1Distance(int)) >> then_noise(ZeroConcentratedDivergence(), 2)  # E: Unsupported operand types for >>
make_gaussian(VectorDomain(AtomDomain(int)), L1Distance(int), 2)  # E: call-overload

# Records get no noise: aggregate them first.
people >> then_laplace(2)  # E: Unsupported operand types for >>
people >> then_clamp((0, 9)) >> then_laplace(2)  # E: Unsupported operand types for >>

# Data that are no numbers, or no integers.
space_of(str) >> then_laplace(2)  # E: Unsupported operand types for >>
space_of(float) >> then_geometric(2)  # E: Unsupported operand types for >>
space_of(float) >> then_scalar_integer_laplace_cks20(2)  # E: Unsupported operand types for >>
space_of(dict[str, float]) >> then_laplace_threshold(2, 40)  # E: Unsupported operand types for >>
space_of(dict[str, int]) >> then_gaussian_threshold(2, 40)  # E: Unsupported operand types for >>
space_of(dict[str, int]) >> then_noise_threshold(Approximate(ZeroConcentratedDivergence()), 2, 40)  # E: Unsupported operand types for >>
space_of(dict[str, int]) >> then_laplace(2)  # E: Unsupported operand types for >>

# Wrong parameters.
then_laplace("2")  # E: arg-type
then_laplace(2, k=0.5)  # E: arg-type
then_laplace()  # E: call-arg
then_laplace_threshold(2)  # E: call-arg
then_noise(RenyiDivergence(), 2)  # E: type-var
then_noise_threshold(MaxDivergence(), 2, 40)  # E: call-overload
then_geometric(2, bounds=(0.5, 1.5))  # E: arg-type
make_laplace(AbsoluteDistance(int), AtomDomain(int), 2)  # E: call-overload
ZExpFamily(1, 2).noise_privacy_map(L1Distance(int), ZeroConcentratedDivergence())  # E: arg-type

# ε is no ρ, and a pair is no number.
concentrated: Measurement[VectorDomain[int], SymmetricDistance, ZeroConcentratedDivergence, int] = count  # E: assignment
pair: Measurement[VectorDomain[int], SymmetricDistance, Approximate[MaxDivergence], int] = count  # E: assignment
histogram = space_of(dict[str, int]) >> then_laplace_threshold(2, 40)
histogram.map(1)  # E: arg-type
histogram.check((1, 1, 1), 1.0)  # E: arg-type

# A release is what it is.
text: str = count(["a"])  # E: Incompatible types in assignment
releases: list[int] = (space_of(list[int], L1Distance(int)) >> then_laplace(2))([1, 2])  # E: assignment
counts: dict[int, int] = histogram({"a": 1})  # E: assignment
count >> then_laplace(2)  # E: Unsupported operand types for >>
people >> then_clamp((0, 9)) >> then_sum() >> then_laplace(2) >> then_count()  # E: Unsupported operand types for >>
