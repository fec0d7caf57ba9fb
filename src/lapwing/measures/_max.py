"""MaxDivergence: pure differential privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from lapwing.core import Measure
from lapwing.core._fieldless import Fieldless
from lapwing.maps import Quantity, real_number

if TYPE_CHECKING:
    from lapwing.core import FiniteLaw

EPSILON = real_number("epsilon")


@final
class MaxDivergence(Fieldless, Measure[float]):
    """Pure differential privacy: the loss ε is the largest logarithm of a ratio of probabilities.

    D(p‖q) = max over outcomes of ln(p/q), which is infinite if q never gives an outcome that p can give.

    Why: a mechanism is ε-DP if and only if D(M(x)‖M(x')) is at most ε for all neighbours, in both orders (Dwork,
    McSherry, Nissim and Smith, 2006). On events it is the same: the ratio of two sums is at most the largest ratio of
    terms.

    >>> from lapwing.prelude import MaxDivergence
    >>> MaxDivergence().divergence({"yes": 0.75, "no": 0.25}, {"yes": 0.25, "no": 0.75})
    1.0986122886681098
    """

    __slots__ = ()

    @property
    def quantity(self) -> Quantity[float]:
        """The number ε."""
        return EPSILON

    def divergence(self, p: FiniteLaw, q: FiniteLaw) -> float:
        """The smallest float that is not below the divergence of p from q."""
        from lapwing.measures._laws import read_pair
        from lapwing.measures._losses import greatest_losses, round_up

        # Rounding up keeps the order, so the largest rounded loss is the largest loss rounded.
        return max(map(round_up, greatest_losses(read_pair(p, q))))

    def within(self, p: FiniteLaw, q: FiniteLaw, d_out: Any) -> bool:
        """Whether the divergence of p from q is at most d_out, decided without rounding. Undecided counts as no."""
        from lapwing.measures._laws import read_pair
        from lapwing.measures._losses import at_most, greatest_losses

        limit = EPSILON.limit(d_out, "d_out")
        return all(at_most(value, limit) for value in greatest_losses(read_pair(p, q)))
