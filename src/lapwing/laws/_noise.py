"""The cases of the additive mechanisms.

Noise has infinitely many outcomes. So each case ends in a post-processing that moves what is beyond a window to the
window's ends: the law becomes finite, and where the ratio of two tails is constant, as for Laplace noise, the
divergence stays what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from lapwing.core import Space
from lapwing.domains import AtomDomain, MapDomain, VectorDomain
from lapwing.laws._registry import Case, register
from lapwing.maps import Expr, constant
from lapwing.measurements._gaussian import make_gaussian, then_gaussian
from lapwing.measurements._gaussian_threshold import make_gaussian_threshold, then_gaussian_threshold
from lapwing.measurements._geometric import make_geometric, then_geometric
from lapwing.measurements._laplace import (
    make_laplace,
    make_scalar_integer_laplace_cks20,
    then_laplace,
    then_scalar_integer_laplace_cks20,
)
from lapwing.measurements._laplace_threshold import make_laplace_threshold, then_laplace_threshold
from lapwing.measurements._noise import make_noise, then_noise
from lapwing.measurements._noise_threshold import make_noise_threshold, then_noise_threshold
from lapwing.measures import Approximate, MaxDivergence, ZeroConcentratedDivergence
from lapwing.metrics import AbsoluteDistance, L01InfDistance, L02InfDistance, L1Distance, L2Distance
from lapwing.spaces import space_of

Window = tuple[int, int]
FiniteLaw = dict[Any, Expr]
INT64 = (-(2**63), 2**63 - 1)


def noise_law(p: int, scale: Fraction | int) -> Any:
    """The law of the noise on the integers."""
    from lapwing.sampling import DiscreteGaussianLaw, DiscreteLaplaceLaw

    return DiscreteLaplaceLaw(scale) if p == 1 else DiscreteGaussianLaw(scale)


def windowed(p: int, scale: Fraction | int, center: int, window: Window) -> FiniteLaw:
    """The law of center + noise, with what is beyond the window at its ends."""
    low, high = window
    if scale == 0:
        return {min(max(center, low), high): constant(1)}
    noise = noise_law(p, scale)
    law = {z: noise.pmf(z - center) for z in range(low + 1, high)}
    return {low: noise.cdf(low - center), **law, high: noise.tail(high - 1 - center)}


def independent(laws: Sequence[FiniteLaw]) -> FiniteLaw:
    """The joint law of independent outcomes."""
    joint: FiniteLaw = {(): constant(1)}
    for law in laws:
        joint = {(*before, z): q * weight for before, q in joint.items() for z, weight in law.items()}
    return joint


def into(window: Window) -> Callable[[Any], Any]:
    """Move a number, or the elements of a vector, into a window.

    What is 2^60 below it is moved to no outcome: noise does not go so far, but a sum that wraps round does.
    """

    def move(x: int) -> int | None:
        return min(max(x, window[0]), window[1]) if x > window[0] - 2**60 else None

    def moved(release: Any) -> Any:
        return tuple(map(move, release.tolist())) if hasattr(release, "tolist") else move(release)

    return moved


def steps_into(k: int, window: Window) -> Callable[[Any], Any]:
    """Count floats in steps of 2^k, then move them into a window."""

    def moved(release: Any) -> Any:
        values = release.tolist() if hasattr(release, "tolist") else [release]
        steps = tuple(min(max(rounded(Fraction(x), k), window[0]), window[1]) for x in values)
        return steps if hasattr(release, "tolist") else steps[0]

    return moved


def rounded(x: Fraction, k: int) -> int:
    """The nearest step of 2^k, halves up, by the definition."""
    shifted = x / Fraction(2) ** k + Fraction(1, 2)
    return shifted.numerator // shifted.denominator


def number_case(then: Any, p: int, scale: Any, inputs: Sequence[int], window: Window, space: Any = None) -> Case:
    """Integers, one at a time."""
    exact = Fraction(str(scale))
    chain = (space or space_of(int)) >> then >> into(window)
    return Case(chain, inputs, law=lambda x: windowed(p, exact, x, window))


def vector_case(then: Any, p: int, scale: Any, inputs: Sequence[list[int]], window: Window, **options: Any) -> Case:
    """Integer vectors of one length."""
    metric: Any = L1Distance(int) if p == 1 else L2Distance(float)
    exact = Fraction(str(scale))
    domain: Any = options.pop("domain", VectorDomain(AtomDomain(int)))
    chain = Space(domain, metric) >> then >> into(window)
    return Case(chain, inputs, law=lambda xs: independent([windowed(p, exact, x, window) for x in xs]), **options)


def float_case(p: int, scale: Fraction, k: int, inputs: Sequence[float], window: Window) -> Case:
    """Floats, one at a time. The window counts steps."""
    then: Any = (then_laplace if p == 1 else then_gaussian)(scale, k)
    chain = space_of(float) >> then >> steps_into(k, window)
    steps = scale / Fraction(2) ** k
    distances = (0.0, 5e-324, 0.1, 0.25, 0.3, 1.0, 2.5, 1e308)
    return Case(chain, inputs, distances, law=lambda x: windowed(p, steps, rounded(Fraction(x), k), window))


def float_vector_case(
    p: int, scale: Fraction, k: int, inputs: Sequence[list[float]], window: Window, size: int
) -> Case:
    """Float vectors of one length. The window counts steps."""
    metric: Any = L1Distance(float) if p == 1 else L2Distance(float)
    then: Any = (then_laplace if p == 1 else then_gaussian)(scale, k)
    chain = Space(VectorDomain(AtomDomain(float), size=size), metric) >> then >> steps_into(k, window)
    steps = scale / Fraction(2) ** k

    def law(xs: list[float]) -> FiniteLaw:
        return independent([windowed(p, steps, rounded(Fraction(x), k), window) for x in xs])

    return Case(chain, inputs, (0.0, 5e-324, 0.1, 1.0, 2.5, 1e308), law=law)


# What float arithmetic gets wrong, halves of a step on both sides of 0, and the smallest numbers.
TRICKY = (0.3, 0.1 + 0.2, 0.125, 0.37499999999999994, 0.375, -0.125, 5e-324, -5e-324, 0.0)


def laplace_cases() -> Iterator[Case]:
    """Integers and floats, numbers and vectors, the ends of int64, and no noise at all."""
    yield number_case(then_laplace(7), 1, 7, (-2, 0, 1, 3), (-9, 9))
    yield number_case(then_laplace(0.3), 1, 0.3, (-2, 0, 1, 3), (-5, 6))
    yield number_case(then_laplace(0), 1, 0, (-2, 0, 1, 2**80), (-(2**90), 2**90))
    yield vector_case(then_laplace(2), 1, 2, [[0, 0], [1, 0], [0, -1], [2, 2]], (-3, 4))
    yield vector_case(then_laplace(0), 1, 0, [[0, 5], [-(2**63), 2**63 - 1], [2**63, 0], [2**53 + 1, 1]], INT64)
    edge = (2**63 - 4, 2**63 - 1)
    yield vector_case(then_laplace(1), 1, 1, [[2**63 - 2], [2**63 - 1], [2**63], [2**63 + 1]], edge)
    halves = [[0.125, 1e15], [0.375, -0.125], [0.12499999999999999, 2.0**60], [2.0**51 + 0.25, -5e-324]]
    yield float_vector_case(1, Fraction(0), -2, halves, (-(2**64), 2**64), size=2)
    wide = VectorDomain(AtomDomain(int, bounds=(0, 2**70)))
    yield vector_case(then_laplace(1), 1, 1, [[2**63 - 1], [2**63], [2**63 + 1]], (2**63 - 4, 2**63 + 4), domain=wide)
    yield float_case(1, Fraction(1, 2), -2, TRICKY, (-4, 6))
    yield float_case(1, Fraction(7), 7, (0.0, 63.9, 64.0, -64.0, 192.0), (-3, 4))
    yield float_case(
        1, Fraction(1, 2**51), -52, (0.3, 0.1 + 0.2, 0.30000000000000016), (1351079888211147, 1351079888211151)
    )
    yield float_case(1, Fraction(2) ** 972, 971, (1e308, 1.1e308, 1.7976931348623157e308), (2**52, 2**52 + 8))
    yield float_case(1, Fraction(3, 2**1074), -1074, (5e-324, -5e-324, 0.0, 1.5e-323), (-5, 5))
    pairs = [list(pair) for pair in product((0.375, 0.125, 0.12499999999999999), repeat=2)]
    yield float_vector_case(1, Fraction(1, 2), -2, pairs, (-1, 3), size=2)
    yield float_vector_case(1, Fraction(7), 7, [[63.9] + [0.0] * 6, [64.0] + [0.0] * 6], (0, 1), size=7)


def gaussian_cases() -> Iterator[Case]:
    """The same for Gaussian noise."""
    yield number_case(then_gaussian(7), 2, 7, (0, 1, 5), (-12, 16))
    yield number_case(then_gaussian(0.7), 2, 0.7, (-2, 0, 1), (-4, 3))
    yield number_case(then_gaussian(0), 2, 0, (-2, 0, 1), (-9, 9))
    yield vector_case(then_gaussian(2), 2, 2, [[0, 0], [1, 0], [1, -1]], (-2, 3), distances=(0.0, 0.5, 1.0, 1.5, 9.0))
    yield float_case(2, Fraction(1, 2), -2, (0.3, 0.375, 0.125, -0.125, 5e-324), (-4, 5))
    yield float_case(2, Fraction(7), 7, (63.9, 64.0), (-1, 2))
    yield float_vector_case(2, Fraction(1, 2), -2, [[0.3, 0.125], [0.375, 0.375]], (-1, 3), size=2)
    yield float_vector_case(2, Fraction(7), 7, [[63.9] + [0.0] * 6, [64.0] + [0.0] * 6], (0, 1), size=7)


def geometric_cases() -> Iterator[Case]:
    """Without bounds, with bounds, and with bounds on vectors."""
    yield number_case(then_geometric(7), 1, 7, (-2, 0, 1, 3), (-9, 9))
    for constant_time in (False, True):
        chain = space_of(int) >> then_geometric(7, (0, 7), constant_time)
        yield Case(chain, (-5, 0, 3, 7, 99), law=lambda x: windowed(1, 7, min(max(x, 0), 7), (0, 7)))
    vectors = Space(VectorDomain(AtomDomain(int), size=7), L1Distance(int)) >> then_geometric(7, (0, 7)) >> into((0, 7))
    first = [[x] + [99] * 6 for x in (-5, 0, 1, 99)]

    def law(xs: list[int]) -> FiniteLaw:
        return windowed(1, 7, min(max(xs[0], 0), 7), (0, 7))

    yield Case(vectors >> first_of, first, law=law)


def first_of(release: tuple[int, ...]) -> int:
    """The first element: the others are alike in all inputs."""
    return release[0]


def kept_law(p: int, scale: Fraction, threshold: int, value: int, reach: int) -> FiniteLaw:
    """One key of a thresholded mapping: absent (None), or its noisy value, at most `reach` in size."""
    if value == 0:
        return {None: constant(1)}
    sign = 1 if threshold >= 0 else -1
    size = abs(threshold)
    if scale == 0:
        noisy = value if sign * value > size else None
        return {noisy: constant(1)}
    noise = noise_law(p, scale)
    center = sign * value  # the law is symmetric
    law: FiniteLaw = {None: noise.cdf(size - center)}
    for z in range(size + 1, reach):
        law[sign * z] = noise.pmf(z - center)
    law[sign * reach] = noise.tail(reach - 1 - center)
    return law


def cut(reach: int, keys: Sequence[str]) -> Callable[[Mapping[str, int]], Any]:
    """The noisy value of each key or None, in a fixed order of keys."""

    def outcome(release: Mapping[str, int]) -> Any:
        return tuple(min(max(release[key], -reach), reach) if key in release else None for key in keys)

    return outcome


def threshold_case(then: Any, p: int, scale: Any, threshold: int, inputs: Sequence[dict[str, int]], reach: int) -> Case:
    """Mappings with the keys a and b."""
    metric: Any = (L01InfDistance if p == 1 else L02InfDistance)(AbsoluteDistance(int))
    chain = Space(MapDomain(AtomDomain(str), AtomDomain(int)), metric) >> then >> cut(reach, "ab")
    exact = Fraction(str(scale))

    def law(data: dict[str, int]) -> FiniteLaw:
        return independent([kept_law(p, exact, threshold, data.get(key, 0), reach) for key in "ab"])

    distances = [(0, 0, 0), (1, 0, 0), (0, 1, 1), (1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 2, 2), (9, 3, 2)]
    if p == 2:
        distances = [(l0, float(l1), li) for l0, l1, li in distances]  # type: ignore[misc]  # the middle one is a float
    return Case(chain, inputs, distances, law=law)


HISTOGRAMS: tuple[dict[str, int], ...] = (
    {},
    {"a": 0},
    {"a": 1},
    {"b": 1},
    {"a": 1, "b": 1},
    {"a": 2},
    {"a": 2, "b": 1},
)


def laplace_threshold_cases(then: Any = then_laplace_threshold) -> Iterator[Case]:
    """Thresholds of both signs, at linf and above it."""
    yield threshold_case(then(7, 7), 1, 7, 7, HISTOGRAMS, 9)
    yield threshold_case(then(1, 2), 1, 1, 2, HISTOGRAMS, 4)
    yield threshold_case(then(0.5, -3), 1, 0.5, -3, [{k: -v for k, v in x.items()} for x in HISTOGRAMS], 5)
    yield threshold_case(then(0.5, -3), 1, 0.5, -3, HISTOGRAMS, 5)
    yield threshold_case(then(0, 2), 1, 0, 2, ({}, {"a": 0}, {"a": 2}, {"a": 3}, {"a": 3, "b": 4}), 9)
    yield threshold_case(then(0, -2), 1, 0, -2, ({}, {"a": 0}, {"a": -2}, {"a": -3}, {"a": 3, "b": -4}), 9)


def gaussian_threshold_cases(then: Any = then_gaussian_threshold) -> Iterator[Case]:
    """The same for Gaussian noise."""
    few = HISTOGRAMS[:4]
    yield threshold_case(then(7, 7), 2, 7, 7, few, 8)
    yield threshold_case(then(1, 2), 2, 1, 2, (*few, {"a": 1, "b": 1}), 4)
    yield threshold_case(then(0.5, -3), 2, 0.5, -3, [{k: -v for k, v in x.items()} for x in few], 5)


def noise_cases() -> Iterator[Case]:
    """The general form with both measures."""
    yield number_case(then_noise(MaxDivergence(), 7), 1, 7, (-2, 0, 1, 3), (-9, 9))
    yield number_case(then_noise(ZeroConcentratedDivergence(), 7), 2, 7, (0, 1, 5), (-12, 16))


def noise_threshold_cases() -> Iterator[Case]:
    """The general form with both measures."""
    pure, concentrated = Approximate(MaxDivergence()), Approximate(ZeroConcentratedDivergence())
    yield threshold_case(then_noise_threshold(pure, 7, 7), 1, 7, 7, HISTOGRAMS, 9)
    yield threshold_case(then_noise_threshold(concentrated, 7, 7), 2, 7, 7, HISTOGRAMS[:4], 8)


def scalar_cases() -> Iterator[Case]:
    """One integer."""
    yield number_case(then_scalar_integer_laplace_cks20(7), 1, 7, (-2, 0, 1, 3), (-9, 9))


register(make_laplace, *laplace_cases())
register(make_scalar_integer_laplace_cks20, *scalar_cases())
register(make_gaussian, *gaussian_cases())
register(make_geometric, *geometric_cases())
register(make_noise, *noise_cases())
register(make_laplace_threshold, *laplace_threshold_cases())
register(make_gaussian_threshold, *gaussian_threshold_cases())
register(make_noise_threshold, *noise_threshold_cases())
