"""Permute-and-flip: its maps, its coins, and how it differs from the exponential mechanism."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selection_tools import agrees, number, often, tanh_cost

import lapwing.prelude as dp
from lapwing.exact import to_float_up
from lapwing.laws._selection import exponential_law, permute_and_flip_law
from lapwing.maps import Expr, constant, exp
from lapwing.measurements._permute_and_flip import flip_coins, then_permute_and_flip

PURE, CONCENTRATED = dp.MaxDivergence(), dp.ZeroConcentratedDivergence()
SCALES = st.fractions(min_value=Fraction(1, 1000), max_value=1000)


def whole(size: int, *, monotonic: bool = False) -> dp.Space[Any, Any]:
    """Vectors of integer scores."""
    return dp.Space(dp.VectorDomain(dp.AtomDomain(int), size=size), dp.LInfDistance(int, monotonic=monotonic))


MAPS = [
    (PURE, False, 4, "d_in/2"),
    (PURE, True, 4, "d_in/4"),
    (CONCENTRATED, False, 2, "(d_in*exp(d_in) - d_in)/(exp(d_in) + 1)"),
    (CONCENTRATED, True, 1, "(d_in*exp(d_in) - d_in)/(exp(d_in) + 1)"),
    (PURE, True, 0, "if(d_in <= 0, 0, inf)"),
    (CONCENTRATED, True, 0, "if(d_in <= 0, 0, inf)"),
    (PURE, False, dp.Param("scale"), "2*d_in/scale"),
]


@pytest.mark.parametrize(("measure", "monotonic", "scale", "expected"), MAPS)
def test_the_map(measure: Any, monotonic: bool, scale: Any, expected: str) -> None:
    """The pure cost, and what every mechanism of that pure cost has in ρ."""
    assert expected == str((whole(3, monotonic=monotonic) >> then_permute_and_flip(measure, scale)).privacy_map)


@pytest.mark.parametrize("points", [300, pytest.param(10_000, marks=pytest.mark.audit)])
def test_the_map_is_the_least_float_above_the_formula(points: int) -> None:
    """On random rational scales, against another library's exponentials."""

    @settings(max_examples=points, deadline=None)
    @given(SCALES, st.integers(0, 500))
    def check(scale: Fraction, d_in: int) -> None:
        epsilon = 2 * d_in / scale
        assert to_float_up(epsilon) == (whole(2) >> then_permute_and_flip(PURE, scale)).map(d_in)
        rho = (whole(2) >> then_permute_and_flip(CONCENTRATED, scale)).map(d_in)
        true = Fraction(tanh_cost(epsilon))
        assert true * (1 - Fraction(1, 10**50)) <= rho
        # An ε of thousands has a tanh that no precision tells from 1: then the answer may be the float after the least.
        least = to_float_up(true * (1 + Fraction(1, 10**50)))
        assert rho <= (least if epsilon < 5000 else math.nextafter(least, math.inf))
        assert rho <= to_float_up(epsilon**2 / 2)

    check()


@pytest.mark.parametrize("points", [100, pytest.param(10_000, marks=pytest.mark.audit)])
def test_the_pure_cost_is_tight(points: int) -> None:
    """Two candidates reach it, whatever the scale and the distance."""

    @settings(max_examples=points, deadline=None)
    @given(SCALES, st.integers(1, 50), st.integers(0, 50), st.booleans())
    def check(scale: Fraction, d_in: int, ahead: int, monotonic: bool) -> None:
        law, worse = permute_and_flip_law(scale), -d_in if not monotonic else 0
        found = PURE.divergence(law([ahead, 0]), law([ahead + d_in, worse]))
        claimed = (whole(2, monotonic=monotonic) >> then_permute_and_flip(PURE, scale)).map(d_in)
        assert found <= claimed
        assert claimed <= found * (1 + 2**-48)

    check()


