"""The rounding point, against two oracles: Fraction, and MPFR's directed rounding."""

from __future__ import annotations

import math
import random
import sys
import threading
from fractions import Fraction
from typing import TYPE_CHECKING

import gmpy2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapwing.exact import is_at_most, ratio_up, sign, to_float_up, to_int_up
from lapwing.exact._enclosure import ball_of, working_precision

if TYPE_CHECKING:
    from flint import arb

LARGEST = sys.float_info.max
TINY = 5e-324


class Logarithm:
    """ln(x) for a rational x."""

    def __init__(self, x: Fraction) -> None:
        self.x = x

    def enclose(self, precision: int) -> arb:
        """Enclose at the precision that is set."""
        return ball_of(self.x).log()


class Shifted:
    """x + sqrt(2)*sqrt(2) - 2: equal to x, but no enclosure knows."""

    def __init__(self, x: Fraction) -> None:
        self.x = x

    def enclose(self, precision: int) -> arb:
        """Enclose at the precision that is set."""
        return ball_of(self.x) + ball_of(2).sqrt() * ball_of(2).sqrt() - 2


class Unknown:
    """A number of which nothing is known."""

    def enclose(self, precision: int) -> arb:
        """Give no number."""
        return ball_of(0).log()


class Power:
    """2**exponent, as an enclosure."""

    def __init__(self, exponent: int) -> None:
        self.exponent = exponent

    def enclose(self, precision: int) -> arb:
        """Enclose at the precision that is set."""
        return ball_of(2) ** self.exponent


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 0.0),
        (1, 1.0),
        (-3, -3.0),
        (2**53 + 1, 2.0**53 + 2),
        (-(2**53) - 1, -(2.0**53)),
        (Fraction(1, 3), math.nextafter(1 / 3, 1)),
        (Fraction(-1, 3), -1 / 3),
        (Fraction(1, 2**1074), TINY),
        (Fraction(1, 2**1075), TINY),
        (Fraction(1, 10**400), TINY),
        (Fraction(-1, 10**400), 0.0),
        (Fraction(3, 2**1075), 2 * TINY),
        (int(LARGEST), LARGEST),
        (int(LARGEST) + 1, math.inf),
        (10**400, math.inf),
        (-int(LARGEST) - 1, -LARGEST),
        (-(10**400), -LARGEST),
        (Fraction(10**800, 10**400 + 1), math.inf),
    ],
)
def test_the_edges_of_the_floats(value: Fraction | int, expected: float) -> None:
    """Zero, subnormals and both ends round up like everything else, and zero has no sign."""
    assert expected == to_float_up(value)
    assert math.copysign(1, expected) == math.copysign(1, to_float_up(value))


def test_a_hundred_thousand_rationals_round_to_the_next_float_at_most() -> None:
    """Never below the number, and no smaller float would do."""
    source = random.Random(20)
    wrong = 0
    for _ in range(100_000):
        n = source.getrandbits(source.randrange(1, 130)) * source.choice((-1, 1))
        d = source.getrandbits(source.randrange(1, 130)) + 1
        rounded = ratio_up(n, d)
        p, q = rounded.as_integer_ratio()
        r, s = math.nextafter(rounded, -math.inf).as_integer_ratio()
        wrong += not (p * d >= n * q and r * d < n * s)
    assert wrong == 0


@given(st.fractions())
def test_a_rational_rounds_as_mpfr_rounds_it(x: Fraction) -> None:
    """MPFR with 53 bits, the range of floats and rounding upward is an independent oracle."""
    with gmpy2.context(gmpy2.ieee(64), round=gmpy2.RoundUp, subnormalize=True):
        expected = float(gmpy2.mpfr(gmpy2.mpq(x.numerator, x.denominator)))
    assert expected == to_float_up(x)


@given(st.fractions(min_value=Fraction(1, 10**6), max_value=10**6))
def test_an_enclosure_rounds_as_mpfr_rounds_it(x: Fraction) -> None:
    """The logarithm of a rational number, by flint's enclosures and by MPFR with 400 bits."""
    with gmpy2.context(precision=400):
        exact = gmpy2.log(gmpy2.mpq(x.numerator, x.denominator))
    with gmpy2.context(gmpy2.ieee(64), round=gmpy2.RoundUp):
        expected = float(gmpy2.mpfr(exact))
    assert expected == to_float_up(Logarithm(x))


