"""Curves: a loss that is a function, such as a Rényi bound for each order or a delta for each epsilon."""

from __future__ import annotations

from typing import final

import attrs
from typing_extensions import override

from lapwing.errors import FreeParameterError
from lapwing.exact import Number, read_parameter
from lapwing.maps._evaluate import evaluate
from lapwing.maps._expr import Expr, constant, symbol
from lapwing.maps._walk import substitute


@final
@attrs.frozen
class Curve:
    """A function of one variable, written as an expression.

    >>> from lapwing.maps import parse
    >>> curve = Curve("alpha", parse("alpha/8"))
    >>> curve(2)
    0.25
    """

    variable: str
    expression: Expr

    def __call__(self, x: Number) -> float:
        """Give the smallest float that is not below the curve at x."""
        return evaluate(self.at(x)).float_up()

    def at(self, x: Number) -> Expr:
        """Give the exact value at x. A float is read as the user typed it."""
        other = self.expression.free - {self.variable}
        if other:
            raise FreeParameterError(tuple(sorted(other)), "a point of the curve")
        return substitute((self.expression,), {self.variable: constant(read_parameter(x, self.variable))})[0]

    def renamed(self, variable: str) -> Curve:
        """Give the same curve in another variable."""
        if variable == self.variable:
            return self
        return Curve(variable, substitute((self.expression,), {self.variable: symbol(variable)})[0])

    @override
    def __str__(self) -> str:
        return f"{self.variable} -> {self.expression}"
