"""Arithmetic where an infinity or an undefined value takes part.

Cancelling is right for numbers and wrong for infinities: inf - inf is not 0. So expressions with `inf` among their
atoms are added and multiplied here, and two of them meet in `undefined` unless the result is certain. A sum has at most
one term with `inf`: a finite factor of several terms is held together, never distributed.
"""

from __future__ import annotations

from . import _poly
from ._expr import INFINITY, NEGATIVE_INFINITY, UNDEFINED, Expr
from ._operations import hold
from ._poly import ONE, Poly, TooLarge, lowest_terms

_SIGNS = {INFINITY: 1, NEGATIVE_INFINITY: -1}


def add_infinite(left: Expr, right: Expr) -> Expr:
    """Add two expressions of which one at least has an infinity or an undefined value among its atoms."""
    if UNDEFINED in (left, right):
        return UNDEFINED
    if left.wild and right.wild:
        return left if left == right and left in _SIGNS else UNDEFINED
    infinite, finite = (left, right) if left.wild else (right, left)
    if infinite in _SIGNS:
        return infinite
    if finite.denominator != ONE:
        finite = hold(finite)
    try:
        above = _poly.add(
            _poly.multiply(infinite.numerator, finite.denominator),
            _poly.multiply(finite.numerator, infinite.denominator),
        )
        return _ratio(above, _poly.multiply(infinite.denominator, finite.denominator))
    except TooLarge:
        return UNDEFINED


def multiply_infinite(left: Expr, right: Expr) -> Expr:
    """Multiply two expressions of which one at least has an infinity or an undefined value among its atoms."""
    if UNDEFINED in (left, right) or not left.numerator or not right.numerator:
        return UNDEFINED
    if left.wild and right.wild:
        if left in _SIGNS and right in _SIGNS:
            return INFINITY if _SIGNS[left] == _SIGNS[right] else NEGATIVE_INFINITY
        return UNDEFINED
    infinite, finite = (left, right) if left.wild else (right, left)
    number = finite.rational
    if infinite in _SIGNS and number is not None:
        return INFINITY if (number > 0) == (_SIGNS[infinite] > 0) else NEGATIVE_INFINITY
    if len(finite.numerator) > 1:
        finite = hold(finite)
    try:
        return _ratio(
            _poly.multiply(infinite.numerator, finite.numerator),
            _poly.multiply(infinite.denominator, finite.denominator),
        )
    except TooLarge:
        return UNDEFINED


def _ratio(above: Poly, below: Poly) -> Expr:
    return Expr(*lowest_terms(above, below), wild=True)
