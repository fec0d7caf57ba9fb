"""The exponential mechanism time after time."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selection_tools import number, often

import lapwing.prelude as dp
from lapwing.exact import to_float_up
from lapwing.laws._selection import exponential_law, top_k_law
from lapwing.measurements._noisy_max import nth_free
from lapwing.measurements._noisy_top_k import then_noisy_top_k

PURE, CONCENTRATED = dp.MaxDivergence(), dp.ZeroConcentratedDivergence()


def scores_of(carrier: Any, size: int, *, monotonic: bool = False) -> dp.Space[Any, Any]:
    """Vectors of scores."""
    return dp.Space(dp.VectorDomain(dp.AtomDomain(carrier), size=size), dp.LInfDistance(carrier, monotonic=monotonic))


MAPS = [
    (PURE, False, 5, 3, 4, "3*d_in/2"),
    (PURE, True, 5, 3, 4, "3*d_in/4"),
    (CONCENTRATED, False, 5, 3, 4, "3*d_in^2/32"),
    (CONCENTRATED, True, 5, 3, 4, "3*d_in^2/128"),
    (PURE, False, 5, 4, 1, "8*d_in"),
    (PURE, False, 5, 5, 1, "8*d_in"),  # the fifth has no choice
    (PURE, False, 1, 1, 1, "2*d_in"),
    (PURE, False, 5, 3, 0, "if(d_in <= 0, 0, inf)"),
    (PURE, False, 5, 3, dp.Param("scale"), "6*d_in/scale"),
    (CONCENTRATED, False, 5, 2, dp.Param("scale"), "d_in^2/scale^2"),
]


@pytest.mark.parametrize(("measure", "monotonic", "size", "k", "scale", "expected"), MAPS)
def test_each_round_costs_the_same(measure: Any, monotonic: bool, size: int, k: int, scale: Any, expected: str) -> None:
    """But for one without a choice."""
    chain = scores_of(int, size, monotonic=monotonic) >> then_noisy_top_k(measure, k, scale)
    assert expected == str(chain.privacy_map)


@pytest.mark.parametrize("points", [300, pytest.param(10_000, marks=pytest.mark.audit)])
def test_the_map_is_the_least_float_above_the_formula(points: int) -> None:
    """On random rational scales and numbers of rounds."""

    @settings(max_examples=points, deadline=None)
    @given(st.fractions(Fraction(1, 1000), 1000), st.integers(0, 10**6), st.integers(1, 9))
    def check(scale: Fraction, d_in: int, k: int) -> None:
        space = scores_of(int, 10)
        assert to_float_up(2 * k * d_in / scale) == (space >> then_noisy_top_k(PURE, k, scale)).map(d_in)
        concentrated = space >> then_noisy_top_k(CONCENTRATED, k, scale)
        assert to_float_up(k * (2 * d_in / scale) ** 2 / 8) == concentrated.map(d_in)

    check()


@pytest.mark.parametrize(
    ("scores", "k", "negate"), [([3, 1, 2], 2, False), ([0, 0, 1], 3, True), ([5, 5, 5], 2, False)]
)
def test_releases_follow_the_law(scores: list[int], k: int, negate: bool) -> None:
    """In the order of the rounds, with ties."""
    chain = scores_of(int, 3) >> then_noisy_top_k(PURE, k, 1.5, negate=negate)
    assert [] == often(lambda: chain(scores), top_k_law(k, Fraction(3, 2), negate=negate)(scores))


def test_the_first_of_many_is_the_one_of_one() -> None:
    """Summed over what follows, the first round is `then_noisy_max`."""
    law, one = top_k_law(2, 1)([2, 1, 0]), exponential_law(1)([2, 1, 0])
    for first in range(3):
        total = sum(number(chance) for order, chance in law.items() if order[0] == first)
        assert abs(total - number(one[first])) < Fraction(1, 2**150)


@given(st.integers(0, 6), st.sets(st.integers(0, 6), max_size=6))
def test_the_nth_free_place(rank: int, taken: set[int]) -> None:
    """Counted on the fingers."""
    free = [place for place in range(20) if place not in taken]
    assert free[rank] == nth_free(rank, taken)


@given(st.lists(st.floats(), min_size=1, max_size=6), st.booleans(), st.data())
@settings(max_examples=200, deadline=None)
def test_data_in_the_domain_never_raise(scores: list[float], negate: bool, data: st.DataObject) -> None:
    """Any floats at all; the release is a tuple of distinct indices."""
    k = data.draw(st.integers(1, len(scores)))
    released = (scores_of(float, len(scores)) >> then_noisy_top_k(PURE, k, 0.5, negate=negate))(scores)
    assert k == len(released) == len(set(released))
    assert set(released) <= set(range(len(scores)))
    assert {int} == set(map(type, released))


def test_kinds_of_scores_come_in_turn() -> None:
    """The better infinity, numbers, the worse infinity, NaN."""
    scores = [math.nan, -math.inf, 0.0, 1e6, math.inf]
    highest = scores_of(float, 5) >> then_noisy_top_k(PURE, 5, 1)
    lowest = scores_of(float, 5) >> then_noisy_top_k(PURE, 5, 1, negate=True)
    assert (4, 3, 2, 1, 0) == highest(scores)
    assert (1, 2, 3, 4, 0) == lowest(scores)


def test_without_noise_ties_are_broken_by_chance() -> None:
    """The two best come in either order; they always come."""
    chain = scores_of(int, 3) >> then_noisy_top_k(PURE, 2, 0)
    assert {(0, 2), (2, 0)} == {chain([5, 4, 5]) for _ in range(60)}


def test_a_free_scale_is_solved() -> None:
    """Exactly where algebra can."""
    chain = scores_of(int, 5) >> then_noisy_top_k(PURE, 3, dp.Param("scale"))
    assert chain.solve(d_in=1, d_out=0.5) == scores_of(int, 5) >> then_noisy_top_k(PURE, 3, 12)


RANGE = "at least 1 and at most 5, the number of candidates"
BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: scores_of(int, 5) >> then_noisy_top_k(PURE, 0, 1), f"k must be {RANGE}, but is 0"),
    (lambda: scores_of(int, 5) >> then_noisy_top_k(PURE, 6, 1), f"k must be {RANGE}, but is 6"),
    (
        lambda: scores_of(int, 5) >> then_noisy_top_k(PURE, 1.0, 1),  # type: ignore[arg-type]  # on purpose
        "k must be of type int, but 1.0 is of type float",
    ),
    (lambda: scores_of(int, 5) >> then_noisy_top_k(PURE, True, 1), "k must be of type int, but True is of type bool"),
    (lambda: scores_of(int, 5) >> then_noisy_top_k(PURE, 1, -1), "scale must be zero or more, but is -1"),
    (
        lambda: dp.space_of(list[int], dp.LInfDistance(int)) >> then_noisy_top_k(PURE, 1, 1),  # type: ignore[operator]  # on purpose
        "then_noisy_top_k needs a known number of candidates, one or more: "
        "start from VectorDomain(..., size=n) with n >= 1",
    ),
]


@pytest.mark.parametrize(("build", "text"), BAD)
def test_bad_parameters_are_refused_when_it_is_built(build: Callable[[], Any], text: str) -> None:
    """With a sentence that says how to mend it."""
    with pytest.raises(dp.LapwingError) as caught:
        build()
    assert text == str(caught.value)


@pytest.mark.parametrize(("monotonic", "k"), list(product([False, True], [1, 2, 4])))
def test_costs_no_more_than_in_opendp(monotonic: bool, k: int) -> None:
    """Its maps are k times those of one round, too."""
    opendp = pytest.importorskip("opendp.prelude")
    opendp.enable_features("contrib")
    space = opendp.vector_domain(opendp.atom_domain(T=int)), opendp.linf_distance(T=int, monotonic=monotonic)
    for ours, theirs in ((PURE, opendp.max_divergence()), (CONCENTRATED, opendp.zero_concentrated_divergence())):
        for scale in (0.1, 0.7, 3.3):
            chain = scores_of(int, 5, monotonic=monotonic) >> then_noisy_top_k(ours, k, scale)
            other = opendp.m.make_noisy_top_k(*space, theirs, k=k, scale=scale)
            for d_in in (0, 1, 17):
                assert chain.map(d_in) <= other.map(d_in) * (1 + 1e-9)
