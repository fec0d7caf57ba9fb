"""How finite laws are read, and which are refused."""

from __future__ import annotations

import os
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from lapwing.core import Measure
from lapwing.errors import InvalidLawError
from lapwing.maps import constant, exp, ln, parse, symbol
from lapwing.measures import (
    Approximate,
    MaxDivergence,
    RenyiDivergence,
    SmoothedMaxDivergence,
    ZeroConcentratedDivergence,
)

MEASURES: list[Measure[Any]] = [
    MaxDivergence(),
    ZeroConcentratedDivergence(),
    RenyiDivergence(),
    Approximate(MaxDivergence()),
    Approximate(ZeroConcentratedDivergence()),
    Approximate(RenyiDivergence()),
    SmoothedMaxDivergence(),
]
COIN: dict[Any, Fraction] = {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}
UNNORMALISED = "these do not, so normalise them (as Fractions, to be exact)"
SENTENCE = "a law gives each outcome a probability, and they sum to 1: "


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        ([0.5, 0.5], "it must be a mapping from outcomes to probabilities, such as {'yes': 0.5, 'no': 0.5}"),
        ({}, UNNORMALISED),
        ({"secret": 0.5}, UNNORMALISED),
        ({"secret": 1 / 3, "b": 1 / 3, "c": 1 / 3}, UNNORMALISED),
        ({"secret": 1.25, "b": -0.25}, "one is negative"),
        ({"secret": ln(Fraction(1, 2)), "b": 1}, "one is negative"),
        ({"secret": "1"}, "one is not a finite number, so give an int, float, Fraction, Decimal or Expr"),
        ({"secret": True}, "one is not a finite number, so give an int, float, Fraction, Decimal or Expr"),
        ({"secret": float("nan")}, "one is not a finite number, so give an int, float, Fraction, Decimal or Expr"),
        ({"secret": float("inf")}, "one is not a finite number, so give an int, float, Fraction, Decimal or Expr"),
        ({"secret": symbol("prob"), "b": 1}, "one has a free parameter, so bind it to a number first"),
        ({"secret": exp(-1), "b": exp(-2)}, UNNORMALISED),
        (
            {"secret": exp(-1), "b": 1 - exp(-1) + Fraction(1, 2**199)},
            UNNORMALISED,
        ),
        (
            {"secret": exp(1) * exp(1) - exp(2), "b": 1},
            "the sign of one can't be decided, so write it in a simpler form",
        ),
    ],
)
def test_refuses(bad: Any, problem: str) -> None:
    """What is no law is refused on either side, and neither text nor context shows an outcome or a probability."""
    for measure in MEASURES:
        for p, q in ((bad, COIN), (COIN, bad)):
            with pytest.raises(InvalidLawError) as caught:
                measure.divergence(p, q)
            assert SENTENCE + problem == str(caught.value)
            assert caught.value.__context__ is None
    with pytest.raises(InvalidLawError):
        MaxDivergence().within(COIN, bad, 1)


@pytest.mark.parametrize(
    "good",
    [
        {"a": 0.1, "b": 0.2, "c": 0.7},
        {"a": Decimal("0.1"), "b": 0.9},
        {"a": 1, "b": 0},
        {"a": exp(-1), "b": 1 - exp(-1)},
        {"a": exp(-1), "b": 1 - exp(-1) + Fraction(1, 2**201)},
        {"a": exp(-1) * exp(-1), "b": 1 - exp(-2)},
        {"a": parse("1/(1 + exp(1))"), "b": parse("1/(1 + exp(-1))")},
        {"a": constant(0.5), "b": 0.5},
    ],
)
def test_accepts(good: Any) -> None:
    """Floats mean their shortest decimals. Expressions may be off by less than 2^-200."""
    for measure in MEASURES:
        measure.divergence(good, good)


@pytest.mark.parametrize(
    ("p", "q"),
    [
        ({"a": 0.75, "b": 0.25}, {"b": 0.75, "a": 0.25}),
        ({"a": 0.75, "b": 0.25, "never": 0}, {"a": 0.25, "b": 0.75}),
        ({"a": 0.5, "c": 0.25, "b": 0.25}, {"a": Fraction(1, 6), "c": Fraction(1, 12), "b": 0.75}),
    ],
)
def test_alignment(p: Any, q: Any) -> None:
    """Order, impossible outcomes and splitting an outcome in proportion change nothing."""
    for measure in MEASURES:
        assert measure.divergence({"x": 0.75, "y": 0.25}, {"x": 0.25, "y": 0.75}) == measure.divergence(p, q)


def test_hash_seed() -> None:
    """Curves of laws on strings read the same whatever the hash seed is."""
    code = (
        "from lapwing.measures import *; from lapwing.maps import exp\n"
        "p = {'a': exp(-1), 'b': exp(-2), 'c': 1 - exp(-1) - exp(-2)}\n"
        "q = {'c': 0.5, 'd': 0.25, 'b': 0.125, 'a': 0.125}\n"
        "print(RenyiDivergence().divergence(p, q), SmoothedMaxDivergence().divergence(p, q))"
    )
    texts = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        texts.append(done.stdout)
    assert texts[0] == texts[1] != ""