@pytest.mark.parametrize(
    ("exponent", "expected"),
    [(10**30, math.inf), (1024, math.inf), (1023, 2.0**1023), (-1074, TINY), (-1075, TINY), (-(10**30), TINY)],
)
def test_an_enclosure_of_any_size_rounds(exponent: int, expected: float) -> None:
    """An exponent too large to write out is no obstacle."""
    assert expected == to_float_up(Power(exponent))
    assert 1 == sign(Power(exponent))
    assert (exponent <= 10) == is_at_most(Power(exponent), 1024)


def test_what_no_precision_decides_is_rounded_on_the_safe_side() -> None:
    """At the cap the upper end counts: one float above at most, and certified by the comparison."""
    for x in (Fraction(1), Fraction(1, 2), Fraction(7)):
        rounded = to_float_up(Shifted(x))
        assert rounded in (float(x), math.nextafter(float(x), math.inf))
        assert is_at_most(Shifted(x), Fraction(rounded))
        assert None is is_at_most(Shifted(x), x)
    assert None is sign(Shifted(Fraction(0)))


def test_what_is_no_number_is_infinite() -> None:
    """Infinity is the one bound that is always true."""
    assert math.inf == to_float_up(Unknown())
    assert None is to_int_up(Unknown())
    assert None is sign(Unknown())
    assert None is is_at_most(Unknown(), 10**100)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Fraction(7, 2), 4),
        (Fraction(-7, 2), -3),
        (5, 5),
        (Fraction(-1, 10**50), 0),
        (Logarithm(Fraction(3)), 2),
        (Logarithm(Fraction(1, 3)), -1),
        (Logarithm(Fraction(1)), 0),
        (Power(100), 2**100),
        (Power(-(10**20)), 1),
        (Power(10**20), None),
    ],
)
def test_rounding_up_to_an_integer(value: Fraction | int | Logarithm | Power, expected: int | None) -> None:
    """The smallest integer that is not below, or None if no machine could hold it."""
    assert expected == to_int_up(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(Fraction(-2, 3), -1), (0, 0), (7, 1), (Logarithm(Fraction(2)), 1), (Logarithm(Fraction(1, 2)), -1)],
)
def test_the_sign(value: Fraction | int | Logarithm, expected: int) -> None:
    """Of rationals and of enclosures."""
    assert expected == sign(value)


@given(st.fractions(min_value=Fraction(1, 100), max_value=100), st.fractions())
def test_comparing_with_a_limit_agrees_with_mpfr(x: Fraction, limit: Fraction) -> None:
    """The logarithm of a rational other than 1 is irrational, so the comparison always decides."""
    with gmpy2.context(precision=400):
        expected = bool(
            gmpy2.log(gmpy2.mpq(x.numerator, x.denominator)) <= gmpy2.mpq(limit.numerator, limit.denominator)
        )
    assert expected == is_at_most(Logarithm(x), limit)


@given(st.fractions(min_value=Fraction(1, 100), max_value=100))
def test_a_rounded_number_is_a_certified_limit(x: Fraction) -> None:
    """Whatever was returned as a bound passes as one, and the float before it does not."""
    rounded = to_float_up(Logarithm(x))
    assert is_at_most(Logarithm(x), Fraction(rounded))
    assert not is_at_most(Logarithm(x), Fraction(math.nextafter(rounded, -math.inf)))


def test_threads_do_not_disturb_each_other() -> None:
    """Flint has one precision for all threads; the lock keeps each computation at its own."""
    expected = to_float_up(Logarithm(Fraction(10)))
    wrong: list[float] = []

    def work(bits: int) -> None:
        for _ in range(300):
            with working_precision(bits):
                ball_of(Fraction(10)).log()
            rounded = to_float_up(Logarithm(Fraction(10)))
            if rounded != expected:
                wrong.append(rounded)

    threads = [threading.Thread(target=work, args=(bits,)) for bits in (2, 53, 500)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [] == wrong
