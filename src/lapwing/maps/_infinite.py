"""Arithmetic where an infinity or an undefined value takes part.

Cancelling is right for numbers and wrong for infinities: inf - inf is not 0. So expressions with `inf` among their
atoms are handled here. They have one term: a product with `inf`, which is infinite wherever it is defined. Whatever
finite is added to it makes no difference, and a positive factor makes none. Two of them meet in `undefined` unless both
are plain infinities and the result is certain. `undefined` evaluates to infinity, so giving up this way is always safe.
"""

from __future__ import annotations

from lapwing.maps import _poly
from lapwing.maps._expr import INFINITY, NEGATIVE_INFINITY, UNDEFINED, ZERO, Expr
from lapwing.maps._operations import hold
from lapwing.maps._poly import ONE, TooLarge, lowest_terms

_SIGNS = {INFINITY: 1, NEGATIVE_INFINITY: -1}


def add_infinite(left: Expr, right: Expr) -> Expr:
    """Add two expressions of which one at least has an infinity or an undefined value among its atoms."""
    if UNDEFINED in (left, right):
        return UNDEFINED
    if left.wild and right.wild:
        return left if left == right and left in _SIGNS else UNDEFINED
    return left if left.wild else right


def multiply_infinite(left: Expr, right: Expr) -> Expr:
    """Multiply two expressions of which one at least has an infinity or an undefined value among its atoms."""
    if UNDEFINED in (left, right) or not left.numerator or not right.numerator:
        return UNDEFINED
    if left.wild and right.wild:
        if left in _SIGNS and right in _SIGNS:
            return INFINITY if _SIGNS[left] == _SIGNS[right] else NEGATIVE_INFINITY
        return UNDEFINED
    infinite, finite = (left, right) if left.wild else (right, left)
    if len(finite.numerator) > 1:
        finite = hold(finite)
    try:
        above = _poly.multiply(infinite.numerator, finite.numerator)
        above, below = lowest_terms(above, _poly.multiply(infinite.denominator, finite.denominator))
    except TooLarge:
        return UNDEFINED
    ((monomial, coefficient),) = above.items()
    if len(below) == 1:
        ((under, _),) = below.items()
        below = {under: 1} if under else ONE
    return Expr({monomial: 1 if coefficient > 0 else -1}, below, wild=True)


def invert_infinite(value: Expr) -> Expr:
    """Give 1/value for such an expression."""
    return ZERO if value in _SIGNS else UNDEFINED
