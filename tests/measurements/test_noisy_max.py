"""The exponential mechanism: its maps, its exact draws, and what it refuses."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selection_tools import agrees, number, often

import lapwing.prelude as dp
from lapwing.exact import to_float_up
from lapwing.laws._selection import exponential_law
from lapwing.maps import constant, exp
from lapwing.measurements import _noisy_max
from lapwing.measurements._noisy_max import make_noisy_max, steps_behind, then_noisy_max, weights
from lapwing.measurements._permute_and_flip import then_permute_and_flip

PURE, CONCENTRATED = dp.MaxDivergence(), dp.ZeroConcentratedDivergence()
SCALES = st.fractions(min_value=Fraction(1, 1000), max_value=1000)


def whole(size: int, *, monotonic: bool = False) -> dp.Space[Any, Any]:
    """Vectors of integer scores."""
    return dp.Space(dp.VectorDomain(dp.AtomDomain(int), size=size), dp.LInfDistance(int, monotonic=monotonic))


def real(size: int) -> dp.Space[Any, Any]:
    """Vectors of float scores."""
    return dp.Space(dp.VectorDomain(dp.AtomDomain(float), size=size), dp.LInfDistance(float))


MAPS = [
    (PURE, False, 4, "d_in/2"),
    (PURE, True, 4, "d_in/4"),
    (CONCENTRATED, False, 4, "d_in^2/32"),
    (CONCENTRATED, True, 4, "d_in^2/128"),
    (PURE, False, 0.1, "20*d_in"),
    (PURE, False, 0, "if(d_in <= 0, 0, inf)"),
    (CONCENTRATED, True, 0, "if(d_in <= 0, 0, inf)"),
    (PURE, False, dp.Param("scale"), "2*d_in/scale"),
    (CONCENTRATED, True, dp.Param("scale"), "d_in^2/(8*scale^2)"),
]


@pytest.mark.parametrize(("measure", "monotonic", "scale", "expected"), MAPS)
def test_the_map_is_the_range_or_an_eighth_of_its_square(
    measure: Any, monotonic: bool, scale: Any, expected: str
) -> None:
    """For each measure and metric; the scale is the number that the user typed."""
    assert expected == str((whole(3, monotonic=monotonic) >> then_noisy_max(measure, scale)).privacy_map)


@pytest.mark.parametrize("points", [500, pytest.param(10_000, marks=pytest.mark.audit)])
def test_the_map_is_the_least_float_above_the_formula(points: int) -> None:
    """On random rational scales."""

    @settings(max_examples=points, deadline=None)
    @given(SCALES, st.integers(0, 10**6))
    def check(scale: Fraction, d_in: int) -> None:
        assert to_float_up(2 * d_in / scale) == (whole(2) >> then_noisy_max(PURE, scale)).map(d_in)
        concentrated = whole(2, monotonic=True) >> then_noisy_max(CONCENTRATED, scale)
        assert to_float_up((d_in / scale) ** 2 / 8) == concentrated.map(d_in)

    check()


@given(SCALES, st.integers(1, 50), st.booleans())
@settings(max_examples=200, deadline=None)
def test_the_pure_cost_is_tight(scale: Fraction, d_in: int, monotonic: bool) -> None:
    """With 2^70 rivals the exact divergence agrees with the map to 2^-48. All but the first are lumped together."""
    rivals, rise = 2**70, exp(constant(Fraction(d_in) / scale))
    fall = constant(1) if monotonic else exp(constant(-Fraction(d_in) / scale))
    p = {0: Fraction(1, rivals + 1), "rest": Fraction(rivals, rivals + 1)}
    q = {0: fall / (fall + rivals * rise), "rest": rivals * rise / (fall + rivals * rise)}
    claimed = (whole(2, monotonic=monotonic) >> then_noisy_max(PURE, scale)).map(d_in)
    found = PURE.divergence(p, q)
    assert found <= claimed
    assert claimed <= found * (1 + 2**-48)


@pytest.mark.parametrize("spread", [Fraction(1, 10), Fraction(1, 100)])
def test_the_concentrated_cost_is_tight_for_small_losses(spread: Fraction) -> None:
    """Two candidates, level on the whole, come within a relative r²/48 of r²/8."""
    space = whole(2)
    chain = space >> then_noisy_max(CONCENTRATED, 2 / spread)
    law = exponential_law(2 / spread)
    found, claimed = CONCENTRATED.divergence(law([1, 0]), law([0, 1])), chain.map(1)
    assert to_float_up(spread**2 / 8) == claimed
    assert found <= claimed <= found * (1 + float(spread) ** 2 / 40)


# --- exact draws ------------------------------------------------------------------------------------------------------

DRAWS = [
    ([0, 1], [1, 1], Fraction(1, 3)),
    ([0, 1, 5], [1, 2, 1], Fraction(1, 2)),
    ([0, 10**4], [1, 10**6], Fraction(1)),
    ([0, 1, 2], [0, 3, 1], Fraction(7)),
    ([0, 1, 2], [2, 1, 0], Fraction(1, 5)),
]


@pytest.mark.parametrize(("steps", "counts", "unit"), DRAWS)
def test_a_draw_follows_its_law_exactly(steps: list[int], counts: list[int], unit: Fraction) -> None:
    """The whole tree of bits, byte by byte: what is settled is never more than the law allows, what is open is little."""
    masses = [count * exp(constant(-step * unit)) for step, count in zip(steps, counts, strict=True)]
    total = sum(masses, constant(0))
    law = {group: mass / total for group, mass in enumerate(masses)}
    assert agrees(tree(steps, counts, unit), law, depth=3)


def tree(steps: list[int], counts: list[int], unit: Fraction) -> Callable[[Any], int]:
    """The sampler with one byte at a time."""
    return lambda stream: _noisy_max.draw_group(weights(steps, unit), counts, stream, bits=8, more=8)


MUTANTS: list[Callable[[list[int], Fraction], Any]] = [
    lambda steps, unit: weights(steps, 2 * unit),
    lambda steps, unit: weights([step + (step > 0) for step in steps], unit),
    lambda steps, unit: weights(steps[::-1], unit),
]


@pytest.mark.parametrize("replacement", MUTANTS)
def test_the_tree_finds_a_wrong_draw(replacement: Callable[[list[int], Fraction], Any]) -> None:
    """A scale, a step or an order that is not the law's."""
    steps, counts, unit = DRAWS[1]
    masses = [count * exp(constant(-step * unit)) for step, count in zip(steps, counts, strict=True)]
    total = sum(masses, constant(0))
    wrong = replacement(steps, unit)
    assert not agrees(
        lambda stream: _noisy_max.draw_group(wrong, counts, stream, bits=8, more=8),
        {group: mass / total for group, mass in enumerate(masses)},
        depth=2,
    )


