"""Selection: candidates grouped by their score, coins for all of them, and the ranks of candidates in data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, final

import attrs
import numpy as np

from lapwing.arrays._admit import INT64, Array, as_object_array


@final
@attrs.frozen(eq=False)
class Groups:
    """Candidates of equal score, the best score first."""

    scores: list[Any]
    counts: list[int]
    members: Array
    """The indices of all candidates, group after group."""

    def member(self, group: int, place: int) -> int:
        """The index of a candidate, from its group and its place there."""
        return int(self.members[sum(self.counts[:group]) + place])


def grouped(scores: Array, *, negate: bool) -> Iterator[Groups]:
    """Group the candidates, kind by kind: those of one kind are selected before any of the next.

    The kinds are the better infinity, finite scores, the worse infinity, and NaN. With `negate` low scores are better.
    """
    for places in kinds(scores, negate=negate):
        order = np.argsort(scores[places])
        members = places[order if negate else order[::-1]]
        ranked = scores[members]
        alike = (ranked[1:] == ranked[:-1]) | (ranked[1:] != ranked[1:])  # NaN is like NaN
        starts = np.flatnonzero(np.concatenate(([True], ~alike)))
        yield Groups(ranked[starts].tolist(), np.diff(starts, append=len(ranked)).tolist(), members)


def kinds(scores: Array, *, negate: bool) -> Iterator[Array]:
    """The positions of the scores of each kind that occurs."""
    if scores.dtype.kind != "f":
        yield np.arange(len(scores))
        return
    better = -np.inf if negate else np.inf
    for found in (scores == better, np.isfinite(scores), scores == -better, np.isnan(scores)):
        if found.any():
            yield np.flatnonzero(found)


def flips(words: bytes, thresholds: list[int], counts: list[int], bits: int) -> tuple[list[int], list[tuple[int, int]]]:
    """Compare a uniform word for each coin with the threshold of its kind.

    Gives the places of the words that are below, and for those that tie their places and kinds.
    """
    drawn = np.frombuffer(words, dtype=np.dtype(f"<u{bits // 8}"))
    kind = np.repeat(np.arange(len(counts)), counts)
    limits = np.array(thresholds, dtype=drawn.dtype)[kind]
    tied = np.flatnonzero(drawn == limits)
    return np.flatnonzero(drawn < limits).tolist(), list(zip(tied.tolist(), kind[tied].tolist(), strict=True))


def sides(data: Array, candidates: tuple[Any, ...]) -> tuple[list[int], list[int]]:
    """For each of the rising candidates, how many data are below it and how many are above. NaN is neither."""
    records, marks = one_type(data, candidates)
    ranked = np.sort(records)  # NaN comes last
    count = len(ranked) - int(np.isnan(ranked).sum()) if ranked.dtype.kind == "f" else len(ranked)
    below, up_to = (np.searchsorted(ranked, marks, side=side) for side in ("left", "right"))
    return below.tolist(), (count - up_to).tolist()


def one_type(data: Array, candidates: tuple[Any, ...]) -> tuple[Array, Array]:
    """Data and candidates as arrays of one type. NumPy would compare int64 with uint64 as floats, which rounds."""
    if data.dtype.kind == "f":
        return data, np.array(candidates, dtype=np.float64)
    if data.dtype != object and INT64.min <= candidates[0] and candidates[-1] <= INT64.max:
        return data, np.array(candidates, dtype=np.int64)
    return data.astype(object), as_object_array(list(candidates))


def whole_vector(values: list[int]) -> Array:
    """A vector of integers: int64, or Python integers where int64 is too narrow."""
    try:
        return np.array(values, dtype=np.int64)
    except OverflowError:
        return as_object_array(values)
