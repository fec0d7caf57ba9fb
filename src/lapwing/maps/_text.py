"""The text form, which `parse` reads back to the same expression."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from lapwing.maps._atoms import Apply, Atom, Symbol
from lapwing.maps._poly import ONE, Monomial, Poly, sorted_terms

if TYPE_CHECKING:
    from lapwing.maps._expr import Expr

Piece: TypeAlias = "str | Atom | Expr"

_LONG = 2000  # nodes; beyond this a text names the parts that it would repeat
_WORTH_A_NAME = 6


def expression_text(expressions: tuple[Expr, ...]) -> str:
    """Write one expression, or several as a tuple. Parts that would make a long text explode get names first."""
    names = binding_names(expressions)
    pieces: list[Piece] = []
    for atom, name in names.items():
        pieces += [f"{name} = ", *_application(atom), "; "]
    pieces += list(expressions) if len(expressions) == 1 else ["(", *join(expressions, ", "), ")"]
    return _write(pieces, names)


def atom_text(atom: Atom) -> str:
    """Write one atom in full."""
    return _write([atom], {})


def condition_text(relation: str, difference: Expr) -> str:
    """Write a condition with its positive terms on the left and its negative terms on the right."""
    return _write(_condition(relation, difference), {})


def binding_names(expressions: tuple[Expr, ...]) -> dict[Apply, str]:
    """Choose names for the applications that a long text would repeat, parts before wholes."""
    from lapwing.maps._walk import atoms_in_order  # walking is built on expressions, which are built on this

    if sum(expression.size for expression in expressions) <= _LONG:
        return {}
    order = atoms_in_order(expressions)
    uses: dict[Atom, int] = {}
    parents = [*expressions, *(argument for atom in order if isinstance(atom, Apply) for argument in atom.arguments)]
    for parent in parents:
        for poly in (parent.numerator, parent.denominator):
            for monomial in poly:
                for atom, _ in monomial:
                    uses[atom] = uses.get(atom, 0) + 1
    taken = frozenset[str]().union(*(expression.free for expression in expressions))
    names: dict[Apply, str] = {}
    number = 0
    for atom in order:
        if isinstance(atom, Apply) and uses[atom] > 1 and atom.size >= _WORTH_A_NAME:
            number += 1
            while f"x{number}" in taken:
                number += 1
            names[atom] = f"x{number}"
    return names


def _write(pieces: list[Piece], names: Mapping[Apply, str]) -> str:
    """Write pieces out, opening atoms and expressions one by one: depth costs no recursion."""
    out: list[str] = []
    stack = pieces[::-1]
    while stack:
        piece = stack.pop()
        if isinstance(piece, str):
            out.append(piece)
        elif isinstance(piece, Symbol):
            out.append(piece.name)
        elif isinstance(piece, Apply):
            name = names.get(piece)
            if name is not None:
                out.append(name)
            else:
                stack.extend(reversed(_application(piece)))
        else:
            stack.extend(reversed(_ratio(piece)))  # type: ignore[arg-type]  # what is no str and no atom is an expression
    return "".join(out)


def _application(atom: Apply) -> list[Piece]:
    from lapwing.maps._condition import RELATIONS  # conditions are built on expressions

    name = atom.function.name
    if atom.function.arity == 0:
        return [name]
    relation = RELATIONS.get(name)
    if relation is None:
        return [f"{name}(", *join(atom.arguments, ", "), ")"]
    difference, x, y = atom.arguments
    return ["if(", *_condition(relation, difference), ", ", x, ", ", y, ")"]


def join(expressions: tuple[Expr, ...], separator: str) -> list[Piece]:
    """Put a separator between expressions."""
    pieces: list[Piece] = []
    for expression in expressions:
        if pieces:
            pieces.append(separator)
        pieces.append(expression)
    return pieces


def split_condition(difference: Expr) -> tuple[Poly, Poly] | None:
    """Split a polynomial difference into the two sides of a comparison. None if it has a denominator."""
    if difference.denominator != ONE:
        return None
    terms = difference.numerator.items()
    return {m: c for m, c in terms if c > 0}, {m: -c for m, c in terms if c < 0}


def _condition(relation: str, difference: Expr) -> list[Piece]:
    sides = split_condition(difference)
    if sides is None:
        return [difference, f" {relation} 0"]
    return [*_poly(sides[0]), f" {relation} ", *_poly(sides[1])]


def display_ratio(expression: Expr) -> tuple[Poly, Poly]:
    """Choose the signs that read best: -1/(x - 1) reads better as 1/(1 - x)."""
    above, below = expression.numerator, expression.denominator
    if any(c < 0 for c in below.values()) and all(c < 0 for c in above.values()):
        return {m: -c for m, c in above.items()}, {m: -c for m, c in below.items()}
    return above, below


def display_terms(poly: Poly) -> list[tuple[Monomial, int]]:
    """Order the terms by falling degree, but start with a positive one if there is one."""
    terms = sorted_terms(poly)
    if terms and terms[0][1] < 0:
        for i, term in enumerate(terms):
            if term[1] > 0:
                return [term, *terms[:i], *terms[i + 1 :]]
    return terms


def _ratio(expression: Expr) -> list[Piece]:
    above, below = display_ratio(expression)
    if below == ONE:
        return _poly(above)
    upper = _poly(above) if len(above) == 1 else ["(", *_poly(above), ")"]
    ((monomial, coefficient),) = below.items() if len(below) == 1 else (((), 0),)
    plain = coefficient and (not monomial or (coefficient == 1 and len(monomial) == 1))
    return [*upper, "/", *_poly(below)] if plain else [*upper, "/(", *_poly(below), ")"]


def _poly(poly: Poly) -> list[Piece]:
    pieces: list[Piece] = []
    for monomial, coefficient in display_terms(poly):
        if pieces:
            pieces.append(" - " if coefficient < 0 else " + ")
        elif coefficient < 0:
            pieces.append("-")
        factors: list[Piece] = []
        if not monomial or abs(coefficient) != 1:
            factors.append(str(abs(coefficient)))
        for atom, e in monomial:
            if factors:
                factors.append("*")
            factors.append(atom)
            if e != 1:
                factors.append(f"^{e}")
        pieces += factors
    return pieces or ["0"]
