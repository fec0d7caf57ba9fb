"""A release that is annotated, used or post-processed as what it is not."""

from __future__ import annotations

from typing import Any

from lapwing.prelude import (
    MaxDivergence,
    Measurement,
    SymmetricDistance,
    VectorDomain,
    space_of,
    then_count,
    then_user_measurement,
)


def add_noise(number: int) -> int:
    return number


def noisy_words(words: Any) -> dict[str, int]:
    return {}


def shout(text: str) -> str:
    return text.upper()


def divide(left: int, right: int) -> float:
    return left / right


words = space_of(list[str])
count = words >> then_count() >> then_user_measurement(MaxDivergence(), add_noise, "d_in")
table = words >> then_user_measurement(MaxDivergence(), noisy_words, "d_in")

text: str = count(["a"])  # E: assignment
numbers: list[int] = count(["a"])  # E: assignment
counts: dict[str, float] = table(["a"])  # E: assignment
releases: list[str] = [count(["a"]), count(["b"])]  # E: list-item
count(["a"]).upper()  # E: attr-defined
table(["a"])[0]  # E: index
for word in count(["a"]):  # E: attr-defined
    pass

count >> shout  # E: operator
count >> len  # E: operator
count >> str.upper  # E: operator
count >> divide  # E: operator
table >> sum >> shout  # E: operator
count >> str >> add_noise  # E: operator
count >> (lambda: 3)  # E: operator
late: Measurement[VectorDomain[str], SymmetricDistance, MaxDivergence, float] = count >> str  # E: operator
