"""The conventional import: every name flat, and the namespaces t, m and c."""

from __future__ import annotations

from typing import reveal_type

import lapwing.prelude as dp


def add_noise(number: int) -> int:
    return number


total = dp.space_of(list[int]) >> dp.t.then_clamp((0, 120)) >> dp.t.then_sum()

reveal_type(total)  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(total >> dp.m.then_user_measurement(dp.MaxDivergence(), add_noise, "d_in"))  # R: Measurement[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]
reveal_type(dp.t.make_clamp(dp.VectorDomain(dp.AtomDomain(int)), dp.SymmetricDistance(), (0, 9)).map(1))  # R: int
reveal_type(dp.c.__name__)  # R: str
