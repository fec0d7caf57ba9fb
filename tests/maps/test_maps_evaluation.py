"""Evaluation: exact where it can be, enclosed where it must be, against MPFR and Fraction."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import gmpy2
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from map_strategies import Built, Point, exact_expressions, points

from lapwing.errors import ArityError, FreeParameterError, FunctionNameError
from lapwing.maps import (
    INFINITY,
    UNDEFINED,
    choose,
    compare,
    constant,
    define_function,
    equal,
    evaluate,
    exp,
    floor,
    from_json,
    less,
    less_equal,
    ln,
    maximum,
    minimum,
    parse,
    sqrt,
    substitute,
    symbol,
    to_json,
)
from lapwing.maps._evaluate import Program, Run

if TYPE_CHECKING:
    from flint import arb

positive = st.fractions(min_value=Fraction(1, 1000), max_value=1000)


def mpfr_up(function: str, x: Fraction) -> float:
    """Compute exp, log or sqrt with 600 bits, then round up to a float."""
    with gmpy2.context(precision=600):
        exact = getattr(gmpy2, function)(gmpy2.mpq(x.numerator, x.denominator))
    with gmpy2.context(gmpy2.ieee(64), round=gmpy2.RoundUp, subnormalize=True):
        return float(gmpy2.mpfr(exact))


@given(positive)
def test_logarithms_round_as_mpfr_rounds_them(x: Fraction) -> None:
    """The smallest float that is not below."""
    assert mpfr_up("log", x) == evaluate(ln(x)).float_up()


@given(st.fractions(min_value=-700, max_value=700))
def test_exponentials_round_as_mpfr_rounds_them(x: Fraction) -> None:
    """Across almost the whole range of floats."""
    assert mpfr_up("exp", x) == evaluate(exp(x)).float_up()


@given(positive)
def test_square_roots_round_as_mpfr_rounds_them(x: Fraction) -> None:
    """Exact squares included: they are rational, so nothing is left open."""
    assert math.sqrt(2.25) == evaluate(sqrt(Fraction(9, 4))).float_up()
    assert mpfr_up("sqrt", x) == evaluate(sqrt(x)).float_up()


@given(positive, positive)
def test_a_formula_rounds_as_mpfr_rounds_it(x: Fraction, y: Fraction) -> None:
    """The conversion from zCDP to approximate DP, x + 2*sqrt(x*ln(1 + y))."""
    with gmpy2.context(precision=600):
        a, b = gmpy2.mpq(x.numerator, x.denominator), gmpy2.mpq(y.numerator, y.denominator)
        exact = gmpy2.mpfr(a) + 2 * gmpy2.sqrt(gmpy2.mpfr(a) * gmpy2.log(gmpy2.mpfr(b) + 1))
    with gmpy2.context(gmpy2.ieee(64), round=gmpy2.RoundUp):
        expected = float(gmpy2.mpfr(exact))
    e = constant(x) + 2 * sqrt(x * ln(constant(y) + 1))
    # MPFR's own 600 bits may fall on either side of a float that the formula meets exactly, which none does here.
    assert expected == evaluate(e).float_up()


@given(exact_expressions, points)
def test_a_program_agrees_with_substitution(built: Built, point: Point) -> None:
    """One compiled program with inputs, and the closed expression, have one value."""
    names = tuple(sorted(point))
    program = Program((built.expression,), names)
    value = Run(program, [point[name] for name in names]).evaluation(0)
    (closed,) = substitute((built.expression,), {name: constant(x) for name, x in point.items()})
    # Where a substitution cancels a pole on the way, the closed expression may be defined at more points.
    assume(evaluate(closed).exact() != math.inf and value.exact() != math.inf)
    assert evaluate(closed).exact() == value.exact()
    assert evaluate(closed).float_up() == value.float_up()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1/0 + 0", None),
        ("ln(0)", math.inf),
        ("ln(-1)", math.inf),
        ("sqrt(-1)", math.inf),
        ("inf - inf", math.inf),
        ("0*inf", math.inf),
        ("inf/inf", math.inf),
        ("-(inf - inf)", math.inf),
        ("1/(inf - inf)", math.inf),
        ("min(1, ln(0))", math.inf),
        ("exp(-ln(0))", math.inf),
        ("inf", math.inf),
        ("inf + 3", math.inf),
        ("3 - inf", -math.inf),
        ("2*inf", math.inf),
        ("-2*inf", -math.inf),
        ("inf*inf", math.inf),
        ("inf^3", math.inf),
        ("(-inf)^3", -math.inf),
        ("3/inf", 0.0),
        ("exp(inf)", math.inf),
        ("exp(-inf)", 0.0),
        ("ln(inf)", math.inf),
        ("sqrt(inf)", math.inf),
        ("floor(-inf)", -math.inf),
        ("min(inf, 3)", 3.0),
        ("max(inf, 3)", math.inf),
        ("max(-inf, 3)", 3.0),
        ("if(inf <= 3, 1, 2)", 2.0),
        ("if(-inf < 3, 1, 2)", 1.0),
        ("if(1 <= 2, 3, ln(0))", 3.0),
        ("if(1 <= 2, ln(0), 3)", math.inf),
        ("if(ln(0) <= 2, 3, 4)", math.inf),
        ("if(ln(2) <= 1, 3, 4)", 3.0),
        ("if(ln(2) < ln(2), 3, 4)", 4.0),
        ("if(exp(1) == 3, 3, 4)", 4.0),
        ("floor(100*ln(2))", 69.0),
        ("floor(7/2) + floor(-7/2)", -1.0),
        ("max(ln(2), 7/10)", 0.7000000000000001),
        ("exp(exp(exp(exp(10))))", math.inf),
        ("exp(-exp(exp(10)))", 5e-324),
        ("0^0", 1.0),
        ("exp(ln(5))", 5.0),
        ("ln(exp(5))", 5.0),
        ("ln(1)", 0.0),
        ("exp(0)", 1.0),
    ],
)
def test_values(text: str, expected: float | None) -> None:
    """Infinities follow the rules of limits, and what is undefined is infinite in the end, however deep it sits."""
    if expected is None:
        with pytest.raises(ValueError, match="a division by zero"):
            parse(text)
        return
    assert expected == evaluate(parse(text)).float_up()


@pytest.mark.parametrize(
    ("text", "d_in", "expected"),
    [
        ("1/d_in", 0, math.inf),
        ("d_in*inf", 0, math.inf),
        ("d_in*inf", 1, math.inf),
        ("1 - d_in*inf", 1, -math.inf),
        ("inf/d_in", 2, math.inf),
        ("1/(d_in*inf)", 2, math.inf),
        ("(d_in + 1)*inf", 2, math.inf),
        ("(d_in - 3)*inf", 2, -math.inf),
        ("if(d_in <= 0, 0, 1/d_in)", 0, 0.0),
        ("if(d_in <= 0, 0, 1/d_in)", 4, 0.25),
        ("if(d_in <= 0, 0, inf)", 0, 0.0),
        ("if(d_in <= 0, 0, inf)", 1, math.inf),
        ("if(d_in == 1, exp(d_in), 2)", 2, 2.0),
        ("max(-d_in*inf, d_in)", 5, 5.0),
        ("min(d_in*inf, d_in)", 5, 5.0),
        ("ln(d_in)", 0, math.inf),
        ("sqrt(d_in - 1)", 0, math.inf),
        ("exp(ln(d_in)*inf)", 2, math.inf),
    ],
)
def test_values_at_a_distance(text: str, d_in: int, expected: float) -> None:
    """The same rules hold in a program as in a closed expression."""
    e = parse(text)
    assert expected == Run(Program((e,), ("d_in",)), (d_in,)).evaluation(0).float_up()
    (closed,) = substitute((e,), {"d_in": constant(d_in)})
    assert expected == evaluate(closed).float_up()


def test_a_number_too_long_to_keep_is_enclosed() -> None:
    """Two to the power of 2^40 fits no memory, but its enclosure does."""
    power = Run(Program((parse("d_in^1099511627776"),), ("d_in",)), (2,)).evaluation(0)
    assert math.inf == power.float_up()
    assert None is power.int_up()
    assert 5e-324 == Run(Program((parse("d_in^1099511627776"),), ("d_in",)), (Fraction(1, 2),)).evaluation(0).float_up()


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("1/3", "0.333", 1),
        ("ln(2)", "7/10", -1),
        ("ln(8)", "3*ln(2)", None),
        ("exp(1)", "exp(1)", 0),
        ("inf", "inf", 0),
        ("inf", "exp(5)", 1),
        ("exp(5)", "inf", -1),
        ("-inf", "exp(5)", -1),
        ("undefined", "inf", 0),
        ("undefined", "3", 1),
        ("sqrt(2)", "141421356237309504880168872420969807/10^35", 1),
    ],
)
def test_comparing(a: str, b: str, expected: int | None) -> None:
    """By exact difference first, then by refinement; what no precision decides is None."""
    assert expected == compare(parse(a), parse(b))


def test_an_expression_with_free_symbols_has_no_value() -> None:
    """The error names them."""
    with pytest.raises(FreeParameterError) as caught:
        evaluate(parse("scale*d_in"))
    assert ("d_in", "scale") == caught.value.names


def test_conditions_are_normalised() -> None:
    """A positive factor drops out; a constant condition is decided; equal branches need none."""
    x, y = symbol("x"), symbol("y")
    assert choose(less_equal(2 * x, 4), 1, 2) == choose(less_equal(x / 3, Fraction(2, 3)), 1, 2)
    assert choose(equal(x, y), 1, 2) == choose(equal(-3 * y, -3 * x), 1, 2)
    assert choose(less(x, y), 1, 2) != choose(less(y, x), 1, 2)
    assert constant(1) == choose(less(1, 2), 1, 2)
    assert x == choose(less(x, y), x, x)
    assert "x <= 2" == str(less_equal(2 * x, 4))


def test_min_and_max_are_flat_sorted_and_without_repeats() -> None:
    """One shape for one set of arguments."""
    x, y = symbol("x"), symbol("y")
    assert maximum(x, maximum(y, 3), 2, x) == maximum(3, y, x)
    assert minimum(x, INFINITY) == x
    assert maximum(x, INFINITY) == INFINITY
    assert maximum(x) == x
    assert UNDEFINED == maximum(x, UNDEFINED)
    with pytest.raises(ArityError) as caught:
        maximum()
    assert "max takes one or more arguments, but got 0" == str(caught.value)


def test_square_factors_leave_the_root() -> None:
    """One text for one number, and a number too long to take apart stays as it is."""
    assert sqrt(8) == 2 * sqrt(2)
    assert sqrt(Fraction(1, 2)) == sqrt(2) / 2
    assert "sqrt(6)/3" == str(sqrt(Fraction(2, 3)))
    long = Fraction(3**7000, 2**11001)
    assert sqrt(long) == parse(str(sqrt(long)))


def test_floor_of_a_floor_is_one_floor() -> None:
    """An integer is its own floor."""
    assert floor(floor(symbol("x"))) == floor(symbol("x"))


def _tail(x: arb, y: arb) -> arb:
    return (-x / y).exp()


tail = define_function("tail_for_tests", arity=2, enclose=_tail, latex=lambda x, y: f"T_{{{x}}}({y})", monotone=(-1, 1))


def test_a_special_function_belongs_to_the_language() -> None:
    """It prints, reads back, is stored, is set in LaTeX and is evaluated by its own enclosure."""
    e = 1 + tail(symbol("d_in"), 2)
    assert "tail_for_tests(d_in, 2) + 1" == str(e)
    assert e == parse(str(e)) == from_json(to_json(e))
    assert r"T_{d_{\mathrm{in}}}(2) + 1" == e.latex()
    (closed,) = substitute((e,), {"d_in": constant(3)})
    assert evaluate(1 + exp(Fraction(-3, 2))).float_up() == evaluate(closed).float_up()
    assert math.inf == evaluate(tail(INFINITY, 2)).float_up()


@pytest.mark.parametrize(
    ("name", "problem"), [("floor", "taken"), ("tail_for_tests", "taken"), ("a b", "not an identifier")]
)
def test_a_function_needs_a_name_of_its_own(name: str, problem: str) -> None:
    """Two functions can't share a name."""
    with pytest.raises(FunctionNameError) as caught:
        define_function(name, arity=1, enclose=lambda x: x)
    expected = f"a function of the map language can't be called {name!r}, which is {problem}: choose another name"
    assert expected == str(caught.value)


