"""One discrete Gaussian number at a time, by rejection from the discrete Laplace (Canonne, Kamath and Steinke, 2020).

Let v = sigma^2 = a/c in lowest terms and t = floor(sigma) + 1. A proposal Y is discrete Laplace with scale t, and it
is accepted with probability exp(-(|Y| - v/t)^2/(2v)). As (|y| - v/t)^2/(2v) = y^2/(2v) - |y|/t + const, the accepted
numbers have P[Y = y] proportional to exp(-y^2/(2v)). The exponent is N/D with the integers N = (|y| t c - a)^2 and D
= 2 a c t^2.

A bit with probability e^(-N/D) is the product, over the binary digits of N that are 1, of independent bits with
probability e^(-2^i/D). All of them are drawn, whatever N is, so a trial's steps do not depend on the proposal; and
the number of trials does not depend on the number that is accepted in the end.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, final

from lapwing.sampling._certified import bernoulli, exp_minus
from lapwing.sampling._digits import ScalarDigits
from lapwing.sampling._packed import LANE_BITS, PackedBits

if TYPE_CHECKING:
    from flint import arb

    from lapwing.sampling._entropy import Stream

# Digits of N up to N/D = 2^12. A proposal beyond that is more than 90 scales out, which has probability below 2^-128.
_EXTRA_DIGITS = 12
# N and D are multiplied by the square of this. So the root of N is 0, or none of the integers that Python keeps ready.
_SPREAD = 1 << 9


@final
class ScalarGaussian:
    """Draws one number at a time."""

    __slots__ = ("_covered", "_digits", "_divisor", "_factor", "_proposals", "_shift")

    def __init__(self, scale: Fraction, lane_bits: int = LANE_BITS) -> None:
        variance = scale * scale
        above, below = variance.numerator, variance.denominator
        t = int(scale) + 1
        self._proposals = ScalarDigits(Fraction(t), True, lane_bits)
        # N = (|y| factor - a)^2, where |y| comes as 3 half + |y|
        self._factor = t * below * _SPREAD
        self._shift = 3 * self._proposals.half * self._factor + above * _SPREAD
        self._divisor = divisor = 2 * above * below * (t * _SPREAD) ** 2
        count = divisor.bit_length() + _EXTRA_DIGITS

        def law() -> list[arb]:
            from lapwing.exact._enclosure import ball_of

            made = [(-ball_of(Fraction(1, divisor))).exp()]
            for _ in range(1, count):
                made.append(made[-1] * made[-1])
            return made

        self._digits = PackedBits(law, lane_bits)
        self._covered = (1 << self._digits.count) - 1

    def draw(self, stream: Stream) -> int:
        """Draw one number."""
        while True:
            raised, sign = self._proposals.draw_magnitude(stream)
            # |y| = G + S, `raised` is half + G and `sign` is 2 half + S.
            root = (raised + sign) * self._factor - self._shift
            exponent = root * root
            lost = ~self._digits.draw(stream)
            if not exponent & lost & self._covered:
                high = exponent >> self._digits.count
                if not high or self._keep_high(high, stream):
                    return self._proposals.decode(raised, sign)

    def _keep_high(self, high: int, stream: Stream) -> bool:
        """Draw the bit of the digits beyond those that have a lane."""
        return bernoulli(exp_minus(Fraction(high << self._digits.count, self._divisor)), stream)


@lru_cache(maxsize=256)
def scalar_gaussian(scale: Fraction) -> ScalarGaussian:
    """Keep the tables of a scale. A scale is a public parameter, and no randomness is kept."""
    return ScalarGaussian(scale)
