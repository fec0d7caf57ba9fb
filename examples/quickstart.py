"""A first privacy program: build a chain, read what it costs, release, and see wrong chains refused.

Run it with `make demo`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import lapwing.prelude as dp

WRONG_PROGRAM = """\
from lapwing.prelude import *

people = Space(VectorDomain(AtomDomain(int)), SymmetricDistance())
people >> then_sum()                          # a sum without a clamp
people >> then_clamp((0.0, 120.0))            # float bounds for integers
people >> then_clamp((0, 120)) >> then_sum() >> then_clamp((0, 9))  # a number is no vector
"""


def title(text: str) -> None:
    """Print a headline."""
    print(f"\n{text}\n{'-' * len(text)}")


def show_chain() -> None:
    """Build a chain, explain it, and release."""
    people = dp.Space(dp.VectorDomain(dp.AtomDomain(int)), dp.SymmetricDistance())
    private_sum = people >> dp.then_clamp((0, 120)) >> dp.then_sum() >> dp.then_laplace(scale=240)

    title("A chain, link by link")
    print(private_sum.explain())

    title("What it costs")
    print(f"map         {private_sum.privacy_map}")
    print(f"LaTeX       {private_sum.privacy_map.latex()}")
    print(f"at d_in = 1 {private_sum.map(1)}")
    print(f"at most 1/2 {private_sum.check(1, 0.5)}")

    title("How much noise do I need?")
    to_be_found = people >> dp.then_clamp((0, 120)) >> dp.then_sum() >> dp.then_laplace(dp.Param("scale"))
    solved = to_be_found.solve(d_in=1, d_out=0.1)
    print(f"map         {to_be_found.privacy_map}")
    print(f"for ε = 0.1 {solved}")
    print(f"accuracy    {dp.discrete_laplace_scale_to_accuracy(1200, alpha=0.05)}, at 95 %")

    title("A release")
    print(solved([23, 45, 31, 77, 310]))


def show_refusals() -> None:
    """Let mypy refuse a wrong program, then let the run time do it."""
    title("mypy refuses a wrong program")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "wrong.py"
        program.write_text(WRONG_PROGRAM)
        command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", folder, program.name]
        print(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout, end="")

    title("The run time refuses it too, and says how to mend it")
    people = dp.space_of(list[int])
    try:
        people >> dp.then_sum()  # type: ignore[operator]  # this is the mistake to show
    except dp.LapwingError as error:
        print(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    show_chain()
    show_refusals()
