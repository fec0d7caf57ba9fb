"""Data that are not of the chain's carrier."""

from __future__ import annotations

import lapwing.prelude as dp
from lapwing.prelude import (
    MaxDivergence,
    space_of,
    then_clamp,
    then_count,
    then_identity,
    then_sum,
    then_user_measurement,
)


def add_noise(number: int) -> int:
    return number


total = space_of(list[int]) >> then_clamp((0, 9)) >> then_sum()
private = total >> then_user_measurement(MaxDivergence(), add_noise, "d_in")
names: list[str] = ["a", "b"]
weights: list[float] = [0.5]
gaps: list[int | None] = [1, None]
numbers = {1: 2}

private(names)  # E: "list[str]"
private(["a"])  # E: list-item
private(weights)  # E: "list[float]"
private([1.5])  # E: list-item
private(gaps)  # E: "list[int | None]"
private(3)  # E: "int"
private("123")  # E: "str"
private({1, 2})  # E: "set[int]"
private(numbers)  # E: "dict[int, int]"
private(iter([1, 2]))  # E: "Iterator[int]"
private([[1], [2]])  # E: list-item
private(None)  # E: "None"
private()  # E: Missing positional argument
private([1], [2])  # E: Too many arguments
total(names)  # E: "list[str]"
(space_of(list[str]) >> then_count())([1, 2])  # E: list-item
(space_of(int) >> then_identity())(1.5)  # E: "float"
(space_of(int) >> then_identity())([1])  # E: "list[int]"
(space_of(bool) >> then_identity())(1)  # E: "int"
(space_of(dict[str, int]) >> then_identity())([("a", 1)])  # E: arg-type
(space_of(dict[str, int]) >> then_identity())({"a": 0.5})  # E: dict-item
(space_of(dict[str, list[int]]) >> then_identity())({"a": 1})  # E: dict-item
(dp.Space(dp.BitVectorDomain(2), dp.HammingDistance()) >> then_identity())(["a", "b"])  # E: list-item
