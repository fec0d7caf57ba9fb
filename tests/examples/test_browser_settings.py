"""The example of a browser's settings: what it costs, and that it runs."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lapwing.measurements._debias import RapporPlan

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "browser_settings.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    """The names of the program."""
    return runpy.run_path(str(EXAMPLE))


def test_its_cost(example: dict[str, Any]) -> None:
    """4 ln 3: two hash functions, so four bits may differ, each flipped with probability 1/4."""
    report = example["report"]
    assert "if(d_in <= 0, 0, 4*ln(3))" == str(report.privacy_map)
    assert 4.394449154672439 == report.map(1)
    assert report.verified


def test_it_runs(example: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """It plots each page; each estimate is within 8 of its standard errors of the truth: false alarms below 1e-13.

    Least squares turns the error of a bit into that of a page, by the inverse of the pages' Gram matrix.
    """
    pages = [*example["PAGES"], *example["NEVER_SET"]]
    encoded = np.array([example["encode"](page) for page in pages], np.float64)
    bit_error = RapporPlan(example["SIZE"], example["F"]).standard_error(example["PEOPLE"])
    errors = bit_error * np.sqrt(np.diag(np.linalg.inv(encoded @ encoded.T)))
    example["main"]()
    lines = [line for line in capsys.readouterr().out.splitlines() if line.count("|") == 2]
    assert len(pages) == len(lines)
    for line, error in zip(lines, errors, strict=True):
        truth, estimate = map(float, line.rsplit("|", 1)[1].split())
        assert abs(truth - estimate) <= 8 * error + 0.001  # three digits are shown
        assert "*" in line or ("o" in line and "x" in line)
