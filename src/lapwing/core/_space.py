"""Space: a domain with a metric, where a chain starts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, cast, final, overload

import attrs
from typing_extensions import TypeVar

from lapwing.core._domain import DatasetDomain, Domain, KeyedDomain, ScalarDomain
from lapwing.core._features import Sized, Vector
from lapwing.core._metric import (
    DatasetMetric,
    KeyedMetric,
    Metric,
    NormMetric,
    PartitionMetric,
    ScalarMetric,
    SizedMetric,
    UniversalMetric,
)
from lapwing.core._operand import not_chainable, takes_space
from lapwing.errors import UnfitMetricError

D_co = TypeVar("D_co", bound=Domain[Any], covariant=True)
M_co = TypeVar("M_co", bound=Metric[Any], covariant=True)
OUT = TypeVar("OUT")

# One pair of bounds for each row of "this metric fits that domain". Metric.misfit says the same at run time.
AnyD = TypeVar("AnyD", bound=Domain[Any])
IntD = TypeVar("IntD", bound=ScalarDomain[int, Any])
FloatD = TypeVar("FloatD", bound=ScalarDomain[float, Any])
VectorD = TypeVar("VectorD", bound=DatasetDomain[Any, Any])
SizedD = TypeVar("SizedD", bound=DatasetDomain[Any, Sized])
IntsD = TypeVar("IntsD", bound=DatasetDomain[int, Any] | DatasetDomain[bool, Sized])
FloatsD = TypeVar("FloatsD", bound=DatasetDomain[float, Any])
IntHistogramD = TypeVar("IntHistogramD", bound=KeyedDomain[Any, int])
FloatHistogramD = TypeVar("FloatHistogramD", bound=KeyedDomain[Any, float])
PartitionsD = TypeVar("PartitionsD", bound=KeyedDomain[Any, Vector[Any]])
UniversalM = TypeVar("UniversalM", bound=UniversalMetric[Any])
IntM = TypeVar("IntM", bound=ScalarMetric[Any, Any])
FloatM = TypeVar("FloatM", bound=ScalarMetric[Any, float])
VectorM = TypeVar("VectorM", bound=DatasetMetric[Any])
SizedM = TypeVar("SizedM", bound=SizedMetric[Any])
IntsM = TypeVar("IntsM", bound=NormMetric[Any, Any])
FloatsM = TypeVar("FloatsM", bound=NormMetric[Any, float])
IntHistogramM = TypeVar("IntHistogramM", bound=KeyedMetric[Any, Any])
FloatHistogramM = TypeVar("FloatHistogramM", bound=KeyedMetric[Any, float])
PartitionM = TypeVar("PartitionM", bound=PartitionMetric[Any])


@final
@attrs.frozen(init=False)
class Space(Generic[D_co, M_co]):
    """A domain with a metric that fits it.

    >>> from lapwing.prelude import AtomDomain, Space, SymmetricDistance, VectorDomain, then_clamp, then_sum
    >>> people = Space(VectorDomain(AtomDomain(int)), SymmetricDistance())
    >>> (people >> then_clamp((0, 120)) >> then_sum()).map(1)
    120
    """

    domain: D_co  # type: ignore[misc]  # only the __init__ that attrs writes takes it
    metric: M_co  # type: ignore[misc]  # only the __init__ that attrs writes takes it

    @overload
    def __init__(self: Space[IntD, IntM], domain: IntD, metric: IntM) -> None: ...
    @overload
    def __init__(self: Space[FloatD, FloatM], domain: FloatD, metric: FloatM) -> None: ...
    @overload
    def __init__(self: Space[VectorD, VectorM], domain: VectorD, metric: VectorM) -> None: ...
    @overload
    def __init__(self: Space[SizedD, SizedM], domain: SizedD, metric: SizedM) -> None: ...
    @overload
    def __init__(self: Space[IntsD, IntsM], domain: IntsD, metric: IntsM) -> None: ...
    @overload
    def __init__(self: Space[FloatsD, FloatsM], domain: FloatsD, metric: FloatsM) -> None: ...
    @overload
    def __init__(self: Space[IntHistogramD, IntHistogramM], domain: IntHistogramD, metric: IntHistogramM) -> None: ...
    @overload
    def __init__(
        self: Space[FloatHistogramD, FloatHistogramM], domain: FloatHistogramD, metric: FloatHistogramM
    ) -> None: ...
    @overload
    def __init__(self: Space[PartitionsD, PartitionM], domain: PartitionsD, metric: PartitionM) -> None: ...
    @overload
    def __init__(self: Space[AnyD, UniversalM], domain: AnyD, metric: UniversalM) -> None: ...
    def __init__(self, domain: Any, metric: Any) -> None:
        check_fit(domain, metric)
        cast("Any", self).__attrs_init__(domain, metric)

    def __rshift__(self, then: Callable[[D_co, M_co], OUT]) -> OUT:
        if not takes_space(then):
            raise not_chainable("a space", then, "write space >> then_x(...)")
        return then(self.domain, self.metric)


def check_fit(domain: object, metric: object) -> None:
    """Refuse a metric that does not measure the domain's data, and swapped arguments."""
    if not isinstance(domain, Domain):
        if isinstance(domain, Metric) and isinstance(metric, Domain):
            raise UnfitMetricError(metric, domain, "the domain comes first, then the metric")
        raise UnfitMetricError(metric, domain, "a space needs a Domain, such as AtomDomain(int), as its first part")
    if not isinstance(metric, Metric):
        raise UnfitMetricError(
            metric, domain, "a space needs a Metric, such as SymmetricDistance(), as its second part"
        )
    remedy = metric.misfit(domain)
    if remedy is not None:
        raise UnfitMetricError(metric, domain, remedy)
