"""The benchmarks state the project's goals, run, and report a goal that is missed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"

# What each figure is named, and the ratio or limit that it must keep: "at most twice NumPy's time" is 0.50x.
GOALS = {
    "chains": {
        "map of a three-link chain": "goal  10.00x",
        "building a three-link chain": "goal   3.00x",
        "building it, and its first map": "goal   2.00x",
    },
    "import": {"import of the prelude": "goal   3.00x"},
    "vectors": {
        "clamp >> sum, 10 million, against NumPy": "goal   0.50x",
        "clamp >> sum, 1 million, against OpenDP": "goal  20.00x",
    },
    "long_chains": {
        "1,000 links, identities, against 250": "goal   0.20x",
        "2,000 links, identities, against 500": "goal   0.20x",
        "1,000 links, nested maps, against 250": "goal   0.20x",
        "2,000 links, nested maps, against 500": "goal   0.20x",
    },
    "limits": {
        "clamp >> sum, 10 million, memory": "limit  88.0 MB",
        "maps not tight, of 2,000 inputs": "limit        0",
    },
}


def run(*arguments: str, directory: Path = BENCHMARKS) -> subprocess.CompletedProcess[str]:
    """Run the benchmarks in a process of their own."""
    return subprocess.run(
        [sys.executable, directory / "run.py", *arguments], capture_output=True, text=True, check=False
    )


BENCHMARKED = sorted(path.stem.removeprefix("bench_") for path in BENCHMARKS.glob("bench_*.py"))


@pytest.mark.parametrize("name", BENCHMARKED)
def test_goals_are_stated(name: str) -> None:
    """Every figure is printed with its goal and a verdict, and the exit status tells whether a goal was missed."""
    done = run("--quick", name)
    assert done.stderr == ""
    heading, *lines, last = done.stdout.splitlines()
    assert f"== {name}" == heading
    shown = {line[:44].rstrip(): line for line in lines}
    assert shown
    for line in lines:
        assert re.search(r"(goal|limit) .*  (ok|MISSED)$", line)
    for figure, goal in GOALS.get(name, {}).items():
        assert f"{goal}  " in shown[figure]
    missed = [figure for figure, line in shown.items() if line.endswith("MISSED")]
    assert (f"missed: {', '.join(missed)}" if missed else "all goals met") == last
    assert (1 if missed else 0) == done.returncode


def test_limits_hold() -> None:
    """Memory and tightness don't depend on the machine's speed, so they are held here too."""
    assert "all goals met" == run("--quick", "limits").stdout.splitlines()[-1]


def test_no_benchmark_of_the_foundation_is_dropped() -> None:
    """Each table above has its benchmark."""
    assert GOALS.keys() <= set(BENCHMARKED)


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A directory with the runner, one goal that is met and one that is missed."""
    for name in ("run.py", "_compare.py"):
        (tmp_path / name).write_text((BENCHMARKS / name).read_text())
    body = (
        "from _compare import Comparison\n"
        "def comparisons():\n"
        "    yield Comparison({name!r}, ours=(1.0,), theirs=(2.0,), goal={goal})\n"
    )
    (tmp_path / "bench_fine.py").write_text(body.format(name="fine", goal=2))
    (tmp_path / "bench_slow.py").write_text(body.format(name="slow", goal=3))
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "status", "last"),
    [
        ((), 1, "missed: slow"),
        (("slow",), 1, "missed: slow"),
        (("fine",), 0, "all goals met"),
        (("--quick",), 0, "all goals met"),
    ],
)
def test_the_runner_finds_benchmarks_and_reports(
    planted: Path, arguments: tuple[str, ...], status: int, last: str
) -> None:
    """Modules are found by name, a missed goal fails the run, and `--quick` passes over what has no quick form."""
    done = run(*arguments, directory=planted)
    assert (status, last) == (done.returncode, done.stdout.splitlines()[-1])


def test_an_unknown_benchmark_is_refused() -> None:
    """A name that no module has is a mistake of the command line."""
    done = run("speed")
    assert 2 == done.returncode
    assert "no such benchmark: speed" in done.stderr
