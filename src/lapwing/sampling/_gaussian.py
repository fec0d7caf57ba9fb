"""Discrete Gaussian noise."""

from __future__ import annotations

from fractions import Fraction
from typing import overload

from lapwing.exact import Number
from lapwing.sampling._arguments import FEW, IntegerArray, drawn_one_by_one, integers, read_scale, read_size
from lapwing.sampling._entropy import open_stream
from lapwing.sampling._gaussian_scalar import scalar_gaussian
from lapwing.sampling._laplace import LARGEST_INT64_SCALE


@overload
def sample_discrete_gaussian(scale: Number, size: None = None) -> int: ...
@overload
def sample_discrete_gaussian(scale: Number, size: int) -> IntegerArray: ...
def sample_discrete_gaussian(scale: Number, size: int | None = None) -> int | IntegerArray:
    """Draw from the discrete Gaussian law on the integers: P[Z = z] is proportional to e^(-z^2/(2 scale^2)).

    Without a size the result is a Python integer of any length. With a size it is an int64 array, or for scales above
    2^54 an object array of Python integers. An int64 saturates at its ends, which has probability below e^-131072.

    >>> sample_discrete_gaussian(0)
    0
    >>> len(sample_discrete_gaussian(2.5, 100))
    100
    """
    return draw_gaussian(read_scale(scale), None if size is None else read_size(size))


def draw_gaussian(scale: Fraction, size: int | None) -> int | IntegerArray:
    """Draw one number or a vector."""
    if size is None:
        return scalar_gaussian(scale).draw(open_stream()) if scale else 0
    fits_int64 = scale <= LARGEST_INT64_SCALE
    if not scale or not size:
        return integers(size, fits_int64)
    stream = open_stream()
    if size <= FEW:
        return drawn_one_by_one(size, fits_int64, scalar_gaussian(scale).draw, stream)
    from lapwing.sampling._gaussian_plan import gaussian_tables

    made = integers(size, fits_int64)
    gaussian_tables(scale).fill(made, stream)
    return made
