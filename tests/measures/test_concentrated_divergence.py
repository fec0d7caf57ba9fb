"""ZeroConcentratedDivergence against a dense numeric search in MPFR, and against closed forms."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import gmpy2
import pytest
from finite_laws import Law, Laws, channels, concentrated, law, oracle, processed, randomised_response, renyi, two_laws
from gmpy2 import mpfr
from hypothesis import given, settings
from hypothesis import strategies as st

from lapwing.errors import DistanceTypeError, NegativeDistanceError
from lapwing.maps import Expr, constant, exp, ln
from lapwing.measures import MaxDivergence, ZeroConcentratedDivergence

ZCDP = ZeroConcentratedDivergence()
CLOSE = 1 + Fraction(1, 2**40)


def assert_tight(expected: mpfr, p: Any, q: Any) -> None:
    """The divergence is not below the expected number, and above it by a relative 2^-40 at most."""
    with oracle():
        found = mpfr(ZCDP.divergence(p, q))
        # The expected number is itself a maximum over finitely many orders, so it may be low by 2^-150.
        assert expected * (1 - mpfr(2) ** -150) <= found <= expected * CLOSE


@settings(max_examples=40)
@given(two_laws(least=1))
def test_numeric_maximum(laws: Laws) -> None:
    """The divergence is the maximum of D_α/α over a dense set of orders."""
    if laws[0] == laws[1]:
        assert 0.0 == ZCDP.divergence(*laws)
    else:
        assert_tight(concentrated(*laws), *laws)


@pytest.mark.parametrize(
    ("p", "q"),
    [
        (law(9, 1), law(5, 5)),
        (law(5, 5), law(9, 1)),
        (law(1, 10**6), law(1000, 10**6)),
        (law(1000, 10**6), law(1, 10**6)),  # the best order is far from 1
        (law(1, 10**20), law(1, 10**40)),
        (law(7, 3, Fraction(1, 10**12)), law(6, 4, Fraction(1, 10**30))),  # two hills
        (law(1, 5, 10, 10, 5, 1), law(5, 10, 10, 5, 1, 1)),
        (law(1, 0, 2), law(2, 1, 1)),
    ],
)
def test_shapes(p: Any, q: Any) -> None:
    """The maximum is found wherever it is: near the order 1, far from it, on one hill of two."""
    assert_tight(concentrated(p, q), p, q)


@pytest.mark.parametrize("epsilon", [Fraction(1, 100), Fraction(1), Fraction(5), Fraction(20)])
def test_randomised_response(epsilon: Fraction) -> None:
    """Randomised response loses ε·tanh(ε/2): less than ε²/2, and its divergence of order 1."""
    p, q = randomised_response(epsilon)
    with oracle():
        expected = mpfr(epsilon) * gmpy2.expm1(epsilon) / (gmpy2.exp(epsilon) + 1)
        assert expected < mpfr(epsilon) ** 2 / 2
    assert_tight(expected, p, q)


def discrete_gaussian(centre: int, reach: int, sigma: int) -> dict[Any, Expr]:
    """A discrete Gaussian law, cut off beyond the reach."""
    weights = {i: exp(Fraction(-((i - centre) ** 2), 2 * sigma**2)) for i in range(-reach, reach + 1)}
    total = sum(weights.values(), constant(0))
    return {i: weight / total for i, weight in weights.items()}


@pytest.mark.parametrize(("sigma", "shift"), [(1, 1), (2, 1), (2, 3)])
def test_gaussian(sigma: int, shift: int) -> None:
    """A Gaussian loses shift²/(2σ²) at every order: D_α/α is flat, the hardest case for a search."""
    p, q = discrete_gaussian(0, 16 * sigma, sigma), discrete_gaussian(shift, 16 * sigma, sigma)
    expected = shift**2 / (2 * sigma**2)
    # Cutting off 16σ away from the centre changes the loss by less than e^-90.
    assert expected == pytest.approx(ZCDP.divergence(p, q), rel=1e-12)
    assert ZCDP.within(p, q, expected * (1 + 2**-40))
    assert not ZCDP.within(p, q, expected * (1 - 2**-40))


@settings(max_examples=50)
@given(two_laws(least=1))
def test_within_its_own(laws: Laws) -> None:
    """The divergence is within itself and a little more, and not within a little less."""
    found = ZCDP.divergence(*laws)
    assert ZCDP.within(*laws, found)
    assert ZCDP.within(*laws, 1.001 * found)
    assert found == 0 or not ZCDP.within(*laws, found * (1 - 2**-39))


@settings(max_examples=50)
@given(two_laws(least=1), st.floats(1.001, 60))
def test_bounds_every_order(laws: Laws, alpha: float) -> None:
    """D_α is at most ρα at any order, and at most D_∞."""
    with oracle():
        order = renyi(*laws, alpha)
        assert order <= ZCDP.divergence(*laws) * mpfr(alpha) + mpfr(2) ** -250
        assert order <= MaxDivergence().divergence(*laws) + mpfr(2) ** -250


@given(two_laws(least=1))
def test_pure_is_concentrated(laws: Laws) -> None:
    """Laws with a loss of ε in both orders have ρ at most ε²/2 (Bun and Steinke, Proposition 1.4)."""
    epsilon = max(MaxDivergence().divergence(*laws), MaxDivergence().divergence(*reversed(laws)))
    assert ZCDP.within(*laws, Fraction(epsilon) ** 2 / 2)


@settings(max_examples=50)
@given(two_laws(most=4), st.data())
def test_post_processing(laws: Laws, data: st.DataObject) -> None:
    """No randomised function of the outcome increases the loss."""
    p, q = laws
    channel = data.draw(channels(len(p)))
    assert ZCDP.divergence(processed(p, channel), processed(q, channel)) <= ZCDP.divergence(p, q) * (1 + 2**-39)


@settings(max_examples=30)
@given(two_laws(least=1, most=3))
def test_composition(laws: Laws) -> None:
    """Two independent releases lose twice as much: D_α adds up, order by order."""
    p, q = laws
    p2: Law = {(i, j): p[i] * p[j] for i in p for j in p}
    q2: Law = {(i, j): q[i] * q[j] for i in q for j in q}
    assert 2 * ZCDP.divergence(p, q) == pytest.approx(ZCDP.divergence(p2, q2), rel=2**-39)


@pytest.mark.parametrize(
    ("p", "q", "expected"),
    [
        (law(1), law(1), 0.0),
        (law(3, 1, 4), law(3, 1, 4), 0.0),
        ({"a": exp(-1), "b": 1 - exp(-1)}, {"b": 1 - exp(-1), "a": exp(-1)}, 0.0),
        (law(1, 0), law(0, 1), math.inf),
        (law(1, 1), law(1, 0), math.inf),
        (law(1, 0), law(1, 1), 0.6931471805599454),  # D_α = ln(2) for all α, so the supremum is at α = 1
    ],
)
def test_examples(p: Any, q: Any, expected: float) -> None:
    """Identical laws, disjoint ones, and one inside the other."""
    assert expected == ZCDP.divergence(p, q)
    assert ZCDP.within(p, q, expected)
    assert (expected == 0) == ZCDP.within(p, q, 0)
    assert ZCDP.within(p, q, math.inf)


def test_nearly_equal_laws() -> None:
    """Laws that differ in the hundredth digit have a loss of the two hundredth, to full precision."""
    tiny = Fraction(1, 10**100)
    p, q = law(1, 1), law(1 + 2 * tiny, 1 - 2 * tiny)
    assert 2e-200 == pytest.approx(ZCDP.divergence(p, q), rel=2**-40)
    assert ZCDP.divergence(p, q) >= Fraction(2, 10**200)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (exp(-2), exp(-1) * exp(-1), 0.0),
        (1 / (1 + exp(-3)), exp(3) / (1 + exp(3)), 0.0),
        (ln(4) / 4, ln(2) / 2, 5e-324),
    ],
)
def test_equal_but_not_alike(left: Expr, right: Expr, expected: float) -> None:
    """Exponentials that are equal are seen to be; what can't be told apart has a bound next to nothing, but not 0."""
    p: dict[Any, Expr] = {"a": left, "b": 1 - left}
    q: dict[Any, Expr] = {"a": right, "b": 1 - right}
    assert left != right
    assert expected == ZCDP.divergence(p, q)
    assert (expected == 0) == ZCDP.within(p, q, 0)


