"""Types that space_of does not read, and metrics that do not fit them."""

from __future__ import annotations

from lapwing.prelude import (
    AbsoluteDistance,
    AtomDomain,
    HammingDistance,
    L01InfDistance,
    L1Distance,
    MaxDivergence,
    PartitionDistance,
    SymmetricDistance,
    space_of,
    then_sum,
)

space_of(3)  # E: space_of
space_of("int")  # E: space_of
space_of([int])  # E: space_of
space_of(AtomDomain(int))  # E: space_of
space_of(set[int])  # E: space_of
space_of(tuple[int, int])  # E: space_of
space_of(list[list[int]])  # E: space_of
space_of(dict[str, set[int]])  # E: space_of
space_of()  # E: space_of
space_of(int, SymmetricDistance())  # E: space_of
space_of(str, AbsoluteDistance(int))  # E: space_of
space_of(float, AbsoluteDistance(int))  # E: space_of
space_of(list[int], AbsoluteDistance(int))  # E: space_of
space_of(list[int], HammingDistance())  # E: space_of
space_of(list[str], L1Distance(int))  # E: space_of
space_of(list[float], L1Distance(int))  # E: space_of
space_of(dict[str, int], SymmetricDistance())  # E: space_of
space_of(dict[str, int], PartitionDistance(SymmetricDistance()))  # E: space_of
space_of(dict[str, float], L01InfDistance(AbsoluteDistance(int)))  # E: space_of
space_of(dict[str, list[int]], L01InfDistance(AbsoluteDistance(int)))  # E: space_of
space_of(list[int], MaxDivergence())  # E: space_of
space_of(list[int], SymmetricDistance)  # E: space_of
space_of(list[int]) >> then_sum()  # E: operator
