"""ZExpFamily: the two noise laws on the integers, and what it costs to add them.

The formulas of all additive mechanisms are here, once. Distances are whole numbers of steps: units for integer data,
steps of the grid for floats.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, Literal, cast, final, overload

import attrs
from typing_extensions import TypeVar

from lapwing.core import Measure, Metric
from lapwing.errors import OutOfRangeError, RequirementError
from lapwing.exact import Number
from lapwing.maps import (
    INFINITY,
    Expr,
    Map,
    as_expr,
    choose,
    define_function,
    exp,
    floor,
    less,
    less_equal,
    maximum,
    minimum,
    symbol,
)
from lapwing.measurements._parameters import D_IN, Free, read_number, read_scale
from lapwing.measures import Approximate, MaxDivergence, ZeroConcentratedDivergence
from lapwing.metrics import AbsoluteDistance, L01InfDistance, L02InfDistance, L1Distance, L2Distance

if TYPE_CHECKING:
    from flint import arb

Q = TypeVar("Q")
M_co = TypeVar("M_co", bound=Measure[Any], covariant=True)

_CERTAIN = 256


def _at_least_once(p: arb, n: arb) -> arb:
    from flint import arb

    if n * p > _CERTAIN:
        return arb(1)
    return -(n * (-p).log1p()).expm1()


def _at_least_once_exact(p: Fraction, n: Fraction) -> Fraction | int | None:
    if p == 0 or n in (0, 1):
        return p * n
    return 1 if n * p > _CERTAIN or p == 1 else None


def _gap(threshold: arb, linf: arb) -> arb:
    if threshold < linf:
        raise OutOfRangeError("threshold", threshold, "at least linf in size")
    return threshold - linf


def _gap_exact(threshold: Fraction, linf: Fraction) -> Fraction:
    if threshold < linf:
        raise OutOfRangeError("threshold", _plain(threshold), f"at least linf in size, which is {_plain(linf)} here")
    return threshold - linf


AT_LEAST_ONCE = define_function(
    "at_least_once",
    arity=2,
    enclose=_at_least_once,  # without cancellation: as exact at 1e-300 as at 0.1
    exact=_at_least_once_exact,
    latex=lambda p, n: rf"1 - \left(1 - {p}\right)^{{{n}}}",
    monotone=(1, 1),
)
"""The probability that an event of probability p happens at least once in n tries: 1 - (1 - p)^n.

