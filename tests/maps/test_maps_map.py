"""Maps: calling, checking, composing, binding, and the quantities that they read and write."""

from __future__ import annotations

import copy
import math
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapwing.errors import (
    DistanceTypeError,
    FreeParameterError,
    InfiniteDistanceError,
    MapSyntaxError,
    NegativeDistanceError,
    NonFiniteError,
    NotANumberError,
    OutOfRangeError,
    ParameterNameError,
    UnknownParameterError,
)
from lapwing.exact import ExactFloat
from lapwing.maps import (
    Curve,
    CurveQuantity,
    Map,
    Param,
    Quantity,
    components,
    identity_map,
    parse,
    real_number,
    symbol,
    whole_number,
)

WHOLE = whole_number("d_in")
REAL = real_number("d_in")
TRIPLE = components(whole_number("l0"), real_number("l1"), real_number("linf"))
PAIR = components(real_number("epsilon"), real_number("delta"))

texts = st.sampled_from(
    [
        "d_in/2",
        "7*d_in/3",
        "d_in*ln(241/240)",
        "d_in^2/(2*(3/10)^2)",
        "1 - exp(-d_in/3)",
        "sqrt(d_in)*sqrt(2)",
        "floor(d_in/3) + d_in/7",
        "max(d_in/3, exp(d_in/1000))",
        "if(d_in <= 2, d_in, inf)",
        "d_in/(d_in + 1)",
        "ln(d_in + 1)",
        "sqrt(2)*sqrt(2)*d_in",
    ]
)
distances = st.one_of(
    st.integers(0, 10**6),
    st.floats(0, 1e12),
    st.fractions(min_value=0, max_value=10**9),
    st.just(ExactFloat(Fraction(1, 3))),
)


def test_the_linear_map() -> None:
    """The commonest map of all, at an int."""
    loss = Map.parse("d_in/2", WHOLE, REAL)
    assert [0.0, 0.5, 1.0] == [loss(d) for d in range(3)]
    assert type(loss(2)) is float


@given(st.integers(0, 10**12), st.integers(1, 10**12), st.integers(0, 10**20))
def test_a_linear_map_gives_the_smallest_float_that_is_not_below(n: int, d: int, d_in: int) -> None:
    """By exact comparison with Fractions."""
    loss = Map(WHOLE, REAL, (n * symbol("d_in") / d,))
    exact = Fraction(n * d_in, d)
    rounded = loss(d_in)
    assert Fraction(rounded) >= exact > Fraction(math.nextafter(rounded, -math.inf))


@pytest.mark.parametrize("text", ["-d_in", "d_in - 5", "-3*d_in/7", "ln(1/3)", "-exp(d_in)"])
@pytest.mark.parametrize("output", [REAL, WHOLE])
def test_a_negative_value_certifies_nothing(text: str, output: Any) -> None:
    """A distance or a loss below zero is a mistake in the map: neither a number nor a yes comes of it."""
    loss = Map.parse(text, WHOLE, output)
    with pytest.raises(NegativeDistanceError):
        loss(2)
    with pytest.raises(NegativeDistanceError):
        loss.check(2, 10)


@given(texts, distances)
def test_a_map_checks_what_it_gives(text: str, d_in: Any) -> None:
    """check(d, map(d)) holds, and the float before it fails unless no precision decides."""
    loss = Map.parse(text, REAL, REAL)
    d_out = loss(d_in)
    assert loss.check(d_in, d_out)
    assert loss.check(d_in, math.inf)
    if 0 < d_out < math.inf and "sqrt(2)*sqrt(2)" not in text:
        smaller = math.nextafter(math.nextafter(d_out, 0), 0)
        assert not loss.check(d_in, smaller)


@given(texts, st.integers(0, 1000))
def test_the_exact_value_agrees_with_the_map(text: str, d_in: int) -> None:
    """`exact` gives a closed expression, whose rounding is the map's value."""
    from lapwing.maps import evaluate

    loss = Map.parse(text, REAL, REAL)
    (exact,) = loss.exact(d_in)
    assert loss(d_in) == evaluate(exact).float_up()


def test_three_releases_at_a_tenth_fit_three_tenths() -> None:
    """A float limit stands for its shortest decimal where that is the larger number."""
    loss = Map.parse("3*d_in/10", WHOLE, REAL)
    assert loss.check(1, 0.3)
    assert not loss.check(1, 0.29999999)
    assert loss.check(1, Fraction(3, 10))  # type: ignore[arg-type]  # exact limits are welcome too
    assert not loss.check(1, Fraction(3, 10) - Fraction(1, 10**30))  # type: ignore[arg-type]  # see above


