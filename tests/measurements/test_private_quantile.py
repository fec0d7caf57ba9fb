"""Quantiles among candidates: integer scores, their stability, and the selection."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selection_tools import often

import lapwing.prelude as dp
from lapwing.exact import to_float_up
from lapwing.laws._selection import quantile_law
from lapwing.measurements._permute_and_flip import then_permute_and_flip
from lapwing.measurements._private_quantile import then_private_quantile
from lapwing.transformations._quantile_scores import then_quantile_scores

PURE, CONCENTRATED = dp.MaxDivergence(), dp.ZeroConcentratedDivergence()
MARKS = (0, 5, 10)
HALF = Fraction(1, 2)


def people(size: int | None = None, metric: Any = None) -> dp.Space[Any, Any]:
    """Vectors of integers."""
    domain: Any = dp.VectorDomain(dp.AtomDomain(int), size=size)
    return dp.Space(domain, metric or dp.SymmetricDistance())


MAPS = [
    (PURE, None, None, HALF, 2, "d_in/2"),
    (PURE, None, None, 0.25, 2, "3*d_in/4"),
    (PURE, None, None, 0.75, 2, "3*d_in/4"),
    (PURE, None, dp.InsertDeleteDistance(), 0.9, 1, "9*d_in/5"),
    (PURE, None, None, 0, 2, "d_in/2"),  # one direction
    (PURE, None, None, 1, 2, "d_in/2"),
    (PURE, 10, None, 0.9, 2, "floor(d_in/2)"),
    (PURE, 10, None, 1, 2, "floor(d_in/2)/2"),
    (PURE, 10, dp.ChangeOneDistance(), 0.9, 2, "d_in"),
    (PURE, 10, dp.HammingDistance(), 0.0, 2, "d_in/2"),
    (CONCENTRATED, None, None, HALF, 2, "d_in^2/32"),
    (CONCENTRATED, 10, dp.ChangeOneDistance(), HALF, 2, "d_in^2/8"),
    (PURE, None, None, HALF, 0, "if(d_in <= 0, 0, inf)"),
    (PURE, None, None, HALF, dp.Param("scale"), "d_in/scale"),
    (PURE, None, None, dp.Param("share"), 2, "d_in*max(share, 1 - share)"),
]


@pytest.mark.parametrize(("measure", "size", "metric", "alpha", "scale", "expected"), MAPS)
def test_the_map(measure: Any, size: int | None, metric: Any, alpha: Any, scale: Any, expected: str) -> None:
    """For each measure and metric, with the size known and unknown."""
    chain = people(size, metric) >> then_private_quantile(measure, MARKS, alpha, scale)
    assert str(dp.parse(expected)) == str(chain.privacy_map)


@pytest.mark.parametrize("points", [300, pytest.param(10_000, marks=pytest.mark.audit)])
def test_the_map_is_the_least_float_above_the_formula(points: int) -> None:
    """On random shares and scales."""

    @settings(max_examples=points, deadline=None)
    @given(
        st.fractions(Fraction(1, 999), Fraction(998, 999)), st.fractions(Fraction(1, 1000), 1000), st.integers(0, 999)
    )
    def check(alpha: Fraction, scale: Fraction, d_in: int) -> None:
        spread = 2 * max(alpha, 1 - alpha) * d_in / scale
        assert to_float_up(spread) == (people() >> then_private_quantile(PURE, MARKS, alpha, scale)).map(d_in)
        concentrated = people() >> then_private_quantile(CONCENTRATED, MARKS, alpha, scale)
        assert to_float_up(spread**2 / 8) == concentrated.map(d_in)

    check()


def listed(scores: Any) -> list[int]:
    """A vector of scores as a list. Inside it is a NumPy array."""
    assert isinstance(scores, np.ndarray)
    return [int(score) for score in scores.tolist()]


SCORES: list[tuple[list[int], Any, list[int]]] = [
    ([], HALF, [0, 0, 0]),
    ([1, 2, 3, 4], HALF, [4, 4, 4]),
    ([1, 2, 7, 8], HALF, [4, 0, 4]),
    ([5, 5, 5, 5], HALF, [4, 0, 4]),
    ([0, 5, 10], HALF, [2, 0, 2]),
    ([1, 2, 7, 8], 0.25, [4, 4, 12]),
    ([1, 2, 7, 8], 0, [0, 2, 4]),
    ([1, 2, 7, 8], 1, [4, 2, 0]),
    ([-1, 11], Fraction(1, 3), [1, 1, 1]),
]


@pytest.mark.parametrize(("data", "alpha", "expected"), SCORES)
def test_scores_are_whole_numbers(data: list[int], alpha: Any, expected: list[int]) -> None:
    """|(b - a)*below - a*above|, by hand."""
    scores = (people() >> then_quantile_scores(MARKS, alpha))(data)
    assert expected == listed(scores)


@given(
    st.lists(st.integers(-(2**70), 2**70) | st.sampled_from([2**63 - 1, 2**63, -(2**63), 2**53 + 1])),
    st.sets(st.integers(-(2**70), 2**70) | st.sampled_from([2**63 - 1, 2**63, 2**53, 2**53 + 2]), min_size=1),
    st.fractions(0, 1),
)
def test_scores_of_integers_of_any_size(data: list[int], marks: set[int], alpha: Fraction) -> None:
    """Against Python's own comparisons: no comparison goes through floats."""
    rising = sorted(marks)
    a, b = alpha.as_integer_ratio()
    expected = [abs((b - a) * sum(x < m for x in data) - a * sum(x > m for x in data)) for m in rising]
    assert expected == listed((people() >> then_quantile_scores(rising, alpha))(data))


