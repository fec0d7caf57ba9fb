"""AbsoluteDistance: the difference of two numbers."""

from __future__ import annotations

from typing import Any, Generic, cast, final, overload

import attrs

from lapwing.core import Domain, ScalarMetric
from lapwing.domains._atom import FloatClass
from lapwing.maps import Expr, Quantity
from lapwing.metrics._carrier import N, T, as_distance, check_carrier, distance_quantity, gap, number_misfit


@final
@attrs.frozen(init=False, repr=False)
class AbsoluteDistance(ScalarMetric[T, T], Generic[T]):
    """|x - y|, as a distance of the type int or float.

    >>> from lapwing.prelude import AbsoluteDistance
    >>> AbsoluteDistance(int).distance(3, -4)
    7
    """

    carrier: type[T]

    @overload
    def __init__(self: AbsoluteDistance[int], carrier: type[int]) -> None: ...
    @overload
    def __init__(self: AbsoluteDistance[float], carrier: FloatClass) -> None: ...
    @overload
    def __init__(self: AbsoluteDistance[N], carrier: type[N]) -> None: ...
    def __init__(self, carrier: Any) -> None:
        cast("Any", self).__attrs_init__(carrier)

    def __attrs_post_init__(self) -> None:
        check_carrier("AbsoluteDistance", self.carrier)

    @property
    def quantity(self) -> Quantity[T]:
        """An int or a float."""
        return distance_quantity(self.carrier)

    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """The difference, without rounding."""
        return (as_distance(gap(x, y)),)

    def misfit(self, domain: Domain[Any]) -> str | None:
        """It fits single numbers."""
        return number_misfit(domain, self.carrier, "AbsoluteDistance")

    def __repr__(self) -> str:
        return f"AbsoluteDistance({self.carrier.__name__})"
