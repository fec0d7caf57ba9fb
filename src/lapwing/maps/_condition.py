"""The guarded choice: `if(condition, x, y)`.

A condition compares a difference with 0. The three comparisons make three functions of (difference, x, y), so a choice
is an application like any other.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, final

import attrs
from typing_extensions import override

from lapwing.maps._expr import INFINITY, NEGATIVE_INFINITY, UNDEFINED, Expr, Operand, as_expr
from lapwing.maps._function import Function, Value, register
from lapwing.maps._operations import apply, subtract
from lapwing.maps._poly import sorted_terms

if TYPE_CHECKING:
    from flint import arb


@final
@attrs.frozen
class Condition:
    """A comparison of `difference` with 0: one of <=, < and ==."""

    relation: str
    difference: Expr

    @override
    def __str__(self) -> str:
        from lapwing.maps._text import condition_text

        return condition_text(self.relation, self.difference)


def less_equal(a: Operand, b: Operand) -> Condition:
    """Say a <= b.

    >>> str(less_equal(as_expr(1), 2))
    '0 <= 1'
    """
    return Condition("<=", _primitive(subtract(as_expr(a), as_expr(b)), signed=True))


def less(a: Operand, b: Operand) -> Condition:
    """Say a < b."""
    return Condition("<", _primitive(subtract(as_expr(a), as_expr(b)), signed=True))


def equal(a: Operand, b: Operand) -> Condition:
    """Say a == b."""
    return Condition("==", _primitive(subtract(as_expr(a), as_expr(b)), signed=False))


def choose(condition: Condition, x: Operand, y: Operand) -> Expr:
    """Give x where the condition holds and y elsewhere. The branch that is not taken need not be defined.

    >>> from lapwing.maps import symbol
    >>> str(choose(less_equal(symbol("d_in"), 0), 0, INFINITY))
    'if(d_in <= 0, 0, inf)'
    """
    return apply(CHOICES[condition.relation], (condition.difference, as_expr(x), as_expr(y)))


def _primitive(difference: Expr, signed: bool) -> Expr:
    """Divide out the positive constant factor; where the sign does not matter, make it canonical too."""
    if difference.wild or not difference.numerator:
        return difference
    above = math.gcd(*difference.numerator.values())
    below = math.gcd(*difference.denominator.values())
    if not signed and sorted_terms(difference.numerator)[0][1] < 0:
        above = -above
    if above == 1 and below == 1:
        return difference
    return difference * Fraction(below, above)


_HOLDS: dict[str, Callable[[Fraction | float], bool]] = {
    "<=": lambda x: x <= 0,
    "<": lambda x: x < 0,
    "==": lambda x: x == 0,
}


def decide(relation: str, difference: Value) -> bool | None:
    """Tell whether the condition holds for a value of the difference; None if its enclosure leaves both open."""
    if isinstance(difference, (int, Fraction, float)):
        return _HOLDS[relation](difference)
    if relation == "==":
        if difference == 0:
            return True
        return False if difference != 0 else None
    if (difference <= 0) if relation == "<=" else (difference < 0):
        return True
    return False if ((difference > 0) if relation == "<=" else (difference >= 0)) else None


def _choice(relation: str) -> Function:
    def rewrite(arguments: tuple[Expr, ...]) -> Expr | None:
        difference, x, y = arguments
        if difference == UNDEFINED:
            return UNDEFINED
        number: Fraction | float | None = difference.rational
        if difference in (INFINITY, NEGATIVE_INFINITY):
            number = math.inf if difference == INFINITY else -math.inf
        if number is not None:
            return x if _HOLDS[relation](number) else y
        if x == y:
            return x
        primitive = _primitive(difference, signed=relation != "==")
        return None if primitive == difference else apply(made, (primitive, x, y))

    def enclose(difference: arb, x: arb, y: arb) -> arb:
        verdict = decide(relation, difference)
        if verdict is None:
            return x.union(y)
        return x if verdict else y

    made = Function(f"if{relation}", 3, enclose, rewrite=rewrite, monotone=(0, 1, 1), rational=True, strict=False)
    return register(made)


CHOICES = {relation: _choice(relation) for relation in ("<=", "<", "==")}
RELATIONS = {made.name: relation for relation, made in CHOICES.items()}
