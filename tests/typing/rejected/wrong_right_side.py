"""What stands on the right of >> is no link, or not yet one."""

from __future__ import annotations

from lapwing.prelude import (
    MaxDivergence,
    SymmetricDistance,
    make_clamp,
    space_of,
    then_clamp,
    then_count,
    then_sum,
    then_user_measurement,
)


def add_noise(number: int) -> int:
    return number


people = space_of(list[int])
total = people >> then_clamp((0, 9)) >> then_sum()
private = total >> then_user_measurement(MaxDivergence(), add_noise, "d_in")

people >> then_clamp  # E: operator
people >> then_count  # E: operator
people >> make_clamp  # E: operator
total >> then_count  # E: operator
people >> people  # E: operator
people >> total  # E: operator
people >> private  # E: operator
people >> [1, 2]  # E: operator
people >> len  # E: operator
total >> str  # E: operator
total >> (lambda domain, metric: 3)  # E: operator
total >> SymmetricDistance()  # E: operator
total >> people  # E: operator
total >> total  # E: operator
total >> then_sum()  # E: operator
total >> then_clamp((0, 9))  # E: operator
then_clamp((0, 9)) >> then_sum()  # E: operator
[1, 2] >> total  # E: operator
private >> 3  # E: operator
