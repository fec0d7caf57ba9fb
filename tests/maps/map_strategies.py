"""Random expressions, each with an independent way to compute its value."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import attrs
from hypothesis import strategies as st

from lapwing.maps import Expr, constant, exp, floor, ln, maximum, minimum, sqrt, symbol

Point: TypeAlias = dict[str, Fraction]
NAMES = ("d_in", "l0", "scale")


@attrs.frozen
class Built:
    """An expression, and the same computation on Fractions, which raises ZeroDivisionError where undefined."""

    expression: Expr
    at: Callable[[Point], Fraction]


def _leaf(name: str) -> Built:
    return Built(symbol(name), lambda point: point[name])


def _number(value: Fraction) -> Built:
    return Built(constant(value), lambda _: value)


def _combine(operation: Callable[[Any, Any], Any], left: Built, right: Built) -> Built:
    expression = operation(left.expression, right.expression)
    return Built(expression, lambda point: operation(left.at(point), right.at(point)))


def _divide(left: Built, right: Built) -> Built:
    if right.expression == constant(0):
        return left
    return _combine(operator.truediv, left, right)


def _power(base: Built, exponent: int) -> Built:
    if exponent < 0 and base.expression == constant(0):
        return base
    return Built(base.expression**exponent, lambda point: base.at(point) ** exponent)


small = st.fractions(min_value=-20, max_value=20, max_denominator=12)
leaves = st.one_of(st.sampled_from(NAMES).map(_leaf), small.map(_number))


def _grow(inner: st.SearchStrategy[Built]) -> st.SearchStrategy[Built]:
    return st.one_of(
        st.builds(lambda x, y: _combine(operator.add, x, y), inner, inner),
        st.builds(lambda x, y: _combine(operator.sub, x, y), inner, inner),
        st.builds(lambda x, y: _combine(operator.mul, x, y), inner, inner),
        st.builds(_divide, inner, inner),
        st.builds(_power, inner, st.integers(-2, 3)),
    )


def _grow_with_functions(inner: st.SearchStrategy[Built]) -> st.SearchStrategy[Built]:
    def floored(x: Built) -> Built:
        return Built(floor(x.expression), lambda point: Fraction(x.at(point).__floor__()))

    def smallest(x: Built, y: Built) -> Built:
        return Built(minimum(x.expression, y.expression), lambda point: min(x.at(point), y.at(point)))

    def largest(x: Built, y: Built) -> Built:
        return Built(maximum(x.expression, y.expression), lambda point: max(x.at(point), y.at(point)))

    return st.one_of(
        _grow(inner), st.builds(floored, inner), st.builds(smallest, inner, inner), st.builds(largest, inner, inner)
    )


rational_functions = st.recursive(leaves, _grow, max_leaves=8)
exact_expressions = st.recursive(leaves, _grow_with_functions, max_leaves=8)
points = st.fixed_dictionaries({name: st.fractions(min_value=0, max_value=50, max_denominator=20) for name in NAMES})


def _any_function(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.builds(operator.add, inner, inner),
        st.builds(operator.sub, inner, inner),
        st.builds(operator.mul, inner, inner),
        st.builds(lambda x, y: x / y if y != constant(0) else x, inner, inner),
        st.builds(lambda f, x: f(x), st.sampled_from([exp, ln, sqrt, floor]), inner),
        st.builds(lambda f, x, y: f(x, y), st.sampled_from([minimum, maximum]), inner, inner),
        st.builds(_chosen, st.sampled_from(("<=", "<", "==")), inner, inner, inner, inner),
    )


def _chosen(relation: str, a: Expr, b: Expr, x: Expr, y: Expr) -> Expr:
    from lapwing.maps import choose, equal, less, less_equal

    return choose({"<=": less_equal, "<": less, "==": equal}[relation](a, b), x, y)


expressions = st.recursive(leaves.map(lambda built: built.expression), _any_function, max_leaves=12)
