"""The example of a yes/no question: what it costs, and that it runs."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "yes_no_question.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    """The names of the program."""
    return runpy.run_path(str(EXAMPLE))


def test_its_cost(example: dict[str, Any]) -> None:
    """ε = 1, used up to the last digit but one."""
    machine = example["answering_machine"]()
    assert machine.check(1, 1.0)
    assert 1.0 == pytest.approx(machine.map(1), rel=1e-14)
    assert machine.verified


def test_it_runs(example: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """It plans 9207 answers, and its estimate is within 7 standard errors of the truth: false alarms below 1e-11."""
    example["main"]()
    shown = capsys.readouterr().out
    assert "for a standard error of 0.01 it takes 9207 answers" in shown
    estimate, truth = (float(shown.split(word)[1].split()[0].rstrip(",")) for word in ("estimate: ", "truth: "))
    assert abs(estimate - truth) <= 0.07