def test_a_float_distance_is_the_dyadic_number_it_is() -> None:
    """And an exact float is the number it was rounded from."""
    double = Map.parse("3*d_in", REAL, REAL)
    assert (parse(str(Fraction(0.1) * 3)),) == double.exact(0.1)
    assert (parse("1"),) == double.exact(ExactFloat(Fraction(1, 3)))
    assert (parse("3/10"),) == double.exact(Decimal("0.1"))  # type: ignore[arg-type]  # exact numbers are welcome too


@pytest.mark.parametrize(
    ("quantity", "d_in", "error", "text"),
    [
        (WHOLE, 1.0, DistanceTypeError, "d_in must be an int, but 1.0 is of type float"),
        (WHOLE, True, DistanceTypeError, "d_in must be an int, but True is of type bool"),
        (WHOLE, "1", DistanceTypeError, "d_in must be an int, but '1' is of type str"),
        (WHOLE, -1, NegativeDistanceError, "d_in is a distance and must not be negative, but is -1"),
        (REAL, True, DistanceTypeError, "d_in must be a number, but True is of type bool"),
        (REAL, None, DistanceTypeError, "d_in must be a number, but None is of type NoneType"),
        (REAL, math.nan, NonFiniteError, "d_in must be finite, but is nan: give a number"),
        (REAL, math.inf, NonFiniteError, "d_in must be finite, but is inf: give a number"),
        (REAL, -0.5, NegativeDistanceError, "d_in is a distance and must not be negative, but is -0.5"),
        (TRIPLE, 3, DistanceTypeError, "d_in must be a tuple (l0, l1, linf), but 3 is of type int"),
        (TRIPLE, (1, 2), DistanceTypeError, "d_in must be a tuple (l0, l1, linf), but (1, 2) is of type tuple"),
        (TRIPLE, (1.0, 2, 3), DistanceTypeError, "l0 must be an int, but 1.0 is of type float"),
        (TRIPLE, (1, -2.0, 3), NegativeDistanceError, "l1 is a distance and must not be negative, but is -2.0"),
        (
            CurveQuantity("d_in", "alpha"),
            1.0,
            DistanceTypeError,
            "d_in must be a Curve in alpha, but 1.0 is of type float",
        ),
    ],
)
def test_a_wrong_distance_is_refused(quantity: Quantity[Any], d_in: object, error: type[Exception], text: str) -> None:
    """Type, sign and size are checked before anything is computed, in calls and in checks."""
    loss = Map(quantity, REAL, (symbol(quantity.names[0]),))
    for task in (loss, loss.exact, lambda d: loss.check(d, 1.0)):
        with pytest.raises(error) as caught:
            task(d_in)
        assert text == str(caught.value)


@pytest.mark.parametrize(
    ("quantity", "d_out", "error", "text"),
    [
        (WHOLE, 1.5, DistanceTypeError, "d_out must be an int, but 1.5 is of type float"),
        (REAL, math.nan, NonFiniteError, "d_out must be finite, but is nan: give a number"),
        (REAL, -math.inf, NonFiniteError, "d_out must be finite, but is -inf: give a number"),
        (REAL, -0.5, NegativeDistanceError, "d_out is a distance and must not be negative, but is -0.5"),
        (REAL, "1", DistanceTypeError, "d_out must be a number, but '1' is of type str"),
        (REAL, (1.0, 0.0), DistanceTypeError, "d_out must be a number, but (1.0, 0.0) is of type tuple"),
    ],
)
def test_a_wrong_limit_is_refused(quantity: Quantity[Any], d_out: object, error: type[Exception], text: str) -> None:
    """Like a wrong distance."""
    with pytest.raises(error) as caught:
        Map(REAL, quantity, (symbol("d_in"),)).check(1.0, d_out)
    assert text == str(caught.value)


def test_numpy_scalars_are_distances() -> None:
    """Integers of any width are whole; floats of any width are real."""
    assert 3.5 == Map.parse("d_in/2", WHOLE, REAL)(np.int64(7))  # type: ignore[arg-type]  # NumPy's ints are welcome
    assert 0.25 == Map.parse("d_in/2", REAL, REAL)(np.float32(0.5))  # type: ignore[arg-type]  # and its floats


