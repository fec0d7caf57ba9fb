"""Approximate: a measure that may fail with a small probability δ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, cast, final, overload

import attrs
from typing_extensions import TypeVar

from lapwing.core import Measure
from lapwing.errors import PartError
from lapwing.exact import Number, to_float_up
from lapwing.maps import Components, Curve, Quantity, constant, real_number
from lapwing.measures._concentrated import ZeroConcentratedDivergence
from lapwing.measures._max import MaxDivergence
from lapwing.measures._renyi import RENYI, RenyiDivergence

if TYPE_CHECKING:
    from fractions import Fraction

    from lapwing.core import FiniteLaw

M_co = TypeVar("M_co", bound=Measure[Any], covariant=True)
Q_co = TypeVar("Q_co", default=float, covariant=True)

DELTA = real_number("delta")


@final
@attrs.frozen(init=False, repr=False)
class Approximate(Measure[tuple[Q_co, float]], Generic[M_co, Q_co]):
    """A measure that may fail with a small probability: the loss is a pair (loss of the inner measure, δ).

    With MaxDivergence it is (ε, δ)-DP: p is at most e^ε q + δ on every event. The least δ is Σ max(0, p − e^ε q).

    With ZeroConcentratedDivergence or RenyiDivergence, both laws may be conditioned on events of probability 1 − δ, and
    the inner divergence is that of the conditional laws.

    Why: the first is the definition of Dwork, Kenthapadi, McSherry, Mironov and Naor (2006), where the best event is
    the set of outcomes with p > e^ε q. The second is Definition 8.1 of Bun and Steinke (2016). The best conditional
    laws are those of Huber and Strassen (1973), one pair for all orders: each law is cut down to a multiple of the
    other that takes away δ.

    >>> from lapwing.prelude import Approximate, MaxDivergence
    >>> p, q = {"yes": 0.75, "no": 0.25}, {"yes": 0.25, "no": 0.75}
    >>> Approximate(MaxDivergence()).divergence(p, q)
    (0.0, 0.5)
    >>> Approximate(MaxDivergence()).divergence(p, q, loss=1)
    (1.0, 0.0704295428852387)
    """

    inner: M_co  # type: ignore[misc]  # only the __init__ that attrs writes takes it

    @overload
    def __init__(self: Approximate[MaxDivergence, float], inner: MaxDivergence) -> None: ...
    @overload
    def __init__(self: Approximate[ZeroConcentratedDivergence, float], inner: ZeroConcentratedDivergence) -> None: ...
    @overload
    def __init__(self: Approximate[RenyiDivergence, Curve], inner: RenyiDivergence) -> None: ...
    def __init__(self, inner: Any) -> None:
        if not isinstance(inner, MaxDivergence | ZeroConcentratedDivergence | RenyiDivergence):
            expected = "MaxDivergence(), ZeroConcentratedDivergence() or RenyiDivergence()"
            raise PartError("Approximate", "inner measure", inner, expected)
        cast("Any", self).__attrs_init__(inner)

    @property
    def quantity(self) -> Quantity[tuple[Q_co, float]]:
        """The pair of the inner loss and δ."""
        return Components((*self.inner.quantity.parts, DELTA))

    def divergence(self, p: FiniteLaw, q: FiniteLaw, loss: Number | Curve = 0) -> tuple[Q_co, float]:
        """The pair of `loss` and the least δ that goes with it: a float that is not below the true one.

        Without a loss, δ is the total variation distance. For conditional laws, δ is the least float for which the
        claim can be certified.
        """
        from lapwing.measures._conditional import claim_of, least_delta
        from lapwing.measures._hockey_stick import hockey_stick
        from lapwing.measures._laws import read_pair
        from lapwing.measures._losses import round_up

        pair = read_pair(p, q)
        if isinstance(self.inner, RenyiDivergence) and not isinstance(loss, Curve):
            loss = Curve(RENYI.variable, constant(loss))
        limit = self.inner.quantity.parts[0].limit(loss, "loss")
        if isinstance(self.inner, MaxDivergence) and not isinstance(limit, Curve):
            delta = round_up(hockey_stick(pair, limit))
        else:
            delta = least_delta(pair, claim_of(limit))
        written = loss if isinstance(loss, float | Curve) else to_float_up(cast("Fraction", limit))
        return cast("Q_co", written), delta

    def within(self, p: FiniteLaw, q: FiniteLaw, d_out: Any) -> bool:
        """Whether p and q are within the pair d_out, decided without rounding. Undecided counts as no."""
        from lapwing.measures._conditional import claim_of, holds_after_trimming
        from lapwing.measures._hockey_stick import is_covered
        from lapwing.measures._laws import read_pair

        loss, delta = self.quantity.split(d_out, "d_out")
        limit = self.inner.quantity.parts[0].limit(loss, self.inner.quantity.names[0])
        most = DELTA.limit(delta, "delta")
        pair = read_pair(p, q)
        if isinstance(self.inner, MaxDivergence) and not isinstance(limit, Curve):
            return is_covered(pair, limit, most)
        return holds_after_trimming(pair, most, claim_of(limit))

    def __repr__(self) -> str:
        return f"Approximate({self.inner!r})"
