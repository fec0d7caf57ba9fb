"""Randomised answers as arrays: encoding, and combining data with noise that was drawn before.

No function here draws. Each does the same operations whatever the data are, up to the search for a category.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from lapwing.arrays._admit import INT64, Admitted, Array, as_object_array

Position: TypeAlias = Callable[[dict[Any, int], object], int]


def one_bit(position: int, size: int) -> Array:
    """Bits of which one is set; none for the position -1."""
    bits: Array = np.arange(size) == position
    return bits


def set_bits(positions: Sequence[int], size: int) -> Array:
    """Bits of which those at the positions are set."""
    bits = np.zeros(size, np.bool_)
    bits[list(positions)] = True
    return bits


def flip(bits: Array, noise: Array) -> Array:
    """The bits, turned over where the noise is set. The noise is overwritten."""
    return np.logical_xor(bits, noise, out=noise)


def choice_array(choices: Sequence[Any], carrier: type) -> Array:
    """The categories as an array of the type that vectors of the carrier have."""
    if carrier is bool or carrier is float:
        return np.array(choices, np.bool_ if carrier is bool else np.float64)
    if carrier is int and all(INT64.min <= choice <= INT64.max for choice in choices):
        return np.array(choices, np.int64)
    return as_object_array(list(choices))


def indices(vector: Array, choices: Array, positions: dict[Any, int], position: Position) -> Array:
    """The index of each element among the categories, or -1. `position` finds what a dict can't look up."""
    if vector.dtype == object or choices.dtype == object:
        values = vector.tolist()
        try:
            found = [positions.get(value, -1) for value in values]
        except Exception:  # a value without a hash
            found = [position(positions, value) for value in values]
        return np.array(found, np.int64)
    order = np.argsort(choices)
    ranked = choices[order]
    rank = np.minimum(np.searchsorted(ranked, vector), len(ranked) - 1)  # NaN ranks last, and equals nothing
    return np.where(ranked[rank] == vector, order[rank], -1)


def answer_indices(truths: Array, honest: Array, drawn: Array, count: int) -> Array:
    """The indices of the answers, from those of the truths, a bit and a number below count*(count - 1) for each."""
    anything, lie = np.divmod(drawn, count - 1)
    lie += lie >= truths  # passes over the truth
    return np.where(truths < 0, anything, np.where(honest, truths, lie))


def admit_rows(data: Any, size: int) -> Admitted:
    """Many bit vectors as the rows of a bool array, or None and the reason why they are none."""
    if isinstance(data, np.ma.MaskedArray):
        return None, "a masked array hides values: fill it first"
    try:
        rows = np.asarray(data)
    except ValueError:
        return None, "the rows differ in length"
    if rows.ndim != 2:
        return None, f"expected two dimensions, one row for each vector, but got {rows.ndim}"
    if rows.dtype != np.bool_:
        return None, f"expected bits of type bool, but found {rows.dtype}"
    if rows.shape[1] != size:
        return None, "the rows have another length than the declared size"
    return rows, ""


def heaviest(rows: Array) -> int:
    """The largest number of set bits in a row."""
    return int(np.count_nonzero(rows, axis=1).max(initial=0))


def counts(rows: Array) -> list[int]:
    """How many rows have each bit set."""
    found: list[int] = np.count_nonzero(rows, axis=0).tolist()
    return found


def tally(answers: Array, choices: Array, positions: dict[Any, int], position: Position) -> list[int]:
    """How many answers each category got, and at the end how many were none of them."""
    among = indices(answers, choices, positions, position)
    found: list[int] = np.bincount(among + 1, minlength=len(choices) + 1).tolist()
    return [*found[1:], found[0]]
