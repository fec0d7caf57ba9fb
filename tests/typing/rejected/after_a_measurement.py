"""A measurement ends the chain: no transformation and no measurement follows, and a release is no data."""

from __future__ import annotations

from typing import Any

from lapwing.prelude import (
    MaxDivergence,
    Measurement,
    SymmetricDistance,
    VectorDomain,
    space_of,
    then_clamp,
    then_count,
    then_identity,
    then_sum,
    then_user_measurement,
)


def add_noise(number: int) -> int:
    return number


def add_noise_to_all(vector: Any) -> list[int]:
    return list(vector)


people = space_of(list[int])
clamped = people >> then_clamp((0, 9))
total = clamped >> then_sum()
private = total >> then_user_measurement(MaxDivergence(), add_noise, "d_in")
private_list = people >> then_user_measurement(MaxDivergence(), add_noise_to_all, "d_in")

# A then_x waits for a space, and a release has none.
private >> then_identity()  # E: operator
private_list >> then_clamp((0, 9))  # E: operator
private_list >> then_count()  # E: operator
private >> then_user_measurement(MaxDivergence(), add_noise, "d_in")  # E: operator

# A whole chain gives a type without any use, also where the release has the type of the chain's data.
again: Measurement[VectorDomain[int], SymmetricDistance, MaxDivergence, int] = private >> total  # E: AMeasurementEndsTheChain
twice: Measurement[VectorDomain[int], SymmetricDistance, MaxDivergence, int] = private_list >> private  # E: AMeasurementEndsTheChain
(private_list >> clamped)([1, 2])  # E: AMeasurementEndsTheChain
(private_list >> total).map(1)  # E: AMeasurementEndsTheChain
private_list >> clamped >> then_sum()  # E: AMeasurementEndsTheChain
print((private_list >> private_list).privacy_map)  # E: AMeasurementEndsTheChain

# A release fed back as data.
private(private([1, 2]))  # E: arg-type
total(total([1, 2]))  # E: arg-type
private >> people  # E: operator
