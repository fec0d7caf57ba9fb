"""Inverting a map and solving it for a parameter: tight to one float, and always on the private side."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapwing.errors import FreeParameterError, UnsolvableError
from lapwing.maps import Map, components, real_number, whole_number

WHOLE = whole_number("d_in")
REAL = real_number("d_in")
PAIR = components(real_number("epsilon"), real_number("delta"))

RISING = [
    "d_in/2",
    "7*d_in/3",
    "d_in*ln(241/240)",
    "d_in^2/8",
    "exp(d_in/100) - 1",
    "sqrt(d_in)/3",
    "ln(d_in + 1)",
    "d_in + sqrt(d_in)",
    "floor(d_in/3) + d_in/7",
    "max(d_in/3, exp(d_in/1000) - 1)",
    "d_in/(100000 - min(d_in, 99999))",
]
FALLING_IN_SCALE = [
    "d_in*240/scale",
    "d_in^2/(2*scale^2)",
    "d_in/scale + exp(-scale)",
    "exp(d_in/scale) - 1",
    "ln(1 + d_in/scale)",
    "d_in*exp(-scale)",
    "d_in/(scale + 1)",
]
RISING_IN_SCALE = ["d_in*scale", "exp(d_in*scale) - 1", "d_in*scale^2 + scale", "sqrt(scale)*d_in", "floor(scale)*d_in"]


@given(st.sampled_from(RISING), st.floats(0.01, 700))
def test_the_inverse_is_the_largest_float(text: str, d_out: float) -> None:
    """It meets the limit, and the next float does not."""
    loss = Map.parse(text, REAL, REAL)
    d_in = loss.inverse(d_out)
    assert type(d_in) is float
    assert loss.check(d_in, d_out)
    assert not loss.check(math.nextafter(d_in, math.inf), d_out)


@given(st.sampled_from(RISING), st.floats(0.01, 700))
def test_the_inverse_is_the_largest_integer(text: str, d_out: float) -> None:
    """For a whole distance, the next integer does not meet the limit."""
    loss = Map.parse(text, WHOLE, REAL)
    d_in = loss.inverse(d_out)
    assert type(d_in) is int
    assert loss.check(d_in, d_out)
    assert not loss.check(d_in + 1, d_out)


@given(st.sampled_from(RISING), st.floats(0, 1000))
def test_the_inverse_of_a_value_is_not_below_the_distance(text: str, d_in: float) -> None:
    """What a map gives, its inverse takes back."""
    loss = Map.parse(text, REAL, REAL)
    if loss(d_in) < 900:
        assert loss.inverse(loss(d_in)) >= d_in


def test_the_inverse_of_a_map_with_several_outputs() -> None:
    """All limits are met, and one is tight."""
    loss = Map.parse("(d_in/2, 1 - exp(-d_in))", WHOLE, PAIR)
    assert 4 == loss.inverse((2.0, 1.0))
    assert 1 == loss.inverse((2.0, 0.7))


@pytest.mark.parametrize(
    ("text", "d_out", "message"),
    [
        ("d_in + 1", 0.5, "d_in + 1 at most 0.5 has no solution: not even the distance 0 meets it"),
        (
            "d_in/(d_in + 1)",
            1.0,
            "d_in/(d_in + 1) at most 1.0 has no solution: every distance meets it, so there is no largest one",
        ),
        ("d_in", math.inf, "d_in at most inf has no solution: every distance meets it, so there is no largest one"),
    ],
)
def test_an_inverse_that_does_not_exist(text: str, d_out: float, message: str) -> None:
    """The error says whether nothing or everything meets the limit, for real and for whole distances."""
    for quantity in (REAL, WHOLE):
        loss: Map[Any, float] = Map.parse(text, quantity, REAL)
        with pytest.raises(UnsolvableError) as caught:
            loss.inverse(d_out)
        assert message == str(caught.value)


def test_the_inverse_needs_one_distance() -> None:
    """A tuple has no largest value."""
    loss = Map.parse("l0 + l1", components(real_number("l0"), real_number("l1")), REAL)
    with pytest.raises(UnsolvableError) as caught:
        loss.inverse(1.0)
    expected = "l0 + l1 at most 1.0 has no solution: the distance has several parts (l0, l1), and only one can be found"
    assert expected == str(caught.value)
    with pytest.raises(FreeParameterError):
        Map.parse("d_in/scale", REAL, REAL).inverse(1.0)


@pytest.mark.parametrize(
    ("text", "d_in", "d_out", "expected"),
    [
        ("d_in*240/scale", 1, 0.1, Fraction(2400)),
        ("d_in*240/scale", 1, Fraction(1, 7), Fraction(1680)),
        ("d_in^2/(2*scale^2)", 1, 0.5, Fraction(1)),
        ("d_in*scale", 3, 1, Fraction(1, 3)),
        ("(d_in + scale)/(2*scale)", 1, 3, Fraction(1, 5)),
        ("sqrt(d_in/scale)", 1, 0.1, Fraction(100)),
        ("ln(d_in*scale)", 1, 0, Fraction(1)),
    ],
)
def test_algebra_gives_the_exact_number(text: str, d_in: float, d_out: Any, expected: Fraction) -> None:
    """Where the equation has a rational solution, that is the answer: 0.1 means a tenth."""
    assert expected == Map.parse(text, REAL, REAL).solve(d_in, d_out)


@given(st.sampled_from(FALLING_IN_SCALE), st.floats(0.05, 50), st.floats(0.05, 5))
def test_the_smallest_parameter_that_will_do(text: str, d_in: float, d_out: float) -> None:
    """Where the loss falls with the parameter, the next smaller float would be too lossy."""
    loss = Map.parse(text, REAL, REAL)
    if loss.bind(scale=5e-324).check(d_in, d_out):
        return
    value = loss.solve(d_in, d_out)
    assert loss.bind(scale=value).check(d_in, d_out)
    assert not loss.bind(scale=value * (1 - Fraction(1, 2**50))).check(d_in, Fraction(str(d_out)))  # type: ignore[arg-type]  # as typed


@given(st.sampled_from(RISING_IN_SCALE), st.floats(0.05, 50), st.floats(0.05, 5))
def test_the_largest_parameter_that_will_do(text: str, d_in: float, d_out: float) -> None:
    """Where the loss rises with the parameter, the next larger float would be too lossy."""
    loss = Map.parse(text, REAL, REAL)
    value = loss.solve(d_in, d_out)
    assert loss.bind(scale=value).check(d_in, d_out)
    assert not loss.bind(scale=value * (1 + Fraction(1, 2**50))).check(d_in, Fraction(str(d_out)))  # type: ignore[arg-type]  # as typed


@given(st.sampled_from([*FALLING_IN_SCALE, *RISING_IN_SCALE]), st.floats(0.05, 50), st.floats(0.05, 5))
def test_a_whole_parameter(text: str, d_in: float, d_out: float) -> None:
    """The last integer on the private side: one step further is too lossy."""
    loss = Map.parse(text, REAL, REAL)
    rising = text in RISING_IN_SCALE
    if not rising and loss.bind(scale=0).check(d_in, d_out):
        return
    value = loss.solve(d_in, d_out, integer=True)
    assert value.denominator == 1
    assert loss.bind(scale=value).check(d_in, d_out)
    further = value + 1 if rising else value - 1
    assert not loss.bind(scale=further).check(d_in, Fraction(str(d_out)))  # type: ignore[arg-type]  # as typed


def test_solving_for_several_limits() -> None:
    """All limits are met; the tightest one decides."""
    loss = Map.parse("(d_in/scale, d_in*exp(-scale))", REAL, PAIR)
    assert Fraction(10) == loss.solve(1.0, (0.1, 0.5))
    value = loss.solve(1.0, (10.0, 1e-6))
    assert loss.bind(scale=value).check(1.0, (10.0, 1e-6))
    assert 13.8 < value < 13.9


@pytest.mark.parametrize(
    ("text", "d_in", "d_out", "reason"),
    [
        ("d_in/2", 1.0, 1.0, "it takes one free parameter, but none is free"),
        ("d_in*scale*size", 1.0, 1.0, "it takes one free parameter, but scale, size are free"),
        ("d_in + scale", 3.0, 1.0, "no value of scale meets it"),
        ("d_in + 1/scale", 3.0, 1.0, "no value of scale meets it"),
        ("d_in/scale", 0.0, 1.0, "every value of scale meets it"),
        ("d_in/scale", 1.0, math.inf, "every value of scale meets it"),
        ("max(scale, 1/scale)", 1.0, 2.0, "the loss both rises and falls with scale: bind a value, such as 0.5"),
    ],
)
def test_what_has_no_solution(text: str, d_in: float, d_out: float, reason: str) -> None:
    """Each with its reason."""
    loss = Map.parse(text, REAL, REAL)
    with pytest.raises(UnsolvableError) as caught:
        loss.solve(d_in, d_out)
    assert reason == caught.value.reason
    assert f"{loss} at most {d_out!r} for d_in = {d_in!r} has no solution: {reason}" == str(caught.value)
