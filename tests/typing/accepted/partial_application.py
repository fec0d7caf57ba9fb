"""A then_x(...) waits for its space. It can be stored, passed on, and used in many chains."""

from __future__ import annotations

from collections.abc import Callable
from typing import reveal_type

from lapwing.prelude import (
    InsertDeleteDistance,
    SymmetricDistance,
    Transformation,
    VectorDomain,
    make_count,
    space_of,
    then,
    then_clamp,
    then_count,
    then_identity,
    then_sum,
)

ints, words = space_of(list[int]), space_of(list[str])
clamp_ages = then_clamp((0, 120))
summed = then_sum()
counted = then_count()

reveal_type(ints >> clamp_ages >> summed)  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(space_of(list[int], InsertDeleteDistance()) >> clamp_ages >> summed)  # R: Transformation[VectorDomain[int, Unbounded, Unsized], InsertDeleteDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(space_of(list[float]) >> then_clamp((0.0, 1.0)) >> summed)  # R: Transformation[VectorDomain[float, Unbounded, Unsized], SymmetricDistance, AtomDomain[float, Unbounded], AbsoluteDistance[float], Never]
reveal_type(words >> counted)  # R: Transformation[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(ints >> counted)  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type(clamp_ages(ints.domain, ints.metric))  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, VectorDomain[int, Bounded, Unsized], SymmetricDistance, Never]
reveal_type(ints >> then(make_count)())  # R: Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, AtomDomain[int, Unbounded], AbsoluteDistance[int], Never]
reveal_type([ints >> step for step in (then_identity(), then_identity())][0].map(1))  # R: int

Step = Callable[[VectorDomain[int], SymmetricDistance], Transformation[VectorDomain[int], SymmetricDistance, VectorDomain[int], SymmetricDistance]]
steps: list[Step] = [then_identity(), then_clamp((0, 120))]
reveal_type([ints >> step for step in steps])  # R: list[Transformation[VectorDomain[int, Unbounded, Unsized], SymmetricDistance, VectorDomain[int, Unbounded, Unsized], SymmetricDistance, str]]

# The two checkers write a generic function in two ways.
reveal_type(then_clamp)  # R: def [N in (int, float)] (bounds: tuple[N, N]) -> def [S0 <: Unsized, M0 <: Metric[Any]] (VectorDomain[N, Unbounded, S0], M0) -> Transformation[VectorDomain[N, Unbounded, S0], M0, VectorDomain[N, Bounded, S0], M0, Never]  # R(pyright): (bounds: tuple[N@make_clamp, N@make_clamp]) -> ((VectorDomain[N@make_clamp, Unbounded, S0@make_clamp], M0@make_clamp) -> Transformation[VectorDomain[N@make_clamp, Unbounded, S0@make_clamp], M0@make_clamp, VectorDomain[N@make_clamp, Bounded, S0@make_clamp], M0@make_clamp, Never])
