"""The laws of additive noise tested on themselves: each planted mistake must be caught."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import lapwing.prelude as dp
from lapwing.laws import Case, violations
from lapwing.laws._noise import (
    HISTOGRAMS,
    TRICKY,
    geometric_cases,
    independent,
    kept_law,
    laplace_cases,
    laplace_threshold_cases,
    noise_law,
    rounded,
    windowed,
)
from lapwing.maps import Expr, constant, parse_tuple

MAX, RHO = dp.MaxDivergence(), dp.ZeroConcentratedDivergence()
WINDOW = (-9, 9)
Law = dict[Any, Expr]


def claim(space: Any, measure: Any, privacy_map: str, inputs: Any, law: Callable[[Any], Law], **options: Any) -> Case:
    """A law with a claim of its own. The release is not run: what it gives counts for the law of support alone."""

    def release(data: Any) -> Any:
        return next(iter(law(data.tolist() if hasattr(data, "tolist") else data)))

    chain = dp.Measurement(space.domain, space.metric, measure, release, parse_tuple(privacy_map))
    return Case(chain, inputs, law=law, **options)


def number(privacy_map: str, p: int, scale: Any, inputs: Any = (0, 1, 3), window: tuple[int, int] = WINDOW) -> Case:
    """Noise on one integer with a claim of its own."""
    law = lambda x: windowed(p, Fraction(scale), x, window)  # noqa: E731  # a law in a line
    return claim(dp.space_of(int), MAX if p == 1 else RHO, privacy_map, inputs, law)


def vector(privacy_map: str, metric: Any, inputs: Any) -> Case:
    """Laplace noise of scale 2 on integer vectors with a claim of its own."""
    law = lambda xs: independent([windowed(1, Fraction(2), x, (-3, 4)) for x in xs])  # noqa: E731  # a law in a line
    return claim(dp.space_of(list[int], metric), MAX, privacy_map, inputs, law)


def real(privacy_map: str, rounding: Callable[[float], int] | None = None, inputs: Any = TRICKY) -> Case:
    """Laplace noise of scale 1/2 on floats on the grid of quarters, with a claim or a rounding of its own."""
    to_step = rounding or (lambda x: rounded(Fraction(x), -2))
    law = lambda x: windowed(1, Fraction(2), to_step(x), (-6, 9))  # noqa: E731  # a law in a line
    return claim(dp.space_of(float), MAX, privacy_map, inputs, law, distances=(0.0, 0.1, 0.25, 1.0))


def keyed(privacy_map: str, kept: Callable[[int], Law] | None = None, inputs: Any = HISTOGRAMS) -> Case:
    """Thresholded Laplace noise of scale 1, threshold 2, with a claim or a rule of its own."""
    one = kept or (lambda value: kept_law(1, Fraction(1), 2, value, 8))
    law = lambda data: independent([one(data.get(key, 0)) for key in "ab"])  # noqa: E731  # a law in a line
    triples = ((0, 0, 0), (1, 1, 1), (2, 2, 1), (2, 3, 2))
    return claim(dp.space_of(dict[str, int]), dp.Approximate(MAX), privacy_map, inputs, law, distances=triples)


def on_threshold(value: int) -> Law:
    """The rule `noisy >= threshold`."""
    return kept_law(1, Fraction(1), 1, value, 5)


def with_zeros(value: int) -> Law:
    """The rule without dropping zeros."""
    noise = noise_law(1, Fraction(1))
    return {None: noise.cdf(2 - value), 3: noise.tail(2 - value)}


def either_side(value: int) -> Law:
    """The rule |noisy| > threshold, which releases on two sides."""
    noise = noise_law(1, Fraction(1))
    if value == 0:
        return {None: constant(1)}
    low, high = noise.cdf(-3 - value), noise.tail(2 - value)
    return {None: 1 - low - high, -3: low, 3: high}


S = "min(floor(l1), l0*floor(linf))"
LINF = f"min(floor(linf), {S})"
TAIL = "exp(-({gap} + 1))/(1 + exp(-1))"


def keyed_map(epsilon: str = S, gap: str = f"2 - {LINF}", keys: str = f"min(l0, {S})") -> str:
    """The map of thresholded Laplace noise, with a part exchanged."""
    return f"({epsilon}, if({S} <= 0, 0, at_least_once({TAIL.format(gap=gap)}, {keys})))"


def to_even(x: float) -> int:
    """Nearest step of a quarter, halves to even: numbers one step apart can go two steps apart."""
    return round(Fraction(x) * 4)


def away_from_zero(x: float) -> int:
    """Nearest step of a quarter or beyond: not the same on both sides of 0."""
    scaled = Fraction(x) * 4
    return -(-scaled.numerator // scaled.denominator) if scaled > 0 else scaled.numerator // scaled.denominator


def as_floats(x: float) -> int:
    """Steps that are scaled by the datum's own size, as float arithmetic would."""
    return round(x * 4 * (1 + abs(x)))


