"""Thresholded Laplace noise: document 002 line by line."""

from __future__ import annotations

import importlib
import math
import os
import random
import subprocess
import sys
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lapwing.prelude as dp
from lapwing.errors import LapwingError
from lapwing.exact import to_float_up
from lapwing.laws import violations
from lapwing.laws._noise import independent, kept_law, laplace_threshold_cases, noise_threshold_cases
from lapwing.maps import evaluate, exp
from lapwing.measurements._laplace_threshold import make_laplace_threshold, then_laplace_threshold
from lapwing.measurements._noise_threshold import make_noise_threshold, then_noise_threshold

SPACE = dp.space_of(dict[str, int])
MEASURE = dp.Approximate(dp.MaxDivergence())


def chain(scale: Any, threshold: Any) -> Any:
    """A histogram over strings."""
    return SPACE >> then_laplace_threshold(scale, threshold)


@pytest.mark.parametrize(
    "case", [*laplace_threshold_cases(), *noise_threshold_cases()], ids=lambda case: repr(case.chain.links[0].call)
)
def test_no_law_is_broken(case: Any) -> None:
    """The hockey-stick divergence of the laws is within (ε, δ), for every ordered pair of inputs."""
    assert [] == [str(violation) for violation in violations(case)]


# --- document 002 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("d_in", "expected"),
    [
        ((1, 1, 1), (1, 1, 1)),  # lines 16 and 20: whole numbers are their own floor
        ((3, 100, 2), (3, 6, 2)),  # line 24: l1 is at most linf*l0
        ((3, 4, 9), (3, 4, 4)),  # line 25: linf is at most l1
        ((9, 4, 2), (4, 4, 2)),  # integers differ by whole units, so at most l1 keys differ
        ((2, 100, 100), (2, 100, 100)),
    ],
)
def test_document_002_lines_16_to_25_the_bounds_tighten_each_other(
    d_in: tuple[int, int, int], expected: tuple[int, int, int]
) -> None:
    """The map at a distance is the formula at the tightened one."""
    scale, threshold = Fraction(3), 200
    l0, l1, linf = expected
    single = exp(-Fraction(threshold - linf) / scale) / (exp(1 / scale) + 1)
    delta = evaluate(1 - (1 - single) ** l0).float_up()
    assert (to_float_up(l1 / scale), delta) == chain(scale, threshold).map(d_in)


@pytest.mark.parametrize("d_in", [(1, 1.9, 1.9), (1, 1.0, 1.5)])
def test_document_002_lines_16_and_20_distances_are_floored(d_in: tuple[int, float, float]) -> None:
    """A fractional distance between integers is its floor."""
    reals = dp.Space(
        dp.MapDomain(dp.AtomDomain(str), dp.AtomDomain(int)), dp.L01InfDistance(dp.AbsoluteDistance(float))
    )
    assert chain(2, 9).map((1, 1, 1)) == (reals >> then_laplace_threshold(2, 9)).map(d_in)


@pytest.mark.parametrize(("d_in", "name"), [((1, -1, 1), "l1"), ((1, 1, -1), "linf"), ((-1, 1, 1), "l0")])
def test_document_002_lines_17_and_21_negative_distances_are_refused(d_in: tuple[int, int, int], name: str) -> None:
    """Each by its name."""
    with pytest.raises(LapwingError) as caught:
        chain(1, 9).map(d_in)
    assert f"{name} is a distance and must not be negative, but is -1" == str(caught.value)


@pytest.mark.parametrize("d_in", [(0, 0, 0), (0, 5, 5), (5, 0, 5), (5, 5, 0), (0, 10**9, 10**9)])
@pytest.mark.parametrize("scale", [0, 2])
def test_document_002_line_27_no_change_costs_nothing(d_in: tuple[int, int, int], scale: int) -> None:
    """If one bound is 0 the data are equal, whatever the threshold and the scale."""
    assert (0.0, 0.0) == chain(scale, 3).map(d_in)


def test_document_002_line_30_without_noise_there_is_no_privacy() -> None:
    """Scale 0."""
    assert (math.inf, 1.0) == chain(0, 100).map((1, 1, 1))


@pytest.mark.parametrize(("l1", "scale", "expected"), [(1, 2, 0.5), (6, 4, 1.5), (3, 0.1, 30.0)])
def test_document_002_line_33_epsilon_is_that_of_the_noise(l1: int, scale: float, expected: float) -> None:
    """l1/scale."""
    assert expected == chain(scale, 100).map((l1, l1, l1))[0]


