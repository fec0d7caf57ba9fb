"""Selections: the release is an index, several of them, or a candidate of the data's own type."""

from __future__ import annotations

from typing import reveal_type

from lapwing.measurements._above_threshold import then_above_threshold
from lapwing.measurements._noisy_max import make_noisy_max, then_noisy_max
from lapwing.measurements._noisy_top_k import then_noisy_top_k
from lapwing.measurements._permute_and_flip import then_permute_and_flip
from lapwing.measurements._private_quantile import make_private_quantile, then_private_quantile
from lapwing.prelude import (
    AtomDomain,
    ChangeOneDistance,
    LInfDistance,
    MaxDivergence,
    Param,
    Space,
    VectorDomain,
    ZeroConcentratedDivergence,
    space_of,
    then_clamp,
)
from lapwing.transformations._quantile_scores import then_quantile_scores

votes = Space(VectorDomain(AtomDomain(int), size=3), LInfDistance(int, monotonic=True))
grades = Space(VectorDomain(AtomDomain(float, bounds=(0.0, 5.0)), size=3), LInfDistance(float))

# One index.
winner = votes >> then_noisy_max(MaxDivergence(), scale=2)
reveal_type(winner)  # R: Measurement[VectorDomain[int, Unbounded, Sized], LInfDistance[int], MaxDivergence, int, Never]
reveal_type(winner([1, 2, 3]))  # R: int
reveal_type(winner.map(1))  # R: float
reveal_type(grades >> then_noisy_max(ZeroConcentratedDivergence(), 0.5, negate=True))  # R: Measurement[VectorDomain[float, Bounded, Sized], LInfDistance[float], ZeroConcentratedDivergence, int, Never]
reveal_type((grades >> then_permute_and_flip(MaxDivergence(), Param("scale"))).solve(d_in=0.5, d_out=1.0))  # R: Measurement[VectorDomain[float, Bounded, Sized], LInfDistance[float], MaxDivergence, int, Never]
reveal_type(make_noisy_max(votes.domain, votes.metric, MaxDivergence(), 1)([1, 2, 3]))  # R: int

# Several.
reveal_type((votes >> then_noisy_top_k(MaxDivergence(), k=2, scale=1))([1, 2, 3]))  # R: tuple[int, ...]

# The first above a threshold.
reveal_type((space_of(list[int], LInfDistance(int)) >> then_above_threshold(10, scale=1))([1, 20]))  # R: int | None

# A candidate.
median = space_of(list[int]) >> then_private_quantile(MaxDivergence(), range(0, 100, 5), alpha=0.5, scale=1)
reveal_type(median)  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]
reveal_type((space_of(list[float]) >> then_private_quantile(ZeroConcentratedDivergence(), [0.5, 1.5], 0.5, 1))([1.0]))  # R: float
clamped = Space(VectorDomain(AtomDomain(float), size=9), ChangeOneDistance()) >> then_clamp((0.0, 1.0))
reveal_type(clamped >> then_private_quantile(MaxDivergence(), (0.25, 0.75), 0.5, 1))  # R: Measurement[VectorDomain[float, Unbounded, Sized], ChangeOneDistance, MaxDivergence, float, Never]
reveal_type(make_private_quantile(VectorDomain(AtomDomain(int)), space_of(list[int]).metric, MaxDivergence(), [1, 2], 0.5, 1)([1]))  # R: int

# The scores of candidates, for any selection.
scores = space_of(list[int]) >> then_quantile_scores([10, 20, 30], alpha=0.5)
reveal_type(scores)  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, VectorDomain[int, Unbounded, Sized], LInfDistance[int], Never]
lowest = scores >> then_permute_and_flip(MaxDivergence(), 2, negate=True) >> [10, 20, 30].__getitem__
reveal_type((scores >> then_permute_and_flip(MaxDivergence(), 2, negate=True))([12, 18]))  # R: int
