"""Time two ways of doing the same thing, side by side.

The two are timed in turn (ours, theirs, ours, theirs, ...), so that a slow moment of the machine meets both. The figure
is a ratio of medians. Each comparison has a goal: how many times faster than theirs ours must be.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable
from typing import final

import attrs

_BATCH_SECONDS = 0.005  # a batch this long makes the clock's own cost and grain invisible


@final
@attrs.frozen
class Comparison:
    """The outcome of one comparison. Times are in seconds, for one call.

    >>> slow = Comparison("sum", ours=(2.0, 3.0, 2.5), theirs=(10.0, 11.0, 10.0), goal=5)
    >>> slow.ratio, slow.ok
    (4.0, False)
    """

    name: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    goal: float

    @property
    def ratio(self) -> float:
        """How many times faster ours is, by medians."""
        return statistics.median(self.theirs) / statistics.median(self.ours)

    @property
    def best_ratio(self) -> float:
        """The same by minima: a check on the medians where the machine is noisy."""
        return min(self.theirs) / min(self.ours)

    @property
    def ok(self) -> bool:
        """Whether the goal is met."""
        return self.ratio >= self.goal

    def __str__(self) -> str:
        """One line: the name, both medians, the ratio, the goal and the verdict."""
        ours, theirs = (_time(statistics.median(sample)) for sample in (self.ours, self.theirs))
        verdict = "ok" if self.ok else "MISSED"
        return f"{self.name:<44} {ours:>10} {theirs:>10} {self.ratio:>9.2f}x  goal {self.goal:>6.2f}x  {verdict}"


def ratio(
    name: str, ours: Callable[[], object], theirs: Callable[[], object], *, goal: float, repeats: int = 9
) -> Comparison:
    """Time two functions in turn, print one line, and return the record.

    A function that is too quick for the clock runs many times a sample. "At most twice as slow" is `goal=0.5`.

    >>> record = ratio("squares", lambda: 2 * 2, lambda: [x * x for x in range(1000)], goal=1)
    squares ... ok
    """
    return ratio_of_samples(name, _sampler(ours), _sampler(theirs), goal=goal, repeats=repeats)


def ratio_of_samples(
    name: str, ours: Callable[[], float], theirs: Callable[[], float], *, goal: float, repeats: int = 9
) -> Comparison:
    """The same for functions that measure themselves and return seconds, such as an import in a fresh interpreter.

    >>> record = ratio_of_samples("import", lambda: 0.02, lambda: 0.05, goal=3)
    import                                          20.0 ms    50.0 ms      2.50x  goal   3.00x  MISSED
    """
    pairs = [(ours(), theirs()) for _ in range(repeats)]
    comparison = Comparison(name, tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs), goal)
    print(comparison, flush=True)
    return comparison


def exit_status(comparisons: Iterable[Comparison]) -> int:
    """1 if a goal is missed, else 0; prints the names of those missed.

    >>> exit_status([Comparison("a", (1.0,), (3.0,), goal=2), Comparison("b", (1.0,), (1.0,), goal=2)])
    missed: b
    1
    >>> exit_status([Comparison("a", (1.0,), (3.0,), goal=2)])
    0
    """
    missed = [comparison.name for comparison in comparisons if not comparison.ok]
    if missed:
        print("missed:", ", ".join(missed))
    return 1 if missed else 0


def _sampler(function: Callable[[], object]) -> Callable[[], float]:
    """A function that returns the seconds of one call, averaged over a batch that the clock can see."""
    function()  # lazy imports and caches are paid before the clock runs
    calls = 1
    while (seconds := _batch(function, calls)) < _BATCH_SECONDS:
        calls = max(2 * calls, round(calls * _BATCH_SECONDS / max(seconds, 1e-9)))
    return lambda: _batch(function, calls) / calls


def _batch(function: Callable[[], object], calls: int) -> float:
    collecting = gc.isenabled()
    gc.disable()  # as timeit does: a collection in one batch would be charged to whoever happens to run
    try:
        start = time.perf_counter()
        for _ in range(calls):
            function()
        return time.perf_counter() - start
    finally:
        if collecting:
            gc.enable()


def _time(seconds: float) -> str:
    """Three digits with the unit that suits.

    >>> [_time(x) for x in (2.0, 0.05, 3.21e-6, 4.5e-8)]
    ['2.00 s', '50.0 ms', '3.21 us', '45.0 ns']
    """
    for factor, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= factor:
            return f"{_digits(seconds / factor)} {unit}"
    return f"{_digits(seconds / 1e-9)} ns"


def _digits(value: float) -> str:
    return f"{value:.{max(0, 3 - len(str(int(value))))}f}"
