"""Deciding f <= g for rational functions of one variable, exactly, with Sturm sequences."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from lapwing.maps._expr import Expr
from lapwing.maps._operations import subtract
from lapwing.maps._poly import Poly

if TYPE_CHECKING:
    from flint import fmpq_poly, fmpz_poly

_MOST_DEGREE = 64


def rational_at_most(f: Expr, g: Expr, *, whole: bool, zero: bool = True) -> bool | None:
    """Tell whether f <= g at every nonnegative number: at every integer if `whole`, without 0 itself if not `zero`.

    Both are rational functions of one symbol. Where a function is not defined it counts as infinity. None if the degree
    is beyond what is worth the time.
    """
    difference = subtract(f, g)
    polys = [difference.numerator, difference.denominator, f.denominator, g.denominator]
    if sum(max((_degree(m) for m in poly), default=0) for poly in polys) > _MOST_DEGREE:
        return None
    above, below, f_below, g_below = map(_dense, polys)
    if whole:
        return _at_integers(above * below, f_below, g_below)
    poles_shared = _count_roots(f_below, zero) == _count_roots(f_below.gcd(g_below), zero)
    return poles_shared and _never_positive(above * below)


def _degree(monomial: tuple[tuple[object, int], ...]) -> int:
    return monomial[0][1] if monomial else 0


def _dense(poly: Poly) -> fmpz_poly:
    from flint import fmpz_poly

    coefficients = [0] * (1 + max((_degree(m) for m in poly), default=0))
    for monomial, coefficient in poly.items():
        coefficients[_degree(monomial)] = coefficient
    return fmpz_poly(coefficients)


def _never_positive(poly: fmpz_poly) -> bool:
    """Tell whether poly(x) <= 0 for every real x >= 0."""
    if poly.is_zero():
        return True
    if poly[poly.degree()] > 0:
        return False
    # The sign changes at the roots of odd multiplicity and nowhere else.
    odd = _one()
    for factor, multiplicity in poly.factor()[1]:
        if multiplicity % 2:
            odd *= factor
    return _Sturm(odd).roots_after(0) == 0


def _count_roots(poly: fmpz_poly, zero: bool) -> int:
    """Count the distinct real roots x > 0, and the root 0 if `zero`."""
    return _Sturm(_squarefree(poly)).roots_after(0) + (zero and poly(0) == 0)


def _at_integers(sign: fmpz_poly, f_below: fmpz_poly, g_below: fmpz_poly) -> bool:
    """Tell whether sign(n) <= 0 for every n = 0, 1, ... where f and g are defined, and g is undefined wherever f is."""
    # Between two neighbouring roots nothing changes. So the integers next to roots, and 0, stand for all.
    everything = f_below * g_below if sign.is_zero() else sign * f_below * g_below
    for root in _Sturm(_squarefree(everything)).integers_below_roots():
        for n in range(max(root, 0), root + 3):
            if f_below(n) == 0:
                if g_below(n) != 0:
                    return False
            elif g_below(n) != 0 and sign(n) > 0:
                return False
    return True


def _one() -> fmpz_poly:
    from flint import fmpz_poly

    return fmpz_poly([1])


def _squarefree(poly: fmpz_poly) -> fmpz_poly:
    product = _one()
    for factor, _ in poly.factor()[1]:
        product *= factor
    return product


class _Sturm:
    """The Sturm sequence of a squarefree polynomial: counts its real roots in any interval."""

    def __init__(self, poly: fmpz_poly) -> None:
        from flint import fmpq_poly

        first = fmpq_poly(poly)
        self._chain: list[fmpq_poly] = [first]
        following = first.derivative()
        while not following.is_zero():
            self._chain.append(following)
            following = -(self._chain[-2] % self._chain[-1])

    def _changes(self, x: int | None) -> int:
        """Count the sign changes along the sequence at x, or at infinity for None."""
        values = [p[p.degree()] if x is None else p(x) for p in self._chain]
        signs = [value > 0 for value in values if value != 0]
        return sum(a != b for a, b in pairwise(signs))

    def roots_after(self, x: int) -> int:
        """Count the roots above x."""
        return self._changes(x) - self._changes(None)

    def integers_below_roots(self) -> list[int]:
        """List -1, and for each root r > 0 the integer a with a < r <= a + 1."""
        high = 1
        while self.roots_after(high):
            high *= 2
        found = [-1]
        intervals = [(0, high)] if self.roots_after(0) else []
        while intervals:
            low, high = intervals.pop()
            if high - low == 1:
                found.append(low)
                continue
            middle = (low + high) // 2
            at_low, at_middle, at_high = map(self._changes, (low, middle, high))
            if at_low != at_middle:
                intervals.append((low, middle))
            if at_middle != at_high:
                intervals.append((middle, high))
        return found
