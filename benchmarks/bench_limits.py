"""Figures that are no times, each with a limit: the memory of a long sum, and the tightness of maps."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import SystemRandom
from typing import final

import attrs
from opendp.domains import atom_domain
from opendp.measurements import then_laplace
from opendp.metrics import absolute_distance
from opendp.mod import enable_features

import lapwing.prelude as lapwing
from lapwing.exact import ExactFloat

MEGABYTE = 1_000_000
SLACK = 1.1  # for the interpreter's own needs while the sum runs
INPUTS_A_MAP = 1000


@final
@attrs.frozen
class Limit:
    """A number that must stay at or below a limit.

    >>> print(Limit("memory", 80.0, 160.0, 88.0, "MB"))
    memory                                          80.0 MB   160.0 MB            limit  88.0 MB  ok
    """

    name: str
    ours: float
    theirs: float
    limit: float
    unit: str
    digits: int = 1

    @property
    def ok(self) -> bool:
        """Whether ours is within the limit."""
        return self.ours <= self.limit

    def __str__(self) -> str:
        ours, theirs, limit = (
            f"{x:,.{self.digits}f} {self.unit}".rstrip() for x in (self.ours, self.theirs, self.limit)
        )
        return f"{self.name:<44} {ours:>10} {theirs:>10}           limit {limit:>8}  {'ok' if self.ok else 'MISSED'}"


# The high-water mark of a process never falls, so each library has a process of its own. The data are made in place: a
# temporary array would raise the mark before the sum begins.
_MEMORY = """
import resource, sys
import numpy as np

def peak():
    mark = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return mark if sys.platform == "darwin" else 1024 * mark

size = int(sys.argv[2])
if sys.argv[1] == "lapwing":
    import lapwing.prelude as dp
    total = dp.space_of(list[int]) >> dp.then_clamp((0, 120)) >> dp.then_sum()
else:
    import opendp.prelude as dp
    dp.enable_features("contrib")
    people = dp.vector_domain(dp.atom_domain(T=dp.i64)), dp.symmetric_distance()
    total = people >> dp.t.then_clamp((0, 120)) >> dp.t.then_sum()
ages = np.arange(size, dtype=np.int64)
ages %= 200
total(ages[:1000].copy())
before = peak()
total(ages)
print(peak() - before)
"""


def memory(library: str, size: int) -> float:
    """How far clamping and summing raises the high-water mark of a process that holds the data, in megabytes."""
    command = [sys.executable, "-c", _MEMORY, library, str(size)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout) / MEGABYTE


def misses(d_out: float, exact: Fraction) -> bool:
    """Whether d_out is not the smallest float that is at least the exact value."""
    return Fraction(d_out) < exact or Fraction(math.nextafter(d_out, -math.inf)) >= exact


def our_misses(inputs: int) -> int:
    """How many inputs are not mapped to the smallest float above. Slopes and inputs are random rationals."""
    random, missed = SystemRandom(), 0
    space = lapwing.Space(lapwing.AtomDomain(float), lapwing.AbsoluteDistance(float))
    for _ in range(inputs // INPUTS_A_MAP):
        slope = random_rational(random)
        release = space >> lapwing.then_user_measurement(lapwing.MaxDivergence(), round, f"d_in*{slope}")
        for _ in range(INPUTS_A_MAP):
            d_in = random_rational(random)
            missed += misses(release.map(ExactFloat(d_in)), slope * d_in)
    return missed


def their_misses(inputs: int) -> int:
    """The same for OpenDP's Laplace noise: its inputs are random integers and its scales random floats."""
    random, missed = SystemRandom(), 0
    space = atom_domain(T=int), absolute_distance(T=int)
    for _ in range(inputs // INPUTS_A_MAP):
        scale = random.uniform(0.1, 1000)
        release: Callable[[int], float] = (space >> then_laplace(scale)).map
        for _ in range(INPUTS_A_MAP):
            d_in = random.randrange(1, 2**31)
            missed += misses(release(d_in), d_in / Fraction(scale))
    return missed


def random_rational(random: SystemRandom) -> Fraction:
    """A positive rational of random length, so that tiny, huge, short and long ones all occur."""
    above, below = (random.getrandbits(random.randrange(1, 100)) + 1 for _ in range(2))
    return Fraction(above, below)


def comparisons(*, quick: bool = False) -> Iterator[Limit]:
    """Memory and tightness."""
    enable_features("contrib")
    # The quick form has this size too: a small sum would hide below the high-water mark of the imports.
    size = 10_000_000
    copy = 8 * size / MEGABYTE
    name = f"clamp >> sum, {size // 1_000_000} million, memory"
    yield shown(Limit(name, memory("lapwing", size), memory("opendp", size), SLACK * copy, "MB"))
    inputs = 2000 if quick else 100_000
    name = f"maps not tight, of {inputs:,} inputs"
    yield shown(Limit(name, our_misses(inputs), their_misses(inputs), 0, "", digits=0))


def shown(limit: Limit) -> Limit:
    """Print the line as soon as it is known."""
    print(limit, flush=True)
    return limit
