"""Approximate: (ε, δ) against all events, and conditional laws against a proof of optimality."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, assert_type

import gmpy2
import pytest
from finite_laws import (
    Law,
    Laws,
    channels,
    events,
    float_up,
    law,
    mass,
    oracle,
    processed,
    randomised_response,
    two_laws,
)
from gmpy2 import mpfr
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lapwing.errors import DistanceTypeError, NegativeDistanceError, PartError
from lapwing.maps import Curve, Expr, compare, constant, exp, parse
from lapwing.measures import (
    Approximate,
    MaxDivergence,
    RenyiDivergence,
    SmoothedMaxDivergence,
    ZeroConcentratedDivergence,
)
from lapwing.measures._laws import as_expression, read_pair
from lapwing.measures._trim import trimmed

PURE = Approximate(MaxDivergence())
ZCDP = Approximate(ZeroConcentratedDivergence())
RENYI = Approximate(RenyiDivergence())
P, Q = law(3, 1), law(1, 3)


def total_variation(p: Law, q: Law) -> Fraction:
    """The largest difference of probabilities of an event."""
    return max(mass(p, event) - mass(q, event) for event in events(p))


# --- (ε, δ) -----------------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(two_laws(most=8), st.fractions(0, 4, max_denominator=64))
def test_events(laws: Laws, epsilon: Fraction) -> None:
    """The least δ is the largest P(E) − e^ε·Q(E) over all events, rounded up to the next float."""
    p, q = laws
    with oracle():
        best = max(mass(p, e) - gmpy2.exp(epsilon) * mass(q, e) for e in events(p))
        loss, delta = PURE.divergence(p, q, epsilon)
        assert float_up(mpfr(epsilon)) == loss
        assert float_up(best) == delta


@given(two_laws(most=6))
def test_total_variation(laws: Laws) -> None:
    """Without a loss, δ is the total variation distance, exactly, for each inner measure."""
    distance = total_variation(*laws)
    for measure in (PURE, ZCDP):
        assert (0.0, float_up(mpfr(distance, 300))) == measure.divergence(*laws)
        assert measure.within(*laws, (0, distance))
        assert distance == 0 or not measure.within(*laws, (0, distance - Fraction(1, 10**40)))


@pytest.mark.parametrize(
    ("p", "q", "bound", "expected"),
    [
        (P, Q, (0, 0.5), True),
        (P, Q, (0, 0.4999), False),
        (P, Q, (1.1, 0), True),
        (P, Q, (1.09, 0), False),
        (P, Q, (math.inf, 0), True),
        (P, Q, (0, 1), True),
        (law(1, 99), law(0, 1), (0, 0.01), True),  # the outcome that q never gives has probability 0.01
        (law(1, 99), law(0, 1), (5, 0.0099), False),
        (law(0, 1), law(1, 99), (0.0, 0.01), True),
        (law(0, 1), law(1, 99), (0.0101, 0.0), True),  # ln(100/99) = 0.01005...
        (law(0, 1), law(1, 99), (0.01, 0.0), False),
        ({"a": 1}, {"b": 1}, (0, 1), True),
        ({"a": 1}, {"b": 1}, (100, 0.999), False),
        (law(1), law(1), (0, 0), True),
    ],
)
def test_pure_bounds(p: Any, q: Any, bound: Any, expected: bool) -> None:
    """A pair (ε, δ) holds or not, also where the laws have different outcomes."""
    assert expected == PURE.within(p, q, bound)


@given(two_laws(), st.floats(0, 4))
def test_within_its_own(laws: Laws, epsilon: float) -> None:
    """The pair is within itself, and not within a smaller δ."""
    found = PURE.divergence(*laws, epsilon)
    assert epsilon == found[0]
    assert PURE.within(*laws, found)
    assert found[1] == 0 or not PURE.within(*laws, (epsilon, math.nextafter(math.nextafter(found[1], 0), 0)))


def test_no_hair_above_zero() -> None:
    """Where p equals e^ε·q exactly, δ is 0 and not a rounding error."""
    p, q = randomised_response(2)
    assert (2.0, 0.0) == PURE.divergence(p, q, 2)
    assert PURE.within(p, q, (2, 0))
    assert not PURE.within(p, q, (2 - Fraction(1, 10**30), 0))


@settings(max_examples=50)
@given(two_laws(most=4), st.data(), st.floats(0, 3))
def test_post_processing(laws: Laws, data: st.DataObject, epsilon: float) -> None:
    """No randomised function of the outcome increases δ."""
    p, q = laws
    channel = data.draw(channels(len(p)))
    assert PURE.within(processed(p, channel), processed(q, channel), PURE.divergence(p, q, epsilon))


@settings(max_examples=50)
@given(two_laws(most=4), st.data(), st.fractions(0, 2, max_denominator=8))
def test_group_privacy(laws: Laws, data: st.DataObject, epsilon: Fraction) -> None:
    """Along a path of laws ε adds up, and δ becomes δ₁ + e^ε·δ₂."""
    p, q = laws
    r = law(*data.draw(st.lists(st.integers(1, 40), min_size=len(p), max_size=len(p))))
    first, second = PURE.divergence(p, q, epsilon)[1], PURE.divergence(q, r, epsilon)[1]
    with oracle():
        limit = Fraction(*map(int, (first + gmpy2.exp(epsilon) * mpfr(second) + mpfr(2) ** -200).as_integer_ratio()))
    assert PURE.within(p, r, (2 * epsilon, limit))


# --- conditional laws -------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(two_laws(least=1, most=5), st.fractions(0, Fraction(1, 2), max_denominator=20))
def test_delta_zero_is_the_inner_measure(laws: Laws, rho: Fraction) -> None:
    """With δ = 0 nothing may be left out."""
    assert ZeroConcentratedDivergence().within(*laws, rho) == ZCDP.within(*laws, (rho, 0))
    line = Curve("alpha", parse("alpha") * rho)
    assert RenyiDivergence().within(*laws, line) == RENYI.within(*laws, (line, 0))


@settings(max_examples=40)
@given(two_laws(most=5), st.fractions(Fraction(1, 50), 1, max_denominator=50))
def test_least_delta(laws: Laws, rho: Fraction) -> None:
    """The δ found is enough, a millionth less is not, and it is at most the total variation distance."""
    found = ZCDP.divergence(*laws, rho)
    assert ZCDP.within(*laws, found)
    assert found[1] <= float_up(mpfr(total_variation(*laws), 300))
    assert found[1] == 0 or not ZCDP.within(*laws, (rho, found[1] * (1 - 1e-6)))


@settings(max_examples=40)
@given(two_laws(most=4), st.data(), st.fractions(Fraction(1, 50), 1, max_denominator=50))
def test_conditional_post_processing(laws: Laws, data: st.DataObject, rho: Fraction) -> None:
    """No randomised function of the outcome needs a larger δ."""
    p, q = laws
    channel = data.draw(channels(len(p)))
    _, delta = ZCDP.divergence(p, q, rho)
    _, after = ZCDP.divergence(processed(p, channel), processed(q, channel), rho)
    assert after <= delta * (1 + 2**-30)


@pytest.mark.parametrize(
    ("p", "q", "bound", "expected"),
    [
        (law(1, 99), law(0, 99), (0, 0.01), True),  # without its first outcome, p is q
        (law(1, 99), law(0, 99), (100, 0.0099), False),
        (law(0, 99), law(1, 99), (0, 0.01), True),
        (law(0, 99), law(1, 99), (0.0101, 0), True),  # D_α = ln(100/99) for all α
        (law(0, 99), law(1, 99), (0.01, 0), False),
        (law(0, 99), law(1, 99), (0.0051, 0.005), True),  # q loses 0.005, all from its first outcome
        (law(0, 99), law(1, 99), (0.0049, 0.005), False),
        ({"a": 1}, {"b": 1}, (0, 1), True),
        ({"a": 1}, {"b": 1}, (100, 0.999), False),
        (P, Q, (math.inf, 0), True),
        (P, Q, (0.55, 0), True),
        (P, Q, (0.5, 0), False),
    ],
)
def test_conditional_bounds(p: Any, q: Any, bound: Any, expected: bool) -> None:
    """A pair (ρ, δ) holds or not, also where the laws have different outcomes."""
    assert expected == ZCDP.within(p, q, bound)
    loss, delta = bound
    text = "inf" if loss == math.inf else f"alpha*{loss}"
    assert expected == RENYI.within(p, q, (Curve("alpha", parse(text)), delta))


def test_two_coins() -> None:
    """Two coins that lose δ = 1/4 are two coins of (2/3, 1/3): by hand, p' = (1/2, 1/4)/(3/4)."""
    expected = ZeroConcentratedDivergence().divergence(law(2, 1), law(1, 2))
    assert ZCDP.within(P, Q, (expected, Fraction(1, 4)))
    assert not ZCDP.within(P, Q, (expected * (1 - 2**-39), Fraction(1, 4)))
    assert 0.25 == pytest.approx(ZCDP.divergence(P, Q, expected)[1], rel=1e-9)


