"""Laplace noise: document 001 line by line, and what floats and vectors add to it."""

from __future__ import annotations

import importlib
import math
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lapwing.prelude as dp
from lapwing.errors import LapwingError
from lapwing.exact import ExactFloat
from lapwing.laws import violations
from lapwing.laws._noise import laplace_cases, noise_cases, scalar_cases, windowed
from lapwing.maps import evaluate
from lapwing.measurements._laplace import (
    make_laplace,
    make_scalar_integer_laplace_cks20,
    then_laplace,
    then_scalar_integer_laplace_cks20,
)
from lapwing.measurements._noise import beyond, make_noise, then_noise
from lapwing.sampling import DiscreteLaplaceLaw

INT64 = np.iinfo(np.int64)
LARGEST = 1.7976931348623157e308
MAX = dp.MaxDivergence()


def ints() -> Any:
    """Integer vectors under L1Distance."""
    return dp.space_of(list[int], dp.L1Distance(int))


def floats(size: int | None = None) -> Any:
    """Float vectors under L1Distance."""
    element: Any = dp.AtomDomain(float)
    return dp.Space(dp.VectorDomain(element, size=size), dp.L1Distance(float))


# --- the laws ---------------------------------------------------------------------------------------------------------

CASES = [*laplace_cases(), *scalar_cases(), *noise_cases()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: repr(case.chain.links[0].call))
def test_no_law_is_broken(case: Any) -> None:
    """The exact divergence of the laws is within the map, for every ordered pair of inputs."""
    assert [] == [str(violation) for violation in violations(case)]


@pytest.mark.parametrize("scale", ["0.2", "1", "7", "12.5"])
@pytest.mark.parametrize("d_in", [1, 2, 5])
def test_the_map_is_tight(scale: str, d_in: int) -> None:
    """Document 001, proof: the reverse triangle inequality is reached, so the divergence is d_in/scale."""
    window = (-3, d_in + 3)
    laws = [windowed(1, Fraction(scale), x, window) for x in (0, d_in)]
    found = MAX.divergence(laws[0], laws[1])
    promised = (dp.space_of(int) >> then_laplace(Fraction(scale))).map(d_in)
    assert promised >= found >= promised * (1 - 2**-48)


# --- document 001 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [-1, -0.5, Fraction(-1, 10**9)])
def test_document_001_line_2_a_negative_scale_is_refused(scale: Any) -> None:
    """Line 2: scale must not be negative."""
    with pytest.raises(LapwingError) as caught:
        dp.space_of(int) >> then_scalar_integer_laplace_cks20(scale)
    assert f"scale must be at least 0, but is {scale!r}" == str(caught.value)


@pytest.mark.parametrize("scale", [math.nan, math.inf, -math.inf])
def test_document_001_line_6_a_scale_that_is_no_number_is_refused(scale: float) -> None:
    """Line 6: the conversion to a rational fails."""
    with pytest.raises(LapwingError) as caught:
        dp.space_of(int) >> then_scalar_integer_laplace_cks20(scale)
    assert f"scale must be finite, but is {scale!r}: give a number" == str(caught.value)


def test_document_001_line_8_scale_zero_returns_the_datum() -> None:
    """Lines 8 to 10: no noise, an infinite loss, and still no loss between equal data."""
    chain = dp.space_of(int) >> then_scalar_integer_laplace_cks20(0)
    assert [-5, 0, 2**80] == [chain(x) for x in (-5, 0, 2**80)]
    assert (0.0, math.inf) == (chain.map(0), chain.map(1))


def test_document_001_line_13_integers_are_not_bounded() -> None:
    """Line 13: the sum is a big integer."""
    chain = dp.space_of(int) >> then_scalar_integer_laplace_cks20(1)
    assert abs(chain(2**80) - 2**80) < 1000


def test_document_001_line_15_vectors_saturate_after_the_noise() -> None:
    """Line 15: a saturating cast, never a wrap, and the noise is added before it."""
    chain = ints() >> then_laplace(1000)
    released = chain(np.array([INT64.max, INT64.min] * 500))
    assert released.dtype == np.int64
    assert INT64.max in released
    assert INT64.min in released
    assert (released[::2] > 0).all()
    assert (released[1::2] < 0).all()
    assert (released[::2] < INT64.max).any()