@pytest.mark.parametrize(
    ("scores", "scale", "steps", "unit"),
    [
        ([7, 5, 0], Fraction(2), [0, 2, 7], Fraction(1, 2)),
        ([0, 5, 7], Fraction(2), [0, 5, 7], Fraction(1, 2)),
        ([0.5, 0.25, -1.0], Fraction(1, 3), [0, 1, 6], Fraction(3, 4)),
        ([2**70, 0], Fraction(1), [0, 2**70], Fraction(1)),
        ([math.inf], Fraction(1), [0], Fraction(1)),
        ([1e308, -1e308], Fraction(1), [0, 2 * int(1e308)], Fraction(1)),
        ([5e-324, 0.0], Fraction(1), [0, 1], Fraction(1, 2**1074)),
    ],
)
def test_gaps_are_exact(scores: list[Any], scale: Fraction, steps: list[int], unit: Fraction) -> None:
    """Whole steps of a grid on which all scores stand."""
    found, size = steps_behind(scores, scale)
    assert [step * unit for step in steps] == [step * size for step in found]


@pytest.mark.parametrize(("scores", "negate"), [([3, 1, 2, 3], False), ([3, 1, 2, 3], True), ([0, 0, 0, 9], True)])
def test_releases_follow_the_law(scores: list[int], negate: bool) -> None:
    """From the front door, with ties."""
    chain = whole(4) >> then_noisy_max(PURE, 1.5, negate=negate)
    assert [] == often(lambda: chain(scores), exponential_law(Fraction(3, 2), negate=negate)(scores))


