"""DiscreteDistance: equal or not."""

from __future__ import annotations

from typing import Any, final

from lapwing.core import Domain, UniversalMetric
from lapwing.maps import Expr, Quantity, constant
from lapwing.metrics._dataset import D_IN, records


@final
class DiscreteDistance(UniversalMetric[int]):
    """0 for equal data, 1 for any others.

    >>> from lapwing.prelude import DiscreteDistance
    >>> DiscreteDistance().distance("yes", "no")
    1
    """

    __slots__ = ()

    @property
    def quantity(self) -> Quantity[int]:
        """0 or 1."""
        return D_IN

    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """0 if the data are equal, else 1."""
        if hasattr(x, "tolist") or isinstance(x, list | tuple):
            same = records(x) == records(y)
        else:
            same = bool(x == y) or bool(x != x and y != y)
        return (constant(0 if same else 1),)

    def misfit(self, domain: Domain[Any]) -> str | None:
        """It fits every domain."""
        return None