@pytest.mark.parametrize("threshold", [5, -5])
def test_document_002_line_35_a_threshold_below_linf_is_refused(threshold: int) -> None:
    """The distance to instability would be negative. At linf itself it is 0."""
    with pytest.raises(LapwingError) as caught:
        chain(1, threshold).map((1, 6, 6))
    assert "threshold must be at least linf in size, which is 6 here, but is 5" == str(caught.value)
    assert (5.0, to_float_up(evaluate(1 / (exp(1) + 1)))) == chain(1, threshold).map((1, 5, 5))


@pytest.mark.parametrize("threshold", [20, -20, 20.0, 20.9, Fraction(20)])
def test_document_002_line_38_the_distance_to_instability(threshold: Any) -> None:
    """T = |threshold| - linf. Noisy values are whole, so a fraction in the threshold makes no difference."""
    expected = to_float_up(evaluate(exp(-Fraction(17, 2)) / (exp(Fraction(1, 2)) + 1)))
    assert (1.5, expected) == chain(2, threshold).map((1, 3, 3))


@pytest.mark.parametrize("scale", [10**6, 10**12, Fraction(1, 10**9)])
def test_document_002_lines_41_to_54_no_fallback_is_needed(scale: Any) -> None:
    """The tail is enclosed for any scale: the discrete one, which is the smaller."""
    epsilon, delta = chain(scale, 10**7).map((1, 1, 1))
    assert Fraction(epsilon) >= 1 / Fraction(scale)
    assert 0 < delta <= 0.5


@pytest.mark.parametrize("l0", [1, 2, 1000, 10**6])
@pytest.mark.parametrize("gap", [1, 30, 200, 680])
def test_document_002_line_60_delta_joins_all_keys(l0: int, gap: int) -> None:
    """1 - (1 - δ₁)^l0 to the last bit, from 0.1 to 1e-296: enclosed by Bonferroni's inequalities."""
    delta = Fraction(chain(1, gap + 1).map((l0, l0, 1))[1])
    single = Fraction(to_float_up(evaluate(exp(-gap) / (exp(1) + 1))))
    slack = Fraction(1, 2**50)
    if l0 * single < Fraction(1, 2**60):
        assert l0 * single * (1 - slack) <= delta <= l0 * single * (1 + slack)
    else:
        assert float(delta) == pytest.approx(-math.expm1(l0 * math.log1p(-float(single))), rel=1e-13)


def test_document_002_line_60_delta_down_to_the_smallest_float() -> None:
    """Where even 1e-300 is large: never 0, never below the truth."""
    assert 5e-324 == chain(1, 10**6).map((1, 1, 1))[1]
    assert 0 < chain(1, 740).map((1, 1, 1))[1] < 1e-320


def test_document_002_line_64_delta_is_at_most_one() -> None:
    """However many keys."""
    assert chain(10**6, 10).map((10**6, 10**6, 1))[1] <= 1.0


@pytest.mark.parametrize("threshold", [3, -3])
def test_document_002_theorem_a_pair_on_the_threshold_is_dropped(threshold: int) -> None:
    """Strictly greater, or strictly less for a negative one. Without noise the rule shows."""
    sign = 1 if threshold > 0 else -1
    data = {"below": sign * 2, "on": sign * 3, "beyond": sign * 4, "opposite": -sign * 9}
    assert {"beyond": sign * 4} == chain(0, threshold)(data)


def test_document_002_theorem_zeros_are_dropped_before_the_noise() -> None:
    """The metric takes {a: 0} for {}, so no key with 0 may ever show."""
    released = [chain(10, 1)({"a": 0, "b": 0}) for _ in range(200)]
    assert [{}] * 200 == released
    assert {} == chain(0, -1)({"a": 0})


# --- the order of a release -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", list(permutations("cab")))
def test_the_order_is_that_of_the_keys(order: tuple[str, ...]) -> None:
    """Identical over all orders of insertion."""
    assert ["a", "b", "c"] == list(chain(1, 10)(dict.fromkeys(order, 10**6)))


