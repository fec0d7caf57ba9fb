"""Goodness of fit: many draws against the exact law, by chi-square with a false-alarm rate of 1e-6 for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from flint import arb
from numpy.typing import NDArray
from sampling_tools import fraction_of

from lapwing.maps import exp
from lapwing.sampling import (
    BernoulliLaw,
    BoundedLaplaceLaw,
    DiscreteGaussianLaw,
    DiscreteLaplaceLaw,
    GeometricLaw,
    Law,
    UniformLaw,
    chunks,
    sample_bernoulli,
    sample_bernoulli_exp,
    sample_bounded_laplace,
    sample_discrete_gaussian,
    sample_discrete_laplace,
    sample_geometric,
    sample_laplace_on_grid,
    sample_uniform_below,
)

ALARM = 1e-6
MANY = [10**7, pytest.param(10**9, marks=pytest.mark.audit)]


def edges_of(low: int, high: int, count: int) -> list[int]:
    """Cut the integers from low to high into at most `count` cells; a cell holds edge < z <= next edge."""
    step = max(1, (high - low) // count)
    return list(range(low, high, step))


def chi_square(law: Law, edges: list[int], pieces: Iterator[NDArray[Any]]) -> tuple[float, int]:
    """Pearson's statistic over the cells between the edges and the two tails, and its degrees of freedom."""
    cuts = np.array(edges)
    counts = np.zeros(len(edges) + 1)
    for piece in pieces:
        counts += np.bincount(np.searchsorted(cuts, piece, side="left"), minlength=len(edges) + 1)
    cdf = [Fraction(0), *(fraction_of(law.cdf(edge)) for edge in edges), Fraction(1)]
    expected = np.array([float(b - a) for a, b in pairwise(cdf)]) * counts.sum()
    certain = expected < 1e-9  # a cell of no mass: a bounded law has some
    assert not counts[certain].any()
    assert (expected[~certain] > 20).all(), "cells too small for the chi-square law"
    statistic = ((counts - expected)[~certain] ** 2 / expected[~certain]).sum()
    return float(statistic), int(np.count_nonzero(~certain)) - 1


def p_value(statistic: float, freedom: int) -> float:
    """P[chi-square with this freedom >= statistic], by the incomplete gamma function."""
    return float((arb(statistic) / 2).gamma_upper(arb(freedom) / 2, 1))


def test_p_value() -> None:
    """Known quantiles of the chi-square law: 3.841459 (1 degree, 5 %), 44.3141 (20 degrees, 1.4e-3)."""
    assert 0.05 == pytest.approx(p_value(3.841458820694124, 1), rel=1e-9)
    assert 1e-6 == pytest.approx(p_value(23.92812697687947, 1), rel=1e-6)


CASES: list[tuple[str, Callable[[int], NDArray[Any]], Law, tuple[int, int]]] = [
    ("laplace 1/2", lambda n: sample_discrete_laplace(0.5, n), DiscreteLaplaceLaw(0.5), (-5, 5)),
    ("laplace 1", lambda n: sample_discrete_laplace(1, n), DiscreteLaplaceLaw(1), (-11, 11)),
    ("laplace 10", lambda n: sample_discrete_laplace(10, n), DiscreteLaplaceLaw(10), (-100, 100)),
    ("laplace 1000", lambda n: sample_discrete_laplace(1000, n), DiscreteLaplaceLaw(1000), (-9000, 9000)),
    ("laplace 1e6", lambda n: sample_discrete_laplace(10**6, n), DiscreteLaplaceLaw(10**6), (-9 * 10**6, 9 * 10**6)),
    ("geometric 7/3", lambda n: sample_geometric(Fraction(7, 3), n), GeometricLaw(Fraction(7, 3)), (0, 24)),
    ("geometric 3000", lambda n: sample_geometric(3000, n), GeometricLaw(3000), (0, 30000)),
    ("bounded", lambda n: sample_bounded_laplace(4, (-3, 9), n), BoundedLaplaceLaw(4, (-3, 9)), (-3, 9)),
    ("gaussian 1/2", lambda n: sample_discrete_gaussian(0.5, n), DiscreteGaussianLaw(0.5), (-2, 2)),
    ("gaussian 1", lambda n: sample_discrete_gaussian(1, n), DiscreteGaussianLaw(1), (-4, 4)),
    ("gaussian 10", lambda n: sample_discrete_gaussian(10, n), DiscreteGaussianLaw(10), (-40, 40)),
    ("gaussian 1000", lambda n: sample_discrete_gaussian(1000, n), DiscreteGaussianLaw(1000), (-4000, 4000)),
    ("gaussian 1e6", lambda n: sample_discrete_gaussian(10**6, n), DiscreteGaussianLaw(10**6), (-4000000, 4000000)),
    (
        "grid",
        lambda n: sample_laplace_on_grid(0.7, -12, n),
        DiscreteLaplaceLaw(Fraction(7 * 2**12, 10)),
        (-25000, 25000),
    ),
    ("uniform", lambda n: sample_uniform_below(1000, n), UniformLaw(1000), (0, 999)),
    ("bernoulli", lambda n: sample_bernoulli(0.1, n).astype(np.int64), BernoulliLaw(0.1), (0, 1)),
    ("bernoulli exp", lambda n: sample_bernoulli_exp(2, n).astype(np.int64), BernoulliLaw(exp(-2)), (0, 1)),
]


