"""Functions over chains: generic in the domain, the metric, the measure or the release."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, reveal_type

from lapwing.prelude import (
    AbsoluteDistance,
    AtomDomain,
    Domain,
    MaxDivergence,
    Measure,
    Measurement,
    Metric,
    Space,
    SymmetricDistance,
    Transformation,
    VectorDomain,
    ZeroConcentratedDivergence,
    make_identity,
    space_of,
    then_clamp,
    then_identity,
    then_sum,
    then_user_measurement,
)

D = TypeVar("D", bound=Domain[Any])
M = TypeVar("M", bound=Metric[Any])
ME = TypeVar("ME", bound=Measure[Any])
R = TypeVar("R")
N = TypeVar("N", int, float)


def add_noise(number: int) -> int:
    return number


def twice(release: int) -> tuple[int, int]:
    return release, release


def identity_of(space: Space[D, M]) -> Transformation[D, M, D, M]:
    return space >> then_identity()


def before(chain: Transformation[D, M, AtomDomain[int], AbsoluteDistance[int]], scale: int) -> Measurement[D, M, MaxDivergence, int]:
    return chain >> then_user_measurement(MaxDivergence(), add_noise, f"d_in/{scale}")


def as_text(measurement: Measurement[D, M, ME, R]) -> Measurement[D, M, ME, str]:
    return measurement >> str


def bounded_sum(space: Space[VectorDomain[N], SymmetricDistance], bounds: tuple[N, N]) -> Transformation[VectorDomain[N], SymmetricDistance, AtomDomain[N], AbsoluteDistance[N]]:
    return space >> then_clamp(bounds) >> then_sum()


def number_identity(carrier: type[N]) -> Transformation[AtomDomain[N], AbsoluteDistance[N], AtomDomain[N], AbsoluteDistance[N]]:
    return make_identity(AtomDomain(carrier), AbsoluteDistance(carrier))


def first(measurements: Sequence[Measurement[D, M, ME, R]]) -> Measurement[D, M, ME, R]:
    return measurements[0]


people = space_of(list[int])
total = people >> then_clamp((0, 120)) >> then_sum()
private = total >> then_user_measurement(ZeroConcentratedDivergence(), add_noise, "d_in")

reveal_type(identity_of(people))  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, VectorDomain[int, Unbounded, Unsized], SymmetricDistance, str]
reveal_type(before(total, 240))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, str]
reveal_type(as_text(private))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, ZeroConcentratedDivergence, str, str]
reveal_type(bounded_sum(space_of(list[float]), (0.0, 1.0)))  # R: Transformation[VectorDomain[float, Unbounded, Unsized], SymmetricDistance, AtomDomain[float, Unbounded], AbsoluteDistance[float], str]
reveal_type(bounded_sum(people, (0, 9)).map(1))  # R: int
reveal_type(number_identity(float))  # R: Transformation[AtomDomain[float, Unbounded], AbsoluteDistance[float], AtomDomain[float, Unbounded], AbsoluteDistance[float], str]
reveal_type(number_identity(int)(3))  # R: int
reveal_type(first([private, private >> abs]))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, ZeroConcentratedDivergence, int, str]
reveal_type(first([private >> twice])([1]))  # R: tuple[int, int]
