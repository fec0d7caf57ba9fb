"""Metrics on mappings: how many keys differ, by how much in all, and by how much at most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, cast, final

import attrs
from typing_extensions import TypeVar

from lapwing.core import DatasetMetric, Domain, KeyedMetric, Metric, PartitionMetric
from lapwing.domains import MapDomain
from lapwing.errors import PartError
from lapwing.maps import Components, Expr, Quantity, Scalar, constant, maximum, real_number, sqrt, whole_number
from lapwing.metrics._absolute import AbsoluteDistance
from lapwing.metrics._carrier import T, number_misfit
from lapwing.metrics._dataset import InsertDeleteDistance, SymmetricDistance

Q = TypeVar("Q")

L0 = whole_number("l0")
L2 = real_number("l2")
MAP_REMEDY = "it measures mappings, so use it with a MapDomain"


def keyed_distances(x: Mapping[Any, Any], y: Mapping[Any, Any], inner: Metric[Any], missing: Any) -> list[Expr]:
    """The inner distances of the keys that differ. A key that only one side holds is compared with `missing`."""
    found = (inner.exact_distance(x.get(key, missing), y.get(key, missing))[0] for key in x.keys() | y.keys())
    return [distance for distance in found if distance != constant(0)]


def total(distances: list[Expr]) -> Expr:
    """The sum of exact distances."""
    return sum(distances, constant(0))


def named(name: str, quantity: Quantity[Any]) -> Scalar[Any]:
    """The same kind of number under another name."""
    return attrs.evolve(cast("Scalar[Any]", quantity), name=name)


def check_inner(metric: str, inner: object, allowed: tuple[type, ...], expected: str) -> None:
    """Refuse an inner metric of the wrong kind."""
    if not isinstance(inner, allowed):
        raise PartError(metric, "inner metric", inner, expected)


def histogram_misfit(domain: Domain[Any], inner: AbsoluteDistance[Any]) -> str | None:
    """Why a metric on histograms does not fit."""
    if not isinstance(domain, MapDomain):
        return MAP_REMEDY
    return number_misfit(domain.value_domain, inner.carrier, "AbsoluteDistance")


@final
@attrs.frozen(repr=False)
class L01InfDistance(KeyedMetric[tuple[int, T, T], T], Generic[T]):
    """Of two histograms: how many keys differ, by how much in all, and by how much at most, as (l0, l1, linf).

    A missing key counts as the value 0.

    >>> from lapwing.prelude import AbsoluteDistance, L01InfDistance
    >>> L01InfDistance(AbsoluteDistance(int)).distance({"a": 3, "b": 1}, {"a": 5, "c": 1})
    (3, 4, 2)
    """

    inner: AbsoluteDistance[T]

    def __attrs_post_init__(self) -> None:
        check_inner(
            "L01InfDistance", self.inner, (AbsoluteDistance,), "an AbsoluteDistance, as in AbsoluteDistance(int)"
        )

    @property
    def quantity(self) -> Quantity[tuple[int, T, T]]:
        """The triple (l0, l1, linf)."""
        return Components((L0, named("l1", self.inner.quantity), named("linf", self.inner.quantity)))

    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """The three numbers, without rounding."""
        found = keyed_distances(x, y, self.inner, 0)
        return constant(len(found)), total(found), maximum(constant(0), *found)

    def misfit(self, domain: Domain[Any]) -> str | None:
        """It fits mappings from keys to numbers."""
        return histogram_misfit(domain, self.inner)

    def __repr__(self) -> str:
        return f"L01InfDistance({self.inner!r})"


@final
@attrs.frozen(repr=False)
class L02InfDistance(KeyedMetric[tuple[int, float, T], T], Generic[T]):
    """Of two histograms: how many keys differ, the Euclidean distance, and the greatest one, as (l0, l2, linf).

    A missing key counts as the value 0.

    >>> from lapwing.prelude import AbsoluteDistance, L02InfDistance
    >>> L02InfDistance(AbsoluteDistance(int)).distance({"a": 3, "b": 4}, {})
    (2, 5.0, 4)
    """

    inner: AbsoluteDistance[T]

    def __attrs_post_init__(self) -> None:
        check_inner(
            "L02InfDistance", self.inner, (AbsoluteDistance,), "an AbsoluteDistance, as in AbsoluteDistance(int)"
        )

    @property
    def quantity(self) -> Quantity[tuple[int, float, T]]:
        """The triple (l0, l2, linf)."""
        return Components((L0, L2, named("linf", self.inner.quantity)))

    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """The three numbers as exact expressions."""
        found = keyed_distances(x, y, self.inner, 0)
        squares = total([distance * distance for distance in found])
        return constant(len(found)), sqrt(squares), maximum(constant(0), *found)

    def misfit(self, domain: Domain[Any]) -> str | None:
        """It fits mappings from keys to numbers."""
        return histogram_misfit(domain, self.inner)

    def __repr__(self) -> str:
        return f"L02InfDistance({self.inner!r})"


@final
@attrs.frozen(repr=False)
class PartitionDistance(PartitionMetric[tuple[int, Q, Q]], Generic[Q]):
    """Of two partitioned datasets: the count of parts that differ, the sum of their distances and the greatest one.

    A missing part counts as empty.

    >>> from lapwing.prelude import PartitionDistance, SymmetricDistance
    >>> PartitionDistance(SymmetricDistance()).distance({"a": [1, 2], "b": [3]}, {"a": [1]})
    (2, 2, 1)
    """

    inner: DatasetMetric[Q]

    def __attrs_post_init__(self) -> None:
        allowed = (SymmetricDistance, InsertDeleteDistance)
        check_inner(
            "PartitionDistance", self.inner, allowed, "a metric on vectors of any length, as in SymmetricDistance()"
        )

    @property
    def quantity(self) -> Quantity[tuple[int, Q, Q]]:
        """The triple (l0, l1, linf)."""
        return Components((L0, named("l1", self.inner.quantity), named("linf", self.inner.quantity)))

    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """The three numbers, without rounding."""
        found = keyed_distances(x, y, self.inner, ())
        return constant(len(found)), total(found), maximum(constant(0), *found)

    def misfit(self, domain: Domain[Any]) -> str | None:
        """It fits mappings from keys to datasets that the inner metric fits."""
        return self.inner.misfit(domain.value_domain) if isinstance(domain, MapDomain) else MAP_REMEDY

    def __repr__(self) -> str:
        return f"PartitionDistance({self.inner!r})"
