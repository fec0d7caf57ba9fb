"""Data of one type are no data of another, though Python takes an int for a float and a bool for an int."""

from __future__ import annotations

from lapwing.prelude import (
    AbsoluteDistance,
    AtomDomain,
    L01InfDistance,
    MapDomain,
    Space,
    SymmetricDistance,
    VectorDomain,
    space_of,
    then_clamp,
    then_count,
    then_identity,
    then_sum,
)

ints, floats, words, flags = space_of(list[int]), space_of(list[float]), space_of(list[str]), space_of(list[bool])
int_sum = ints >> then_clamp((0, 9)) >> then_sum()
float_sum = floats >> then_clamp((0.0, 9.0)) >> then_sum()


def on_floats(domain: AtomDomain[float]) -> None: ...
def on_float_vectors(domain: VectorDomain[float]) -> None: ...
def on_float_maps(domain: MapDomain[str, float]) -> None: ...
def in_floats(metric: AbsoluteDistance[float]) -> None: ...
def in_float_triples(metric: L01InfDistance[float]) -> None: ...
def on_words(domain: MapDomain[str, int]) -> None: ...


(ints >> then_identity()) >> float_sum  # E: operator
(floats >> then_identity()) >> int_sum  # E: operator
(words >> then_identity()) >> (ints >> then_count())  # E: operator
(flags >> then_identity()) >> int_sum  # E: operator
int_sum >> (space_of(float) >> then_identity())  # E: operator

on_floats(AtomDomain(int))  # E: "AtomDomain[float, Unbounded]"
on_floats(AtomDomain(int, bounds=(0, 1)))  # E: "AtomDomain[float, Unbounded]"
on_float_vectors(VectorDomain(AtomDomain(int)))  # E: "ScalarDomain[float, Unbounded]"
on_float_maps(MapDomain(AtomDomain(str), AtomDomain(int)))  # E: MapDomain
in_floats(AbsoluteDistance(int))  # E: "AbsoluteDistance[float]"
in_float_triples(L01InfDistance(AbsoluteDistance(int)))  # E: "AbsoluteDistance[float]"
on_words(MapDomain(AtomDomain(int), AtomDomain(int)))  # E: MapDomain
integers: AtomDomain[int] = AtomDomain(bool)  # E: "AtomDomain[int, Unbounded]"
people: Space[VectorDomain[float], SymmetricDistance] = ints  # E: assignment

histograms = space_of(dict[str, int])
(histograms >> then_identity()) >> (space_of(dict[int, int]) >> then_identity())  # E: operator
(histograms >> then_identity())({1: 1})  # E: dict-item
