"""Chains that are annotated, passed or returned as what they are not."""

from __future__ import annotations

from lapwing.prelude import (
    AbsoluteDistance,
    AtomDomain,
    Bounded,
    InsertDeleteDistance,
    Map,
    MaxDivergence,
    Measurement,
    Space,
    SymmetricDistance,
    Transformation,
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


def publish(measurement: Measurement[VectorDomain[int], SymmetricDistance, MaxDivergence, int]) -> None: ...
def start(space: Space[VectorDomain[int], SymmetricDistance]) -> None: ...


def bounded_sum() -> Transformation[VectorDomain[float], SymmetricDistance, AtomDomain[float], AbsoluteDistance[float]]:
    return total  # E: return-value


publish(total)  # E: arg-type
publish(people)  # E: arg-type
publish(private.privacy_map)  # E: arg-type
start(people.domain)  # E: arg-type
start(space_of(list[str]))  # E: arg-type
start(space_of(list[int], InsertDeleteDistance()))  # E: arg-type
wrong_output: Transformation[VectorDomain[int], SymmetricDistance, AtomDomain[int, Bounded], AbsoluteDistance[int]] = total  # E: assignment
wrong_input: Measurement[AtomDomain[int], AbsoluteDistance[int], MaxDivergence, int] = private  # E: assignment
wrong_map: Map[int, int] = private.privacy_map  # E: assignment
swapped: Space[SymmetricDistance, VectorDomain[int]]  # E: type-var
too_few: Transformation[VectorDomain[int], SymmetricDistance]  # E: type-arg
no_measure: Measurement[VectorDomain[int], SymmetricDistance, AbsoluteDistance[int], int]  # E: type-var
no_fact: VectorDomain[int, int]  # E: type-var
no_number: AbsoluteDistance[str]  # E: type-var
