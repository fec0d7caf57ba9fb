"""The cumulant function of the privacy loss, enclosed.

With L = ln(p/q) and t = α − 1 > 0, K(t) = ln Σ p e^{tL} holds every Rényi divergence: D_α(p‖q) = K(t)/t. K is convex,
K(0) = 0, and K'(0) is the divergence of Kullback and Leibler.

All balls are at the precision of the construction: hold `working_precision` around every use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, final

import attrs

from lapwing.measures._laws import Pair, balls

if TYPE_CHECKING:
    from flint import arb

# The length of Taylor polynomials, and how many times wider than the interval the disc is on which K is bounded. The
# error is about 4^-32 of the bound, so that the next float is in reach on intervals as wide as the disc allows.
TERMS = 32
_DISC = 4


@final
@attrs.frozen
class Taylor:
    """K(centre + x) for low <= x <= high: the sum of coefficients·x^k, up to an error of at most `error`."""

    centre: arb
    low: arb
    high: arb
    coefficients: Sequence[arb]
    error: arb


@final
class Cumulants:
    """The function K of two laws where q gives every outcome that p gives."""

    __slots__ = ("_losses", "_weights", "mean", "top")

    def __init__(self, pair: Pair) -> None:
        shared = pair.shared
        both = balls(weight for outcome in shared for weight in (outcome.p, outcome.q))
        self._weights = both[::2]
        self._losses = [(p / q).log() for p, q in zip(both[::2], both[1::2], strict=True)]
        self.mean: arb = _dot(self._weights, self._losses)
        """K'(0) = D_1, the divergence of Kullback and Leibler."""
        self.top: arb = self._losses[0]
        """The largest loss, D_∞."""
        for found in self._losses[1:]:
            self.top = self.top.max(found)

    def at(self, t: arb) -> arb:
        """K(t) for t >= 0. As the weights sum to 1, it is ln(1 + Σ p (e^{tL} − 1)), which keeps its digits near 0."""
        return _dot(self._weights, [(t * found).expm1() for found in self._losses]).log1p()

    def renyi(self, t: arb) -> arb:
        """D_α for α = 1 + t."""
        return self.mean if t == 0 else self.at(t) / t

    def taylor(self, a: arb, b: arb) -> Taylor | None:
        """Expand K on [a, b] around the middle, or around 0 if a = 0. None if the interval is too wide.

        Tilted by e^{mL}, the weights w give K(m + x) = K(m) + μx + ln(1 + u(x)) with u(x) = Σ w (e^{xy} − 1 − xy) and
        y = L − μ. For complex |x| <= R, |u| is at most d = Σ w (e^{R|y|} − 1 − R|y|). If d < 1, Cauchy's estimate
        bounds the coefficients of ln(1 + u) by −ln(1 − d)/R^k, and their tail at |x| <= h is a geometric series.
        """
        centre = a if a == 0 else ((a + b) / 2).mid()
        low, high = a - centre, b - centre
        reach = high.max(-low).upper()
        radius = _DISC * reach
        tilted = [w * (centre * found).exp() for w, found in zip(self._weights, self._losses, strict=True)]
        total = sum(tilted[1:], tilted[0])
        weights = [w / total for w in tilted]
        slope = _dot(weights, self._losses)
        centred = [found - slope for found in self._losses]
        sizes = [radius * abs(y) for y in centred]
        distortion = _dot(weights, [size.expm1() - size for size in sizes])
        if not distortion < 0.75:
            return None
        ratio = reach / radius
        error = -((1 - distortion).log()) * ratio**TERMS / (1 - ratio)
        head = [self.at(centre), slope]
        return Taylor(centre, low, high, [*head, *_logarithm_series(_moments(weights, centred))[2:]], error.upper())


def _dot(xs: Sequence[arb], ys: Sequence[arb]) -> arb:
    total = xs[0] * ys[0]
    for x, y in zip(xs[1:], ys[1:], strict=True):
        total += x * y
    return total


def _moments(weights: Sequence[arb], centred: Sequence[arb]) -> list[arb]:
    """The moments E[y^k]/k! for k from 0 on; the first two are 1 and 0 exactly."""
    from flint import arb

    moments = [arb(1), arb(0)]
    powers = [w * y for w, y in zip(weights, centred, strict=True)]
    factorial = 1
    for k in range(2, TERMS):
        powers = [power * y for power, y in zip(powers, centred, strict=True)]
        factorial *= k
        moments.append(sum(powers[1:], powers[0]) / factorial)
    return moments


def _logarithm_series(s: list[arb]) -> list[arb]:
    """The coefficients g of ln(Σ s_k x^k) for s_0 = 1, by k·g_k = k·s_k − Σ_{0<j<k} j·g_j·s_{k−j}."""
    g = [s[0] - 1]
    for k in range(1, len(s)):
        total = k * s[k]
        for j in range(1, k):
            total -= j * g[j] * s[k - j]
        g.append(total / k)
    return g