def test_the_order_does_not_depend_on_the_hash_seed() -> None:
    """Identical in processes with other hash seeds."""
    code = (
        "import lapwing.prelude as dp\n"
        "from lapwing.measurements._laplace_threshold import then_laplace_threshold\n"
        "chain = dp.space_of(dict[str, int]) >> then_laplace_threshold(1, 10)\n"
        "print(list(chain({word: 10**6 for word in {'wren', 'lapwing', 'owl', 'crane', 'ibis'}})))\n"
    )
    source = str(Path(dp.__file__).parents[1])
    shown = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": source},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert {"['crane', 'ibis', 'lapwing', 'owl', 'wren']\n"} == shown


def test_keys_without_an_order_come_in_a_random_one() -> None:
    """A frozenset is below another if it is part of it: sorting would show the order of the data.

    All 6 orders of 3 keys turn up in 400 releases, but for a probability below 6*(5/6)^400 < 1e-30.
    """
    space: Any = dp.Space(
        dp.MapDomain(dp.AtomDomain(frozenset), dp.AtomDomain(int)), dp.L01InfDistance(dp.AbsoluteDistance(int))
    )
    data = {frozenset(word): 10**6 for word in ("a", "b", "c")}
    release = space >> then_laplace_threshold(1, 10)
    assert 6 == len({tuple(release(data)) for _ in range(400)})


# --- more than the document -------------------------------------------------------------------------------------------


def test_values_of_any_size() -> None:
    """A mapping holds Python integers, which never saturate; others on their side do not matter."""
    data = {"a": 2**80, "b": 2**63 - 1, "c": -(2**80), "d": 1}
    released = chain(1, 10**3)(data)
    assert ["a", "b"] == list(released)
    assert all(type(v) is int and abs(v - data[k]) < 1000 for k, v in released.items())
    assert {} == chain(1, 2**90)({"a": 5})


def test_an_empty_mapping() -> None:
    """Gives an empty one."""
    assert {} == chain(1, 5)({})


class Text(str):
    """A text that is more than its letters."""


class Bytes(bytes):
    """Bytes that are more than themselves."""


@pytest.mark.parametrize(
    ("carrier", "held", "same"),
    [
        (float, -0.0, 0.0),
        (float, 2**53 + 1, 2.0**53),  # an integer that no float holds is remembered until here
        (str, Text("a"), "a"),
        (bytes, Bytes(b"a"), b"a"),
        (int, True, 1),
        (int, np.uint8(1), 1),
    ],
)
def test_keys_that_the_metric_takes_for_one_are_released_in_one_form(carrier: Any, held: Any, same: Any) -> None:
    """At distance 0 the map promises that no release tells two data apart."""
    metric = dp.L01InfDistance(dp.AbsoluteDistance(int))
    histogram = dp.Space(dp.MapDomain(dp.AtomDomain(carrier), dp.AtomDomain(int)), metric) >> then_laplace_threshold(
        1, 5
    )
    assert (0, 0, 0) == metric.distance({carrier(held): 1000}, {same: 1000})
    (key,) = histogram({held: 1000})
    assert (carrier, repr(same)) == (type(key), repr(key))


@given(st.integers(1, 50), st.integers(1, 6), st.integers(1, 4), st.integers(1, 3))
def test_delta_is_exact_for_keys_of_one_side(threshold: int, scale: int, l0: int, value: int) -> None:
    """Two data that share no key: δ at every ε is the probability that one is released, and the map reaches it."""
    if value > threshold:
        return
    laws = [
        independent([kept_law(1, Fraction(scale), threshold, v, threshold + 2) for _ in range(l0)]) for v in (value, 0)
    ]
    nothing = (None,) * l0
    released = 1 - laws[0][nothing]
    found = chain(scale, threshold).map((l0, l0 * value, value))[1]
    assert found == pytest.approx(evaluate(released).float_up(), rel=2**-48)
    assert Fraction(found) >= 0
    assert evaluate(released).at_most(Fraction(found))


