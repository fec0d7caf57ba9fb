"""Exact sums.

A sum that could pass int64 is split: the high and the low 31 bits of each element are summed apart, and neither can
overflow below 2^31 elements a block.
"""

from __future__ import annotations

import numpy as np

from lapwing.arrays._admit import INT64, Array

BLOCK = 1 << 16
LOW_BITS = 31


def sum_whole(vector: Array, magnitude: int) -> int:
    """The sum of integers that are at most `magnitude` in size, as a Python integer."""
    if vector.dtype == object:
        return sum(vector.tolist())
    if len(vector) * magnitude <= INT64.max:
        return int(vector.sum(dtype=np.int64))
    return sum(split_sum(vector[start : start + BLOCK]) for start in range(0, len(vector), BLOCK))


def split_sum(block: Array) -> int:
    """The exact sum of at most 2^31 elements of int64."""
    high = int((block >> LOW_BITS).sum(dtype=np.int64))
    low = int((block & ((1 << LOW_BITS) - 1)).sum(dtype=np.int64))
    return (high << LOW_BITS) + low


def sum_on_grid(vector: Array, exponent: int) -> int:
    """The sum of floats in units of 2^exponent.

    Each float is cut towards zero to a whole number of units, which must fit int64.
    """
    total = 0
    for start in range(0, len(vector), BLOCK):
        units = np.ldexp(vector[start : start + BLOCK], -exponent).astype(np.int64)  # a power of two: no rounding
        total += split_sum(units)
    return total
