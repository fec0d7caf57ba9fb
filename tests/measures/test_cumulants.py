"""The cumulant function, its Taylor polynomials, and the search that trusts them."""

from __future__ import annotations

from fractions import Fraction

import gmpy2
import pytest
from finite_laws import Law, Laws, law, oracle, renyi, two_laws
from flint import arb
from gmpy2 import mpfr
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lapwing.exact._enclosure import exact_bounds, working_precision
from lapwing.measures._cumulants import Cumulants, Taylor
from lapwing.measures._laws import read_pair
from lapwing.measures._search import Bound, decide

BITS = 200


def bounds(ball: arb) -> tuple[mpfr, mpfr]:
    """The two ends of a ball."""
    ends = []
    for end in exact_bounds(ball):
        assert isinstance(end, tuple)
        ends.append(mpfr(Fraction(end[0]) * Fraction(2) ** end[1]))
    return ends[0], ends[1]


def exact(number: Fraction) -> arb:
    """A dyadic number as a ball without width."""
    return arb(number.numerator) / arb(number.denominator)


def cumulant(p: Law, q: Law, t: Fraction) -> mpfr:
    """K(t) = t·D_{1+t}, by the definition of D."""
    return mpfr(t) * renyi(p, q, 1 + t)


@given(two_laws(least=1), st.integers(0, 640))
def test_values(laws: Laws, sixtyfourths: int) -> None:
    """K(t) is enclosed, and so are its mean and its top."""
    t = Fraction(sixtyfourths, 64)
    with working_precision(BITS), oracle():
        cumulants = Cumulants(read_pair(*laws))
        expected = cumulant(*laws, t) if t else mpfr(0)
        low, high = bounds(cumulants.at(exact(t)))
        tiny = mpfr(2) ** -150
        assert low - tiny <= expected <= high + tiny
        assert high - low <= tiny
        assert abs(bounds(cumulants.mean)[0] - renyi(*laws, 1)) <= tiny
        p, q = laws
        assert abs(bounds(cumulants.top)[0] - gmpy2.log(max(p[x] / q[x] for x in p))) <= tiny


@settings(max_examples=60)
@given(two_laws(least=1), st.integers(0, 64), st.integers(1, 32), st.integers(0, 16))
def test_taylor(laws: Laws, start: int, width: int, place: int) -> None:
    """Everywhere on its interval the polynomial is as near to K as it says, and it says less than a millionth."""
    a, b = Fraction(start, 16), Fraction(start + width, 16)
    with working_precision(BITS), oracle():
        taylor = Cumulants(read_pair(*laws)).taylor(exact(a), exact(b))
        assume(taylor is not None)
        assert taylor is not None
        t = a + (b - a) * Fraction(place, 16)
        x = exact(t) - taylor.centre
        value = arb(0)
        for c in reversed(taylor.coefficients):
            value = value * x + c
        error = bounds(taylor.error)[1]
        low, high = bounds(value)
        assert low - error - mpfr(2) ** -150 <= cumulant(*laws, t) <= high + error + mpfr(2) ** -150
        assert error <= 1e-6


@pytest.mark.parametrize(("slope", "expected"), [(Fraction(1), True), (Fraction(1, 128), False)])
def test_errors_count(slope: Fraction, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A polynomial that admits to know nothing settles nothing: the search still tells right from wrong.

    The claim is D_α <= 5/8 + slope·(α − 1), where D_1 = 0.549... is no counterexample, but D_2 = 0.847... may be one.
    """

    def useless(self: Cumulants, a: arb, b: arb) -> Taylor:
        centre = a if a == 0 else ((a + b) / 2).mid()
        return Taylor(centre, a - centre, b - centre, [arb(-100)] * 4, arb(10) ** 9)

    monkeypatch.setattr(Cumulants, "taylor", useless)
    with working_precision(BITS):
        cumulants = Cumulants(read_pair(law(3, 1), law(1, 3)))
        assert expected is decide(cumulants, Bound(exact(Fraction(5, 8)), exact(slope)), BITS).holds
