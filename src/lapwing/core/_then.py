"""`constructor` and `then`: how a `make_x` becomes part of a chain."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from inspect import signature
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar, cast, final

import attrs

from lapwing.core._chain import Chain
from lapwing.core._domain import Domain
from lapwing.core._link import Call, call_text, then_name
from lapwing.core._metric import Metric
from lapwing.errors import PartError, RequirementError

P = ParamSpec("P")
D0 = TypeVar("D0", bound=Domain[Any])
M0 = TypeVar("M0", bound=Metric[Any])
OUT = TypeVar("OUT")
Make = TypeVar("Make", bound=Callable[..., Any])


def constructor(make: Make) -> Make:
    """Let what `make` builds remember the call.

    From the call come its repr and equality, and `bind` and `solve` repeat it with numbers for parameters.

    >>> from lapwing.prelude import Param, constructor, make_laplace, space_of, then
    >>> @constructor
    ... def make_doubly_noisy(input_domain, input_metric, scale):
    ...     return make_laplace(input_domain, input_metric, 2 * scale)
    >>> then_doubly_noisy = then(make_doubly_noisy)
    >>> (space_of(int) >> then_doubly_noisy(Param("scale"))).solve(d_in=1, d_out=0.5)
    Space(AtomDomain(int), AbsoluteDistance(int)) >> then_doubly_noisy(1)
    """
    if not callable(make):
        raise PartError("constructor", "function", make, "a function that builds a transformation or a measurement")
    if hasattr(make, "__constructs__"):
        return make

    def recorded(*args: object, **kwargs: object) -> Any:
        built = make(*args, **kwargs)
        return built._recorded(Call(cast("Make", recorded), args, kwargs)) if isinstance(built, Chain) else built

    update_wrapper(recorded, make)
    recorded.__constructs__ = True  # type: ignore[attr-defined]  # a mark on the function
    return cast("Make", recorded)


def then(make: Callable[Concatenate[D0, M0, P], OUT]) -> Callable[P, Callable[[D0, M0], OUT]]:
    """Let a constructor wait for its space.

    After `then_x = then(make_x)`, users write `space >> then_x(...)`.

    >>> from lapwing.prelude import make_clamp, space_of, then
    >>> then_clamp = then(make_clamp)
    >>> space_of(list[int]) >> then_clamp((0, 9))
    Space(VectorDomain(AtomDomain(int)), SymmetricDistance()) >> then_clamp((0, 9))
    """
    recorded = constructor(make)

    def waiting(*args: P.args, **kwargs: P.kwargs) -> Callable[[D0, M0], OUT]:
        return cast("Callable[[D0, M0], OUT]", Then(recorded, args, kwargs))

    update_wrapper(waiting, make)
    waiting.__name__ = waiting.__qualname__ = then_name(make)
    # What help() shows: the arguments without the space. update_wrapper's __wrapped__ would show them all.
    whole = signature(waiting.__dict__.pop("__wrapped__"))
    waiting.__signature__ = whole.replace(parameters=[*whole.parameters.values()][2:])  # type: ignore[attr-defined]  # read by inspect
    waiting.__waits__ = True  # type: ignore[attr-defined]  # a mark on the function, see core._operand
    return waiting


@final
@attrs.frozen(repr=False)
class Then:
    """A constructor with its arguments, waiting for the space on the left of `>>`."""

    waits_for_space: ClassVar[bool] = True  # see core._operand
    make: Callable[..., Any]
    args: tuple[object, ...]
    kwargs: dict[str, object]

    def __call__(self, input_domain: object, input_metric: object) -> Any:
        return self.make(input_domain, input_metric, *self.args, **self.kwargs)

    def __rrshift__(self, left: object) -> Any:
        remedy = "start the chain from a space, as in Space(domain, metric) >> ..."
        raise RequirementError(repr(self), "a space or a transformation on its left", remedy)

    def __repr__(self) -> str:
        return call_text(self.make, self.args, self.kwargs)
