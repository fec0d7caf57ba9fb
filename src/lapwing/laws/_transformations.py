"""The cases of the transformations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lapwing.core import Space, Transformation
from lapwing.domains import AtomDomain, BitVectorDomain, MapDomain, OptionDomain, VectorDomain
from lapwing.laws._data import FLOAT_EDGES, WHOLE_EDGES, vectors
from lapwing.laws._registry import Case, register
from lapwing.metrics import (
    AbsoluteDistance,
    ChangeOneDistance,
    DiscreteDistance,
    HammingDistance,
    InsertDeleteDistance,
    L01InfDistance,
    L1Distance,
    L2Distance,
    LInfDistance,
    SymmetricDistance,
)
from lapwing.spaces import space_of
from lapwing.transformations import (
    make_clamp,
    make_count,
    make_identity,
    make_sum,
    make_user_transformation,
    then_clamp,
    then_count,
    then_identity,
    then_sum,
    then_user_transformation,
)

SHORT = vectors((-3, 0, 5), longest=3)
PAIRS = vectors((-3, 0, 5), longest=2, shortest=2)
EDGES = vectors(WHOLE_EDGES, longest=2)
FLOATS = vectors((-1.5, 0.25, *FLOAT_EDGES), longest=2)
NOT_WHOLE = ([1.5], ["a secret"], [None], [[7]], "7", 7, {7: 7})

# A float with digits on both sides of any sensible grid, far below the bound that chooses it.
FINE = (0.1, 1 / 3, 2.0**-70, -0.1, 1.0)


def identity_cases() -> Iterator[Case]:
    """The identity on one space of each kind."""
    yield Case(space_of(list[int]) >> then_identity(), SHORT + EDGES, outsiders=NOT_WHOLE)
    yield Case(space_of(list[float], InsertDeleteDistance()) >> then_identity(), FLOATS)
    yield Case(space_of(list[float | None]) >> then_identity(), vectors((None, 0.5, 2.0), longest=2))
    yield Case(space_of(int) >> then_identity(), WHOLE_EDGES, outsiders=(1.5, "7", [7]))
    yield Case(space_of(float) >> then_identity(), (0.5, -0.0, 1e308, 5e-324), outsiders=FLOAT_EDGES[:3])
    yield Case(space_of(str) >> then_identity(), ("", "a", "b"), outsiders=(7,))
    histograms: tuple[dict[str, int], ...] = ({}, {"a": 0}, {"a": 1}, {"a": 2, "b": -1})
    triples = ((0, 0, 0), (1, 1, 1), (1, 2, 2), (3, 9, 4))
    yield Case(
        space_of(dict[str, int]) >> then_identity(), histograms, distances=triples, outsiders=({"a": 1.5}, {7: 7}, 7)
    )
    parts: tuple[dict[str, list[int]], ...] = ({}, {"a": [1]}, {"a": [1, 2], "b": [1]})
    yield Case(space_of(dict[str, list[int]]) >> then_identity(), parts, distances=triples)
    bits = Space(BitVectorDomain(size=3, max_weight=2), DiscreteDistance())
    light = [word for word in vectors((False, True), longest=3, shortest=3) if sum(word) <= 2]
    yield Case(bits >> then_identity(), light, outsiders=([True] * 3, [True], [1, 0, 0]))


def clamp_cases() -> Iterator[Case]:
    """Clamping under every metric on vectors."""
    for metric in (SymmetricDistance(), InsertDeleteDistance()):
        yield Case(space_of(list[int], metric) >> then_clamp((-1, 4)), SHORT + EDGES, outsiders=NOT_WHOLE)
        yield Case(space_of(list[float], metric) >> then_clamp((-1.0, 0.5)), FLOATS)
    sized = VectorDomain(AtomDomain(int), size=2)
    yield Case(Space(sized, ChangeOneDistance()) >> then_clamp((-1, 4)), PAIRS, outsiders=([1], [1, 2, 3]))
    yield Case(Space(sized, HammingDistance()) >> then_clamp((-1, 4)), PAIRS)
    yield Case(space_of(list[int], L1Distance(int)) >> then_clamp((-10, 10)), SHORT)
    yield Case(space_of(list[int], L2Distance(float)) >> then_clamp((-10, 10)), SHORT)
    yield Case(space_of(list[float], LInfDistance(float)) >> then_clamp((-10.0, 10.0)), FLOATS)
    yield Case(space_of(list[int]) >> then_clamp((2**70, 2**71)), EDGES, is_tight=False)  # all int64 become one value
    yield Case(space_of(list[int]) >> then_clamp((-(2**80), 2**63)), EDGES)


def count_cases() -> Iterator[Case]:
    """Counts with the size unknown and known."""
    yield Case(space_of(list[int]) >> then_count(), SHORT)
    yield Case(space_of(list[str], InsertDeleteDistance()) >> then_count(), vectors("ab", longest=3))
    optional = VectorDomain(OptionDomain(AtomDomain(float)))
    yield Case(Space(optional, SymmetricDistance()) >> then_count(), vectors((None, 1.5), longest=3))
    sized = VectorDomain(AtomDomain(int), size=2)
    yield Case(Space(sized, SymmetricDistance()) >> then_count(), PAIRS)
    yield Case(Space(sized, HammingDistance()) >> then_count(), PAIRS)


def sum_cases() -> Iterator[Case]:
    """Sums of integers and floats under every metric that counts records."""
    intervals: tuple[tuple[int, int], ...] = ((-3, 5), (-5, 3), (2, 7), (-7, -2), (0, 0))
    for bounds in intervals:
        inputs = vectors({bounds[0], bounds[1], max(bounds[0], min(0, bounds[1]))}, longest=3)
        varied = bounds[0] != bounds[1]  # else all data of one size are equal
        for metric in (SymmetricDistance(), InsertDeleteDistance()):
            unsized = Space(VectorDomain(AtomDomain(int, bounds=bounds)), metric)
            yield Case(unsized >> then_sum(), inputs, outsiders=([bounds[1] + 1], [bounds[0] - 1, bounds[0]]))
            sized = Space(VectorDomain(AtomDomain(int, bounds=bounds), size=3), metric)
            yield Case(sized >> then_sum(), [x for x in inputs if len(x) == 3], is_tight=varied)
        for exchange in (ChangeOneDistance(), HammingDistance()):
            fixed = Space(VectorDomain(AtomDomain(int, bounds=bounds), size=3), exchange)
            yield Case(fixed >> then_sum(), [x for x in inputs if len(x) == 3], is_tight=varied)
    wide = (-(2**63), 2**63 - 1)
    yield Case(space_of(list[int]) >> then_clamp(wide) >> then_sum(), EDGES)
    yield Case(space_of(list[int]) >> then_clamp((-(2**80), 2**80)) >> then_sum(), EDGES)
    for limits in ((-0.1, 1.0), (0.1, 1 / 3), (-1e308, 1e308), (2.0**-70, 1.0), (-1.0, 2.0**-70), (5e-324, 5e-324)):
        inputs_f = vectors((*FINE, *FLOAT_EDGES), longest=2)
        yield Case(space_of(list[float]) >> then_clamp(limits) >> then_sum(), inputs_f, is_tight=False)
        sized_f = Space(VectorDomain(AtomDomain(float), size=2), ChangeOneDistance())
        yield Case(sized_f >> then_clamp(limits) >> then_sum(), [x for x in inputs_f if len(x) == 2], is_tight=False)


def user_cases() -> Iterator[Case]:
    """A user's function with a true claim."""

    def distinct(words: Any) -> int:
        return len(set(words.tolist()))

    then_distinct = then_user_transformation(AtomDomain(int), AbsoluteDistance(int), distinct, "d_in")
    yield Case(space_of(list[str]) >> then_distinct, vectors("abc", longest=3))

    def histogram(words: Any) -> dict[str, int]:
        return {word: words.tolist().count(word) for word in words.tolist()}

    then_histogram = then_user_transformation(
        MapDomain(AtomDomain(str), AtomDomain(int)),
        L01InfDistance(AbsoluteDistance(int)),
        histogram,
        "(d_in, d_in, d_in)",
    )
    chain: Transformation[Any, Any, Any, Any, Any] = space_of(list[str]) >> then_histogram
    yield Case(chain, vectors("abc", longest=3))


register(make_identity, *identity_cases())
register(make_clamp, *clamp_cases())
register(make_count, *count_cases())
register(make_sum, *sum_cases())
register(make_user_transformation, *user_cases())
