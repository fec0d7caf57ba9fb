"""Run every benchmark and print its figures: `python benchmarks/run.py [--quick] [name ...]`.

A benchmark is a module bench_<name>.py here with a function `comparisons()`. Without names all of them run. `--quick`
runs them with tiny sizes, to see that they work: such figures say nothing. The exit status is 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Protocol


class Figure(Protocol):
    """One line of the output: a `Comparison` of times, or another number with a goal."""

    @property
    def name(self) -> str:
        """What is measured."""
        ...

    @property
    def ok(self) -> bool:
        """Whether the goal is met."""
        ...


def benchmarks() -> list[str]:
    """The names of all benchmarks."""
    return sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))


def figures(name: str, *, quick: bool) -> Iterator[Figure]:
    """The figures of one benchmark, which prints each as it comes."""
    comparisons: Callable[..., Iterable[Figure]] = import_module(f"bench_{name}").comparisons
    if not quick:
        yield from comparisons()
    elif "quick" in inspect.signature(comparisons).parameters:
        yield from comparisons(quick=True)
    else:
        print("(no quick form)")


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="Lapwing's speed, side by side with OpenDP and NumPy.")
    parser.add_argument("names", nargs="*", metavar="name", help=f"one of: {', '.join(benchmarks())} (default: all)")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, to see that the benchmarks work")
    options = parser.parse_args()
    unknown = sorted(set(options.names) - set(benchmarks()))
    if unknown:
        parser.error(f"no such benchmark: {', '.join(unknown)}")
    missed: list[str] = []
    for name in options.names or benchmarks():
        print(f"== {name}", flush=True)
        missed += [figure.name for figure in figures(name, quick=options.quick) if not figure.ok]
    print(f"missed: {', '.join(missed)}" if missed else "all goals met")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
