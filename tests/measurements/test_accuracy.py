"""Accuracy: exact tails, the safe side, and the other library's numbers."""

from __future__ import annotations

import importlib
import math
from fractions import Fraction
from typing import Any

import gmpy2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapwing.errors import LapwingError
from lapwing.measurements._accuracy import (
    accuracy_to_discrete_gaussian_scale,
    accuracy_to_discrete_laplace_scale,
    accuracy_to_gaussian_scale,
    accuracy_to_laplace_scale,
    discrete_gaussian_scale_to_accuracy,
    discrete_laplace_scale_to_accuracy,
    gaussian_scale_to_accuracy,
    laplace_scale_to_accuracy,
)

SCALES = ["0.3", "1", "2.5", "17"]
ALPHAS = ["0.5", "0.05", "0.001"]


def brute_tail(p: int, scale: Fraction, accuracy: int) -> Any:
    """P[|Z| > accuracy], by adding up the law."""
    with gmpy2.context(precision=200):
        b = gmpy2.mpfr(gmpy2.mpq(scale.numerator, scale.denominator))
        reach = int(60 * scale) + accuracy + 60
        weights = [gmpy2.exp(-z / b) if p == 1 else gmpy2.exp(-z * z / (2 * b * b)) for z in range(reach)]
        return 2 * sum(weights[accuracy + 1 :]) / (2 * sum(weights) - 1)


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(
    ("p", "accuracy"), [(1, discrete_laplace_scale_to_accuracy), (2, discrete_gaussian_scale_to_accuracy)]
)
def test_the_discrete_accuracy_is_the_least(p: int, accuracy: Any, scale: str, alpha: str) -> None:
    """By brute force: the noise is larger with probability alpha at most, and one less would not do."""
    found = accuracy(Fraction(scale), Fraction(alpha))
    assert brute_tail(p, Fraction(scale), found) <= Fraction(alpha)
    assert found == 0 or brute_tail(p, Fraction(scale), found - 1) > Fraction(alpha)


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("accuracy", [0, 1, 5, 40])
@pytest.mark.parametrize(
    ("p", "scale"), [(1, accuracy_to_discrete_laplace_scale), (2, accuracy_to_discrete_gaussian_scale)]
)
def test_the_discrete_scale_is_the_largest(p: int, scale: Any, accuracy: int, alpha: str) -> None:
    """By brute force: the noise of the scale meets the accuracy, and that of a scale 1e-12 larger does not."""
    found = Fraction(scale(accuracy, Fraction(alpha)))
    assert brute_tail(p, found, accuracy) <= Fraction(alpha)
    assert brute_tail(p, found * (1 + Fraction(1, 10**12)), accuracy) > Fraction(alpha)


@given(st.floats(1e-6, 1e6), st.floats(1e-12, 0.999))
def test_the_laplace_accuracy_is_rounded_up(scale: float, alpha: float) -> None:
    """scale*ln(1/alpha), the next float above it at most."""
    with gmpy2.context(precision=200):
        exact = gmpy2.mpfr(repr(scale)) * gmpy2.log(1 / gmpy2.mpfr(repr(alpha)))
        found = laplace_scale_to_accuracy(scale, alpha)
        assert math.nextafter(found, 0) < exact <= found


@given(st.floats(1e-6, 1e6), st.floats(1e-12, 0.999))
def test_the_gaussian_accuracy_is_rounded_up(scale: float, alpha: float) -> None:
    """The first float at which the tail is alpha at most."""
    with gmpy2.context(precision=200):
        found = gaussian_scale_to_accuracy(scale, alpha)

        def tail(a: float) -> Any:
            return gmpy2.erfc(gmpy2.mpfr(a) / (gmpy2.mpfr(repr(scale)) * gmpy2.sqrt(gmpy2.mpfr(2))))

        assert tail(found) <= gmpy2.mpfr(repr(alpha)) < tail(math.nextafter(found, 0))


@given(st.floats(1e-3, 1e6), st.floats(1e-12, 0.999))
def test_there_and_back(accuracy: float, alpha: float) -> None:
    """The scale for an accuracy has that accuracy or a better one, and comes back to it within 1e-12."""
    for to_scale, to_accuracy in (
        (accuracy_to_laplace_scale, laplace_scale_to_accuracy),
        (accuracy_to_gaussian_scale, gaussian_scale_to_accuracy),
    ):
        again = to_accuracy(to_scale(accuracy, alpha), alpha)
        assert accuracy * (1 - 1e-12) <= again <= math.nextafter(accuracy, math.inf)


