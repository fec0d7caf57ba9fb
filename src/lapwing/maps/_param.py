"""Free parameters: a name that stands for a number until one is known."""

from __future__ import annotations

from typing import final

import attrs
from typing_extensions import override

from lapwing.errors import ParameterNameError
from lapwing.maps._expr import Arithmetic, Expr, symbol
from lapwing.maps._function import known

# Names that a map uses for distances.
RESERVED = frozenset({"d_in", "d_out", "l0", "l1", "l2", "linf", "alpha", "epsilon", "delta", "rho", "renyi"})


def _check_name(_instance: object, _attribute: object, name: str) -> None:
    if not isinstance(name, str) or not name.isidentifier():
        raise ParameterNameError(name, "which is not an identifier")
    if name in RESERVED:
        raise ParameterNameError(name, "which names a distance")
    if known(name) or name == "if":
        raise ParameterNameError(name, "which is a function")


@final
@attrs.frozen
class Param(Arithmetic):
    """A parameter to be bound or solved for later. Arithmetic with it gives an expression.

    >>> str(2 * Param("scale") + 1)
    '2*scale + 1'
    """

    name: str = attrs.field(validator=_check_name)
    integer: bool = attrs.field(default=False, kw_only=True)
    """True if only a whole number will do."""

    @override
    def as_expression(self) -> Expr:
        return symbol(self.name)

    @override
    def __str__(self) -> str:
        return self.name
