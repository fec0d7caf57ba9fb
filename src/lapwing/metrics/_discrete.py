"""DiscreteDistance: equal or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, final

from lapwing.core import Domain, UniversalMetric
from lapwing.core._fieldless import Fieldless
from lapwing.maps import Expr, Quantity, constant
from lapwing.metrics._dataset import D_IN, records


@final
class DiscreteDistance(Fieldless, UniversalMetric[int]):
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
        return (constant(0 if same(x, y) else 1),)

    def misfit(self, domain: Domain[Any]) -> str | None:
        """It fits every domain."""
        return None


def same(x: Any, y: Any) -> bool:
    """Whether two data are equal: mappings part by part, vectors element by element; NaN equals NaN."""
    if isinstance(x, Mapping) and isinstance(y, Mapping):
        return x.keys() == y.keys() and all(same(x[key], y[key]) for key in x)
    if is_vector(x) and is_vector(y):
        return records(x) == records(y)
    return bool(x == y) or bool(x != x and y != y)


def is_vector(data: Any) -> bool:
    """Whether this is a vector, and not a single value such as a text or a NumPy scalar."""
    return hasattr(data, "__len__") and hasattr(data, "__iter__") and not isinstance(data, str | bytes)
