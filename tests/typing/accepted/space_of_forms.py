"""space_of reads a Python type and gives the same static types as the space written out."""

from __future__ import annotations

from typing import reveal_type

from lapwing.prelude import (
    AbsoluteDistance,
    DiscreteDistance,
    InsertDeleteDistance,
    L02InfDistance,
    L1Distance,
    L2Distance,
    PartitionDistance,
    SymmetricDistance,
    space_of,
)

reveal_type(space_of(bool))  # R: Space[AtomDomain[bool, Unbounded], DiscreteDistance]
reveal_type(space_of(int))  # R: Space[AtomDomain[int, Unbounded], AbsoluteDistance[int]]
reveal_type(space_of(float))  # R: Space[AtomDomain[float, Unbounded], AbsoluteDistance[float]]
reveal_type(space_of(str))  # R: Space[AtomDomain[str, Unbounded], DiscreteDistance]
reveal_type(space_of(list[int]))  # R: Space[VectorDomain[int, Unbounded, Unsized], SymmetricDistance]
reveal_type(space_of(list[float]))  # R: Space[VectorDomain[float, Unbounded, Unsized], SymmetricDistance]
reveal_type(space_of(list[str]))  # R: Space[VectorDomain[str, Unbounded, Unsized], SymmetricDistance]
reveal_type(space_of(list[float | None]))  # R: Space[VectorDomain[float | None, Unbounded, Unsized], SymmetricDistance]
reveal_type(space_of(dict[str, int]))  # R: Space[MapDomain[str, int], L01InfDistance[int]]
reveal_type(space_of(dict[str, float]))  # R: Space[MapDomain[str, float], L01InfDistance[float]]
reveal_type(space_of(dict[str, list[int]]))  # R: Space[MapDomain[str, Vector[int]], PartitionDistance[int]]
reveal_type(space_of(dict[str, str]))  # R: Space[MapDomain[str, str], DiscreteDistance]
reveal_type(space_of(dict[str, bool]))  # R: Space[MapDomain[str, bool], DiscreteDistance]

reveal_type(space_of(int, AbsoluteDistance(float)))  # R: Space[AtomDomain[int, Unbounded], AbsoluteDistance[float]]
reveal_type(space_of(int, DiscreteDistance()))  # R: Space[AtomDomain[int, Unbounded], DiscreteDistance]
reveal_type(space_of(list[str], InsertDeleteDistance()))  # R: Space[VectorDomain[str, Unbounded, Unsized], InsertDeleteDistance]
reveal_type(space_of(list[int], L1Distance(int)))  # R: Space[VectorDomain[int, Unbounded, Unsized], L1Distance[int]]
reveal_type(space_of(list[int], metric=L2Distance(float)))  # R: Space[VectorDomain[int, Unbounded, Unsized], L2Distance[float]]
reveal_type(space_of(list[str], DiscreteDistance()))  # R: Space[VectorDomain[str, Unbounded, Unsized], DiscreteDistance]
reveal_type(space_of(dict[str, int], L02InfDistance(AbsoluteDistance(int))))  # R: Space[MapDomain[str, int], L02InfDistance[int]]
reveal_type(space_of(dict[str, list[int]], PartitionDistance(SymmetricDistance())))  # R: Space[MapDomain[str, Vector[int]], PartitionDistance[int]]
reveal_type(space_of(dict[str, str], DiscreteDistance()))  # R: Space[MapDomain[str, str], DiscreteDistance]