@pytest.mark.parametrize("points", [1000, pytest.param(10_000, marks=pytest.mark.audit)])
def test_many_points(points: int) -> None:
    """(ε, δ) at random parameters, l0 up to 10^6, δ down to 1e-300, against MPFR with directed rounding."""
    import gmpy2

    source = random.Random(5)
    wrong = []
    with gmpy2.context(precision=200, emin=-(10**6), emax=10**6):
        for _ in range(points):
            scale = Fraction(source.randint(1, 10**5), 10 ** source.randint(0, 4))
            l0, linf = source.randint(1, 10 ** source.randint(1, 6)), source.randint(1, 5)
            gap = source.randint(0, max(1, int(min(650, 10**6) * scale)))
            l1 = source.randint(1, l0 * linf)
            made = make_laplace_threshold(SPACE.domain, SPACE.metric, scale, linf + gap)
            epsilon, delta = made.map((l0, l1, linf))
            single = min(linf, l1)
            b = gmpy2.mpfr(gmpy2.mpq(scale.numerator, scale.denominator))
            p = gmpy2.exp(-(linf + gap - single) / b) / (gmpy2.exp(1 / b) + 1)
            exact = -gmpy2.expm1(min(l0, l1) * gmpy2.log1p(-p))
            right = exact <= delta and delta <= exact * (1 + gmpy2.mpfr(2) ** -51) + 5e-324
            if not right or not Fraction(epsilon) >= l1 / scale > Fraction(math.nextafter(epsilon, -1.0)):
                wrong.append((scale, l0, l1, linf, gap))
    assert [] == wrong


def test_solving_for_the_threshold() -> None:
    """The smallest threshold that meets δ, and an error below it from the chain that is bound."""
    solved = (SPACE >> then_laplace_threshold(1, dp.Param("threshold"))).solve(d_in=(1, 1, 1), d_out=(1.0, 1e-6))
    assert "then_laplace_threshold(1, 14)" == repr(solved.links[0].call)
    assert solved.check((1, 1, 1), (1.0, 1e-6))
    assert not chain(1, 13).check((1, 1, 1), (1.0, 1e-6))
    with pytest.raises(LapwingError, match="threshold must be at least linf"):
        solved.map((1, 15, 15))


def test_solving_for_the_scale() -> None:
    """The least noise for which both ε and δ hold. Too low a threshold has no solution."""
    solved = (SPACE >> then_laplace_threshold(dp.Param("scale"), 100)).solve(d_in=(2, 2, 1), d_out=(0.5, 1e-6))
    assert "then_laplace_threshold(4, 100)" == repr(solved.links[0].call)
    assert solved.check((2, 2, 1), (0.5, 1e-6))
    with pytest.raises(LapwingError, match="no value of scale meets it"):
        (SPACE >> then_laplace_threshold(dp.Param("scale"), 30)).solve(d_in=(2, 2, 1), d_out=(0.5, 1e-6))


REFUSED: list[tuple[Any, tuple[Any, ...], str]] = [
    (make_laplace_threshold, (SPACE.domain, SPACE.metric, -1, 5), "scale must be at least 0, but is -1"),
    (
        make_laplace_threshold,
        (SPACE.domain, SPACE.metric, 1, math.nan),
        "threshold must be finite, but is nan: give a number",
    ),
    (
        make_laplace_threshold,
        (SPACE.domain, SPACE.metric, 1, "5"),
        "threshold must be an int, float, Fraction or Decimal, but is '5'",
    ),
    (
        make_laplace_threshold,
        (dp.MapDomain(dp.AtomDomain(str), dp.AtomDomain(float)), dp.L01InfDistance(dp.AbsoluteDistance(float)), 1, 5),
        "then_laplace_threshold needs a mapping from keys to integers: start from MapDomain(AtomDomain(...), AtomDomain(int)), "
        "instead of MapDomain(AtomDomain(str), AtomDomain(float))",
    ),
    (
        make_laplace_threshold,
        (SPACE.domain, dp.L02InfDistance(dp.AbsoluteDistance(int)), 1, 5),
        "then_laplace_threshold needs distances by L01InfDistance: measure this space by L01InfDistance, "
        "instead of L02InfDistance(AbsoluteDistance(int))",
    ),
    (
        make_noise_threshold,
        (SPACE.domain, SPACE.metric, dp.MaxDivergence(), 1, 5),
        "then_noise_threshold needs Approximate(MaxDivergence()) or Approximate(ZeroConcentratedDivergence()): "
        "choose one of the two instead of MaxDivergence()",
    ),
]


@pytest.mark.parametrize(("make", "arguments", "text"), REFUSED)
def test_a_wrong_parameter_is_refused(make: Any, arguments: tuple[Any, ...], text: str) -> None:
    """At construction."""
    with pytest.raises(LapwingError) as caught:
        make(*arguments)
    assert text == str(caught.value)


