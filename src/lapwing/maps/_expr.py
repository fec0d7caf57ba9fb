"""Expressions: ratios of two polynomials in atoms, canonical by construction.

There is no tree to simplify: arithmetic keeps every expression in lowest terms, so equal rational functions have one
shape and one text. Where a result would grow out of bounds, the larger operand becomes one atom `hold(x)`, which is
worth x.

Infinity is the atom `inf`. A value that is not defined is the atom `undefined`; it absorbs whatever it meets and
evaluates to infinity, the one bound that is always true.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, TypeAlias, final

from typing_extensions import override

from lapwing.errors import NotANumberError, OutOfRangeError
from lapwing.exact import Number, read_parameter
from lapwing.maps import _poly
from lapwing.maps._atoms import SIZE_CAP, Apply, Atom, symbol_atom
from lapwing.maps._digest import blake2b
from lapwing.maps._function import Function, register
from lapwing.maps._poly import ONE, Poly, sorted_terms

if TYPE_CHECKING:
    from flint import arb

    from lapwing.maps._evaluate import Evaluation


class Arithmetic:
    """The operators of whatever can stand in an expression."""

    __slots__ = ()

    def as_expression(self) -> Expr:
        """Give the expression that this stands for."""
        raise NotImplementedError

    def __add__(self, other: Operand) -> Expr:
        return _both(_operations.add, self, other)

    def __radd__(self, other: Operand) -> Expr:
        return _both(_operations.add, other, self)

    def __sub__(self, other: Operand) -> Expr:
        return _both(_operations.subtract, self, other)

    def __rsub__(self, other: Operand) -> Expr:
        return _both(_operations.subtract, other, self)

    def __mul__(self, other: Operand) -> Expr:
        return _both(_operations.multiply, self, other)

    def __rmul__(self, other: Operand) -> Expr:
        return _both(_operations.multiply, other, self)

    def __truediv__(self, other: Operand) -> Expr:
        return _both(_operations.divide, self, other)

    def __rtruediv__(self, other: Operand) -> Expr:
        return _both(_operations.divide, other, self)

    def __pow__(self, exponent: int) -> Expr:
        return _operations.power(self.as_expression(), exponent)

    def __neg__(self) -> Expr:
        return _operations.negate(self.as_expression())

    def __pos__(self) -> Expr:
        return self.as_expression()


Operand: TypeAlias = Number | Arithmetic


@final
class Expr(Arithmetic):
    """An expression of the map language. Build one from `symbol`, numbers and operators, or with `parse`.

    >>> d_in = symbol("d_in")
    >>> (d_in**2 - 1) / (2 * d_in + 2)
    parse('(d_in - 1)/2')
    """

    __slots__ = ("_digest", "_free", "_size", "denominator", "numerator", "wild")
    numerator: Poly
    denominator: Poly
    wild: bool
    """True if an infinity or an undefined value stands among the atoms of the two polynomials."""
    _digest: bytes | None
    _free: frozenset[str] | None
    _size: int

    def __init__(self, numerator: Poly, denominator: Poly, wild: bool = False) -> None:
        # The two polynomials are in lowest terms: only functions of this module call this.
        self.numerator = numerator
        self.denominator = denominator
        self.wild = wild
        self._digest = None
        self._free = None
        self._size = 0

    @override
    def as_expression(self) -> Expr:
        return self

    @property
    def digest(self) -> bytes:
        """A hash of the structure: equal expressions, and in practice only they, have equal digests."""
        digest = self._digest
        if digest is None:
            state = blake2b(b"ratio ", digest_size=32)
            for poly in (self.numerator, self.denominator):
                for monomial, coefficient in sorted_terms(poly):
                    # Hexadecimal, because the decimal form of a long integer takes quadratic time.
                    state.update(b"%x*" % coefficient if coefficient >= 0 else b"-%x*" % -coefficient)
                    for atom, e in monomial:
                        state.update(atom.digest)
                        state.update(b"^%x" % e)
                    state.update(b"+")
                state.update(b"/")
            digest = self._digest = state.digest()
        return digest

    def atoms(self) -> list[Atom]:
        """List the atoms of both polynomials, each once, in canonical order."""
        if len(self.numerator) == 1 and self.denominator is ONE:
            return [atom for monomial in self.numerator for atom, _ in monomial]
        return sorted(self._atom_set(), key=lambda atom: atom.key)

    @property
    def free(self) -> frozenset[str]:
        """The names of the symbols inside.

        >>> sorted((symbol("d_in") / symbol("scale")).free)
        ['d_in', 'scale']
        """
        free = self._free
        if free is None:
            free = self._free = frozenset().union(*(atom.free for atom in self._atom_set()))
        return free

    @property
    def size(self) -> int:
        """The number of nodes when it is written out in full, up to a cap."""
        if not self._size:
            size = sum(
                1 + sum(atom.size for atom, _ in monomial)
                for poly in (self.numerator, self.denominator)
                for monomial in poly
            )
            self._size = min(max(size, 1), SIZE_CAP)
        return self._size

    def _atom_set(self) -> set[Atom]:
        return {atom for poly in (self.numerator, self.denominator) for monomial in poly for atom, _ in monomial}

    @property
    def rational(self) -> Fraction | None:
        """The value of a constant expression that is a rational number, else None.

        >>> constant(0.25).rational
        Fraction(1, 4)
        """
        numerator, denominator = self.numerator, self.denominator
        if not numerator:
            return Fraction(0)
        if len(numerator) == 1 and len(denominator) == 1 and () in numerator and () in denominator:
            return Fraction(numerator[()], denominator[()])
        return None

    @property
    def atom(self) -> Atom | None:
        """The atom, if the expression is one atom and nothing else."""
        if len(self.numerator) == 1 and self.denominator is ONE:
            ((monomial, coefficient),) = self.numerator.items()
            if coefficient == 1 and len(monomial) == 1 and monomial[0][1] == 1:
                return monomial[0][0]
        return None

    def enclose(self, precision: int) -> arb:
        """Enclose the value of an expression without free symbols, with `precision` bits."""
        return self._evaluation().enclose(precision)

    def _evaluation(self) -> Evaluation:
        from lapwing.maps._evaluate import evaluate  # evaluation is built on expressions

        return evaluate(self)

    def latex(self) -> str:
        r"""Render as LaTeX.

        >>> print((symbol("d_in") / 2).latex())
        \frac{d_{\mathrm{in}}}{2}
        """
        from lapwing.maps._latex import expression_latex

        return expression_latex((self,))

    @override
    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Expr) and self.numerator == other.numerator and self.denominator == other.denominator
        )

    @override
    def __hash__(self) -> int:
        return int.from_bytes(self.digest[:7], "big")

    @override
    def __str__(self) -> str:
        from lapwing.maps._text import expression_text

        return expression_text((self,))

    @override
    def __repr__(self) -> str:
        return f"parse({str(self)!r})"

    @override
    def __reduce__(self) -> tuple[Callable[[str], Expr], tuple[str]]:
        """Store the flat form: the nested one would recurse."""
        from lapwing.maps._json import from_json, to_json

        return (from_json, (to_json(self),))


def _both(operation: Callable[[Expr, Expr], Expr], first: Operand, second: Operand) -> Expr:
    left = first if type(first) is Expr else _operand(first)
    right = second if type(second) is Expr else _operand(second)
    if left is None or right is None:
        return NotImplemented  # type: ignore[no-any-return]  # how an operator says that it does not know the other side
    return operation(left, right)


def _operand(value: object) -> Expr | None:
    if isinstance(value, Arithmetic):
        return value.as_expression()
    return constant(value) if isinstance(value, (Real, Decimal)) else None


def of_atom(atom: Atom) -> Expr:
    """Make the expression that is one atom."""
    if isinstance(atom, Apply) and not atom.arguments:
        return INFINITY if atom == INFINITY.atom else UNDEFINED
    return Expr({((atom, 1),): 1}, ONE)


def symbol(name: str) -> Expr:
    """Make the expression that is one symbol.

    >>> str(symbol("d_in") + 1)
    'd_in + 1'
    """
    return Expr({((symbol_atom(name), 1),): 1}, ONE)


def constant(value: object) -> Expr:
    """Make a constant. A float is read as the user typed it.

    >>> str(constant(0.1))
    '1/10'
    """
    if type(value) is int:
        numerator, denominator = value, 1
    else:
        fraction = value if type(value) is Fraction else read_parameter(value, "a constant")
        numerator, denominator = fraction.numerator, fraction.denominator
    if numerator.bit_length() > _poly.MAX_BITS or denominator.bit_length() > _poly.MAX_BITS:
        raise OutOfRangeError("a constant", "a longer number", f"a ratio of integers of up to {_poly.MAX_BITS} bits")
    return Expr({(): numerator} if numerator else {}, ONE if denominator == 1 else {(): denominator})


def as_expr(value: object) -> Expr:
    """Read a number, a Param or an expression as an expression.

    >>> str(as_expr(0.5))
    '1/2'
    """
    if type(value) is Expr:
        return value
    if isinstance(value, Arithmetic):
        return value.as_expression()
    if isinstance(value, (Real, Decimal)):
        return constant(value)
    raise NotANumberError("an operand of a map", value)


def _nullary(name: str, latex: str, value: float) -> Expr:
    """Make an infinity or the undefined value: a function of no arguments, and the one expression that applies it."""

    def enclose() -> arb:
        from lapwing.exact._enclosure import infinite_ball

        return infinite_ball(value)

    made = Function(
        name, 0, enclose, limit=lambda: value, rewrite=lambda _: expression, latex=lambda: latex, rational=True
    )
    expression = Expr({((Apply(register(made), ()), 1),): 1}, ONE, wild=True)
    return expression


ZERO = Expr({}, ONE)
ONE_EXPR = Expr(ONE, ONE)
INFINITY = _nullary("inf", r"\infty", float("inf"))
NEGATIVE_INFINITY = Expr(dict.fromkeys(INFINITY.numerator, -1), ONE, wild=True)
UNDEFINED = _nullary("undefined", r"\mathrm{undefined}", float("nan"))

# The operations are built on Expr, and Expr has them as its operators: so they come last.
from lapwing.maps import _operations  # noqa: E402
