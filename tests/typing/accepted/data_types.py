"""A chain takes lists, tuples, ranges and NumPy arrays of its carrier, and its result has the type of its last link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import reveal_type

import numpy as np
from lapwing.prelude import (
    BitVectorDomain,
    DiscreteDistance,
    MaxDivergence,
    Space,
    space_of,
    then_clamp,
    then_identity,
    then_sum,
    then_user_measurement,
)
from numpy.typing import NDArray


def add_noise(number: int) -> int:
    return number


total = space_of(list[int]) >> then_clamp((0, 120)) >> then_sum()
private = total >> then_user_measurement(MaxDivergence(), add_noise, "d_in")
average = space_of(list[float]) >> then_clamp((0.0, 1.0)) >> then_sum()


def read(ages: Sequence[int], array: NDArray[np.int64]) -> None:
    reveal_type(private(ages))  # R: int
    reveal_type(private(array))  # R: int


reveal_type(private([23, 45]))  # R: int
reveal_type(private((23, 45)))  # R: int
reveal_type(private(range(9)))  # R: int
reveal_type(private([]))  # R: int
reveal_type(private([True, False]))  # R: int
reveal_type(private(np.array([23, 45])))  # R: int
reveal_type(total([23, 45]))  # R: int
reveal_type(average([0.5, 1]))  # R: float
reveal_type(average(np.zeros(3)))  # R: float
reveal_type((space_of(list[int]) >> then_clamp((0, 9)))([23, 45]))  # R: Vector[int]
reveal_type((space_of(list[float | None]) >> then_identity())([0.5, None]))  # R: Vector[float | None]
reveal_type((space_of(dict[str, int]) >> then_identity())({"a": 1}))  # R: Mapping[str, int]
reveal_type((space_of(dict[str, list[int]]) >> then_identity())({"a": [1]}))  # R: Mapping[str, Vector[int]]
reveal_type((Space(BitVectorDomain(2), DiscreteDistance()) >> then_identity())([True, False]))  # R: Vector[bool]
reveal_type((space_of(str) >> then_identity())("a"))  # R: str
