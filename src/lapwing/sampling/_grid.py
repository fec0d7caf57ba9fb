"""Noise on a grid: what float mechanisms add to data that stand on multiples of 2^k.

Noise on the grid 2^k with scale b is 2^k times integer noise with scale b/2^k. The functions give the integer: the
number of grid steps. A mechanism adds it to a datum that is counted in the same steps, exactly, and converts the sum
at the end.
"""

from __future__ import annotations

from fractions import Fraction
from typing import overload

from lapwing.exact import Number
from lapwing.sampling._arguments import IntegerArray, read_scale, read_size, read_whole
from lapwing.sampling._gaussian import draw_gaussian
from lapwing.sampling._laplace import draw_laplace


@overload
def sample_laplace_on_grid(scale: Number, k: int, size: None = None) -> int: ...
@overload
def sample_laplace_on_grid(scale: Number, k: int, size: int) -> IntegerArray: ...
def sample_laplace_on_grid(scale: Number, k: int, size: int | None = None) -> int | IntegerArray:
    """Draw discrete Laplace noise on the multiples of 2^k, counted in steps of 2^k.

    P[Z = z] is proportional to e^(-|z| 2^k/scale). The scale is in the unit of the data.

    >>> steps = sample_laplace_on_grid(1.5, -20)
    >>> noise = steps * 2.0**-20
    """
    return draw_laplace(steps_per_scale(scale, k), None if size is None else read_size(size), signed=True)


@overload
def sample_gaussian_on_grid(scale: Number, k: int, size: None = None) -> int: ...
@overload
def sample_gaussian_on_grid(scale: Number, k: int, size: int) -> IntegerArray: ...
def sample_gaussian_on_grid(scale: Number, k: int, size: int | None = None) -> int | IntegerArray:
    """Draw discrete Gaussian noise on the multiples of 2^k, counted in steps of 2^k.

    P[Z = z] is proportional to e^(-z^2 2^(2k)/(2 scale^2)). The scale is in the unit of the data.

    >>> steps = sample_gaussian_on_grid(1.5, -20, 100)
    >>> noise = steps * 2.0**-20
    """
    return draw_gaussian(steps_per_scale(scale, k), None if size is None else read_size(size))


def steps_per_scale(scale: Number, k: int) -> Fraction:
    """Give scale/2^k exactly: the scale counted in steps of the grid.

    >>> steps_per_scale(0.1, -2)
    Fraction(2, 5)
    """
    exact, power = read_scale(scale), read_whole(k, "k")
    return exact / (1 << power) if power >= 0 else exact * (1 << -power)
