"""Polynomials with integer coefficients in atoms, and their ratios in lowest terms.

A polynomial is a dict from monomials to nonzero coefficients; no function here changes one it was given. A monomial is
a tuple of (atom, exponent) in canonical order. Two ratios of polynomials that are equal as rational functions come out
of `lowest_terms` alike.
"""

from __future__ import annotations

from math import gcd
from typing import TypeAlias

from lapwing.maps._atoms import Atom, Key

Monomial: TypeAlias = tuple[tuple[Atom, int], ...]
Poly: TypeAlias = dict[Monomial, int]

ONE: Poly = {(): 1}

# Beyond these an operation gives up with TooLarge, and its larger operand is kept as one atom instead.
MAX_TERMS = 256
MAX_PRODUCTS = 8192
MAX_DEGREE = 512  # of ratios whose common divisor takes real work
MAX_EXPONENT_BITS = 4096
MAX_BITS = 12288  # of a coefficient: 3,700 digits, within Python's own limit for reading and printing integers


class TooLarge(Exception):  # a signal between two functions, not an error that a user sees
    """The result would be larger than an expression may be."""


def _pair_key(pair: tuple[Atom, int]) -> Key:
    return pair[0].key


def term_key(monomial: Monomial) -> tuple[int, tuple[tuple[Key, int], ...]]:
    """Order monomials by falling degree, then as words in the atoms."""
    return -sum(e for _, e in monomial), tuple((atom.key, -e) for atom, e in monomial)


def sorted_terms(poly: Poly) -> list[tuple[Monomial, int]]:
    """List the terms in canonical order."""
    if len(poly) == 1:
        return list(poly.items())
    return sorted(poly.items(), key=lambda term: term_key(term[0]))


def multiply_monomials(left: Monomial, right: Monomial) -> Monomial:
    """Multiply two monomials."""
    if not left:
        return right
    if not right:
        return left
    exponents = dict(left)
    for atom, e in right:
        e += exponents.get(atom, 0)
        if e.bit_length() > MAX_EXPONENT_BITS:
            raise TooLarge
        exponents[atom] = e
    if len(exponents) == 1:
        return tuple(exponents.items())
    return tuple(sorted(exponents.items(), key=_pair_key))


def add(left: Poly, right: Poly) -> Poly:
    """Add two polynomials."""
    total = dict(left)
    for monomial, coefficient in right.items():
        new = total.get(monomial, 0) + coefficient
        if new:
            total[monomial] = new
        else:
            del total[monomial]
    if len(total) > MAX_TERMS:
        raise TooLarge
    return total


def multiply(left: Poly, right: Poly) -> Poly:
    """Multiply two polynomials."""
    if left is ONE or left == ONE:
        return right
    if right is ONE or right == ONE:
        return left
    if len(left) * len(right) > MAX_PRODUCTS:
        raise TooLarge
    product: Poly = {}
    for first, a in left.items():
        for second, b in right.items():
            monomial = multiply_monomials(first, second)
            new = product.get(monomial, 0) + a * b
            if new:
                product[monomial] = new
            else:
                del product[monomial]
    if len(product) > MAX_TERMS:
        raise TooLarge
    return product


def degree(poly: Poly) -> int:
    """Give the total degree."""
    return max(sum(e for _, e in monomial) for monomial in poly)


def bits(poly: Poly) -> int:
    """Give the length in bits of the largest coefficient."""
    return max(coefficient.bit_length() for coefficient in poly.values())


def lowest_terms(numerator: Poly, denominator: Poly) -> tuple[Poly, Poly]:
    """Cancel what numerator and denominator share, and make the denominator's leading coefficient positive."""
    if not numerator:
        return numerator, ONE
    if len(denominator) == 1:
        ((monomial, coefficient),) = denominator.items()
        if monomial:
            numerator, monomial = _cancel_monomial(numerator, monomial)
        if coefficient != 1:
            common = gcd(coefficient, *numerator.values())
            if coefficient < 0:
                common = -common
            if common != 1:
                coefficient //= common
                numerator = {m: c // common for m, c in numerator.items()}
        denominator = ONE if coefficient == 1 and not monomial else {monomial: coefficient}
    else:
        numerator, denominator = _cancel(numerator, denominator)
    if bits(numerator) > MAX_BITS or bits(denominator) > MAX_BITS:
        raise TooLarge
    return numerator, denominator


def _cancel_monomial(poly: Poly, monomial: Monomial) -> tuple[Poly, Monomial]:
    """Divide both by their greatest common monomial."""
    shared = dict(monomial)
    for term in poly:
        exponents = dict(term)
        shared = {atom: min(e, exponents[atom]) for atom, e in shared.items() if atom in exponents}
        if not shared:
            return poly, monomial
    return {_divide_monomial(m, shared): c for m, c in poly.items()}, _divide_monomial(monomial, shared)


def _divide_monomial(monomial: Monomial, divisor: dict[Atom, int]) -> Monomial:
    return tuple((atom, e - divisor.get(atom, 0)) for atom, e in monomial if e != divisor.get(atom, 0))


def _cancel(numerator: Poly, denominator: Poly) -> tuple[Poly, Poly]:
    """Divide both by their greatest common divisor, found by flint."""
    if degree(numerator) > MAX_DEGREE or degree(denominator) > MAX_DEGREE:
        raise TooLarge
    atoms = {atom for poly in (numerator, denominator) for monomial in poly for atom, _ in monomial}
    if len(atoms) > MAX_TERMS:
        raise TooLarge
    order = sorted(atoms, key=lambda atom: atom.key)
    if len(numerator) == 1 and not next(iter(numerator)):
        common = gcd(*numerator.values(), *denominator.values())
        numerator, denominator = _divide_content(numerator, common), _divide_content(denominator, common)
    else:
        numerator, denominator = _cancel_with_flint(numerator, denominator, order)
    if denominator[min(denominator, key=term_key)] < 0:
        numerator, denominator = _divide_content(numerator, -1), _divide_content(denominator, -1)
    if denominator == ONE:
        denominator = ONE
    if len(numerator) > MAX_TERMS or len(denominator) > MAX_TERMS:
        raise TooLarge
    return numerator, denominator


def _divide_content(poly: Poly, content: int) -> Poly:
    if content == 1:
        return poly
    return {monomial: coefficient // content for monomial, coefficient in poly.items()}


def _cancel_with_flint(numerator: Poly, denominator: Poly, order: list[Atom]) -> tuple[Poly, Poly]:
    from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx

    ring = fmpz_mpoly_ctx.get([f"a{i}" for i in range(len(order))], Ordering.deglex)
    place = {atom: i for i, atom in enumerate(order)}

    def into(poly: Poly) -> fmpz_mpoly:
        terms: dict[tuple[int, ...], int] = {}
        for monomial, coefficient in poly.items():
            exponents = [0] * len(order)
            for atom, e in monomial:
                exponents[place[atom]] = e
            terms[tuple(exponents)] = coefficient
        return ring.from_dict(terms)

    def back(poly: fmpz_mpoly) -> Poly:
        return {
            tuple((order[i], int(e)) for i, e in enumerate(exponents) if e): int(coefficient)
            for exponents, coefficient in poly.to_dict().items()
        }

    above, below = into(numerator), into(denominator)
    common = above.gcd(below)
    if common.is_one():
        return numerator, denominator
    return back(above // common), back(below // common)
