"""SmoothedMaxDivergence: the privacy profile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from lapwing.core import Measure
from lapwing.core._fieldless import Fieldless
from lapwing.maps import Curve, CurveQuantity, Quantity, exp, symbol

if TYPE_CHECKING:
    from lapwing.core import FiniteLaw

PROFILE = CurveQuantity("delta", "epsilon")


@final
class SmoothedMaxDivergence(Fieldless, Measure[Curve]):
    """A privacy profile: the loss is a curve that gives the least δ for each ε.

    δ(ε) = Σ max(0, p − e^ε q), the hockey-stick divergence of order e^ε. The expression is exact for every real ε; a
    comparison looks at ε >= 0.

    Why: a mechanism is (ε, δ)-DP if and only if δ(ε) <= δ for all neighbours, in both orders (Barthe and Olmedo, 2013;
    as a curve, Balle, Barthe and Gaboardi, 2018): the best event is the set of outcomes with p > e^ε q.

    >>> from lapwing.prelude import SmoothedMaxDivergence
    >>> curve = SmoothedMaxDivergence().divergence({"yes": 0.75, "no": 0.25}, {"yes": 0.25, "no": 0.75})
    >>> str(curve)
    'epsilon -> ...'
    >>> curve(0)
    0.5
    """

    __slots__ = ()

    @property
    def quantity(self) -> Quantity[Curve]:
        """A curve in ε."""
        return PROFILE

    def divergence(self, p: FiniteLaw, q: FiniteLaw) -> Curve:
        """The curve ε ↦ δ(ε), exactly."""
        from lapwing.measures._hockey_stick import profile
        from lapwing.measures._laws import read_pair

        return Curve(PROFILE.variable, profile(read_pair(p, q), exp(symbol(PROFILE.variable))))

    def within(self, p: FiniteLaw, q: FiniteLaw, d_out: Any) -> bool:
        """Whether δ(ε) is at most the curve d_out at every ε >= 0. Undecided counts as no.

        Constants, curves a + b·e^ε, and minima and maxima of them are compared exactly. Any other curve is compared on
        intervals, which needs some room between the two. A curve is a loss, so it is taken to be nonnegative.
        """
        from lapwing.measures._laws import read_pair
        from lapwing.measures._profile_bound import is_profile_below

        limit = PROFILE.limit(d_out, "d_out")
        return is_profile_below(read_pair(p, q), limit)
