"""Exact noise: vectors against OpenDP and NumPy's generator, single draws against OpenDP, and how time grows."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from _compare import Comparison, ratio, ratio_of_samples
from opendp.domains import atom_domain, vector_domain
from opendp.measurements import make_gaussian, make_laplace
from opendp.metrics import absolute_distance, l1_distance, l2_distance
from opendp.mod import enable_features

from lapwing.sampling import (
    sample_discrete_gaussian,
    sample_discrete_laplace,
    sample_gaussian_on_grid,
    sample_laplace_on_grid,
)

SCALES = (1, 10, 1000, 10**6)
GRID = -30  # the float mechanisms' grid: steps of 2^-30


def comparisons(*, quick: bool = False) -> Iterator[Comparison]:
    """All figures of the samplers, each for one core."""
    enable_features("contrib")
    shrink, repeats = (500, 2) if quick else (1, 9)
    size = 1_000_000 // shrink
    for scale in SCALES:
        yield from _integers(scale, size, repeats)
    yield from _floats(size, repeats)
    yield from _scalars(repeats)
    yield _growth(100_000_000 // shrink**2, 100_000 // shrink, repeats=2)


def _integers(scale: int, size: int, repeats: int) -> Iterator[Comparison]:
    """Vectors of integer noise."""
    integers = vector_domain(atom_domain(T="i64"))
    generator = np.random.default_rng()
    cases: list[tuple[str, Callable[[int, int], Any], Any, float]] = [
        ("Laplace", sample_discrete_laplace, make_laplace(integers, l1_distance(T="i64"), float(scale)), 100),
        ("Gaussian", sample_discrete_gaussian, make_gaussian(integers, l2_distance(T=float), float(scale)), 60),
    ]
    for name, ours, theirs, goal in cases:
        yield _against_opendp(f"{name}, scale {scale:,}, against OpenDP", ours, theirs, scale, size, goal, repeats)
    yield ratio(
        f"Laplace, scale {scale:,}, against NumPy",
        lambda: sample_discrete_laplace(scale, size),
        lambda: generator.laplace(0.0, scale, size),
        goal=0.25,
        repeats=repeats,
    )


def _against_opendp(
    name: str, ours: Callable[[int, int], Any], theirs: Any, scale: int, size: int, goal: float, repeats: int
) -> Comparison:
    """Time a draw of each, added to zeros. OpenDP gets a shorter vector, as it takes microseconds a draw."""
    few = max(1, size // 100)
    many_zeros, few_zeros = np.zeros(size, np.int64), np.zeros(few, np.int64)
    return ratio_of_samples(
        name,
        lambda: _seconds(lambda: ours(scale, size) + many_zeros) / size,
        lambda: _seconds(lambda: theirs(few_zeros)) / few,
        goal=goal,
        repeats=repeats,
    )


def _floats(size: int, repeats: int) -> Iterator[Comparison]:
    """Vectors of float noise: data on the grid, plus noise in steps, back to floats."""
    few = max(1, size // 100)
    floats = vector_domain(atom_domain(T=float, nan=False), size=few)  # OpenDP wants a size with a grid
    many_data, few_data = np.full(size, 0.5), np.full(few, 0.5)
    step = 2.0**GRID
    cases: list[tuple[str, Callable[[float, int, int], Any], Any]] = [
        ("float Laplace", sample_laplace_on_grid, make_laplace(floats, l1_distance(T=float), 1.0, k=GRID)),
        ("float Gaussian", sample_gaussian_on_grid, make_gaussian(floats, l2_distance(T=float), 1.0, k=GRID)),
    ]
    for name, ours, theirs in cases:

        def release(ours: Callable[[float, int, int], Any] = ours) -> object:
            steps = np.rint(many_data / step).astype(np.int64)
            steps += ours(1.0, GRID, size)
            return steps * step

        yield ratio_of_samples(
            f"{name} on a grid, against OpenDP",
            lambda release=release: _seconds(release) / size,  # type: ignore[misc]  # mypy infers no type for a lambda with a default
            lambda theirs=theirs: _seconds(lambda: theirs(few_data)) / few,  # type: ignore[misc]  # as above
            goal=100,
            repeats=repeats,
        )


def _scalars(repeats: int) -> Iterator[Comparison]:
    """One draw with its fresh key."""
    whole = atom_domain(T=int)
    laplace = make_laplace(whole, absolute_distance(T=int), 1000.0)
    gaussian = make_gaussian(whole, absolute_distance(T=float), 1000.0)
    yield ratio("one Laplace draw", lambda: sample_discrete_laplace(1000), lambda: laplace(0), goal=3, repeats=repeats)
    yield ratio(
        "one Gaussian draw", lambda: sample_discrete_gaussian(1000), lambda: gaussian(0), goal=3, repeats=repeats
    )


def _growth(long: int, short: int, repeats: int) -> Comparison:
    """The time of a draw in a long vector against a short one, and a check of the memory above the output."""
    tracemalloc.start()
    drawn = sample_discrete_laplace(1000, long // 10)
    peak = tracemalloc.get_traced_memory()[1] - drawn.nbytes
    tracemalloc.stop()
    if peak > 64 * 2**20:
        raise RuntimeError(f"{peak} bytes above the output")
    del drawn
    return ratio_of_samples(
        f"a draw of {long:,} against one of {short:,}",
        lambda: _seconds(lambda: sample_discrete_laplace(1000, long)) / long,
        lambda: min(_seconds(lambda: sample_discrete_laplace(1000, short)) for _ in range(20)) / short,
        goal=0.5,
        repeats=repeats,
    )


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
