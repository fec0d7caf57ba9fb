"""Evaluation: an expression becomes a flat program, run on exact numbers while they last and on enclosures after that.

A value is rational, an enclosure, an infinity, or undefined. Undefined values spread, and count as infinity in the end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias, final

from lapwing.errors import FreeParameterError, NegativeDistanceError
from lapwing.exact import is_at_most, to_float_up, to_int_up
from lapwing.maps._atoms import Apply, Atom, Symbol
from lapwing.maps._condition import RELATIONS, decide
from lapwing.maps._expr import Expr
from lapwing.maps._function import Function, Value
from lapwing.maps._poly import ONE, Poly, sorted_terms
from lapwing.maps._walk import atoms_in_order

if TYPE_CHECKING:
    from flint import arb

_NAN = math.nan
_MOST_BITS = 1 << 15  # an exact number that is longer becomes an enclosure

# The terms of a polynomial: coefficient, then (slot, exponent) for each atom.
_Terms: TypeAlias = list[tuple[int, list[tuple[int, int]]]]


class NeedsEnclosure(Exception):  # a signal between two functions, not an error that a user sees
    """An exact run met a number that is not rational, or too long to be kept exactly."""


@final
class Program:
    """The steps that compute some expressions from the values of their free symbols."""

    __slots__ = ("_constants", "_outputs", "_steps", "inputs", "rational")

    def __init__(self, expressions: tuple[Expr, ...], inputs: tuple[str, ...]) -> None:
        self.inputs = inputs
        self.rational = True
        # The values of a run lie in one list: inputs, then results of steps, and from its end backwards the constants.
        self._steps: list[tuple[Function | None, list[int], _Terms, _Terms | None]] = []
        self._constants: list[Value] = []
        place = {name: i for i, name in enumerate(inputs)}
        slots: dict[Atom | Expr, int] = {}
        for atom in atoms_in_order(expressions):
            if isinstance(atom, Symbol):
                slots[atom] = place[atom.name]
            elif isinstance(atom, Apply):
                arguments = [self._slot(argument, slots) for argument in atom.arguments]
                slots[atom] = self._add_step(atom.function, arguments, [], None)
                self.rational = self.rational and atom.function.rational
        self._outputs = [self._slot(expression, slots) for expression in expressions]

    def _slot(self, expression: Expr, slots: dict[Atom | Expr, int]) -> int:
        key = expression.atom or expression
        slot = slots.get(key)
        if slot is None and (number := expression.rational) is not None:
            self._constants.insert(0, number)
            slot = slots[key] = -len(self._constants)
        elif slot is None:
            below = None if expression.denominator is ONE else _terms(expression.denominator, slots)
            slot = slots[key] = self._add_step(None, [], _terms(expression.numerator, slots), below)
        return slot

    def _add_step(self, function: Function | None, arguments: list[int], above: _Terms, below: _Terms | None) -> int:
        self._steps.append((function, arguments, above, below))
        return len(self.inputs) + len(self._steps) - 1

    def run(self, inputs: Sequence[Value], exactly: bool) -> list[Value]:
        """Compute all outputs. An exact run raises NeedsEnclosure where it can't go on.

        Any other run computes at flint's current precision: hold `working_precision` around it.
        """
        values: list[Value] = [*inputs, *([0] * len(self._steps)), *self._constants]
        for i, (function, arguments, above, below) in enumerate(self._steps, len(self.inputs)):
            if function is None:
                value = _poly_value(above, values, exactly)
                if below is not None:
                    value = _divide(value, _poly_value(below, values, exactly))
            elif function.strict:
                value = apply_value(function, [values[j] for j in arguments], exactly)
            else:
                value = _choose(function, *(values[j] for j in arguments))
            if isinstance(value, (int, Fraction)) and _length(value) > _MOST_BITS:
                value = _shorten(value, exactly)
            values[i] = value
        return [values[i] for i in self._outputs]


def _terms(poly: Poly, slots: dict[Atom | Expr, int]) -> _Terms:
    return [(c, [(slots[atom], e) for atom, e in monomial]) for monomial, c in sorted_terms(poly)]


@final
class Run:
    """A program with its inputs: gives the outputs at any precision."""

    __slots__ = ("_known", "_program", "_values")

    def __init__(self, program: Program, values: Sequence[Value]) -> None:
        self._program = program
        self._values = values
        self._known: tuple[int, list[Value]] = (-1, [])

    def outputs(self, precision: int) -> list[Value]:
        """Compute the outputs with at least `precision` bits where they are not rational."""
        if self._known[0] < precision:
            self._known = self._compute(precision)
        return self._known[1]

    def _compute(self, precision: int) -> tuple[int, list[Value]]:
        if precision == 0 and self._program.rational:
            try:
                return 0, self._program.run(self._values, exactly=True)
            except NeedsEnclosure:
                pass
        precision = precision or _balls().FIRST_PRECISION
        with _balls().working_precision(precision):
            return precision, self._program.run(self._values, exactly=False)

    def evaluation(self, index: int) -> Evaluation:
        """Give one output."""
        return Evaluation(self, index)


@final
class Evaluation:
    """The value of one expression: refinable, and exact where it can be."""

    __slots__ = ("_index", "_run")

    def __init__(self, run: Run, index: int) -> None:
        self._run = run
        self._index = index

    def enclose(self, precision: int) -> arb:
        """Enclose the value."""
        return to_ball(self._run.outputs(precision)[self._index])

    def exact(self) -> Fraction | int | float | None:
        """Give the value if it is rational or infinite, None if it takes an enclosure. Undefined counts as infinite."""
        value = self._run.outputs(0)[self._index]
        if isinstance(value, float):
            return math.inf if value != value else value
        return value if isinstance(value, (int, Fraction)) else None

    def is_finite(self) -> bool:
        """Tell whether some precision shows that the value is a finite number."""
        value = self.exact()
        if value is None:
            return any(self.enclose(bits).is_finite() for bits in _balls().precisions())
        return not isinstance(value, float)

    def float_up(self) -> float:
        """Give the smallest float that is not below the value."""
        value = self.exact()
        if isinstance(value, float):
            return value
        return to_float_up(self if value is None else value)

    def refuse_negative(self) -> None:
        """Raise if the value is below zero, as no distance and no loss is."""
        value = self.exact()
        if (self.float_up() if value is None else value) < 0:
            raise NegativeDistanceError("the value of a map", self.float_up())

    def int_up(self) -> int | None:
        """Give the smallest integer that is not below the value, None if there is none."""
        value = self.exact()
        if isinstance(value, float):
            return None
        return to_int_up(self if value is None else value)

    def at_most(self, limit: Fraction | int | float) -> bool | None:
        """Tell whether the value is at most the limit, a rational number or an infinity. None if undecided."""
        value = self.exact()
        if isinstance(limit, float) or isinstance(value, float):
            if value is None:
                return limit > 0
            return value <= limit
        return is_at_most(self if value is None else value, limit)


def evaluate(expression: Expr) -> Evaluation:
    """Evaluate an expression without free symbols.

    >>> from lapwing.maps import parse
    >>> evaluate(parse("ln(2)")).float_up()
    0.6931471805599454
    """
    if expression.free:
        raise FreeParameterError(tuple(sorted(expression.free)), "the value of this expression")
    return Run(Program((expression,), ()), ()).evaluation(0)


def to_ball(value: Value) -> arb:
    """Enclose any value at flint's current precision."""
    if isinstance(value, (int, Fraction)):
        ball: arb = _balls().ball_of(value)
    else:
        ball = _balls().infinite_ball(value) if isinstance(value, float) else value
    return ball


