"""ZeroConcentratedDivergence: zero-concentrated differential privacy."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, final

from lapwing.core import Measure
from lapwing.core._fieldless import Fieldless
from lapwing.maps import Quantity, real_number

if TYPE_CHECKING:
    from lapwing.core import FiniteLaw

RHO = real_number("rho")


@final
class ZeroConcentratedDivergence(Fieldless, Measure[float]):
    """Zero-concentrated differential privacy: the loss ρ bounds every Rényi divergence, in proportion to its order.

    D(p‖q) = sup over α > 1 of D_α(p‖q)/α, where D_α(p‖q) = ln(Σ p^α q^(1−α))/(α − 1). It is infinite if q never gives
    an outcome that p can give.

    Why: this is Definition 1.1 of Bun and Steinke (2016) for two laws. The supremum is found by branch and bound on
    enclosures, so what is returned or decided is certified.

    >>> from lapwing.prelude import ZeroConcentratedDivergence
    >>> ZeroConcentratedDivergence().divergence({"yes": 0.75, "no": 0.25}, {"yes": 0.25, "no": 0.75})
    0.5493061443340549
    """

    __slots__ = ()

    @property
    def quantity(self) -> Quantity[float]:
        """The number ρ."""
        return RHO

    def divergence(self, p: FiniteLaw, q: FiniteLaw) -> float:
        """A float that is not below the divergence of p from q.

        It is above by a relative 2^-40 at most, or it is the next float.
        """
        from lapwing.measures._laws import read_pair
        from lapwing.measures._losses import greatest_losses, round_up
        from lapwing.measures._search import least_slope

        pair = read_pair(p, q)
        if pair.same:
            return 0.0
        if pair.disjoint_mass:
            return math.inf
        found = least_slope(pair)
        # Only laws that can't be told apart at 2^14 bits come this far. D_α/α is below D_∞: next to nothing for them.
        return max(map(round_up, greatest_losses(pair))) if found is None else found

    def within(self, p: FiniteLaw, q: FiniteLaw, d_out: Any) -> bool:
        """Whether the divergence of p from q is at most d_out, decided on enclosures. Undecided counts as no.

        Only a d_out that agrees with the divergence in its first hundred bits or so can stay undecided.
        """
        from lapwing.measures._laws import read_pair
        from lapwing.measures._search import is_concentrated

        limit = RHO.limit(d_out, "d_out")
        return is_concentrated(read_pair(p, q), limit)
