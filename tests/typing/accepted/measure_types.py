"""A measure shows the type of its loss. ε and ρ are both floats, and yet two types of measure."""

from __future__ import annotations

from fractions import Fraction
from typing import reveal_type

from lapwing.prelude import (
    Approximate,
    MaxDivergence,
    RenyiDivergence,
    SmoothedMaxDivergence,
    ZeroConcentratedDivergence,
)

heads = {"heads": Fraction(3, 4), "tails": Fraction(1, 4)}
tails = {"heads": Fraction(1, 4), "tails": Fraction(3, 4)}

reveal_type(Approximate(MaxDivergence()))  # R: Approximate[MaxDivergence, float]
reveal_type(Approximate(ZeroConcentratedDivergence()))  # R: Approximate[ZeroConcentratedDivergence, float]
reveal_type(Approximate(RenyiDivergence()))  # R: Approximate[RenyiDivergence, Curve]
reveal_type(Approximate(MaxDivergence()).inner)  # R: MaxDivergence

reveal_type(MaxDivergence().divergence(heads, tails))  # R: float
reveal_type(ZeroConcentratedDivergence().divergence(heads, tails))  # R: float
reveal_type(RenyiDivergence().divergence(heads, tails))  # R: Curve
reveal_type(SmoothedMaxDivergence().divergence(heads, tails))  # R: Curve
reveal_type(Approximate(MaxDivergence()).divergence(heads, tails))  # R: tuple[float, float]
reveal_type(Approximate(RenyiDivergence()).divergence(heads, tails))  # R: tuple[Curve, float]
reveal_type(MaxDivergence().within(heads, tails, 0.5))  # R: bool

short: Approximate[MaxDivergence] = Approximate(MaxDivergence())
reveal_type(short)  # R: Approximate[MaxDivergence, float]
