"""Single bits with a rational probability, or with probability exp(-x)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from lapwing.exact import Number
from lapwing.sampling._arguments import FEW, read_exponent, read_prob, read_size
from lapwing.sampling._certified import Reals, exp_minus, floors, locate
from lapwing.sampling._entropy import open_stream
from lapwing.sampling._lane import make_lane

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lapwing.sampling._entropy import Stream

BoolArray: TypeAlias = "NDArray[Any]"

_BITS = 128
# Enough places for every float: the smallest is 2^-1074.
_CONSTANT_TIME_PLACES = 17


@overload
def sample_bernoulli(prob: Number, size: None = None, *, constant_time: bool = False) -> bool: ...
@overload
def sample_bernoulli(prob: Number, size: int, *, constant_time: bool = False) -> BoolArray: ...
def sample_bernoulli(prob: Number, size: int | None = None, *, constant_time: bool = False) -> bool | BoolArray:
    """Draw True with probability `prob`, exactly.

    A draw compares a uniform number with `prob`, 16 bits of it for a vector and 128 for a scalar, and goes on where
    these tie. With `constant_time` it draws and compares 1088 bits, always: then a probability with a denominator of
    2^j, j <= 1088, needs no further bit, and any other one with probability 2^-1088.

    >>> sample_bernoulli(1)
    True
    >>> sample_bernoulli(0.25, 3, constant_time=True).dtype
    dtype('bool')
    """
    exact = read_prob(prob)
    length = None if size is None else read_size(size)
    if exact in (0, 1):
        return _constant(exact == 1, length)
    stream = open_stream()
    if constant_time:
        return constant_time_bit(exact, stream) if length is None else constant_time_bits(exact, length, stream)
    return _draw(lambda: [exact], length, stream)


@overload
def sample_bernoulli_exp(x: Number, size: None = None) -> bool: ...
@overload
def sample_bernoulli_exp(x: Number, size: int) -> BoolArray: ...
def sample_bernoulli_exp(x: Number, size: int | None = None) -> bool | BoolArray:
    """Draw True with probability exp(-x), exactly, for x >= 0.

    >>> sample_bernoulli_exp(0)
    True
    >>> len(sample_bernoulli_exp(1.5, 4))
    4
    """
    exact = read_exponent(x)
    length = None if size is None else read_size(size)
    return _draw(exp_minus(exact), length, open_stream()) if exact else _constant(True, length)


def _draw(prob: Reals, size: int | None, stream: Stream) -> bool | BoolArray:
    if size is None:
        return bit(prob, _BITS, stream)
    import numpy as np

    if size <= FEW:
        (threshold,) = floors(prob, _BITS)
        return np.array([_compare(threshold, prob, _BITS, stream) for _ in range(size)], np.bool_)
    from lapwing.arrays._noise_words import BLOCK, fill_words

    lane = make_lane(lambda: [1 - prob()[0], prob()[0]])
    made = np.empty(size, np.bool_)
    words, scratch = np.empty(min(BLOCK, size), np.uint16), np.empty(min(BLOCK, size), np.bool_)
    for start in range(0, size, BLOCK):
        block = made[start : start + BLOCK].view(np.uint8)
        drawn = fill_words(stream, words[: len(block)], lane.word_bits)
        lane.decode(drawn, block, scratch[: len(block)], stream)
    return made


def bit(prob: Reals, bits: int, stream: Stream) -> bool:
    """Draw one bit."""
    (threshold,) = floors(prob, bits)
    return _compare(threshold, prob, bits, stream)


def _compare(threshold: int, prob: Reals, bits: int, stream: Stream) -> bool:
    prefix = int.from_bytes(stream.take(bits // 8), "little")
    return prefix < threshold if prefix != threshold else locate(prob, prefix, bits, stream) == 0


def constant_time_bit(prob: Fraction, stream: Stream, places: int = _CONSTANT_TIME_PLACES) -> bool:
    """Draw one bit by a subtraction of two numbers of fixed length."""
    bits = 64 * places
    threshold = (prob.numerator << bits) // prob.denominator
    difference = int.from_bytes(stream.take(bits // 8), "little") - threshold
    if not difference and threshold * prob.denominator != prob.numerator << bits:
        return locate(lambda: [prob], threshold, bits, stream) == 0
    return bool(difference >> bits & 1)  # the sign


def constant_time_bits(prob: Fraction, size: int, stream: Stream, places: int = _CONSTANT_TIME_PLACES) -> BoolArray:
    """Draw a vector, block by block."""
    import numpy as np

    from lapwing.arrays._noise_uniform import compare_to_the_last
    from lapwing.arrays._noise_words import BLOCK

    bits = 64 * places
    threshold = (prob.numerator << bits) // prob.denominator
    dyadic = threshold * prob.denominator == prob.numerator << bits
    made = np.empty(size, np.bool_)
    for start in range(0, size, BLOCK):
        block = made[start : start + BLOCK]
        below, equal = compare_to_the_last(len(block), threshold, places, stream)
        block[:] = below
        if not dyadic:
            for i in np.flatnonzero(equal).tolist():
                block[i] = locate(lambda: [prob], threshold, bits, stream) == 0
    return made


def _constant(value: bool, size: int | None) -> bool | BoolArray:
    if size is None:
        return value
    import numpy as np

    return np.full(size, value, np.bool_)
