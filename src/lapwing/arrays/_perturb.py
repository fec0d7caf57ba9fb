"""Noise added to vectors, in arithmetic that never wraps round, and the choice of what passes a threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from lapwing.arrays._admit import INT64, Array, as_object_array

LARGEST = float(np.finfo(np.float64).max)
ROOM = float(1 << 61)  # data and noise below this size in steps add up within int64

# Given an end of int64, the noise that lies there or beyond, drawn exactly. Such noise comes with a probability below
# e^-512.
Beyond = Callable[[int], int]


def add_to_integers(vector: Array, noise: Array, beyond: Beyond, *, saturate: bool) -> Array:
    """The sums, as int64 that saturates or as Python integers. Which of the two must not depend on the data."""
    if saturate and vector.dtype == np.int64 and noise.dtype == np.int64:
        return saturated(vector, noise, beyond)
    sums = exact_sums(vector.tolist(), noise, beyond)
    if not saturate:
        return as_object_array(sums)
    return np.array([min(max(x, INT64.min), INT64.max) for x in sums], dtype=np.int64)


def saturated(vector: Array, noise: Array, beyond: Beyond) -> Array:
    """The sums of two int64 arrays. Where one leaves int64, it becomes the nearer end."""
    sums = vector + noise
    wrapped = ((vector ^ sums) & (noise ^ sums)) < 0  # both have the sign that the sum lost
    if wrapped.any():
        sums[wrapped] = np.where(noise[wrapped] < 0, INT64.min, INT64.max)
    for i in at_ends(noise):
        exact = int(vector[i]) + beyond(int(noise[i]))
        sums[i] = min(max(exact, INT64.min), INT64.max)
    return sums


def exact_sums(values: list[int], noise: Array, beyond: Beyond) -> list[int]:
    """The sums as Python integers."""
    drawn: list[int] = noise.tolist()
    for i in at_ends(noise):
        drawn[i] = beyond(drawn[i])
    return [x + z for x, z in zip(values, drawn, strict=True)]


def at_ends(noise: Array) -> list[int]:
    """The positions where an int64 noise is saturated: there it only says that it is so large or larger."""
    if noise.dtype != np.int64 or not len(noise):
        return []
    if noise.min() > INT64.min and noise.max() < INT64.max:
        return []
    return [int(i) for i in np.flatnonzero((noise == INT64.min) | (noise == INT64.max))]


def add_on_grid(vector: Array, noise: Array, k: int, beyond: Beyond) -> Array:
    """Floats, put on the nearest multiples of 2^k (halves go up), plus noise in steps of 2^k, as the nearest floats.

    NaN counts as 0 and an infinity as the largest float of its sign, so whatever comes out is finite.
    """
    finite = np.nan_to_num(vector, nan=0.0)
    with np.errstate(over="ignore", under="ignore"):
        scaled = np.ldexp(finite, -k)  # a power of two: exact, or infinite, or far below half a step
    wide = np.abs(scaled) >= ROOM
    if noise.dtype == np.int64:
        wide |= (noise >= ROOM) | (noise <= -ROOM)
    else:
        wide[:] = True
    if not wide.any():
        return floats(half_up(scaled) + noise, k)
    # Where int64 is too narrow, Python integers compute the same function of the exact sum.
    places = np.flatnonzero(wide)
    released = np.zeros(len(vector))
    rest = ~wide
    released[rest] = floats(half_up(scaled[rest]) + noise[rest], k)
    steps = [nearest_step(x, k) for x in finite[places].tolist()]
    released[places] = [step_float(total, k) for total in exact_sums(steps, noise[places], beyond)]
    return released


def half_up(scaled: Array) -> Array:
    """The nearest whole numbers as int64, halves upwards. Adding 1/2 and cutting would round twice."""
    whole = np.floor(scaled)
    return whole.astype(np.int64) + (scaled - whole >= 0.5)


def floats(steps: Array, k: int) -> Array:
    """The floats nearest to steps times 2^k. For k >= -1074 only the conversion to float rounds, not the scaling."""
    with np.errstate(over="ignore", under="ignore"):
        scaled: Array = np.ldexp(steps.astype(np.float64), k)
    return np.clip(scaled, -LARGEST, LARGEST)


def nearest_step(x: Fraction | float, k: int) -> int:
    """The number of steps of 2^k nearest to x; halves go up."""
    above, below = x.as_integer_ratio()
    if k < 0:
        above <<= -k
    else:
        below <<= k
    return (2 * above + below) // (2 * below)


def step_float(steps: int, k: int) -> float:
    """The float nearest to steps times 2^k, or the largest one of its sign."""
    try:
        return float(steps << k) if k >= 0 else steps / (1 << -k)  # Python rounds both correctly, at any size
    except OverflowError:
        return LARGEST if steps > 0 else -LARGEST


def beyond_threshold(
    histogram: Mapping[Any, int], draw: Callable[[int], Array], threshold: Fraction, beyond: Beyond
) -> dict[Any, int]:
    """The pairs whose noisy value lies beyond the threshold: above it, or if it is negative below it. Never on it.

    A value of 0 gets no noise and does not pass: a key with it is as good as none.
    """
    values = whole_numbers(histogram.values(), len(histogram))
    present = np.flatnonzero(values)
    values = values[present]
    sums = whole_sums(values, draw(len(values)), beyond)
    if threshold < 0:
        kept = sums < -(-threshold.numerator // threshold.denominator)  # the threshold rounded up
    else:
        kept = sums > threshold.numerator // threshold.denominator
    kept = kept.astype(np.bool_)  # Python integers are compared to objects
    keys = list(histogram)
    return dict(zip([keys[i] for i in present[kept].tolist()], sums[kept].tolist(), strict=True))


def whole_numbers(values: Iterable[int], count: int) -> Array:
    """The values as int64, or as Python integers where one does not fit."""
    try:
        return np.fromiter(values, np.int64, count)
    except OverflowError:
        return as_object_array(list(values))


def whole_sums(values: Array, noise: Array, beyond: Beyond) -> Array:
    """The exact sums: int64 where all fit, else Python integers."""
    half = 1 << 62
    if any(x.dtype != np.int64 or (len(x) and (x.min() < -half or x.max() >= half)) for x in (values, noise)):
        return as_object_array(exact_sums(values.tolist(), noise, beyond))
    return values + noise