def test_a_whole_output_is_rounded_up_to_an_integer() -> None:
    """And infinity has no integer."""
    assert 4 == Map.parse("7*d_in/2", WHOLE, WHOLE)(1)
    assert 2 == Map.parse("ln(3)*d_in", WHOLE, WHOLE)(1)
    assert type(Map.parse("7*d_in", WHOLE, WHOLE)(1)) is int
    assert 10**400 == Map.parse("d_in", WHOLE, WHOLE)(10**400)
    limited = Map.parse("if(d_in <= 1, d_in, inf)", WHOLE, WHOLE)
    assert 1 == limited(1)
    with pytest.raises(InfiniteDistanceError) as caught:
        limited(2)
    expected = "the distance is infinite, and an integer can't hold that: use a metric with float distances"
    assert expected == str(caught.value)
    assert limited.check(2, math.inf)  # type: ignore[arg-type]  # an infinite limit is no limit
    assert not limited.check(2, 10**100)


def test_a_map_of_several_parts() -> None:
    """From (l0, l1, linf) to (epsilon, delta)."""
    loss = Map.parse("(l1/2, l0*exp(-linf))", TRIPLE, PAIR)
    assert (1.0, 3 * 0.1353352832366127) == pytest.approx(loss((3, 2.0, 2.0)))
    assert loss.check((3, 2.0, 2.0), loss((3, 2.0, 2.0)))
    assert not loss.check((3, 2.0, 2.0), (1.0, 0.1))
    assert not loss.check((3, 2.0, 2.0), (0.9, 1.0))
    with pytest.raises(DistanceTypeError) as caught:
        loss.check((3, 2.0, 2.0), 1.0)  # type: ignore[arg-type]  # the test is that this fails
    assert "d_out must be a tuple (epsilon, delta), but 1.0 is of type float" == str(caught.value)


@given(texts, texts, texts, st.integers(0, 100))
def test_composition_is_substitution_and_associative(a: str, b: str, c: str, d_in: int) -> None:
    """(a then b) then c is a then (b then c), as an expression."""
    first, second, third = (Map.parse(text, REAL, REAL) for text in (a, b, c))
    assert first.then(second).then(third) == first.then(second.then(third))
    assert first.then(identity_map(REAL)) == first == identity_map(REAL).then(first)


def test_parts_meet_by_position() -> None:
    """The names of the second map's inputs are its own business."""
    split = Map.parse("(d_in, 2*d_in)", REAL, components(real_number("a"), real_number("b")))
    merge = Map.parse("x - y", components(real_number("y"), real_number("x")), REAL)
    assert "d_in" == str(split.then(merge))
    with pytest.raises(OutOfRangeError) as caught:
        split.then(identity_map(REAL))
    assert "the next map's input must be made of 2 parts, but is ('d_in',)" == str(caught.value)


def test_parameters_are_bound_by_name() -> None:
    """A float parameter is what the user typed."""
    loss = Map.parse("d_in/scale + exp(-threshold/scale)", REAL, REAL)
    assert {"scale", "threshold"} == loss.parameters
    bound = loss.bind({"scale": 0.1}, threshold=2)
    assert "10*d_in + exp(-20)" == str(bound)
    assert frozenset() == bound.parameters
    for task in (loss, loss.exact, lambda d: loss.check(d, 1.0)):
        with pytest.raises(FreeParameterError) as caught:
            task(1.0)
        assert ("scale", "threshold") == caught.value.names
    with pytest.raises(UnknownParameterError) as unknown:
        loss.bind(size=1)
    assert "size is not a free parameter: the free parameters are scale, threshold" == str(unknown.value)
    with pytest.raises(NotANumberError):
        loss.bind(scale="1")  # type: ignore[arg-type]  # the test is that this fails


def test_maps_compare_by_structure() -> None:
    """Equal maps have equal hashes; copies of any kind are equal."""
    one, same = Map.parse("2*d_in/4", WHOLE, REAL), Map.parse("d_in/2", WHOLE, REAL)
    assert one == same
    assert hash(one) == hash(same)
    assert one != Map.parse("d_in/2", REAL, REAL)
    assert one(1) == 0.5
    assert one == copy.deepcopy(one) == pickle.loads(pickle.dumps(one))
    assert "Map.parse('d_in/2', Scalar(name='d_in', whole=True), Scalar(name='d_in', whole=False))" == repr(one)


def test_a_map_needs_one_expression_for_each_part() -> None:
    """In text and in code."""
    with pytest.raises(MapSyntaxError) as caught:
        Map.parse("d_in", REAL, PAIR)
    assert "a tuple of 1 where 2 belong" == caught.value.problem
    with pytest.raises(OutOfRangeError) as also:
        Map(REAL, PAIR, (symbol("d_in"),))
    assert "the map's outputs must be 2 in number, but is 'd_in'" == str(also.value)


