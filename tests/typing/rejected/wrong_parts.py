"""Domains, metrics and measures built from parts of the wrong type."""

from __future__ import annotations

from lapwing.prelude import (
    AbsoluteDistance,
    Approximate,
    AtomDomain,
    BitVectorDomain,
    HammingDistance,
    L01InfDistance,
    L02InfDistance,
    L1Distance,
    LInfDistance,
    MapDomain,
    MaxDivergence,
    OptionDomain,
    Param,
    PartitionDistance,
    SmoothedMaxDivergence,
    SymmetricDistance,
    VectorDomain,
)

AtomDomain(int, bounds=(0.5, 2.5))  # E: AtomDomain
AtomDomain(int, bounds=(0, "5"))  # E: AtomDomain
AtomDomain(int, bounds=(0,))  # E: AtomDomain
AtomDomain(float, bounds=("0", "1"))  # E: AtomDomain
AtomDomain(str, bounds=("a", "b"))  # E: AtomDomain
AtomDomain(int, bounds=(0, Param("upper")))  # E: AtomDomain
AtomDomain(3)  # E: AtomDomain
AtomDomain(list[int])  # E: AtomDomain
VectorDomain(VectorDomain(AtomDomain(int)))  # E: VectorDomain
VectorDomain(MapDomain(AtomDomain(str), AtomDomain(int)))  # E: VectorDomain
VectorDomain(int)  # E: VectorDomain
VectorDomain(AtomDomain(int), size=2.0)  # E: VectorDomain
VectorDomain(AtomDomain(int), size=Param("size"))  # E: VectorDomain
OptionDomain(VectorDomain(AtomDomain(int)))  # E: OptionDomain
OptionDomain(OptionDomain(AtomDomain(int)))  # E: OptionDomain
MapDomain(VectorDomain(AtomDomain(int)), AtomDomain(int))  # E: MapDomain
MapDomain(AtomDomain(str), int)  # E: MapDomain
MapDomain(AtomDomain(str))  # E: MapDomain
BitVectorDomain()  # E: BitVectorDomain
BitVectorDomain(8, max_weight=2.5)  # E: BitVectorDomain
BitVectorDomain(8, weight=2)  # E: BitVectorDomain

AbsoluteDistance(str)  # E: AbsoluteDistance
AbsoluteDistance(1)  # E: AbsoluteDistance
L1Distance()  # E: L1Distance
LInfDistance(int, monotonic="yes")  # E: LInfDistance
L01InfDistance(SymmetricDistance())  # E: L01InfDistance
L02InfDistance(L1Distance(int))  # E: L02InfDistance
PartitionDistance(AbsoluteDistance(int))  # E: PartitionDistance
PartitionDistance(HammingDistance())  # E: PartitionDistance

Approximate(Approximate(MaxDivergence()))  # E: Approximate
Approximate(SmoothedMaxDivergence())  # E: Approximate
Approximate(SymmetricDistance())  # E: Approximate
MaxDivergence().divergence({"a": "1"}, {"a": "1"})  # E: "str": "str"
