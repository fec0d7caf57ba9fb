"""What stands between data and messages: in-domain data never raise, and no message holds a value."""

from __future__ import annotations

import traceback
from array import array
from collections import deque
from functools import partial
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


@given(st.lists(st.floats() | st.integers(min_value=-(2**53), max_value=2**53)))
def test_no_list_of_floats_raises(data: list[float]) -> None:
    """NaN, infinities, subnormals and integers among them. An integer beyond 2^53 may be no float."""
    assert isinstance(FLOATS(data), float)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64, np.bool_, ">i4"])
def test_every_integer_dtype_is_read(dtype: Any) -> None:
    """Narrow, wide, unsigned, of the other byte order."""
    assert INTS(np.array([1, 0, 1], dtype=dtype)) == 2


def test_unsigned_integers_do_not_wrap() -> None:
    """uint64 goes beyond int64."""
    assert INTS(np.array([2**64 - 1], dtype=np.uint64)) == 2**40


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (array("Q", [2**64 - 1, 1]), 2**40 + 1),
        (memoryview(array("q", [7, -7])), 0),
        ({"a": 3, "b": 4}.values(), 7),
        (deque([1, 2]), 3),
        (range(4), 6),
        (np.array([np.bool_(True), 2, 2**70], dtype=object), 2**40 + 3),
        ([np.bool_(True), np.uint64(2**63)], 2**40 + 1),
    ],
)
def test_every_sequence_of_integers_is_read_as_python_reads_it(data: Any, expected: int) -> None:
    """Buffers do not wrap, and what is no sequence to NumPy is one here."""
    assert expected == INTS(data)


@pytest.mark.parametrize("flags", [{"a": True, "b": False}.values(), deque([True, False]), [np.bool_(True), False]])
def test_every_sequence_of_bools_is_a_vector(flags: Any) -> None:
    """Of as many dimensions as a vector has."""
    assert [True, False] == dp.BitVectorDomain(size=2).admit(flags).tolist()


@pytest.mark.parametrize(
    "data",
    [
        np.array([SECRET], dtype="m8[ns]"),
        np.array([SECRET], dtype="M8[ns]"),
        [np.timedelta64(SECRET, "ns")],
        np.array([(SECRET,)], dtype=[("a", int)]),
        np.array([str(SECRET)]),
    ],
)
@pytest.mark.parametrize("chain", [INTS, FLOATS, dp.space_of(list[int | None]) >> dp.then_count()])
def test_what_only_looks_like_a_number_is_none(chain: Any, data: Any) -> None:
    """Durations, dates, records and digits, refused as data are: with a DomainError that does not show them."""
    with pytest.raises(DomainError) as caught:
        chain(data)
    assert str(SECRET) not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("data", [[2**53 + 1], [0.5, -(2**53) - 1], np.array([2**63 - 1]), [np.int64(2**53 + 1)]])
def test_an_integer_that_is_no_float_is_no_float(data: Any) -> None:
    """Rounding moves it, so two vectors could be further apart in a chain than they were before it."""
    with pytest.raises(DomainError):
        FLOATS(data)


@pytest.mark.parametrize("data", [[2**53, -(2**60)], np.array([2**53 + 2]), np.array([True]), [2**70, 0.5]])
def test_an_integer_that_is_a_float_is_one(data: Any) -> None:
    """However large it is."""
    assert sum(map(int, data[:1])) == int(dp.VectorDomain(dp.AtomDomain(float)).admit(data)[0])


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


def test_a_function_without_a_name_is_not_shown() -> None:
    """A partial prints what it holds, and that may be data."""
    chain = dp.space_of(int) >> dp.then_user_measurement(dp.MaxDivergence(), partial(divmod, SECRET), "d_in")
    with pytest.raises(FunctionError) as caught:
        chain(0)
    assert str(SECRET) not in str(caught.value)


def test_a_users_function_can_not_change_the_data() -> None:
    """An array goes through a chain without being copied, so a function that writes to it is refused."""

    def greedy(data: Any) -> int:
        data[0] = 0
        return 0

    data = np.array([SECRET])
    chain = dp.space_of(list[int]) >> dp.then_user_measurement(dp.MaxDivergence(), greedy, "d_in")
    with pytest.raises(FunctionError):
        chain(data)
    assert data.tolist() == [SECRET]
    assert data.flags.writeable