@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1, 100)])
def test_an_eighth_of_the_square_would_be_too_little(epsilon: Fraction) -> None:
    """The exact ρ of two candidates comes near ε²/2, four times what the exponential mechanism pays."""
    law = permute_and_flip_law(2 / epsilon)
    found = CONCENTRATED.divergence(law([1, 0]), law([0, 1]))
    claimed = (whole(2) >> then_permute_and_flip(CONCENTRATED, 2 / epsilon)).map(1)
    assert found <= claimed <= found * (1 + float(epsilon))
    assert found > 3.6 * float(epsilon) ** 2 / 8


@given(st.fractions(Fraction(1, 100), 5))
@settings(max_examples=50, deadline=None)
def test_no_mechanism_with_this_epsilon_costs_more(epsilon: Fraction) -> None:
    """Randomised response is the worst, and costs exactly what the map says of ε."""
    odds = exp(constant(epsilon))
    p = {True: odds / (odds + 1), False: 1 / (odds + 1)}
    q = {True: 1 / (odds + 1), False: odds / (odds + 1)}
    claimed = (whole(2) >> then_permute_and_flip(CONCENTRATED, 2 / epsilon)).map(1)
    assert claimed == pytest.approx(CONCENTRATED.divergence(p, q), rel=1e-11)


# --- laws and draws ---------------------------------------------------------------------------------------------------


def heads_law(scores: list[int], scale: Fraction) -> dict[int, Expr]:
    """Any of the heads, each alike: the form in which the sampler works."""
    coins = [exp(constant((Fraction(score) - max(scores)) / scale)) for score in scores]
    found = dict.fromkeys(range(len(scores)), constant(0))
    for size in range(1, len(scores) + 1):
        for heads in combinations(range(len(scores)), size):
            chance = constant(1)
            for index, coin in enumerate(coins):
                chance *= coin if index in heads else 1 - coin
            for index in heads:
                found[index] += chance / size
    return found


def integral_law(scores: list[int], scale: Fraction) -> dict[int, Expr]:
    """Each candidate comes up at a time t of its own: coin_i times the integral of the product of 1 - coin_j*t."""
    coins = [exp(constant((Fraction(score) - max(scores)) / scale)) for score in scores]
    found = {}
    for index, own in enumerate(coins):
        coefficients = [constant(1)]
        for other in coins[:index] + coins[index + 1 :]:
            pairs = zip([*coefficients, constant(0)], [constant(0), *coefficients], strict=True)
            coefficients = [low - other * high for low, high in pairs]
        found[index] = own * sum((value / (power + 1) for power, value in enumerate(coefficients)), constant(0))
    return found


@pytest.mark.parametrize("scores", [[0], [1, 0], [0, 0, 2], [3, 1, 2, 3], [0, 5, 9, 2]])
def test_three_ways_to_the_law(scores: list[int]) -> None:
    """By orders, by sets of heads and by an integral: the same expressions."""
    law = permute_and_flip_law(Fraction(3, 2))(scores)
    for other in (heads_law(scores, Fraction(3, 2)), integral_law(scores, Fraction(3, 2))):
        assert set(law) == set(other)
        assert all(abs(number(law[index]) - number(other[index])) < Fraction(1, 2**150) for index in law)


def coins_law(steps: list[int], unit: Fraction, counts: list[int]) -> dict[Hashable, Expr]:
    """The law of the set of heads."""
    coins = [exp(constant(-step * unit)) for step, count in zip(steps, counts, strict=True) for _ in range(count)]
    law: dict[Hashable, Expr] = {(): constant(1)}
    for place, coin in enumerate(coins):
        law = {
            outcome: chance
            for heads, before in law.items()
            for outcome, chance in (((*heads, place), before * coin), (heads, before * (1 - coin)))  # type: ignore[misc]  # tuples
        }
    return law


@pytest.mark.parametrize(
    ("steps", "unit", "counts", "depth"),
    [([1], Fraction(1, 3), [1], 1), ([1, 3], Fraction(1, 2), [1, 1], 2), ([2], Fraction(1, 9), [2], 2)],
)
def test_coins_follow_their_law_exactly(steps: list[int], unit: Fraction, counts: list[int], depth: int) -> None:
    """The whole tree of bits, with a byte for a coin."""

    def draw(stream: Any) -> tuple[int, ...]:
        return tuple(sorted(flip_coins(steps, unit, counts, stream, bits=8)))

    assert agrees(draw, coins_law(steps, unit, counts), depth)
    assert not agrees(draw, coins_law(steps, unit / 2, counts), depth)


