"""Uniform integers."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from lapwing.errors import OutOfRangeError
from lapwing.sampling._arguments import FEW, IntegerArray, drawn_one_by_one, integers, read_size, read_whole
from lapwing.sampling._entropy import open_stream

if TYPE_CHECKING:
    from lapwing.sampling._entropy import Stream

# So many bits more than n has are drawn, that a second try is needed with probability below 2^-64.
_EXTRA_BITS = 64


@overload
def sample_uniform_below(n: int, size: None = None) -> int: ...
@overload
def sample_uniform_below(n: int, size: int) -> IntegerArray: ...
def sample_uniform_below(n: int, size: int | None = None) -> int | IntegerArray:
    """Draw uniformly from 0, 1, ..., n - 1, for any n >= 1.

    Without a size the result is a Python integer. With a size it is an int64 array, or for n > 2^63 an object array
    of Python integers.

    >>> sample_uniform_below(1)
    0
    >>> 0 <= sample_uniform_below(10**50) < 10**50
    True
    """
    count, length = read_whole(n, "n"), None if size is None else read_size(size)
    if count <= 0:
        raise OutOfRangeError("n", n, "at least 1")
    if length is None:
        return uniform_below(count, open_stream())
    fits_int64 = count <= 1 << 63
    if not length or count == 1:
        return integers(length, fits_int64)
    stream = open_stream()
    if length <= FEW or not fits_int64:
        return drawn_one_by_one(length, fits_int64, lambda some: uniform_below(count, some), stream)
    from lapwing.arrays._noise_uniform import fill_uniform

    made = integers(length, fits_int64)
    fill_uniform(made, count, stream)
    return made


def uniform_below(n: int, stream: Stream, extra_bits: int = _EXTRA_BITS) -> int:
    """Draw one number.

    A long uniform word below the largest multiple of n is uniform modulo n. Others are drawn again; whether that
    happens does not depend on the number that comes out.
    """
    size = -(-((n - 1).bit_length() + extra_bits) // 8)
    limit = (1 << 8 * size) // n * n
    while True:
        word = int.from_bytes(stream.take(size), "little")
        if word < limit:
            return word % n
