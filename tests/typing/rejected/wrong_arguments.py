"""Missing, extra and mistyped arguments of constructors."""

from __future__ import annotations

from lapwing.prelude import (
    AbsoluteDistance,
    AtomDomain,
    MaxDivergence,
    Param,
    SymmetricDistance,
    VectorDomain,
    make_clamp,
    make_count,
    space_of,
    then_clamp,
    then_count,
    then_sum,
    then_user_measurement,
    then_user_transformation,
)


def add_noise(number: int) -> int:
    return number


people, floats, words = space_of(list[int]), space_of(list[float]), space_of(list[str])

people >> then_clamp()  # E: Too few arguments
people >> then_clamp((0, 9), 3)  # E: Too many arguments
people >> then_clamp(limits=(0, 9))  # E: "limits"
people >> then_clamp((0, 9, 3))  # E: tuple[int, int, int]
people >> then_clamp([0, 9])  # E: list[int]
people >> then_clamp(bounds=9)  # E: "bounds"
people >> then_clamp((0.0, 9.0))  # E: tuple[float, float]
people >> then_clamp((0, 9.5))  # E: tuple[int, float]
people >> then_clamp((0, Param("upper")))  # E: tuple[int, Param]
people >> then_clamp((0, None))  # E: tuple[int, None]
words >> then_clamp(("a", "z"))  # E: "str"
words >> then_clamp((0, 9))  # E: operator
people >> then_clamp((0, 9)) >> then_sum((0, 9))  # E: Too many arguments
people >> then_count(3)  # E: Too many arguments
make_clamp(SymmetricDistance(), VectorDomain(AtomDomain(int)), (0, 9))  # E: arg-type
make_clamp(people, (0, 9))  # E: make_clamp
make_count(people.domain)  # E: "input_metric"
make_count(AtomDomain(int), AbsoluteDistance(int))  # E: make_count

people >> then_user_measurement(SymmetricDistance(), add_noise, "d_in")  # E: "SymmetricDistance"
people >> then_user_measurement(MaxDivergence, add_noise, "d_in")  # E: "type[MaxDivergence]"
people >> then_user_measurement(MaxDivergence(), 3, "d_in")  # E: "int"
people >> then_user_measurement(MaxDivergence(), add_noise, 3)  # E: "int"
people >> then_user_measurement(MaxDivergence(), add_noise, lambda d_in: d_in)  # E: arg-type
people >> then_user_measurement(MaxDivergence(), add_noise)  # E: Too few arguments
people >> then_user_measurement(MaxDivergence(), add_noise, Param("loss"))  # E: "Param"
people >> then_user_transformation(AbsoluteDistance(int), AtomDomain(int), len, "d_in")  # E: "AbsoluteDistance[int]"
people >> then_user_transformation(AtomDomain(int), AbsoluteDistance(int), len)  # E: Too few arguments
people >> then_user_transformation(AtomDomain(int), MaxDivergence(), len, "d_in")  # E: "MaxDivergence"