SPECIAL: list[tuple[list[float], bool, set[int]]] = [
    ([1.0, math.inf, -math.inf, math.nan], False, {1}),
    ([1.0, math.inf, -math.inf, math.nan], True, {2}),
    ([math.nan, -math.inf, -math.inf, math.nan], False, {1, 2}),
    ([math.nan, math.inf, math.nan, math.inf], True, {1, 3}),
    ([math.nan] * 4, False, {0, 1, 2, 3}),
    ([math.nan, 5.0, -math.inf, -1e308], False, {1}),
    ([1e308, -1e308, 1e308, 0.0], False, {0, 2}),
    ([5e-324, 0.0, -0.0, 1e308], True, {0, 1, 2}),
]


@pytest.mark.parametrize(("scores", "negate", "expected"), SPECIAL)
def test_scores_of_every_kind_are_served(scores: list[float], negate: bool, expected: set[int]) -> None:
    """Nothing raises; infinities and NaN have their place. A finite score that is wrong has a chance below e^-1000."""
    chain = real(4) >> then_noisy_max(PURE, 1, negate=negate)
    found = {chain(scores) for _ in range(60)}
    assert found <= expected
    assert len(found) > (len(expected) > 1)  # both of two show up but with probability 2^-59


def test_scores_beyond_int64_are_exact() -> None:
    """Their differences decide, not their size."""
    chain = whole(2) >> then_noisy_max(PURE, 1)
    law = exponential_law(1)
    assert number(law([0, 1])[1]) == number(law([2**100, 2**100 + 1])[1])
    assert [] == often(lambda: chain([2**100, 2**100 + 1]), law([0, 1]))


def test_without_noise_the_highest_scores_share() -> None:
    """Scale 0 is allowed, and costs everything."""
    chain = whole(3) >> then_noisy_max(PURE, 0)
    assert {0, 2} == {chain([5, 4, 5]) for _ in range(60)}
    assert math.inf == chain.map(1)
    assert 0.0 == chain.map(0)


@given(st.lists(st.floats(), min_size=1, max_size=6), st.booleans())
@settings(max_examples=200, deadline=None)
def test_data_in_the_domain_never_raise(scores: list[float], negate: bool) -> None:
    """Any floats at all; the release is an index, a Python integer."""
    released = (real(len(scores)) >> then_noisy_max(CONCENTRATED, 0.01, negate=negate))(scores)
    assert type(released) is int
    assert 0 <= released < len(scores)


def test_the_data_stay_as_they_are() -> None:
    """An array of the caller's is read only."""
    scores = np.array([3, 1, 2])
    (whole(3) >> then_noisy_max(PURE, 1, negate=True))(scores)
    assert [3, 1, 2] == scores.tolist()


@pytest.mark.parametrize("scale", [Fraction(1, 10**3000), Fraction(10**3000), 5e-324, 1.7e308])
@pytest.mark.parametrize("then_select", [then_noisy_max, then_permute_and_flip])
def test_any_scale_serves_any_scores(scale: Any, then_select: Any) -> None:
    """From no noise to nothing but noise, on scores at the ends of the floats."""
    chain = real(3) >> then_select(PURE, scale)
    assert {chain([1.7e308, -1.7e308, 5e-324]) for _ in range(20)} <= {0, 1, 2}
    assert scale > 1 or {0} == {chain([1.0, 0.0, 0.0]) for _ in range(20)}


# --- parameters -------------------------------------------------------------------------------------------------------


def test_a_free_scale_is_solved() -> None:
    """For both measures, exactly where algebra can."""
    pure = whole(3) >> then_noisy_max(PURE, dp.Param("scale"))
    assert pure.solve(d_in=1, d_out=0.5) == whole(3) >> then_noisy_max(PURE, 4)
    solved = (whole(3) >> then_noisy_max(CONCENTRATED, dp.Param("scale"))).solve(d_in=1, d_out=0.125)
    assert solved.check(1, 0.125)
    assert 0.125 == pytest.approx(solved.map(1), rel=1e-12)
    assert solved([0, 0, 10**6]) == 2