def test_a_tie_is_decided_by_more_bits() -> None:
    """A coin whose first bits are those of its probability: the next ones decide, both ways."""
    from selection_tools import Branch

    first = int(Fraction(256) * number(exp(constant(-1))))
    low, high = bytes([first]) + bytes(8), bytes([first]) + b"\xff" * 8
    assert [0] == flip_coins([1], Fraction(1), [1], Branch(low), bits=8)
    assert [] == flip_coins([1], Fraction(1), [1], Branch(high), bits=8)


@pytest.mark.parametrize(("scores", "negate"), [([3, 1, 2, 3], False), ([3, 1, 2, 3], True), ([0, 0, 0, 9], True)])
def test_releases_follow_the_law(scores: list[int], negate: bool) -> None:
    """From the front door, with ties."""
    chain = whole(4) >> then_permute_and_flip(PURE, 1.5, negate=negate)
    assert [] == often(lambda: chain(scores), permute_and_flip_law(Fraction(3, 2), negate=negate)(scores))


@given(st.lists(st.integers(0, 5), min_size=2, max_size=4), SCALES)
@settings(max_examples=50, deadline=None)
def test_it_selects_no_worse_than_the_exponential_mechanism(scores: list[int], scale: Fraction) -> None:
    """The expected score is at least as high, at the same pure cost."""
    ours, other = permute_and_flip_law(scale)(scores), exponential_law(scale)(scores)
    better, worse = (sum(scores[i] * number(p) for i, p in law.items()) for law in (ours, other))
    assert better >= worse - Fraction(1, 2**100)


@given(st.lists(st.floats(), min_size=1, max_size=6), st.booleans())
@settings(max_examples=200, deadline=None)
def test_data_in_the_domain_never_raise(scores: list[float], negate: bool) -> None:
    """Any floats at all; the release is an index, a Python integer."""
    space = dp.Space(dp.VectorDomain(dp.AtomDomain(float), size=len(scores)), dp.LInfDistance(float))
    released = (space >> then_permute_and_flip(PURE, 0.5, negate=negate))(scores)
    assert type(released) is int
    assert 0 <= released < len(scores)


def test_without_noise_the_highest_scores_share() -> None:
    """Scale 0 is allowed, and costs everything."""
    chain = whole(3) >> then_permute_and_flip(PURE, 0)
    assert {0, 2} == {chain([5, 4, 5]) for _ in range(60)}


def test_a_free_scale_is_solved() -> None:
    """By algebra for ε; for ρ by bisection, to one float on the private side."""
    pure = whole(3) >> then_permute_and_flip(PURE, dp.Param("scale"))
    assert pure.solve(d_in=1, d_out=0.5) == whole(3) >> then_permute_and_flip(PURE, 4)
    solved = (whole(3) >> then_permute_and_flip(CONCENTRATED, dp.Param("scale"))).solve(d_in=1, d_out=0.5)
    assert solved.check(1, 0.5)
    assert 0.5 == pytest.approx(solved.map(1), rel=1e-14)


BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: whole(3) >> then_permute_and_flip(PURE, -0.5), "scale must be zero or more, but is -0.5"),
    (
        lambda: whole(3) >> then_permute_and_flip("pure", 1),  # type: ignore[type-var]  # on purpose
        "the output_measure of then_permute_and_flip must be MaxDivergence() or ZeroConcentratedDivergence(), "
        "but is 'pure'",
    ),
    (
        lambda: whole(0) >> then_permute_and_flip(PURE, 1),
        "then_permute_and_flip needs a known number of candidates, one or more: "
        "start from VectorDomain(..., size=n) with n >= 1",
    ),
]


@pytest.mark.parametrize(("build", "text"), BAD)
def test_bad_parameters_are_refused_when_it_is_built(build: Callable[[], Any], text: str) -> None:
    """With a sentence that says how to mend it."""
    with pytest.raises(dp.LapwingError) as caught:
        build()
    assert text == str(caught.value)
