"""Domains: membership, containment, equality, repr."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import lapwing.prelude as dp
from lapwing.errors import (
    BoundsOrderError,
    CarrierError,
    DomainError,
    LapwingError,
    NonFiniteError,
    NotATypeError,
    NotInferableError,
    OutOfRangeError,
    PartError,
)
from lapwing.exact import ExactFloat

NAN = float("nan")

NAN, INF = float("nan"), float("inf")
ATOMS: dict[dp.Domain[Any], tuple[list[object], list[object]]] = {
    dp.AtomDomain(int): (
        [0, -(2**70), True, np.int8(3), np.uint64(2**63)],
        [1.0, "1", None, [1], NAN, Decimal(1), np.float64(1)],
    ),
    dp.AtomDomain(int, bounds=(0, 5)): ([0, 5, np.int64(3)], [-1, 6, 2**70, 2.0]),
    dp.AtomDomain(float): (
        [0.5, 3, -0.0, np.float32(0.5), 2**60, ExactFloat(Fraction(1, 3))],
        [NAN, INF, -INF, "1", None, 10**400, 1j],
    ),
    dp.AtomDomain(float, bounds=(0.0, 0.5)): (
        [0.0, -0.0, 0.5, 0],
        [0.6, -5e-324, ExactFloat(Fraction(1, 2) + Fraction(1, 2**80)), NAN],
    ),
    dp.AtomDomain(bool): ([True, np.True_], [0, 1, "yes", None]),
    dp.AtomDomain(str): (["", "a", np.str_("b")], [b"a", 1, None, ["a"]]),
    dp.AtomDomain(date): ([date(2026, 1, 1)], ["2026-01-01", None]),
    dp.OptionDomain(dp.AtomDomain(float)): ([None, 0.5], [NAN, "x"]),
    dp.OptionDomain(dp.AtomDomain(int, bounds=(0, 1))): ([None, 1], [2, 1.0]),
    dp.VectorDomain(dp.AtomDomain(int)): (
        [[], [1], (1, 2), np.array([1, 2], dtype=np.int8), [2**70], [True]],
        ["12", 1, [1.5], [None], {1}, {1: 2}, np.zeros((2, 2), int)],
    ),
    dp.VectorDomain(dp.AtomDomain(int), size=2): ([[1, 2], np.array([1, 2])], [[], [1], [1, 2, 3]]),
    dp.VectorDomain(dp.AtomDomain(float)): (
        [[NAN, INF, 1], np.array([1.5], dtype=np.float32), [2**60]],
        [["1"], [1j], np.array(["1"]), [10**400], np.array([1.5], dtype=np.longdouble)],
    ),
    dp.VectorDomain(dp.AtomDomain(float, bounds=(0.0, 1.0))): (
        [[], [0.5], np.array([0.0, 1.0])],
        [[NAN], [INF], [1.1], np.array([-0.1])],
    ),
    dp.VectorDomain(dp.AtomDomain(bool)): ([[True], np.array([False])], [[1], np.array([0, 1]), ["x"]]),
    dp.VectorDomain(dp.AtomDomain(str)): (
        [["a", "b\0"], np.array(["a"]), np.array(["a"], dtype=object)],
        [[1], ["a", None], "ab"],
    ),
    dp.VectorDomain(dp.OptionDomain(dp.AtomDomain(float))): ([[None, 1.5], [], np.array([0.5])], [["x"], [[]]]),
    dp.VectorDomain(dp.OptionDomain(dp.AtomDomain(int, bounds=(0, 1)))): ([[None, 1, 0]], [[None, 2]]),
    dp.MapDomain(dp.AtomDomain(str), dp.AtomDomain(int)): ([{}, {"a": 1}], [{1: 1}, {"a": 1.5}, [("a", 1)], None]),
    dp.MapDomain(dp.AtomDomain(str), dp.VectorDomain(dp.AtomDomain(int))): ([{"a": [1, 2]}], [{"a": 1}, {"a": ["x"]}]),
    dp.BitVectorDomain(size=3): ([[True, False, True], np.array([True] * 3)], [[1, 0, 1], [True], [True] * 4]),
    dp.BitVectorDomain(size=3, max_weight=1): ([[True, False, False], [False] * 3], [[True, True, False]]),
}
MEMBERS = [(domain, value) for domain, (members, _) in ATOMS.items() for value in members]
STRANGERS = [(domain, value) for domain, (_, strangers) in ATOMS.items() for value in strangers]


@pytest.mark.parametrize(("domain", "value"), MEMBERS)
def test_members(domain: dp.Domain[Any], value: object) -> None:
    """What a domain holds."""
    assert value in domain


@pytest.mark.parametrize(("domain", "value"), STRANGERS)
def test_strangers(domain: dp.Domain[Any], value: object) -> None:
    """What it does not hold."""
    assert value not in domain


@pytest.mark.parametrize("domain", ATOMS, ids=repr)
def test_the_repr_can_be_pasted_back(domain: dp.Domain[Any]) -> None:
    """Evaluating the repr gives an equal domain with an equal hash."""
    again = eval(repr(domain), {**{name: getattr(dp, name) for name in dir(dp)}, "date": date})
    assert again == domain
    assert hash(again) == hash(domain)


def test_vectors_become_arrays() -> None:
    """int64 or Python integers; float64; text untouched."""
    assert dp.VectorDomain(dp.AtomDomain(int)).admit([1, True]).dtype == np.int64
    assert dp.VectorDomain(dp.AtomDomain(int)).admit([2**63]).tolist() == [2**63]
    assert dp.VectorDomain(dp.AtomDomain(float)).admit(np.array([0.5], dtype=np.float32)).dtype == np.float64
    assert dp.VectorDomain(dp.AtomDomain(str)).admit(["a\0"]).tolist() == ["a\0"]
    assert dp.VectorDomain(dp.OptionDomain(dp.AtomDomain(float))).admit([None, 2]).tolist() == [None, 2.0]


def test_an_array_of_the_right_type_is_not_copied() -> None:
    """Ten million integers enter for free."""
    ages = np.arange(5)
    assert dp.VectorDomain(dp.AtomDomain(int)).admit(ages) is ages


INT, SMALL, TINY = dp.AtomDomain(int), dp.AtomDomain(int, bounds=(0, 9)), dp.AtomDomain(int, bounds=(2, 3))
CONTAINED = [
    (INT, INT),
    (SMALL, INT),
    (TINY, SMALL),
    (dp.OptionDomain(TINY), dp.OptionDomain(INT)),
    (dp.VectorDomain(TINY), dp.VectorDomain(SMALL)),
    (dp.VectorDomain(INT, size=3), dp.VectorDomain(INT)),
    (dp.MapDomain(dp.AtomDomain(str), TINY), dp.MapDomain(dp.AtomDomain(str), INT)),
    (dp.BitVectorDomain(4, 2), dp.BitVectorDomain(4)),
    (dp.BitVectorDomain(4, 2), dp.BitVectorDomain(4, 3)),
    (dp.BitVectorDomain(4), dp.BitVectorDomain(4, 4)),
]
NOT_CONTAINED = [
    (INT, SMALL, "the bounds (none and (0, 9))"),
    (SMALL, TINY, "the bounds ((0, 9) and (2, 3))"),
    (INT, dp.AtomDomain(float), "the carrier type (int and float)"),
    (dp.AtomDomain(bool), INT, "the carrier type (bool and int)"),
    (INT, dp.OptionDomain(INT), "the kind of data (AtomDomain and OptionDomain)"),
    (dp.VectorDomain(INT), dp.VectorDomain(SMALL), "the bounds (none and (0, 9)) of the elements"),
    (dp.VectorDomain(INT), dp.VectorDomain(INT, size=3), "the size (unknown and 3)"),
    (dp.VectorDomain(INT, size=4), dp.VectorDomain(INT, size=3), "the size (4 and 3)"),
    (
        dp.MapDomain(dp.AtomDomain(int), INT),
        dp.MapDomain(dp.AtomDomain(str), INT),
        "the carrier type (int and str) of the keys",
    ),
    (dp.MapDomain(INT, INT), dp.MapDomain(INT, TINY), "the bounds (none and (2, 3)) of the values"),
    (dp.BitVectorDomain(4), dp.BitVectorDomain(5), "the size (4 and 5)"),
    (dp.BitVectorDomain(4, 3), dp.BitVectorDomain(4, 2), "the weight (up to 3 and up to 2)"),
    (dp.BitVectorDomain(4), dp.BitVectorDomain(4, 2), "the weight (up to 4 and up to 2)"),
]


@pytest.mark.parametrize(("part", "whole"), CONTAINED)
def test_a_subset_is_known(part: dp.Domain[Any], whole: dp.Domain[Any]) -> None:
    """It may feed the superset."""
    assert part.is_subset(whole)


@pytest.mark.parametrize(("left", "right", "feature"), NOT_CONTAINED)
def test_the_feature_that_differs_is_named(left: dp.Domain[Any], right: dp.Domain[Any], feature: str) -> None:
    """Why one domain is no part of the other."""
    mismatch = left.mismatch(right)
    assert mismatch is not None
    assert feature == mismatch.feature
    assert mismatch.remedy


wrong: Any = dp  # the mistakes below are none that a type checker would let pass
REFUSED: list[tuple[Any, type[LapwingError], str]] = [
    (
        lambda: wrong.AtomDomain(int, bounds=(5, 0)),
        BoundsOrderError,
        "bounds are (lower, upper), but 5 is above 0: write bounds=(0, 5)",
    ),
    (
        lambda: wrong.AtomDomain(float, bounds=(0.0, NAN)),
        NonFiniteError,
        "the upper bound must be finite, but is nan: give a number",
    ),
    (
        lambda: wrong.AtomDomain(float, bounds=(-INF, 0.0)),
        NonFiniteError,
        "the lower bound must be finite, but is -inf: give a number",
    ),
    (
        lambda: wrong.AtomDomain(int, bounds=(0, 1.5)),
        CarrierError,
        "the upper bound must be of type int, but 1.5 is of type float",
    ),
    (
        lambda: wrong.AtomDomain(float, bounds=(0.0, 2**53 + 1)),
        CarrierError,
        "the upper bound must be of type float, but 9007199254740993 is of type int",
    ),
    (
        lambda: wrong.AtomDomain(int, bounds=[0, 5]),
        CarrierError,
        "bounds must be of type tuple, but [0, 5] is of type list",
    ),
    (
        lambda: wrong.AtomDomain(str, bounds=("a", "b")),
        PartError,
        "the carrier of AtomDomain(..., bounds=...) must be int or float, but is str",
    ),
    (
        lambda: wrong.AtomDomain(3),
        NotATypeError,
        "a carrier is a hashable type, such as int, float, bool or str, but this is 3",
    ),
    (
        lambda: wrong.AtomDomain(list),
        NotATypeError,
        "a carrier is a hashable type, such as int, float, bool or str, but this is <class 'list'>",
    ),
    (
        lambda: wrong.VectorDomain(int),
        PartError,
        "the element of VectorDomain must be an AtomDomain or OptionDomain, such as AtomDomain(int), but is int",
    ),
    (lambda: wrong.VectorDomain(INT, size=-1), OutOfRangeError, "size must be zero or more, but is -1"),
    (lambda: wrong.VectorDomain(INT, size=2.5), CarrierError, "size must be of type int, but 2.5 is of type float"),
    (
        lambda: wrong.OptionDomain(dp.OptionDomain(INT)),
        PartError,
        "the element of OptionDomain must be an AtomDomain, such as AtomDomain(float), but is OptionDomain(AtomDomain(int))",
    ),
    (
        lambda: wrong.MapDomain(str, INT),
        PartError,
        "the key_domain of MapDomain must be an AtomDomain, such as AtomDomain(str), but is str",
    ),
    (lambda: wrong.BitVectorDomain(size=-3), OutOfRangeError, "size must be zero or more, but is -3"),
    (
        lambda: wrong.BitVectorDomain(size=3, max_weight=-1),
        OutOfRangeError,
        "max_weight must be zero or more, but is -1",
    ),
    (
        lambda: wrong.space_of(tuple[int, str]),
        NotInferableError,
        "no space can be read off tuple[int, str]: give space_of an atom such as int, list[int], list[float | None] or "
        "dict[str, int], or write Space(domain, metric)",
    ),
]


@pytest.mark.parametrize(("mistake", "error", "text"), REFUSED)
def test_a_wrong_domain_is_refused(mistake: Any, error: type[LapwingError], text: str) -> None:
    """Each mistake has its own class and text."""
    with pytest.raises(error) as caught:
        mistake()
    assert text == str(caught.value)


SPACES = [
    (dp.space_of(int), dp.AtomDomain(int), dp.AbsoluteDistance(int)),
    (dp.space_of(float), dp.AtomDomain(float), dp.AbsoluteDistance(float)),
    (dp.space_of(bool), dp.AtomDomain(bool), dp.DiscreteDistance()),
    (dp.space_of(str), dp.AtomDomain(str), dp.DiscreteDistance()),
    (dp.space_of(list[int]), dp.VectorDomain(dp.AtomDomain(int)), dp.SymmetricDistance()),
    (dp.space_of(list[float | None]), dp.VectorDomain(dp.OptionDomain(dp.AtomDomain(float))), dp.SymmetricDistance()),
    (dp.space_of(list[int], dp.L1Distance(int)), dp.VectorDomain(dp.AtomDomain(int)), dp.L1Distance(int)),
    (
        dp.space_of(dict[str, int]),
        dp.MapDomain(dp.AtomDomain(str), dp.AtomDomain(int)),
        dp.L01InfDistance(dp.AbsoluteDistance(int)),
    ),
    (
        dp.space_of(dict[str, list[int]]),
        dp.MapDomain(dp.AtomDomain(str), dp.VectorDomain(dp.AtomDomain(int))),
        dp.PartitionDistance(dp.SymmetricDistance()),
    ),
]


@pytest.mark.parametrize(("space", "domain", "metric"), SPACES)
def test_space_of(space: dp.Space[Any, Any], domain: dp.Domain[Any], metric: dp.Metric[Any]) -> None:
    """A Python type gives the space that users most often mean."""
    assert (domain, metric) == (space.domain, space.metric)


@pytest.mark.parametrize("data", [[None, 0.5, NAN, 0.3], [NAN, 0.5], [NAN], [None, 2.0]])
def test_bounded_optional_elements_are_never_nan(data: list[float | None]) -> None:
    """Bounds rule NaN out, wherever it stands and whatever stands beside it."""
    assert data not in dp.VectorDomain(dp.OptionDomain(dp.AtomDomain(float, bounds=(0.0, 1.0))))


@pytest.mark.parametrize(
    "data",
    [np.str_("5"), np.bytes_(b"5"), np.complex128(1), np.longdouble(1) / 3, np.void(b"1"), np.timedelta64(3, "D")],
)
def test_a_numpy_scalar_that_is_no_float_is_no_member(data: Any) -> None:
    """NumPy converts texts, complex numbers and long floats; that would be another value."""
    assert data not in dp.AtomDomain(float)


@pytest.mark.parametrize(("data", "expected"), [(True, 1), (np.bool_(True), 1), (np.int8(3), 3)])
def test_a_single_integer_is_read_as_an_element_is(data: Any, expected: int) -> None:
    """Bools count as 0 and 1, alone as in a vector."""
    assert type(dp.AtomDomain(int).admit(data)) is int
    assert expected == dp.AtomDomain(int).admit(data) == dp.VectorDomain(dp.AtomDomain(int)).admit([data])[0]
    assert expected == dp.AtomDomain(float).admit(data)


@pytest.mark.parametrize("data", [NAN, float("inf"), 10**400])
def test_a_float_that_stands_alone_is_finite(data: float) -> None:
    """The text says so."""
    with pytest.raises(DomainError) as caught:
        dp.AtomDomain(float).admit(data)
    assert str(caught.value) == "the data are not in AtomDomain(float): a float that stands alone must be finite"


def test_two_keys_that_become_one_are_refused() -> None:
    """One value would be lost, and which one depends on the order of the data."""
    histograms = dp.MapDomain(dp.AtomDomain(float), dp.AtomDomain(int))
    assert {2**53: 10, 2**53 + 2: 1} in histograms
    assert {2**53: 10, 2**53 + 1: 1} not in histograms


COUNTS = dp.MapDomain(dp.AtomDomain(str), dp.AtomDomain(int, bounds=(0, 5)))
MAPPINGS: list[tuple[dict[object, object], dict[object, object] | None]] = [
    ({"a": 0, "b": 5}, {"a": 0, "b": 5}),
    ({"a": True}, {"a": 1}),
    ({"a": np.int8(3)}, {"a": 3}),
    ({np.str_("a"): 3}, {"a": 3}),
    ({}, {}),
    ({"a": 6}, None),
    ({"a": -1, "b": 1}, None),
    ({"a": 1, 2: 1}, None),
    ({"a": 1.0}, None),
]


@pytest.mark.parametrize(("given", "admitted"), MAPPINGS)
def test_mappings_are_checked_as_a_whole_or_one_by_one(given: Any, admitted: Any) -> None:
    """Plain pairs pass at once, others after a closer look; both ways agree on what is a member."""
    if admitted is None:
        assert given not in COUNTS
        return
    found = COUNTS.admit(given)
    assert admitted == found
    assert {int} >= {type(value) for value in found.values()}
    assert found is not given