EDGES: list[tuple[Any, tuple[Any, ...], float]] = [
    (laplace_scale_to_accuracy, (0, 0.1), 0.0),
    (laplace_scale_to_accuracy, (5, 1), 0.0),
    (gaussian_scale_to_accuracy, (0, 0.1), 0.0),
    (gaussian_scale_to_accuracy, (5, 1), 0.0),
    (discrete_laplace_scale_to_accuracy, (0, 0.1), 0),
    (discrete_gaussian_scale_to_accuracy, (5, 1), 0),
    (accuracy_to_laplace_scale, (0, 0.1), 0.0),
    (accuracy_to_gaussian_scale, (0, 0.1), 0.0),
]


@pytest.mark.parametrize(("function", "arguments", "expected"), EDGES)
def test_the_edges(function: Any, arguments: tuple[Any, ...], expected: float) -> None:
    """No noise, and no demand."""
    assert expected == function(*arguments)


REFUSED: list[tuple[Any, tuple[Any, ...], str]] = [
    (laplace_scale_to_accuracy, (-1, 0.1), "scale must be at least 0, but is -1"),
    (laplace_scale_to_accuracy, (1, 0), "alpha must be above 0 and at most 1, but is 0"),
    (gaussian_scale_to_accuracy, (1, 1.5), "alpha must be above 0 and at most 1, but is 1.5"),
    (discrete_gaussian_scale_to_accuracy, (1, math.nan), "alpha must be finite, but is nan: give a number"),
    (accuracy_to_laplace_scale, (-1, 0.1), "accuracy must be at least 0, but is -1"),
    (accuracy_to_gaussian_scale, (1, 1), "alpha must be between 0 and 1, both excluded, but is 1"),
    (accuracy_to_discrete_laplace_scale, (1.5, 0.1), "accuracy must be a whole number, but is 1.5"),
]


@pytest.mark.parametrize(("function", "arguments", "text"), REFUSED)
def test_a_wrong_parameter_is_refused(function: Any, arguments: tuple[Any, ...], text: str) -> None:
    """Each with its text."""
    with pytest.raises(LapwingError) as caught:
        function(*arguments)
    assert text == str(caught.value)


@pytest.mark.parametrize("alpha", [0.5, 0.05, 0.001])
@pytest.mark.parametrize("scale", [0.3, 1.0, 2.5, 17.0])
def test_opendp_agrees(scale: float, alpha: float) -> None:
    """Its continuous numbers to 1e-9. Its discrete accuracy is for |Z| >= a, so ours, for |Z| > a, is its ceiling less one."""
    theirs: Any = importlib.import_module("opendp.accuracy")
    importlib.import_module("opendp.prelude").enable_features("contrib")
    assert laplace_scale_to_accuracy(scale, alpha) == pytest.approx(
        theirs.laplacian_scale_to_accuracy(scale, alpha), rel=1e-9
    )
    assert gaussian_scale_to_accuracy(scale, alpha) == pytest.approx(
        theirs.gaussian_scale_to_accuracy(scale, alpha), rel=1e-9
    )
    laplace = max(0, math.ceil(theirs.discrete_laplacian_scale_to_accuracy(scale, alpha)) - 1)
    assert laplace == discrete_laplace_scale_to_accuracy(scale, alpha)
    gaussian = max(0, math.ceil(theirs.discrete_gaussian_scale_to_accuracy(scale, alpha)) - 1)
    assert gaussian == discrete_gaussian_scale_to_accuracy(scale, alpha)
    assert accuracy_to_laplace_scale(scale, alpha) == pytest.approx(
        theirs.accuracy_to_laplacian_scale(scale, alpha), rel=1e-9
    )
    assert accuracy_to_gaussian_scale(scale, alpha) == pytest.approx(
        theirs.accuracy_to_gaussian_scale(scale, alpha), rel=1e-9
    )
    for whole in (1, 10, 200):
        expected = theirs.accuracy_to_discrete_laplacian_scale(float(whole + 1), alpha)
        assert accuracy_to_discrete_laplace_scale(whole, alpha) == pytest.approx(expected, rel=1e-9)


def test_where_opendp_is_on_the_unsafe_side() -> None:
    """At scale 1000 and alpha 1e-6 its Gaussian accuracy is exceeded with a larger probability than alpha."""
    theirs: Any = importlib.import_module("opendp.accuracy")
    importlib.import_module("opendp.prelude").enable_features("contrib")
    with gmpy2.context(precision=200):
        root = 1000 * gmpy2.sqrt(gmpy2.mpfr(2))
        assert gmpy2.erfc(gmpy2.mpfr(theirs.gaussian_scale_to_accuracy(1000.0, 1e-6)) / root) > gmpy2.mpfr("1e-6")
        assert gmpy2.erfc(gmpy2.mpfr(gaussian_scale_to_accuracy(1000, 1e-6)) / root) <= gmpy2.mpfr("1e-6")
