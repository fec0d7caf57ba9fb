"""How the samplers read their arguments. Every refusal comes before any randomness is drawn."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from lapwing.errors import BoundsOrderError, CarrierError, OutOfRangeError
from lapwing.exact import Number, read_parameter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lapwing.sampling._entropy import Stream

# An int64 array, or an object array of Python integers.
IntegerArray: TypeAlias = "NDArray[Any]"

# Up to this many numbers are drawn one by one: the tables and blocks of a vector pay off later.
FEW = 48


def read_whole(value: object, name: str) -> int:
    """Read a whole number. A bool is none."""
    if isinstance(value, bool):
        raise CarrierError(name, value, int)
    try:
        return index(value)  # type: ignore[arg-type]  # whatever has no __index__ raises TypeError
    except TypeError:
        raise CarrierError(name, value, int) from None


def read_size(size: object) -> int:
    """Read the length of a vector."""
    length = read_whole(size, "size")
    if length < 0:
        raise OutOfRangeError("size", size, "at least 0")
    return length


def read_scale(scale: Number) -> Fraction:
    """Read the scale of a noise distribution."""
    exact = read_parameter(scale, "scale")
    if exact < 0:
        raise OutOfRangeError("scale", scale, "at least 0")
    return exact


def read_prob(prob: Number) -> Fraction:
    """Read a probability."""
    exact = read_parameter(prob, "prob")
    if not 0 <= exact <= 1:
        raise OutOfRangeError("prob", prob, "between 0 and 1")
    return exact


def read_exponent(x: Number) -> Fraction:
    """Read the x of exp(-x)."""
    exact = read_parameter(x, "x")
    if exact < 0:
        raise OutOfRangeError("x", x, "at least 0")
    return exact


def read_bounds(bounds: tuple[int, int]) -> tuple[int, int]:
    """Read a pair of whole numbers in order."""
    lower, upper = (read_whole(bound, "a bound") for bound in bounds)
    if lower > upper:
        raise BoundsOrderError(lower, upper)
    return lower, upper


def integers(size: int, fits_int64: bool) -> IntegerArray:
    """Make an array for the results: int64 where the law allows, else Python integers."""
    import numpy as np

    return np.zeros(size, np.int64) if fits_int64 else zeros_object(size)


def zeros_object(size: int) -> IntegerArray:
    """Make an object array that holds the Python integer 0 everywhere."""
    import numpy as np

    made = np.empty(size, object)
    made[:] = 0
    return made


def drawn_one_by_one(size: int, fits_int64: bool, draw: Callable[[Stream], int], stream: Stream) -> IntegerArray:
    """Draw a vector number by number. An int64 saturates, it never wraps around."""
    made = integers(size, fits_int64)
    for i in range(size):
        number = draw(stream)
        made[i] = min(max(number, -(1 << 63)), (1 << 63) - 1) if fits_int64 else number
    return made
