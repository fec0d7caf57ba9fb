"""The operations on expressions: arithmetic in lowest terms, and applying a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from lapwing.errors import ArityError, OutOfRangeError, ZeroDivisorError
from lapwing.maps import _poly
from lapwing.maps._atoms import Apply
from lapwing.maps._expr import ONE_EXPR, UNDEFINED, Expr, constant, of_atom
from lapwing.maps._function import Function, register
from lapwing.maps._poly import ONE, TooLarge, lowest_terms

Operation: TypeAlias = Callable[[Expr, Expr], Expr]

# A constant up to this length never needs to be held: two of them make no coefficient that is too long.
_SMALL_BITS = _poly.MAX_BITS // 4


def add(left: Expr, right: Expr) -> Expr:
    """Add two expressions."""
    return _guarded(add_within, left, right)


def multiply(left: Expr, right: Expr) -> Expr:
    """Multiply two expressions."""
    return _guarded(multiply_within, left, right)


def divide(left: Expr, right: Expr, times: Operation | None = None) -> Expr:
    """Divide two expressions. Dividing by the zero expression is an error."""
    if not right.numerator:
        raise ZeroDivisorError(str(left))
    return (times or multiply)(left, invert(right))


def subtract(left: Expr, right: Expr) -> Expr:
    """Subtract two expressions."""
    return add(left, negate(right))


def negate(value: Expr) -> Expr:
    """Change the sign."""
    if value == UNDEFINED:
        return value
    return Expr({m: -c for m, c in value.numerator.items()}, value.denominator, value.wild)


def invert(value: Expr) -> Expr:
    """Give 1/value for an expression that is not zero."""
    if value.wild:
        from lapwing.maps._infinite import invert_infinite

        return invert_infinite(value)
    numerator, denominator = value.denominator, value.numerator
    if denominator[min(denominator, key=_poly.term_key) if len(denominator) > 1 else next(iter(denominator))] < 0:
        numerator = {m: -c for m, c in numerator.items()}
        denominator = {m: -c for m, c in denominator.items()}
    if denominator == ONE:
        denominator = ONE
    elif len(denominator) > 1 and max(map(_poly.degree, (numerator, denominator))) > _poly.MAX_DEGREE:
        return invert(hold(value))
    return Expr(numerator, denominator)


def power(base: Expr, exponent: int, times: Operation | None = None) -> Expr:
    """Raise to an integer power. Anything to the power 0 is 1."""
    if type(exponent) is not int or exponent.bit_length() > _poly.MAX_EXPONENT_BITS:
        shown = exponent if type(exponent) is not int else "a longer one"
        raise OutOfRangeError("an exponent", shown, f"an int of up to {_poly.MAX_EXPONENT_BITS} bits")
    if exponent < 0:
        return power(divide(ONE_EXPR, base), -exponent, times)
    if exponent == 0:
        return ONE_EXPR
    atom = base.atom
    if atom is not None and not base.wild:
        return Expr({((atom, exponent),): 1}, ONE)
    times = times or multiply
    result: Expr | None = None
    while True:
        if exponent & 1:
            result = base if result is None else times(result, base)
        exponent >>= 1
        if not exponent:
            return result if result is not None else ONE_EXPR
        base = times(base, base)


def hold(value: Expr) -> Expr:
    """Keep an expression together as one atom. A single atom, a short constant or an infinity stays as it is."""
    if value.wild or value.atom is not None:
        return value
    fraction = value.rational
    if fraction is not None and max(fraction.numerator.bit_length(), fraction.denominator.bit_length()) <= _SMALL_BITS:
        return value
    return of_atom(Apply(HOLD, (value,)))


def _guarded(operation: Operation, left: Expr, right: Expr) -> Expr:
    """Do the operation. If its result is too large, hold the larger operand together, and if need be both."""
    try:
        return operation(left, right)
    except TooLarge:
        held = hold(left), hold(right)
    if left == right:
        return operation(*held)
    try:
        return operation(held[0], right) if _weight(left) >= _weight(right) else operation(left, held[1])
    except TooLarge:
        return operation(*held)


def _weight(value: Expr) -> tuple[int, int, int]:
    polys = [poly for poly in (value.numerator, value.denominator) if poly]
    return sum(map(len, polys)), sum(map(_poly.bits, polys)), sum(map(_poly.degree, polys))


def add_within(left: Expr, right: Expr) -> Expr:
    """Add two expressions, or raise TooLarge."""
    if left.wild or right.wild:
        from lapwing.maps._infinite import add_infinite  # rare, and built on this module

        return add_infinite(left, right)
    below, under = left.denominator, right.denominator
    if below is ONE and under is ONE:
        total = _poly.add(left.numerator, right.numerator)
        if total and _poly.bits(total) > _poly.MAX_BITS:
            raise TooLarge
        return Expr(total, ONE)
    if below == under:
        return Expr(*lowest_terms(_poly.add(left.numerator, right.numerator), below))
    above = _poly.add(_poly.multiply(left.numerator, under), _poly.multiply(right.numerator, below))
    return Expr(*lowest_terms(above, _poly.multiply(below, under)))


def multiply_within(left: Expr, right: Expr) -> Expr:
    """Multiply two expressions, or raise TooLarge."""
    if left.wild or right.wild:
        from lapwing.maps._infinite import multiply_infinite

        return multiply_infinite(left, right)
    above = _poly.multiply(left.numerator, right.numerator)
    return Expr(*lowest_terms(above, _poly.multiply(left.denominator, right.denominator)))


def apply(function: Function, arguments: tuple[Expr, ...]) -> Expr:
    """Apply a function: fold it to a number or a simpler expression where it allows, else make an atom."""
    if (function.arity is not None and len(arguments) != function.arity) or (not arguments and function.arity is None):
        raise ArityError(function.name, function.arity, len(arguments))
    if function.strict and any(argument.wild for argument in arguments) and UNDEFINED in arguments:
        return UNDEFINED
    if function.rewrite is not None:
        simpler = function.rewrite(arguments)
        if simpler is not None:
            return simpler
    if function.exact is not None:
        numbers = [argument.rational for argument in arguments]
        if None not in numbers:
            value = function.exact(*numbers)
            if value is not None:
                return UNDEFINED if value != value else constant(value)
    return of_atom(Apply(function, arguments))


HOLD = register(
    Function(
        "hold",
        1,
        enclose=lambda x: x,
        exact=lambda x: x,
        limit=lambda x: x,
        rewrite=lambda arguments: hold(arguments[0]),
        latex=lambda x: rf"\left({x}\right)",
        monotone=(1,),
        rational=True,
    )
)
