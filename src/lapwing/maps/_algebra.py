"""Isolating a symbol: undo what an expression does to it, step by step, as one would on paper."""

from __future__ import annotations

from lapwing.errors import ZeroDivisorError
from lapwing.maps._atoms import Apply, Atom, Symbol
from lapwing.maps._expr import ZERO, Expr, constant, of_atom
from lapwing.maps._functions import EXP, LN, SQRT, exp, ln, sqrt
from lapwing.maps._operations import add, divide, multiply, power, subtract
from lapwing.maps._poly import Poly


def isolate(expression: Expr, name: str, target: Expr) -> Expr | None:
    """Give the value of the symbol `name` at which `expression` equals `target`, or None if no rule finds one.

    The symbol must sit in one atom, and the expression must be (p*a + q)/(r*a + s) in that atom a, or the same in its
    square. Of two square roots the nonnegative one counts. The value is a guess, usually right: the caller checks it.

    >>> from lapwing.maps import parse
    >>> isolate(parse("240*d_in/scale"), "scale", parse("1/10"))
    parse('2400*d_in')
    """
    while True:
        inside = [atom for atom in expression.atoms() if name in atom.free]
        if len(inside) != 1 or expression.wild or target.wild:
            return None
        (atom,) = inside
        step = _solve_for(expression, atom, target)
        if step is None or isinstance(atom, Symbol):
            return step
        if not isinstance(atom, Apply):
            return None
        undone = _undo(atom, step)
        if undone is None:
            return None
        expression, target = atom.arguments[0], undone


def _solve_for(expression: Expr, atom: Atom, target: Expr) -> Expr | None:
    """Solve (p*a^k + q)/(r*a^k + s) = target for the atom a, with k = 1 or 2."""
    above = _collect(expression.numerator, atom)
    below = _collect(expression.denominator, atom)
    degrees = (above.keys() | below.keys()) - {0}
    if len(degrees) != 1:
        return None
    (k,) = degrees
    if k > 2:
        return None
    p, q = above.get(k, ZERO), above.get(0, ZERO)
    r, s = below.get(k, ZERO), below.get(0, ZERO)
    try:
        value = divide(subtract(multiply(target, s), q), subtract(p, multiply(target, r)))
    except ZeroDivisorError:
        return None
    return value if k == 1 else sqrt(value)


def _collect(poly: Poly, atom: Atom) -> dict[int, Expr]:
    """Give the coefficient of each power of the atom."""
    found: dict[int, Expr] = {}
    for monomial, coefficient in poly.items():
        k, term = 0, constant(coefficient)
        for factor, e in monomial:
            if factor == atom:
                k = e
            else:
                term = multiply(term, power(of_atom(factor), e))
        found[k] = add(found[k], term) if k in found else term
    return found


def _undo(atom: Apply, value: Expr) -> Expr | None:
    """Give x such that the function of the atom is `value` at x."""
    if atom.function is EXP:
        return ln(value)
    if atom.function is LN:
        return exp(value)
    if atom.function is SQRT:
        return power(value, 2)
    return value if atom.function.name == "hold" else None
