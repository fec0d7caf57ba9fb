"""`space_of`: a typed space from a Python type."""

from __future__ import annotations

from collections.abc import Hashable
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, overload

from typing_extensions import TypeIs, TypeVar

from lapwing.core import (
    DatasetMetric,
    Domain,
    KeyedMetric,
    Metric,
    NormMetric,
    PartitionMetric,
    ScalarMetric,
    Space,
    Unbounded,
    UniversalMetric,
    Unsized,
    Vector,
)
from lapwing.domains import AtomDomain, MapDomain, OptionDomain, VectorDomain
from lapwing.errors import NotATypeError, NotInferableError
from lapwing.metrics import AbsoluteDistance, DiscreteDistance, L01InfDistance, PartitionDistance, SymmetricDistance

H = TypeVar("H", bound=Hashable)
K = TypeVar("K", bound=Hashable)
Atom = TypeVar("Atom", bool, int, float, str)
AnyM = TypeVar("AnyM", bound=UniversalMetric[Any])
IntM = TypeVar("IntM", bound=ScalarMetric[Any, Any])
FloatM = TypeVar("FloatM", bound=ScalarMetric[Any, float])
VectorM = TypeVar("VectorM", bound=DatasetMetric[Any] | UniversalMetric[Any])
IntsM = TypeVar("IntsM", bound=NormMetric[Any, Any])
FloatsM = TypeVar("FloatsM", bound=NormMetric[Any, float])
IntHistogramM = TypeVar("IntHistogramM", bound=KeyedMetric[Any, Any])
FloatHistogramM = TypeVar("FloatHistogramM", bound=KeyedMetric[Any, float])
PartitionM = TypeVar("PartitionM", bound=PartitionMetric[Any] | UniversalMetric[Any])

# The overloads below overlap on purpose: bool is a subclass of int, and the first that fits is the right one.
# First come those with the metric that users most often mean, then those with one of the user's own, as in Space.


@overload
def space_of(data_type: type[bool], metric: None = None) -> Space[AtomDomain[bool, Unbounded], DiscreteDistance]: ...  # type: ignore[overload-overlap]  # see above
@overload
def space_of(data_type: type[int], metric: None = None) -> Space[AtomDomain[int, Unbounded], AbsoluteDistance[int]]: ...
@overload
def space_of(
    data_type: type[float], metric: None = None
) -> Space[AtomDomain[float, Unbounded], AbsoluteDistance[float]]: ...
@overload
def space_of(data_type: type[str], metric: None = None) -> Space[AtomDomain[str, Unbounded], DiscreteDistance]: ...
@overload
def space_of(
    data_type: type[list[H]], metric: None = None
) -> Space[VectorDomain[H, Unbounded, Unsized], SymmetricDistance]: ...
@overload
def space_of(data_type: type[dict[K, int]], metric: None = None) -> Space[MapDomain[K, int], L01InfDistance[int]]: ...  # type: ignore[overload-overlap]  # see above
@overload
def space_of(  # type: ignore[overload-overlap]  # see above
    data_type: type[dict[K, float]], metric: None = None
) -> Space[MapDomain[K, float], L01InfDistance[float]]: ...
@overload
def space_of(
    data_type: type[dict[K, list[H]]], metric: None = None
) -> Space[MapDomain[K, Vector[H]], PartitionDistance[int]]: ...
@overload
def space_of(data_type: type[dict[K, H]], metric: None = None) -> Space[MapDomain[K, H], DiscreteDistance]: ...
@overload
def space_of(data_type: type[Atom], metric: AnyM) -> Space[AtomDomain[Atom, Unbounded], AnyM]: ...
@overload
def space_of(data_type: type[int], metric: IntM) -> Space[AtomDomain[int, Unbounded], IntM]: ...  # pyright: ignore[reportOverlappingOverload]  # see above
@overload
def space_of(data_type: type[float], metric: FloatM) -> Space[AtomDomain[float, Unbounded], FloatM]: ...
@overload
def space_of(data_type: type[list[H]], metric: VectorM) -> Space[VectorDomain[H, Unbounded, Unsized], VectorM]: ...
@overload
def space_of(data_type: type[list[int]], metric: IntsM) -> Space[VectorDomain[int, Unbounded, Unsized], IntsM]: ...
@overload
def space_of(
    data_type: type[list[float]], metric: FloatsM
) -> Space[VectorDomain[float, Unbounded, Unsized], FloatsM]: ...
@overload
def space_of(data_type: type[dict[K, int]], metric: IntHistogramM) -> Space[MapDomain[K, int], IntHistogramM]: ...
@overload
def space_of(
    data_type: type[dict[K, float]], metric: FloatHistogramM
) -> Space[MapDomain[K, float], FloatHistogramM]: ...
@overload
def space_of(data_type: type[dict[K, list[H]]], metric: PartitionM) -> Space[MapDomain[K, Vector[H]], PartitionM]: ...
@overload
def space_of(data_type: type[dict[K, H]], metric: AnyM) -> Space[MapDomain[K, H], AnyM]: ...
def space_of(data_type: Any, metric: Any = None) -> Any:
    """The space of all data of a Python type, with the metric that users most often mean.

    Numbers get AbsoluteDistance, lists SymmetricDistance, histograms L01InfDistance, dicts of lists
    PartitionDistance, and the rest DiscreteDistance. Name another metric as the second argument.

    >>> from lapwing.prelude import space_of
    >>> space_of(list[int])
    Space(domain=VectorDomain(AtomDomain(int)), metric=SymmetricDistance())
    >>> space_of(dict[str, int])
    Space(domain=MapDomain(AtomDomain(str), AtomDomain(int)), metric=L01InfDistance(AbsoluteDistance(int)))
    """
    domain = domain_of(data_type)
    fitting: Any = usual_metric(domain) if metric is None else metric
    return Space(domain, fitting)


def domain_of(data_type: Any) -> Any:
    """The domain of all data of a Python type."""
    origin, args = get_origin(data_type), get_args(data_type)
    if origin in (Union, UnionType) and len(args) == 2 and NoneType in args:
        (present,) = (arg for arg in args if arg is not NoneType)
        return OptionDomain(AtomDomain(present))
    if origin is list:
        return VectorDomain(domain_of(args[0]))
    if origin is dict:
        return MapDomain(AtomDomain(args[0]), domain_of(args[1]))
    if origin is not None or data_type in (list, dict, tuple, set):
        raise NotInferableError(data_type)
    if not isinstance(data_type, type):
        raise NotATypeError(data_type)
    return AtomDomain(data_type)


def usual_metric(domain: Domain[Any]) -> Metric[Any]:
    """The metric that users most often mean."""
    if isinstance(domain, VectorDomain):
        return SymmetricDistance()
    if isinstance(domain, MapDomain) and isinstance(domain.value_domain, VectorDomain):
        return PartitionDistance(SymmetricDistance())
    if isinstance(domain, MapDomain) and is_number(domain.value_domain):
        return L01InfDistance(AbsoluteDistance(domain.value_domain.carrier))
    if is_number(domain):
        return AbsoluteDistance(domain.carrier)
    return DiscreteDistance()


def is_number(domain: Domain[Any]) -> TypeIs[AtomDomain[Any, Any]]:
    """Whether the domain's members are ints or floats."""
    return isinstance(domain, AtomDomain) and domain.carrier in (int, float)
