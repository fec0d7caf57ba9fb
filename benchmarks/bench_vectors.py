"""Clamping and summing NumPy integers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import numpy as np
from _compare import Comparison, ratio, ratio_of_samples

import lapwing.prelude as lapwing

BOUNDS = (0, 120)


def comparisons(*, quick: bool = False) -> Iterator[Comparison]:
    """Long vectors, against NumPy alone and against OpenDP."""
    shrink, repeats = (1000, 3) if quick else (1, 15)
    ours = lapwing.space_of(list[int]) >> lapwing.then_clamp(BOUNDS) >> lapwing.then_sum()

    ages = np.random.default_rng(0).integers(-20, 180, 10_000_000 // shrink)  # in no order that a processor could learn
    yield ratio(
        "clamp >> sum, 10 million, against NumPy",
        lambda: ours(ages),
        lambda: np.clip(ages, *BOUNDS).sum(),
        goal=0.5,
        repeats=repeats,
    )
    for library in CHAINS:
        seconds(library, 1000)  # compiles
    yield ratio_of_samples(
        "clamp >> sum, 1 million, against OpenDP",
        lambda: seconds("lapwing", 1_000_000 // shrink),
        lambda: seconds("opendp", 1_000_000 // shrink),
        goal=20,
        repeats=2 if quick else 7,
    )


def seconds(library: str, size: int) -> float:
    """The time of one sum in a process of the library's own, once it is warm.

    In a process that both share, what one of them has freed decides whether the other gets its memory page by page from
    the operating system: OpenDP's time then halves or doubles with what ran before.
    """
    command = [sys.executable, "-c", _SUM.format(chain=CHAINS[library], size=size)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


_SUM = """
import time
import numpy as np
{chain}
data = np.random.default_rng(0).integers(-20, 180, {size})
assert chain(data) == np.clip(data, 0, 120).sum()
times = []
for _ in range(15):
    start = time.perf_counter()
    chain(data)
    times.append(time.perf_counter() - start)
print(sorted(times)[7])
"""
CHAINS = {
    "lapwing": """
import lapwing.prelude as dp
chain = dp.space_of(list[int]) >> dp.then_clamp((0, 120)) >> dp.then_sum()
""",
    # OpenDP reads an int64 array as it is only where the domain says i64.
    "opendp": """
import opendp.prelude as dp
dp.enable_features("contrib")
people = dp.vector_domain(dp.atom_domain(T="i64")), dp.symmetric_distance()
chain = people >> dp.t.then_clamp((0, 120)) >> dp.t.then_sum()
""",
}
