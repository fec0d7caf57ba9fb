"""Estimates from randomised answers: unbiased, with the error that the planners tell."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import opendp.measurements as odp
import pytest
from hypothesis import given
from hypothesis import strategies as st
from opendp.mod import enable_features

import lapwing.prelude as dp
from lapwing.errors import DomainError, LapwingError, NonFiniteError, OutOfRangeError
from lapwing.laws._responses import bool_law, flip_law, response_law
from lapwing.measurements._debias import (
    RapporPlan,
    ResponsePlan,
    debias_basic_rappor,
    debias_randomized_response,
    debias_randomized_response_bool,
)
from lapwing.measurements._rappor import make_rappor, rappor_many

enable_features("contrib")

# So small that every possible row of answers can be listed with its probability.
PEOPLE = [[True, False], [True, False], [False, True]]
F = Fraction(1, 2)


def joint(laws: list[dict[Any, Fraction]]) -> Iterator[tuple[list[Any], Fraction]]:
    """Every row of answers with its probability."""
    for pairs in product(*(law.items() for law in laws)):
        yield [answer for answer, _ in pairs], math.prod((weight for _, weight in pairs), start=Fraction(1))


# --- RAPPOR, document 003 section 3.2 ---------------------------------------------------------------------------------


def test_theorem_3_4_the_estimate_is_unbiased() -> None:
    """Over all answers that three people can give, its mean is the true frequency."""
    law = flip_law(F / 2)
    means = [Fraction(0), Fraction(0)]
    for answers, weight in joint([law(bits) for bits in PEOPLE]):
        estimate = debias_basic_rappor(answers, F)
        means = [mean + weight * Fraction(float(part)) for mean, part in zip(means, estimate, strict=True)]
    assert [2 / 3, 1 / 3] == pytest.approx([float(mean) for mean in means], abs=1e-15)


def test_theorem_3_5_the_mean_squared_error() -> None:
    """Over the same answers, the mean of the squared distance is k(f - f²/2)/(2n(1 - f)²), as the planner says."""
    law = flip_law(F / 2)
    error = 0.0
    for answers, weight in joint([law(bits) for bits in PEOPLE]):
        gaps = debias_basic_rappor(answers, F) - np.mean(PEOPLE, axis=0)
        error += float(weight) * float(np.sum(gaps**2))
    k, n = 2, 3
    assert k * (F - F**2 / 2) / (2 * n * (1 - F) ** 2) == pytest.approx(error, rel=1e-12)
    assert RapporPlan(size=k, f=F).mean_squared_error(n) == pytest.approx(error, rel=1e-12)
    assert RapporPlan(size=k, f=F).standard_error(n) == pytest.approx(math.sqrt(error / k), rel=1e-12)


@given(st.integers(1, 500), st.fractions(Fraction(1, 1000), Fraction(999, 1000)), st.integers(1, 10**9))
def test_theorem_3_5_the_formula(size: int, f: Fraction, n: int) -> None:
    """Rounded up, at any point."""
    exact = size * (f - f**2 / 2) / (2 * n * (1 - f) ** 2)
    plan = RapporPlan(size=size, f=f)
    assert exact <= Fraction(plan.mean_squared_error(n))
    assert float(exact) == pytest.approx(plan.mean_squared_error(n), rel=1e-15)
    assert exact / size <= Fraction(plan.standard_error(n)) ** 2


def test_the_mean_squared_error_of_real_releases() -> None:
    """1000 collections of 2000 releases of 8 bits: their mean squared error is within 15 % of the planned one.

    The error of a collection is a sum of 8 squares, each close to a normal one. So the mean over 1000 has a relative
    standard deviation of sqrt(2/8000) = 1.6 %, and 15 % is nine of them: false alarms are below 1e-15.
    """
    f, people, rounds = 0.5, 2000, 1000
    bits = np.zeros((people, 8), np.bool_)
    bits[:500, 0] = bits[500:600, 1] = True
    report = make_rappor(dp.BitVectorDomain(size=8, max_weight=1), dp.DiscreteDistance(), f)
    truth, errors = bits.mean(axis=0), []
    for released in rappor_many(report, np.tile(bits, (rounds, 1))).reshape(rounds, people, 8):
        errors.append(float(np.sum((debias_basic_rappor(released, f) - truth) ** 2)))
    assert RapporPlan(size=8, f=f).mean_squared_error(people) == pytest.approx(np.mean(errors), rel=0.15)


@pytest.mark.parametrize("form", [list, tuple, np.array, lambda rows: [np.array(row) for row in rows]])
def test_answers_come_in_any_form(form: Callable[[list[list[bool]]], Any]) -> None:
    """Lists, arrays, lists of arrays; a sum of answers that are all zero lies below 0."""
    rows = [[True, False], [True, True], [True, False], [False, False]]
    assert [1.0, 0.0] == debias_basic_rappor(form(rows), 0.5).tolist()
    assert [-0.5, -0.5] == debias_basic_rappor(form([[False, False]]), 0.5).tolist()


def test_the_same_estimate_as_opendp() -> None:
    """On the same answers, where theirs takes bytes and counts the sum."""
    draw = random.Random(50)
    rows = [[draw.random() < 0.4 for _ in range(16)] for _ in range(50)]
    packed = [np.packbits(row).tobytes() for row in rows]
    theirs = odp.debias_randomized_response_bitvec(packed, 0.3)
    assert sorted(np.array(theirs) / 50) == pytest.approx(sorted(debias_basic_rappor(rows, 0.3)), abs=1e-12)


# --- randomised response ----------------------------------------------------------------------------------------------

TRUTHS = ["a", "b", "a"]
LETTERS = ["a", "b", "c"]


@pytest.mark.parametrize("prob", [Fraction(2, 5), Fraction(3, 4)])
def test_response_estimates_are_unbiased_and_have_the_planned_error(prob: Fraction) -> None:
    """Over all answers that three people can give; for each category, by its true share."""
    law, plan = response_law(LETTERS, prob), ResponsePlan(categories=3, prob=prob)
    mean, square = dict.fromkeys(LETTERS, 0.0), dict.fromkeys(LETTERS, 0.0)
    for answers, weight in joint([law(truth) for truth in TRUTHS]):
        for letter, share in debias_randomized_response(answers, LETTERS, prob).items():
            mean[letter] += float(weight) * share
            square[letter] += float(weight) * share**2
    truth = {letter: Fraction(TRUTHS.count(letter), 3) for letter in LETTERS}
    assert {letter: float(share) for letter, share in truth.items()} == pytest.approx(mean, abs=1e-12)
    for letter in LETTERS:
        error = math.sqrt(square[letter] - mean[letter] ** 2)
        assert plan.standard_error(3, frequency=truth[letter]) == pytest.approx(error, rel=1e-9)
        assert plan.standard_error(3) >= error


def test_a_truth_outside_counts_for_all_alike() -> None:
    """As 1/t in each category."""
    law = response_law(LETTERS, Fraction(3, 4))
    mean = dict.fromkeys(LETTERS, 0.0)
    for answers, weight in joint([law("a"), law("z")]):
        for letter, share in debias_randomized_response(answers, LETTERS, 0.75).items():
            mean[letter] += float(weight) * share
    assert {"a": 0.5 + 1 / 6, "b": 1 / 6, "c": 1 / 6} == pytest.approx(mean)


def test_the_estimates_sum_to_one() -> None:
    """Whatever the answers are."""
    for answers in (["a"], ["a", "b"], ["c"] * 7 + ["a"]):
        assert 1.0 == pytest.approx(sum(debias_randomized_response(answers, LETTERS, 0.4).values()))


def test_yes_no_estimates_are_unbiased_and_have_the_planned_error() -> None:
    """Over all answers of four people; the error does not depend on the truth."""
    prob = Fraction(7, 10)
    for yes in range(5):
        mean = square = 0.0
        for answers, weight in joint([bool_law(prob)(i < yes) for i in range(4)]):
            share = debias_randomized_response_bool(answers, prob)
            mean, square = mean + float(weight) * share, square + float(weight) * share**2
        assert yes / 4 == pytest.approx(mean)
        planned = ResponsePlan(categories=2, prob=prob).standard_error(4)
        assert planned == pytest.approx(math.sqrt(square - mean**2), rel=1e-9)


@pytest.mark.parametrize("answers", [["a", "a", "b"], ("a", "a", "b"), np.array(["a", "a", "b"], object)])
def test_answers_to_a_survey_come_in_any_form(answers: Any) -> None:
    """Lists, tuples, arrays; numbers as well."""
    expected = {"a": (2 / 3 - 0.25) / 0.5, "b": (1 / 3 - 0.25) / 0.5}
    assert expected == pytest.approx(debias_randomized_response(answers, ["a", "b"], 0.75))
    assert {1: 1.5, 2: -0.5} == debias_randomized_response(np.array([1, 1]), [1, 2], 0.75)


# --- planning ---------------------------------------------------------------------------------------------------------


@given(st.fractions(Fraction(1, 100), Fraction(99, 100)), st.fractions(Fraction(1, 1000), 1))
def test_the_number_of_answers_is_the_least_one(f: Fraction, error: Fraction) -> None:
    """With one answer less the error would be larger."""
    plan = RapporPlan(size=8, f=f)
    variance = f / 2 * (1 - f / 2) / (1 - f) ** 2
    n = plan.answers_for(standard_error=error)
    assert variance / n <= error**2
    assert n == 1 or variance / (n - 1) > error**2
    m = plan.answers_for_all(mean_squared_error=error)
    assert 8 * variance / m <= error
    assert m == 1 or 8 * variance / (m - 1) > error


@given(
    st.integers(2, 9),
    st.fractions(Fraction(1, 100), Fraction(99, 100)),
    st.fractions(0, 1),
    st.fractions(Fraction(1, 1000), 1),
)
def test_the_number_of_answers_to_a_survey_is_the_least_one(
    count: int, part: Fraction, share: Fraction, error: Fraction
) -> None:
    """For a known share; without one it is enough for any."""
    prob = Fraction(1, count) + part * (1 - Fraction(1, count))
    plan = ResponsePlan(categories=count, prob=prob)
    n = plan.answers_for(standard_error=error, frequency=share)
    q = (1 - prob) / (count - 1)
    variance = (share * prob * (1 - prob) + (1 - share) * q * (1 - q)) / (prob - q) ** 2
    assert variance / n <= error**2
    assert n == 1 or variance / (n - 1) > error**2
    assert plan.answers_for(standard_error=error) >= n


def test_a_plan_shows_how_it_was_built() -> None:
    """Exact numbers, equal by value."""
    assert "RapporPlan(size=8, f=Fraction(1, 10))" == repr(RapporPlan(size=8, f=0.1))
    assert RapporPlan(size=8, f=0.1) == RapporPlan(size=8, f=Fraction(1, 10))
    assert "ResponsePlan(categories=3, prob=Fraction(3, 4))" == repr(ResponsePlan(categories=3, prob=0.75))


# --- mistakes ---------------------------------------------------------------------------------------------------------

NOISE = "f must be above 0 and below 1, as at 1 the answers are pure noise, but is "


def untyped(thing: object) -> Any:
    """Something as the type checker does not see it: it would refuse some of the mistakes below."""
    return thing


BAD: list[tuple[Callable[[], object], type[LapwingError], str]] = [
    (lambda: untyped(debias_basic_rappor)([[True]], 1), OutOfRangeError, NOISE + "1"),
    (lambda: untyped(debias_basic_rappor)([[True]], 0.0), OutOfRangeError, NOISE + "0.0"),
    (
        lambda: untyped(debias_basic_rappor)([[True]], float("nan")),
        NonFiniteError,
        "f must be finite, but is nan: give a number",
    ),
    (
        lambda: untyped(debias_basic_rappor)([], 0.5),
        OutOfRangeError,
        "the number of answers must be at least 1, but is 0",
    ),
    (
        lambda: untyped(debias_basic_rappor)(np.zeros((0, 4), np.bool_), 0.5),
        OutOfRangeError,
        "the number of answers must be at least 1, but is 0",
    ),
    (
        lambda: untyped(debias_basic_rappor)([[True], [True, False]], 0.5),
        OutOfRangeError,
        "the length of the answers must be the same for all, but is (1, 2)",
    ),
    (
        lambda: untyped(debias_basic_rappor)([[1, 0]], 0.5),
        DomainError,
        "the data are not in VectorDomain(AtomDomain(bool)): expected elements of type bool, but found int",
    ),
    (
        lambda: untyped(debias_randomized_response)([], LETTERS, 0.75),
        OutOfRangeError,
        "the number of answers must be at least 1, but is 0",
    ),
    (
        lambda: untyped(debias_randomized_response)(["a"], LETTERS, Fraction(1, 3)),
        OutOfRangeError,
        "prob must be above 1/3, where the answers are pure noise, and at most 1, but is Fraction(1, 3)",
    ),
    (
        lambda: untyped(debias_randomized_response)(["a", "z"], LETTERS, 0.75),
        OutOfRangeError,
        "the number of answers that are no category must be 0, but is 1",
    ),
    (
        lambda: untyped(debias_randomized_response)([1], LETTERS, 0.75),
        DomainError,
        "the data are not in VectorDomain(AtomDomain(str)): expected elements of type str, but found int",
    ),
    (
        lambda: untyped(debias_randomized_response_bool)([True], 0.5),
        OutOfRangeError,
        "prob must be above 1/2, where the answers are pure noise, and at most 1, but is 0.5",
    ),
    (lambda: untyped(RapporPlan)(size=8, f=1), OutOfRangeError, NOISE + "1"),
    (
        lambda: untyped(RapporPlan)(size=8, f=0.5).standard_error(0),
        OutOfRangeError,
        "the number of answers must be at least 1, but is 0",
    ),
    (
        lambda: untyped(RapporPlan)(size=8, f=0.5).answers_for(standard_error=0),
        OutOfRangeError,
        "standard_error must be above 0, but is 0",
    ),
    (
        lambda: untyped(RapporPlan)(size=8, f=0.5).answers_for_all(mean_squared_error=-1),
        OutOfRangeError,
        "mean_squared_error must be above 0, but is -1",
    ),
    (lambda: untyped(ResponsePlan)(categories=1, prob=0.5), OutOfRangeError, "categories must be at least 2, but is 1"),
    (
        lambda: untyped(ResponsePlan)(categories=2, prob=0.5),
        OutOfRangeError,
        "prob must be above 1/2, where the answers are pure noise, and at most 1, but is Fraction(1, 2)",
    ),
    (
        lambda: untyped(ResponsePlan)(categories=2, prob=0.75).standard_error(9, frequency=2),
        OutOfRangeError,
        "frequency must be between 0 and 1, but is 2",
    ),
]


@pytest.mark.parametrize(("build", "error", "text"), BAD)
def test_mistakes_are_named(build: Callable[[], object], error: type[LapwingError], text: str) -> None:
    """Each has its class and says how to mend it."""
    with pytest.raises(error) as caught:
        build()
    assert text == str(caught.value)
