"""Space takes every metric that fits its domain, and keeps both types."""

from __future__ import annotations

from typing import reveal_type

from lapwing.prelude import (
    AbsoluteDistance,
    AtomDomain,
    BitVectorDomain,
    ChangeOneDistance,
    DiscreteDistance,
    HammingDistance,
    InsertDeleteDistance,
    L01InfDistance,
    L02InfDistance,
    L1Distance,
    L2Distance,
    LInfDistance,
    MapDomain,
    OptionDomain,
    PartitionDistance,
    Space,
    SymmetricDistance,
    VectorDomain,
)

ints, floats, words = AtomDomain(int), AtomDomain(float), AtomDomain(str)

reveal_type(Space(ints, AbsoluteDistance(int)))  # R: Space[AtomDomain[int, Unbounded], AbsoluteDistance[int]]
reveal_type(Space(ints, AbsoluteDistance(float)))  # R: Space[AtomDomain[int, Unbounded], AbsoluteDistance[float]]
reveal_type(Space(floats, AbsoluteDistance(float)))  # R: Space[AtomDomain[float, Unbounded], AbsoluteDistance[float]]
reveal_type(Space(AtomDomain(int, (0, 5)), AbsoluteDistance(int)))  # R: Space[AtomDomain[int, Bounded], AbsoluteDistance[int]]
reveal_type(Space(VectorDomain(ints), SymmetricDistance()))  # R: Space[VectorDomain[int, Unbounded, Unsized], SymmetricDistance]
reveal_type(Space(VectorDomain(words), InsertDeleteDistance()))  # R: Space[VectorDomain[str, Unbounded, Unsized], InsertDeleteDistance]
reveal_type(Space(VectorDomain(ints, size=3), SymmetricDistance()))  # R: Space[VectorDomain[int, Unbounded, Sized], SymmetricDistance]
reveal_type(Space(VectorDomain(ints, size=3), HammingDistance()))  # R: Space[VectorDomain[int, Unbounded, Sized], HammingDistance]
reveal_type(Space(VectorDomain(words, size=3), ChangeOneDistance()))  # R: Space[VectorDomain[str, Unbounded, Sized], ChangeOneDistance]
reveal_type(Space(VectorDomain(ints), L1Distance(int)))  # R: Space[VectorDomain[int, Unbounded, Unsized], L1Distance[int]]
reveal_type(Space(VectorDomain(ints), L2Distance(float)))  # R: Space[VectorDomain[int, Unbounded, Unsized], L2Distance[float]]
reveal_type(Space(VectorDomain(floats), L2Distance(int)))  # R: Space[VectorDomain[float, Unbounded, Unsized], L2Distance[int]]
reveal_type(Space(VectorDomain(floats), LInfDistance(float)))  # R: Space[VectorDomain[float, Unbounded, Unsized], LInfDistance[float]]
reveal_type(Space(BitVectorDomain(8), HammingDistance()))  # R: Space[BitVectorDomain[Unweighted], HammingDistance]
reveal_type(Space(BitVectorDomain(8, 2), L1Distance(int)))  # R: Space[BitVectorDomain[Weighted], L1Distance[int]]
reveal_type(Space(MapDomain(words, ints), L01InfDistance(AbsoluteDistance(int))))  # R: Space[MapDomain[str, int], L01InfDistance[int]]
reveal_type(Space(MapDomain(words, ints), L02InfDistance(AbsoluteDistance(float))))  # R: Space[MapDomain[str, int], L02InfDistance[float]]
reveal_type(Space(MapDomain(words, floats), L01InfDistance(AbsoluteDistance(float))))  # R: Space[MapDomain[str, float], L01InfDistance[float]]
reveal_type(Space(MapDomain(words, VectorDomain(ints)), PartitionDistance(SymmetricDistance())))  # R: Space[MapDomain[str, Vector[int]], PartitionDistance[int]]
reveal_type(Space(words, DiscreteDistance()))  # R: Space[AtomDomain[str, Unbounded], DiscreteDistance]
reveal_type(Space(OptionDomain(floats), DiscreteDistance()))  # R: Space[OptionDomain[float, Unbounded], DiscreteDistance]
reveal_type(Space(VectorDomain(ints), DiscreteDistance()))  # R: Space[VectorDomain[int, Unbounded, Unsized], DiscreteDistance]

people = Space(VectorDomain(ints), SymmetricDistance())
reveal_type(people.domain)  # R: VectorDomain[int, Unbounded, Unsized]
reveal_type(people.metric)  # R: SymmetricDistance
