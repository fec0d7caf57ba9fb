"""Sums: exact, whatever the size and the order."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lapwing.prelude as dp
from lapwing.arrays import _sum
from lapwing.exact import ExactFloat

FLOATS = st.floats(min_value=-1e3, max_value=1e3)


def float_sum(
    bounds: tuple[float, float],
) -> dp.Transformation[dp.VectorDomain[float], dp.SymmetricDistance, dp.AtomDomain[float], dp.AbsoluteDistance[float]]:
    """Clamp, then sum."""
    return dp.space_of(list[float]) >> dp.then_clamp(bounds) >> dp.then_sum()


def exact_sum(data: list[float]) -> Fraction:
    """The exact sum behind the float."""
    result = float_sum((-1e3, 1e3))(data)
    assert isinstance(result, ExactFloat)
    return result.exact


@given(st.lists(FLOATS))
def test_a_float_sum_is_within_the_grid_of_the_true_sum(data: list[float]) -> None:
    """Each element loses less than one unit, 2^-52 for bounds of a thousand."""
    true = sum(map(Fraction, data), Fraction(0))
    assert abs(exact_sum(data) - true) <= len(data) * Fraction(1, 2**52)


@given(st.lists(FLOATS), st.randoms(use_true_random=False))
def test_the_order_does_not_matter(data: list[float], shuffler: object) -> None:
    """Floating-point addition would depend on it."""
    shuffled = list(data)
    shuffler.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    assert exact_sum(data) == exact_sum(shuffled)


def test_cancellation_is_exact() -> None:
    """Where NumPy loses a term."""
    data = [1e300, 1.0, -1e300]
    assert np.sum(data) == 0.0
    total = float_sum((-1e300, 1e300))([1e300, -1e300, 1e300])
    assert total == 1e300


def test_a_sum_beyond_floats_saturates() -> None:
    """It raises nothing, and keeps the exact number."""
    total = float_sum((-1.7e308, 1.7e308))([1.7e308] * 3)
    assert isinstance(total, ExactFloat)
    assert total == 1.7976931348623157e308
    assert total.exact == 3 * Fraction(1.7e308)


@pytest.mark.parametrize("length", [0, 1, 3, _sum.BLOCK - 1, _sum.BLOCK, 2 * _sum.BLOCK + 5])
def test_an_integer_sum_passes_int64(length: int) -> None:
    """Blocks of any length, all elements at the ends of int64."""
    chain = dp.space_of(list[int]) >> dp.then_clamp((-(2**63), 2**63 - 1)) >> dp.then_sum()
    assert length * (2**63 - 1) == chain(np.full(length, 2**63 - 1))
    assert length * -(2**63) == chain(np.full(length, -(2**63)))


@given(st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_an_integer_sum_is_pythons(data: list[int]) -> None:
    """Against arbitrary precision."""
    chain = dp.space_of(list[int]) >> dp.then_clamp((-(2**63), 2**63 - 1)) >> dp.then_sum()
    result = chain(data)
    assert sum(data) == result
    assert type(result) is int


MAPS = [
    ((-3, 5), None, dp.SymmetricDistance(), "5*d_in"),
    ((-7, 5), None, dp.InsertDeleteDistance(), "7*d_in"),
    ((2, 5), 10, dp.SymmetricDistance(), "3*floor(d_in/2)"),
    ((2, 5), 10, dp.InsertDeleteDistance(), "3*floor(d_in/2)"),
    ((2, 5), 10, dp.ChangeOneDistance(), "3*d_in"),
    ((2, 5), 10, dp.HammingDistance(), "3*d_in"),
    ((0, 0), None, dp.SymmetricDistance(), "0"),
]


@pytest.mark.parametrize(("bounds", "size", "metric", "expected"), MAPS)
def test_the_map_is_the_sensitivity(
    bounds: tuple[int, int], size: int | None, metric: dp.SymmetricDistance, expected: str
) -> None:
    """For each metric, with the size known and unknown."""
    domain = dp.VectorDomain(dp.AtomDomain(int, bounds=bounds), size=size)
    assert expected == str((dp.Space(domain, metric) >> dp.then_sum()).stability_map)


def test_a_float_bound_is_the_number_that_the_hardware_holds() -> None:
    """0.1 is data here, not a parameter."""
    chain = float_sum((0.0, 0.1))
    assert chain.stability_map.exact(1)[0].rational == Fraction(0.1)
    assert chain.map(1) == 0.1


def test_clamping_sends_nan_to_the_lower_bound() -> None:
    """And leaves no negative zero."""
    clamp = dp.space_of(list[float]) >> dp.then_clamp((-1.0, 1.0))
    clamped = clamp([math.nan, math.inf, -math.inf, -0.0, 0.25])
    assert list(clamped) == [-1.0, 1.0, -1.0, 0.0, 0.25]
    assert math.copysign(1.0, clamped[3]) == 1.0
