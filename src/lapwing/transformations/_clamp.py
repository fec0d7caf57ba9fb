"""Clamping: every element moved between two bounds."""

from __future__ import annotations

from typing import Any, Never

from typing_extensions import TypeVar

from lapwing.core import Bounded, Metric, Transformation, Unbounded, Unsized, constructor, then
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.domains._atom import read_bounds
from lapwing.maps import symbol
from lapwing.transformations._require import require_numbers, require_vector

N = TypeVar("N", int, float)
S0 = TypeVar("S0", bound=Unsized)
M0 = TypeVar("M0", bound=Metric[Any])


@constructor
def make_clamp(
    input_domain: VectorDomain[N, Unbounded, S0], input_metric: M0, bounds: tuple[N, N]
) -> Transformation[VectorDomain[N, Unbounded, S0], M0, VectorDomain[N, Bounded, S0], M0, Never]:
    """Move every element between two bounds.

    NaN becomes the lower bound, so bounded data hold no NaN. A float bound is read as the number that the hardware
    holds.

    Map: `d_in`

    Why: each element is changed for itself. Equal elements stay equal, so no more records differ than before, and two
    numbers do not move apart.

    >>> from lapwing.prelude import space_of, then_clamp
    >>> ages = space_of(list[int]) >> then_clamp((0, 120))
    >>> ages([23, 310, -4]).tolist()
    [23, 120, 0]
    """
    domain = require_vector("then_clamp", input_domain, input_metric)
    element = require_numbers("then_clamp", domain)
    limits = read_bounds(element.carrier, bounds)
    output_domain: Any = VectorDomain(AtomDomain(element.carrier, limits), size=domain.size)

    def clamp(vector: Any) -> Any:
        from lapwing.arrays import clamp_vector

        return clamp_vector(vector, limits)

    return Transformation(input_domain, input_metric, output_domain, input_metric, clamp, symbol("d_in"))


then_clamp = then(make_clamp)
