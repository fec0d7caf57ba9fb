"""Walking through expressions without recursion: each distinct atom once, parts before wholes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lapwing.maps._atoms import Apply, Atom, Symbol
from lapwing.maps._expr import UNDEFINED, ZERO, Expr, constant, of_atom
from lapwing.maps._operations import Operation, add, add_within, apply, divide, hold, multiply, multiply_within, power
from lapwing.maps._poly import ONE, Poly, TooLarge


def atoms_in_order(expressions: Iterable[Expr]) -> list[Atom]:
    """List all atoms inside, each once, every atom after the atoms of its arguments."""
    order: dict[Atom, None] = {}
    stack: list[tuple[Atom, bool]] = []
    for expression in expressions:
        stack.extend((atom, False) for atom in reversed(expression.atoms()))
        while stack:
            atom, ready = stack.pop()
            if ready:
                order[atom] = None
            elif atom not in order:
                stack.append((atom, True))
                if isinstance(atom, Apply):
                    for argument in reversed(atom.arguments):
                        stack.extend((part, False) for part in argument.atoms() if part not in order)
    return list(order)


def substitute(expressions: tuple[Expr, ...], values: Mapping[str, Expr]) -> tuple[Expr, ...]:
    """Put expressions in the place of symbols, all at once. The cost is that of `expressions`, not of `values`.

    >>> from lapwing.maps import parse
    >>> [str(e) for e in substitute((parse("d_in/2"),), {"d_in": parse("120*d_in")})]
    ['60*d_in']
    """
    names = frozenset(values)
    if all(names.isdisjoint(expression.free) for expression in expressions):
        return expressions
    new: dict[Atom, Expr] = {}
    for atom in atoms_in_order(expressions):
        if names.isdisjoint(atom.free):
            continue
        if isinstance(atom, Symbol):
            new[atom] = values[atom.name]
        elif isinstance(atom, Apply):
            new[atom] = apply(atom.function, tuple(_replace(argument, new) for argument in atom.arguments))
    return tuple(_replace(expression, new) for expression in expressions)


def _replace(expression: Expr, new: dict[Atom, Expr]) -> Expr:
    """Rebuild an expression from new atoms. Where its denominator vanishes it is undefined."""
    inside = [atom for atom in expression.atoms() if atom in new]
    if not inside:
        return expression
    try:
        return _rebuild(expression, new, add_within, multiply_within)
    except TooLarge:
        # Keep what is put in together: the result then has the size of the expression it is put into.
        return _rebuild(expression, {**new, **{atom: hold(new[atom]) for atom in inside}}, add, multiply)


def _rebuild(expression: Expr, new: dict[Atom, Expr], plus: Operation, times: Operation) -> Expr:
    above = _rebuild_poly(expression.numerator, new, plus, times)
    if expression.denominator is ONE:
        return above
    below = _rebuild_poly(expression.denominator, new, plus, times)
    return divide(above, below, times) if below.numerator else UNDEFINED


def _rebuild_poly(poly: Poly, new: dict[Atom, Expr], plus: Operation, times: Operation) -> Expr:
    total = ZERO
    for monomial, coefficient in poly.items():
        term: Expr | None = None
        for atom, e in monomial:
            value = new.get(atom)
            value = of_atom(atom) if value is None else value
            value = value if e == 1 else power(value, e, times)
            term = value if term is None else times(term, value)
        if term is None:
            term = constant(coefficient)
        elif coefficient != 1:
            term = times(constant(coefficient), term)
        total = plus(total, term) if total is not ZERO else term
    return total
