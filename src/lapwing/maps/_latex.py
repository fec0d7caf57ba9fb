"""The LaTeX form, written without recursion like the text form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lapwing.maps._atoms import Apply, Symbol
from lapwing.maps._condition import RELATIONS
from lapwing.maps._poly import ONE, Poly
from lapwing.maps._text import Piece, binding_names, display_ratio, display_terms, join, split_condition

if TYPE_CHECKING:
    from lapwing.maps._expr import Expr

_SYMBOLS = {
    "d_in": r"d_{\mathrm{in}}",
    "d_out": r"d_{\mathrm{out}}",
    "linf": r"\ell_{\infty}",
    "epsilon": r"\varepsilon",
}
_GREEK = ("alpha", "beta", "gamma", "delta", "lambda", "mu", "nu", "rho", "sigma", "tau", "theta")
_SIGNS = {"<=": r"\le", "<": "<", "==": "="}


def expression_latex(expressions: tuple[Expr, ...]) -> str:
    """Render one expression, or several as a tuple. Parts that a long text would repeat are named first."""
    names = {atom: symbol_latex(name) for atom, name in binding_names(expressions).items()}
    pieces: list[Piece] = []
    for atom, name in names.items():
        pieces += [f"{name} = ", *_application(atom), r",\quad "]
    pieces += list(expressions) if len(expressions) == 1 else [r"\left(", *join(expressions, ", "), r"\right)"]
    return _write(pieces, names)


def symbol_latex(name: str) -> str:
    """Render a name: known letters as such, a trailing number as an index, other names upright."""
    if name in _SYMBOLS:
        return _SYMBOLS[name]
    stem = name.rstrip("0123456789")
    letters = stem.rstrip("_")
    index = name[len(stem) :]
    if letters == "l" and index:
        base = r"\ell"
    elif letters == "epsilon":
        base = r"\varepsilon"
    elif letters in _GREEK:
        base = f"\\{letters}"
    elif len(letters) == 1:
        base = letters
    else:
        base = rf"\mathrm{{{letters}}}".replace("_", r"\_")
    return f"{base}_{{{index}}}" if index else base


def _write(pieces: list[Piece], names: Mapping[Apply, str]) -> str:
    out: list[str] = []
    stack = pieces[::-1]
    while stack:
        piece = stack.pop()
        if isinstance(piece, str):
            out.append(piece)
        elif isinstance(piece, Symbol):
            out.append(symbol_latex(piece.name))
        elif isinstance(piece, Apply):
            name = names.get(piece)
            stack.extend([name] if name is not None else reversed(_application(piece)))
        else:
            stack.extend(reversed(_ratio(piece)))  # type: ignore[arg-type]  # what is no str and no atom is an expression
    return "".join(out)


def _application(atom: Apply) -> list[Piece]:
    relation = RELATIONS.get(atom.function.name)
    if relation is not None:
        difference, x, y = atom.arguments
        condition = _condition(relation, difference)
        return [
            *(r"\begin{cases} ", x, r" & \text{if } ", *condition),
            *(r" \\ ", y, r" & \text{otherwise} \end{cases}"),
        ]
    render = atom.function.latex
    if render is None:
        name = atom.function.name.replace("_", r"\_")
        return [rf"\operatorname{{{name}}}\left(", *join(atom.arguments, ", "), r"\right)"]
    # The function puts its text around marks; what goes into their place is opened later.
    marks = [f"\0{i}\0" for i in range(len(atom.arguments))]
    pieces: list[Piece] = []
    for i, part in enumerate(render(*marks).split("\0")):
        pieces.append(atom.arguments[int(part)] if i % 2 else part)
    return pieces


def _condition(relation: str, difference: Expr) -> list[Piece]:
    sides = split_condition(difference)
    if sides is None:
        return [difference, f" {_SIGNS[relation]} 0"]
    return [*_poly(sides[0]), f" {_SIGNS[relation]} ", *_poly(sides[1])]


def _ratio(expression: Expr) -> list[Piece]:
    above, below = display_ratio(expression)
    if below == ONE:
        return _poly(above)
    minus = len(above) == 1 and next(iter(above.values())) < 0
    if minus:
        above = {m: -c for m, c in above.items()}
    return ["-" if minus else "", r"\frac{", *_poly(above), "}{", *_poly(below), "}"]


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
                factors.append(r" \, " if isinstance(atom, Apply) else " ")
            factors += [atom] if e == 1 or isinstance(atom, Symbol) else [r"\left(", atom, r"\right)"]
            if e != 1:
                factors.append(f"^{{{e}}}")
        pieces += factors
    return pieces or ["0"]