def test_document_001_line_21_the_measure_is_the_max_divergence() -> None:
    """Line 21."""
    chain = dp.space_of(int) >> then_scalar_integer_laplace_cks20(1)
    assert dp.MaxDivergence() == chain.output_measure


@given(st.integers(0, 10**9), st.fractions(Fraction(1, 10**6), 10**6))
def test_document_001_line_22_the_map_is_d_in_over_scale(d_in: int, scale: Fraction) -> None:
    """Line 22: without a relaxation. The float is the smallest that is not below the quotient."""
    chain = dp.space_of(int) >> then_scalar_integer_laplace_cks20(scale)
    found = chain.map(d_in)
    assert Fraction(found) >= d_in / scale
    assert d_in == 0 or Fraction(math.nextafter(found, 0)) < d_in / scale
    assert chain.check(d_in, found)


def test_document_001_a_negative_distance_is_refused() -> None:
    """The postcondition speaks of d_in >= 0."""
    with pytest.raises(LapwingError) as caught:
        (dp.space_of(int) >> then_laplace(1)).map(-1)
    assert "d_in is a distance and must not be negative, but is -1" == str(caught.value)


def test_ten_thousand_points() -> None:
    """The map at random scales and distances, against exact fractions."""
    source = random.Random(1)  # the points are fixed: nothing here can fail by chance
    wrong = []
    for _ in range(10_000):
        scale = Fraction(source.randint(1, 10**9), 10 ** source.randint(0, 12))
        d_in = source.randint(0, 10 ** source.randint(1, 15))
        found = make_laplace(dp.AtomDomain(int), dp.AbsoluteDistance(int), scale).map(d_in)
        if not (Fraction(found) >= d_in / scale > Fraction(math.nextafter(found, -1.0))):
            wrong.append((scale, d_in))
    assert [] == wrong


# --- the noise --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", ["0.4", "3"])
def test_the_release_has_the_law(scale: str) -> None:
    """400,000 draws: each of 13 frequencies is within 0.006 of its probability.

    By Hoeffding's bound a right sampler fails with probability below 26*e^(-28.8) < 1e-11, and one with a probability
    that is off by 0.012 passes with a probability below 1e-11.
    """
    draws = 400_000
    released = Counter((ints() >> then_laplace(Fraction(scale)))(np.full(draws, 5)).tolist())
    law = DiscreteLaplaceLaw(Fraction(scale))
    for z in range(-6, 7):
        assert abs(released[5 + z] / draws - evaluate(law.pmf(z)).float_up()) < 0.006


@pytest.mark.parametrize(("p", "scale"), [(1, Fraction(3)), (2, Fraction(3))])
def test_noise_beyond_an_end_is_drawn_exactly(p: int, scale: Fraction) -> None:
    """Given |Z| >= 4: 20,000 draws, frequencies within 0.035. A right sampler fails with probability below 6*e^(-49) < 1e-20."""
    from lapwing.laws._noise import noise_law

    law, draws = noise_law(p, scale), 20_000
    above = evaluate(law.tail(3)).float_up()
    for end in (4, -4):
        found = Counter(beyond(p, scale)(end) for _ in range(draws))
        assert all(abs(z) >= 4 and (z > 0) == (end > 0) for z in found)
        for extra in range(3):
            expected = evaluate(law.pmf(4 + extra)).float_up() / above
            assert abs(found[end + extra * (1 if end > 0 else -1)] / draws - expected) < 0.035


