"""A domain shows its carrier, and what is known about bounds, size and weight."""

from __future__ import annotations

import datetime
from typing import reveal_type

from lapwing.prelude import (
    AtomDomain,
    BitVectorDomain,
    MapDomain,
    OptionDomain,
    VectorDomain,
)

reveal_type(AtomDomain(int))  # R: AtomDomain[int, Unbounded]
reveal_type(AtomDomain(float))  # R: AtomDomain[float, Unbounded]
reveal_type(AtomDomain(bool))  # R: AtomDomain[bool, Unbounded]
reveal_type(AtomDomain(str))  # R: AtomDomain[str, Unbounded]
reveal_type(AtomDomain(datetime.date))  # R: AtomDomain[date, Unbounded]
reveal_type(AtomDomain(int, bounds=(0, 5)))  # R: AtomDomain[int, Bounded]
reveal_type(AtomDomain(float, bounds=(0.0, 0.5)))  # R: AtomDomain[float, Bounded]
reveal_type(AtomDomain(float, (0, 5)))  # R: AtomDomain[float, Bounded]
reveal_type(OptionDomain(AtomDomain(float)))  # R: OptionDomain[float, Unbounded]
reveal_type(VectorDomain(AtomDomain(int)))  # R: VectorDomain[int, Unbounded, Unsized]
reveal_type(VectorDomain(AtomDomain(int), size=3))  # R: VectorDomain[int, Unbounded, Sized]
reveal_type(VectorDomain(AtomDomain(int, bounds=(0, 5))))  # R: VectorDomain[int, Bounded, Unsized]
reveal_type(VectorDomain(AtomDomain(float, bounds=(0.0, 0.5)), 3))  # R: VectorDomain[float, Bounded, Sized]
reveal_type(VectorDomain(OptionDomain(AtomDomain(str))))  # R: VectorDomain[str | None, Unbounded, Unsized]
reveal_type(MapDomain(AtomDomain(str), AtomDomain(int)))  # R: MapDomain[str, int]
reveal_type(MapDomain(AtomDomain(str), VectorDomain(AtomDomain(float))))  # R: MapDomain[str, Vector[float]]
reveal_type(BitVectorDomain(size=128))  # R: BitVectorDomain[Unweighted]
reveal_type(BitVectorDomain(size=128, max_weight=4))  # R: BitVectorDomain[Weighted]

reveal_type(AtomDomain(int).carrier)  # R: type[int]
reveal_type(AtomDomain(float, bounds=(0.0, 0.5)).bounds)  # R: tuple[float, float] | None
reveal_type(VectorDomain(AtomDomain(int), size=3).size)  # R: int | None
reveal_type(3 in AtomDomain(int))  # R: bool
reveal_type(AtomDomain(int).is_subset(AtomDomain(str)))  # R: bool
