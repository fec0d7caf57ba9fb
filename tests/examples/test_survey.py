"""The example of a survey: what it costs, and that it runs."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "survey.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    """The names of the program."""
    return runpy.run_path(str(EXAMPLE))


def test_its_cost(example: dict[str, Any]) -> None:
    """The logarithm of 4: five categories, the truth every other time."""
    survey = example["survey"]()
    assert "if(d_in <= 0, 0, ln(4))" == str(survey.privacy_map)
    assert 1.3862943611198908 == survey.map(1)
    assert survey.verified


def test_it_runs(example: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Each estimate is within 7 standard errors, and what the others add, of the truth: false alarms below 1e-10."""
    example["main"]()
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if " estimate " in line]
    assert ["bike", "bus", "car", "train", "walk"] == [line[0] for line in lines]
    for _, _, truth, _, estimate, *_ in lines:
        assert abs(float(truth) - float(estimate)) <= 0.1