def test_an_exact_tie_is_no() -> None:
    """A bound that equals the divergence can't be told from it, and counts as too small."""
    p, q = law(3, 1), law(1, 3)
    just = Fraction(1, 2**90)
    with oracle():
        half = gmpy2.log(3) / 2
        near = Fraction(*map(int, half.as_integer_ratio()))
    assert not ZCDP.within(p, q, near - just)
    assert ZCDP.within(p, q, near + just)
    assert not ZCDP.within(p, q, near - Fraction(1, 2**298))


@pytest.mark.parametrize(
    ("d_out", "error"), [((0.5, 0.0), DistanceTypeError), (False, DistanceTypeError), (-1.0, NegativeDistanceError)]
)
def test_wrong_bounds(d_out: Any, error: type[Exception]) -> None:
    """A bound that is no ρ is refused by its own error."""
    with pytest.raises(error):
        ZCDP.within(law(1), law(1), d_out)


def test_repr() -> None:
    """A repr can be pasted back, and ρ is not ε."""
    assert "ZeroConcentratedDivergence()" == repr(ZCDP)
    assert ZCDP == ZeroConcentratedDivergence()
    assert hash(ZCDP) == hash(ZeroConcentratedDivergence())
    assert ("rho",) == ZCDP.quantity.names
    not_epsilon: MaxDivergence = ZCDP  # type: ignore[assignment]  # this is the test: the two measures differ for mypy
    assert "ZeroConcentratedDivergence()" == repr(not_epsilon)
