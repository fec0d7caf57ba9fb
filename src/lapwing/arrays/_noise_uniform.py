"""Vectors of uniform integers and of bits that are compared to the last place."""

from __future__ import annotations

import numpy as np

from lapwing.arrays._noise_words import BLOCK, Array, Stream, slot_words


def fill_uniform(out: Array, n: int, stream: Stream, bits: int = 64) -> None:
    """Fill an int64 array with uniform integers below n <= 2^63.

    A 64-bit word below the largest multiple of n is uniform modulo n. Others, fewer than n in 2^64, are drawn again;
    whether that happens does not depend on the number that comes out.
    """
    for start in range(0, len(out), BLOCK):
        block = out[start : start + BLOCK]
        drawn = slot_words(stream, len(block), bits)
        if n & n - 1 == 0:
            np.bitwise_and(drawn, n - 1, out=drawn)
        else:
            largest = (1 << bits) // n * n - 1
            again = np.flatnonzero(drawn > largest)
            while len(again):
                drawn[again] = slot_words(stream, len(again), bits)
                again = again[drawn[again] > largest]
            drawn -= drawn // np.uint64(n) * np.uint64(n)
        block[:] = drawn.view(np.int64)


def compare_to_the_last(size: int, threshold: int, places: int, stream: Stream) -> tuple[Array, Array]:
    """Compare uniform numbers of 64 * places bits with a threshold, all places of every number.

    Gives two bool arrays: whether the number is below the threshold, and whether it is the threshold.
    """
    below = np.zeros(size, np.bool_)
    equal = np.ones(size, np.bool_)
    for place in range(places):  # the lowest first: a higher place overrules what the lower ones said
        digit = np.uint64(threshold >> 64 * place & (1 << 64) - 1)
        drawn = slot_words(stream, size)
        same = drawn == digit
        below &= same
        below |= drawn < digit
        equal &= same
    return below, equal
