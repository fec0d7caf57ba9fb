"""Thresholded Gaussian noise: (ρ, δ), with the tail of the discrete Gaussian."""

from __future__ import annotations

import importlib
import math
import random
from fractions import Fraction
from typing import Any

import pytest

import lapwing.prelude as dp
from lapwing.errors import LapwingError
from lapwing.exact import to_float_up
from lapwing.laws import violations
from lapwing.laws._noise import gaussian_threshold_cases
from lapwing.maps import evaluate
from lapwing.measurements._gaussian_threshold import make_gaussian_threshold, then_gaussian_threshold
from lapwing.measurements._noise_threshold import then_noise_threshold
from lapwing.sampling import DiscreteGaussianLaw

SPACE = dp.space_of(dict[str, int], dp.L02InfDistance(dp.AbsoluteDistance(int)))


def chain(scale: Any, threshold: Any) -> Any:
    """A histogram over strings."""
    return SPACE >> then_gaussian_threshold(scale, threshold)


@pytest.mark.parametrize("case", [*gaussian_threshold_cases()], ids=lambda case: repr(case.chain.links[0].call))
def test_no_law_is_broken(case: Any) -> None:
    """The laws, conditioned on events of probability 1 - δ, are within ρ of each other, for every ordered pair."""
    assert [] == [str(violation) for violation in violations(case)]


@pytest.mark.parametrize(
    ("d_in", "squares", "keys", "single"),
    [
        ((1, 1.0, 1), 1, 1, 1),
        ((3, 100.0, 2), 12, 3, 2),  # Σd² is at most l0*linf²
        ((9, 2.0, 9), 4, 4, 2),  # linf is at most l2, and no more than l2² keys differ
        ((9, 1.5, 9), 2, 2, 1),  # Σd² is whole
        ((2, 1.4142135623730951, 1), 2, 2, 1),  # the float above the root of 2
    ],
)
def test_the_bounds_tighten_each_other(d_in: tuple[int, float, int], squares: int, keys: int, single: int) -> None:
    """The map at a distance is the formula at the tightened one."""
    scale, threshold = Fraction(3), 20
    one = DiscreteGaussianLaw(scale).tail(threshold - single)
    delta = evaluate(1 - (1 - one) ** keys).float_up()
    assert (to_float_up(squares / (2 * scale**2)), delta) == chain(scale, threshold).map(d_in)


@pytest.mark.parametrize("d_in", [(0, 0.0, 0), (0, 5.0, 5), (5, 0.9, 5), (5, 5.0, 0)])
@pytest.mark.parametrize("scale", [0, 2])
def test_no_change_costs_nothing(d_in: tuple[int, float, int], scale: int) -> None:
    """Integers less than 1 apart are equal."""
    assert (0.0, 0.0) == chain(scale, 3).map(d_in)


def test_without_noise_there_is_no_privacy() -> None:
    """Scale 0."""
    assert (math.inf, 1.0) == chain(0, 100).map((1, 1.0, 1))


def test_a_threshold_below_linf_is_refused() -> None:
    """The same error as for Laplace noise."""
    with pytest.raises(LapwingError) as caught:
        chain(1, 5).map((1, 6.0, 6))
    assert "threshold must be at least linf in size, which is 6 here, but is 5" == str(caught.value)


@pytest.mark.parametrize("scale", ["0.1", "1", "10", "1000", "1000000"])
def test_delta_is_right_down_to_the_smallest_numbers(scale: str) -> None:
    """Between Mills' bounds for sums: φ-like first term below, geometric row above."""
    exact = Fraction(scale)
    for deviations in (3, 10, 30, 36):
        t = max(1, int(deviations * exact))
        delta = chain(exact, t + 1).map((1, 1.0, 1))[1]
        first = -(Fraction(t + 1) ** 2) / (2 * exact**2)
        total = max(1.0, float(exact) * math.sqrt(2 * math.pi))
        lower = math.exp(first) / (total + 1) if first > -700 else 0.0
        # the row of terms from t + 1 on falls at least as fast as a geometric one with this ratio
        ratio = -math.expm1(-float(Fraction(2 * t + 3) / (2 * exact**2)))
        upper = math.exp(first) / total / ratio if first > -700 else 1e-300
        assert lower * (1 - 1e-9) <= delta <= upper * (1 + 1e-9)


