"""Small data for the laws: all short vectors over an alphabet, and the values that break careless code."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TypeVar

T = TypeVar("T")

WHOLE_EDGES = (-(2**63), 2**63 - 1, 2**63, -(2**80), 0)
FLOAT_EDGES = (float("nan"), float("inf"), -float("inf"), -0.0, 5e-324, 1.7976931348623157e308)


def vectors(alphabet: Iterable[T], longest: int, shortest: int = 0) -> list[list[T]]:
    """Every vector over the alphabet, up to a length."""
    letters = tuple(alphabet)
    return [list(word) for length in range(shortest, longest + 1) for word in product(letters, repeat=length)]