def test_explain_shows_the_map() -> None:
    """With the mechanism in words."""
    shown = (whole(3) >> then_noisy_max(PURE, 4)).explain()
    assert "then_noisy_max(MaxDivergence(), 4): Select the index of a high score by the exponential mechanism" in shown
    assert "map      d_in/2" in shown


BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: whole(3) >> then_noisy_max(PURE, -1), "scale must be zero or more, but is -1"),
    (lambda: whole(3) >> then_noisy_max(PURE, math.nan), "scale must be finite, but is nan: give a number"),
    (
        lambda: whole(3) >> then_noisy_max(PURE, 1, negate="no"),  # type: ignore[arg-type]  # on purpose
        "negate must be of type bool, but 'no' is of type str",
    ),
    (
        lambda: whole(3) >> then_noisy_max(PURE, "1"),  # type: ignore[arg-type]  # on purpose
        "scale must be an int, float, Fraction or Decimal, but is '1'",
    ),
    (
        lambda: whole(3) >> then_noisy_max(dp.Approximate(PURE), 1),  # type: ignore[type-var]  # on purpose
        "the output_measure of then_noisy_max must be MaxDivergence() or ZeroConcentratedDivergence(), "
        "but is Approximate(MaxDivergence())",
    ),
    (
        lambda: dp.space_of(list[int], dp.LInfDistance(int)) >> then_noisy_max(PURE, 1),  # type: ignore[operator]  # on purpose
        "then_noisy_max needs a known number of candidates, one or more: start from VectorDomain(..., size=n) with n >= 1",
    ),
    (
        lambda: whole(0) >> then_noisy_max(PURE, 1),
        "then_noisy_max needs a known number of candidates, one or more: start from VectorDomain(..., size=n) with n >= 1",
    ),
    (
        lambda: dp.Space(dp.VectorDomain(dp.AtomDomain(int), size=3), dp.L1Distance(int)) >> then_noisy_max(PURE, 1),  # type: ignore[operator]  # on purpose
        "then_noisy_max needs a metric that bounds the change of every score: "
        "start from LInfDistance(int) or LInfDistance(float), instead of L1Distance(int)",
    ),
    (
        lambda: make_noisy_max(dp.AtomDomain(int), dp.LInfDistance(int), PURE, 1),  # type: ignore[arg-type]  # on purpose
        "then_noisy_max needs vectors: start from a VectorDomain, as in VectorDomain(AtomDomain(int)), "
        "instead of AtomDomain(int)",
    ),
]


@pytest.mark.parametrize(("build", "text"), BAD)
def test_bad_parameters_are_refused_when_it_is_built(build: Callable[[], Any], text: str) -> None:
    """With a sentence that says how to mend it."""
    with pytest.raises(dp.LapwingError) as caught:
        build()
    assert text == str(caught.value)


# --- beside OpenDP ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("monotonic", "scale"), list(product([False, True], [0.1, 0.7, 1.0, 3.3, 1e-3, 12345.678])))
def test_costs_no_more_than_in_opendp(monotonic: bool, scale: float) -> None:
    """Its two mechanisms, exponential noise for ε and Gumbel noise for ρ, have the maps of ours."""
    opendp = pytest.importorskip("opendp.prelude")
    opendp.enable_features("contrib")
    space = opendp.vector_domain(opendp.atom_domain(T=int)), opendp.linf_distance(T=int, monotonic=monotonic)
    for ours, theirs in ((PURE, opendp.max_divergence()), (CONCENTRATED, opendp.zero_concentrated_divergence())):
        chain = whole(3, monotonic=monotonic) >> then_noisy_max(ours, scale)
        other = opendp.m.make_noisy_max(*space, theirs, scale=scale)
        for d_in in (0, 1, 2, 17, 1000):
            assert chain.map(d_in) <= other.map(d_in) * (1 + 1e-9)
            assert chain.map(d_in) >= other.map(d_in) * (1 - 1e-9)
