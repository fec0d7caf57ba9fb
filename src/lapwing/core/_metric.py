"""Metric: how far two datasets are apart."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, cast

from typing_extensions import TypeVar

if TYPE_CHECKING:
    from lapwing.core._domain import Domain
    from lapwing.maps import Expr, Quantity, Scalar

Q_co = TypeVar("Q_co", covariant=True)
N = TypeVar("N")  # the numbers that a metric measures: int for ints alone, float for floats and ints


class Metric(ABC, Generic[Q_co]):
    """How far two datasets are apart. It knows the type of its distances."""

    __slots__ = ()

    @property
    @abstractmethod
    def quantity(self) -> Quantity[Q_co]:
        """How a distance is read, written and named in maps."""

    @abstractmethod
    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """The distance, as one exact expression for each component."""

    @abstractmethod
    def misfit(self, domain: Domain[Any]) -> str | None:
        """Why this metric does not measure the domain's data, as a remedy; None if it does."""

    def distance(self, x: Any, y: Any) -> Q_co:
        """The smallest distance of this metric's type that is not below the true one."""
        from lapwing.maps import evaluate

        parts = zip(self.quantity.parts, self.exact_distance(x, y), strict=True)
        return self.quantity.join(tuple(cast("Scalar[Any]", part).write(evaluate(value)) for part, value in parts))


class ScalarMetric(Metric[Q_co], Generic[Q_co, N]):
    """A metric on numbers."""

    __slots__ = ()


class DatasetMetric(Metric[Q_co]):
    """A metric on vectors of any length."""

    __slots__ = ()


class SizedMetric(Metric[Q_co]):
    """A metric on vectors whose length is known: it only compares vectors of one length."""

    __slots__ = ()


class NormMetric(Metric[Q_co], Generic[Q_co, N]):
    """A metric on vectors of numbers that looks at differences, position by position."""

    __slots__ = ()


class KeyedMetric(Metric[Q_co], Generic[Q_co, N]):
    """A metric on mappings from keys to numbers."""

    __slots__ = ()


class PartitionMetric(Metric[Q_co]):
    """A metric on mappings from keys to datasets."""

    __slots__ = ()


class UniversalMetric(Metric[Q_co]):
    """A metric that fits every domain."""

    __slots__ = ()
