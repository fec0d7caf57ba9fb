"""How numbers are read: parameters as typed, data as held."""

from __future__ import annotations

import copy
import pickle
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapwing.errors import NonFiniteError, NotANumberError, OutOfRangeError
from lapwing.exact import ExactFloat, read_datum, read_parameter

finite_floats = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("value", "as_parameter", "as_datum"),
    [
        (3, Fraction(3), Fraction(3)),
        (0.1, Fraction(1, 10), Fraction(0.1)),
        (-0.0, Fraction(0), Fraction(0)),
        (1e23, Fraction(10**23), Fraction(1e23)),
        (5e-324, Fraction(5, 10**324), Fraction(1, 2**1074)),
        (Fraction(2, 3), Fraction(2, 3), Fraction(2, 3)),
        (Decimal("0.1"), Fraction(1, 10), Fraction(1, 10)),
        (Decimal("-0"), Fraction(0), Fraction(0)),
        (np.float64(0.1), Fraction(1, 10), Fraction(0.1)),
        (np.float32(0.1), Fraction(1, 10), Fraction(13421773, 134217728)),
        (np.float16(0.1), Fraction(1, 10), Fraction(819, 8192)),
        (np.int8(-7), Fraction(-7), Fraction(-7)),
        (np.uint64(2**64 - 1), Fraction(2**64 - 1), Fraction(2**64 - 1)),
        (ExactFloat(Fraction(1, 3)), Fraction(1, 3), Fraction(1, 3)),
    ],
)
def test_a_parameter_is_what_was_typed_and_a_datum_is_what_is_held(
    value: object, as_parameter: Fraction, as_datum: Fraction
) -> None:
    """Floats of any width differ in the two readings; exact numbers do not."""
    assert as_parameter == read_parameter(value, "x")
    assert as_datum == read_datum(value, "x")
    assert type(read_parameter(value, "x")) is type(read_datum(value, "x")) is Fraction


@pytest.mark.parametrize("read", [read_parameter, read_datum])
@pytest.mark.parametrize("value", [True, np.True_, "1", None, 1j, b"1", [1], np.array([1.0]), np.array(1.0)])
def test_what_is_no_number_is_refused(read: type, value: object) -> None:
    """A bool is no number here, nor is a text that looks like one."""
    with pytest.raises(NotANumberError) as caught:
        read(value, "scale")
    assert f"scale must be an int, float, Fraction or Decimal, but is {value!r}" == str(caught.value)


@pytest.mark.parametrize("read", [read_parameter, read_datum])
@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        float("-inf"),
        np.float32("nan"),
        np.float64("inf"),
        Decimal("NaN"),
        Decimal("-Infinity"),
    ],
)
def test_what_is_not_finite_is_refused(read: type, value: object) -> None:
    """NaN and the infinities are refused by name."""
    with pytest.raises(NonFiniteError) as caught:
        read(value, "scale")
    assert f"scale must be finite, but is {value!r}: give a number" == str(caught.value)


def test_a_decimal_that_would_fill_the_memory_is_refused() -> None:
    """Ten characters can name a number of a billion digits."""
    with pytest.raises(OutOfRangeError) as caught:
        read_parameter(Decimal("1e999999"), "scale")
    assert "scale must be between 1e-3000 and 1e3000 in size, but is Decimal('1E+999999')" == str(caught.value)


@given(finite_floats)
def test_both_readings_round_back_to_the_float(x: float) -> None:
    """The shortest decimal and the dyadic number are both nearest to the float they were read from."""
    assert x == float(read_parameter(x, "x"))
    assert x == float(read_datum(x, "x"))


@given(st.fractions())
def test_an_exact_float_is_the_nearest_float_and_remembers(exact: Fraction) -> None:
    """As a float it is like any other; read as a datum it is the number it came from."""
    made = ExactFloat(exact)
    assert float(exact) == made
    assert repr(float(exact)) == repr(made)
    assert exact == made.exact == read_datum(made, "x")
    assert type(made + 1) is float


@pytest.mark.parametrize(("exact", "expected"), [(10**400, sys.float_info.max), (-(10**400), -sys.float_info.max)])
def test_an_exact_float_stops_at_the_largest_float(exact: int, expected: float) -> None:
    """Beyond the range of floats it is the last one, not infinity."""
    assert expected == ExactFloat(exact)
    assert exact == ExactFloat(exact).exact


def test_an_exact_float_survives_copies() -> None:
    """Copies remember, and the memory can't be changed."""
    made = ExactFloat(Fraction(1, 3))
    for other in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert Fraction(1, 3) == other.exact
    with pytest.raises(AttributeError):
        made.exact = Fraction(1)  # type: ignore[misc]  # the test is that it is read-only
