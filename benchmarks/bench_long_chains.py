"""Chains of up to 2,000 links: the time must be linear in their length."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from _compare import Comparison, ratio_of_samples

import lapwing.prelude as lapwing

Chain: TypeAlias = lapwing.Transformation[
    lapwing.AtomDomain[int], lapwing.AbsoluteDistance[int], lapwing.AtomDomain[int], lapwing.AbsoluteDistance[int]
]
Then: TypeAlias = Callable[[lapwing.AtomDomain[int], lapwing.AbsoluteDistance[int]], Chain]

# Four times the links may take this many times the time. A quadratic cost would take 16.
GROWTH = 5


def joined(link: Then, length: int) -> Chain:
    """A chain that repeats one link."""
    chain = lapwing.Space(lapwing.AtomDomain(int), lapwing.AbsoluteDistance(int)) >> link
    for _ in range(length - 1):
        chain = chain >> link
    return chain


def seconds(link: Then, length: int) -> float:
    """The time to build a chain, to print it and its map, to explain it, and to evaluate its map and itself."""
    collecting = gc.isenabled()
    gc.disable()  # as in _compare: a collection would be charged to the chain that happens to be built
    try:
        start = time.process_time()  # a growth of 4 has to show below one of 5, so other processes must not count
        chain = joined(link, length)
        repr(chain)
        str(chain.stability_map)
        chain.explain()
        chain.map(2**20)
        chain(7)
        return time.process_time() - start
    finally:
        if collecting:
            gc.enable()


def comparisons(*, quick: bool = False) -> Iterator[Comparison]:
    """Growth from 500 to 2,000 links, and from 250 to 1,000."""
    # Its maps nest: they don't collapse into one term, as those of the identity do.
    nested = lapwing.then_user_transformation(
        lapwing.AtomDomain(int), lapwing.AbsoluteDistance(int), abs, "floor(d_in/2) + 1"
    )
    identity: Then = lapwing.then_identity()
    shrink, repeats = (50, 2) if quick else (1, 7)
    for name, link in (("identities", identity), ("nested maps", nested)):
        for length in (1000, 2000):
            yield ratio_of_samples(
                f"{length:,} links, {name}, against {length // 4}",
                partial(seconds, link, length // shrink),
                partial(seconds, link, length // 4 // shrink),
                goal=1 / GROWTH,
                repeats=repeats,
            )
