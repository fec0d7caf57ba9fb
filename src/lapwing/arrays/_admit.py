"""Entry of vectors: from what users hold to one-dimensional NumPy arrays.

Integers become int64, or Python integers in an object array where int64 is too narrow. Floats become float64. Other
types stay as they are, in an object array: NumPy's text type would cut trailing NULs. Every check looks at types and
sizes as a whole; a refusal never names a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Admitted: TypeAlias = tuple[Array | None, str]

INT64 = np.iinfo(np.int64)
EXACT = 2**53  # every integer up to here is a float
INTEGERS = (int, np.integer, np.bool_)
# float128 would be rounded on entry, so it is no member
FLOATS = (float, np.float32, np.float16)
ROUNDED = "an integer has more digits than a float can hold: convert it first"
BOOLS = (bool, np.bool_)


def admit_vector(
    data: object, carrier: type, bounds: tuple[Any, Any] | None, size: int | None, *, optional: bool = False
) -> Admitted:
    """The data as an array of the carrier type, or None and the reason why they are no member."""
    if isinstance(data, np.ma.MaskedArray):
        return None, "a masked array hides values: fill it first"
    if isinstance(data, str | bytes | Mapping | Set) or not hasattr(data, "__len__") or not hasattr(data, "__iter__"):
        return None, f"expected a vector, but got {type(data).__name__}"
    given = np.asarray(data) if hasattr(data, "__array__") else as_list(data)
    if isinstance(given, np.ndarray) and given.ndim != 1:
        return None, f"expected one dimension, but got {given.ndim}"
    if size is not None and len(given) != size:
        return None, "the vector has another length than the declared size"
    vector, problem = as_optional(given, carrier) if optional else as_array(given, carrier)
    if vector is None or bounds is None or within(vector, bounds, optional=optional):
        return vector, problem
    return None, "an element lies outside the bounds"


def as_list(data: Any) -> list[Any] | tuple[Any, ...]:
    """The elements as Python iterates over them. NumPy has views of its own on buffers and on what is no sequence."""
    return data if type(data) in (list, tuple) else list(data)


def as_array(given: Any, carrier: type) -> Admitted:
    """An array without None."""
    if carrier is int:
        return as_integers(given)
    if carrier is float:
        return as_floats(given)
    if carrier is bool:
        return as_bools(given)
    return as_objects(given, carrier, (carrier,))


def as_integers(given: Any) -> Admitted:
    """int64, or Python integers where int64 is too narrow."""
    if isinstance(given, np.ndarray) and given.dtype.kind in "biu":
        if given.dtype != np.uint64 or int(given.max(initial=0)) <= INT64.max:
            return given.astype(np.int64, copy=False), ""
        return as_object_array(given.tolist()), ""
    values = as_list(given)
    found = foreign_type(values, INTEGERS)
    if found is not None:
        return None, f"expected elements of type int, but found {found}"
    try:
        return np.array(values, dtype=np.int64), ""
    except OverflowError:
        return as_object_array([int(x) for x in values]), ""


def as_floats(given: Any) -> Admitted:
    """float64, without rounding: a norm would see what rounding does to an integer."""
    if isinstance(given, np.ndarray) and given.dtype.kind in "fbiu":
        if given.dtype.itemsize > 8:
            return None, "float128 has more digits than float64 can hold: convert it first"
        vector = given.astype(np.float64, copy=False)
        return (vector, "") if given.dtype.kind in "fb" or is_exact(given, vector) else (None, ROUNDED)
    values = as_list(given)
    found = foreign_type(values, FLOATS + INTEGERS)
    if found is not None:
        return None, f"expected elements of type float, but found {found}"
    try:
        vector = np.array(values, dtype=np.float64)
    except OverflowError:
        return None, "an integer is too large for a float"
    if foreign_type(values, FLOATS) is None:
        return vector, ""
    pairs = zip(values, vector.tolist(), strict=True)
    return (vector, "") if all(int(x) == y for x, y in pairs if isinstance(x, INTEGERS)) else (None, ROUNDED)


def is_exact(integers: Array, floats: Array) -> bool:
    """Whether integers became the floats that they are."""
    if len(integers) == 0 or (int(integers.min()) >= -EXACT and int(integers.max()) <= EXACT):
        return True
    return bool(integers.tolist() == floats.tolist())  # Python compares an int with a float exactly


def as_bools(given: Any) -> Admitted:
    """NumPy bools; 0 and 1 are integers and are refused."""
    if isinstance(given, np.ndarray) and given.dtype.kind == "b":
        return given, ""
    found = foreign_type(given, BOOLS)
    if found is not None:
        return None, f"expected elements of type bool, but found {found}"
    return np.array(given, dtype=np.bool_), ""


def as_objects(given: Any, carrier: type, allowed: tuple[type, ...]) -> Admitted:
    """An object array of values of the allowed types."""
    values = given.tolist() if isinstance(given, np.ndarray) else list(given)
    found = foreign_type(values, allowed)
    if found is not None:
        return None, f"expected elements of type {carrier.__name__}, but found {found}"
    return as_object_array(values), ""


def as_optional(given: Any, carrier: type) -> Admitted:
    """An object array in which None stands for nothing, and the rest are values of the carrier type."""
    values = as_list(given)
    present, problem = as_array([value for value in values if value is not None], carrier)
    if present is None:
        return None, problem
    filled = iter(present.tolist())
    return as_object_array([None if value is None else next(filled) for value in values]), ""


def as_object_array(values: list[Any]) -> Array:
    """An object array that holds the values themselves, also where they are sequences."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def foreign_type(values: Any, allowed: tuple[type, ...]) -> str | None:
    """The name of a type that is not allowed, if one occurs: the first in the alphabet, not in the data."""
    kinds = set(map(type, values))
    foreign = [kind for kind in kinds if not issubclass(kind, allowed) or issubclass(kind, np.timedelta64)]
    return min(kind.__name__ for kind in foreign) if foreign else None


def within(vector: Array, bounds: tuple[Any, Any], *, optional: bool) -> bool:
    """Whether every element lies between the bounds. NaN does not."""
    if optional:  # among objects, the least and the greatest pass over NaN
        return all(bounds[0] <= value <= bounds[1] for value in vector.tolist() if value is not None)
    if len(vector) == 0:
        return True
    return bool(bounds[0] <= vector.min()) and bool(vector.max() <= bounds[1])
