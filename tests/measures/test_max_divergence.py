"""MaxDivergence against events and MPFR."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

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
from hypothesis import given
from hypothesis import strategies as st

from lapwing.errors import DistanceTypeError, LapwingError, NegativeDistanceError, NonFiniteError
from lapwing.maps import Expr, exp
from lapwing.measures import MaxDivergence

MAX = MaxDivergence()


def largest_ratio(p: Law, q: Law) -> Fraction | float:
    """The largest P(E)/Q(E) over all events."""
    pairs = [(mass(p, event), mass(q, event)) for event in events(p)]
    return max((a / b if b else math.inf) for a, b in pairs if a)


@given(two_laws())
def test_events(laws: Laws) -> None:
    """The loss is the logarithm of the largest ratio of probabilities of an event, rounded up to the next float."""
    ratio = largest_ratio(*laws)
    if isinstance(ratio, float):
        assert math.inf == MAX.divergence(*laws)
    else:
        with oracle():
            assert float_up(gmpy2.log(mpfr(ratio))) == MAX.divergence(*laws)


@given(two_laws(), st.fractions(0, 4, max_denominator=64))
def test_within_events(laws: Laws, epsilon: Fraction) -> None:
    """A loss is within ε if and only if no event has more than e^ε times the probability."""
    with oracle():
        assert (largest_ratio(*laws) <= gmpy2.exp(epsilon)) == MAX.within(*laws, epsilon)


@given(two_laws())
def test_within_its_own(laws: Laws) -> None:
    """The divergence is within itself, and not within the float below."""
    found = MAX.divergence(*laws)
    assert MAX.within(*laws, found)
    assert found == 0 or not MAX.within(*laws, Fraction(math.nextafter(min(found, 1e300), 0)))


@pytest.mark.parametrize(
    ("p", "q", "expected"),
    [
        (law(1), law(1), 0.0),
        (law(1, 2, 3), law(1, 2, 3), 0.0),
        (law(1, 0), law(0, 1), math.inf),
        (law(1, 1), law(1, 0), math.inf),
        (law(1, 0), law(1, 1), 0.6931471805599454),  # ln(2): q may give what p never gives
        ({"a": 1}, {"b": 1}, math.inf),
    ],
)
def test_examples(p: Any, q: Any, expected: float) -> None:
    """Identical laws, disjoint ones, and one inside the other."""
    assert expected == MAX.divergence(p, q)


@given(two_laws(most=4), st.data())
def test_post_processing(laws: Laws, data: st.DataObject) -> None:
    """No randomised function of the outcome increases the loss."""
    p, q = laws
    channel = data.draw(channels(len(p)))
    assert MAX.within(processed(p, channel), processed(q, channel), MAX.divergence(p, q))


@given(two_laws(least=1, most=4), st.data())
def test_triangle(laws: Laws, data: st.DataObject) -> None:
    """Losses add up along a path of laws: each ratio p/r is (p/q)·(q/r)."""
    p, q = laws
    r = law(*data.draw(st.lists(st.integers(1, 40), min_size=len(p), max_size=len(p))))
    total = Fraction(MAX.divergence(p, q)) + Fraction(MAX.divergence(q, r))
    assert MAX.within(p, r, total)


def clipped_laplace(centre: int, reach: int, scale: Fraction, *, powers: bool) -> dict[Any, Expr]:
    """A discrete Laplace law, clipped to -reach, ..., reach; with one atom e^(-1/scale), or one for each distance."""
    a = exp(-1 / scale)

    def power(k: int) -> Expr:
        return a**k if powers else exp(-k / scale)

    inner = {i: power(abs(i - centre)) * (1 - a) / (1 + a) for i in range(1 - reach, reach)}
    return inner | {side * reach: power(reach - side * centre) / (1 + a) for side in (-1, 1)}


@pytest.mark.parametrize("powers", [True, False])
@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(3), Fraction(10)])
def test_laplace_is_exact(scale: Fraction, powers: bool) -> None:
    """The loss of a shifted discrete Laplace law is shift/scale: seen to be exactly that, not a hair above."""
    p, q = (clipped_laplace(centre, 4, scale, powers=powers) for centre in (0, 2))
    assert MAX.within(p, q, 2 / scale)
    assert MAX.within(q, p, 2 / scale)
    assert not MAX.within(p, q, 2 / scale - Fraction(1, 10**30))
    assert float_up(mpfr(2 / scale, 300)) == MAX.divergence(p, q)


def test_randomised_response() -> None:
    """The truth with probability e^ε/(1 + e^ε) loses ε."""
    p, q = randomised_response(1)
    assert 1.0 == MAX.divergence(p, q)
    assert MAX.within(p, q, 1)


def test_long_probabilities() -> None:
    """Probabilities of many thousand digits are read and compared exactly."""
    tiny = Fraction(1, 7**9000)
    p, q = law(tiny, 1 - tiny), law(2 * tiny, 1 - 2 * tiny)
    assert 5e-324 == MAX.divergence(p, q)
    assert not MAX.within(p, q, 0)
    assert 0.6931471805599454 == MAX.divergence(q, p)


@pytest.mark.parametrize(
    ("d_out", "error"),
    [
        ("1", DistanceTypeError),
        (True, DistanceTypeError),
        ((1.0, 0.0), DistanceTypeError),
        (None, DistanceTypeError),
        (-1, NegativeDistanceError),
        (-0.5, NegativeDistanceError),
        (math.nan, NonFiniteError),
    ],
)
def test_wrong_bounds(d_out: Any, error: type[LapwingError]) -> None:
    """A bound that is no ε is refused by its own error."""
    with pytest.raises(error):
        MAX.within(law(1), law(1), d_out)


def test_float_bounds() -> None:
    """A float bound stands for the larger of what was typed and what is held; an infinite one allows everything."""
    p, q = randomised_response(Fraction(3, 10))
    assert Fraction(0.3) < Fraction(3, 10)
    assert MAX.within(p, q, 0.3)
    assert not MAX.within(p, q, Fraction(0.3))
    assert MAX.within({"a": 1}, {"b": 1}, math.inf)


def test_repr() -> None:
    """A repr can be pasted back."""
    assert "MaxDivergence()" == repr(MAX)
    assert MAX == MaxDivergence()
    assert ("epsilon",) == MAX.quantity.names