@pytest.mark.parametrize("data", [{"a": 1.5}, {"secret": "x"}, {7: 7}, [("a", 1)]])
def test_data_outside_the_domain_are_refused(data: Any) -> None:
    """By the domain, without showing them."""
    with pytest.raises(LapwingError) as caught:
        chain(1, 5)(data)
    assert "secret" not in str(caught.value)


def test_the_general_form_is_the_same_measurement() -> None:
    """The measure chooses the noise."""
    general = SPACE >> then_noise_threshold(MEASURE, 2, 9)
    assert str(chain(2, 9).privacy_map) == str(general.privacy_map)
    assert {"a": 100} == (SPACE >> then_noise_threshold(MEASURE, 0, 9))({"a": 100, "b": 9})


# --- OpenDP -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def opendp() -> Any:
    """The other library."""
    library: Any = importlib.import_module("opendp.prelude")
    library.enable_features("contrib")
    return library


def theirs(opendp: Any, scale: float, threshold: int) -> Any:
    """Their thresholded Laplace mechanism."""
    domain = opendp.map_domain(opendp.atom_domain(T=str), opendp.atom_domain(T=int))
    metric = opendp.l01inf_distance(opendp.absolute_distance(T=int))
    return opendp.m.make_laplace_threshold(domain, metric, scale=scale, threshold=threshold)


def test_never_above_opendp(opendp: Any) -> None:
    """At most theirs, up to 1e-9, although theirs is for a rule that releases more."""
    source = random.Random(6)
    for _ in range(300):
        scale = float(f"{10 ** source.uniform(-1, 2):.5g}")
        d_in = (source.randint(1, 50), source.randint(1, 50), source.randint(1, 9))
        threshold = source.randint(9, 9 + int(30 * scale))
        mine, other = chain(scale, threshold).map(d_in), theirs(opendp, scale, threshold).map(d_in)
        assert mine[0] <= other[0] * (1 + 1e-9)
        assert mine[1] <= other[1] * (1 + 1e-9)


UNSOUND = [
    # scale, threshold, d_in, their δ, the exact δ of their own release rule: noisy >= threshold
    (1.0, 2, (1, 1, 1), 0.09893801980144723, exp(0) / (exp(1) + 1)),
    (2.0, 3, (1, 1, 1), 0.13888945025695443, exp(-Fraction(1, 2)) / (exp(Fraction(1, 2)) + 1)),
]


@pytest.mark.parametrize(("scale", "threshold", "d_in", "reported", "exact"), UNSOUND)
def test_where_opendp_is_unsound(
    opendp: Any, scale: float, threshold: int, d_in: tuple[int, int, int], reported: float, exact: dp.Expr
) -> None:
    """It releases what is on the threshold with the δ of releasing what is above it: too small by e^(1/scale).

    That it does is seen without noise: a pair on the threshold is released.
    """
    assert reported == pytest.approx(theirs(opendp, scale, threshold).map(d_in)[1], rel=1e-12)
    assert {"a": 5} == theirs(opendp, 0.0, 5)({"a": 5})
    factor = evaluate(exact).float_up() / reported
    assert factor == pytest.approx(math.exp(1 / scale), rel=1e-9)


def test_where_opendp_releases_a_key_that_it_claims_to_hide(opendp: Any) -> None:
    """{a: 0} and {} are at distance (0, 0, 0), which it prices at (0, 0); yet it releases a.

    At scale 100 and threshold 1 a key with 0 shows with probability 0.497 each time: 60 misses in a row have
    probability below 1e-17.
    """
    other = theirs(opendp, 100.0, 1)
    assert (0.0, 0.0) == other.map((0, 0, 0))
    assert any("a" in other({"a": 0}) for _ in range(60))
    assert not any(chain(100, 1)({"a": 0}) for _ in range(60))


@pytest.mark.audit
def test_the_release_has_the_law() -> None:
    """200,000 keys at value 3, scale 2, threshold 5: frequencies within 0.0085 of the law; false alarms below 20*e^(-28.9) < 1e-11."""
    count = 200_000
    released = chain(2, 5)({f"k{i}": 3 for i in range(count)})
    law = kept_law(1, Fraction(2), 5, 3, 12)
    found = np.bincount(list(released.values()))
    for z in range(6, 12):
        assert abs(found[z] / count - evaluate(law[z]).float_up()) < 0.0085
    assert abs(1 - len(released) / count - evaluate(law[None]).float_up()) < 0.0085
