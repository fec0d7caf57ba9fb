"""Side channels and resources: bytes, time and memory do not tell the numbers."""

from __future__ import annotations

import tracemalloc
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sampling_tools import CountingStream

from lapwing.sampling import sample_discrete_gaussian, sample_discrete_laplace
from lapwing.sampling._digit_plan import digit_tables
from lapwing.sampling._digits import scalar_digits
from lapwing.sampling._entropy import open_stream
from lapwing.sampling._gaussian_plan import gaussian_tables
from lapwing.sampling._gaussian_scalar import scalar_gaussian

SCALES = [
    Fraction(1, 100),
    Fraction(1),
    Fraction(10),
    Fraction(1000),
    Fraction(10**6),
    Fraction(2**50),
    Fraction(10**20),
]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("signed", [True, False])
def test_laplace_bytes(scale: Fraction, signed: bool) -> None:
    """The requests for random bytes are the same in every run: scalars, and vectors of each length."""
    for size in (1, 49, 1000, 70_000):
        seen = set()
        for _ in range(8):
            stream = CountingStream(open_stream())
            out: NDArray[Any] = np.zeros(size, np.int64 if scale <= 2**54 else object)
            digit_tables(scale, signed).fill(out, stream)
            seen.add(tuple(stream.requests))
        assert 1 == len(seen)
    seen = set()
    for _ in range(500):
        stream = CountingStream(open_stream())
        scalar_digits(scale, signed).draw(stream)
        seen.add(tuple(stream.requests))
    assert 1 == len(seen)


@pytest.mark.parametrize("scale", SCALES)
def test_gaussian_bytes(scale: Fraction) -> None:
    """A trial of a scalar has a fixed number of bytes; a vector's requests depend on the number of trials alone."""
    sampler = scalar_gaussian(scale)
    lengths = set()
    for _ in range(300):
        stream = CountingStream(open_stream())
        sampler.draw(stream)
        lengths.add(len(stream.requests) % 2)
        assert 1 == len({tuple(stream.requests[i : i + 2]) for i in range(0, len(stream.requests), 2)})
    assert {0} == lengths
    seen = set()
    for _ in range(8):
        stream = CountingStream(open_stream())
        out: NDArray[Any] = np.zeros(20_000, np.int64 if scale <= 2**54 else object)
        gaussian_tables(scale).fill(out, stream)
        seen.add(tuple(stream.requests))
    if scale <= 8:
        assert 1 == len(seen)
    # With rejection one block of 22,516 trials gives 20,000 numbers except with probability below 1e-12.
    assert 1 == len(seen)


@pytest.mark.parametrize(
    ("sampler", "scale"),
    [
        (sample_discrete_laplace, 10),
        (sample_discrete_laplace, 10**6),
        (sample_discrete_gaussian, 2),
        (sample_discrete_gaussian, 1000),
    ],
)
@pytest.mark.parametrize("size", [3 * 10**6, pytest.param(10**8, marks=pytest.mark.audit)])
def test_memory(sampler: Any, scale: int, size: int) -> None:
    """Above its output a vector needs at most 64 MB."""
    sampler(scale, 1000)
    tracemalloc.start()
    try:
        drawn = sampler(scale, size)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak - drawn.nbytes <= 64 * 2**20
