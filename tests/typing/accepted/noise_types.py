"""Noise keeps the type of a number, makes an array of a vector, and each law has its measure."""

from __future__ import annotations

from typing import reveal_type

from lapwing.prelude import (
    AbsoluteDistance,
    Approximate,
    AtomDomain,
    L01InfDistance,
    L02InfDistance,
    L1Distance,
    L2Distance,
    MaxDivergence,
    Param,
    Space,
    VectorDomain,
    ZExpFamily,
    ZeroConcentratedDivergence,
    make_gaussian,
    make_laplace,
    make_laplace_threshold,
    make_noise,
    make_noise_threshold,
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
weights = space_of(list[float])

# Numbers: an int stays an int, a float a float.
reveal_type(space_of(int) >> then_laplace(2))  # R: Measurement[AtomDomain[int, Unbounded], AbsoluteDistance[int], MaxDivergence, int, Never]
reveal_type(space_of(float) >> then_laplace(0.5, k=-20))  # R: Measurement[AtomDomain[float, Unbounded], AbsoluteDistance[float], MaxDivergence, float, Never]
reveal_type(space_of(int) >> then_gaussian(2))  # R: Measurement[AtomDomain[int, Unbounded], AbsoluteDistance[int], ZeroConcentratedDivergence, int, Never]
reveal_type(space_of(int) >> then_geometric(2, bounds=(0, 9)))  # R: Measurement[AtomDomain[int, Unbounded], AbsoluteDistance[int], MaxDivergence, int, Never]
reveal_type(space_of(int) >> then_scalar_integer_laplace_cks20(2))  # R: Measurement[AtomDomain[int, Unbounded], AbsoluteDistance[int], MaxDivergence, int, Never]

# At the end of a chain.
private_sum = people >> then_clamp((0, 120)) >> then_sum() >> then_laplace(scale=240)
reveal_type(private_sum)  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]
reveal_type(private_sum([23, 45]))  # R: int
reveal_type(private_sum.map(1))  # R: float
reveal_type((weights >> then_clamp((0.0, 9.0)) >> then_sum() >> then_gaussian(3))([0.5]))  # R: float
reveal_type((people >> then_count() >> then_laplace(Param("scale"))).solve(d_in=1, d_out=1.0))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]

# Vectors: L1 for Laplace, L2 for Gaussian noise.
reveal_type(space_of(list[int], L1Distance(int)) >> then_laplace(2))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], L1Distance[int], MaxDivergence, ndarray[tuple[Any, ...], dtype[Any]], Never]
reveal_type(space_of(list[int], L2Distance(float)) >> then_gaussian(2))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], L2Distance[float], ZeroConcentratedDivergence, ndarray[tuple[Any, ...], dtype[Any]], Never]
reveal_type(space_of(list[int], L1Distance(int)) >> then_clamp((0, 9)) >> then_laplace(2))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], L1Distance[int], MaxDivergence, ndarray[tuple[Any, ...], dtype[Any]], Never]
reveal_type(Space(VectorDomain(AtomDomain(float), size=3), L1Distance(float)) >> then_laplace(2))  # R: Measurement[VectorDomain[float, Unbounded, Sized], L1Distance[float], MaxDivergence, ndarray[tuple[Any, ...], dtype[Any]], Never]
reveal_type(space_of(list[int], L1Distance(int)) >> then_geometric(2))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], L1Distance[int], MaxDivergence, ndarray[tuple[Any, ...], dtype[Any]], Never]

# The general form takes its law from the measure.
reveal_type(space_of(int) >> then_noise(MaxDivergence(), 2))  # R: Measurement[AtomDomain[int, Unbounded], AbsoluteDistance[int], MaxDivergence, int, Never]
reveal_type(space_of(float) >> then_noise(ZeroConcentratedDivergence(), 2))  # R: Measurement[AtomDomain[float, Unbounded], AbsoluteDistance[float], ZeroConcentratedDivergence, float, Never]
reveal_type(space_of(list[int], L2Distance(float)) >> then_noise(ZeroConcentratedDivergence(), 2))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], L2Distance[float], ZeroConcentratedDivergence, ndarray[tuple[Any, ...], dtype[Any]], Never]
reveal_type(make_noise(AtomDomain(int), AbsoluteDistance(int), MaxDivergence(), 2))  # R: Measurement[AtomDomain[int, Unbounded], AbsoluteDistance[int], MaxDivergence, int, Never]

# Histograms over unknown keys.
words = space_of(dict[str, int]) >> then_laplace_threshold(scale=2, threshold=40)
reveal_type(words)  # R: Measurement[MapDomain[str, int], L01InfDistance[int], Approximate[MaxDivergence, float], dict[str, int], Never]
reveal_type(words({"a": 3}))  # R: dict[str, int]
reveal_type(words.map((1, 1, 1)))  # R: tuple[float, float]
squares = space_of(dict[str, int], L02InfDistance(AbsoluteDistance(int))) >> then_gaussian_threshold(2, 40)
reveal_type(squares)  # R: Measurement[MapDomain[str, int], L02InfDistance[int], Approximate[ZeroConcentratedDivergence, float], dict[str, int], Never]
reveal_type(squares.map((1, 1.0, 1)))  # R: tuple[float, float]
histogram = space_of(dict[str, int])
reveal_type(histogram >> then_noise_threshold(Approximate(MaxDivergence()), 2, 40))  # R: Measurement[MapDomain[str, int], L01InfDistance[int], Approximate[MaxDivergence, float], dict[str, int], Never]
reveal_type(space_of(dict[str, int], L02InfDistance(AbsoluteDistance(int))) >> then_noise_threshold(Approximate(ZeroConcentratedDivergence()), 2, 40))  # R: Measurement[MapDomain[str, int], L02InfDistance[int], Approximate[ZeroConcentratedDivergence, float], dict[str, int], Never]
reveal_type(make_noise_threshold(histogram.domain, histogram.metric, Approximate(MaxDivergence()), 2, 40))  # R: Measurement[MapDomain[str, int], L01InfDistance[int], Approximate[MaxDivergence, float], dict[str, int], Never]
reveal_type(make_laplace_threshold(histogram.domain, histogram.metric, 2, 40))  # R: Measurement[MapDomain[str, int], L01InfDistance[int], Approximate[MaxDivergence, float], dict[str, int], Never]

# The constructors themselves give the same types.
reveal_type(make_laplace(AtomDomain(int), AbsoluteDistance(int), 2))  # R: Measurement[AtomDomain[int, Unbounded], AbsoluteDistance[int], MaxDivergence, int, Never]
reveal_type(make_gaussian(AtomDomain(float, (0.0, 1.0)), AbsoluteDistance(float), 2))  # R: Measurement[AtomDomain[float, Bounded], AbsoluteDistance[float], ZeroConcentratedDivergence, float, Never]

# The family behind them.
reveal_type(ZExpFamily(1, 2))  # R: ZExpFamily[MaxDivergence]
reveal_type(ZExpFamily(2, 0.5))  # R: ZExpFamily[ZeroConcentratedDivergence]
reveal_type(ZExpFamily(1, 2).noise_privacy_map(L1Distance(int), MaxDivergence()))  # R: Map[int, float]
reveal_type(ZExpFamily(1, 2).noise_threshold_privacy_map(L01InfDistance(AbsoluteDistance(int)), Approximate(MaxDivergence()), 9))  # R: Map[tuple[int, int, int], tuple[float, float]]
