"""The sparse vector technique on a vector of scores."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selection_tools import number, often

import lapwing.prelude as dp
from lapwing.exact import to_float_up
from lapwing.laws._selection import above_threshold_law
from lapwing.measurements._above_threshold import then_above_threshold

PURE = dp.MaxDivergence()


def whole(*, monotonic: bool = False) -> dp.Space[Any, Any]:
    """Vectors of integer scores, of any length."""
    return dp.Space(dp.VectorDomain(dp.AtomDomain(int)), dp.LInfDistance(int, monotonic=monotonic))


MAPS = [
    (False, 4, "d_in/2"),
    (True, 4, "d_in/2"),
    (False, 0.1, "20*d_in"),
    (False, 0, "if(d_in <= 0, 0, inf)"),
    (True, dp.Param("scale"), "2*d_in/scale"),
]


@pytest.mark.parametrize(("monotonic", "scale", "expected"), MAPS)
def test_the_map_does_not_depend_on_the_number_of_scores(monotonic: bool, scale: Any, expected: str) -> None:
    """Half of it for the threshold, half for the score at the index."""
    assert expected == str((whole(monotonic=monotonic) >> then_above_threshold(7, scale)).privacy_map)


@pytest.mark.parametrize("points", [300, pytest.param(10_000, marks=pytest.mark.audit)])
def test_the_map_is_the_least_float_above_the_formula(points: int) -> None:
    """On random scales."""

    @settings(max_examples=points, deadline=None)
    @given(st.fractions(Fraction(1, 1000), 1000), st.integers(0, 999))
    def check(scale: Fraction, d_in: int) -> None:
        assert to_float_up(2 * d_in / scale) == (whole() >> then_above_threshold(7, scale)).map(d_in)

    check()


@pytest.mark.parametrize(("scores", "factor"), [([0, 2], 2), ([3, -1, 1], 1), ([], 2), ([1], 2)])
def test_the_closed_form_is_the_sum(scores: list[int], factor: int) -> None:
    """Against floats and a sum over 400 noisy thresholds, which leaves out less than e^-200."""
    q = math.exp(-1 / factor)

    def at_least(z: int) -> float:
        return q**z / (1 + q) if z >= 0 else 1 - q ** (1 - z) / (1 + q)

    law = above_threshold_law(1, 1, factor)(scores)
    assert pytest.approx(1) == sum(float(number(p)) for p in law.values())
    for index in range(len(scores)):
        total = 0.0
        for noise in range(-200, 201):
            part = (1 - math.exp(-1)) / (1 + math.exp(-1)) * math.exp(-abs(noise))
            for score in scores[:index]:
                part *= 1 - at_least(1 + noise - score)
            total += part * at_least(1 + noise - scores[index])
        assert pytest.approx(total, rel=1e-9) == float(number(law[index]))


@pytest.mark.parametrize("monotonic", [False, True])
def test_releases_follow_the_law(monotonic: bool) -> None:
    """From the front door; None has its probability, too."""
    chain = whole(monotonic=monotonic) >> then_above_threshold(1, 1.5)
    law = above_threshold_law(1, Fraction(3, 2), 1 if monotonic else 2)
    assert [] == often(lambda: chain([0, 2, -1]), law([0, 2, -1]))


@pytest.mark.parametrize(("d_in", "monotonic"), [(1, False), (2, False), (1, True), (3, True)])
def test_the_cost_is_almost_reached(d_in: int, monotonic: bool) -> None:
    """To get past three high scores the threshold must have moved, and the low score after them far more."""
    law, worse = above_threshold_law(0, 1, 1 if monotonic else 2), -d_in if not monotonic else 0
    found = PURE.divergence(law([9, 9, 9, -20]), law([9 + d_in] * 3 + [worse - 20]))
    claimed = (whole(monotonic=monotonic) >> then_above_threshold(0, 1)).map(d_in)
    assert found <= claimed <= found * 1.05


def test_without_noise_it_is_the_first() -> None:
    """At the threshold counts as above."""
    chain = whole() >> then_above_threshold(5, 0)
    assert [1, None, None, 0] == [chain(x) for x in ([4, 5, 9], [4, 4], [], [2**80])]


def test_a_free_scale_is_solved() -> None:
    """By algebra."""
    chain = whole() >> then_above_threshold(5, dp.Param("scale"))
    assert chain.solve(d_in=1, d_out=0.5) == whole() >> then_above_threshold(5, 4)


BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: whole() >> then_above_threshold(5, -1), "scale must be zero or more, but is -1"),
    (
        lambda: whole() >> then_above_threshold(5.0, 1),  # type: ignore[arg-type]  # on purpose
        "threshold must be of type int, but 5.0 is of type float",
    ),
    (
        lambda: dp.space_of(list[float], dp.LInfDistance(float)) >> then_above_threshold(5, 1),  # type: ignore[operator]  # on purpose
        "then_above_threshold needs elements that are integers: "
        "start from elements of the type int, instead of AtomDomain(float)",
    ),
    (
        lambda: dp.space_of(list[int], dp.L1Distance(int)) >> then_above_threshold(5, 1),  # type: ignore[operator]  # on purpose
        "then_above_threshold needs a metric that bounds the change of every score: "
        "start from LInfDistance(int), instead of L1Distance(int)",
    ),
]


@pytest.mark.parametrize(("build", "text"), BAD)
def test_bad_parameters_are_refused_when_it_is_built(build: Callable[[], Any], text: str) -> None:
    """With a sentence that says how to mend it."""
    with pytest.raises(dp.LapwingError) as caught:
        build()
    assert text == str(caught.value)
