"""Metrics on vectors of records: how many records differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any, final

from lapwing.core import DatasetDomain, DatasetMetric, Domain, SizedMetric
from lapwing.core._fieldless import Fieldless
from lapwing.maps import INFINITY, Expr, Quantity, constant, whole_number

D_IN = whole_number("d_in")
NAN = "NaN"  # stands for every NaN, as a NaN equals nothing

VECTOR_REMEDY = "it measures vectors, so use it with a VectorDomain"
SIZE_REMEDY = "it compares vectors of one length, so declare it: VectorDomain(..., size=n)"


def elements(data: Any) -> list[Any]:
    """The elements of a vector as Python values."""
    return data.tolist() if hasattr(data, "tolist") else list(data)


def records(data: Any) -> list[Hashable]:
    """The records in a form that can be compared: 0.0 equals -0.0, NaN equals NaN."""
    return [(NAN,) if value != value else value for value in elements(data)]


def unequal(x: list[Hashable], y: list[Hashable]) -> int:
    """The size of the symmetric difference of two multisets."""
    a, b = Counter(x), Counter(y)
    return (a - b).total() + (b - a).total()


class RecordMetric(Fieldless, DatasetMetric[int]):
    """A count of records, of vectors of any length."""

    __slots__ = ()

    @property
    def quantity(self) -> Quantity[int]:
        """A count."""
        return D_IN

    def misfit(self, domain: Domain[Any]) -> str | None:
        """It fits vectors."""
        return None if isinstance(domain, DatasetDomain) else VECTOR_REMEDY


class SizedRecordMetric(Fieldless, SizedMetric[int]):
    """A count of records, of vectors of one length."""

    __slots__ = ()

    @property
    def quantity(self) -> Quantity[int]:
        """A count."""
        return D_IN

    def misfit(self, domain: Domain[Any]) -> str | None:
        """It fits vectors of a known size."""
        if not isinstance(domain, DatasetDomain):
            return VECTOR_REMEDY
        return SIZE_REMEDY if getattr(domain, "size", None) is None else None


@final
class SymmetricDistance(RecordMetric):
    """The number of records to add or remove to get from one dataset to the other; order does not matter.

    >>> from lapwing.prelude import SymmetricDistance
    >>> SymmetricDistance().distance([1, 1, 2], [2, 1, 3])
    2
    """

    __slots__ = ()

    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """The size of the symmetric difference of the two multisets."""
        return (constant(unequal(records(x), records(y))),)


@final
class InsertDeleteDistance(RecordMetric):
    """The number of insertions and deletions to get from one vector to the other; order matters.

    >>> from lapwing.prelude import InsertDeleteDistance
    >>> InsertDeleteDistance().distance([1, 2, 3], [2, 3, 1])
    2
    """

    __slots__ = ()

    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """Both lengths, less the longest common subsequence twice."""
        a, b = records(x), records(y)
        longest = [0] * (len(b) + 1)
        for value in a:
            diagonal = 0
            for j, other in enumerate(b, start=1):
                above = longest[j]
                longest[j] = diagonal + 1 if value == other else max(above, longest[j - 1])
                diagonal = above
        return (constant(len(a) + len(b) - 2 * longest[-1]),)


@final
class ChangeOneDistance(SizedRecordMetric):
    """The number of records to change to get from one dataset to the other of the same size; order does not matter.

    >>> from lapwing.prelude import ChangeOneDistance
    >>> ChangeOneDistance().distance([1, 1, 2], [2, 1, 3])
    1
    """

    __slots__ = ()

    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """Half of the symmetric difference; infinite for different sizes."""
        a, b = records(x), records(y)
        return (constant(unequal(a, b) // 2) if len(a) == len(b) else INFINITY,)


@final
class HammingDistance(SizedRecordMetric):
    """The number of positions at which two vectors of the same size differ.

    >>> from lapwing.prelude import HammingDistance
    >>> HammingDistance().distance([1, 1, 2], [2, 1, 3])
    2
    """

    __slots__ = ()

    def exact_distance(self, x: Any, y: Any) -> tuple[Expr, ...]:
        """The count of unequal positions; infinite for different sizes."""
        a, b = records(x), records(y)
        if len(a) != len(b):
            return (INFINITY,)
        return (constant(sum(u != v for u, v in zip(a, b, strict=True))),)
