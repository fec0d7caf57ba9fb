"""What `import lapwing.prelude` costs, in fresh interpreters."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping

from _compare import Comparison, ratio_of_samples

_CLOCK = "from time import perf_counter as now\nstart = now()\n{code}\nprint(now() - start)"


# The prelude loads its names when they are used, so a program that uses some is measured too.
OUR_CHAIN = """import lapwing.prelude as dp
chain = dp.space_of(list[int]) >> dp.then_clamp((0, 120)) >> dp.then_sum() >> dp.then_laplace(240)
chain.map(1)"""
THEIR_CHAIN = """import opendp.prelude as dp
dp.enable_features("contrib")
space = dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance()
chain = space >> dp.t.then_clamp((0, 120)) >> dp.t.then_sum() >> dp.m.then_laplace(240.0)
chain.map(1)"""


def import_seconds(module: str, environment: Mapping[str, str]) -> float:
    """The time of one import with all that it pulls in, in an interpreter that has imported nothing yet."""
    return seconds(f"import {module}", environment)


def seconds(code: str, environment: Mapping[str, str]) -> float:
    """The time of some code in an interpreter that has imported nothing yet."""
    command = [sys.executable, "-c", _CLOCK.format(code=code)]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def comparisons(*, quick: bool = False) -> Iterator[Comparison]:
    """The import, against OpenDP's."""
    with tempfile.TemporaryDirectory() as compiled:
        # Both sides find their bytecode compiled, as after an installation.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for module in ("lapwing.prelude", "opendp.prelude"):
            import_seconds(module, environment)  # compiles
        for code in (OUR_CHAIN, THEIR_CHAIN):
            seconds(code, environment)
        yield ratio_of_samples(
            "import, a chain and its map",
            lambda: seconds(OUR_CHAIN, environment),
            lambda: seconds(THEIR_CHAIN, environment),
            goal=2,
            repeats=1 if quick else 15,
        )
        yield ratio_of_samples(
            "import of the prelude",
            lambda: import_seconds("lapwing.prelude", environment),
            lambda: import_seconds("opendp.prelude", environment),
            goal=3,
            repeats=1 if quick else 15,
        )