def _whole_line() -> arb:
    line: arb = _balls().whole_line()
    return line


@cache
def _balls() -> ModuleType:
    """Import flint at the first enclosure, and remember that it is there: asking again takes longer than computing."""
    from lapwing.exact import _enclosure

    return _enclosure


def apply_value(function: Function, arguments: list[Value], exactly: bool = False) -> Value:
    """Apply a function to values."""
    exact, infinite = True, not arguments
    for argument in arguments:
        if isinstance(argument, float):
            if argument != argument:
                return _NAN
            infinite = True
        elif not isinstance(argument, (int, Fraction)):
            exact = False
    if infinite:
        return _NAN if function.limit is None else function.limit(*arguments)
    if exact and function.exact is not None:
        value = function.exact(*arguments)
        if value is not None:
            return value
    if exactly:
        raise NeedsEnclosure
    return function.enclose(*map(to_ball, arguments))


def _choose(function: Function, difference: Value, x: Value, y: Value) -> Value:
    if isinstance(difference, float) and difference != difference:
        return _NAN
    verdict = decide(RELATIONS[function.name], difference)
    if verdict is not None:
        return x if verdict else y
    # Both branches are open at this precision: the hull of the two holds the value.
    if isinstance(x, float) or isinstance(y, float):
        return _whole_line()
    return to_ball(x).union(to_ball(y))


