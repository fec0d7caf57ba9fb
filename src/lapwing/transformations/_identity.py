"""The identity."""

from __future__ import annotations

from typing import Any, Never

from typing_extensions import TypeVar

from lapwing.core import Domain, Metric, Transformation, constructor, then
from lapwing.core._space import check_fit
from lapwing.maps import symbol

D0 = TypeVar("D0", bound=Domain[Any])
M0 = TypeVar("M0", bound=Metric[Any])


@constructor
def make_identity(input_domain: D0, input_metric: M0) -> Transformation[D0, M0, D0, M0, Never]:
    """Pass the data on unchanged.

    Map: `d_in`

    Why: the outputs are the inputs.

    >>> from lapwing.prelude import make_identity, space_of
    >>> same = space_of(list[int]) >> then_identity()
    >>> same.map(3)
    3
    """
    check_fit(input_domain, input_metric)
    outputs = tuple(symbol(name) for name in input_metric.quantity.names)
    return Transformation(input_domain, input_metric, input_domain, input_metric, unchanged, outputs)


def unchanged(data: Any) -> Any:
    """The data themselves."""
    return data


then_identity = then(make_identity)
