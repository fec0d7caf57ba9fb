"""Many distances at once: what leaves as a float is rounded up, as everywhere."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lapwing.maps import Map, components, whole_number

D_IN = whole_number("d_in")
TRIPLE = components(whole_number("l0"), whole_number("l1"), whole_number("linf"))


@pytest.mark.parametrize("values", [[2**53 + 1, 2**70 + 1], np.array([2**53 + 1, 2**62 + 1]), [10**400]])
def test_an_integer_that_no_float_equals_is_rounded_up(values: Any) -> None:
    """A plot must not show less than the map promises; beyond all floats it shows infinity."""
    found = Map.parse("d_in", D_IN, D_IN).many(values).tolist()
    assert all(
        float_up == float("inf") or int(given) <= Fraction(float_up)
        for given, float_up in zip(values, found, strict=True)
    )


def test_the_rows_of_an_array_are_distances_of_several_parts() -> None:
    """A row of an array is read like a tuple."""
    loss = Map.parse("l0 + 2*l1 + 3*linf", TRIPLE, D_IN)
    assert [14.0, 32.0] == loss.many(np.array([[1, 2, 3], [4, 5, 6]])).tolist()
