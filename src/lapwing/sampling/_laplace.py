"""Geometric and discrete Laplace noise."""

from __future__ import annotations

from fractions import Fraction
from typing import overload

from lapwing.exact import Number
from lapwing.sampling._arguments import (
    FEW,
    IntegerArray,
    drawn_one_by_one,
    integers,
    read_bounds,
    read_scale,
    read_size,
    zeros_object,
)
from lapwing.sampling._digits import scalar_digits
from lapwing.sampling._entropy import open_stream

# Up to this scale a vector is int64. A number beyond int64 has probability e^(-2^63/2^54) = e^-512 and saturates.
LARGEST_INT64_SCALE = 1 << 54


@overload
def sample_geometric(scale: Number, size: None = None) -> int: ...
@overload
def sample_geometric(scale: Number, size: int) -> IntegerArray: ...
def sample_geometric(scale: Number, size: int | None = None) -> int | IntegerArray:
    """Draw from the geometric law on 0, 1, 2, ...: P[G = g] is proportional to e^(-g/scale).

    Without a size the result is a Python integer of any length. With a size it is an int64 array, or for scales above
    2^54 an object array of Python integers. An int64 saturates at its end, which has probability below e^-512.

    >>> sample_geometric(0)
    0
    >>> sample_geometric(10, 3).dtype
    dtype('int64')
    """
    return draw_laplace(read_scale(scale), None if size is None else read_size(size), signed=False)


@overload
def sample_discrete_laplace(scale: Number, size: None = None) -> int: ...
@overload
def sample_discrete_laplace(scale: Number, size: int) -> IntegerArray: ...
def sample_discrete_laplace(scale: Number, size: int | None = None) -> int | IntegerArray:
    """Draw from the discrete Laplace law on the integers: P[Z = z] is proportional to e^(-|z|/scale).

    Without a size the result is a Python integer of any length. With a size it is an int64 array, or for scales above
    2^54 an object array of Python integers. An int64 saturates at its ends, which has probability below e^-512.

    >>> sample_discrete_laplace(0, 2)
    array([0, 0])
    >>> -10**6 < sample_discrete_laplace(1.5) < 10**6
    True
    """
    return draw_laplace(read_scale(scale), None if size is None else read_size(size), signed=True)


@overload
def sample_bounded_laplace(scale: Number, bounds: tuple[int, int], size: None = None) -> int: ...
@overload
def sample_bounded_laplace(scale: Number, bounds: tuple[int, int], size: int) -> IntegerArray: ...
def sample_bounded_laplace(scale: Number, bounds: tuple[int, int], size: int | None = None) -> int | IntegerArray:
    """Draw discrete Laplace noise and move what is outside the bounds (both included) to the nearer bound.

    The bounds get the mass of their tails. So this is a post-processing of the noise, not another noise.

    >>> sample_bounded_laplace(1000, (-1, 1)) in (-1, 0, 1)
    True
    """
    lower, upper = read_bounds(bounds)
    exact, length = read_scale(scale), None if size is None else read_size(size)
    drawn = draw_laplace(exact, length, signed=True)
    if isinstance(drawn, int):
        return min(max(drawn, lower), upper)
    import numpy as np

    ends = np.iinfo(np.int64)
    if drawn.dtype == np.int64 and lower <= ends.max and upper >= ends.min:
        return np.clip(drawn, max(lower, int(ends.min)), min(upper, int(ends.max)), out=drawn)
    made = zeros_object(len(drawn))
    for i, number in enumerate(drawn.tolist()):
        made[i] = min(max(number, lower), upper)
    return made


def draw_laplace(scale: Fraction, size: int | None, signed: bool) -> int | IntegerArray:
    """Draw one number or a vector of discrete Laplace noise, or of geometric noise if it is not signed."""
    if size is None:
        return scalar_digits(scale, signed).draw(open_stream()) if scale else 0
    fits_int64 = scale <= LARGEST_INT64_SCALE
    if not scale or not size:
        return integers(size, fits_int64)
    stream = open_stream()
    if size <= FEW:
        return drawn_one_by_one(size, fits_int64, scalar_digits(scale, signed).draw, stream)
    from lapwing.sampling._digit_plan import digit_tables

    made = integers(size, fits_int64)
    digit_tables(scale, signed).fill(made, stream)
    return made
