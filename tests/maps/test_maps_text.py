"""The text form and its parser."""

from __future__ import annotations

import pytest
from hypothesis import given
from map_strategies import expressions

from lapwing.errors import MapSyntaxError
from lapwing.maps import Expr, parse
from lapwing.maps._parse import parse_tuple
from lapwing.maps._text import expression_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d_in/2", "d_in/2"),
        ("3*d_in/2", "3*d_in/2"),
        ("(d_in + 1)/(2*d_in)", "(d_in + 1)/(2*d_in)"),
        ("d_in^2/(2*scale^2)", "d_in^2/(2*scale^2)"),
        ("d_in*ln(241/240)", "d_in*ln(241/240)"),
        ("if(d_in <= 0, 0, inf)", "if(d_in <= 0, 0, inf)"),
        ("1 - exp(-l1)", "1 - exp(-l1)"),
        ("-1/(x - 1)", "1/(1 - x)"),
        ("1/(2*x)", "1/(2*x)"),
        ("-x/2", "-x/2"),
        ("-x - 1", "-x - 1"),
        ("1 + x + x^2", "x^2 + x + 1"),
        ("b*a + a*a + c", "a^2 + a*b + c"),
        ("0.125*x", "x/8"),
        ("1e3*x", "1000*x"),
        ("2.5E-1", "1/4"),
        (".5", "1/2"),
        ("x**2", "x^2"),
        ("x^-2", "1/x^2"),
        ("-x^2", "-x^2"),
        ("2*-x", "-2*x"),
        ("--x", "x"),
        ("x - -x", "2*x"),
        ("6/2/3", "1"),
        ("(x)", "x"),
        ("x1 = floor(y); x1^2 + x1", "floor(y)^2 + floor(y)"),
        ("a = 2; b = a + 1; a*b*x", "6*x"),
        ("if(x > 1, 2, 3)", "if(1 < x, 2, 3)"),
        ("if(2*x >= 4, 2, 3)", "if(2 <= x, 2, 3)"),
        ("if(4*x == 6*y, 2, 3)", "if(2*x == 3*y, 2, 3)"),
        ("if(1/x <= 0, 2, 3)", "if(1/x <= 0, 2, 3)"),
        ("max(3, x, min(y, 2), 7, x)", "max(7, min(2, y), x)"),
        ("max(max(a, b), c)", "max(a, b, c)"),
        ("hold(x + 1)*hold(2)", "2*hold(x + 1)"),
        ("-inf", "-inf"),
        ("undefined", "undefined"),
        ("  d_in  /\t2 ", "d_in/2"),
    ],
)
def test_reading_and_writing(text: str, expected: str) -> None:
    """Whatever way it was typed, the text comes out in one form, which reads back."""
    assert expected == str(parse(text))
    assert parse(text) == parse(expected)
    assert f"parse({expected!r})" == repr(parse(text))


@given(expressions)
def test_the_text_reads_back_to_the_same_expression(e: Expr) -> None:
    """For any expression with any function."""
    assert e == parse(str(e))


def test_a_tuple_reads_back() -> None:
    """The map of a measure with several parts."""
    pair = (parse("d_in/scale"), parse("exp(-d_in)"))
    assert "(d_in/scale, exp(-d_in))" == expression_text(pair)
    assert pair == parse_tuple(expression_text(pair))


@pytest.mark.parametrize(
    ("text", "position", "problem"),
    [
        ("", 0, "an empty text"),
        ("   ", 0, "an empty text"),
        ("foo(x)", 0, "an unknown function 'foo'"),
        ("1 + bar(x)", 4, "an unknown function 'bar'"),
        ("x +", 3, "a missing operand"),
        ("* x", 0, "a missing operand"),
        ("x + * y", 4, "a missing operand"),
        ("()", 1, "a missing operand"),
        ("floor()", 6, "a missing operand"),
        ("max(x, )", 7, "a missing operand"),
        ("x $ y", 2, "a stray character '$'"),
        ("x ? y", 2, "a stray character '?'"),
        ("x y", 2, "a stray 'y'"),
        ("2 x", 2, "a stray 'x'"),
        ("x (y)", 0, "an unknown function 'x'"),
        ("(x", 0, "an unbalanced parenthesis"),
        ("floor(x", 0, "an unbalanced parenthesis"),
        ("x)", 1, "an unbalanced parenthesis"),
        ("x, y", 1, "a stray ','"),
        ("1 + (2, 3)", 4, "a tuple inside an expression"),
        ("(x, y) + 1", 7, "a stray '+'"),
        ("floor", 0, "a function 'floor' without arguments"),
        ("floor(1, 2)", 0, "a wrong number of arguments (floor takes 1 argument, but got 2)"),
        ("if(x <= 1, 2)", 0, "a wrong number of arguments (if takes 3 arguments, but got 2)"),
        ("if(x, 1, 2)", 4, "a missing comparison"),
        ("if(x <= 1)", 9, "a missing operand"),
        ("if(x <= 1 <= 2, 1, 2)", 10, "a stray '<='"),
        ("x <= 1", 2, "a stray '<='"),
        ("x^2.5", 2, "an exponent that is not an integer"),
        ("x^y", 2, "an exponent that is not an integer"),
        ("x^2^3", 3, "a power of a power without parentheses"),
        ("x/0", 1, "a division by zero"),
        ("(x - x)^-1", 7, "a division by zero"),
        ("1e999999", 0, "a number that is too long"),
        ("a = 1", 5, "a missing ';' after a binding"),
        ("a = 1; a = 2; a", 7, "a second meaning for 'a'"),
        ("floor = 1; 2", 0, "a second meaning for 'floor'"),
        ("x; y", 1, "a stray ';'"),
        (".", 0, "a stray '.'"),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, position: int, problem: str) -> None:
    """The error points at the character."""
    with pytest.raises(MapSyntaxError) as caught:
        parse(text)
    assert (position, problem) == (caught.value.position, caught.value.problem)


def test_the_whole_text_of_a_mistake() -> None:
    """It shows the map with a mark below."""
    with pytest.raises(MapSyntaxError) as caught:
        parse("d_in + foo(2)")
    expected = "this map can't be read, an unknown function 'foo' at character 7:\n  d_in + foo(2)\n         ^"
    assert expected == str(caught.value)


def test_a_tuple_is_no_expression() -> None:
    """`parse` gives one expression."""
    with pytest.raises(MapSyntaxError) as caught:
        parse("(d_in, 1)")
    assert "a tuple where one expression belongs" == caught.value.problem
