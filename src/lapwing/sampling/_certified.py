"""Certified comparison of a uniform random number with real numbers.

A uniform number on [0, 1) is an endless row of fair bits, drawn as far as they are needed. A boundary is a real
number that enclosures pin down as far as they are needed. So `uniform < boundary` is decided exactly, and with
probability 1 it is decided after finitely many bits.

Proof of the prefix rule, used everywhere in this package. Let u be the first k bits, U the whole number, x the
boundary and f = floor(x * 2^k). If u < f then U < (u + 1)/2^k <= f/2^k <= x. If u > f then U >= u/2^k >= (f + 1)/2^k
> x. If u = f the prefix leaves it open, which happens with probability 2^-k; then more bits are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from lapwing.errors import UndecidedError

if TYPE_CHECKING:
    from flint import arb

    from lapwing.sampling._entropy import Stream

# Real numbers in a row, enclosed at flint's current precision, or rational.
Reals: TypeAlias = "Callable[[], Sequence[arb | Fraction]]"

_STEP = 64
# Numbers such as 1/(1 + e^x) with rational x != 0 are irrational (Lindemann), so some precision decides each floor.
# The cap turns a mistake in an enclosure into an error instead of an endless loop.
_LAST_PRECISION = 1 << 22


def floors(reals: Reals, bits: int) -> list[int]:
    """Give floor(x * 2^bits) for each x in [0, 1), proven by an enclosure whose two ends have the same floor.

    That x lies in [0, 1) is known beforehand, so no precision is spent on telling e^-1000000 from 0. If x = 1 after
    all, the answer is the largest prefix, 2^bits - 1: then a uniform that has this prefix ties and goes to `locate`,
    as it should.
    """
    from lapwing.exact._enclosure import working_precision

    precision = bits + _STEP
    while precision <= _LAST_PRECISION:
        with working_precision(precision):
            ends = [(max(low, 0), min(high, (1 << bits) - 1)) for low, high in (_ends(x, bits) for x in reals())]
        if all(low >= high for low, high in ends):
            return [high for _, high in ends]
        precision *= 2
    raise UndecidedError("a threshold", "its own floor")


def locate(boundaries: Reals, prefix: int, bits: int, stream: Stream) -> int:
    """Count the boundaries that are at most U, for a uniform U whose first `bits` bits are `prefix`.

    The boundaries rise. Further bits come from the stream until every comparison is decided.
    """
    from lapwing.exact._enclosure import working_precision

    while True:
        with working_precision(bits + _STEP):
            ends = [_ends(x, bits) for x in boundaries()]
        if not any(low <= prefix <= high for low, high in ends):
            return sum(prefix > high for _, high in ends)
        prefix = prefix << _STEP | int.from_bytes(stream.take(_STEP // 8), "little")
        bits += _STEP


def bernoulli(prob: Reals, stream: Stream) -> bool:
    """Draw a bit that is 1 with probability `prob`, the one number of the row."""
    bits = 2 * _STEP
    return locate(prob, int.from_bytes(stream.take(bits // 8), "little"), bits, stream) == 0


def exp_minus(x: Fraction) -> Reals:
    """Give e^(-x) as a row of one real number. It is 1 if x is 0."""

    def reals() -> Sequence[arb | Fraction]:
        from lapwing.exact._enclosure import ball_of

        return [(-ball_of(x)).exp()] if x else [Fraction(1)]

    return reals


def _ends(x: arb | Fraction, bits: int) -> tuple[int, int]:
    """Give the floors of the two ends of x * 2^bits."""
    if isinstance(x, Fraction):
        low = (x.numerator << bits) // x.denominator
        return low, low
    from lapwing.exact._enclosure import exact_bounds

    low_end, high_end = exact_bounds(x)
    if isinstance(low_end, tuple) and isinstance(high_end, tuple):
        return _shifted(*low_end, bits), _shifted(*high_end, bits)
    return 0, 1 << bits  # nothing is known yet: this holds every value in [0, 1]


def _shifted(mantissa: int, exponent: int, bits: int) -> int:
    shift = exponent + bits
    if shift >= 0:
        return mantissa << shift
    # Python's shift rounds down. A number far below 2^-bits is named by its sign, its exponent may be astronomic.
    return mantissa >> -shift if -shift < 1 << 40 else -(mantissa < 0)
