"""A metric shows the type of its distances."""

from __future__ import annotations

from typing import reveal_type

from lapwing.prelude import (
    AbsoluteDistance,
    ChangeOneDistance,
    DiscreteDistance,
    HammingDistance,
    InsertDeleteDistance,
    L01InfDistance,
    L02InfDistance,
    L1Distance,
    L2Distance,
    LInfDistance,
    PartitionDistance,
    SymmetricDistance,
)

reveal_type(AbsoluteDistance(int))  # R: AbsoluteDistance[int]
reveal_type(L2Distance(float))  # R: L2Distance[float]
reveal_type(LInfDistance(int, monotonic=True))  # R: LInfDistance[int]
reveal_type(L01InfDistance(AbsoluteDistance(float)))  # R: L01InfDistance[float]
reveal_type(PartitionDistance(InsertDeleteDistance()))  # R: PartitionDistance[int]

reveal_type(SymmetricDistance().distance([1], [2]))  # R: int
reveal_type(ChangeOneDistance().distance([1], [2]))  # R: int
reveal_type(HammingDistance().distance([1], [2]))  # R: int
reveal_type(DiscreteDistance().distance("a", "b"))  # R: int
reveal_type(AbsoluteDistance(float).distance(1.0, 2.5))  # R: float
reveal_type(L1Distance(int).distance([1], [2]))  # R: int
reveal_type(L01InfDistance(AbsoluteDistance(float)).distance({}, {}))  # R: tuple[int, float, float]
reveal_type(L02InfDistance(AbsoluteDistance(int)).distance({}, {}))  # R: tuple[int, float, int]
reveal_type(PartitionDistance(SymmetricDistance()).distance({}, {}))  # R: tuple[int, int, int]
