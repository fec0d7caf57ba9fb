"""A first privacy program: build a chain, read what it costs, release, and see wrong chains refused.

Run it with `make demo`.
"""

from __future__ import annotations

import secrets
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


@dp.constructor
def make_coin_noise(
    input_domain: dp.AtomDomain[int], input_metric: dp.AbsoluteDistance[int], sides: int | dp.Param
) -> dp.Measurement[dp.AtomDomain[int], dp.AbsoluteDistance[int], dp.MaxDivergence, int]:
    """Add noise from a die with `sides` + 1 sides.

    Count the rolls before the last side comes up, twice, and take the difference: z has a probability in proportion to
    (sides/(sides + 1))^|z|, so a shift by d_in changes it by a factor of at most (1 + 1/sides)^d_in.
    """

    def rolls() -> int:
        assert isinstance(sides, int)  # a chain with a free parameter is never run
        count = 0
        while secrets.randbelow(sides + 1):
            count += 1
        return count

    def add_noise(number: int) -> int:
        return number + rolls() - rolls()

    return dp.make_user_measurement(
        input_domain, input_metric, dp.MaxDivergence(), add_noise, f"d_in*ln(1 + 1/{sides})"
    )


then_coin_noise = dp.then(make_coin_noise)


def title(text: str) -> None:
    """Print a headline."""
    print(f"\n{text}\n{'-' * len(text)}")


def show_chain() -> None:
    """Build a chain, explain it, and release."""
    people = dp.Space(dp.VectorDomain(dp.AtomDomain(int)), dp.SymmetricDistance())
    private_sum = people >> dp.then_clamp((0, 120)) >> dp.then_sum() >> then_coin_noise(240)

    title("A chain, link by link")
    print(private_sum.explain())

    title("What it costs")
    print(f"map         {private_sum.privacy_map}")
    print(f"LaTeX       {private_sum.privacy_map.latex()}")
    print(f"at d_in = 1 {private_sum.map(1)}")
    print(f"at most 1/2 {private_sum.check(1, 0.5)}")

    title("How much noise do I need?")
    open_chain = people >> dp.then_clamp((0, 120)) >> dp.then_sum() >> then_coin_noise(dp.Param("sides", integer=True))
    solved = open_chain.solve(d_in=1, d_out=1.0)
    print(f"map         {open_chain.privacy_map}")
    print(f"for eps = 1 {solved}")

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
