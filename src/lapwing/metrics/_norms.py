"""Metrics on vectors of numbers: a norm of the difference."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Generic, cast, final, overload

import attrs

from lapwing.core import Domain, NormMetric
from lapwing.domains import BitVectorDomain, VectorDomain
from lapwing.domains._atom import FloatClass, exact
from lapwing.maps import INFINITY, Expr, Quantity, constant, sqrt
from lapwing.metrics._carrier import N, T, as_distance, check_carrier, distance_quantity, gap, number_misfit
from lapwing.metrics._dataset import elements


def gaps(x: Any, y: Any) -> list[Fraction] | None:
    """The differences, position by position; None if one is infinite or the lengths differ."""
    a, b = elements(x), elements(y)
    if len(a) != len(b):
        return None
    found = [gap(u, v) for u, v in zip(a, b, strict=True)]
    finite = [value for value in found if value is not None]
    return finite if len(finite) == len(found) else None


def norm_misfit(domain: Domain[Any], carrier: type[Any], metric: str, *, whole_data: bool = True) -> str | None:
    """Why a norm does not measure these vectors."""
    if isinstance(domain, BitVectorDomain):
        return None
    if not isinstance(domain, VectorDomain):
        return "it measures vectors of numbers, so use it with a VectorDomain"
    return number_misfit(domain.element, carrier, metric, whole_data=whole_data)


@final
@attrs.frozen(init=False, repr=False)
class L1Distance(NormMetric[T, T], Generic[T]):
    """The sum of the absolute differences.

    >>> from lapwing.prelude import L1Distance
    >>> L1Distance(int).distance([1, 2], [4, 6])
    7
    """

    carrier: type[T]

    @overload
    def __init__(self: L1Distance[int], carrier: type[int]) -> None: ...
    @overload
    def __init__(self: L1Distance[float], carrier: FloatClass) -> None: ...
    @overload
    def __init__(self: L1Distance[N], carrier: type[N]) -> None: ...
    def __init__(self, carrier: Any) -> None:
        cast("Any", self).__attrs_init__(carrier)

    def __attrs_post_init__(self) -> None:
        check_carrier("L1Distance", self.carrier)

    @property
    def quantity(self) -> Quantity[T]:
        """An int or a float."""
        return distance_quantity(self.carrier)

    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """The sum, without rounding; infinite for different lengths."""
        found = gaps(x, y)
        return (as_distance(None if found is None else sum(found, Fraction(0))),)

    def misfit(self, domain: Domain[Any]) -> str | None:
        """It fits vectors of numbers."""
        return norm_misfit(domain, self.carrier, "L1Distance")

    def __repr__(self) -> str:
        return f"L1Distance({self.carrier.__name__})"


@final
@attrs.frozen(init=False, repr=False)
class L2Distance(NormMetric[T, float], Generic[T]):
    """The Euclidean distance. Integer vectors under L2Distance(float) are the normal case.

    >>> from lapwing.prelude import L2Distance
    >>> L2Distance(float).distance([1, 2], [4, 6])
    5.0
    """

    carrier: type[T]

    @overload
    def __init__(self: L2Distance[int], carrier: type[int]) -> None: ...
    @overload
    def __init__(self: L2Distance[float], carrier: FloatClass) -> None: ...
    @overload
    def __init__(self: L2Distance[N], carrier: type[N]) -> None: ...
    def __init__(self, carrier: Any) -> None:
        cast("Any", self).__attrs_init__(carrier)

    def __attrs_post_init__(self) -> None:
        check_carrier("L2Distance", self.carrier)

    @property
    def quantity(self) -> Quantity[T]:
        """An int or a float."""
        return distance_quantity(self.carrier)

    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """The root of the sum of squares, as an exact expression; infinite for different lengths."""
        found = gaps(x, y)
        if found is None:
            return (INFINITY,)
        return (sqrt(constant(sum((value * value for value in found), Fraction(0)))),)

    def misfit(self, domain: Domain[Any]) -> str | None:
        """It fits vectors of numbers. An int bounds the distance of float data from above as well as a float does."""
        return norm_misfit(domain, self.carrier, "L2Distance", whole_data=False)

    def __repr__(self) -> str:
        return f"L2Distance({self.carrier.__name__})"


@final
@attrs.frozen(init=False, repr=False)
class LInfDistance(NormMetric[T, T], Generic[T]):
    """The greatest absolute difference. `monotonic` says that all differences have one sign.

    A monotonic distance is infinite for two vectors of which neither is at most the other everywhere.

    >>> from lapwing.prelude import LInfDistance
    >>> LInfDistance(int).distance([1, 2], [4, 6])
    4
    """

    carrier: type[T]
    monotonic: bool = False

    @overload
    def __init__(self: LInfDistance[int], carrier: type[int], monotonic: bool = False) -> None: ...
    @overload
    def __init__(self: LInfDistance[float], carrier: FloatClass, monotonic: bool = False) -> None: ...
    @overload
    def __init__(self: LInfDistance[N], carrier: type[N], monotonic: bool = False) -> None: ...
    def __init__(self, carrier: Any, monotonic: bool = False) -> None:
        cast("Any", self).__attrs_init__(carrier, monotonic)

    def __attrs_post_init__(self) -> None:
        check_carrier("LInfDistance", self.carrier)

    @property
    def quantity(self) -> Quantity[T]:
        """An int or a float."""
        return distance_quantity(self.carrier)

    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """The maximum, without rounding; infinite for different lengths."""
        found = gaps(x, y)
        if found is None or (self.monotonic and not one_sided(x, y)):
            return (INFINITY,)
        return (constant(max(found, default=Fraction(0))),)

    def misfit(self, domain: Domain[Any]) -> str | None:
        """It fits vectors of numbers."""
        return norm_misfit(domain, self.carrier, "LInfDistance")

    def __repr__(self) -> str:
        monotonic = ", monotonic=True" if self.monotonic else ""
        return f"LInfDistance({self.carrier.__name__}{monotonic})"


def one_sided(x: Any, y: Any) -> bool:
    """Whether one vector is at most the other at every position."""
    pairs = [(exact(a), exact(b)) for a, b in zip(elements(x), elements(y), strict=True)]
    return not (any(a < b for a, b in pairs) and any(a > b for a, b in pairs))
