"""Selections on the wrong space, with the wrong arguments, or taken for what they are not."""

from __future__ import annotations

from lapwing.measurements._above_threshold import then_above_threshold
from lapwing.measurements._noisy_max import make_noisy_max, then_noisy_max
from lapwing.measurements._noisy_top_k import then_noisy_top_k
from lapwing.measurements._permute_and_flip import then_permute_and_flip
from lapwing.measurements._private_quantile import then_private_quantile
from lapwing.prelude import (
    Approximate,
    AtomDomain,
    L1Distance,
    LInfDistance,
    MaxDivergence,
    Space,
    VectorDomain,
    ZeroConcentratedDivergence,
    space_of,
    then_count,
)
from lapwing.transformations._quantile_scores import then_quantile_scores

votes = Space(VectorDomain(AtomDomain(int), size=3), LInfDistance(int))
winner = votes >> then_noisy_max(MaxDivergence(), 2)
median = space_of(list[int]) >> then_private_quantile(MaxDivergence(), [1, 2], 0.5, 1)

# The wrong space.
space_of(list[int], LInfDistance(int)) >> then_noisy_max(MaxDivergence(), 2)  # E: operator
Space(VectorDomain(AtomDomain(int), size=3), L1Distance(int)) >> then_noisy_max(MaxDivergence(), 2)  # E: operator
space_of(list[int]) >> then_permute_and_flip(MaxDivergence(), 2)  # E: operator
space_of(list[int]) >> then_noisy_top_k(MaxDivergence(), 2, 1)  # E: operator
space_of(int) >> then_noisy_max(MaxDivergence(), 2)  # E: operator
space_of(list[float], LInfDistance(float)) >> then_above_threshold(5, 1)  # E: operator
space_of(list[str]) >> then_private_quantile(MaxDivergence(), [1, 2], 0.5, 1)  # E: operator
space_of(list[int]) >> then_private_quantile(MaxDivergence(), [0.5, 1.5], 0.5, 1)  # E: list-item
space_of(list[int], L1Distance(int)) >> then_quantile_scores([1, 2], 0.5)  # E: operator
make_noisy_max(AtomDomain(int), LInfDistance(int), MaxDivergence(), 1)  # E: arg-type

# The wrong arguments.
votes >> then_noisy_max(Approximate(MaxDivergence()), 2)  # E: type-var
votes >> then_noisy_max(MaxDivergence(), "2")  # E: arg-type
votes >> then_noisy_max(MaxDivergence(), 2, True)  # E: Too many positional
votes >> then_noisy_top_k(MaxDivergence(), 2.0, 1)  # E: arg-type
votes >> then_above_threshold(5.0, 1)  # E: arg-type
space_of(list[int]) >> then_private_quantile(MaxDivergence(), 5, 0.5, 1)  # E: arg-type

# The wrong data, distances and releases.
winner(["a", "b", "c"])  # E: list-item
winner.map(0.5)  # E: "float"
winner.check(1, (1.0, 1e-6))  # E: "tuple[float, float]"
name: str = winner([1, 2, 3])  # E: assignment
indices: tuple[int, ...] = winner([1, 2, 3])  # E: assignment
word: str = median([1, 2])  # E: assignment
winner >> then_count()  # E: operator