def _poly_value(terms: _Terms, values: list[Value], exactly: bool) -> Value:
    total: Value = 0
    for coefficient, factors in terms:
        term: Value = coefficient
        for slot, e in factors:
            factor = values[slot]
            if e != 1:
                factor = _power(factor, e, exactly)
            term = factor if term == 1 and type(term) is int else _multiply(term, factor)
        total = term if total == 0 and type(total) is int else _add(total, term)
    return total


def _length(x: int | Fraction) -> int:
    return max(x.numerator.bit_length(), x.denominator.bit_length())


def _shorten(x: int | Fraction, exactly: bool) -> arb:
    if exactly:
        raise NeedsEnclosure
    return to_ball(x)


def _add(x: Value, y: Value) -> Value:
    if isinstance(x, float) or isinstance(y, float):
        if isinstance(x, float) and isinstance(y, float):
            return x + y  # inf - inf is NaN, which is undefined
        return x if isinstance(x, float) else y
    if isinstance(x, (int, Fraction)) and isinstance(y, (int, Fraction)):
        return x + y
    return to_ball(x) + to_ball(y)


def _multiply(x: Value, y: Value) -> Value:
    if isinstance(x, float):
        return x * y if isinstance(y, float) else _scale_infinity(x, y)
    if isinstance(y, float):
        return _scale_infinity(y, x)
    if isinstance(x, (int, Fraction)) and isinstance(y, (int, Fraction)):
        return x * y
    return to_ball(x) * to_ball(y)


def _divide(x: Value, y: Value) -> Value:
    if isinstance(y, float):
        return _NAN if isinstance(x, float) or y != y else 0
    if isinstance(y, (int, Fraction)) and y == 0:
        return _NAN
    if isinstance(x, float):
        return _scale_infinity(x, y)
    if isinstance(x, (int, Fraction)) and isinstance(y, (int, Fraction)):
        return Fraction(x, y)
    return to_ball(x) / to_ball(y)


def _power(x: Value, exponent: int, exactly: bool) -> Value:
    if isinstance(x, float):
        return x if exponent % 2 or x != x else math.inf
    if isinstance(x, (int, Fraction)):
        length = _length(x)
        if length <= 1 or length * exponent <= _MOST_BITS:
            return x**exponent
        if exactly:
            raise NeedsEnclosure
    return to_ball(x) ** exponent


def _scale_infinity(infinity: float, factor: Value) -> Value:
    """Multiply an infinity (or NaN) by a value that is none."""
    if infinity != infinity:
        return infinity
    if factor > 0:
        return infinity
    if factor < 0:
        return -infinity
    if isinstance(factor, (int, Fraction)):
        return _NAN
    return _whole_line()
