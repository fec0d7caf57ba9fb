"""A metric that does not measure the domain's data: one line or more for each row of Space."""

from __future__ import annotations

from lapwing.prelude import (
    AbsoluteDistance,
    AtomDomain,
    ChangeOneDistance,
    HammingDistance,
    L01InfDistance,
    L1Distance,
    L2Distance,
    LInfDistance,
    MapDomain,
    MaxDivergence,
    OptionDomain,
    PartitionDistance,
    Space,
    SymmetricDistance,
    VectorDomain,
)

ints, floats, words = AtomDomain(int), AtomDomain(float), AtomDomain(str)

# AbsoluteDistance measures numbers, and distances of floats are no ints.
Space(words, AbsoluteDistance(int))  # E: "AtomDomain[str, Unbounded]"
Space(AtomDomain(bool), AbsoluteDistance(int))  # E: "AtomDomain[bool, Unbounded]"
Space(OptionDomain(ints), AbsoluteDistance(int))  # E: "OptionDomain[int, Unbounded]"
Space(floats, AbsoluteDistance(int))  # E: "AtomDomain[float, Unbounded]"
Space(VectorDomain(ints), AbsoluteDistance(int))  # E: "VectorDomain[int, Unbounded, Unsized]"

# SymmetricDistance measures vectors.
Space(ints, SymmetricDistance())  # E: "AtomDomain[int, Unbounded]"
Space(MapDomain(words, ints), SymmetricDistance())  # E: "MapDomain[str, int]"

# ChangeOneDistance and HammingDistance compare vectors of one known length.
Space(VectorDomain(ints), HammingDistance())  # E: "VectorDomain[int, Unbounded, Unsized]"
Space(VectorDomain(words), ChangeOneDistance())  # E: "VectorDomain[str, Unbounded, Unsized]"
Space(ints, HammingDistance())  # E: "AtomDomain[int, Unbounded]"

# Norms measure vectors of numbers.
Space(VectorDomain(words), L1Distance(int))  # E: "VectorDomain[str, Unbounded, Unsized]"
Space(VectorDomain(floats), L1Distance(int))  # E: "VectorDomain[float, Unbounded, Unsized]"
Space(VectorDomain(floats), LInfDistance(int))  # E: "VectorDomain[float, Unbounded, Unsized]"
Space(VectorDomain(OptionDomain(floats)), L2Distance(float))  # E: "VectorDomain[float | None, Unbounded, Unsized]"
Space(VectorDomain(AtomDomain(bool)), L1Distance(int))  # E: "VectorDomain[bool, Unbounded, Unsized]"
Space(ints, L1Distance(int))  # E: "AtomDomain[int, Unbounded]"

# L01InfDistance measures mappings to numbers.
Space(VectorDomain(ints), L01InfDistance(AbsoluteDistance(int)))  # E: "VectorDomain[int, Unbounded, Unsized]"
Space(MapDomain(words, words), L01InfDistance(AbsoluteDistance(int)))  # E: "MapDomain[str, str]"
Space(MapDomain(words, floats), L01InfDistance(AbsoluteDistance(int)))  # E: "MapDomain[str, float]"
Space(MapDomain(words, VectorDomain(ints)), L01InfDistance(AbsoluteDistance(int)))  # E: MapDomain[str, 

# PartitionDistance measures mappings to vectors.
Space(MapDomain(words, ints), PartitionDistance(SymmetricDistance()))  # E: "MapDomain[str, int]"
Space(VectorDomain(ints), PartitionDistance(SymmetricDistance()))  # E: "VectorDomain[int, Unbounded, Unsized]"

# Things that are no space at all.
Space(SymmetricDistance(), VectorDomain(ints))  # E: call-overload
Space(ints, MaxDivergence())  # E: "MaxDivergence"
Space(int, SymmetricDistance())  # E: "type[int]"
Space(VectorDomain(ints), SymmetricDistance)  # E: "type[SymmetricDistance]"
Space(VectorDomain(ints))  # E: call-overload