def test_noise_at_an_end_of_int64_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A saturated noise says only that it is so large: the rest is drawn before the datum is added."""
    from lapwing.arrays._perturb import add_on_grid, add_to_integers

    noise = np.array([INT64.max, INT64.min, 3])
    ends = {INT64.max: 2**63 + 9, INT64.min: -(2**63) - 9}
    added = add_to_integers(np.array([-20, 20, 4]), noise, ends.__getitem__, saturate=True)
    assert [2**63 - 11, -(2**63) + 11, 7] == added.tolist()
    wide = add_to_integers(np.array([5, 5, 5]), noise, ends.__getitem__, saturate=False)
    assert [2**63 + 14, -(2**63) - 4, 8] == wide.tolist()
    assert [float(2**63 + 9), float(-(2**63) - 9), 3.5] == add_on_grid(
        np.array([0.0, 0.0, 2.0]), np.array([*noise[:2], 3]), -1, lambda end: 2 * ends[end]
    ).tolist()


# --- vectors of integers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [[1, 2], np.array([1, 2], np.uint8), [2**63, 2**80], [-(2**80)], []])
def test_the_type_of_a_release_tells_nothing(data: Any) -> None:
    """int64 comes out whether or not the data fit int64: the type must not tell neighbours apart."""
    released = (ints() >> then_laplace(1))(data)
    assert np.int64 == released.dtype
    assert len(data) == len(released)


@pytest.mark.parametrize("data", [[1, 2], [2**64, 2**80]])
def test_wide_bounds_give_python_integers(data: list[int]) -> None:
    """With bounds beyond int64 the release is exact, again whatever the data."""
    space = dp.Space(dp.VectorDomain(dp.AtomDomain(int, bounds=(0, 2**90))), dp.L1Distance(int))
    released = (space >> then_laplace(1))(data)
    assert object == released.dtype
    assert all(type(x) is int and abs(x - y) < 1000 for x, y in zip(released, data, strict=True))


def test_the_data_are_left_as_they_were() -> None:
    """Noise goes into a new array."""
    data = np.array([1, 2, 3])
    (ints() >> then_laplace(100))(data)
    assert [1, 2, 3] == data.tolist()
    reals = np.array([1.0, math.nan, 3.0])
    (floats(3) >> then_laplace(100))(reals)
    assert "[1.0, nan, 3.0]" == str(reals.tolist())


# --- floats -----------------------------------------------------------------------------------------------------------

FLOAT_MAPS = [
    (dp.space_of(float), (7, 7), "grid_up(d_in, 7)/7"),
    (dp.space_of(float), (1,), "grid_up(d_in, -96)"),
    (dp.space_of(float), (0,), "if(grid_up(d_in, -1074) <= 0, 0, inf)"),
    (floats(), (7,), "d_in/7"),
    (floats(3), (7, -1074), "d_in/7"),
    (floats(0), (7,), "0"),
    (floats(3), (4, 0), "if(d_in <= 0, 0, grid_up(d_in, 0) + 2)/4"),
]


@pytest.mark.parametrize(("space", "arguments", "expected"), FLOAT_MAPS)
def test_the_map_of_floats(space: Any, arguments: tuple[Any, ...], expected: str) -> None:
    """It says what rounding to the grid adds, and nothing where nothing is rounded."""
    assert expected == str((space >> then_laplace(*arguments)).privacy_map)


def test_a_multiple_of_the_grid_costs_no_more() -> None:
    """For a float scale and distance the relaxation vanishes below the grid."""
    chain = dp.space_of(float) >> then_laplace(3)
    assert (1 / 3, 0.0) < (chain.map(1.0), chain.map(0.0)) <= (0.33333333333333337, 0.0)
    assert Fraction(0.1) / 3 <= Fraction(chain.map(0.1)) <= Fraction(0.1) / 3 * (1 + Fraction(1, 2**52))


def test_a_sum_of_floats_stands_on_the_grid() -> None:
    """A chain of clamp, sum and noise has the loss that the textbook gives it."""
    chain = dp.space_of(list[float]) >> dp.then_clamp((0.0, 10.0)) >> dp.then_sum() >> then_laplace(20)
    assert 0.5 == chain.map(1)
    assert isinstance(chain([1.0, 2.0]), float)


@given(st.floats(-1e300, 1e300), st.floats(-1e300, 1e300), st.integers(-1074, 900))
def test_rounding_moves_two_numbers_apart_by_less_than_a_step(x: float, y: float, k: int) -> None:
    """The claim behind the map: at most ceil(|x - y|/2^k) steps, for a number and for an element of a vector."""
    from lapwing.arrays._perturb import add_on_grid, nearest_step

    step = Fraction(2) ** k
    most = math.ceil(abs(Fraction(x) - Fraction(y)) / step)
    assert abs(nearest_step(x, k) - nearest_step(y, k)) <= most
    assert abs(nearest_step(x, k) * step - Fraction(x)) <= step / 2
    vector = add_on_grid(np.array([x, y]), np.zeros(2, np.int64), k, beyond(1, Fraction(1)))
    singles = [ExactFloat(nearest_step(z, k) * step) for z in (x, y)]
    assert [float(z) for z in singles] == vector.tolist()


@given(st.lists(st.floats(-1e25, 1e25), min_size=1, max_size=5), st.integers(-60, 60), st.integers(-(2**70), 2**70))
def test_both_paths_of_a_vector_are_one_function(data: list[float], k: int, noise: int) -> None:
    """int64 and Python integers give the same floats: the path tells nothing about the datum."""
    from lapwing.arrays._perturb import add_on_grid, nearest_step, step_float

    expected = [step_float(nearest_step(x, k) + noise, k) for x in data]
    wide = np.array([noise] * len(data), dtype=object)
    assert expected == add_on_grid(np.array(data), wide, k, beyond(1, Fraction(1))).tolist()
    if INT64.min < noise < INT64.max:
        narrow = np.array([noise] * len(data), dtype=np.int64)
        assert expected == add_on_grid(np.array(data), narrow, k, beyond(1, Fraction(1))).tolist()


def test_what_is_no_number_is_treated_as_one() -> None:
    """NaN counts as 0, infinities as the largest floats; whatever comes out is finite."""
    chain = floats(4) >> then_laplace(0)
    assert [0.0, LARGEST, -LARGEST, 1.5] == chain([math.nan, math.inf, -math.inf, 1.5]).tolist()
    assert np.isfinite((floats(3) >> then_laplace(1e300))([math.nan, math.inf, 1.5])).all()
    assert np.isfinite((floats() >> then_laplace(1e300))([math.nan, math.inf, 1.5])).all()


@pytest.mark.parametrize("datum", [0.1 + 0.2, 5e-324, -5e-324, 1e308, LARGEST, ExactFloat(Fraction(10) ** 320)])
@pytest.mark.parametrize("scale", [1e-300, 1, 1e300])
def test_floats_of_all_sizes_are_released(datum: float, scale: float) -> None:
    """In-domain data never raise, and noise of a scale far below the datum leaves it as it is."""
    released = (dp.space_of(float) >> then_laplace(scale))(datum)
    assert type(released) is float
    assert math.isfinite(released)
    if scale < abs(datum) * 1e-30 and abs(datum) > 1e-100:
        assert float(datum) == released


# --- parameters -------------------------------------------------------------------------------------------------------

INT, FLOAT, STR = dp.AtomDomain(int), dp.AtomDomain(float), dp.AtomDomain(str)
REFUSED: list[tuple[Any, tuple[Any, ...], str]] = [
    (
        make_laplace,
        (INT, dp.AbsoluteDistance(int), 1, 0),
        "k must be left out, as integers stand on the grid of whole numbers, but is 0",
    ),
    (make_laplace, (FLOAT, dp.AbsoluteDistance(float), 1, -1075), "k must be between -1074 and 1023, but is -1075"),
    (make_laplace, (FLOAT, dp.AbsoluteDistance(float), 1, 0.5), "k must be of type int, but 0.5 is of type float"),
    (
        make_laplace,
        (FLOAT, dp.AbsoluteDistance(float), "1"),
        "scale must be an int, float, Fraction or Decimal, but is '1'",
    ),
    (
        make_laplace,
        (STR, dp.DiscreteDistance(), 1),
        "then_laplace needs a number or a vector of numbers: start from elements of the type int or float, instead of AtomDomain(str)",
    ),
    (
        make_laplace,
        (dp.VectorDomain(INT), dp.SymmetricDistance(), 1),
        "then_laplace needs distances by L1Distance: measure this space by L1Distance, instead of SymmetricDistance()",
    ),
    (
        make_laplace,
        (dp.VectorDomain(INT), dp.L2Distance(float), 1),
        "then_laplace needs distances by L1Distance: measure this space by L1Distance, instead of L2Distance(float)",
    ),
    (
        make_laplace,
        (dp.VectorDomain(FLOAT), dp.L1Distance(float), 1, -10),
        "noise on a grid of floats needs a known size: start from VectorDomain(..., size=n), or give k=-1074, on whose grid all floats stand",
    ),
    (
        make_scalar_integer_laplace_cks20,
        (FLOAT, dp.AbsoluteDistance(float), 1),
        "then_scalar_integer_laplace_cks20 needs one integer: start from AtomDomain(int), instead of AtomDomain(float)",
    ),
    (
        make_noise,
        (INT, dp.AbsoluteDistance(int), dp.Approximate(MAX), 1),
        "then_noise needs the measure MaxDivergence() or ZeroConcentratedDivergence(): "
        "choose one of the two instead of Approximate(MaxDivergence())",
    ),
]


@pytest.mark.parametrize(("make", "arguments", "text"), REFUSED)
def test_a_wrong_parameter_is_refused(make: Any, arguments: tuple[Any, ...], text: str) -> None:
    """At construction, with a text that says how to mend it."""
    with pytest.raises(LapwingError) as caught:
        make(*arguments)
    assert text == str(caught.value)


def test_a_free_scale() -> None:
    """The map has the symbol, and solving gives the exact scale."""
    chain = dp.space_of(int) >> then_laplace(dp.Param("scale"))
    assert "d_in/scale" == str(chain.privacy_map)
    solved = chain.solve(d_in=3, d_out=0.1)
    assert "then_laplace(30)" == repr(solved.links[0].call)
    with pytest.raises(LapwingError, match="a release needs a value for scale"):
        chain(1)


def test_a_free_scale_of_floats() -> None:
    """The grid follows the scale, and the solution holds for the grid that it brings."""
    chain = dp.space_of(float) >> then_laplace(dp.Param("scale"))
    solved = chain.solve(d_in=0.1, d_out=0.5)
    assert solved.check(0.1, 0.5)
    assert Fraction(solved.map(0.1)) >= Fraction(1, 2) - Fraction(1, 2**50)


def test_a_free_scale_of_float_vectors() -> None:
    """The same for a vector of known size, whose grid is coarser."""
    solved = (floats(3) >> then_laplace(dp.Param("scale"))).solve(d_in=0.1, d_out=0.5)
    assert solved.check(0.1, 0.5)
    assert Fraction(solved.map(0.1)) >= Fraction(1, 2) - Fraction(1, 2**40)
    assert 3 == len(solved([1.0, 2.0, 3.0]))


def test_the_general_form_is_the_same_measurement() -> None:
    """`make_noise` with MaxDivergence is Laplace noise."""
    chain = dp.space_of(int) >> then_noise(MAX, 4)
    assert str((dp.space_of(int) >> then_laplace(4)).privacy_map) == str(chain.privacy_map)
    assert (0, 5) == ((dp.space_of(int) >> then_noise(MAX, 0))(0), (dp.space_of(int) >> then_noise(MAX, 0))(5))


# --- OpenDP -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def opendp() -> Any:
    """The other library."""
    library: Any = importlib.import_module("opendp.prelude")
    library.enable_features("contrib")
    return library


def test_never_above_opendp(opendp: Any) -> None:
    """At most theirs, up to 1e-9: integers, floats, vectors, and floats on a coarse grid."""
    source = random.Random(2)
    real = opendp.atom_domain(T=float, nan=False)
    for _ in range(300):
        scale = float(f"{10 ** source.uniform(-3, 3):.6g}")
        d_in, near = source.randint(0, 1000), float(f"{10 ** source.uniform(-3, 3):.6g}")
        number = opendp.m.make_laplace(opendp.atom_domain(T=int), opendp.absolute_distance(T=int), scale=scale)
        assert (dp.space_of(int) >> then_laplace(scale)).map(d_in) <= number.map(d_in) * (1 + 1e-9)
        whole = opendp.m.make_laplace(real, opendp.absolute_distance(T=float), scale=scale)
        assert (dp.space_of(float) >> then_laplace(scale)).map(near) <= whole.map(near) * (1 + 1e-9)
        k, size = source.randint(-20, 3), source.randint(1, 9)
        grid = opendp.m.make_laplace(real, opendp.absolute_distance(T=float), scale=scale, k=k)
        assert (dp.space_of(float) >> then_laplace(scale, k)).map(near) <= grid.map(near) * (1 + 1e-9)
        sized = opendp.m.make_laplace(
            opendp.vector_domain(real, size=size), opendp.l1_distance(T=float), scale=scale, k=k
        )
        assert (floats(size) >> then_laplace(scale, k)).map(near) <= sized.map(near) * (1 + 1e-9)
        free = opendp.m.make_laplace(opendp.vector_domain(real), opendp.l1_distance(T=float), scale=scale)
        assert (floats() >> then_laplace(scale)).map(near) <= free.map(near) * (1 + 1e-9)
