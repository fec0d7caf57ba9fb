"""ZExpFamily and the functions that it adds to the map language."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lapwing.prelude as dp
from lapwing.errors import LapwingError
from lapwing.maps import INFINITY, constant, evaluate, from_json, parse, sqrt, symbol, to_json
from lapwing.measurements._exp_family import (
    AT_LEAST_ONCE,
    GRID_STEP,
    GRID_UP,
    NOISE_GRID,
    THRESHOLD_GAP,
    ZExpFamily,
    grid_exponent,
    tail,
)
from lapwing.sampling import DiscreteGaussianLaw, DiscreteLaplaceLaw

MAX, RHO = dp.MaxDivergence(), dp.ZeroConcentratedDivergence()
KEYED, KEYED2 = dp.L01InfDistance(dp.AbsoluteDistance(int)), dp.L02InfDistance(dp.AbsoluteDistance(int))


@pytest.mark.parametrize("metric", [dp.AbsoluteDistance(int), dp.L1Distance(int)])
def test_laplace(metric: Any) -> None:
    """P = 1 is priced in ε."""
    assert "2/3*d_in" == str(ZExpFamily(1, 1.5).noise_privacy_map(metric, MAX)).replace("2*d_in/3", "2/3*d_in")


@pytest.mark.parametrize("metric", [dp.AbsoluteDistance(int), dp.L2Distance(float)])
def test_gaussian(metric: Any) -> None:
    """P = 2 is priced in ρ."""
    assert "d_in^2/8" == str(ZExpFamily(2, 2).noise_privacy_map(metric, RHO))


def test_a_family_is_its_fields() -> None:
    """Equality and repr, which can be pasted back."""
    assert ZExpFamily(1, 0.5) == ZExpFamily(1, Fraction(1, 2))
    other: object = ZExpFamily(2, 0.5)
    assert ZExpFamily(1, 0.5) != other
    assert "ZExpFamily(p=1, scale=Fraction(1, 2))" == repr(ZExpFamily(1, 0.5))


REFUSED: list[tuple[Any, str]] = [
    (lambda: ZExpFamily(3, 1), "p must be 1 (Laplace) or 2 (Gaussian), but is 3"),
    (lambda: ZExpFamily(1, -1), "scale must be at least 0, but is -1"),
    (lambda: ZExpFamily(1, math.nan), "scale must be finite, but is nan: give a number"),
    (
        lambda: ZExpFamily(1, -sqrt(constant(2))),
        "scale must be a rational number or a formula of free parameters, but is parse('-sqrt(2)')",
    ),
    (
        lambda: ZExpFamily(2, symbol("d_in")),
        "scale must be a rational number or a formula of free parameters, but is parse('d_in')",
    ),
    (
        lambda: ZExpFamily(1, INFINITY),
        "scale must be a rational number or a formula of free parameters, but is parse('inf')",
    ),
    (
        lambda: ZExpFamily(1, 1).noise_threshold_privacy_map(KEYED, dp.Approximate(MAX), sqrt(constant(500))),
        "threshold must be a rational number or a formula of free parameters, but is parse('10*sqrt(5)')",
    ),
    (
        lambda: (dp.space_of(int) >> dp.then_laplace(sqrt(dp.Param("variance")))).bind(variance=2),
        "scale must be a rational number or a formula of free parameters, but is parse('sqrt(2)')",
    ),
    (
        lambda: ZExpFamily(1, 1).noise_privacy_map(dp.L2Distance(float), MAX),
        "ZExpFamily(1, ...) needs distances by AbsoluteDistance or L1Distance: L2Distance(float) is another metric",
    ),
    (
        lambda: ZExpFamily(2, 1).noise_privacy_map(dp.L2Distance(float), MAX),  # type: ignore[arg-type]  # this is the mistake
        "ZExpFamily(2, ...) needs the measure ZeroConcentratedDivergence(): MaxDivergence() is another one",
    ),
    (
        lambda: ZExpFamily(1, 1).noise_threshold_privacy_map(KEYED2, dp.Approximate(MAX), 5),
        "ZExpFamily(1, ...) needs distances by L01InfDistance: L02InfDistance(AbsoluteDistance(int)) is another metric",
    ),
    (
        lambda: ZExpFamily(1, 1).noise_threshold_privacy_map(KEYED, dp.Approximate(RHO), 5),
        "ZExpFamily(1, ...) needs the measure Approximate(MaxDivergence()): "
        "Approximate(ZeroConcentratedDivergence()) is another one",
    ),
]


@pytest.mark.parametrize(("build", "text"), REFUSED)
def test_a_wrong_parameter_is_refused(build: Any, text: str) -> None:
    """With a text that names what was expected."""
    with pytest.raises(LapwingError) as caught:
        build()
    assert text == str(caught.value)


def test_a_formula_of_parameters_is_a_scale() -> None:
    """Once they are bound: sqrt(4) is a number that noise can be drawn with."""
    release = (dp.space_of(int) >> dp.then_laplace(sqrt(dp.Param("variance")))).bind(variance=4)
    assert 0.5 == release.map(1)
    assert isinstance(release(7), int)


@pytest.mark.parametrize("scale", ["0.01", "0.5", "1", "30", "1000000"])
@pytest.mark.parametrize("t", [0, 1, 2, 17])
@pytest.mark.parametrize("p", [1, 2])
def test_the_tail_is_that_of_the_sampler(p: int, scale: str, t: int) -> None:
    """The number in the map is the number in the sampler."""
    law: Any = DiscreteLaplaceLaw(Fraction(scale)) if p == 1 else DiscreteGaussianLaw(Fraction(scale))
    mine, theirs = tail(p, constant(Fraction(scale)), constant(t)), law.tail(t)
    assert evaluate(theirs).float_up() == evaluate(mine).float_up()


@given(st.fractions(0, 1).filter(lambda p: p < 1), st.integers(0, 60))
def test_at_least_once_is_its_definition(p: Fraction, n: int) -> None:
    """1 - (1 - p)^n, rounded up."""
    found = Fraction(evaluate(AT_LEAST_ONCE(p, n)).float_up())
    exact = 1 - (1 - p) ** n
    assert exact <= found <= exact * (1 + Fraction(1, 2**52))


@pytest.mark.parametrize("exponent", [1, 30, 100, 290])
@pytest.mark.parametrize("n", [1, 2, 10**6])
def test_at_least_once_of_next_to_nothing(exponent: int, n: int) -> None:
    """Where 1 - (1 - p) is 0 in floats, it is right to the last digit."""
    p = Fraction(1, 10**exponent)
    found = Fraction(evaluate(AT_LEAST_ONCE(p, n)).float_up())
    exact = 1 - (1 - p) ** n if exponent == 1 and n < 100 else None
    assert found <= n * p * (1 + Fraction(1, 2**52))
    assert found >= (exact if exact is not None else (n * p - (n * p) ** 2 / 2 if n * p < 1 else Fraction(1, 2)))


@given(st.floats(0, 1e300), st.integers(-1074, 1023))
def test_grid_up_is_the_next_multiple(distance: float, k: int) -> None:
    """The smallest multiple of 2^k that is not below."""
    step, exact = Fraction(2) ** k, Fraction(distance)
    found = GRID_UP(exact, k).rational
    assert found is not None
    assert 0 == found % step
    assert exact <= found < exact + step


def test_grid_up_of_a_root() -> None:
    """A distance that is not rational is enclosed."""
    assert 1.5 == evaluate(GRID_UP(dp.sqrt(2), -2)).float_up()


@given(st.fractions(Fraction(1, 10**30), 10**30), st.integers(1, 100))
def test_the_grid_follows_the_scale(scale: Fraction, bits: int) -> None:
    """The scale is between 2^(bits-1) and 2^bits steps."""
    k = grid_exponent(scale, bits)
    assert Fraction(2) ** (bits - 1) < scale / Fraction(2) ** k <= Fraction(2) ** bits
    assert constant(k) == NOISE_GRID(scale, bits)


@pytest.mark.parametrize(
    ("scale", "expected"), [(Fraction(0), -1074), (Fraction(1, 2**1070), -1074), (Fraction(2) ** 1200, 1023)]
)
def test_the_grid_stays_within_floats(scale: Fraction, expected: int) -> None:
    """At both ends."""
    assert expected == grid_exponent(scale, 48)


FUNCTIONS = [
    AT_LEAST_ONCE(symbol("p"), symbol("n")),
    THRESHOLD_GAP(symbol("t"), symbol("most")),
    GRID_UP(symbol("d_in"), symbol("k")) + GRID_STEP(symbol("k")),
    NOISE_GRID(symbol("scale"), 96),
]


@pytest.mark.parametrize("expression", FUNCTIONS, ids=str)
def test_the_functions_have_all_forms(expression: dp.Expr) -> None:
    """Text and JSON read back to the same tree, and LaTeX is there."""
    assert expression == parse(str(expression)) == from_json(to_json(expression))
    assert dp.Map(dp.real_number("d_in"), dp.real_number("d_out"), (expression,)).latex()
