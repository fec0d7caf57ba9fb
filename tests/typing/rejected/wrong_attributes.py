"""Attributes that do not exist, and attributes that can't be set."""

from __future__ import annotations

from lapwing.prelude import (
    AtomDomain,
    MaxDivergence,
    SymmetricDistance,
    VectorDomain,
    space_of,
    then_clamp,
    then_sum,
    then_user_measurement,
)


def add_noise(number: int) -> int:
    return number


people = space_of(list[int])
total = people >> then_clamp((0, 9)) >> then_sum()
private = total >> then_user_measurement(MaxDivergence(), add_noise, "d_in")

people.metrc  # E: maybe "metric"?
people.input_domain  # E: "input_domain"
people.map(1)  # E: "map"
total.inputdomain  # E: "inputdomain"
total.privacy_map  # E: "privacy_map"
total.output_measure  # E: "output_measure"
total.lonks  # E: "lonks"
private.stability_map  # E: "stability_map"
private.output_domain  # E: "output_domain"
private.epsilon  # E: "epsilon"
private.release([1])  # E: "release"
private.privacy_map.inverze(1.0)  # E: "inverze"
AtomDomain(int).lower  # E: "lower"
VectorDomain(AtomDomain(int)).length  # E: "length"
SymmetricDistance().distnce([1], [2])  # E: "distnce"

people.domain = VectorDomain(AtomDomain(int))  # E: read-only
total.input_metric = SymmetricDistance()  # E: read-only
private.output_measure = MaxDivergence()  # E: read-only
private.verified = True  # E: read-only
AtomDomain(int).bounds = (0, 9)  # E: read-only
VectorDomain(AtomDomain(int)).size = 3  # E: read-only
SymmetricDistance().name = "mine"  # E: "name"
private.privacy_map = private.privacy_map  # E: read-only
