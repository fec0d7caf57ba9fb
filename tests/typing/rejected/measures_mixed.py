"""ε, ρ and (ε, δ) never mix, though ε and ρ are both floats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from lapwing.prelude import (
    Approximate,
    MaxDivergence,
    Measurement,
    RenyiDivergence,
    SmoothedMaxDivergence,
    SymmetricDistance,
    VectorDomain,
    ZeroConcentratedDivergence,
    space_of,
    then_count,
    then_user_measurement,
)

ME = TypeVar("ME", MaxDivergence, ZeroConcentratedDivergence)


def add_noise(number: int) -> int:
    return number


count = space_of(list[int]) >> then_count()
pure = count >> then_user_measurement(MaxDivergence(), add_noise, "d_in")
concentrated = count >> then_user_measurement(ZeroConcentratedDivergence(), add_noise, "d_in^2/2")
approximate = count >> then_user_measurement(Approximate(MaxDivergence()), add_noise, "(d_in, 1/1000)")
approximate_concentrated = count >> then_user_measurement(Approximate(ZeroConcentratedDivergence()), add_noise, "(d_in, 1/1000)")
renyi = count >> then_user_measurement(RenyiDivergence(), add_noise, "alpha*d_in")
profile = count >> then_user_measurement(SmoothedMaxDivergence(), add_noise, "d_in/exp(epsilon)")


def spend(measurement: Measurement[VectorDomain[int], SymmetricDistance, MaxDivergence, int]) -> None: ...
def spend_pair(measurement: Measurement[VectorDomain[int], SymmetricDistance, Approximate[MaxDivergence], int]) -> None: ...
def spend_curve(measurement: Measurement[VectorDomain[int], SymmetricDistance, RenyiDivergence, int]) -> None: ...
def compose(parts: Sequence[Measurement[VectorDomain[int], SymmetricDistance, ME, int]]) -> ME: ...  # type: ignore[empty-body]  # only its signature matters


spend(concentrated)  # E: ZeroConcentratedDivergence
spend(approximate)  # E: Approximate
spend_pair(pure)  # E: "Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]"
spend_pair(approximate_concentrated)  # E: Approximate[ZeroConcentratedDivergence, float]
spend_curve(profile)  # E: SmoothedMaxDivergence
spend_curve(concentrated)  # E: ZeroConcentratedDivergence
pure_only: list[Measurement[VectorDomain[int], SymmetricDistance, MaxDivergence, int]] = [pure, concentrated]  # E: List item 1
compose([pure, concentrated])  # E: compose
epsilon: MaxDivergence = concentrated.output_measure  # E: assignment
pair: Approximate[MaxDivergence] = Approximate(ZeroConcentratedDivergence())  # E: assignment
