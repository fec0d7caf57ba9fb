"""Searching where a demand begins or ceases to hold: among the integers, and among all floats."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from typing import cast

LARGEST_FLOAT = sys.float_info.max
# Integers are searched up to the largest float: an integer beyond it is no distance that anything else can hold.
LARGEST_INT = int(LARGEST_FLOAT)


def last_int(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Give the last integer at which a demand holds. It holds at low, not at high, and changes once between them."""
    # Double the step first: the answer is usually far closer to `low` than to `high`.
    step = 1
    while low + step < high and holds(low + step):
        low += step
        step *= 2
    high = min(high, low + step)
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return low


def last_float(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Give the last float at which a demand holds. It holds at low, not at high, and changes once between them."""
    # Nonnegative floats are in the order of their bit patterns, so this is a search among integers.
    first, last = _bits(low), _bits(high)
    while last - first > 1:
        middle = (first + last) // 2
        if holds(_float(middle)):
            first = middle
        else:
            last = middle
    return _float(first)


def _bits(x: float) -> int:
    return cast(int, struct.unpack("<q", struct.pack("<d", x))[0])


def _float(bits: int) -> float:
    return cast(float, struct.unpack("<d", struct.pack("<q", bits))[0])