def test_expressions() -> None:
    """Laws of exponentials are trimmed to a pair that is allowed, and next to the best."""
    weights = [exp(-1), exp(-2), exp(-4)]
    p: dict[Any, Expr] = {i: w / sum(weights, constant(0)) for i, w in enumerate(weights)}
    q: dict[Any, Expr] = {i: p[2 - i] for i in p}
    near_p = law(*(math.exp(-k) for k in (1, 2, 4)))
    near_q: Law = {i: near_p[2 - i] for i in near_p}
    for delta in (Fraction(1, 100), Fraction(1, 10), Fraction(1, 3)):
        for rho in (Fraction(1, 100), Fraction(1, 3), Fraction(2, 3), Fraction(1), Fraction(2), Fraction(3)):
            assert ZCDP.within(near_p, near_q, (rho, delta)) == ZCDP.within(p, q, (rho, delta))
    assert ZCDP.divergence(near_p, near_q, 1)[1] == pytest.approx(ZCDP.divergence(p, q, 1)[1], rel=1e-9)


@pytest.mark.parametrize("delta", [Fraction(k, 30) for k in range(1, 10)])
def test_trimmed_expressions_are_allowed(delta: Fraction) -> None:
    """Where probabilities are not rational, no conditional law is above p/(1 − δ), not even in the thousandth digit."""
    weights = [exp(-1), exp(-2), exp(-4)]
    p: dict[Any, Expr] = {i: w / sum(weights, constant(0)) for i, w in enumerate(weights)}
    q: dict[Any, Expr] = {i: p[2 - i] for i in p}
    pair = read_pair(p, q)
    closest = trimmed(pair, delta)
    assert closest is not None
    for before, after in zip(pair.outcomes, closest.outcomes, strict=True):
        for full, cut in ((before.p, after.p), (before.q, after.q)):
            assert compare(as_expression(full) / (1 - delta), as_expression(cut)) in (0, 1)