@pytest.mark.parametrize(
    "text", ["x*inf + 3", "(x + 1)*inf", "inf/(x + 1)", "x*inf + 1/(y + 1)", "1/(x*inf + y)", "-x*inf"]
)
def test_expressions_with_infinity_read_back(text: str) -> None:
    """Infinity never cancels, and what is printed is what was meant."""
    e = parse(text)
    assert e == parse(str(e)) == from_json(to_json(e))
    assert UNDEFINED == e - e


infinite = st.recursive(
    st.sampled_from(["inf", "-inf", "undefined", "x", "y", "2", "-3", "0", "1/2"]),
    lambda inner: st.builds(
        lambda form, a, b: form.format(a, b),
        st.sampled_from(
            [
                "({} + {})",
                "({} - {})",
                "({})*({})",
                "max({}, {})",
                "min({}, {})",
                "exp({} - {})",
                "if({} <= {}, x, inf)",
            ]
        ),
        inner,
        inner,
    ),
    max_leaves=8,
)


@given(infinite)
def test_any_expression_with_infinity_reads_back(text: str) -> None:
    """However infinities, symbols and functions are put together."""
    e = parse(text)
    assert e == parse(str(e)) == from_json(to_json(e))


@given(infinite, infinite)
def test_an_infinite_divisor_reads_back(above: str, below: str) -> None:
    """Dividing is no exception."""
    if parse(below) == constant(0):
        return
    e = parse(above) / parse(below)
    assert e == parse(str(e)) == from_json(to_json(e))
