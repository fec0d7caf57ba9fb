"""The histogram over unknown keys: its price, and what stays hidden."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "unknown_keys_histogram.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    """The names of the program."""
    return runpy.run_path(str(EXAMPLE))


def test_the_cost(example: dict[str, Any]) -> None:
    """Within the budget, and the threshold is the least that keeps it."""
    private = example["histogram"](1.0, 1e-8)
    epsilon, delta = private.map(example["ONE_PERSON"])
    assert 1.0 == epsilon
    assert 1e-8 / 2 < delta <= 1e-8


def test_it_runs(example: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """The words of many show; the word of one does not, but for a probability below 1e-8."""
    example["main"]()
    shown = capsys.readouterr().out
    assert "weather" in shown
    assert "my rare illness" not in shown
