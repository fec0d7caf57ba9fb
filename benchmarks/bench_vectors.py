"""Clamping and summing NumPy integers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from _compare import Comparison, ratio
from opendp.domains import atom_domain, vector_domain
from opendp.metrics import symmetric_distance
from opendp.mod import enable_features
from opendp.transformations import then_clamp, then_sum

import lapwing.prelude as lapwing

BOUNDS = (0, 120)


def comparisons(*, quick: bool = False) -> Iterator[Comparison]:
    """Long vectors, against NumPy alone and against OpenDP."""
    enable_features("contrib")
    shrink, repeats = (1000, 3) if quick else (1, 15)
    ours = lapwing.space_of(list[int]) >> lapwing.then_clamp(BOUNDS) >> lapwing.then_sum()
    # OpenDP reads an int64 array as it is only where the domain says i64.
    people = vector_domain(atom_domain(T="i64")), symmetric_distance()
    theirs = people >> then_clamp(BOUNDS) >> then_sum()  # type: ignore[no-untyped-call]  # OpenDP leaves it unannotated

    ages = np.random.default_rng(0).integers(-20, 180, 10_000_000 // shrink)  # in no order that a processor could learn
    yield ratio(
        "clamp >> sum, 10 million, against NumPy",
        lambda: ours(ages),
        lambda: np.clip(ages, *BOUNDS).sum(),
        goal=0.5,
        repeats=repeats,
    )
    some = ages[: 1_000_000 // shrink].copy()
    if ours(some) != theirs(some):
        raise RuntimeError("the two sums differ")
    yield ratio(
        "clamp >> sum, 1 million, against OpenDP", lambda: ours(some), lambda: theirs(some), goal=20, repeats=repeats
    )
