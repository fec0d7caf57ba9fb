"""Certified bounds on a cumulant function: is K(t) at most t·(offset + slope·t) for every t > 0?

In the order α = 1 + t this asks for D_α <= (offset − slope) + slope·α, and with offset = slope = ρ for ρ-zCDP. Branch
and bound: an interval of t is settled by the chord of K, which lies above K because K is convex, or by a Taylor
polynomial; else it is split. A point at which K is larger refutes the claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, final

import attrs

from lapwing.exact import to_float_up
from lapwing.measures._cumulants import Cumulants, Taylor
from lapwing.measures._laws import Pair, Weight, ball

if TYPE_CHECKING:
    from flint import arb

_MOST_INTERVALS = 20_000
_GOOD_BITS = 80  # of the mean, before a search is worth its time
_ATTEMPTS = 3

# The search needs room between the supremum and a claim. The next float mostly leaves enough; the second margin always
# should.
_MARGINS = (Fraction(1, 2**70), Fraction(1, 2**41))

Interval: TypeAlias = "tuple[arb, arb, arb, arb, int]"
"""The ends a and b, the values K(a) and K(b), and how often it was split."""


@final
@attrs.frozen
class Bound:
    """The claim K(t) <= t·(offset + slope·t), with slope > 0."""

    offset: arb
    slope: arb

    def at(self, t: arb) -> arb:
        """The right side at t."""
        return t * (self.offset + self.slope * t)


@final
@attrs.frozen
class Verdict:
    """Whether the claim holds; None if undecided. A claim that fails at some t has that t as its witness."""

    holds: bool | None
    witness: arb | None = None


def precise_cumulants(pair: Pair) -> Iterator[tuple[int, Cumulants]]:
    """Give K at precisions at which its mean is known well, each twice the last. Laws that nearly agree need many."""
    from lapwing.exact._enclosure import FIRST_PRECISION, LAST_PRECISION, working_precision

    bits, given = FIRST_PRECISION, 0
    while bits <= LAST_PRECISION and given < _ATTEMPTS:
        with working_precision(bits):
            cumulants = Cumulants(pair)
        if cumulants.mean.rel_accuracy_bits() >= _GOOD_BITS:
            given += 1
            yield bits, cumulants
        bits *= 2


def is_concentrated(pair: Pair, rho: Fraction | float) -> bool:
    """Whether D_α(p‖q) <= ρα for all α > 1."""
    if not isinstance(rho, Fraction) or pair.same:
        return True
    return rho > 0 and not pair.disjoint_mass and is_bounded(pair, rho, rho)


def is_bounded(pair: Pair, offset: Weight, slope: Weight) -> bool:
    """Whether K(t) <= t·(offset + slope·t) for all t > 0, for a slope above 0. Undecided counts as no."""
    from lapwing.exact._enclosure import working_precision

    for bits, cumulants in precise_cumulants(pair):
        with working_precision(bits):
            verdict = decide(cumulants, Bound(ball(offset), ball(slope)), bits)
        if verdict.holds is not None:
            return verdict.holds
    return False


def decide(cumulants: Cumulants, bound: Bound, bits: int) -> Verdict:
    """Decide a claim by branch and bound."""
    from flint import arb

    zero = arb(0)
    if not bound.slope > 0:
        return Verdict(None)
    if cumulants.mean > bound.offset:
        return Verdict(False, zero)
    # Beyond the end, K(t) <= t·D_∞ is enough.
    end = _power_of_two_above((cumulants.top - bound.offset) / bound.slope)
    if end is None:
        return Verdict(None)
    waiting: list[Interval] = [(zero, end, zero, cumulants.at(end), 0)]
    for _ in range(_MOST_INTERVALS):
        if not waiting:
            return Verdict(True)
        a, b, at_a, at_b, depth = waiting.pop()
        if _chord_settles(bound, a, b, at_a, at_b):
            continue
        points = []
        taylor = cumulants.taylor(a, b)
        if taylor is not None:
            terms, error = _difference(taylor, bound)
            if _highest(terms, taylor.low, taylor.high) + error <= 0:
                continue
            points += _summit(taylor, terms)
        middle = b / 4 if a == 0 else ((a + b) / 2).mid()
        at_middle = cumulants.at(middle)
        for t, value in [(middle, at_middle), *((point, cumulants.at(point)) for point in points)]:
            if value > bound.at(t):
                return Verdict(False, t)
        if depth > 40 + bits // 6:
            return Verdict(None)
        waiting += [(middle, b, at_middle, at_b, depth + 1), (a, middle, at_a, at_middle, depth + 1)]
    return Verdict(None)


def _power_of_two_above(x: arb) -> arb | None:
    from flint import arb

    end = arb(1)
    for _ in range(2000):
        if end >= x:
            return end
        end *= 2
    return None


def _chord_settles(bound: Bound, a: arb, b: arb, at_a: arb, at_b: arb) -> bool:
    """Whether the chord of K over [a, b] is below the bound: whether slope·t² + (offset − rise)·t − base >= 0 there."""
    rise = (at_b - at_a) / (b - a)
    if a == 0:
        return bool(rise <= bound.offset)
    base = at_a - a * rise
    fall = bound.offset - rise
    if 2 * bound.slope * a + fall >= 0:  # the parabola rises on [a, b]
        return bool(at_a <= bound.at(a))
    if 2 * bound.slope * b + fall <= 0:  # it falls
        return bool(at_b <= bound.at(b))
    return bool(fall * fall + 4 * bound.slope * base <= 0)


def _difference(taylor: Taylor, bound: Bound) -> tuple[list[arb], arb]:
    """K minus its bound as a polynomial, and its error. Around 0, where both sides touch, they are divided by t."""
    head, error = list(taylor.coefficients), taylor.error
    if taylor.low == 0:
        head = [head[1] - bound.offset, head[2] - bound.slope, *head[3:]]
        return head, error / taylor.high
    head[0] -= bound.at(taylor.centre)
    head[1] -= bound.offset + 2 * bound.slope * taylor.centre
    head[2] -= bound.slope
    return head, error


def _highest(terms: list[arb], low: arb, high: arb) -> arb:
    """An upper bound on a polynomial over [low, high]: exact in its first three terms, crude in the others."""
    c0, c1, c2, *others = terms
    reach = high.max(-low)
    rest = reach * 0
    for c in reversed(others):
        rest = (rest + abs(c)) * reach
    rest *= reach * reach
    ends = (c0 + low * (c1 + low * c2)).max(c0 + high * (c1 + high * c2))
    if c2 >= 0:
        return ends + rest
    if c2 < 0:
        summit = -c1 / (2 * c2)
        return (ends if summit < low or summit > high else c0 + c1 * summit / 2) + rest
    return c0 + abs(c1) * reach + abs(c2) * reach * reach + rest


def _summit(taylor: Taylor, terms: list[arb]) -> list[arb]:
    """Where the first three terms are highest, if that is inside: a point that may refute the claim."""
    _, c1, c2, *_ = terms
    if not c2 < 0:
        return []
    summit = (taylor.centre - c1 / (2 * c2)).mid()
    return [summit] if taylor.centre + taylor.low < summit < taylor.centre + taylor.high else []


def least_slope(pair: Pair) -> float | None:
    """The supremum of K(t)/(t(1+t)), rounded up by a relative 2^-40 or one float at most. None if undecided."""
    from lapwing.exact._enclosure import working_precision

    for bits, cumulants in precise_cumulants(pair):
        with working_precision(bits):
            found = _least_slope(cumulants, bits)
        if found is not None:
            return found
    return None


def _least_slope(cumulants: Cumulants, bits: int) -> float | None:
    best = _start(cumulants)
    for margin in _MARGINS:
        verdict = Verdict(False)
        while verdict.holds is False:
            candidate = to_float_up(best * (1 + margin))
            slope = ball(Fraction(candidate))
            verdict = decide(cumulants, Bound(slope, slope), bits)
            if verdict.holds:
                return candidate
            if verdict.witness is not None:
                best = max(best, _climb(cumulants, verdict.witness))
    return None


def _start(cumulants: Cumulants) -> Fraction:
    """A first lower bound: the best of some points, improved."""
    from flint import arb

    best, place = _lower(cumulants.mean), arb(0)
    t = arb(2) ** -8
    while t < 256 or t * cumulants.mean < cumulants.top:
        value = _lower(_height(cumulants, t))
        if value > best:
            best, place = value, t
        t *= 2
    return max(best, _climb(cumulants, place))


def _height(cumulants: Cumulants, t: arb) -> arb:
    return cumulants.renyi(t) / (1 + t)


def _climb(cumulants: Cumulants, t: arb) -> Fraction:
    """A lower bound on the supremum from a golden-section search around t. It only has to be good, not the best."""
    if t == 0:
        return _lower(cumulants.mean)
    from flint import arb

    golden = ((arb(5).sqrt() - 1) / 2).mid()
    a, b = t / 2, 2 * t
    best = _lower(_height(cumulants, t))
    for _ in range(48):
        c, d = (b - golden * (b - a)).mid(), (a + golden * (b - a)).mid()
        left, right = _lower(_height(cumulants, c)), _lower(_height(cumulants, d))
        best = max(best, left, right)
        a, b = (a, d) if left > right else (c, b)
    return best


def _lower(x: arb) -> Fraction:
    from lapwing.exact._enclosure import exact_bounds

    low, _ = exact_bounds(x)
    return low[0] * Fraction(2) ** low[1] if isinstance(low, tuple) else Fraction(0)