@pytest.mark.parametrize("points", [300, pytest.param(10_000, marks=pytest.mark.audit)])
def test_many_points(points: int) -> None:
    """δ at random parameters against the sum of its terms in MPFR."""
    import gmpy2

    source = random.Random(7)
    wrong = []
    with gmpy2.context(precision=200, emin=-(10**6), emax=10**6):
        for _ in range(points):
            scale = Fraction(source.randint(1, 2000), 100)
            l0, linf = source.randint(1, 10 ** source.randint(1, 6)), source.randint(1, 5)
            gap = source.randint(0, int(36 * scale))
            made = make_gaussian_threshold(SPACE.domain, SPACE.metric, scale, linf + gap)
            delta = made.map((l0, 1e9, linf))[1]
            c = gmpy2.mpfr(gmpy2.mpq(scale.denominator**2, 2 * scale.numerator**2))
            reach = int(45 * scale) + 9
            weights = [gmpy2.exp(-c * z * z) for z in range(reach + 1)]
            total = 2 * sum(weights) - 1
            p = sum(weights[gap + 1 :]) / total
            exact = -gmpy2.expm1(min(l0, 10**18) * gmpy2.log1p(-p))
            if not (exact * (1 - gmpy2.mpfr(2) ** -52) <= delta <= exact * (1 + gmpy2.mpfr(2) ** -51) + 5e-324):
                wrong.append((scale, l0, linf, gap, delta))
    assert [] == wrong


def test_what_is_released() -> None:
    """As for Laplace noise: strictly beyond, no zeros, sorted."""
    assert {"b": 4, "d": 5} == chain(0, 3)({"d": 5, "a": 3, "b": 4, "c": 0})
    assert ["b", "d"] == list(chain(0, 3)({"d": 5, "a": 3, "b": 4, "c": 0}))
    assert {"a": -4} == chain(0, -3)({"a": -4, "b": -3, "c": 9})


def test_solving_for_the_threshold() -> None:
    """The smallest that meets δ."""
    solved = (SPACE >> then_gaussian_threshold(5, dp.Param("threshold"))).solve(d_in=(1, 1.0, 1), d_out=(0.02, 1e-9))
    assert solved.check((1, 1.0, 1), (0.02, 1e-9))
    [link] = solved.links
    threshold = link.call.args[-1]
    assert isinstance(threshold, int)
    assert not chain(5, threshold - 1).check((1, 1.0, 1), (0.02, 1e-9))


def test_the_general_form_is_the_same_measurement() -> None:
    """The measure chooses the noise."""
    general = SPACE >> then_noise_threshold(dp.Approximate(dp.ZeroConcentratedDivergence()), 2, 9)
    assert str(chain(2, 9).privacy_map) == str(general.privacy_map)


REFUSED: list[tuple[tuple[Any, ...], str]] = [
    ((SPACE.domain, SPACE.metric, -1, 5), "scale must be at least 0, but is -1"),
    (
        (SPACE.domain, dp.L01InfDistance(dp.AbsoluteDistance(int)), 1, 5),
        "then_gaussian_threshold needs distances by L02InfDistance: measure this space by L02InfDistance, "
        "instead of L01InfDistance(AbsoluteDistance(int))",
    ),
]


@pytest.mark.parametrize(("arguments", "text"), REFUSED)
def test_a_wrong_parameter_is_refused(arguments: tuple[Any, ...], text: str) -> None:
    """At construction."""
    with pytest.raises(LapwingError) as caught:
        make_gaussian_threshold(*arguments)
    assert text == str(caught.value)


def test_never_above_opendp() -> None:
    """At most theirs, up to 1e-9."""
    opendp: Any = importlib.import_module("opendp.prelude")
    opendp.enable_features("contrib")
    domain = opendp.map_domain(opendp.atom_domain(T=str), opendp.atom_domain(T=int))
    metric = opendp.l02inf_distance(opendp.absolute_distance(T=int))
    source = random.Random(8)
    for _ in range(200):
        scale = float(f"{10 ** source.uniform(-0.5, 1.5):.5g}")
        d_in = (source.randint(1, 50), source.randint(1, 20), source.randint(1, 9))
        threshold = source.randint(9, 9 + int(8 * scale))
        theirs = opendp.m.make_gaussian_threshold(domain, metric, scale=scale, threshold=threshold).map(d_in)
        mine = chain(scale, threshold).map((d_in[0], float(d_in[1]), d_in[2]))
        assert mine[0] <= theirs[0] * (1 + 1e-9)
        assert mine[1] <= theirs[1] * (1 + 1e-9)
