"""RenyiDivergence against its definition in Fractions and MPFR."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import gmpy2
import pytest
from finite_laws import Laws, channels, float_up, law, oracle, processed, randomised_response, renyi, two_laws
from gmpy2 import mpfr
from hypothesis import given, settings
from hypothesis import strategies as st

from lapwing.errors import DistanceTypeError, FreeParameterError
from lapwing.maps import Curve, parse
from lapwing.measures import MaxDivergence, RenyiDivergence, ZeroConcentratedDivergence

RENYI = RenyiDivergence()
P, Q = law(3, 1), law(1, 3)  # two coins: D_α = ln((3^α + 3^(1-α))/4)/(α - 1)


def curve(text: str) -> Curve:
    """A curve in α."""
    return Curve("alpha", parse(text))


@given(two_laws(least=1), st.fractions(Fraction(101, 100), 50, max_denominator=100))
def test_definition(laws: Laws, alpha: Fraction) -> None:
    """The curve is ln(Σ p^α q^(1−α))/(α − 1), rounded up to the next float where it is called."""
    with oracle():
        expected = renyi(*laws, alpha)
        found = RENYI.divergence(*laws)(alpha)
        # Where the two laws agree the definition gives 0 up to the oracle's rounding.
        assert float_up(expected - mpfr(2) ** -200) <= found <= float_up(expected + mpfr(2) ** -200)


@given(two_laws(least=1), st.integers(2, 6))
def test_whole_orders(laws: Laws, alpha: int) -> None:
    """At whole orders the sum is rational: its logarithm is at most α − 1 times the curve, which is the next float."""
    p, q = laws
    total = sum((p[x] ** alpha / q[x] ** (alpha - 1) for x in p), Fraction(0))
    with oracle():
        assert abs(RENYI.divergence(p, q)(alpha) - gmpy2.log(total) / (alpha - 1)) <= mpfr(2) ** -48


@settings(max_examples=50)
@given(two_laws(least=1), st.floats(1.01, 20), st.floats(1.01, 3))
def test_rises_with_the_order(laws: Laws, alpha: float, factor: float) -> None:
    """D_α rises with α, up to D_∞."""
    found = RENYI.divergence(*laws)
    assert found(alpha) <= found(alpha * factor) <= MaxDivergence().divergence(*laws)


@pytest.mark.parametrize("alpha", [1, 0.5, 0, -3])
def test_orders_up_to_one(alpha: float) -> None:
    """Orders up to 1 are outside: the curve is infinite there."""
    assert math.inf == RENYI.divergence(P, Q)(alpha)
    assert math.inf == RENYI.divergence(P, P)(alpha)


@pytest.mark.parametrize(
    ("p", "q", "expected"),
    [
        (P, Q, "if(alpha <= 1, inf, ln((3*exp(alpha*ln(1/3)) + exp(alpha*ln(3)))/4)/(alpha - 1))"),
        (P, P, "if(alpha <= 1, inf, 0)"),
        (law(1, 1), law(1, 0), "inf"),
        ({"a": 1}, {"b": 1}, "inf"),
    ],
)
def test_texts(p: Any, q: Any, expected: str) -> None:
    """The curve is an expression that prints and parses."""
    assert expected == str(RENYI.divergence(p, q).expression)
    assert curve(expected) == RENYI.divergence(p, q)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("inf", True),
        ("alpha*56/100", True),  # ρ is ln(3)/2 = 0.5493...
        ("alpha*54931/100000", True),
        ("alpha*54930/100000", False),
        ("ln(3)", True),  # D_∞, which no order reaches
        ("1.09", False),
        ("min(ln(3), alpha*0.55)", True),
        ("min(ln(3), alpha*0.54)", False),
        ("min(1.09, alpha*0.55)", False),
        ("ln(3) - alpha/1000", False),
        ("ln(2)/2 + alpha*ln(3)/2", True),
        ("0.5 + alpha*0.2", True),
        ("0.4 + alpha*0.2", False),  # 0.8 < D_2 = 0.847...
        ("if(alpha <= 1, 0, ln(3))", True),
        ("if(alpha <= 1, inf, alpha*0.54)", False),
        ("ln((3*exp(alpha*ln(1/3)) + exp(alpha*ln(3)))/4)/(alpha - 1)", True),  # its own, without the guard
        ("0", False),
    ],
)
def test_within(text: str, expected: bool) -> None:
    """Lines, constants, minima and guards are decided."""
    assert expected == RENYI.within(P, Q, curve(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("alpha^2", True),
        ("alpha^2*0.54", False),
        ("sqrt(alpha)", True),
        ("sqrt(alpha)*0.5", False),
        ("2 - 1/alpha", True),
        ("1.2 - 1/alpha", False),
        ("max(0.8, alpha/2)", True),
        ("max(0.5, alpha/4)", False),
        ("max(0.6, alpha/4)", False),  # too low at α = 2 alone
        ("0.6 + (alpha - 1)^2/10", False),
        ("1 + 3/alpha", False),  # too low beyond α = 31
        ("1.2 + 3/alpha", True),
    ],
)
def test_within_by_intervals(text: str, expected: bool) -> None:
    """Any other curve is compared on intervals, if there is room."""
    assert expected == RENYI.within(P, Q, curve(text))


@settings(max_examples=40)
@given(two_laws(least=1))
def test_lines_are_concentrated_privacy(laws: Laws) -> None:
    """The line ρα is a bound if and only if ρ is one for zCDP."""
    rho = ZeroConcentratedDivergence().divergence(*laws)
    assert RENYI.within(*laws, Curve("alpha", parse("alpha") * Fraction(rho)))
    assert rho == 0 or not RENYI.within(*laws, Curve("alpha", parse("alpha") * Fraction(rho) * Fraction(999, 1000)))


@given(two_laws())
def test_within_its_own(laws: Laws) -> None:
    """A curve is within itself, under any name of the variable."""
    found = RENYI.divergence(*laws)
    assert RENYI.within(*laws, found)
    assert RENYI.within(*laws, found.renamed("order"))


@settings(max_examples=40)
@given(two_laws(most=4), st.data(), st.sampled_from([1.5, 2, 7]))
def test_post_processing(laws: Laws, data: st.DataObject, alpha: float) -> None:
    """No randomised function of the outcome increases any D_α."""
    p, q = laws
    channel = data.draw(channels(len(p)))
    assert RENYI.divergence(processed(p, channel), processed(q, channel))(alpha) <= RENYI.divergence(p, q)(alpha)


def test_randomised_response() -> None:
    """Laws with exponentials give curves without logarithms: randomised response at ε = 1."""
    p, q = randomised_response(1)
    found = RENYI.divergence(p, q)
    # D_2 = ln((e^2 + e^-1)/(1 + e)), by hand.
    assert Curve("alpha", parse("ln((exp(2) + exp(-1))/(1 + exp(1)))"))(0) == found(2)
    assert RENYI.within(p, q, curve("1"))
    assert not RENYI.within(p, q, curve("0.999"))


def test_wrong_bounds() -> None:
    """A number is no curve, and a curve with a free parameter can't be compared."""
    with pytest.raises(DistanceTypeError, match=r"^d_out must be a Curve in alpha, but 1\.0 is of type float$"):
        RENYI.within(P, Q, 1.0)
    with pytest.raises(FreeParameterError, match=r"^a comparison with a curve needs a value for rho"):
        RENYI.within(P, Q, curve("rho*alpha"))


def test_repr() -> None:
    """A repr can be pasted back."""
    assert "RenyiDivergence()" == repr(RENYI)
    assert ("renyi",) == RENYI.quantity.names
