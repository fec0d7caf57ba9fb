"""Evaluating a map at many distances, for plots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lapwing.errors import DistanceTypeError
from lapwing.exact import ratio_up
from lapwing.maps._quantity import CurveQuantity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lapwing.maps._map import Map

_SAFE = 2**53


def evaluate_many(map: Map[Any, Any], values: Any) -> NDArray[np.float64]:
    """Give one row a distance: a number, or one column a part where the output has several.

    Every number equals what a single call gives; an integer that no float equals is rounded up.
    """
    import numpy as np

    if any(isinstance(part, CurveQuantity) for part in map.output.parts):
        raise DistanceTypeError(
            "d_out", map.output, "made of numbers, not of curves, to be evaluated at many distances"
        )
    if isinstance(values, np.ndarray):
        if map.slope is not None and values.ndim == 1 and values.dtype.kind in "iu" and values.size:
            n, d, whole = map.slope
            low, high = int(values.min()), int(values.max())
            if low >= 0 and abs(n) * high <= _SAFE and d <= _SAFE and not whole:
                return _linear(values, n, d)
        values = values.tolist()
    rows = [_floats(map(tuple(value) if isinstance(value, list) else value)) for value in values]
    shape = (len(rows),) if len(map.output.parts) == 1 else (len(rows), len(map.output.parts))
    return np.array(rows, dtype=np.float64).reshape(shape)


def _floats(value: Any) -> Any:
    """Give the value with its whole parts as floats, rounded up as every float that leaves a map is."""
    if isinstance(value, tuple):
        return tuple(_floats(part) for part in value)
    return ratio_up(value, 1) if isinstance(value, int) else value


def _linear(values: NDArray[Any], n: int, d: int) -> NDArray[np.float64]:
    """Give n*value/d rounded up, for products and divisors that are exact as floats."""
    import numpy as np

    product = values.astype(np.float64) * float(n)
    nearest = product / float(d)
    # nearest*d as an exact sum of two floats (Dekker): the sign of the remainder tells which way the division rounded.
    high, low = _two_product(nearest, float(d))
    remainder = (product - high) - low
    return np.where(remainder > 0, np.nextafter(nearest, np.inf), nearest) + 0.0


def _two_product(x: NDArray[np.float64], y: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Split x*y into the rounded product and its exact error, with Veltkamp's splitting at 27 bits."""
    splitter = 134217729.0
    c = splitter * x
    x_high = c - (c - x)
    x_low = x - x_high
    e = splitter * y
    y_high = e - (e - y)
    y_low = y - y_high
    product = x * y
    return product, x_low * y_low - (((product - x_high * y_high) - x_low * y_high) - x_high * y_low)
