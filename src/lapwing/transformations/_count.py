"""Counting records."""

from __future__ import annotations

from typing import Any, Never

from typing_extensions import TypeVar

from lapwing.core import DatasetMetric, SizedMetric, Transformation, constructor, then
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.maps import constant, symbol
from lapwing.metrics import AbsoluteDistance
from lapwing.transformations._require import require_records, require_vector

D0 = TypeVar("D0", bound=VectorDomain[Any, Any, Any])
M0 = TypeVar("M0", bound=DatasetMetric[int] | SizedMetric[int])


@constructor
def make_count(
    input_domain: D0, input_metric: M0
) -> Transformation[D0, M0, AtomDomain[int], AbsoluteDistance[int], Never]:
    """Count the records.

    Map: `d_in`, or `0` if the size is known

    Why: one record more or less changes the count by one. A known size is the same for all data.

    >>> from lapwing.prelude import space_of, then_count
    >>> (space_of(list[str]) >> then_count())(["a", "b", "a"])
    3
    """
    domain = require_vector("then_count", input_domain, input_metric)
    require_records("then_count", input_metric)
    stability_map = symbol("d_in") if domain.size is None else constant(0)
    return Transformation(input_domain, input_metric, AtomDomain(int), AbsoluteDistance(int), len, stability_map)


then_count = then(make_count)
