"""Transformations that users define."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Never

from typing_extensions import TypeVar

from lapwing.core import Domain, Metric, Transformation, constructor, then
from lapwing.core._space import check_fit
from lapwing.core._user import function_name, guarded, read_map
from lapwing.errors import DomainError, FunctionError
from lapwing.maps import Expr

DI = TypeVar("DI", bound=Domain[Any])
MI = TypeVar("MI", bound=Metric[Any])
DO = TypeVar("DO", bound=Domain[Any])
MO = TypeVar("MO", bound=Metric[Any])


@constructor
def make_user_transformation(
    input_domain: DI,
    input_metric: MI,
    output_domain: DO,
    output_metric: MO,
    function: Callable[[Any], object],
    stability_map: str | Expr | tuple[Expr, ...],
) -> Transformation[DI, MI, DO, MO, Never]:
    """Apply a function of the user's own.

    The function gets a member of the input domain in the form that chains work on (a vector is a NumPy array, which
    it must not change) and returns a member of the output domain. The map is the author's claim. The chain is marked
    as unverified, and stays so.

    Map: as given

    Why: the author says so.

    >>> from lapwing.prelude import AbsoluteDistance, AtomDomain, space_of, then_user_transformation
    >>> def distinct(words):
    ...     return len(set(words))
    >>> then_distinct = then_user_transformation(AtomDomain(int), AbsoluteDistance(int), distinct, "d_in")
    >>> chain = space_of(list[str]) >> then_distinct
    >>> chain(["a", "b", "a"]), chain.map(1), chain.verified
    (2, 1, False)
    """
    check_fit(input_domain, input_metric)
    check_fit(output_domain, output_metric)
    outputs = read_map(stability_map)
    call = guarded(function)

    def apply(data: Any) -> Any:
        result = call(data)
        if result in output_domain:
            return output_domain.admit(result)
        raise FunctionError(function_name(function), DomainError.__name__)

    return Transformation(input_domain, input_metric, output_domain, output_metric, apply, outputs, verified=False)


then_user_transformation = then(make_user_transformation)
