"""What the time of a single draw tells about the number drawn: the rank correlation of |noise| and time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np
from bench_limits import Limit, shown
from numpy.typing import NDArray
from opendp.domains import atom_domain
from opendp.measurements import make_gaussian, make_laplace
from opendp.metrics import absolute_distance
from opendp.mod import enable_features

from lapwing.sampling import sample_discrete_gaussian, sample_discrete_laplace

SCALES = (1, 10, 1000, 10**6)
DRAWS = 20_000  # without any dependence the correlation has a deviation of 1/sqrt(20,000) = 0.007
HIGHEST = 0.05


def comparisons(*, quick: bool = False) -> Iterator[Limit]:
    """Laplace and Gaussian at four scales, beside OpenDP. Ours is the median of several runs."""
    enable_features("contrib")
    draws, runs = (200, 1) if quick else (DRAWS, 5)
    integer = atom_domain(T="i64")
    for scale in SCALES:
        laplace: Any = make_laplace(integer, absolute_distance(T="i64"), float(scale))
        gaussian: Any = make_gaussian(integer, absolute_distance(T=float), float(scale))
        cases: list[tuple[str, Callable[[Any], int], Any]] = [
            ("Laplace", sample_discrete_laplace, laplace),
            ("Gaussian", sample_discrete_gaussian, gaussian),
        ]
        for name, ours, theirs in cases:
            found = median(correlation(ours, scale, draws) for _ in range(runs))
            figure = f"|noise| and time, {name}, scale {scale:,}"
            yield shown(Limit(figure, found, correlation(theirs, 0, draws), HIGHEST, "", digits=3))


def correlation(draw: Callable[[Any], int], argument: int, draws: int) -> float:
    """The size of the rank correlation of |noise| and time."""
    draw(argument)
    sizes, times = np.empty(draws), np.empty(draws)
    for i in range(draws):
        start = time.perf_counter_ns()
        drawn = draw(argument)
        times[i] = time.perf_counter_ns() - start
        sizes[i] = abs(drawn)
    return abs(float(np.corrcoef(ranks(sizes), ranks(times))[0, 1]))


def ranks(values: NDArray[Any]) -> NDArray[Any]:
    """Mid-ranks: ties share the mean of their places."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[inverse]
