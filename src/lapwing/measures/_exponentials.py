"""Writing the exponentials in a set of expressions as powers of one of them.

The map language keeps exp(1/2) and exp(-1) apart. Here they become E and E^-2 with E = exp(1/2). So the probabilities
of a law that is made of exponentials are rational functions of one number, and those that are equal look equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm

from lapwing.maps import Expr, constant, exp
from lapwing.maps._atoms import Apply, Atom
from lapwing.maps._expr import of_atom
from lapwing.maps._poly import Poly

# Higher powers cost more than they are worth.
_HIGHEST = 64


def on_one_base(expressions: Iterable[Expr]) -> list[Expr]:
    """Write exp(r) for all rational r as powers of one exponential, unless a power would be too high."""
    given = list(expressions)
    exponents = {r for expression in given for atom in expression.atoms() if (r := _exponent(atom)) is not None}
    if len(exponents) < 2:
        return given
    step = Fraction(gcd(*(r.numerator for r in exponents)), lcm(*(r.denominator for r in exponents)))
    if max(map(abs, exponents)) > _HIGHEST * step:
        return given
    base = exp(step)
    return [_rebuilt(e.numerator, base, step) / _rebuilt(e.denominator, base, step) for e in given]


def _exponent(atom: Atom) -> Fraction | None:
    """The rational number r if the atom is exp(r)."""
    if not isinstance(atom, Apply) or atom.function.name != "exp":
        return None
    return atom.arguments[0].rational


def _rebuilt(poly: Poly, base: Expr, step: Fraction) -> Expr:
    total = constant(0)
    for monomial, coefficient in poly.items():
        power, term = 0, constant(coefficient)
        for atom, e in monomial:
            r = _exponent(atom)
            if r is None:
                term *= of_atom(atom) ** e
            else:
                power += e * int(r / step)
        total += term * base**power
    return total
