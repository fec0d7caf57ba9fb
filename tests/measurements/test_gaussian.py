"""Gaussian noise: priced in ρ, on integers and on a grid of floats."""

from __future__ import annotations

import importlib
import math
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import lapwing.prelude as dp
from lapwing.errors import LapwingError
from lapwing.laws import violations
from lapwing.laws._noise import gaussian_cases, windowed
from lapwing.maps import evaluate
from lapwing.measurements._gaussian import make_gaussian, then_gaussian
from lapwing.measurements._noise import then_noise
from lapwing.sampling import DiscreteGaussianLaw

RHO = dp.ZeroConcentratedDivergence()


def ints() -> Any:
    """Integer vectors under L2Distance."""
    return dp.space_of(list[int], dp.L2Distance(float))


def floats(size: int | None = None) -> Any:
    """Float vectors under L2Distance."""
    element: Any = dp.AtomDomain(float)
    return dp.Space(dp.VectorDomain(element, size=size), dp.L2Distance(float))


@pytest.mark.parametrize("case", [*gaussian_cases()], ids=lambda case: repr(case.chain.links[0].call))
def test_no_law_is_broken(case: Any) -> None:
    """The exact divergence of the laws is within the map, for every ordered pair of inputs."""
    assert [] == [str(violation) for violation in violations(case)]


@pytest.mark.parametrize(("scale", "d_in"), [("0.5", 1), ("1", 1), ("3", 2)])
def test_the_map_is_tight(scale: str, d_in: int) -> None:
    """With the tails far out the divergence is d²/(2σ²) up to what the tails hold."""
    reach = 6 * math.ceil(Fraction(scale)) + d_in
    laws = [windowed(2, Fraction(scale), x, (-reach, reach + d_in)) for x in (0, d_in)]
    promised = (dp.space_of(int) >> then_gaussian(Fraction(scale))).map(d_in)
    assert RHO.within(laws[0], laws[1], promised)
    assert RHO.divergence(laws[0], laws[1]) >= promised * (1 - 1e-6)


@pytest.mark.parametrize("alpha", [1.1, 2, 5, 20])
def test_the_renyi_divergence_is_within_the_map_at_each_order(alpha: float) -> None:
    """A grid of orders, summed far into the tails: D_α is at most ρα and reaches it to 1e-9."""
    scale, d_in = 2.0, 3
    total = math.fsum(math.exp(-(z**2) / (2 * scale**2)) for z in range(-400, 400))
    powers = [-(alpha * z**2 + (1 - alpha) * (z - d_in) ** 2) / (2 * scale**2) for z in range(-400, 400)]
    most = max(powers)
    found = (most + math.log(math.fsum(math.exp(power - most) for power in powers) / total)) / (alpha - 1)
    promised = (dp.space_of(int) >> then_gaussian(2)).map(d_in)
    assert found == pytest.approx(promised * alpha, rel=1e-9)


def test_ten_thousand_points() -> None:
    """The map at random scales and distances, against exact fractions."""
    source = random.Random(3)
    wrong = []
    for _ in range(10_000):
        scale = Fraction(source.randint(1, 10**6), 10 ** source.randint(0, 6))
        d_in = source.randint(0, 10 ** source.randint(1, 9))
        found = make_gaussian(dp.AtomDomain(int), dp.AbsoluteDistance(int), scale).map(d_in)
        if not (Fraction(found) >= d_in**2 / (2 * scale**2) > Fraction(math.nextafter(found, -1.0))):
            wrong.append((scale, d_in))
    assert [] == wrong


MAPS = [
    (dp.space_of(int), (7,), "d_in^2/98"),
    (dp.space_of(int), (0,), "if(d_in <= 0, 0, inf)"),
    (dp.space_of(float), (7, 7), "grid_up(d_in, 7)^2/98"),
    (ints(), (7,), "d_in^2/98"),
    (floats(), (7,), "d_in^2/98"),
    (floats(4), (1, 0), "if(d_in <= 0, 0, d_in + 2)^2/2"),
    (floats(0), (1,), "0"),
    (dp.space_of(int), (dp.Param("scale"),), "d_in^2/(2*scale^2)"),
]


@pytest.mark.parametrize(("space", "arguments", "expected"), MAPS)
def test_the_map(space: Any, arguments: tuple[Any, ...], expected: str) -> None:
    """d²/(2σ²), with what rounding adds to d."""
    assert expected == str((space >> then_gaussian(*arguments)).privacy_map)


