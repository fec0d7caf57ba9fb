"""The normal form: equal rational functions are one expression with one text."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from map_strategies import NAMES, Built, Point, exact_expressions, points, rational_functions

from lapwing.errors import NonFiniteError, NotANumberError, OutOfRangeError, ZeroDivisorError
from lapwing.maps import Expr, Param, as_expr, constant, evaluate, exp, floor, parse, substitute, symbol

d = symbol("d_in")
s = symbol("scale")


def value_at(expression: Expr, point: Point) -> Fraction | float | None:
    """Evaluate at a point."""
    (closed,) = substitute((expression,), {name: constant(x) for name, x in point.items()})
    return evaluate(closed).exact()


@pytest.mark.parametrize(
    ("one_way", "another"),
    [
        ((d + 1) ** 2, d**2 + 2 * d + 1),
        ((d**2 - 1) / (d + 1), d - 1),
        (d / s + s / d, (d**2 + s**2) / (d * s)),
        (1 / (1 / d + 1 / s), d * s / (d + s)),
        (2 * d / 4, d / 2),
        (d * 0.5, d / 2),
        (d - d, constant(0)),
        (d / d, constant(1)),
        (-1 / (d - 1), 1 / (1 - d)),
        (floor(d + d) ** 2 / floor(2 * d), floor(2 * d)),
        (d * Decimal("0.1") + Fraction(9, 10) * d, d),
        (Param("scale") + 1, s + 1),
        ((d**3 + s**3) / (d**2 - d * s + s**2), d + s),
        (exp(d) * exp(d), exp(d) ** 2),
    ],
)
def test_equal_rational_functions_are_one_expression(one_way: Expr, another: Expr) -> None:
    """Equality, hash, digest and text agree."""
    assert one_way == another
    assert hash(one_way) == hash(another)
    assert one_way.digest == another.digest
    assert str(one_way) == str(another)


@given(rational_functions, rational_functions)
def test_the_order_of_building_does_not_matter(f: Built, g: Built) -> None:
    """Sums and products commute and distribute, in shape and not only in value."""
    a, b = f.expression, g.expression
    assert a + b == b + a
    assert a * b == b * a
    # What grows beyond 256 terms is held together, and the shape then depends on the way there.
    assume(not any("hold" in str(e) for e in (a + b, a - b, a * b, (a + b) * (a - b), a**2 - b**2)))
    assert (a + b) * (a - b) == a**2 - b**2
    assert (a + b) - b == a
    if b != constant(0):
        assert a * b / b == a
        assert a / b + 1 == (a + b) / b


@given(exact_expressions, points)
def test_an_expression_has_the_value_of_its_computation(built: Built, point: Point) -> None:
    """Wherever plain Fractions can follow the computation, the expression agrees."""
    try:
        expected = built.at(point)
    except ZeroDivisionError:
        return
    assert expected == value_at(built.expression, point)


@given(rational_functions)
def test_the_two_polynomials_are_in_lowest_terms(built: Built) -> None:
    """No common integer factor, and a positive leading coefficient below."""
    import math

    from lapwing.maps._poly import sorted_terms

    numerator, denominator = built.expression.numerator, built.expression.denominator
    assert math.gcd(*numerator.values(), *denominator.values()) == 1
    assert sorted_terms(denominator)[0][1] > 0
    assert 0 not in (*numerator.values(), *denominator.values())


@given(st.fractions(), st.fractions())
def test_constants_are_fractions(x: Fraction, y: Fraction) -> None:
    """Arithmetic on constants is arithmetic on Fractions."""
    a, b = constant(x), constant(y)
    assert x + y == (a + b).rational
    assert x * y == (a * b).rational
    assert x - y == (a - b).rational
    if y:
        assert x / y == (a / b).rational


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d_in", {"d_in"}),
        ("3", set()),
        ("d_in/scale + exp(threshold)", {"d_in", "scale", "threshold"}),
        ("if(d_in <= l0, l1, l2)", {"d_in", "l0", "l1", "l2"}),
        ("0*d_in", set()),
    ],
)
def test_the_free_symbols(text: str, expected: set[str]) -> None:
    """What cancels is not there any more."""
    assert expected == parse(text).free


def test_substitution_is_simultaneous() -> None:
    """Two symbols can trade places."""
    (swapped,) = substitute((parse("d_in - 2*exp(scale)"),), {"d_in": s, "scale": d})
    assert parse("scale - 2*exp(d_in)") == swapped


def test_substituting_a_pole_gives_undefined() -> None:
    """Where the denominator vanishes the value is undefined, and no exception rises."""
    (at_zero,) = substitute((parse("1 + 1/d_in"),), {"d_in": constant(0)})
    assert parse("undefined") == at_zero


def test_dividing_by_zero_is_refused() -> None:
    """The zero expression is no divisor."""
    with pytest.raises(ZeroDivisorError) as caught:
        (d + 1) / (s - s)
    assert "d_in + 1 is divided by 0: guard the division with choose(condition, x, y)" == str(caught.value)
    with pytest.raises(ZeroDivisorError):
        constant(0) ** -1


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (True, NotANumberError),
        ("1", NotANumberError),
        (None, NotANumberError),
        (float("nan"), NonFiniteError),
        (float("inf"), NonFiniteError),
    ],
)
def test_what_is_no_constant_is_refused(value: object, error: type[Exception]) -> None:
    """Each with its own error."""
    with pytest.raises(error):
        as_expr(value)


def test_a_constant_too_long_to_print_is_refused() -> None:
    """Python itself prints no integer of more than 4,300 digits."""
    with pytest.raises(OutOfRangeError) as caught:
        constant(2**20000)
    expected = "a constant must be a ratio of integers of up to 12288 bits, but is 'a longer number'"
    assert expected == str(caught.value)


def test_operators_leave_strangers_alone() -> None:
    """Python's own TypeError says that no one knows how to add a text."""
    with pytest.raises(TypeError, match="unsupported operand"):
        d + "1"  # type: ignore[operator]  # the test is that this fails
    with pytest.raises(OutOfRangeError, match=r"an exponent must be an int of up to 4096 bits, but is 0\.5"):
        d**0.5  # type: ignore[operator]  # the test is that this fails


def test_expressions_survive_copies() -> None:
    """Copies of any kind are equal."""
    e = parse("max(d_in, floor(d_in/2))/scale")
    assert e == copy.deepcopy(e) == pickle.loads(pickle.dumps(e))


def test_nothing_depends_on_the_hash_seed() -> None:
    """Two processes with different seeds print the same texts and digests."""
    program = (
        "from lapwing.maps import parse\n"
        "e = parse('(exp(b)+exp(a)*c+z*y*x)/(max(q,w,e2)+min(u,v)-ln(t)*sqrt(r)) + floor(x)*floor(y)')\n"
        "print(e, e.digest.hex(), e.latex(), hash(e))\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(runs) == 1
    assert "exp(b)" in runs.pop()


def test_the_names_of_the_strategies_are_symbols() -> None:
    """The random points give every symbol a value."""
    assert set(NAMES) == {"d_in", "l0", "scale"}
