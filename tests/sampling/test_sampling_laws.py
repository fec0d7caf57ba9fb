"""The laws as expressions: they sum to one, agree with each other, and with independent sums."""

from __future__ import annotations

from fractions import Fraction

import gmpy2
import pytest
from sampling_tools import fraction_of

from lapwing.exact import to_float_up
from lapwing.maps import Expr, exp, parse, symbol
from lapwing.sampling import (
    BernoulliLaw,
    BoundedLaplaceLaw,
    DiscreteGaussianLaw,
    DiscreteLaplaceLaw,
    GeometricLaw,
    Law,
    UniformLaw,
)

CLOSE = Fraction(1, 1 << 110)

LAWS: list[tuple[Law, int, int]] = [
    (UniformLaw(7), -2, 9),
    (BernoulliLaw(Fraction(2, 7)), -2, 4),
    (BernoulliLaw(exp(-Fraction(3, 2))), -2, 4),
    (GeometricLaw(Fraction(5, 3)), -3, 25),
    (GeometricLaw(0), -2, 2),
    (DiscreteLaplaceLaw(Fraction(5, 3)), -25, 25),
    (DiscreteLaplaceLaw(Fraction(1, 50)), -3, 3),
    (DiscreteLaplaceLaw(0), -2, 2),
    (BoundedLaplaceLaw(3, (-2, 5)), -5, 8),
    (BoundedLaplaceLaw(3, (4, 5)), 1, 8),
    (BoundedLaplaceLaw(3, (4, 4)), 1, 8),
    (BoundedLaplaceLaw(0, (-4, -3)), -6, 1),
    (DiscreteGaussianLaw(Fraction(5, 3)), -12, 12),
    (DiscreteGaussianLaw(Fraction(1, 7)), -3, 3),
    (DiscreteGaussianLaw(100), -20, 20),
    (DiscreteGaussianLaw(0), -2, 2),
]


@pytest.mark.parametrize(("law", "low", "high"), LAWS)
def test_law_is_consistent(law: Law, low: int, high: int) -> None:
    """Cdf and tail add up to 1, and pmf is the step of the cdf, at every point; between integers the cdf is flat."""
    before = fraction_of(law.cdf(low - 1))
    for z in range(low, high):
        cdf = fraction_of(law.cdf(z))
        assert abs(cdf + fraction_of(law.tail(z)) - 1) < CLOSE
        assert abs(cdf - before - fraction_of(law.pmf(z))) < CLOSE
        assert abs(fraction_of(law.cdf(z + Fraction(2, 3))) - cdf) < CLOSE
        assert abs(fraction_of(law.tail(z + Fraction(2, 3))) + cdf - 1) < CLOSE
        before = cdf


@pytest.mark.parametrize("scale", [Fraction(1, 3), Fraction(1), Fraction(7, 2), Fraction(20), Fraction(70)])
def test_gaussian_by_plain_sums(scale: Fraction) -> None:
    """The Gaussian pmf and tail equal sums that MPFR adds up term by term, for small and large scales."""
    with gmpy2.context(gmpy2.get_context(), precision=300):
        v = 2 * gmpy2.mpfr(gmpy2.mpq(scale.numerator, scale.denominator)) ** 2
        top = int(25 * scale) + 25
        terms = [gmpy2.exp(-gmpy2.mpfr(n * n) / v) for n in range(top)]
        total = 2 * sum(terms) - 1
        for z in (0, 1, int(2 * scale), int(9 * scale)):
            pmf, tail = terms[z] / total, sum(terms[z + 1 :]) / total
            law = DiscreteGaussianLaw(scale)
            for expected, got in (
                (pmf, law.pmf(z)),
                (tail, law.tail(z)),
                (1 - tail, law.cdf(z)),
                (1 - tail, law.tail(-z - 1)),
            ):
                exact = fraction_of(got, 200)
                difference = gmpy2.mpfr(gmpy2.mpq(exact.numerator, exact.denominator)) - expected
                assert abs(difference) < gmpy2.mpfr(2) ** -190


@pytest.mark.parametrize("z", [0, 1, 50, 641, 3000])
def test_two_ways_to_the_tail(z: int) -> None:
    """At the scale where the method changes, both ways to the tail of the Gaussian agree."""
    from flint import arb

    from lapwing.exact._enclosure import working_precision
    from lapwing.sampling._gaussian_sums import _euler_maclaurin, _terms

    with working_precision(256):
        s = arb(66)
        plain = _terms(1 / (2 * s * s), z + 1, 3000)
        smart = _euler_maclaurin(s, z + 1)
        assert plain.overlaps(smart)
        assert smart.rel_accuracy_bits() > 100
        assert plain.rel_accuracy_bits() > 100


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (DiscreteLaplaceLaw(symbol("scale")).pmf(0), "if(scale == 0, 1, (-exp(-1/scale) + 1)/(exp(-1/scale) + 1))"),
        (DiscreteLaplaceLaw(2).tail(6), "exp(-3)/(exp(1/2) + 1)"),
        (GeometricLaw(2).cdf(3), "-exp(-2) + 1"),
        (DiscreteGaussianLaw(3).tail(2), "gaussian_upper_sum(3, 2)/gaussian_sum(3)"),
        (UniformLaw(6).cdf(2), "1/2"),
        (BoundedLaplaceLaw(1, (0, 9)).pmf(0), "-exp(-1)/(exp(-1) + 1) + 1"),
    ],
)
def test_text(expression: Expr, text: str) -> None:
    """A law's formula prints, and its text parses back."""
    assert parse(text) == expression
    assert parse(str(expression)) == expression


@pytest.mark.parametrize(
    ("value", "low", "high"),
    [
        (DiscreteLaplaceLaw(1).tail(2), 0.03639, 0.03641),
        (DiscreteLaplaceLaw(1).tail(1000), 0.0, 1e-300),
        # No precision within the cap tells 1 - 2e^-1000000 from 1, so the float may be the next one up.
        (DiscreteLaplaceLaw(Fraction(1, 10**6)).pmf(0), 1.0, 1.0000000000000002),
        (DiscreteLaplaceLaw(10**18).pmf(0), 4.9e-19, 5.1e-19),
        (DiscreteGaussianLaw(10**6).tail(5 * 10**6), 2.8e-7, 2.9e-7),
        (DiscreteGaussianLaw(10**6).tail(40 * 10**6), 1e-350, 1e-300),
        (DiscreteGaussianLaw(10**18).pmf(0), 3.98e-19, 3.99e-19),
        (DiscreteGaussianLaw(Fraction(1, 1000)).tail(0), 0.0, 1e-300),
    ],
)
def test_floats(value: Expr, low: float, high: float) -> None:
    """Far tails and extreme scales become floats: positive, rounded up, of the right size."""
    got = to_float_up(value)
    assert low <= got <= high
    assert got > 0


def test_threshold_example() -> None:
    """P[Z > t] = e^(-t/b)/(e^(1/b) + 1), the formula of thresholded releases: 0.0989... for b = 1, t = 1."""
    assert DiscreteLaplaceLaw(symbol("b")).tail(1).free == {"b"}
    assert 0.0989 == pytest.approx(to_float_up(DiscreteLaplaceLaw(1).tail(1)), abs=1e-4)
