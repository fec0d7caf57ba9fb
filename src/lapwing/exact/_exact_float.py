"""A float that remembers the exact number it was rounded from."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Self, final


@final
class ExactFloat(float):
    """A float that keeps the Fraction it stands for.

    As a float it is the nearest one, or the largest finite one of its sign where no float is near. Arithmetic gives
    plain floats: the memory belongs to this one value.

    >>> third = ExactFloat(Fraction(1, 3))
    >>> third
    0.3333333333333333
    >>> third.exact
    Fraction(1, 3)
    """

    __slots__ = ("_exact",)
    _exact: Fraction

    def __new__(cls, exact: Fraction | int) -> Self:
        """Round `exact` to the nearest float and remember it."""
        exact = Fraction(exact)
        try:
            nearest = exact.numerator / exact.denominator
        except OverflowError:
            nearest = sys.float_info.max if exact > 0 else -sys.float_info.max
        made = super().__new__(cls, nearest)
        made._exact = exact
        return made

    @property
    def exact(self) -> Fraction:
        """The number before rounding."""
        return self._exact

    def __reduce__(self) -> tuple[type[ExactFloat], tuple[Fraction]]:
        """Keep the exact number through copying and storing."""
        return (ExactFloat, (self._exact,))
