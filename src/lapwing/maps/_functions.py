"""The functions that the map language starts with, and how Python code applies them."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from lapwing.maps._atoms import Apply
from lapwing.maps._expr import INFINITY, NEGATIVE_INFINITY, ZERO, Expr, Operand, as_expr, constant
from lapwing.maps._function import Function, Value, register
from lapwing.maps._operations import apply, multiply
from lapwing.maps._poly import MAX_BITS

if TYPE_CHECKING:
    from flint import arb


def _inner(argument: Expr, function: Function) -> Expr | None:
    """Give x if the argument is function(x)."""
    atom = argument.atom
    return atom.arguments[0] if isinstance(atom, Apply) and atom.function is function else None


# --- floor ------------------------------------------------------------------------------------------------------------


def _floor_rewrite(arguments: tuple[Expr, ...]) -> Expr | None:
    (argument,) = arguments
    if argument in (INFINITY, NEGATIVE_INFINITY) or _inner(argument, FLOOR) is not None:
        return argument
    return None


FLOOR = register(
    Function(
        "floor",
        1,
        enclose=lambda x: x.floor(),
        exact=lambda x: x.numerator // x.denominator,
        limit=lambda x: x,
        rewrite=_floor_rewrite,
        latex=lambda x: rf"\left\lfloor {x} \right\rfloor",
        monotone=(1,),
        rational=True,
    )
)


# --- exp and ln -------------------------------------------------------------------------------------------------------


def _exp_rewrite(arguments: tuple[Expr, ...]) -> Expr | None:
    (argument,) = arguments
    if argument in (INFINITY, NEGATIVE_INFINITY):
        return argument if argument == INFINITY else ZERO
    return _inner(argument, LN)  # where ln(x) is defined at all, exp(ln(x)) is x


def _ln_rewrite(arguments: tuple[Expr, ...]) -> Expr | None:
    (argument,) = arguments
    return argument if argument == INFINITY else _inner(argument, EXP)


def _ln_exact(x: Fraction) -> int | float | None:
    if x <= 0:
        return math.nan
    return 0 if x == 1 else None


def _exp_limit(x: Value) -> Value:
    return x if _positive(x) else 0


def _positive_infinity_only(x: Value) -> Value:
    return x if _positive(x) else math.nan


def _positive(x: Value) -> bool:
    return isinstance(x, float) and x > 0


EXP = register(
    Function(
        "exp",
        1,
        enclose=lambda x: x.exp(),
        exact=lambda x: 1 if x == 0 else None,
        limit=_exp_limit,
        rewrite=_exp_rewrite,
        latex=lambda x: rf"\exp\left({x}\right)",
        monotone=(1,),
    )
)
LN = register(
    Function(
        "ln",
        1,
        enclose=lambda x: x.log(),
        exact=_ln_exact,
        limit=_positive_infinity_only,
        rewrite=_ln_rewrite,
        latex=lambda x: rf"\ln\left({x}\right)",
        monotone=(1,),
    )
)


# --- sqrt -------------------------------------------------------------------------------------------------------------


def _sqrt_exact(x: Fraction) -> Fraction | float | None:
    if x < 0:
        return math.nan
    above, below = math.isqrt(x.numerator), math.isqrt(x.denominator)
    return Fraction(above, below) if above**2 == x.numerator and below**2 == x.denominator else None


@cache
def _small_primes() -> tuple[int, ...]:
    return tuple(p for p in range(2, 1000) if all(p % q for q in range(2, math.isqrt(p) + 1)))


def _sqrt_rewrite(arguments: tuple[Expr, ...]) -> Expr | None:
    """Take square factors out of a number, so that sqrt(8) and 2*sqrt(2) are one expression.

    Small primes are enough for all numbers below a million. In a larger one the square of a large prime may stay.
    """
    (argument,) = arguments
    number = argument.rational
    if argument == INFINITY or number is None or number <= 0:
        return argument if argument == INFINITY else None
    inside, outside = number.numerator * number.denominator, 1
    if inside.bit_length() > MAX_BITS:
        return None
    for prime in _small_primes():
        square = prime * prime
        if square > inside:
            break
        while inside % square == 0:
            inside //= square
            outside *= prime
    if inside == number:
        return None
    return multiply(constant(Fraction(outside, number.denominator)), apply(SQRT, (constant(inside),)))


SQRT = register(
    Function(
        "sqrt",
        1,
        enclose=lambda x: x.sqrt(),
        exact=_sqrt_exact,
        limit=_positive_infinity_only,
        rewrite=_sqrt_rewrite,
        latex=lambda x: rf"\sqrt{{{x}}}",
        monotone=(1,),
    )
)


# --- min and max ------------------------------------------------------------------------------------------------------


def _extreme(name: str, sign: int) -> Function:
    """Make min (sign -1) or max (sign 1)."""
    absorbing, neutral = (INFINITY, NEGATIVE_INFINITY) if sign > 0 else (NEGATIVE_INFINITY, INFINITY)

    def enclose(*balls: arb) -> arb:
        best, *others = balls
        for ball in others:
            best = best.max(ball) if sign > 0 else best.min(ball)
        return best

    def limit(*values: Value) -> Value:
        worst = sign * math.inf
        if worst in [value for value in values if isinstance(value, float)]:
            return worst
        finite: list[Value] = [value for value in values if not isinstance(value, float)]
        if not finite:
            return -worst
        if len(finite) == 1:
            return finite[0]
        from lapwing.maps._evaluate import apply_value

        return apply_value(made, finite)

    def rewrite(arguments: tuple[Expr, ...]) -> Expr | None:
        """Flatten, fold the constants into one, drop repeats, sort."""
        flat: dict[Expr, None] = {}
        best: Fraction | None = None
        for argument in arguments:
            atom = argument.atom
            parts = atom.arguments if isinstance(atom, Apply) and atom.function is made else (argument,)
            for part in parts:
                number = part.rational
                if number is None:
                    flat[part] = None
                elif best is None or (number > best if sign > 0 else number < best):
                    best = number
        if absorbing in flat:
            return absorbing
        if best is not None:
            flat[constant(best)] = None
        if len(flat) > 1:
            flat.pop(neutral, None)
        parts = tuple(sorted(flat, key=_argument_key))
        if len(parts) == 1:
            return parts[0]
        return None if parts == arguments else apply(made, parts)

    made = Function(
        name,
        None,
        enclose=enclose,
        exact=max if sign > 0 else min,
        limit=limit,
        rewrite=rewrite,
        latex=lambda *xs: rf"\{name}\left({', '.join(xs)}\right)",
        monotone=(1,),
        rational=True,
    )
    return register(made)


@lru_cache(maxsize=4096)  # a minimum of many parts that grows one by one would write all of them out again each time
def _argument_key(argument: Expr) -> tuple[int, str, bytes]:
    """Order arguments: constants first, then short ones by their text, then the rest."""
    small = argument.size <= 40
    return (0 if argument.rational is not None else 1 if small else 2, str(argument) if small else "", argument.digest)


MIN = _extreme("min", -1)
MAX = _extreme("max", 1)


# --- what Python code calls -------------------------------------------------------------------------------------------


def floor(x: Operand) -> Expr:
    """Give the largest integer that is not above x.

    >>> str(floor(2.5))
    '2'
    """
    return apply(FLOOR, (as_expr(x),))


def exp(x: Operand) -> Expr:
    """Give e to the power x.

    >>> str(exp(0))
    '1'
    """
    return apply(EXP, (as_expr(x),))


def ln(x: Operand) -> Expr:
    """Give the natural logarithm.

    >>> str(ln(exp(0.5)))
    '1/2'
    """
    return apply(LN, (as_expr(x),))


def sqrt(x: Operand) -> Expr:
    """Give the square root.

    >>> str(sqrt(0.25))
    '1/2'
    """
    return apply(SQRT, (as_expr(x),))


def minimum(*xs: Operand) -> Expr:
    """Give the smallest of the arguments.

    >>> str(minimum(3, 2, INFINITY))
    '2'
    """
    return apply(MIN, tuple(map(as_expr, xs)))


def maximum(*xs: Operand) -> Expr:
    """Give the largest of the arguments.

    >>> str(maximum(3, 2))
    '3'
    """
    return apply(MAX, tuple(map(as_expr, xs)))
