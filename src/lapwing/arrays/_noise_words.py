"""Random words for the noise kernels, and how many slots a block keeps ready for the draws that need a second word."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

# A block's words, digits and sums stay in the second-level cache, and NumPy's cost of a call is small against its work.
BLOCK = 1 << 16
SLOT_BITS = 64


class Stream(Protocol):
    """A source of independent fair bits."""

    def take(self, count: int) -> bytes:
        """Give `count` fresh bytes."""
        ...

    def fill(self, buffer: Any) -> None:
        """Overwrite a contiguous array with fresh bytes."""
        ...


def block_size(draws: int) -> int:
    """Give the length of a block. Short vectors take a shorter one: fresh memory costs more than a call of NumPy."""
    return min(draws, BLOCK if draws >= 8 * BLOCK else BLOCK // 2)


def fill_words(stream: Stream, words: Array, bits: int) -> Array:
    """Fill an array of unsigned integers with uniform numbers of `bits` bits, and give it back."""
    stream.fill(words)
    spare = 8 * words.itemsize - bits
    if spare:
        np.right_shift(words, spare, out=words)
    return words


def slot_words(stream: Stream, shape: int | tuple[int, ...], bits: int = SLOT_BITS) -> Array:
    """Give uniform words of up to 64 bits."""
    return fill_words(stream, np.empty(shape, np.uint64), bits)


def narrowest(bits: int) -> type[np.unsignedinteger[Any]]:
    """Give the narrowest unsigned type that holds `bits` bits."""
    return np.uint8 if bits <= 8 else np.uint16 if bits <= 16 else np.uint32 if bits <= 32 else np.uint64


@lru_cache(maxsize=1024)
def slot_count(draws: int, numerator: int, bits: int) -> int:
    """Give a number of slots that `draws` draws exceed with probability at most 2^-64.

    Each draw needs a slot with probability p = numerator/2^bits, independently. Let X be the number of those that do
    and L = draws * p its mean. Two bounds, the better one counts:

    - P[X >= m] <= C(draws, m) p^m <= L^m/m!, by the union bound over the sets of m draws.
    - P[X >= L + t] <= exp(-t^2/(2L + 2t/3)) (Bernstein), at most 2^-64 once t^2 - 30t - 89L >= 0, as 64 ln 2 < 44.5.
    """
    mean = -(-draws * numerator >> bits)  # rounded up
    largest = mean + 16 + isqrt(225 + 89 * mean)
    above, below = 1 << 64, 1
    for m in range(1, largest):
        above, below = above * draws * numerator, below * m << bits
        if above <= below:
            largest = m
            break
    return min(draws, max(largest - 1, 1))
