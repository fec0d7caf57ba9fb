"""Noise on vectors and on histograms with unknown keys."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
from _compare import Comparison, ratio

import lapwing.prelude as lapwing

opendp: Any = import_module("opendp.prelude")  # which re-exports its names in a way that type checkers refuse


def comparisons(*, quick: bool = False) -> Iterator[Comparison]:
    """OpenDP in its best form: arrays as they are, the size known, and for floats a grid like ours."""
    opendp.enable_features("contrib")
    shrink = 1000 if quick else 1
    yield from histograms(1_000_000 // shrink)
    yield from vectors(100_000 // shrink)
    yield from numbers()


def histograms(size: int) -> Iterator[Comparison]:
    """A thresholded histogram, of which one key in ten is released."""
    counts = {f"key {i}": i % 50 for i in range(size)}
    ours = lapwing.space_of(dict[str, int]) >> lapwing.then_laplace_threshold(1, 45)
    domain: Any = opendp.map_domain(opendp.atom_domain(T=str), opendp.atom_domain(T=int))
    metric = opendp.l01inf_distance(opendp.absolute_distance(T=int))
    theirs: Any = opendp.m.make_laplace_threshold(domain, metric, scale=1.0, threshold=45)
    yield ratio(
        "thresholded histogram, a million keys", lambda: ours(counts), lambda: theirs(counts), goal=30, repeats=3
    )


def vectors(size: int) -> Iterator[Comparison]:
    """Integers and floats, Laplace and Gaussian."""
    whole: Any = np.arange(size, dtype=np.int64)
    integers: Any = opendp.vector_domain(opendp.atom_domain(T="i64"), size=size)
    ints = lapwing.space_of(list[int], lapwing.L1Distance(int)) >> lapwing.then_laplace(10)
    their_ints: Any = opendp.m.make_laplace(integers, opendp.l1_distance(T="i64"), scale=10.0)
    yield ratio("Laplace on 100,000 integers", lambda: ints(whole), lambda: their_ints(whole), goal=30)
    squares = lapwing.space_of(list[int], lapwing.L2Distance(float)) >> lapwing.then_gaussian(10)
    their_squares: Any = opendp.m.make_gaussian(integers, opendp.l2_distance(T=float), scale=10.0)
    yield ratio("Gaussian on 100,000 integers", lambda: squares(whole), lambda: their_squares(whole), goal=30)
    real: Any = np.linspace(0.0, 100.0, size)
    floats: Any = opendp.vector_domain(opendp.atom_domain(T=float, nan=False), size=size)
    sized = lapwing.Space(lapwing.VectorDomain(lapwing.AtomDomain(float), size=size), lapwing.L1Distance(float))
    reals = sized >> lapwing.then_laplace(10)
    their_reals: Any = opendp.m.make_laplace(floats, opendp.l1_distance(T=float), scale=10.0, k=-44)
    yield ratio("Laplace on 100,000 floats", lambda: reals(real), lambda: their_reals(real), goal=30)


def numbers() -> Iterator[Comparison]:
    """One number."""
    one = lapwing.space_of(int) >> lapwing.then_laplace(10)
    theirs: Any = opendp.m.make_laplace(opendp.atom_domain(T=int), opendp.absolute_distance(T=int), scale=10.0)
    yield ratio("Laplace on one integer", lambda: one(5), lambda: theirs(5), goal=1)
