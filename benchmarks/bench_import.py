"""What `import lapwing.prelude` costs, in fresh interpreters."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping

from _compare import Comparison, ratio_of_samples

_CLOCK = "from time import perf_counter as now; start = now(); import {module}; print(now() - start)"


def import_seconds(module: str, environment: Mapping[str, str]) -> float:
    """The time of one import with all that it pulls in, in an interpreter that has imported nothing yet."""
    command = [sys.executable, "-c", _CLOCK.format(module=module)]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def comparisons(*, quick: bool = False) -> Iterator[Comparison]:
    """The import, against OpenDP's."""
    with tempfile.TemporaryDirectory() as compiled:
        # Both sides find their bytecode compiled, as after an installation.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for module in ("lapwing.prelude", "opendp.prelude"):
            import_seconds(module, environment)  # compiles
        yield ratio_of_samples(
            "import of the prelude",
            lambda: import_seconds("lapwing.prelude", environment),
            lambda: import_seconds("opendp.prelude", environment),
            goal=3,
            repeats=1 if quick else 15,
        )
