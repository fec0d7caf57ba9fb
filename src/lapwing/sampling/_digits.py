"""Geometric and discrete Laplace noise as independent digits.

Let G have P[G = g] = (1 - q) q^g with q = e^(-1/b). As q^g is a product over the binary digits of g, the digits are
independent: digit i is 1 with probability q^(2^i)/(1 + q^(2^i)) = 1/(1 + e^(2^i/b)), and for every K the number G >> K
is again geometric, with scale b/2^K, and independent of the K digits below.

The discrete Laplace Z comes from G and one more independent bit S with P[S = 1] = 1/(1 + e^(1/b)): Z = G if S = 0 and
Z = -1 - G if S = 1. Indeed P[Z = g] = (1/(1 + q)) (1 - q) q^g and P[Z = -1 - g] = (q/(1 + q)) (1 - q) q^g, which both
are (1 - q)/(1 + q) * q^|Z|. So X = 2G + S is a row of independent digits too, and Z is the zigzag decoding of X.
There is no rejection and no second geometric.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, final

import attrs

from lapwing.sampling._packed import LANE_BITS, PackedBits

if TYPE_CHECKING:
    from flint import arb

    from lapwing.sampling._entropy import Stream


_SHORT_BITS = 26  # 8 * 2^26 is below 2^30, what Python keeps in one digit
_SHORT_SCALE = 2


@final
@attrs.frozen
class Exponents:
    """The digits of X below its top part: digit i is 1 with probability 1/(1 + e^x), x its exponent.

    With `signed` the lowest digit is S, and the others are those of G.
    """

    scale: Fraction
    signed: bool

    def exponent(self, i: int) -> Fraction:
        """Give the exponent of digit i."""
        power = max(i - 1, 0) if self.signed else i
        return Fraction(1 << power) / self.scale

    def balls(self, start: int, stop: int) -> list[arb]:
        """Give e^(-x) for the digits from `start` on, at flint's current precision."""
        from lapwing.exact._enclosure import ball_of

        if start == stop:
            return []
        made = [(-ball_of(self.exponent(start))).exp()]
        for i in range(start + 1, stop):
            same = self.signed and i == 1
            made.append(made[-1] if same else made[-1] * made[-1])  # the exponents double
        return made


@final
class ScalarDigits:
    """Draws one number at a time. All digits are lanes of one long integer."""

    __slots__ = ("_above", "_base", "_below", "_bits", "_lowest", "_masks", "_scale", "_short", "_signed", "half")

    def __init__(self, scale: Fraction, signed: bool, lane_bits: int = LANE_BITS) -> None:
        # G >= 2^below has probability e^(-2^below/scale) < 2^-lane_bits, as 3/4 > ln 2.
        self._below = ceil(scale * lane_bits * Fraction(3, 4)).bit_length()
        self._scale = scale
        self._signed = signed
        digits = Exponents(scale, signed)
        count = self._below + signed

        def law() -> list[arb]:
            # The last lane tells whether G reaches 2^below at all.
            *odds, rest = digits.balls(0, count + 1)
            return [odd / (1 + odd) for odd in odds] + [rest]

        self._bits = PackedBits(law, lane_bits)
        self._above = 1 << count
        self.half = self._bits.offset >> 1
        # With h = half: (h + G) xor (4h) is 5h + G, and (h + G) xor (4h + 2h - 1) is 5h - 1 - G, as G < h.
        # A long difference stops early at 0, which shows where 0 is frequent. There the same is done with h = 2^26 in
        # the low bits: steps on integers of one digit are alike for all results that Python keeps ready, -5 to 256.
        self._short = scale <= _SHORT_SCALE
        low = 1 << _SHORT_BITS if self._short else self.half
        self._masks = {2 * self.half: 4 * low, 2 * self.half + 1: 6 * low - 1}
        self._base = 5 * low
        # Python takes another way where the result is 0, so the lowest digit is taken along with the offset.
        self._lowest = self._bits.offset | 1

    def draw(self, stream: Stream) -> int:
        """Draw one number."""
        if not self._signed:
            return self._draw_digits(stream) - self._bits.offset
        return self.decode(*self.draw_magnitude(stream))

    def draw_magnitude(self, stream: Stream) -> tuple[int, int]:
        """Draw half + G and 2 half + S, of which the number is made."""
        drawn = self._draw_digits(stream)
        return drawn >> 1, drawn & self._lowest | self._bits.offset

    def decode(self, raised: int, sign: int) -> int:
        """Give G if S = 0 and -1 - G if S = 1, by the same steps, from half + G and 2 half + S."""
        if raised >= self._bits.offset:  # with probability below 2^-127
            return self.half - 1 - raised if sign & 1 else raised - self.half
        if self._short:
            raised = (raised | 1 << _SHORT_BITS) & (2 << _SHORT_BITS) - 1
        return (raised ^ self._masks[sign]) - self._base

    def _draw_digits(self, stream: Stream) -> int:
        drawn = self._bits.draw(stream)
        if drawn & self._above:
            # G >> below is at least 1, and by the lack of memory what exceeds 1 is geometric again.
            beyond = scalar_digits(self._scale / (1 << self._below), False).draw(stream)
            drawn += beyond * self._above
        return drawn


@lru_cache(maxsize=256)
def scalar_digits(scale: Fraction, signed: bool) -> ScalarDigits:
    """Keep the tables of a scale. A scale is a public parameter, and no randomness is kept."""
    return ScalarDigits(scale, signed)
