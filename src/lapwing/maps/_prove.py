"""Proving f <= g by rules: signs of coefficients, monotone functions, and what is known of floor, min, max and choices.

A rule that applies gives a proof. No rule applying means nothing: `Prover.at_most` is then False.
"""

from __future__ import annotations

from typing import final

from lapwing.exact import sign
from lapwing.maps._atoms import Apply, Atom, Symbol
from lapwing.maps._condition import RELATIONS
from lapwing.maps._evaluate import evaluate
from lapwing.maps._expr import INFINITY, UNDEFINED, ZERO, Expr, constant, of_atom
from lapwing.maps._functions import EXP, FLOOR, LN, MAX, MIN, SQRT
from lapwing.maps._operations import HOLD, add, multiply, negate, power, subtract
from lapwing.maps._poly import ONE, Monomial, Poly

# Rules call each other. Beyond this depth, or after this many steps, they give up.
_DEPTH = 24
_STEPS = 1000


@final
class Prover:
    """Proves statements about expressions whose variables are nonnegative numbers, some of them positive."""

    __slots__ = ("_budget", "_left", "_positive", "_variables")

    def __init__(self, variables: frozenset[str], positive: frozenset[str] = frozenset()) -> None:
        self._variables = variables
        self._positive = positive
        self._left = _DEPTH
        self._budget = _STEPS

    def at_most(self, f: Expr, g: Expr) -> bool:
        """Prove that f <= g wherever the variables are nonnegative. Where g is not defined it is infinite."""
        if f == g or g in (INFINITY, UNDEFINED):
            return True
        if f.wild or g.wild or self._left == 0 or self._budget == 0:
            return False
        self._left -= 1
        self._budget -= 1
        try:
            return self._by_parts(f, g) or (
                self._defined_where(f, g) and (self._by_signs(f, g) or self._by_argument(f, g) or self._by_floor(f, g))
            )
        finally:
            self._left += 1

    def _by_parts(self, f: Expr, g: Expr) -> bool:
        """Use that a minimum is below each part, a maximum is above each part, and a choice is one of two."""
        lower, upper = _application(f), _application(g)
        if upper is not None and upper.function is MIN and all(self.at_most(f, x) for x in upper.arguments):
            return True
        if lower is not None and lower.function is MAX and all(self.at_most(x, g) for x in lower.arguments):
            return True
        if lower is not None and lower.function.name in RELATIONS:
            _, x, y = lower.arguments
            if upper is not None and upper.function is lower.function and upper.arguments[0] == lower.arguments[0]:
                return self.at_most(x, upper.arguments[1]) and self.at_most(y, upper.arguments[2])
            return self.defined(lower.arguments[0]) and self.at_most(x, g) and self.at_most(y, g)
        if upper is not None and upper.function.name in RELATIONS:
            return all(self.at_most(f, x) for x in upper.arguments[1:])
        some_below = lower is not None and lower.function is MIN and any(self.at_most(x, g) for x in lower.arguments)
        if some_below and self.defined(f):
            return True
        return upper is not None and upper.function is MAX and any(self.at_most(f, x) for x in upper.arguments)

    def _by_argument(self, f: Expr, g: Expr) -> bool:
        """Use that a function rises or falls with its argument."""
        lower, upper = _application(f), _application(g)
        if lower is None or upper is None or lower.function is not upper.function or len(lower.arguments) != 1:
            return False
        (x,), (y,) = lower.arguments, upper.arguments
        direction = lower.function.monotone[0]
        return self.at_most(x, y) if direction > 0 else direction < 0 and self.at_most(y, x)

    def _by_signs(self, f: Expr, g: Expr) -> bool:
        """Use that no coefficient of the difference is positive, or that larger terms make up for those that are."""
        difference = subtract(f, g)
        if difference.wild:
            return False
        below = self._poly_sign(difference.denominator)
        if below == 0:
            return False
        above = difference if below > 0 else negate(difference)
        terms = self._coefficients(above.numerator)
        if terms is None:
            return False
        short = {m: c for m, c in terms.items() if _sign(c) not in (-1, 0)}
        spare = {m: c for m, c in terms.items() if _sign(c) == -1}
        return all(self._made_up(monomial, coefficient, spare) for monomial, coefficient in short.items())

    def _made_up(self, monomial: Monomial, coefficient: Expr, spare: dict[Monomial, Expr]) -> bool:
        """Find a negative term that is at least as large as this positive one, and use it up."""
        for other, enough in list(spare.items()):
            left = add(coefficient, enough)
            if _sign(left) in (-1, 0) and len(other) == len(monomial) and self._pairwise(monomial, other):
                spare[other] = left
                return True
        return False

    def _pairwise(self, monomial: Monomial, other: Monomial) -> bool:
        return all(
            e == k and self._atom_nonnegative(a) and self.at_most(of_atom(a), of_atom(b))
            for (a, e), (b, k) in zip(monomial, other, strict=True)
        )

    def _by_floor(self, f: Expr, g: Expr) -> bool:
        """Use that x - 1 <= floor(x) <= x."""
        if not any(isinstance(atom, Apply) and atom.function is FLOOR for atom in (*f.atoms(), *g.atoms())):
            return False
        upper, lower = self._without_floor(f, 0), self._without_floor(g, -1)
        return upper is not None and lower is not None and self.at_most(upper, lower)

    def _without_floor(self, expression: Expr, shift: int) -> Expr | None:
        """Replace floor(x) by x + shift, if the expression rises with each of its floors. None if it might not."""
        if self._poly_sign(expression.denominator) <= 0 or any(
            _is_floor(a) for m in expression.denominator for a, _ in m
        ):
            return None
        total = ZERO
        for monomial, coefficient in expression.numerator.items():
            term = constant(coefficient)
            for atom, e in monomial:
                part = of_atom(atom)
                if isinstance(atom, Apply) and atom.function is FLOOR:
                    others_fine = all(self._atom_nonnegative(a) for a, _ in monomial if a != atom)
                    if e != 1 or coefficient < 0 or not others_fine or sum(_is_floor(a) for a, _ in monomial) > 1:
                        return None
                    part = add(atom.arguments[0], constant(shift))
                term = multiply(term, power(part, e))
            total = add(total, term)
        return multiply(total, power(Expr(expression.denominator, ONE), -1))

    # --- signs --------------------------------------------------------------------------------------------------------

    def nonnegative(self, expression: Expr) -> bool:
        """Prove that the expression is defined and at least 0."""
        return self.defined(expression) and self._sign_of(expression) > 0

    def _sign_of(self, expression: Expr) -> int:
        """Give 1 if the expression is >= 0, -1 if it is <= 0, 0 if neither is proved."""
        if expression.wild or self._left == 0:
            return 1 if expression == INFINITY else 0
        self._left -= 1
        try:
            return self._poly_sign(expression.numerator) * self._poly_sign(expression.denominator)
        finally:
            self._left += 1

    def _poly_sign(self, poly: Poly) -> int:
        terms = self._coefficients(poly)
        if terms is None:
            return 0
        signs = {_sign(c) for c in terms.values()} - {0}
        return (1 if signs <= {1} else -1) if len(signs) <= 1 and None not in signs else 0

    def _coefficients(self, poly: Poly) -> dict[Monomial, Expr] | None:
        """Group a polynomial by its atoms that vary, all of them nonnegative. None if one of them might be negative."""
        grouped: dict[Monomial, Expr] = {}
        for monomial, coefficient in poly.items():
            varying: list[tuple[Atom, int]] = []
            term = constant(coefficient)
            for atom, e in monomial:
                if not atom.free:
                    term = multiply(term, power(of_atom(atom), e))
                elif e % 2 == 0 or self._atom_nonnegative(atom):
                    varying.append((atom, e))
                else:
                    return None
            key = tuple(varying)
            grouped[key] = add(grouped[key], term) if key in grouped else term
        return grouped

    def _atom_nonnegative(self, atom: Atom) -> bool:
        if isinstance(atom, Symbol):
            return atom.name in self._variables
        if not isinstance(atom, Apply):
            return False
        function, arguments = atom.function, atom.arguments
        if not atom.free:
            return _sign(of_atom(atom)) in (0, 1)
        if function in (EXP, SQRT):
            return True
        if function is LN:
            return self._sign_of(subtract(arguments[0], constant(1))) > 0
        if function is MAX:
            return any(self._sign_of(argument) > 0 for argument in arguments)
        if function.name in RELATIONS:
            arguments = arguments[1:]
        elif function not in (FLOOR, MIN, HOLD):
            return False
        return all(self._sign_of(argument) > 0 for argument in arguments)

    # --- definedness --------------------------------------------------------------------------------------------------

    def defined(self, expression: Expr) -> bool:
        """Prove that the expression is a number wherever the variables are nonnegative."""
        if expression.wild or not self._never_zero(expression.denominator):
            return False
        return all(self._atom_defined(atom) for atom in expression.atoms())

    def _defined_where(self, f: Expr, g: Expr) -> bool:
        """Prove that f is a number wherever g is. What f shares with g can't make the difference."""
        if f.denominator != g.denominator and not self._never_zero(f.denominator):
            return False
        shared = set(g.atoms())
        return all(atom in shared or self._atom_defined(atom) for atom in f.atoms())

    def _never_zero(self, poly: Poly) -> bool:
        """Prove that a denominator has no zero: its coefficients have one sign, and one of its terms is never zero."""
        terms = self._coefficients(poly)
        if terms is None or self._poly_sign(poly) == 0:
            return False
        return any(_sign(c) in (-1, 1) and all(map(self._positive_symbol, m)) for m, c in terms.items())

    def _positive_symbol(self, factor: tuple[Atom, int]) -> bool:
        return isinstance(factor[0], Symbol) and factor[0].name in self._positive

    def _atom_defined(self, atom: Atom) -> bool:
        if isinstance(atom, Symbol):
            return True
        if not isinstance(atom, Apply) or self._left == 0:
            return False
        if not atom.free:
            return evaluate(of_atom(atom)).is_finite()
        self._left -= 1
        try:
            if not all(self.defined(argument) for argument in atom.arguments):
                return False
            if atom.function is LN:
                argument = atom.arguments[0]
                return self._sign_of(argument) > 0 and self._never_zero(argument.numerator)
            if atom.function is SQRT:
                return self._sign_of(atom.arguments[0]) > 0
            return atom.function in (EXP, FLOOR, MIN, MAX, HOLD) or atom.function.name in RELATIONS
        finally:
            self._left += 1


def _application(expression: Expr) -> Apply | None:
    atom = expression.atom
    return atom if isinstance(atom, Apply) else None


def _is_floor(atom: Atom) -> bool:
    return isinstance(atom, Apply) and atom.function is FLOOR


def _sign(expression: Expr) -> int | None:
    """Give the sign of an expression without free symbols."""
    number = expression.rational
    if number is not None:
        return sign(number)
    value = evaluate(expression)
    exact = value.exact()
    if isinstance(exact, float):
        return None
    return sign(value if exact is None else exact)