@pytest.mark.parametrize("size", MANY)
@pytest.mark.parametrize(("name", "draw", "law", "ends"), CASES)
def test_fit(name: str, draw: Callable[[int], NDArray[Any]], law: Law, ends: tuple[int, int], size: int) -> None:
    """10^7 draws (10^9 in the audit) fit the law."""
    edges = edges_of(*ends, 200)
    statistic, freedom = chi_square(law, edges, chunks(draw, size))
    assert p_value(statistic, freedom) > ALARM, (name, statistic, freedom)


def test_fit_of_low_bits() -> None:
    """The low six bits of the noise, which come from fair bits and their corrections, fit the sum of the pmf over residues."""
    scale, size, modulus = 300, 10**7, 64
    reach = 60 * scale // modulus
    law = DiscreteLaplaceLaw(scale)
    steps = fraction_of(law.pmf(modulus)) / fraction_of(law.pmf(0))  # the pmf falls by this factor from k to k + 1
    powers = [float(steps**k) for k in range(reach)]
    exact = []
    for r in range(modulus):
        ahead = float(fraction_of(law.pmf(r)))
        behind = float(fraction_of(law.pmf(r - modulus)))
        exact.append((ahead + behind) * sum(powers))
    counts = np.zeros(modulus)
    for piece in chunks(lambda n: sample_discrete_laplace(scale, n), size):
        counts += np.bincount(piece & modulus - 1, minlength=modulus)
    expected = np.array(exact) * size
    statistic = float(((counts - expected) ** 2 / expected).sum())
    assert p_value(statistic, modulus - 1) > ALARM


@pytest.mark.parametrize(
    ("draw", "law", "ends", "size"),
    [
        (lambda n: sample_discrete_laplace(10, n), DiscreteLaplaceLaw(Fraction(10010, 1000)), (-60, 60), 3 * 10**8),
        (lambda n: sample_discrete_gaussian(5, n), DiscreteGaussianLaw(Fraction(5005, 1000)), (-15, 15), 2 * 10**8),
    ],
)
def test_planted_error_is_found(
    draw: Callable[[int], NDArray[Any]], law: Law, ends: tuple[int, int], size: int
) -> None:
    """A law whose scale is off by 0.1 % is rejected: the test tests itself.

    The error adds size * information * (0.001)^2 to the mean of the statistic: 300 for the Laplace (information 1), 400 for
    the Gaussian (information 2). With 17 cells the threshold at 1e-6 is 60, and the statistic falls below it with probability
    less than 1e-12. (10^7 draws would add 10: no test at 1e-6 could see that.)
    """
    edges = edges_of(*ends, 16)
    statistic, freedom = chi_square(law, edges, chunks(draw, size))
    assert p_value(statistic, freedom) < ALARM


@pytest.mark.parametrize(
    ("draw", "law", "ends"),
    [
        (lambda: sample_discrete_laplace(3), DiscreteLaplaceLaw(3), (-15, 15)),
        (lambda: sample_discrete_gaussian(3), DiscreteGaussianLaw(3), (-8, 8)),
        (lambda: sample_geometric(3), GeometricLaw(3), (0, 15)),
        (lambda: sample_uniform_below(37), UniformLaw(37), (0, 36)),
    ],
)
def test_scalars_fit(draw: Callable[[], int], law: Law, ends: tuple[int, int]) -> None:
    """30,000 scalar draws fit their law."""
    drawn = np.array([draw() for _ in range(30_000)])
    statistic, freedom = chi_square(law, list(range(*ends)), iter([drawn]))
    assert p_value(statistic, freedom) > ALARM
