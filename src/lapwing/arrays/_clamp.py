"""Clamping of vectors."""

from __future__ import annotations

from typing import Any

import numpy as np

from lapwing.arrays._admit import INT64, Array, as_object_array


def clamp_vector(vector: Array, bounds: tuple[Any, Any]) -> Array:
    """A new array with every element moved to the nearest bound; NaN becomes the lower bound, -0.0 becomes 0.0."""
    lower, upper = bounds
    if vector.dtype == np.float64:
        clamped: Array = np.fmax(vector, lower)  # the maximum that passes over NaN
        np.minimum(clamped, upper, out=clamped)
        np.add(clamped, 0.0, out=clamped)
        return clamped
    if vector.dtype == object:
        moved = [min(max(value, lower), upper) for value in vector]
        narrow = INT64.min <= lower and upper <= INT64.max
        return np.array(moved, dtype=np.int64) if narrow else as_object_array(moved)
    if lower > INT64.max or upper < INT64.min:  # every int64 lies on one side
        return as_object_array([lower if lower > INT64.max else upper] * len(vector))
    return np.clip(vector, max(lower, INT64.min), min(upper, INT64.max))
