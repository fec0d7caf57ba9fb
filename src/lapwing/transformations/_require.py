"""What constructors ask of their input space, as errors that say how to mend it."""

from __future__ import annotations

from typing import Any

from lapwing.core import DatasetMetric, Metric, SizedMetric
from lapwing.core._space import check_fit
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.errors import RequirementError


def require_vector(constructor: str, domain: object, metric: object) -> VectorDomain[Any, Any, Any]:
    """The input domain, if it is a VectorDomain that the metric fits."""
    if not isinstance(domain, VectorDomain):
        remedy = f"start from a VectorDomain, as in VectorDomain(AtomDomain(int)), instead of {domain!r}"
        raise RequirementError(constructor, "vectors", remedy)
    check_fit(domain, metric)
    return domain


def require_numbers(constructor: str, domain: VectorDomain[Any, Any, Any]) -> AtomDomain[Any, Any]:
    """The element domain, if its members are numbers and never None."""
    element = domain.element
    if not isinstance(element, AtomDomain) or element.carrier not in (int, float):
        remedy = f"start from elements of the type int or float, instead of {element!r}"
        raise RequirementError(constructor, "elements that are numbers", remedy)
    return element


def require_bounds(constructor: str, domain: VectorDomain[Any, Any, Any]) -> tuple[Any, Any]:
    """The bounds of the elements, if they have any."""
    bounds: tuple[Any, Any] | None = require_numbers(constructor, domain).bounds
    if bounds is None:
        raise RequirementError(constructor, "bounded elements", "put then_clamp((lower, upper)) before it")
    return bounds


def require_records(constructor: str, metric: Metric[Any]) -> None:
    """Refuse a metric that does not count records."""
    if not isinstance(metric, DatasetMetric | SizedMetric):
        remedy = f"start from SymmetricDistance() or ChangeOneDistance(), instead of {metric!r}"
        raise RequirementError(constructor, "a metric that counts records", remedy)
