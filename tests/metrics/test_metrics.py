"""Metrics: distances against brute force, axioms, fit."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lapwing.prelude as dp
from lapwing.errors import InfiniteDistanceError, MetricMismatchError, PartError, UnfitMetricError
from lapwing.exact import ExactFloat
from lapwing.maps import Quantity, compare

NAN, INF = float("nan"), float("inf")
WORDS = [word for length in range(4) for word in product("ab", repeat=length)]


def steps(start: tuple[str, ...], moves: Any) -> dict[tuple[str, ...], int]:
    """The number of moves to each word of at most three letters: breadth first, longer words allowed on the way."""
    found, queue = {start: 0}, deque([start])
    while queue:
        word = queue.popleft()
        for other in moves(word):
            if len(other) <= 6 and other not in found:
                found[other] = found[word] + 1
                queue.append(other)
    return found


def insertions_and_deletions(word: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Every word that is one insertion or deletion away."""
    inserted = {(*word[:i], letter, *word[i:]) for i in range(len(word) + 1) for letter in "ab"}
    return inserted | {(*word[:i], *word[i + 1 :]) for i in range(len(word))}


def additions_and_removals(word: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The same for multisets: sorted words."""
    return {tuple(sorted(other)) for other in insertions_and_deletions(word)}


def changes(word: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Every word with one letter changed."""
    return {(*word[:i], letter, *word[i + 1 :]) for i in range(len(word)) for letter in "ab"}


def changes_of_records(word: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The same for multisets."""
    return {tuple(sorted(other)) for other in changes(word)}


@pytest.mark.parametrize("x", WORDS)
def test_distances_count_steps(x: tuple[str, ...]) -> None:
    """The four metrics on records agree with a search over single steps."""
    for y in WORDS:
        assert steps(x, insertions_and_deletions)[y] == dp.InsertDeleteDistance().distance(x, y)
        a, b = tuple(sorted(x)), tuple(sorted(y))
        assert steps(a, additions_and_removals)[b] == dp.SymmetricDistance().distance(x, y)
        if len(x) == len(y):
            assert steps(x, changes)[y] == dp.HammingDistance().distance(x, y)
            assert steps(a, changes_of_records)[b] == dp.ChangeOneDistance().distance(x, y)


TABLE = [
    (dp.DiscreteDistance(), "a", "a", 0),
    (dp.DiscreteDistance(), [1, NAN], [1, NAN], 0),
    (dp.DiscreteDistance(), np.array([1, 2]), np.array([1, 3]), 1),
    (dp.SymmetricDistance(), [NAN, 0.0], [-0.0, NAN], 0),
    (dp.SymmetricDistance(), np.array([1, 1]), [1], 1),
    (dp.AbsoluteDistance(int), -(2**70), 2**70, 2**71),
    (dp.AbsoluteDistance(float), 0.5, -0.25, 0.75),
    (dp.AbsoluteDistance(float), ExactFloat(Fraction(1, 3)), ExactFloat(Fraction(1, 3) + Fraction(1, 2**80)), 2.0**-80),
    (dp.L1Distance(int), [1, 2], [4, -2], 7),
    (dp.L1Distance(float), [NAN, INF], [NAN, INF], 0.0),
    (dp.L1Distance(float), [NAN], [1.0], INF),
    (dp.L1Distance(float), [1.0], [], INF),
    (dp.L2Distance(float), [0, 0], [3, 4], 5.0),
    (dp.L2Distance(int), [0, 0], [1, 1], 2),
    (dp.L2Distance(float), [0, 0], [1, 1], 1.4142135623730951),
    (dp.LInfDistance(int), [1, 2], [4, -2], 4),
    (dp.LInfDistance(int), [], [], 0),
    (dp.LInfDistance(float, monotonic=True), [1.0, 2.0], [1.5, 2.0], 0.5),
    (dp.LInfDistance(float, monotonic=True), [1.0, 2.0], [1.5, 1.0], INF),
    (dp.L01InfDistance(dp.AbsoluteDistance(int)), {"a": 0}, {}, (0, 0, 0)),
    (dp.L01InfDistance(dp.AbsoluteDistance(int)), {"a": 3, "b": -1}, {"b": 1, "c": 2}, (3, 7, 3)),
    (dp.L02InfDistance(dp.AbsoluteDistance(int)), {"a": 3}, {"b": 4}, (2, 5.0, 4)),
    (dp.PartitionDistance(dp.SymmetricDistance()), {"a": [1, 2], "b": []}, {"a": [3], "c": [5]}, (2, 4, 3)),
    (dp.PartitionDistance(dp.InsertDeleteDistance()), {"a": [1, 2]}, {"a": [2, 1]}, (1, 2, 2)),
]


@pytest.mark.parametrize(("metric", "x", "y", "distance"), TABLE)
def test_distances(metric: dp.Metric[Any], x: Any, y: Any, distance: object) -> None:
    """Cases worked by hand; distances are symmetric."""
    assert distance == metric.distance(x, y)
    assert distance == metric.distance(y, x)


def test_an_integer_distance_is_never_infinite_in_silence() -> None:
    """Vectors of different lengths are at no integer distance."""
    with pytest.raises(InfiniteDistanceError):
        dp.L1Distance(int).distance([1], [1, 2])


SCALARS = st.integers(-3, 3)
VECTORS = st.lists(SCALARS, min_size=2, max_size=2)
HISTOGRAMS = st.dictionaries(st.sampled_from("abc"), SCALARS)
AXIOMS: list[tuple[dp.Metric[Any], st.SearchStrategy[Any]]] = [
    (dp.SymmetricDistance(), st.lists(SCALARS, max_size=4)),
    (dp.InsertDeleteDistance(), st.lists(SCALARS, max_size=4)),
    (dp.ChangeOneDistance(), VECTORS),
    (dp.HammingDistance(), VECTORS),
    (dp.DiscreteDistance(), SCALARS),
    (dp.AbsoluteDistance(int), SCALARS),
    (dp.L1Distance(int), VECTORS),
    (dp.L2Distance(float), VECTORS),
    (dp.LInfDistance(int), VECTORS),
    (dp.L01InfDistance(dp.AbsoluteDistance(int)), HISTOGRAMS),
    (dp.L02InfDistance(dp.AbsoluteDistance(int)), HISTOGRAMS),
    (
        dp.PartitionDistance(dp.SymmetricDistance()),
        st.dictionaries(st.sampled_from("ab"), st.lists(SCALARS, max_size=2)),
    ),
]


@pytest.mark.parametrize(("metric", "strategy"), AXIOMS, ids=lambda value: repr(value)[:40])
def test_axioms(metric: dp.Metric[Any], strategy: st.SearchStrategy[Any]) -> None:
    """Zero to itself, symmetric, and no way round is shorter: decided without rounding."""

    @given(strategy, strategy, strategy)
    def axioms(x: Any, y: Any, z: Any) -> None:
        d = metric.exact_distance
        assert all(
            part == 0
            for part in (
                metric.distance(x, x) if isinstance(metric.distance(x, x), tuple) else (metric.distance(x, x),)
            )
        )
        assert d(x, y) == d(y, x)
        for xz, xy, yz in zip(d(x, z), d(x, y), d(y, z), strict=True):
            assert compare(xz, xy + yz) in (-1, 0)

    axioms()


@pytest.mark.parametrize("metric", [metric for metric, _ in AXIOMS], ids=repr)
def test_the_repr_can_be_pasted_back(metric: dp.Metric[Any]) -> None:
    """Evaluating the repr gives an equal metric."""
    again = eval(repr(metric), {**{name: getattr(dp, name) for name in dir(dp)}})
    assert again == metric
    assert hash(again) == hash(metric)


def test_wrong_parts_are_refused() -> None:
    """The distance type and the inner metric."""
    wrong: Any = dp  # no type checker would let these pass
    with pytest.raises(PartError) as carrier:
        wrong.AbsoluteDistance(str)
    assert str(carrier.value) == "the distance type of AbsoluteDistance must be int or float, but is str"
    with pytest.raises(PartError) as inner:
        wrong.L01InfDistance(dp.SymmetricDistance())
    expected = "the inner metric of L01InfDistance must be an AbsoluteDistance, as in AbsoluteDistance(int), but is SymmetricDistance()"
    assert expected == str(inner.value)
    with pytest.raises(PartError):
        wrong.PartitionDistance(dp.HammingDistance())


WORDS_DOMAIN = dp.VectorDomain(dp.AtomDomain(str))
NUMBERS = dp.VectorDomain(dp.AtomDomain(float))
UNFIT: list[tuple[Any, Any]] = [
    (dp.AtomDomain(str), dp.AbsoluteDistance(int)),
    (dp.AtomDomain(float), dp.AbsoluteDistance(int)),
    (dp.OptionDomain(dp.AtomDomain(int)), dp.AbsoluteDistance(int)),
    (dp.AtomDomain(int), dp.SymmetricDistance()),
    (dp.AtomDomain(int), dp.InsertDeleteDistance()),
    (NUMBERS, dp.HammingDistance()),
    (NUMBERS, dp.ChangeOneDistance()),
    (dp.AtomDomain(int), dp.HammingDistance()),
    (WORDS_DOMAIN, dp.L1Distance(int)),
    (NUMBERS, dp.L1Distance(int)),
    (NUMBERS, dp.LInfDistance(int)),
    (dp.VectorDomain(dp.OptionDomain(dp.AtomDomain(float))), dp.L2Distance(float)),
    (dp.AtomDomain(float), dp.L2Distance(float)),
    (NUMBERS, dp.L01InfDistance(dp.AbsoluteDistance(float))),
    (dp.MapDomain(dp.AtomDomain(str), dp.AtomDomain(str)), dp.L01InfDistance(dp.AbsoluteDistance(int))),
    (dp.MapDomain(dp.AtomDomain(str), dp.AtomDomain(float)), dp.L02InfDistance(dp.AbsoluteDistance(int))),
    (dp.MapDomain(dp.AtomDomain(str), dp.AtomDomain(int)), dp.PartitionDistance(dp.SymmetricDistance())),
    (NUMBERS, dp.PartitionDistance(dp.SymmetricDistance())),
    (dp.AtomDomain(int), "SymmetricDistance"),
    ("AtomDomain", dp.SymmetricDistance()),
]


@pytest.mark.parametrize(("domain", "metric"), UNFIT)
def test_a_metric_that_does_not_fit_is_refused(domain: Any, metric: Any) -> None:
    """When the space is built, with a remedy."""
    with pytest.raises(UnfitMetricError) as caught:
        dp.Space(domain, metric)
    assert caught.value.remedy


BITS = ([True, False, True], [False, False, True])


@pytest.mark.parametrize("as_data", [list, np.array, tuple])
@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        (dp.L1Distance(int), 1),
        (dp.L2Distance(float), 1.0),
        (dp.LInfDistance(int), 1),
        (dp.LInfDistance(int, monotonic=True), 1),
    ],
)
def test_norms_measure_bits(metric: Any, expected: float, as_data: Any) -> None:
    """A bit counts as 0 or 1."""
    assert expected == metric.distance(*map(as_data, BITS))


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (np.bool_(True), True, 0),
        (np.bool_(True), np.bool_(False), 1),
        (np.float64(1), 1.0, 0),
        ("ab", "ab", 0),
        (None, 1.0, 1),
        (range(2), np.array([0, 1]), 0),
        (deque([NAN]), [NAN], 0),
        ({"a": np.array([1, 2])}, {"a": [1, 2]}, 0),
        ({"a": [NAN]}, {"a": np.array([NAN])}, 0),
        ({"a": [1, 2]}, {"a": [2, 1]}, 1),
        ({"a": [1]}, {"b": [1]}, 1),
    ],
)
def test_the_discrete_distance_takes_every_form_of_data(x: Any, y: Any, expected: int) -> None:
    """Whatever a domain admits: NumPy's scalars, any sequence, and mappings to vectors."""
    assert expected == dp.DiscreteDistance().distance(x, y)


def test_one_sign_is_told_from_exact_values() -> None:
    """Two floats that look alike may stand for numbers that differ."""
    third, tiny = ExactFloat(Fraction(1, 3)), ExactFloat(Fraction(1, 10**30))
    assert INF == dp.LInfDistance(float, monotonic=True).distance([third, 0.0], [1 / 3, tiny])


def test_a_metric_of_ones_own_is_equal_to_itself_only() -> None:
    """Two metrics with different fields must not pass as one, so nothing is equal by its class alone."""

    class Weighted(dp.Metric[int]):
        def __init__(self, weight: int) -> None:
            self.weight = weight

        @property
        def quantity(self) -> Quantity[int]:
            return dp.SymmetricDistance().quantity

        def exact_distance(self, x: Any, y: Any) -> tuple[dp.Expr, ...]:
            return (self.weight * dp.SymmetricDistance().exact_distance(x, y)[0],)

        def misfit(self, domain: dp.Domain[Any]) -> str | None:
            return None

    one, two = (dp.make_identity(dp.VectorDomain(dp.AtomDomain(int)), Weighted(weight)) for weight in (1, 2))
    assert 2 == len((one >> one).links)
    with pytest.raises(MetricMismatchError):
        one >> two
