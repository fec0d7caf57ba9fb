"""Selecting among a thousand candidates, and a median of a million records."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import opendp.measurements as opendp
from _compare import Comparison, ratio
from opendp.domains import atom_domain, vector_domain
from opendp.measures import max_divergence, zero_concentrated_divergence
from opendp.metrics import linf_distance, symmetric_distance
from opendp.mod import enable_features

import lapwing.prelude as lapwing
from lapwing.measurements._noisy_max import then_noisy_max
from lapwing.measurements._noisy_top_k import then_noisy_top_k
from lapwing.measurements._permute_and_flip import then_permute_and_flip
from lapwing.measurements._private_quantile import then_private_quantile


def comparisons(*, quick: bool = False) -> Iterator[Comparison]:
    """Each mechanism beside the one of OpenDP with the same map. A single selection may take twice as long as there."""
    enable_features("contrib")
    size, records, repeats = (50, 1000, 3) if quick else (1000, 1_000_000, 9)
    space = lapwing.Space(lapwing.VectorDomain(lapwing.AtomDomain(int), size=size), lapwing.LInfDistance(int))
    scored, spread = vector_domain(atom_domain(T="i64")), linf_distance(T="i64")
    pure, concentrated = lapwing.MaxDivergence(), lapwing.ZeroConcentratedDivergence()
    scores = np.random.default_rng(0).integers(0, 100, size)

    gumbel = space >> then_noisy_max(concentrated, 2)
    their_gumbel = opendp.make_noisy_max(scored, spread, zero_concentrated_divergence(), scale=2.0)
    yield ratio(
        "exponential mechanism, 1,000 scores",
        lambda: gumbel(scores),
        lambda: their_gumbel(scores),
        goal=0.5,
        repeats=repeats,
    )

    flip = space >> then_permute_and_flip(pure, 2)
    their_flip = opendp.make_noisy_max(scored, spread, max_divergence(), scale=2.0)
    yield ratio(
        "permute-and-flip, 1,000 scores", lambda: flip(scores), lambda: their_flip(scores), goal=0.5, repeats=repeats
    )

    top = space >> then_noisy_top_k(concentrated, 10, 2)
    their_top = opendp.make_noisy_top_k(scored, spread, zero_concentrated_divergence(), k=10, scale=2.0)
    yield ratio("the top 10 of 1,000 scores", lambda: top(scores), lambda: their_top(scores), goal=1, repeats=repeats)

    candidates = list(range(0, 1000, 10))
    data = np.random.default_rng(0).integers(0, 1000, records)
    median = lapwing.space_of(list[int]) >> then_private_quantile(concentrated, candidates, 0.5, 2)
    their_median = opendp.make_private_quantile(
        scored, symmetric_distance(), zero_concentrated_divergence(), candidates=candidates, alpha=0.5, scale=2.0
    )
    yield ratio(
        "median of 1 million, 100 candidates", lambda: median(data), lambda: their_median(data), goal=3, repeats=repeats
    )