def test_renyi_curve() -> None:
    """With a Rényi curve inside, the loss is that curve; without one, it is 0."""
    line = Curve("alpha", parse("alpha/10"))
    curve, delta = RENYI.divergence(P, Q, line)
    assert line == curve
    assert ZCDP.divergence(P, Q, Fraction(1, 10))[1] == delta
    assert (Curve("alpha", parse("0")), 0.5) == RENYI.divergence(P, Q)


@settings(max_examples=30)
@given(two_laws(most=5), st.fractions(Fraction(1, 100), Fraction(1, 3), max_denominator=100), st.data())
def test_no_other_events_do_better(laws: Laws, delta: Fraction, data: st.DataObject) -> None:
    """Conditional laws on random events of probability 1 − δ are never closer than the pair that is used."""
    assume(total_variation(*laws) > delta)
    p, q = (data.draw(conditional(p, delta)) for p in laws)
    other = ZeroConcentratedDivergence().divergence(p, q)
    assert ZCDP.within(*laws, (other, delta))


@st.composite
def conditional(draw: st.DrawFn, p: Law, delta: Fraction) -> Law:
    """A law at most p/(1 − δ): random shares of what may be taken away, as far as δ allows."""
    shares = draw(st.lists(st.integers(0, 10), min_size=len(p), max_size=len(p)))
    left, kept = delta, dict(p)
    for x, share in zip(draw(st.permutations(list(p))), shares, strict=True):
        taken = min(left, p[x] * Fraction(share, 10))
        kept[x], left = kept[x] - taken, left - taken
    total = sum(kept.values(), Fraction(0))
    return {x: weight / total for x, weight in kept.items()}


