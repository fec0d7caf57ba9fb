"""The private count: its price, its accuracy, and that it runs."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "private_count.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    """The names of the program."""
    return runpy.run_path(str(EXAMPLE))


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0])
def test_the_cost(example: dict[str, Any], epsilon: float) -> None:
    """What was asked for, to the last digit, and in proportion to the size of a group."""
    count = example["private_count"](epsilon)
    assert count.check(1, epsilon)
    assert count.map(1) <= epsilon * (1 + 2**-52)
    assert count.map(4) == pytest.approx(4 * epsilon)


def test_it_runs(example: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """And prints what it costs."""
    example["main"]()
    shown = capsys.readouterr().out
    assert "one visitor more or less costs   1.0" in shown
    assert "off by at most 3" in shown
