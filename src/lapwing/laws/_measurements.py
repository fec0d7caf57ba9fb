"""The cases of the measurements."""

from __future__ import annotations

import secrets
from collections.abc import Hashable
from fractions import Fraction

from lapwing.laws._registry import Case, register
from lapwing.measurements import make_user_measurement, then_user_measurement
from lapwing.measures import Approximate, MaxDivergence, ZeroConcentratedDivergence
from lapwing.spaces import space_of


def two_coins(answer: bool) -> bool:
    """The truth if the first coin shows heads, else what the second one shows."""
    return answer if secrets.randbelow(2) else bool(secrets.randbelow(2))


def two_coins_law(answer: bool) -> dict[Hashable, Fraction]:
    """The truth with probability 3/4."""
    return {answer: Fraction(3, 4), not answer: Fraction(1, 4)}


pure_survey = space_of(bool) >> then_user_measurement(MaxDivergence(), two_coins, "if(d_in <= 0, 0, ln(3))")
# Any two laws in eps-DP of each other are in eps^2/2-zCDP.
concentrated_survey = space_of(bool) >> then_user_measurement(
    ZeroConcentratedDivergence(), two_coins, "if(d_in <= 0, 0, ln(3)^2/2)"
)
# At eps = 0 the loss is the total variation distance, one half.
smoothed_survey = space_of(bool) >> then_user_measurement(
    Approximate(MaxDivergence()), two_coins, "(0, if(d_in <= 0, 0, 1/2))"
)

register(
    make_user_measurement,
    Case(pure_survey, (False, True), law=two_coins_law),
    Case(concentrated_survey, (False, True), law=two_coins_law),
    Case(smoothed_survey, (False, True), law=two_coins_law),
)