It counts as 1 where n*p is above 256 and it is above 1 - e^-256: no enclosure would tell it from 1 and beyond.
"""

THRESHOLD_GAP = define_function(
    "threshold_gap",
    arity=2,
    enclose=_gap,
    exact=_gap_exact,
    latex=lambda threshold, linf: rf"\left({threshold} - {linf}\right)",
    monotone=(1, -1),
)
"""threshold - linf. A threshold below linf hides nothing, so asking for it is an error."""


@final
@attrs.frozen(init=False)
class ZExpFamily(Generic[M_co]):
    """Noise on the integers with P[Z = z] in proportion to e^(-|z|/scale) for p = 1, to e^(-z²/(2 scale²)) for p = 2.

    p = 1 is the discrete Laplace law, priced in ε. p = 2 is the discrete Gaussian law, priced in ρ.

    >>> from lapwing.prelude import L1Distance, MaxDivergence
    >>> print(ZExpFamily(1, 5).noise_privacy_map(L1Distance(int), MaxDivergence()))
    d_in/5
    """

    p: int
    scale: Fraction | Free

    @overload
    def __init__(self: ZExpFamily[MaxDivergence], p: Literal[1], scale: Number | Free) -> None: ...
    @overload
    def __init__(self: ZExpFamily[ZeroConcentratedDivergence], p: Literal[2], scale: Number | Free) -> None: ...
    @overload
    def __init__(self: ZExpFamily[Measure[float]], p: int, scale: Number | Free) -> None: ...
    def __init__(self, p: int, scale: Number | Free) -> None:
        if type(p) is not int or p not in (1, 2):
            raise OutOfRangeError("p", p, "1 (Laplace) or 2 (Gaussian)")
        cast("Any", self).__attrs_init__(p, read_scale(scale))

    def noise_privacy_map(self, input_metric: Metric[Q], output_measure: M_co) -> Map[Q, float]:  # type: ignore[misc]  # a covariant parameter, as the family has one measure
        """The cost of adding this noise to an integer, or to each element of a vector of integers.

        Map: `d_in/scale` for p = 1, `d_in^2/(2*scale^2)` for p = 2; 0 for d_in = 0, and infinite for scale 0.

        Why: by the triangle inequality the ratio of two probabilities is at most e^(d_in/scale), position by position.
        For the Gaussian it is Theorem 4 of Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy
        (2020).
        """
        metrics: tuple[type, ...] = (AbsoluteDistance, L1Distance if self.p == 1 else L2Distance)
        self._require(input_metric, metrics, output_measure, self.measure)
        loss = noise_loss(self.p, self.scale, D_IN)
        return Map(input_metric.quantity, output_measure.quantity, (loss,))

    def noise_threshold_privacy_map(
        self, input_metric: Metric[Q], output_measure: Approximate[Any], threshold: Number | Free
    ) -> Map[Q, tuple[float, float]]:
        """The cost of adding this noise to each value of a mapping and keeping what is beyond the threshold.

        Map: see `make_laplace_threshold` and `make_gaussian_threshold`.

        Why: Rogers, A Unifying Privacy Analysis Framework for Unknown Domain Algorithms in Differential Privacy (2023),
        Theorem 7.
        """
        self._require(
            input_metric,
            (L01InfDistance if self.p == 1 else L02InfDistance,),
            output_measure,
            cast("Measure[Any]", Approximate(cast("Any", self.measure))),
        )
        losses = threshold_losses(self.p, self.scale, read_number(threshold, "threshold"))
        return Map(input_metric.quantity, output_measure.quantity, losses)

    @property
    def measure(self) -> M_co:
        """The measure in which the noise has its price."""
        return cast("M_co", MaxDivergence() if self.p == 1 else ZeroConcentratedDivergence())

    def _require(self, metric: object, metrics: tuple[type, ...], measure: object, expected: Measure[Any]) -> None:
        if type(metric) not in metrics:
            names = " or ".join(f"{kind.__name__}" for kind in metrics)
            raise RequirementError(
                f"ZExpFamily({self.p}, ...)", f"distances by {names}", f"{metric!r} is another metric"
            )
        if measure != expected:
            raise RequirementError(
                f"ZExpFamily({self.p}, ...)", f"the measure {expected!r}", f"{measure!r} is another one"
            )


def noise_loss(p: int, scale: Fraction | Free, distance: Expr) -> Expr:
    """The loss of noise on data that are at most `distance` apart, in the norm of the noise."""
    if scale == 0:
        return choose(less_equal(distance, 0), 0, INFINITY)
    b = as_expr(scale)
    return distance / b if p == 1 else distance**2 / (2 * b**2)


def threshold_losses(p: int, scale: Fraction | Free, threshold: Fraction | Free) -> tuple[Expr, Expr]:
    """The loss and δ of noise with a threshold. Integers differ by whole units, so the bounds tighten each other."""
    l0, most = symbol("l0"), floor(symbol("linf"))
    if p == 1:
        total = minimum(floor(symbol("l1")), l0 * most)  # Σ|d|
        single = minimum(most, total)
    else:
        total = minimum(floor(symbol("l2") ** 2), l0 * most**2)  # Σd²
        single = minimum(most, floor(symbol("l2")), total)
    keys = minimum(l0, total)
    if scale == 0:
        return choose(less_equal(total, 0), 0, INFINITY), choose(less_equal(total, 0), 0, 1)
    b = as_expr(scale)
    if isinstance(threshold, Fraction):
        delta = AT_LEAST_ONCE(tail(p, b, THRESHOLD_GAP(floor(abs(threshold)), single)), keys)
    else:
        # A search for the threshold also tries those below linf: there all may fail.
        size = floor(maximum(threshold, -as_expr(threshold)))
        delta = choose(less(size, single), 1, AT_LEAST_ONCE(tail(p, b, size - single), keys))
    loss = total / b if p == 1 else total / (2 * b**2)
    return loss, choose(less_equal(total, 0), 0, delta)


def tail(p: int, scale: Expr, t: Expr) -> Expr:
    """P[Z > t] for a whole number t >= 0, written without cancellation and without overflow."""
    if p == 1:
        return exp(-(t + 1) / scale) / (1 + exp(-1 / scale))
    from lapwing.sampling._gaussian_sums import GAUSSIAN_SUM, GAUSSIAN_UPPER_SUM

    return GAUSSIAN_UPPER_SUM(scale, t) / GAUSSIAN_SUM(scale)


def _plain(value: Fraction) -> int | Fraction:
    return int(value) if value.denominator == 1 else value


# --- the grid of floats -----------------------------------------------------------------------------------------------

FINEST = -1074  # every float is a multiple of 2^-1074
COARSEST = 1023
SCALAR_BITS = 96
VECTOR_BITS = 48  # a noise of 2^48 steps leaves room for data in an int64


def grid_exponent(scale: Fraction, bits: int) -> int:
    """The k for which scale/2^k lies in (2^(bits-1), 2^bits], within the range of floats."""
    if scale <= 0:
        return FINEST
    power = scale.numerator.bit_length() - scale.denominator.bit_length() + 1  # 2^power > scale
    while scale <= Fraction(2) ** (power - 1):
        power -= 1
    return min(max(power - bits, FINEST), COARSEST)


def _unknown(*_: object) -> arb:
    from lapwing.exact._enclosure import whole_line

    return whole_line()


def _grid_up_exact(distance: Fraction, k: Fraction) -> Fraction | float:
    if k.denominator != 1 or not FINEST <= k <= COARSEST:
        return math.nan
    step = Fraction(2) ** int(k)
    return -(-distance // step) * step


GRID_UP = define_function(
    "grid_up",
    arity=2,
    enclose=lambda distance, k: _grid_up(distance, k),
    exact=_grid_up_exact,
    latex=lambda distance, k: rf"2^{{{k}}}\left\lceil {distance}/2^{{{k}}} \right\rceil",
    monotone=(1, 0),
)
"""The smallest multiple of 2^k that is not below a distance."""

GRID_STEP = define_function(
    "grid_step",
    arity=1,
    enclose=_unknown,
    exact=lambda k: Fraction(2) ** int(k) if k.denominator == 1 and FINEST <= k <= COARSEST else math.nan,
    latex=lambda k: rf"2^{{{k}}}",
    monotone=(1,),
)
"""2^k."""

NOISE_GRID = define_function(
    "noise_grid",
    arity=2,
    enclose=_unknown,
    exact=lambda scale, bits: grid_exponent(scale, int(bits)),
    latex=lambda scale, bits: rf"\left\lceil \log_2 {scale} \right\rceil - {bits}",
    monotone=(1, -1),
)
"""The exponent k of the grid for noise of a scale: the scale is at most 2^bits steps."""


def _grid_up(distance: arb, k: arb) -> arb:
    """Enclose a distance that is not rational, on a grid that is known."""
    from flint import arb

    exponent = k.unique_fmpz()
    if exponent is None:
        return _unknown()
    step = arb(2) ** int(exponent)
    return (distance / step).ceil() * step