def test_a_curve_is_a_function_written_as_an_expression() -> None:
    """It is exact at any point, and rounds up as a function of floats."""
    renyi = Map.parse("alpha*d_in/2", REAL, CurveQuantity("d_out", "alpha"))
    curve = renyi(1.0)
    assert Curve("alpha", parse("alpha/2")) == curve
    assert "alpha -> alpha/2" == str(curve)
    assert 1.0 == curve(2)
    assert parse("1/20") == curve.at(0.1)
    assert renyi.check(1.0, Curve("alpha", parse("alpha/2")))
    assert renyi.check(1.0, Curve("a", parse("a")))
    assert not renyi.check(1.0, Curve("alpha", parse("alpha/3")))
    assert not renyi.check(1.0, Curve("alpha", parse("1")))
    with pytest.raises(FreeParameterError):
        Curve("alpha", parse("alpha*rho"))(2)
    with pytest.raises(NonFiniteError):
        curve(math.inf)


def test_curves_compose_in_the_variable_of_the_next_map() -> None:
    """Doubling a curve doubles it everywhere, whatever its variable is called."""
    renyi = Map.parse("a*d_in/2", REAL, CurveQuantity("d_out", "a"))
    twice = Map.parse("2*d_in", CurveQuantity("d_in", "alpha"), CurveQuantity("d_out", "alpha"))
    assert "alpha*d_in" == str(renyi.then(twice))
    assert Curve("alpha", parse("2*alpha^2")) == twice(Curve("t", parse("t^2")))


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("d_in", "which names a distance"),
        ("epsilon", "which names a distance"),
        ("l0", "which names a distance"),
        ("floor", "which is a function"),
        ("inf", "which is a function"),
        ("if", "which is a function"),
        ("a b", "which is not an identifier"),
        ("", "which is not an identifier"),
        (3, "which is not an identifier"),
    ],
)
def test_a_parameter_needs_a_name_of_its_own(name: Any, problem: str) -> None:
    """Names of distances and functions are taken."""
    with pytest.raises(ParameterNameError) as caught:
        Param(name)
    assert f"a parameter can't be called {name!r}, {problem}: choose another name, such as 'scale'" == str(caught.value)


def test_a_parameter_is_an_operand() -> None:
    """Arithmetic with it gives expressions."""
    scale = Param("scale")
    assert "scale" == str(scale)
    assert "Param(name='scale', integer=False)" == repr(scale)
    assert parse("(d_in^2 - scale)/(2*scale)") == (symbol("d_in") ** 2 - scale) / (2 * scale)
    assert parse("1/scale + 1 - scale") == 1 / scale + 1 - scale
    assert parse("-scale^2") == -(scale**2)
    assert +scale == parse("scale")
    assert scale + scale == 2 * scale


@pytest.mark.parametrize("n", [0, 1, 7, 120, 2**40 + 1])
@pytest.mark.parametrize("d", [1, 3, 10, 2**30 + 7])
def test_many_distances_at_once_give_the_single_results(n: int, d: int) -> None:
    """The vectorised path for linear maps rounds like the scalar one."""
    loss = Map(WHOLE, REAL, (n * symbol("d_in") / d,))
    values = np.arange(0, 4000, 7)
    assert [loss(int(v)) for v in values] == loss.many(values).tolist()


def test_many_takes_any_map() -> None:
    """Curved maps, several parts, empty input."""
    loss = Map.parse("(d_in/3, 1 - exp(-d_in))", REAL, PAIR)
    points = [0.0, 0.5, 2.0]
    assert [loss(d) for d in points] == [tuple(row) for row in loss.many(np.array(points)).tolist()]
    assert (0, 2) == loss.many([]).shape
    assert (0,) == Map.parse("d_in", REAL, REAL).many(np.array([])).shape
    sums = Map.parse("l0 + l1 + linf", TRIPLE, REAL)
    assert [6.0, 9.5] == sums.many([(1, 2.0, 3.0), (2, 3.5, 4.0)]).tolist()
    with pytest.raises(NegativeDistanceError):
        Map.parse("d_in", WHOLE, REAL).many(np.array([1, -1]))
    with pytest.raises(DistanceTypeError):
        Map.parse("alpha*d_in", REAL, CurveQuantity("d_out", "alpha")).many([1.0])