def by_type(xs: list[int]) -> Law:
    """A release whose type is that of the data: int64, or Python integers where these do not fit."""
    end = 2**63 - 1
    law = windowed(1, Fraction(1), xs[0], (end - 3, end + 3))
    merged: Law = {}
    for z, weight in law.items():
        outcome = ("int64", min(z, end)) if xs[0] <= end else ("object", z)
        merged[outcome] = merged.get(outcome, constant(0)) + weight
    return merged


def edge(law: Callable[[list[int]], Law]) -> Case:
    """Vectors of one element at the end of int64, with a law of their own."""
    return claim(dp.space_of(list[int], dp.L1Distance(int)), MAX, "d_in", ([2**63 - 2], [2**63 - 1], [2**63]), law)


L1, L2 = dp.L1Distance(int), dp.L2Distance(float)
PAIRS = [[0, 0], [1, 0], [1, 1]]

MUTANTS: dict[str, Case] = {
    "laplace: epsilon a hair too small": number("d_in*(1/2 - 1/2^50)", 1, 2),
    "laplace: another scale in the sampler than in the map": number("d_in/2", 1, "1.9999999999"),
    "laplace: a float scale that is not the decimal": number("10/3*d_in", 1, Fraction(0.3)),  # which is below 3/10
    "laplace: the scale is a variance": number("d_in/4", 1, 2),
    "laplace: a distance counted once": number("if(d_in <= 0, 0, 1/2)", 1, 2),
    "laplace: no price for no noise": number("d_in", 1, 0),
    "laplace: half the support": claim(
        dp.space_of(int),
        MAX,
        "d_in/2",
        (0, 1),
        lambda x: {x: 1 - noise_law(1, 2).tail(0), x + 1: noise_law(1, 2).tail(0)},
    ),
    "gaussian: rho of a quarter": number("d_in^2/32", 2, 2),
    "gaussian: the distance not squared": number("d_in/8", 2, 2),
    "gaussian: the scale not squared": number("d_in^2/12", 2, 2),
    "laplace: priced in rho at an eighth of epsilon squared": claim(
        dp.space_of(int), RHO, "d_in^2/32", (0, 1), lambda x: windowed(1, Fraction(2), x, WINDOW)
    ),
    "vector: the Euclidean distance for Laplace noise": vector("d_in/2", L2, PAIRS),
    "vector: the greatest difference for Laplace noise": vector("d_in/2", dp.LInfDistance(int), PAIRS),
    "vector: the type of the data shows": edge(by_type),
    "float: no word of rounding": real("2*d_in"),
    "float: halves to even": real("2*grid_up(d_in, -2)", to_even, (0.125, 0.375, -0.125, 0.625)),
    "float: away from zero": real("2*grid_up(d_in, -2)", away_from_zero),
    "float: steps that grow with the datum": real("2*grid_up(d_in, -2)", as_floats, (0.25, 0.5, 1.0)),
    "threshold: >= for >": keyed(keyed_map(), on_threshold),
    "threshold: zeros keep their keys": claim(
        dp.space_of(dict[str, int]),
        dp.Approximate(MAX),
        keyed_map(),
        ({}, {"a": 0}, {"a": 1}),
        lambda data: with_zeros(data["a"]) if "a" in data else {None: constant(1)},
        distances=((0, 0, 0), (1, 1, 1)),
    ),
    "threshold: releases on both sides": keyed(keyed_map(), either_side),
    "threshold: the tail off by one": keyed(keyed_map(gap=f"3 - {LINF}")),
    "threshold: linf forgotten": keyed(keyed_map(gap="2")),
    "threshold: delta of one key": keyed(keyed_map(keys="1")),
    "threshold: l0 for l1 in epsilon": keyed(keyed_map(epsilon="l0"), inputs=({"a": 5}, {"a": 7})),
    "threshold: linf for l1 in epsilon": keyed(keyed_map(epsilon=LINF), inputs=({"a": 5, "b": 5}, {"a": 6, "b": 6})),
    "threshold: linf for l0 in delta": keyed(keyed_map(keys="linf")),
    "threshold: no delta at all": keyed(f"({S}, 0)"),
    "threshold: delta a hair too small": keyed(
        f"({S}, if({S} <= 0, 0, (1 - 1/2^40)*at_least_once({TAIL.format(gap=f'2 - {LINF}')}, min(l0, {S}))))"
    ),
}


