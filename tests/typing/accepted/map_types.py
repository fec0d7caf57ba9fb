"""Maps go from the metric's distances to the next metric's distances or to the measure's losses."""

from __future__ import annotations

from typing import reveal_type

from lapwing.prelude import (
    Approximate,
    L1Distance,
    L2Distance,
    MaxDivergence,
    RenyiDivergence,
    ZeroConcentratedDivergence,
    space_of,
    then_clamp,
    then_identity,
    then_sum,
    then_user_measurement,
)


def add_noise(number: int) -> int:
    return number


def keep(histogram: dict[str, int]) -> dict[str, int]:
    return histogram


total = space_of(list[int]) >> then_clamp((0, 120)) >> then_sum()
floats = space_of(list[float]) >> then_clamp((0.0, 1.0)) >> then_sum()
pure = total >> then_user_measurement(MaxDivergence(), add_noise, "d_in/240")
concentrated = total >> then_user_measurement(ZeroConcentratedDivergence(), add_noise, "d_in^2/240")
approximate = total >> then_user_measurement(Approximate(MaxDivergence()), add_noise, "(d_in/240, 1/1000000)")
renyi = total >> then_user_measurement(RenyiDivergence(), add_noise, "alpha*d_in^2/240")
keyed = space_of(dict[str, int]) >> then_user_measurement(Approximate(MaxDivergence()), keep, "(l1, l0/1000000)")

# map
reveal_type(total.map(1))  # R: int
reveal_type(floats.map(1))  # R: float
reveal_type(pure.map(1))  # R: float
reveal_type(concentrated.map(1))  # R: float
reveal_type(approximate.map(1))  # R: tuple[float, float]
reveal_type(renyi.map(1))  # R: Curve
reveal_type((space_of(list[int], L2Distance(float)) >> then_identity()).map(1.5))  # R: float
reveal_type((space_of(list[int], L1Distance(int)) >> then_identity()).map(1))  # R: int
reveal_type((space_of(dict[str, float]) >> then_identity()).map((1, 0.5, 0.5)))  # R: tuple[int, float, float]
reveal_type(keyed.map((1, 1, 1)))  # R: tuple[float, float]

# check
reveal_type(total.check(1, 120))  # R: bool
reveal_type(pure.check(1, 0.5))  # R: bool
reveal_type(pure.check(1, 1))  # R: bool
reveal_type(approximate.check(1, (0.5, 1e-6)))  # R: bool
reveal_type(keyed.check((1, 1, 1), (1.0, 1e-6)))  # R: bool

# the maps themselves
reveal_type(total.stability_map)  # R: Map[int, int]
reveal_type(floats.stability_map)  # R: Map[int, float]
reveal_type(pure.privacy_map)  # R: Map[int, float]
reveal_type(approximate.privacy_map)  # R: Map[int, tuple[float, float]]
reveal_type(renyi.privacy_map)  # R: Map[int, Curve]
reveal_type(keyed.privacy_map)  # R: Map[tuple[int, int, int], tuple[float, float]]
reveal_type(pure.privacy_map(1))  # R: float
reveal_type(pure.privacy_map.inverse(1.0))  # R: int
reveal_type(approximate.privacy_map.inverse((1.0, 1e-6)))  # R: int
reveal_type(pure.privacy_map.check(1, 0.5))  # R: bool
reveal_type(pure.privacy_map.at_most(pure.privacy_map))  # R: bool
reveal_type(total.stability_map.then(pure.privacy_map))  # R: Map[int, float]
