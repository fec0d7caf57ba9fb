"""Distances and losses of the wrong type, in map, check, solve and the maps' own methods."""

from __future__ import annotations

from lapwing.prelude import (
    Approximate,
    L1Distance,
    L2Distance,
    MaxDivergence,
    Param,
    RenyiDivergence,
    space_of,
    then_clamp,
    then_identity,
    then_sum,
    then_user_measurement,
)


def add_noise(number: int) -> int:
    return number


total = space_of(list[int]) >> then_clamp((0, 9)) >> then_sum()
pure = total >> then_user_measurement(MaxDivergence(), add_noise, "d_in/scale")
approximate = total >> then_user_measurement(Approximate(MaxDivergence()), add_noise, "(d_in, 1/1000)")
renyi = total >> then_user_measurement(RenyiDivergence(), add_noise, "alpha*d_in")
l1 = space_of(list[int], L1Distance(int)) >> then_identity()
l2 = space_of(list[int], L2Distance(float)) >> then_identity()
triples = space_of(dict[str, int]) >> then_identity()

# d_in
total.map(1.5)  # E: "float"
pure.map(1.5)  # E: "float"
pure.map("1")  # E: "str"
pure.map((1, 1))  # E: "tuple[int, int]"
pure.map(Param("d"))  # E: "Param"
pure.map()  # E: Missing positional argument
l1.map(0.5)  # E: "float"
l2.map("0.5")  # E: "str"
triples.map(1)  # E: "int"
triples.map((1, 1))  # E: "tuple[int, int]"
triples.map((1, 1, 1, 1))  # E: "tuple[int, int, int, int]"
triples.map((1, 0.5, 0.5))  # E: "tuple[int, float, float]"
triples.map([1, 1, 1])  # E: "list[int]"

# d_out
pure.check(1, "1")  # E: "str"
pure.check(1, (1.0, 1e-6))  # E: "tuple[float, float]"
pure.check(1)  # E: "d_out"
pure.check(1.5, 1.0)  # E: "float"
total.check(1, 9.5)  # E: "float"
approximate.check(1, 0.5)  # E: "float"
approximate.check(1, (0.5,))  # E: "tuple[float]"
approximate.check(1, (0.5, 1e-6, 1))  # E: "tuple[float, float, int]"
renyi.check(1, 0.5)  # E: "float"

# What comes out.
steps: int = pure.map(1)  # E: assignment
loss: float = approximate.map(1)  # E: assignment
approximate.map(1) + 0.5  # E: operator
sum([pure.map(1), approximate.map(1)])  # E: list-item
distance: int = l2.map(1.5)  # E: assignment

# The maps themselves.
pure.privacy_map(1.5)  # E: "float"
pure.privacy_map.check(1, "1")  # E: "str"
pure.privacy_map.inverse("1")  # E: "str"
approximate.privacy_map.inverse(1.0)  # E: "float"
budget: float = pure.privacy_map.inverse(1.0) + "people"  # E: operator
pure.privacy_map.at_most(approximate.privacy_map)  # E: "Map[int, tuple[float, float]]"
pure.privacy_map.then(total.stability_map) + 1  # E: operator
total.stability_map.check((1, 1), 9)  # E: "tuple[int, int]"

# Parameters.
pure.solve(d_in=1.5, d_out=1.0)  # E: "float"
pure.solve(d_in=1, d_out="1")  # E: "str"
pure.solve(d_in=1, d_out=(1.0, 1e-6))  # E: "tuple[float, float]"
approximate.solve(d_in=1, d_out=1.0)  # E: "float"
pure.solve(d_in=1)  # E: "d_out"
pure.solve(1, 1.0)  # E: solve
pure.bind(scale="2")  # E: "str"
pure.bind(scale=Param("other"))  # E: "Param"
pure.bind(2)  # E: bind
solved: int = pure.solve(d_in=1, d_out=1.0)  # E: assignment