# --- parts and types --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("inner", [PURE, SmoothedMaxDivergence(), 1, None])
def test_wrong_inner(inner: Any) -> None:
    """Only a pure, concentrated or Rényi measure can be approximate: not another approximate one, nor a profile."""
    with pytest.raises(PartError) as caught:
        Approximate(inner)
    expected = "MaxDivergence(), ZeroConcentratedDivergence() or RenyiDivergence()"
    assert f"the inner measure of Approximate must be {expected}, but is {inner!r}" == str(caught.value)


@pytest.mark.parametrize(
    ("measure", "bound", "error"),
    [
        (PURE, 1.0, DistanceTypeError),
        (PURE, (1.0,), DistanceTypeError),
        (PURE, (1.0, 0.0, 0.0), DistanceTypeError),
        (PURE, [1.0, 0.0], DistanceTypeError),
        (PURE, (1.0, True), DistanceTypeError),
        (PURE, (-1.0, 0.0), NegativeDistanceError),
        (PURE, (1.0, -1e-9), NegativeDistanceError),
        (ZCDP, (Curve("alpha", parse("alpha")), 0.0), DistanceTypeError),
        (RENYI, (1.0, 0.0), DistanceTypeError),
    ],
)
def test_wrong_bounds(measure: Any, bound: Any, error: type[Exception]) -> None:
    """A bound of another shape or sign is refused by its own error."""
    with pytest.raises(error):
        measure.within(P, Q, bound)


def test_wrong_losses() -> None:
    """A loss below 0 is refused."""
    with pytest.raises(NegativeDistanceError):
        PURE.divergence(P, Q, -1)


def test_types() -> None:
    """Each inner measure makes a type of its own, and none stands in for another."""
    assert_type(PURE, Approximate[MaxDivergence])
    assert_type(ZCDP, Approximate[ZeroConcentratedDivergence])
    assert_type(RENYI, Approximate[RenyiDivergence, Curve])
    assert_type(PURE.divergence(P, Q), tuple[float, float])
    assert_type(RENYI.divergence(P, Q), tuple[Curve, float])
    wrong: Approximate[MaxDivergence] = ZCDP  # type: ignore[assignment]  # this is the test: ρ is not ε
    nested = [lambda: Approximate(PURE)]  # type: ignore[call-overload]  # this is the test: no δ on top of a δ
    assert wrong != PURE
    assert nested


@pytest.mark.parametrize(
    ("measure", "text", "names"),
    [
        (PURE, "Approximate(MaxDivergence())", ("epsilon", "delta")),
        (ZCDP, "Approximate(ZeroConcentratedDivergence())", ("rho", "delta")),
        (RENYI, "Approximate(RenyiDivergence())", ("renyi", "delta")),
    ],
)
def test_repr(measure: Any, text: str, names: tuple[str, ...]) -> None:
    """A repr can be pasted back; equality and hash come from the inner measure."""
    assert text == repr(measure)
    assert names == measure.quantity.names
    assert measure == Approximate(measure.inner)
    assert hash(measure) == hash(Approximate(measure.inner))