@pytest.mark.parametrize("scale", ["0.6", "2"])
def test_the_release_has_the_law(scale: str) -> None:
    """400,000 draws: each of 11 frequencies is within 0.006 of its probability.

    By Hoeffding's bound a right sampler fails with probability below 22*e^(-28.8) < 1e-11, and one with a probability
    that is off by 0.012 passes with a probability below 1e-11.
    """
    draws = 400_000
    released = Counter((ints() >> then_gaussian(Fraction(scale)))(np.full(draws, 5)).tolist())
    law = DiscreteGaussianLaw(Fraction(scale))
    for z in range(-5, 6):
        assert abs(released[5 + z] / draws - evaluate(law.pmf(z)).float_up()) < 0.006


def test_a_float_vector_spreads_as_its_scale_says() -> None:
    """100,000 draws at scale 3: the mean square is within 0.5 of 9. Its own deviation is 0.04, so 12 deviations: below 1e-30."""
    released = (floats(100_000) >> then_gaussian(3))(np.full(100_000, 1.5))
    assert abs(float(np.mean((released - 1.5) ** 2)) - 9) < 0.5


def test_scale_zero_returns_the_datum() -> None:
    """And costs everything."""
    chain = dp.space_of(int) >> then_gaussian(0)
    assert (5, 0.0, math.inf) == (chain(5), chain.map(0), chain.map(1))


def test_solving_for_the_scale() -> None:
    """Exact where the root is rational."""
    chain = dp.space_of(int) >> then_gaussian(dp.Param("scale"))
    assert "then_gaussian(1)" == repr(chain.solve(d_in=1, d_out=0.5).links[0].call)


def test_the_general_form_is_the_same_measurement() -> None:
    """`make_noise` with ZeroConcentratedDivergence is Gaussian noise."""
    chain = ints() >> then_noise(RHO, 4)
    assert str((ints() >> then_gaussian(4)).privacy_map) == str(chain.privacy_map)
    assert RHO == chain.output_measure


REFUSED: list[tuple[tuple[Any, ...], str]] = [
    ((dp.AtomDomain(int), dp.AbsoluteDistance(int), -2), "scale must be at least 0, but is -2"),
    (
        (dp.VectorDomain(dp.AtomDomain(int)), dp.L1Distance(int), 1),
        "then_gaussian needs distances by L2Distance: measure this space by L2Distance, instead of L1Distance(int)",
    ),
    ((dp.AtomDomain(int), dp.AbsoluteDistance(int), math.nan), "scale must be finite, but is nan: give a number"),
]


@pytest.mark.parametrize(("arguments", "text"), REFUSED)
def test_a_wrong_parameter_is_refused(arguments: tuple[Any, ...], text: str) -> None:
    """At construction."""
    with pytest.raises(LapwingError) as caught:
        make_gaussian(*arguments)
    assert text == str(caught.value)


def test_never_above_opendp() -> None:
    """At most theirs, up to 1e-9: integers, floats, vectors, and floats on a coarse grid."""
    opendp: Any = importlib.import_module("opendp.prelude")
    opendp.enable_features("contrib")
    source = random.Random(4)
    real = opendp.atom_domain(T=float, nan=False)
    for _ in range(300):
        scale = float(f"{10 ** source.uniform(-3, 3):.6g}")
        d_in, near = source.randint(0, 1000), float(f"{10 ** source.uniform(-3, 3):.6g}")
        number = opendp.m.make_gaussian(opendp.atom_domain(T=int), opendp.absolute_distance(T=int), scale=scale)
        assert (dp.space_of(int) >> then_gaussian(scale)).map(d_in) <= number.map(d_in) * (1 + 1e-9)
        whole = opendp.m.make_gaussian(real, opendp.absolute_distance(T=float), scale=scale)
        assert (dp.space_of(float) >> then_gaussian(scale)).map(near) <= whole.map(near) * (1 + 1e-9)
        k, size = source.randint(-20, 3), source.randint(1, 9)
        sized = opendp.m.make_gaussian(
            opendp.vector_domain(real, size=size), opendp.l2_distance(T=float), scale=scale, k=k
        )
        assert (floats(size) >> then_gaussian(scale, k)).map(near) <= sized.map(near) * (1 + 1e-9)
