"""Geometric noise: bounds, and a computation that does not branch on data."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lapwing.prelude as dp
from lapwing.errors import LapwingError
from lapwing.laws import violations
from lapwing.laws._noise import geometric_cases
from lapwing.measurements._geometric import clamp, even_clamp, make_geometric, then_geometric


@pytest.mark.parametrize("case", [*geometric_cases()], ids=lambda case: repr(case.chain.links[0].call))
def test_no_law_is_broken(case: Any) -> None:
    """The exact divergence of the laws is within the map, for every ordered pair of inputs."""
    assert [] == [str(violation) for violation in violations(case)]


MAPS: list[tuple[Any, tuple[Any, ...], str]] = [
    (dp.space_of(int), (7,), "d_in/7"),
    (dp.space_of(int), (7, (0, 10)), "min(10, d_in)/7"),
    (dp.space_of(int), (0, (0, 10)), "if(min(10, d_in) <= 0, 0, inf)"),
    (dp.space_of(list[int], dp.L1Distance(int)), (7, (0, 10)), "d_in/7"),
    (dp.Space(dp.VectorDomain(dp.AtomDomain(int), size=3), dp.L1Distance(int)), (7, (0, 10)), "min(30, d_in)/7"),
]


@pytest.mark.parametrize(("space", "arguments", "expected"), MAPS)
def test_the_map(space: Any, arguments: tuple[Any, ...], expected: str) -> None:
    """Clamped data are no further apart than their bounds."""
    assert expected == str((space >> then_geometric(*arguments)).privacy_map)


@pytest.mark.parametrize("constant_time", [False, True])
@pytest.mark.parametrize("bounds", [(0, 5), (-(2**62) - 1, 2**62), (-(2**80), 2**80), (3, 3)])
@pytest.mark.parametrize("scale", [0, 0.1, 50, 2**60])
def test_a_release_keeps_the_bounds(constant_time: bool, bounds: tuple[int, int], scale: float) -> None:
    """Numbers and vectors, whatever the datum."""
    lower, upper = bounds
    data = [lower - 9, lower, (lower + upper) // 2, upper, upper + 2**90]
    one = dp.space_of(int) >> then_geometric(scale, bounds, constant_time)
    many = dp.space_of(list[int], dp.L1Distance(int)) >> then_geometric(scale, bounds, constant_time)
    released = [*[one(x) for x in data], *many(data).tolist(), *many(data * 20).tolist()]
    assert all(lower <= x <= upper for x in released)
    if scale == 0:
        assert [min(max(x, lower), upper) for x in data] == many(data).tolist() == [one(x) for x in data]


@pytest.mark.parametrize("data", [[1, 2], [2**63, 2**80], np.array([1, 2])])
def test_the_type_of_a_bounded_release_tells_nothing(data: Any) -> None:
    """int64 for bounds within int64, Python integers for others, whatever the data."""
    space = dp.space_of(list[int], dp.L1Distance(int))
    assert np.int64 == (space >> then_geometric(1, (0, 9)))(data).dtype
    assert object == (space >> then_geometric(1, (0, 2**80)))(data).dtype


@pytest.mark.parametrize("bounds", [(-(2**61), 2**61), (-(2**61) - 1, 2**61), (-(2**62), 2**62), (-(2**63), 2**63 - 1)])
@pytest.mark.parametrize("noise", [2**63 - 1, -(2**63), 2**62 + 1, -(2**62), 5])
def test_wide_bounds_and_large_noise_do_not_wrap(
    bounds: tuple[int, int], noise: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the noise, the release of a vector is the clamped sum."""
    from lapwing.measurements import _geometric

    monkeypatch.setattr(_geometric, "draw", lambda p, scale, size: np.full(size, noise, np.int64))
    data = [bounds[0], bounds[0] + 7, 0, bounds[1]]
    released = (dp.space_of(list[int], dp.L1Distance(int)) >> then_geometric(1, bounds))(data).tolist()
    expected = [min(max(x + noise, bounds[0]), bounds[1]) for x in data]
    close = [abs(a - b) <= (1000 if abs(noise) > 2**62 + 1 else 0) for a, b in zip(expected, released, strict=True)]
    assert [True] * 4 == close


@given(st.integers(), st.integers(), st.integers(0))
def test_clamping_without_a_branch_is_clamping(number: int, lower: int, width: int) -> None:
    """The mask does what min and max do."""
    assert clamp(number, lower, lower + width) == even_clamp(number, lower, lower + width)


REFUSED: list[tuple[tuple[Any, ...], str]] = [
    (
        (dp.AtomDomain(int), dp.AbsoluteDistance(int), 1, None, True),
        "then_geometric(..., constant_time=True) needs bounds: give bounds=(lower, upper)",
    ),
    (
        (dp.AtomDomain(int), dp.AbsoluteDistance(int), 1, (5, 0)),
        "bounds are (lower, upper), but 5 is above 0: write bounds=(0, 5)",
    ),
    (
        (dp.AtomDomain(float), dp.AbsoluteDistance(float), 1),
        "then_geometric needs an integer or a vector of integers: start from AtomDomain(int), instead of AtomDomain(float)",
    ),
    ((dp.AtomDomain(int), dp.AbsoluteDistance(int), -1), "scale must be at least 0, but is -1"),
    (
        (dp.AtomDomain(int), dp.AbsoluteDistance(int), 1, (0, 5), "no"),
        "constant_time must be of type bool, but 'no' is of type str",
    ),
]


@pytest.mark.parametrize(("arguments", "text"), REFUSED)
def test_a_wrong_parameter_is_refused(arguments: tuple[Any, ...], text: str) -> None:
    """At construction."""
    with pytest.raises(LapwingError) as caught:
        make_geometric(*arguments)
    assert text == str(caught.value)


@pytest.mark.parametrize("scale", [0.25, 1.0, 3.0, 100.0])
@pytest.mark.parametrize("d_in", [0, 1, 7, 100])
def test_never_above_opendp(scale: float, d_in: int) -> None:
    """At most theirs, up to 1e-9; with bounds often below."""
    opendp: Any = importlib.import_module("opendp.prelude")
    opendp.enable_features("contrib")
    theirs = opendp.m.make_geometric(
        opendp.atom_domain(T=int), opendp.absolute_distance(T=int), scale=scale, bounds=(0, 10)
    )
    assert (dp.space_of(int) >> then_geometric(scale, (0, 10))).map(d_in) <= theirs.map(d_in) * (1 + 1e-9)