@given(st.lists(st.floats()), st.sets(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_scores_of_any_floats(data: list[float], marks: set[float]) -> None:
    """Infinities are on one side, NaN is on none."""
    rising = sorted({mark + 0.0 for mark in marks})
    expected = [abs(sum(x < m for x in data) - sum(x > m for x in data)) for m in rising]
    assert expected == listed((dp.space_of(list[float]) >> then_quantile_scores(rising, 0.5))(data))


def test_a_fine_alpha_makes_large_scores() -> None:
    """Beyond int64 they are Python integers."""
    chain = people() >> then_quantile_scores(MARKS, Fraction(1, 2**80))
    assert [2, 2 * (2**80 - 1), 2 * (2**80 - 1)] == listed(chain([1, 1]))


@pytest.mark.parametrize("alpha", [0, 0.25, 0.5, 1])
def test_releases_follow_the_law(alpha: float) -> None:
    """From the front door, an array of data."""
    chain = people() >> then_private_quantile(PURE, MARKS, alpha, 2)
    data = np.array([1, 2, 6, 7, 11])
    assert [] == often(lambda: chain(data), quantile_law(MARKS, Fraction(alpha), 2)(data.tolist()))


def test_without_data_all_candidates_are_alike() -> None:
    """Nothing raises on empty data."""
    chain = people() >> then_private_quantile(PURE, MARKS, 0.5, 1)
    assert [] == often(lambda: chain([]), dict.fromkeys(MARKS, Fraction(1, 3)))


def test_the_release_has_the_type_of_the_data() -> None:
    """A Python number, one of the candidates as they were given."""
    floats = dp.space_of(list[float]) >> then_private_quantile(CONCENTRATED, [0.5, 1.5], 0.5, 0.1)
    assert 1.5 == floats([0.6, 1.5, 1.5, 1.5, math.nan, math.inf] * 99)
    assert float is type(floats([1.0]))
    assert int is type((people() >> then_private_quantile(PURE, np.array([1, 2]), 0.5, 0))([2]))


def test_a_large_median_is_near() -> None:
    """A million records, a candidate for each hundred. It is off by 1 % with a probability below e^-1000."""
    chain = people() >> then_private_quantile(PURE, range(0, 1_000_001, 100), 0.5, 1)
    assert 495_000 <= chain(np.arange(1_000_000)) <= 505_000


def test_scores_serve_other_selections() -> None:
    """Permute-and-flip on the scores, with a lookup as post-processing."""
    chain = people() >> then_quantile_scores(MARKS, 0.5) >> then_permute_and_flip(PURE, 2, negate=True)
    assert "d_in" == str(chain.privacy_map)
    assert 5 == (chain >> MARKS.__getitem__)([4, 6] * 500)


def test_free_parameters() -> None:
    """The scale is solved for, the share is bound."""
    chain = people() >> then_private_quantile(PURE, MARKS, 0.5, dp.Param("scale"))
    assert chain.solve(d_in=1, d_out=0.25) == people() >> then_private_quantile(PURE, MARKS, 0.5, 4)
    share = people() >> then_private_quantile(PURE, MARKS, dp.Param("share"), 2)
    assert 0.75 == share.bind(share=0.25).map(1)
    with pytest.raises(dp.LapwingError, match="alpha must be between 0 and 1, but is 2"):
        share.bind(share=2)


RISING = "candidates must be in rising order, without repetition, but is"
BAD: list[tuple[Any, Any, Any, str]] = [
    ([], 0.5, 1, "candidates must be one number or more, but is []"),
    ([1, 1], 0.5, 1, f"{RISING} [1, 1]"),
    ([2, 1], 0.5, 1, f"{RISING} [2, 1]"),
    ([1.5], 0.5, 1, "a candidate must be of type int, but 1.5 is of type float"),
    ([True], 0.5, 1, "a candidate must be of type int, but True is of type bool"),
    ([math.nan], 0.5, 1, "a candidate must be finite, but is nan: give a number"),
    (
        "12",
        0.5,
        1,
        "the candidates of then_private_quantile must be a sequence of numbers, such as range(0, 100, 5), but is '12'",
    ),
    (
        7,
        0.5,
        1,
        "the candidates of then_private_quantile must be a sequence of numbers, such as range(0, 100, 5), but is 7",
    ),
    ([1], 1.5, 1, "alpha must be between 0 and 1, but is 1.5"),
    ([1], -0.1, 1, "alpha must be between 0 and 1, but is -0.1"),
    ([1], math.nan, 1, "alpha must be finite, but is nan: give a number"),
    ([1], 0.5, -2, "scale must be zero or more, but is -2"),
]


@pytest.mark.parametrize(("candidates", "alpha", "scale", "text"), BAD)
def test_bad_parameters_are_refused_when_it_is_built(candidates: Any, alpha: Any, scale: Any, text: str) -> None:
    """With a sentence that says how to mend it."""
    with pytest.raises(dp.LapwingError) as caught:
        _ = people() >> then_private_quantile(PURE, candidates, alpha, scale)
    assert text == str(caught.value)


SPACES: list[tuple[Callable[[], Any], str]] = [
    (
        lambda: dp.space_of(list[str]) >> then_private_quantile(PURE, MARKS, 0.5, 1),  # type: ignore[operator]  # on purpose
        "then_private_quantile needs elements that are numbers: "
        "start from elements of the type int or float, instead of AtomDomain(str)",
    ),
    (
        lambda: dp.space_of(list[int], dp.L1Distance(int)) >> then_quantile_scores(MARKS, 0.5),  # type: ignore[operator]  # on purpose
        "then_quantile_scores needs a metric that counts records: "
        "start from SymmetricDistance() or ChangeOneDistance(), instead of L1Distance(int)",
    ),
    (
        lambda: people() >> then_private_quantile(dp.Approximate(PURE), MARKS, 0.5, 1),  # type: ignore[type-var]  # on purpose
        "the output_measure of then_private_quantile must be MaxDivergence() or ZeroConcentratedDivergence(), "
        "but is Approximate(MaxDivergence())",
    ),
]


@pytest.mark.parametrize(("build", "text"), SPACES)
def test_bad_spaces_are_refused(build: Callable[[], Any], text: str) -> None:
    """With a sentence that says how to mend it."""
    with pytest.raises(dp.LapwingError) as caught:
        build()
    assert text == str(caught.value)


@pytest.mark.parametrize(("alpha", "size"), list(product([0.0, 0.1, 0.25, 0.5, 0.9, 1.0], [None, 10])))
def test_costs_no_more_than_in_opendp(alpha: float, size: int | None) -> None:
    """And half as much for the least and the greatest."""
    opendp = pytest.importorskip("opendp.prelude")
    opendp.enable_features("contrib")
    domain = opendp.vector_domain(opendp.atom_domain(T=int), size=size)
    for ours, theirs in ((PURE, opendp.max_divergence()), (CONCENTRATED, opendp.zero_concentrated_divergence())):
        other = opendp.m.make_private_quantile(
            domain, opendp.symmetric_distance(), theirs, candidates=list(MARKS), alpha=alpha, scale=2.0
        )
        chain = people(size) >> then_private_quantile(ours, MARKS, alpha, 2.0)
        for d_in in (0, 1, 2, 3, 50):
            assert chain.map(d_in) <= other.map(d_in) * (1 + 1e-9)
            if alpha in (0, 1) and ours is PURE:
                assert 2 * chain.map(d_in) == other.map(d_in)
