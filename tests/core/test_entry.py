"""What stands between data and messages: in-domain data never raise, and no message holds a value."""

from __future__ import annotations

import traceback
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lapwing.prelude as dp
from lapwing.errors import DomainError, FunctionError

INTS = dp.space_of(list[int]) >> dp.then_clamp((-(2**40), 2**40)) >> dp.then_sum()
FLOATS = dp.space_of(list[float]) >> dp.then_clamp((-1e300, 1e300)) >> dp.then_sum()
SECRET = 918273645


@given(st.lists(st.integers() | st.booleans()))
def test_every_list_of_ints_is_summed(data: list[int]) -> None:
    """Any size of integer, against Python's own arithmetic."""
    assert sum(min(max(int(x), -(2**40)), 2**40) for x in data) == INTS(data)


@given(st.lists(st.floats() | st.integers(min_value=-(2**60), max_value=2**60)))
def test_no_list_of_floats_raises(data: list[float]) -> None:
    """NaN, infinities, subnormals and integers among them."""
    assert isinstance(FLOATS(data), float)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64, np.bool_, ">i4"])
def test_every_integer_dtype_is_read(dtype: Any) -> None:
    """Narrow, wide, unsigned, of the other byte order."""
    assert INTS(np.array([1, 0, 1], dtype=dtype)) == 2


def test_unsigned_integers_do_not_wrap() -> None:
    """uint64 goes beyond int64."""
    assert INTS(np.array([2**64 - 1], dtype=np.uint64)) == 2**40


OUTSIDE = [
    (
        [SECRET, 1.5],
        "the data are not in VectorDomain(AtomDomain(int)): expected elements of type int, but found float",
    ),
    ([SECRET, "a"], "the data are not in VectorDomain(AtomDomain(int)): expected elements of type int, but found str"),
    ([[SECRET]], "the data are not in VectorDomain(AtomDomain(int)): expected elements of type int, but found list"),
    (np.array([[SECRET]]), "the data are not in VectorDomain(AtomDomain(int)): expected one dimension, but got 2"),
    (
        np.array([SECRET / 1]),
        "the data are not in VectorDomain(AtomDomain(int)): expected elements of type int, but found float64",
    ),
    (
        np.ma.masked_array([SECRET], mask=[True]),
        "the data are not in VectorDomain(AtomDomain(int)): a masked array hides values: fill it first",
    ),
    ({SECRET: 1}, "the data are not in VectorDomain(AtomDomain(int)): expected a vector, but got dict"),
    (str(SECRET), "the data are not in VectorDomain(AtomDomain(int)): expected a vector, but got str"),
    (SECRET, "the data are not in VectorDomain(AtomDomain(int)): expected a vector, but got int"),
    (None, "the data are not in VectorDomain(AtomDomain(int)): expected a vector, but got NoneType"),
    ((x for x in [SECRET]), "the data are not in VectorDomain(AtomDomain(int)): expected a vector, but got generator"),
]


@pytest.mark.parametrize(("data", "text"), OUTSIDE)
def test_data_outside_the_domain_are_refused_by_kind(data: list[int], text: str) -> None:
    """The message names the domain and the kind of data; neither it nor its traceback has the value."""
    with pytest.raises(DomainError) as caught:
        INTS(data)
    assert text == str(caught.value)
    assert str(SECRET) not in "".join(traceback.format_exception(caught.value))


def test_the_exception_of_a_users_function_is_dropped() -> None:
    """Its text holds data, so neither the new error nor its context may."""

    def careless(data: list[int]) -> int:
        raise ValueError(f"bad record {data}")

    chain = dp.space_of(list[int]) >> dp.then_user_transformation(
        dp.AtomDomain(int), dp.AbsoluteDistance(int), careless, "d_in"
    )
    with pytest.raises(FunctionError) as caught:
        chain([SECRET])
    expected = (
        "the function careless raised ValueError: a function in a chain must not fail on any member of its domain, as a failure "
        "tells about the data"
    )
    assert expected == str(caught.value)
    assert caught.value.__context__ is None
    assert str(SECRET) not in "".join(traceback.format_exception(caught.value))


def test_a_users_function_must_stay_in_its_domain() -> None:
    """A result outside the output domain is refused without being shown."""
    chain = dp.space_of(list[int]) >> dp.then_user_transformation(
        dp.AtomDomain(int, bounds=(0, 5)), dp.AbsoluteDistance(int), lambda data: int(data[0]), "d_in"
    )
    with pytest.raises(FunctionError) as caught:
        chain([SECRET])
    assert str(SECRET) not in str(caught.value)
