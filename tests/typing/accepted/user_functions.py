"""Functions of the user's own: the release has the type that the function returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, reveal_type

from lapwing.prelude import (
    AbsoluteDistance,
    Approximate,
    AtomDomain,
    DiscreteDistance,
    L01InfDistance,
    MapDomain,
    MaxDivergence,
    ZeroConcentratedDivergence,
    make_user_measurement,
    space_of,
    then_user_measurement,
    then_user_transformation,
)


def answer(truth: bool) -> bool:
    return truth


def noisy_counts(histogram: Any) -> dict[str, int]:
    return dict(histogram)


def tally(words: Any) -> Mapping[str, int]:
    return {word: 1 for word in words}


words = space_of(list[str])
counts = words >> then_user_transformation(MapDomain(AtomDomain(str), AtomDomain(int)), L01InfDistance(AbsoluteDistance(int)), tally, "(d_in, d_in, d_in)")
release = counts >> then_user_measurement(Approximate(MaxDivergence()), noisy_counts, "(l1, l0/1000)")

reveal_type(counts)  # R: Transformation[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, MapDomain[str, int], L01InfDistance[int], Never]
reveal_type(counts.map(1))  # R: tuple[int, int, int]
reveal_type(release)  # R: Measurement[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, Approximate[MaxDivergence, float], dict[str, int], Never]
reveal_type(release(["a", "b"]))  # R: dict[str, int]
reveal_type(release >> len)  # R: Measurement[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, Approximate[MaxDivergence, float], int, Never]
reveal_type(space_of(bool) >> then_user_measurement(ZeroConcentratedDivergence(), answer, "d_in"))  # R: Measurement[AtomDomain[bool, Unbounded], DiscreteDistance, ZeroConcentratedDivergence, bool, Never]
reveal_type(make_user_measurement(AtomDomain(bool), DiscreteDistance(), MaxDivergence(), answer, "d_in*ln(3)")(True))  # R: bool
reveal_type(make_user_measurement(AtomDomain(bool), DiscreteDistance(), MaxDivergence(), answer, "d_in").input_domain)  # R: AtomDomain[bool, Unbounded]