@pytest.mark.parametrize("case", MUTANTS.values(), ids=list(MUTANTS))
def test_a_planted_mistake_is_caught(case: Case) -> None:
    """By the law of privacy: two neighbours diverge by more than the map says."""
    assert "privacy" in {violation.law for violation in violations(case)}


RIGHT: dict[str, Case] = {
    "number": number("d_in/2", 1, 2),
    "gaussian": number("d_in^2/8", 2, 2),
    "vector": vector("d_in/2", L1, PAIRS),
    "real": real("2*grid_up(d_in, -2)"),
    "keyed": keyed(keyed_map()),
}


@pytest.mark.parametrize("case", RIGHT.values(), ids=list(RIGHT))
def test_the_same_without_the_mistake_passes(case: Case) -> None:
    """So it is the mistake that is caught, not its setting."""
    assert [] == [str(violation) for violation in violations(case)]


# --- mistakes in the code under the cases -----------------------------------------------------------------------------


def passing(sums: Any, threshold: Fraction) -> Any:
    """The rule >= in the place of >."""
    return sums <= threshold if threshold < 0 else sums >= threshold


def kernel_threshold(histogram: Any, draw: Any, threshold: Fraction, beyond: Any, *, zeros: bool, rule: Any) -> Any:
    """`beyond_threshold` with zeros or with another rule."""
    pairs = [(key, value) for key, value in histogram.items() if value or zeros]
    sums = np.array([value for _, value in pairs], dtype=object) + draw(len(pairs)).astype(object)
    kept = rule(sums, threshold).astype(bool)
    return {key: int(z) for (key, _), z, keep in zip(pairs, sums, kept, strict=True) if keep}


def above(sums: Any, threshold: Fraction) -> Any:
    """The rule > for thresholds of both signs."""
    return sums > threshold


KERNELS: dict[str, tuple[str, Any, Callable[[], Any]]] = {
    "a sum wraps round": ("saturated", lambda v, noise, _: v + noise, laplace_cases),
    "integers are added as floats": (
        "add_to_integers",
        lambda v, noise, *_, **__: np.array(
            [int(float(x) + float(z)) for x, z in zip(v, noise, strict=True)], dtype=object
        ),
        laplace_cases,
    ),
    "halves go down": ("half_up", lambda y: np.ceil(y - 0.5).astype(np.int64), laplace_cases),
    "floats are cut": ("half_up", lambda y: np.trunc(y).astype(np.int64), laplace_cases),
    "adding a half rounds twice": ("half_up", lambda y: np.floor(y + 0.5).astype(np.int64), laplace_cases),
    "the threshold is released": (
        "beyond_threshold",
        lambda *a: kernel_threshold(*a, zeros=False, rule=passing),
        laplace_threshold_cases,
    ),
    "zeros get noise": (
        "beyond_threshold",
        lambda h, draw, t, b: kernel_threshold(h, draw, t, b, zeros=True, rule=lambda s, t: s < t if t < 0 else s > t),
        laplace_threshold_cases,
    ),
    "a negative threshold is taken for a positive one": (
        "beyond_threshold",
        lambda *a: kernel_threshold(*a, zeros=False, rule=above),
        laplace_threshold_cases,
    ),
}


@pytest.mark.parametrize(("kernel", "replacement", "cases"), KERNELS.values(), ids=list(KERNELS))
def test_a_broken_kernel_is_caught_by_the_registered_cases(
    kernel: str, replacement: Any, cases: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes out has no place in the law."""
    from lapwing.arrays import _perturb

    monkeypatch.setattr(_perturb, kernel, replacement)
    assert any(violation for case in cases() for violation in violations(case))


def test_a_datum_that_is_not_clamped_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds limit the price only if the datum is clamped before the noise: here it is clamped after it alone."""

    def law(x: int) -> Law:
        return windowed(1, Fraction(7), x, (0, 7))

    bounded = next(case for case in geometric_cases() if "min(7, d_in)/7" == str(case.chain._map))
    broken = Case(bounded.chain, (-5, 20), law=law)
    assert "privacy" in {violation.law for violation in violations(broken)}
