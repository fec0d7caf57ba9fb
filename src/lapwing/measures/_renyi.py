"""RenyiDivergence: Rényi differential privacy, for all orders at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from lapwing.core import Measure
from lapwing.core._fieldless import Fieldless
from lapwing.maps import Curve, CurveQuantity, Quantity

if TYPE_CHECKING:
    from lapwing.core import FiniteLaw

RENYI = CurveQuantity("renyi", "alpha")


@final
class RenyiDivergence(Fieldless, Measure[Curve]):
    """Rényi differential privacy: the loss is a curve, a bound on the Rényi divergence of each order α > 1.

    D_α(p‖q) = ln(Σ p^α q^(1−α))/(α − 1), which is infinite if q never gives an outcome that p can give. Orders up to 1
    are no part of the definition: there the curve is infinite, too.

    Why: Definition 4 of Mironov (2017), for all orders together. p^α q^(1−α) is written as q·exp(α·ln(p/q)).

    >>> from lapwing.prelude import RenyiDivergence
    >>> curve = RenyiDivergence().divergence({"yes": 0.75, "no": 0.25}, {"yes": 0.25, "no": 0.75})
    >>> curve(2)
    0.8472978603872037
    """

    __slots__ = ()

    @property
    def quantity(self) -> Quantity[Curve]:
        """A curve in α."""
        return RENYI

    def divergence(self, p: FiniteLaw, q: FiniteLaw) -> Curve:
        """The curve α ↦ D_α(p‖q), exactly."""
        from lapwing.measures._laws import read_pair
        from lapwing.measures._renyi_bound import renyi_expression

        return Curve(RENYI.variable, renyi_expression(read_pair(p, q)))

    def within(self, p: FiniteLaw, q: FiniteLaw, d_out: Any) -> bool:
        """Whether D_α(p‖q) is at most the curve d_out at every α > 1. Undecided counts as no.

        Lines a + b·α, constants, and minima of them are decided to a hundred bits or so. Any other curve is compared on
        intervals, which needs some room between the two. A curve is a loss, so it is taken to be nonnegative.
        """
        from lapwing.measures._laws import read_pair
        from lapwing.measures._renyi_bound import is_below_curve

        limit = RENYI.limit(d_out, "d_out")
        return is_below_curve(read_pair(p, q), limit)
