"""What the map language knows about a function: one record each, and the table of all of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias, final

import attrs
from typing_extensions import override

from lapwing.errors import FunctionNameError

if TYPE_CHECKING:
    from flint import arb

    from lapwing.maps._expr import Expr

# What a part of an expression is worth: a rational number, an enclosure, or as a float an infinity or NaN (undefined).
# No other floats occur.
Value: TypeAlias = "int | Fraction | float | arb"


# Special functions that other packages define. A map that was stored knows them before those packages are loaded.
_HOMES = {
    **dict.fromkeys(("gaussian_sum", "gaussian_upper_sum"), "lapwing.sampling._gaussian_sums"),
    **dict.fromkeys(
        ("at_least_once", "threshold_gap", "grid_up", "grid_step", "noise_grid"), "lapwing.measurements._exp_family"
    ),
}


@final
@attrs.frozen(eq=False)
class Function:
    """A function of the map language. Calling it on expressions or numbers builds an expression."""

    name: str
    arity: int | None
    """How many arguments it takes. None stands for one or more."""
    enclose: Callable[..., arb]
    """Encloses the value, from a ball for each argument, at flint's current precision."""
    exact: Callable[..., Fraction | int | float | None] | None = None
    """Gives the value on rational arguments: None where it is not rational, NaN where it is not defined."""
    limit: Callable[..., Value] | None = None
    """Gives the value where some arguments are infinite. Without it such a value is undefined."""
    rewrite: Callable[[tuple[Expr, ...]], Expr | None] | None = None
    """Gives a simpler expression for an application, if there is one."""
    latex: Callable[..., str] | None = None
    """Renders an application from its arguments' LaTeX."""
    monotone: tuple[int, ...] = ()
    """For each argument 1 if the value rises with it, -1 if it falls, 0 if neither is known."""
    rational: bool = False
    """True if rational arguments always give a rational value, so that no enclosure is needed."""
    strict: bool = True
    """True if the value is undefined wherever an argument is. A choice is not strict: it looks at one branch."""

    def __call__(self, *arguments: object) -> Expr:
        """Apply the function."""
        from lapwing.maps._expr import as_expr
        from lapwing.maps._operations import apply

        return apply(self, tuple(map(as_expr, arguments)))

    @override
    def __repr__(self) -> str:
        return f"function({self.name!r})"

    @override
    def __reduce__(self) -> tuple[Callable[[str], Function], tuple[str]]:
        """Store the name alone: the table knows the rest."""
        return (function, (self.name,))


_table: dict[str, Function] = {}


def define_function(
    name: str,
    *,
    arity: int,
    enclose: Callable[..., arb],
    exact: Callable[..., Fraction | int | float | None] | None = None,
    limit: Callable[..., Value] | None = None,
    latex: Callable[..., str] | None = None,
    monotone: tuple[int, ...] = (),
) -> Function:
    r"""Add a special function to the language. Text, JSON and LaTeX know it from then on.

    Args:
        name: An identifier that no function has yet.
        arity: The number of arguments.
        enclose: Takes a ball for each argument and encloses every value on them, at flint's current precision.
        exact: Takes a Fraction for each argument. Gives the value if it is rational, None if not, NaN if there is none.
        limit: Takes the arguments where at least one is infinite. Without it the value there is undefined.
        latex: Takes each argument's LaTeX.
        monotone: 1, -1 or 0 for each argument: the value rises, falls, or neither is known.

    >>> double = define_function("double_for_doctest", arity=1, enclose=lambda x: x + x, exact=lambda x: 2 * x)
    >>> str(double(3) + 1)
    '7'
    """
    from lapwing.maps._param import RESERVED  # parameters are built on expressions, which are built on this

    if not name.isidentifier() or name in _table or name == "if" or name in RESERVED:
        raise FunctionNameError(name, "taken" if name.isidentifier() else "not an identifier")
    return register(Function(name, arity, enclose, exact, limit, None, latex, monotone or (0,) * arity))


def register(made: Function) -> Function:
    """Put a function into the table."""
    _table[made.name] = made
    return made


def function(name: str) -> Function:
    """Find a function by its name. Raises KeyError if there is none."""
    if name not in _table and name in _HOMES:
        import_module(_HOMES[name])
    return _table[name]


def known(name: str) -> bool:
    """Tell whether a function has this name."""
    return name in _table or name in _HOMES
