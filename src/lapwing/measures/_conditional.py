"""Claims about two laws that may be conditioned on events of probability 1 − δ."""

from __future__ import annotations

import struct
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from lapwing.maps import Curve
from lapwing.measures._hockey_stick import total_variation
from lapwing.measures._laws import Pair
from lapwing.measures._losses import round_up
from lapwing.measures._renyi_bound import is_below_curve
from lapwing.measures._search import is_concentrated
from lapwing.measures._trim import overlap_enough, trimmed

Claim: TypeAlias = Callable[[Pair], bool]


def claim_of(limit: Fraction | float | Curve) -> Claim:
    """The claim that a pair of laws is within ρ, or within a Rényi curve."""
    if isinstance(limit, Curve):
        return lambda pair: is_below_curve(pair, limit)
    return lambda pair: is_concentrated(pair, limit)


def holds_after_trimming(pair: Pair, delta: Fraction | float, claim: Claim) -> bool:
    """Whether the claim holds for the closest conditional laws."""
    if not isinstance(delta, Fraction) or overlap_enough(pair, delta):
        return True
    # Without a closest pair the loss is infinite, as is that of the pair itself. Some claims allow that.
    return claim(trimmed(pair, delta) or pair)


def least_delta(pair: Pair, claim: Claim) -> float:
    """The least float δ for which the claim is certified after trimming: bisection over the floats."""
    if claim(pair):
        return 0.0
    fails, holds = 0, _index(round_up(total_variation(pair)))
    while holds - fails > 1:
        middle = (fails + holds) // 2
        if holds_after_trimming(pair, Fraction(_float(middle)), claim):
            holds = middle
        else:
            fails = middle
    return _float(holds)


def _index(x: float) -> int:
    """The place of a nonnegative float among all floats."""
    return int(struct.unpack("<q", struct.pack("<d", x))[0])


def _float(index: int) -> float:
    return float(struct.unpack("<d", struct.pack("<q", index))[0])
